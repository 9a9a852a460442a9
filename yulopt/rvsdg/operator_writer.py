"""Writes operators: pure ones as expressions, effects as statements; and calls of functions.

Source: chapter 09, section 7.3 of the specification.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from yulopt.dialect import Builtin
from yulopt.rvsdg.ir import Call, Node, Operator, Text
from yulopt.rvsdg.language import MATCH, Signature
from yulopt.rvsdg.verifier import GraphError
from yulopt.rvsdg.yul_values import STATE, FunctionValue, Value, expression, is_atom, is_word
from yulopt.syntax import ast

if TYPE_CHECKING:
    from yulopt.rvsdg.region_writer import RegionWriter

_HINT: Final = "v"


def is_match(node: Node) -> bool:
    """Whether this is the number of a case of a switch of Yul."""
    return isinstance(node, Operator) and node.name.startswith(MATCH)


def builtin_call(writer: RegionWriter, node: Operator, builtin: Builtin) -> ast.FunctionCall:
    """The call of a builtin that an operator is."""
    arguments = [
        ast.Literal(ast.STRING, 0, operand.content, unlimited=True)
        if isinstance(operand, Text)
        else expression(writer.value(operand))
        for operand in node.operands[: builtin.parameters]
    ]
    return ast.FunctionCall(builtin.name, arguments, builtin)


def match_number(writer: RegionWriter, node: Operator) -> ast.Expression:
    """The number of the case as an expression, for where it is more than a predicate."""
    word, *cases = node.operands
    result = expression(len(cases))
    value = writer.value(word)
    if not is_atom(value):
        value = writer.variable(expression(value))
    for index, case in enumerate(cases):
        equal = writer.call("eq", expression(value), expression(writer.value(case)))
        less = writer.call("mul", expression(len(cases) - index), equal)
        result = writer.call("sub", result, less)
    return result


def write_effect(
    writer: RegionWriter, node: Operator, builtin: Builtin, signature: Signature
) -> list[Value]:
    """Write an operator that gives a tuple; what is in it. What may be removed is, if its value is
    not needed."""
    if any(writer.value(operand) is not STATE for operand in node.operands[signature.words :]):
        raise GraphError(f"'{node.name}' takes something else as a state")
    call = builtin_call(writer, node, builtin)
    results: list[Value] = []
    if builtin.returns == 0:
        writer.add(ast.ExpressionStatement(call))
    elif builtin.returns > 1 or 0 in writer.used(node):
        names = [writer.program.fresh_name(_HINT) for _ in range(builtin.returns)]
        writer.add(ast.VariableDeclaration(names, call))
        results.extend(names)
    else:
        if not builtin.side_effects.removable:
            writer.add(ast.ExpressionStatement(writer.call("pop", call)))
        results.append(0)
    if not builtin.control_flow.can_continue:
        writer.terminated = True
    return [*results, *(STATE for _ in signature.states)]


def write_call(writer: RegionWriter, node: Call) -> list[Value]:
    """Write a call of a function; its outputs."""
    function = writer.value(node.function)
    if not isinstance(function, FunctionValue):
        raise GraphError("what is called is not a function")
    inputs = [writer.value(operand) for operand in node.inputs]
    name, words = writer.program.called(function, inputs)
    call = ast.FunctionCall(name, [expression(value) for value in inputs if is_word(value)])
    outputs: list[Value] = [
        writer.program.fresh_name(_HINT) if is_result else STATE for is_result in words
    ]
    names = [output for output in outputs if isinstance(output, str)]
    if names:
        writer.add(ast.VariableDeclaration(names, call))
    else:
        writer.add(ast.ExpressionStatement(call))
    return outputs
