"""The call graph, and recursive functions.

Source: chapter 03, section 1 of the specification.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, final

from yulopt.graphs.components import components_of
from yulopt.graphs.orders import breadth_first
from yulopt.syntax.ast import Block, Expression, ForLoop, FunctionCall, FunctionDefinition
from yulopt.syntax.names import hash_ordered
from yulopt.syntax.visitor import Walker

# The key of all code outside functions.
OUTERMOST: Final = ""


@final
class CallGraph:
    """`calls`: function name to the distinct callees in order of first occurrence.

    These include builtins, except movable ones, which only compute a value. `OUTERMOST` is the key
    of the code outside functions. `with_loops`: the functions that contain a loop directly.
    `contains_msize`: the code can ask for `msize`, directly or by `verbatim`.
    """

    def __init__(
        self, calls: dict[str, list[str]], with_loops: set[str], contains_msize: bool
    ) -> None:
        self.calls = calls
        self.with_loops = with_loops
        self.contains_msize = contains_msize
        self._components: list[list[str]] | None = None

    def components(self) -> list[list[str]]:
        """The strongly connected components of functions, callees before their callers."""
        if self._components is None:
            self._components = components_of(self.calls)
        return self._components

    def is_recursive(self, component: list[str]) -> bool:
        """Whether the functions of a component can call themselves, directly or through others."""
        return len(component) > 1 or component[0] in self.calls[component[0]]

    def recursive_functions(self) -> set[str]:
        """The functions that can call themselves, directly or through others."""
        recursive: set[str] = set()
        for component in self.components():
            if self.is_recursive(component):
                recursive.update(component)
        return recursive

    def recursive_functions_on_paths(self) -> set[str]:
        """The functions on cycles that a depth-first search closes.

        It starts from each function in the order of name hashes, and enters none twice; so it
        misses functions of a cycle that is only closed by a finished function.
        """
        recursive: set[str] = set()
        left: set[str] = set()
        path: list[str] = []

        def enter(function: str) -> None:
            if function in left:
                return
            if function in path:
                recursive.update(path[path.index(function) :])
                return
            path.append(function)
            for callee in self._functions_called_by(function):
                enter(callee)
            path.pop()
            left.add(function)

        for function in hash_ordered(self.calls):
            enter(function)
        return recursive

    def reachable_from(self, roots: Iterable[str]) -> set[str]:
        """The functions reachable by calls from `roots`, inclusive."""
        return set(breadth_first(roots, self._functions_called_by))

    def functions_that_call(self, builtin: str) -> set[str]:
        """The functions that call a builtin with side effects, directly or through others."""
        found: set[str] = set()
        for component in self.components():
            callees = {callee for name in component for callee in self.calls[name]}
            if builtin in callees or not found.isdisjoint(callees):
                found.update(component)
        return found

    def _functions_called_by(self, function: str) -> list[str]:
        return [callee for callee in self.calls[function] if callee in self.calls]

    def agrees(self, other: CallGraph) -> bool:
        """Whether it is the same, up to the order of calls."""
        return (
            {name: set(callees) for name, callees in self.calls.items()}
            == {name: set(callees) for name, callees in other.calls.items()}
            and self.with_loops == other.with_loops
            and self.contains_msize == other.contains_msize
        )


def call_graph(block: Block) -> CallGraph:
    """The call graph of the whole code of an object."""
    collector = _CallCollector()
    collector.visit_block(block)
    calls = {name: list(callees) for name, callees in collector.calls.items()}
    return CallGraph(calls, collector.with_loops, collector.contains_msize)


@final
class _CallCollector(Walker):
    def __init__(self) -> None:
        self.contains_msize = False
        self.with_loops: set[str] = set()
        self._function = OUTERMOST
        self._callees: dict[str, None] = {}
        self.calls: dict[str, dict[str, None]] = {OUTERMOST: self._callees}

    def visit_expression(self, expression: Expression) -> None:
        # The callee before its arguments, and these from the last to the first.
        if isinstance(expression, FunctionCall):
            builtin = expression.builtin
            if builtin is None or not builtin.side_effects.movable:
                self._callees[expression.name] = None
                if builtin is not None and builtin.is_msize:
                    self.contains_msize = True
            arguments = expression.arguments
            for index in range(len(arguments) - 1, -1, -1):
                self.visit_expression(arguments[index])

    def visit_for(self, loop: ForLoop) -> None:
        self.with_loops.add(self._function)
        super().visit_for(loop)

    def visit_function(self, function: FunctionDefinition) -> None:
        outer, outer_callees = self._function, self._callees
        self._function = function.name
        self._callees = {}
        self.calls[function.name] = self._callees
        self.visit_block(function.body)
        self._function, self._callees = outer, outer_callees
