"""Writes the nodes of one region as Yul statements, in an order that data and states allow.

Pure operators with a single use are inlined; everything else gets a variable. Effects are
statements, in order of creation, which is consistent with the chains of states.

Source: chapter 09, section 7.3 of the specification.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from yulopt.dialect import Builtin
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
    Text,
    Use,
)
from yulopt.rvsdg.language import MATCH, Signature
from yulopt.rvsdg.loop_writer import write_loop
from yulopt.rvsdg.printer import head_text
from yulopt.rvsdg.region_state import (
    HINT,
    STATE,
    FunctionSource,
    FunctionValue,
    RegionEnd,
    RegionState,
    Value,
    closed_function,
    expression,
    is_atom,
    is_word,
    recursive_functions,
)
from yulopt.rvsdg.switch_writer import write_switch
from yulopt.rvsdg.traversal import region
from yulopt.rvsdg.verifier import GraphError
from yulopt.syntax import ast


class RegionWriter(RegionState):
    """Writes the nodes of one region."""

    def __init__(self, program: FunctionSource, arguments: Sequence[Value]) -> None:
        super().__init__(program, arguments)
        self._tuples: dict[Node, list[Value]] = {}
        self._uses: dict[Node, int] = {}

    def inner(self, arguments: Sequence[Value]) -> RegionWriter:
        return RegionWriter(self.program, arguments)

    def write(self, roots: Sequence[Node], end: RegionEnd | None = None) -> list[Value]:
        nodes = sorted(region(roots), key=lambda node: node.number)
        deciding = None if end is None else end.deciding_switch(nodes)
        self._count_uses(nodes, roots)
        if end is not None and deciding is not None:
            # Last, since code after it is unreachable if the loop is left; all results are needed
            # there.
            nodes.sort(key=lambda node: node is deciding or deciding in node.operands)
            for result in end.results.values():
                if isinstance(result, Node):
                    self._use(result)
        for node in nodes:
            if node is deciding:
                self._tuples[node] = write_switch(self, deciding, end)
            else:
                self._node(node)
        self._check_linearity(nodes, roots)
        return [self.values[root] for root in roots]

    def _count_uses(self, nodes: list[Node], roots: Sequence[Node]) -> None:
        for root in roots:
            self._use(root)
        for node in reversed(nodes):
            if isinstance(node, Projection):
                self.used.setdefault(node.source, []).append(node.index)
            elif not _is_match(node) or self._uses.get(node, 0):
                for operand in self._operands(node):
                    self._use(operand)
            if isinstance(node, Switch):
                # Cases may write them anywhere.
                for operand in node.inputs:
                    self._use(operand)

    def _use(self, node: Node) -> None:
        self._uses[node] = self._uses.get(node, 0) + 1

    def _operands(self, node: Node) -> Iterator[Node]:
        """The operands of a node in its scope; for a switch over `match-N`, those of the match."""
        for operand in node.same_scope:
            if operand is node.operands[0] and isinstance(node, Switch) and _is_match(operand):
                yield from operand.operands
            else:
                yield operand

    def _check_linearity(self, nodes: list[Node], roots: Sequence[Node]) -> None:
        taken: set[Node] = set()
        readers = [operand for node in nodes for operand in node.same_scope]
        for operand in [*readers, *roots]:
            if self.values.get(operand) is STATE:
                if operand in taken:
                    raise GraphError(f"a state ('{head_text(operand)}') is used twice in a region")
                taken.add(operand)

    # Nodes

    def _node(self, node: Node) -> None:
        if isinstance(node, Constant):
            self.values[node] = node.value
        elif isinstance(node, Argument):
            self.values[node] = self.arguments[node.index]
        elif isinstance(node, Projection):
            self.values[node] = self._tuples[node.source][node.index]
        elif isinstance(node, Operator):
            self._operator(node)
        elif isinstance(node, Use):
            self.values[node] = STATE
        elif isinstance(node, Function):
            self.values[node] = self._function(node)
        elif isinstance(node, Recursion):
            self._tuples[node] = [*recursive_functions(node)]
        elif isinstance(node, Call):
            self._tuples[node] = _write_call(self, node)
        elif isinstance(node, Switch):
            self._tuples[node] = write_switch(self, node)
        elif isinstance(node, Loop):
            self._tuples[node] = write_loop(self, node)

    def _function(self, node: Function) -> FunctionValue:
        value = closed_function(node)
        value.constants = [self.values[constant] for constant in node.constants]
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
        if _is_match(node):
            if self._uses.get(node, 0):
                self._define(node, _match_number(self, node))
            return
        builtin = self.program.language.dialect.builtin(node.name)
        assert builtin is not None
        if signature.is_tuple:
            self._tuples[node] = _write_effect(self, node, builtin, signature)
        else:
            self._define(node, _builtin_call(self, node, builtin))

    def _define(self, node: Node, value: ast.Expression) -> None:
        self.values[node] = value if self._uses.get(node, 0) < 2 else self.variable(value)


def _is_match(node: Node) -> bool:
    """Whether this is the case number of a Yul switch."""
    return isinstance(node, Operator) and node.name.startswith(MATCH)


def _builtin_call(writer: RegionState, node: Operator, builtin: Builtin) -> ast.FunctionCall:
    """An operator as the call of a builtin."""
    arguments = [
        ast.Literal(ast.STRING, 0, operand.content, unlimited=True)
        if isinstance(operand, Text)
        else expression(writer.values[operand])
        for operand in node.operands[: builtin.parameters]
    ]
    return ast.FunctionCall(builtin.name, arguments, builtin)


def _match_number(writer: RegionState, node: Operator) -> ast.Expression:
    """The case number as an expression, for uses other than as a predicate."""
    word, *cases = node.operands
    result = expression(len(cases))
    value = writer.values[word]
    if not is_atom(value):
        value = writer.variable(expression(value))
    for index, case in enumerate(cases):
        equal = writer.call("eq", expression(value), expression(writer.values[case]))
        less = writer.call("mul", expression(len(cases) - index), equal)
        result = writer.call("sub", result, less)
    return result


def _write_effect(
    writer: RegionState, node: Operator, builtin: Builtin, signature: Signature
) -> list[Value]:
    """Write an operator with a tuple as result; returns the values. Removable operators are dropped
    if unused."""
    if any(writer.values[operand] is not STATE for operand in node.operands[signature.words :]):
        raise GraphError(f"'{node.name}' takes something that is not a state")
    call = _builtin_call(writer, node, builtin)
    results: list[Value] = []
    if builtin.returns == 0:
        writer.add(ast.ExpressionStatement(call))
    elif builtin.returns > 1 or 0 in writer.used.get(node, ()):
        names = [writer.program.fresh_name(HINT) for _ in range(builtin.returns)]
        writer.add(ast.VariableDeclaration(names, call))
        results.extend(names)
    else:
        if not builtin.side_effects.removable:
            writer.add(ast.ExpressionStatement(writer.call("pop", call)))
        results.append(0)
    if not builtin.control_flow.can_continue:
        writer.terminated = True
    return [*results, *(STATE for _ in signature.states)]


def _write_call(writer: RegionState, node: Call) -> list[Value]:
    """Write a call of a function; its outputs."""
    function = writer.values[node.function]
    if not isinstance(function, FunctionValue):
        raise GraphError("what is called is not a function")
    inputs = [writer.values[operand] for operand in node.inputs]
    name, words = writer.program.called(function, inputs)
    call = ast.FunctionCall(name, [expression(value) for value in inputs if is_word(value)])
    outputs: list[Value] = [
        writer.program.fresh_name(HINT) if is_result else STATE for is_result in words
    ]
    names = [output for output in outputs if isinstance(output, str)]
    if names:
        writer.add(ast.VariableDeclaration(names, call))
    else:
        writer.add(ast.ExpressionStatement(call))
    return outputs
