"""Shared state of the Yul writers: values, the end of a region, and the output so far.

While Yul is written, a node is an expression, a state, or a function.

A loop whose predicate is an output of its last switch, and 0 in one of the cases, can be left right
there, without a flag variable. A function can be left in a case of its last switch that does
nothing more. So loops with an exit at their head, and functions with `leave`, are written
idiomatically, without deeper nesting at every branch.

Source: chapter 09, section 7.3 of the specification.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, Protocol, TypeAlias

from yulopt.rvsdg.ir import Argument, Constant, Function, Node, Projection, Recursion, Switch
from yulopt.rvsdg.language import YulLanguage
from yulopt.rvsdg.verifier import GraphError
from yulopt.syntax import ast
from yulopt.syntax.literals import computed_number
from yulopt.yul_writer.parallel_copies import assignments

# The name of a new variable.
HINT: Final = "v"


class StateValue:
    """A state: nothing in Yul."""

    __slots__ = ()


STATE: Final = StateValue()


class FunctionValue:
    """A function, with the values of its constants.

    For a function of a `rec` these are its functions, including itself. `key` identifies the
    function.
    """

    __slots__ = ("constants", "function", "key")

    def __init__(self, function: Function, key: tuple[object, ...]) -> None:
        self.function = function
        self.key = key
        self.constants: list[Value] = []


# A variable, a word, an expression to be written once, or a value without a run-time
# representation.
Value: TypeAlias = str | int | ast.Expression | StateValue | FunctionValue
WordValue: TypeAlias = str | int | ast.Expression


def is_word(value: Value) -> bool:
    """Whether it has a run-time representation."""
    return not isinstance(value, (StateValue, FunctionValue))


def is_atom(value: Value) -> bool:
    """Whether it can be written any number of times."""
    return isinstance(value, (str, int))


def expression(value: Value) -> ast.Expression:
    """The expression of a word; usable once only. Raises `GraphError` for other values."""
    if isinstance(value, str):
        return ast.Identifier(value)
    if isinstance(value, int):
        return computed_number(value)
    if not isinstance(value, ast.Expression):
        raise GraphError("a state or a function is used as a word")
    return value


def closed_function(node: Function) -> FunctionValue:
    """The value of a function without constants."""
    return FunctionValue(node, (node,))


def recursive_functions(node: Recursion) -> list[FunctionValue]:
    """The values of the functions of a `rec`, which have each other as constants.

    Raises `GraphError` for any other constant.
    """
    made: list[FunctionValue] = []
    for index, function in enumerate(node.operands):
        assert isinstance(function, Function)
        made.append(FunctionValue(function, (node, index)))
    for value in made:
        for constant in value.function.same_scope:
            if not isinstance(constant, Argument):
                raise GraphError("a constant of a function of a 'rec' is not one of its functions")
            value.constants.append(made[constant.index])
    return made


class RegionEnd:
    """The end of an iteration, or of a function, as seen by a region that ends there, too.

    `results`: the new values of variables, as nodes of the region or values from outside.
    `predicate`: whether there is another iteration; None for a function.
    """

    __slots__ = ("predicate", "results")

    def __init__(self, results: dict[str, Node | Value], predicate: Node | None = None) -> None:
        self.results = results
        self.predicate = predicate

    @property
    def is_of_function(self) -> bool:
        """Whether a function ends here, and not an iteration."""
        return self.predicate is None

    @property
    def is_last(self) -> bool:
        """Whether there is certainly no other iteration."""
        return isinstance(self.predicate, Constant) and self.predicate.value == 0

    def deciding_switch(self, nodes: list[Node]) -> Switch | None:
        """The switch among the nodes of a region in whose cases the end can be written: the region
        does not use its outputs otherwise."""
        needed = {
            operand.source
            for node in nodes
            if not isinstance(node, Projection)
            for operand in node.same_scope
            if isinstance(operand, Projection)
        }
        found: Switch | None = None
        for node in nodes:
            if isinstance(node, Switch) and node not in needed and self._is_decided_by(node):
                found = node
        return found

    def _is_decided_by(self, switch: Switch) -> bool:
        if self.predicate is None:
            return True
        return isinstance(self.predicate, Projection) and self.predicate.source is switch

    def in_case(self, switch: Switch, case: int, value: Callable[[Node], Value]) -> RegionEnd:
        """The same end, as a case of the deciding switch sees it."""
        outputs = switch.case(case)
        results: dict[str, Node | Value] = {}
        for name, result in self.results.items():
            if isinstance(result, Projection) and result.source is switch:
                results[name] = outputs[result.index]
            else:
                results[name] = value(result) if isinstance(result, Node) else result
        if self.predicate is None:
            return RegionEnd(results)
        assert isinstance(self.predicate, Projection)
        return RegionEnd(results, outputs[self.predicate.index])


class FunctionSource(Protocol):
    """The place of the definitions of called functions."""

    language: YulLanguage

    def fresh_name(self, hint: str) -> str:
        """A fresh name."""

    def called(self, function: FunctionValue, inputs: Sequence[Value]) -> tuple[str, list[bool]]:
        """The function's instance for such inputs: its name, and which outputs are words."""


