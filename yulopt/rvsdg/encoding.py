"""Encodes graphs as terms of an e-graph: heads as strings, variadic operands as vectors.

The operators that rules match have their own constructors, with Yul's names and operand order even
for 32-bit words; all others are operations with a head such as `#switch 2 1`. The head determines
which operands are in an inner scope. Operands that must remain numbers, because the operator takes
nothing else, are also in the head, where no rule finds another form for them.

Source: chapter 09, section 6.1.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from yulopt.egraph.export import ARGUMENT, PROJECTION, ENode
from yulopt.rvsdg.ir import (
    Argument,
    Call,
    Constant,
    Function,
    Graph,
    Loop,
    Node,
    Operator,
    Projection,
    Recursion,
    Switch,
    Text,
    Use,
)
from yulopt.rvsdg.language import Language, YulLanguage

USE: Final = "#use"
LOOP: Final = "#loop"
CALL: Final = "#call"
RECURSION: Final = "#rec"
SWITCH: Final = "#switch "
FUNCTION: Final = "#func "
TEXT: Final = "#text "
OF_NUMBERS: Final = "#of-numbers "

_IN_ORDER: Final = (0, 1)
_REVERSED: Final = (1, 0)
# The names of optir's operators in rules, and their operand order there.
_OPTIR: Final = {
    "+": ("add", _IN_ORDER),
    "*": ("mul", _IN_ORDER),
    "/": ("sdiv", _IN_ORDER),
    "%": ("smod", _IN_ORDER),
    "&": ("and", _IN_ORDER),
    "=": ("eq", _IN_ORDER),
    ">": ("sgt", _IN_ORDER),
    "<<": ("shl", _REVERSED),
    ">>": ("shr", _REVERSED),
    ">>s": ("sar", _REVERSED),
}
_FROM_OPTIR: Final = {name: (symbol, order) for symbol, (name, order) in _OPTIR.items()}


class Encoding:
    """Translates between the nodes of a graph and those of an e-graph."""

    __slots__ = ("graph", "language")

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.language = graph.language

    def encode(self, node: Node, operands: Sequence[int]) -> ENode:
        """A node with these operands."""
        if isinstance(node, Constant):
            return ENode(node.value % (1 << self.language.bits))
        if isinstance(node, Argument):
            return ENode((ARGUMENT, node.index))
        if isinstance(node, Operator) and node.name in _OPTIR:
            name, order = _OPTIR[node.name]
            return ENode(name, tuple([operands[index] for index in order]))
        if isinstance(node, Operator) and self._takes_numbers_only(node):
            return ENode(f"{OF_NUMBERS}{node.name} {_numbers_text(node)}")
        return ENode(_head(node), tuple(operands))

    def decode(self, node: ENode, operands: Sequence[Node]) -> Node:
        """The graph node of an e-graph node."""
        graph, head = self.graph, node.head
        if isinstance(head, int):
            return graph.constant(head)
        if isinstance(head, tuple):
            return graph.argument(head[1])
        if head.startswith(PROJECTION):
            return graph.projection(int(head.removeprefix(PROJECTION)), operands[0])
        if head.startswith(TEXT):
            return graph.text(bytes.fromhex(head.removeprefix(TEXT)).decode("latin-1"))
        if head.startswith(OF_NUMBERS):
            name, *numbers = head.removeprefix(OF_NUMBERS).split()
            return graph.operator(name, *[graph.constant(int(number)) for number in numbers])
        if head.startswith("#"):
            return graph.add(_region_node(head, tuple(operands)))
        if not isinstance(self.language, YulLanguage):
            symbol, order = _FROM_OPTIR[head]
            return graph.operator(symbol, *[operands[index] for index in order])
        return graph.operator(head, *operands)

    def _takes_numbers_only(self, node: Operator) -> bool:
        signature = self.language.signature(node.name)
        return signature is not None and len(signature.numbers) == signature.operands > 0


def operator_name(head: str, language: Language) -> tuple[str, tuple[int, ...]]:
    """A language's name for an operation of rules, and its operand order."""
    if isinstance(language, YulLanguage):
        return head, ()
    return _FROM_OPTIR[head]


def _numbers_text(node: Operator) -> str:
    return " ".join([str(one.value) for one in node.operands if isinstance(one, Constant)])


def _head(node: Node) -> str:
    if isinstance(node, Operator):
        return node.name
    if isinstance(node, Projection):
        return f"{PROJECTION}{node.index}"
    if isinstance(node, Switch):
        return f"{SWITCH}{node.cases} {node.outputs}"
    if isinstance(node, Function):
        return f"{FUNCTION}{node.inputs} {node.outputs}"
    if isinstance(node, Text):
        return TEXT + node.content.encode("latin-1").hex()
    if isinstance(node, Use):
        return USE
    if isinstance(node, Loop):
        return LOOP
    if isinstance(node, Call):
        return CALL
    assert isinstance(node, Recursion)
    return RECURSION


def _region_node(head: str, operands: tuple[Node, ...]) -> Node:
    if head == USE:
        return Use(operands)
    if head == LOOP:
        return Loop(operands)
    if head == CALL:
        return Call(operands)
    if head == RECURSION:
        return Recursion(operands)
    one, other = numbers_of(head)
    if head.startswith(SWITCH):
        return Switch(one, other, operands)
    return Function(one, other, operands)


def numbers_of(head: str) -> tuple[int, int]:
    """Cases and outputs of a switch, inputs and outputs of a function."""
    one, other = head.split()[1:]
    return int(one), int(other)


def same_scope_count(node: ENode) -> int:
    """The number of (leading) operands in the scope of the node itself."""
    head, count = node.head, len(node.children)
    if not isinstance(head, str) or not head.startswith("#"):
        return count
    if head == LOOP:
        return count // 2
    if head == RECURSION:
        return 0
    if head.startswith(SWITCH):
        cases, outputs = numbers_of(head)
        return count - cases * outputs
    if head.startswith(FUNCTION):
        return count - numbers_of(head)[1]
    return count


def same_scope(node: ENode) -> tuple[int, ...]:
    """The operands in the scope of the node itself."""
    return node.children[: same_scope_count(node)]
