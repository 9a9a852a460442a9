"""Who calls whom, and which functions are recursive.

Source: chapter 03, section 1 of the specification.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from yulopt.graphs.components import components_of
from yulopt.graphs.orders import breadth_first
from yulopt.syntax.ast import Block, ForLoop, FunctionCall, FunctionDefinition
from yulopt.syntax.visitor import Walker

# The key of all code outside functions.
OUTERMOST: Final = ""


class CallGraph:
    """`calls`: function name to the distinct callees (builtins too) in order of first occurrence.

    `OUTERMOST` is the key of the code outside functions. `with_loops`: the functions that contain
    a loop directly.
    """

    def __init__(self, calls: dict[str, list[str]], with_loops: set[str]) -> None:
        self.calls = calls
        self.with_loops = with_loops

    def recursive_functions(self) -> set[str]:
        """The functions that can call themselves, directly or through others."""
        recursive: set[str] = set()
        for component in components_of(self.calls):
            first = component[0]
            if len(component) > 1 or first in self.calls[first]:
                recursive.update(component)
        return recursive

    def reachable_from(self, roots: Iterable[str]) -> set[str]:
        """The functions that can be reached by calls from `roots`, these included."""
        return set(breadth_first(roots, self._functions_called_by))

    def _functions_called_by(self, function: str) -> list[str]:
        return [callee for callee in self.calls[function] if callee in self.calls]


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