class RegionState:
    """The output for one region, and the values of its nodes so far; `RegionWriter` writes it.

    `terminated`: control does not reach the end of `statements`; `breaks`: some statements leave
    the enclosing loop.
    """

    def __init__(self, program: FunctionSource, arguments: Sequence[Value]) -> None:
        self.program = program
        self.statements: list[ast.Statement] = []
        self.terminated = False
        self.breaks = False
        self.arguments = arguments
        self.values: dict[Node, Value] = {}
        # The used indices of tuples.
        self.used: dict[Node, list[int]] = {}

    def inner(self, arguments: Sequence[Value]) -> RegionState:
        """The writer of a region inside this one."""
        raise NotImplementedError

    def write(self, roots: Sequence[Node], end: RegionEnd | None = None) -> list[Value]:
        """Write the roots with all their operands; returns their values. Raises `GraphError`.

        If an iteration or a function ends with the region, it may be left there.
        """
        raise NotImplementedError

    def add(self, statement: ast.Statement) -> None:
        """Write a statement, if it is reachable."""
        if not self.terminated:
            self.statements.append(statement)

    def add_all(self, statements: Iterable[ast.Statement]) -> None:
        """Write some statements."""
        for statement in statements:
            self.add(statement)

    def variable(self, value: ast.Expression, hint: str = HINT) -> str:
        """A new variable with this value."""
        name = self.program.fresh_name(hint)
        self.add(ast.VariableDeclaration([name], value))
        return name

    def assign(self, values: Mapping[str, WordValue]) -> None:
        """Assign variables in parallel: all values are read before any variable changes."""
        # The last one first: the last value computed is on top of the stack.
        items = list(values.items())[::-1]
        changed = {name: expression(value) for name, value in items if value != name}
        self.add_all(assignments(changed, self.program.fresh_name))

    def call(self, name: str, *arguments: ast.Expression) -> ast.Expression:
        """A call of a builtin."""
        return ast.FunctionCall(name, list(arguments), self.program.language.dialect.builtin(name))

    def leave(self, end: RegionEnd) -> None:
        """Write the end of the last iteration, or of the function, where this region ends."""
        values: dict[str, WordValue] = {}
        for name, result in end.results.items():
            value = self.values[result] if isinstance(result, Node) else result
            if isinstance(value, (str, int, ast.Expression)):
                values[name] = value
        if end.is_of_function:
            # They are 0 from the start.
            values = {name: value for name, value in values.items() if value != 0}
        self.assign(values)
        self.add(ast.Leave() if end.is_of_function else ast.Break())
        self.breaks |= not self.terminated and not end.is_of_function
        self.terminated = True
