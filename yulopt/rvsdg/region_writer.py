"""Writes the nodes of one region as statements of Yul, in an order that data and states allow.

Pure operators that are used once are written where they are used; everything else gets a variable.
Effects are statements, in the order in which they were made, which the chains of states agree with.

Source: chapter 09, section 7.3 of the specification.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Protocol

from yulopt.rvsdg.ir import (
    Argument,
    Call,
    Constant,
    Function,
    Loop,
    Node,
    Operator,
    Projection,
    Recursion,
    Switch,
    Use,
)
from yulopt.rvsdg.language import YulLanguage
from yulopt.rvsdg.loop_writer import LoopWriter
from yulopt.rvsdg.operator_writer import (
    builtin_call,
    is_match,
    match_number,
    write_call,
    write_effect,
)
from yulopt.rvsdg.parallel_assignment import assign_all
from yulopt.rvsdg.printer import head_text
from yulopt.rvsdg.region_end import RegionEnd
from yulopt.rvsdg.switch_writer import SwitchWriter
from yulopt.rvsdg.traversal import region
from yulopt.rvsdg.verifier import GraphError
from yulopt.rvsdg.yul_values import (
    STATE,
    FunctionValue,
    Value,
    WordValue,
    closed_function,
    recursive_functions,
)
from yulopt.syntax import ast

_HINT: Final = "v"


class FunctionSource(Protocol):
    """Where called functions are written."""

    language: YulLanguage

    def fresh_name(self, hint: str) -> str:
        """A name that nothing has yet."""

    def called(self, function: FunctionValue, inputs: Sequence[Value]) -> tuple[str, list[bool]]:
        """The name of a function for such inputs, and which of its outputs are words."""


class RegionWriter:
    """Writes one region. `terminated`: control does not get to the end of `statements`; `breaks`:
    there are statements that leave the loop around it."""

    def __init__(self, program: FunctionSource, arguments: Sequence[Value]) -> None:
        self.program = program
        self.statements: list[ast.Statement] = []
        self.terminated = False
        self.breaks = False
        self._arguments = arguments
        self._values: dict[Node, Value] = {}
        self._tuples: dict[Node, list[Value]] = {}
        self._uses: dict[Node, int] = {}
        # The projections that are used, by what they are of.
        self._used: dict[Node, list[int]] = {}

    def write(self, roots: Sequence[Node], end: RegionEnd | None = None) -> list[Value]:
        """Write all that the roots are made of; their values. Raises `GraphError`.

        If the region is what an iteration or a function ends with, that may be left in it.
        """
        nodes = sorted(region(roots), key=lambda node: node.number)
        deciding = None if end is None else end.deciding_switch(nodes)
        self._count_uses(nodes, roots)
        if end is not None and deciding is not None:
            # Last, since nothing comes after it if the loop is left; all results are needed there.
            nodes.sort(key=lambda node: node is deciding or deciding in node.operands)
            for result in end.results.values():
                if isinstance(result, Node):
                    self._use(result)
        for node in nodes:
            if node is deciding:
                self._tuples[node] = SwitchWriter(self, deciding, end).write()
            else:
                self._node(node)
        self._check_linearity(nodes, roots)
        return [self._values[root] for root in roots]

    def leave(self, end: RegionEnd) -> None:
        """Write the end of the last iteration, or of the function, where this region ends."""
        values: dict[str, WordValue] = {}
        for name, result in end.results.items():
            value = self._values[result] if isinstance(result, Node) else result
            if isinstance(value, (str, int, ast.Expression)):
                values[name] = value
        if end.is_of_function:
            # They are 0 from the start.
            values = {name: value for name, value in values.items() if value != 0}
        for statement in assign_all(values, self.program.fresh_name):
            self.add(statement)
        self.add(ast.Leave() if end.is_of_function else ast.Break())
        self.breaks |= not self.terminated and not end.is_of_function
        self.terminated = True

    def inner(self, arguments: Sequence[Value]) -> RegionWriter:
        """The writer of a region inside this one."""
        return RegionWriter(self.program, arguments)

    def add(self, statement: ast.Statement) -> None:
        """Write a statement, if control gets there."""
        if not self.terminated:
            self.statements.append(statement)

    def variable(self, value: ast.Expression, hint: str = _HINT) -> str:
        """A new variable with this value."""
        name = self.program.fresh_name(hint)
        self.add(ast.VariableDeclaration([name], value))
        return name

    def value(self, node: Node) -> Value:
        """The value of a node that has been written."""
        return self._values[node]

    def has_value(self, node: Node) -> bool:
        """Whether it has been written; a `match-N` that only a switch needs has not."""
        return node in self._values

    def used(self, node: Node) -> list[int]:
        """The indices of the values of a tuple that are used."""
        return self._used.get(node, [])

    def _count_uses(self, nodes: list[Node], roots: Sequence[Node]) -> None:
        for root in roots:
            self._use(root)
        for node in reversed(nodes):
            if isinstance(node, Projection):
                self._used.setdefault(node.source, []).append(node.index)
            elif not is_match(node) or self._uses.get(node, 0):
                for operand in self._operands(node):
                    self._use(operand)
            if isinstance(node, Switch):
                # Cases may write them anywhere.
                for operand in node.inputs:
                    self._use(operand)

    def _use(self, node: Node) -> None:
        self._uses[node] = self._uses.get(node, 0) + 1

    def _operands(self, node: Node) -> Iterator[Node]:
        """What a node reads in its scope; of a switch over `match-N` the operands of that."""
        for operand in node.same_scope:
            if operand is node.operands[0] and isinstance(node, Switch) and is_match(operand):
                yield from operand.operands
            else:
                yield operand

    def _check_linearity(self, nodes: list[Node], roots: Sequence[Node]) -> None:
        taken: set[Node] = set()
        readers = [operand for node in nodes for operand in node.same_scope]
        for operand in [*readers, *roots]:
            if self._values.get(operand) is STATE:
                if operand in taken:
                    raise GraphError(f"a state ('{head_text(operand)}') is used twice in a region")
                taken.add(operand)

    # Nodes

    def _node(self, node: Node) -> None:
        if isinstance(node, Constant):
            self._values[node] = node.value
        elif isinstance(node, Argument):
            self._values[node] = self._arguments[node.index]
        elif isinstance(node, Projection):
            self._values[node] = self._tuples[node.source][node.index]
        elif isinstance(node, Operator):
            self._operator(node)
        elif isinstance(node, Use):
            self._values[node] = STATE
        elif isinstance(node, Function):
            self._values[node] = self._function(node)
        elif isinstance(node, Recursion):
            self._tuples[node] = [*recursive_functions(node)]
        elif isinstance(node, Call):
            self._tuples[node] = write_call(self, node)
        elif isinstance(node, Switch):
            self._tuples[node] = SwitchWriter(self, node).write()
        elif isinstance(node, Loop):
            self._tuples[node] = LoopWriter(self, node).write()

    def _function(self, node: Function) -> FunctionValue:
        value = closed_function(node)
        value.constants = [self._values[constant] for constant in node.constants]
        if value.constants:
            keys: list[object] = [node]
            for constant in value.constants:
                if not isinstance(constant, FunctionValue):
                    raise GraphError("a function has a constant that is not a function")
                keys.append(constant.key)
            value.key = tuple(keys)
        return value

    def _operator(self, node: Operator) -> None:
        signature = self.program.language.signature(node.name)
        if signature is None:
            raise GraphError(f"there is no builtin '{node.name}'")
        if is_match(node):
            if self._uses.get(node, 0):
                self._define(node, match_number(self, node))
            return
        builtin = self.program.language.dialect.builtin(node.name)
        assert builtin is not None
        if signature.is_tuple:
            self._tuples[node] = write_effect(self, node, builtin, signature)
        else:
            self._define(node, builtin_call(self, node, builtin))

    def _define(self, node: Node, value: ast.Expression) -> None:
        self._values[node] = value if self._uses.get(node, 0) < 2 else self.variable(value)

    def call(self, name: str, *arguments: ast.Expression) -> ast.Expression:
        """A call of a builtin."""
        return ast.FunctionCall(name, list(arguments), self.program.language.dialect.builtin(name))
