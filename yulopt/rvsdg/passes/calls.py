"""Calls: inlining of known functions, next to the call.

Both forms are then in the e-graph, and facts about one hold for the other. Recursive functions are
unrolled once per round, since the copy of the body has new calls.

Source: chapter 09, section 6.4.
"""

from __future__ import annotations

from yulopt.egraph.export import PROJECTION, ENode
from yulopt.rvsdg.encoding import CALL, FUNCTION, RECURSION, numbers_of
from yulopt.rvsdg.host import HostGraph, substitute
from yulopt.rvsdg.language import Language
from yulopt.rvsdg.pass_contract import Pass


class InlineCalls(Pass):
    """Add the forms of function bodies to the projections of calls."""

    name = "inline-calls"

    def run(self, host: HostGraph, language: Language) -> None:
        for value, node in host.nodes_with(CALL):
            projections = host.projections.get(value, {})
            if projections:
                _inline(host, node, projections)


def _inline(host: HostGraph, call: ENode, projections: dict[int, int]) -> None:
    callee, inputs = call.children[0], call.children[1:]
    for node in list(host.nodes(callee)):
        if not isinstance(node.head, str):
            continue
        if node.head.startswith(FUNCTION):
            _inline_function(host, node, node.children, inputs, projections)
        elif node.head.startswith(PROJECTION):
            _inline_recursive(host, node, inputs, projections)


def _inline_recursive(
    host: HostGraph, projection: ENode, inputs: tuple[int, ...], projections: dict[int, int]
) -> None:
    (group,) = projection.children
    assert isinstance(projection.head, str)
    index = int(projection.head.removeprefix(PROJECTION))
    for node in list(host.nodes(group)):
        if node.head != RECURSION or index >= len(node.children):
            continue
        # Inside, the arguments are the functions of the group.
        members = {
            member: host.add(f"{PROJECTION}{member}", (group,))
            for member in range(len(node.children))
        }
        for function in list(host.nodes(node.children[index])):
            if isinstance(function.head, str) and function.head.startswith(FUNCTION):
                outputs = numbers_of(function.head)[1]
                count = len(function.children) - outputs
                constants = substitute(host, function.children[:count], members)
                operands = (*constants, *function.children[count:])
                _inline_function(host, function, operands, inputs, projections)


def _inline_function(
    host: HostGraph,
    function: ENode,
    operands: tuple[int, ...],
    inputs: tuple[int, ...],
    projections: dict[int, int],
) -> None:
    """`operands`: those of the function, with constants in the scope of the call."""
    assert isinstance(function.head, str)
    count, outputs = numbers_of(function.head)
    if count != len(inputs):
        return
    constants = operands[: len(operands) - outputs]
    results = operands[len(operands) - outputs :]
    replacements = dict(enumerate((*inputs, *constants)))
    wanted = [index for index in projections if index < outputs]
    bodies = substitute(host, [results[index] for index in wanted], replacements)
    for index, body in zip(wanted, bodies, strict=True):
        host.unite(projections[index], body)
