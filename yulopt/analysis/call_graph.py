"""Who calls whom, and which functions are recursive.

Source: chapter 03, section 1 of the specification. Strongly connected components after Tarjan,
"Depth-First Search and Linear Graph Algorithms" (1972), written without recursion.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

import attr

from yulopt.syntax.ast import Block, ForLoop, FunctionCall, FunctionDefinition
from yulopt.syntax.visitor import Walker

# The key of all code outside functions.
OUTERMOST: Final = ""


@attr.s(auto_attribs=True, eq=False)
class CallGraph:
    """`calls`: function name to the distinct callees (builtins too) in order of first occurrence.

    `OUTERMOST` is the key of the code outside functions. `with_loops`: the functions that contain
    a loop directly.
    """

    calls: dict[str, list[str]]
    with_loops: set[str]

    def recursive_functions(self) -> set[str]:
        """The functions that can call themselves, directly or through others."""
        recursive: set[str] = set()
        for component in strongly_connected_components(self.calls):
            first = component[0]
            if len(component) > 1 or first in self.calls[first]:
                recursive.update(component)
        return recursive

    def reachable_from(self, roots: Iterable[str]) -> set[str]:
        """The functions that can be reached by calls from `roots`, these included."""
        reached = set(roots)
        pending = list(reached)
        while pending:
            for callee in self.calls[pending.pop()]:
                if callee in self.calls and callee not in reached:
                    reached.add(callee)
                    pending.append(callee)
        return reached


class _CallCollector(Walker):
    def __init__(self) -> None:
        self.calls: dict[str, dict[str, None]] = {OUTERMOST: {}}
        self.with_loops: set[str] = set()
        self._function = OUTERMOST

    def visit_call(self, call: FunctionCall) -> None:
        self.calls[self._function].setdefault(call.name)
        super().visit_call(call)

    def visit_for(self, loop: ForLoop) -> None:
        self.with_loops.add(self._function)
        super().visit_for(loop)

    def visit_function(self, function: FunctionDefinition) -> None:
        outer = self._function
        self._function = function.name
        self.calls[function.name] = {}
        super().visit_function(function)
        self._function = outer


def call_graph(block: Block) -> CallGraph:
    """The call graph of the whole code of an object."""
    collector = _CallCollector()
    collector.visit_block(block)
    return CallGraph(
        {name: list(callees) for name, callees in collector.calls.items()}, collector.with_loops
    )


def strongly_connected_components(graph: Mapping[str, list[str]]) -> list[list[str]]:
    """The components of a graph given as successor lists, callees before callers.

    Successors that are not keys are ignored.
    """
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    on_stack: set[str] = set()
    stack: list[str] = []
    components: list[list[str]] = []
    for root in graph:
        if root in index:
            continue
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        work = [(root, 0)]
        while work:
            node, next_successor = work.pop()
            successors = graph[node]
            while next_successor < len(successors):
                successor = successors[next_successor]
                next_successor += 1
                if successor not in graph:
                    continue
                if successor not in index:
                    index[successor] = low[successor] = len(index)
                    stack.append(successor)
                    on_stack.add(successor)
                    work.append((node, next_successor))
                    work.append((successor, 0))
                    break
                if successor in on_stack:
                    low[node] = min(low[node], index[successor])
            else:
                if low[node] == index[node]:
                    component = []
                    while True:
                        member = stack.pop()
                        on_stack.discard(member)
                        component.append(member)
                        if member == node:
                            break
                    components.append(component)
                if work:
                    caller = work[-1][0]
                    low[caller] = min(low[caller], low[node])
    return components
