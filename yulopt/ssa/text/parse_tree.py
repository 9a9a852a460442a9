"""Access to the parse trees that Lark makes of SSA text."""

from __future__ import annotations

from typing import Final

import lark

from yulopt.syntax.literals import WORD_MASK, decode_string, hex_string_content

Tree = lark.Tree[lark.Token]
Node = Tree | lark.Token | None

_DIGITS_AT_ONCE: Final = 1000


def children(node: Node) -> list[Node]:
    """The parts of a node; an optional part that is missing has none."""
    return list(node.children) if isinstance(node, lark.Tree) else []


def tokens(node: Node) -> list[lark.Token]:
    """The tokens among the parts of a node."""
    return [part for part in children(node) if isinstance(part, lark.Token)]


def first_token(node: Node) -> lark.Token:
    """The token with which the text of a node begins."""
    while isinstance(node, lark.Tree):
        node = next(part for part in node.children if part is not None)
    assert node is not None
    return node


def offset(node: Node) -> int:
    """Where the text of a node begins."""
    token = first_token(node)
    assert token.start_pos is not None
    return token.start_pos


def result_names(node: Node) -> list[str]:
    """The names on the left side of an instruction."""
    if isinstance(node, lark.Tree) and node.data == "parallel_copy":
        return [token[1:] for token in tokens(node.children[0])]
    first = children(node)[0]
    if not isinstance(first, lark.Token):
        return []
    return [name.strip()[1:] for name in first[:-1].split(",")]


def is_copy(node: Node) -> bool:
    """Whether an instruction copies, in parallel or not."""
    if not isinstance(node, lark.Tree):
        return False
    operation = node.children[1]
    return node.data == "parallel_copy" or (
        isinstance(operation, lark.Tree) and operation.data == "copy"
    )


def string_of(node: Node) -> str:
    """The content of a string, one character for each byte."""
    assert isinstance(node, lark.Token)
    return hex_string_content(node) if node[0] == "h" else decode_string(node)


def number_of(node: Node) -> int:
    """The value of a number, modulo 2**256."""
    assert isinstance(node, lark.Token)
    digits = node.removeprefix("-")
    if digits.startswith("0x"):
        value = int(digits, 16)
    else:
        value = 0
        # In pieces, since Python refuses to convert very long decimal numbers at once.
        for start in range(0, len(digits), _DIGITS_AT_ONCE):
            piece = digits[start : start + _DIGITS_AT_ONCE]
            value = (value * 10 ** len(piece) + int(piece)) & WORD_MASK
    return (-value if node.startswith("-") else value) & WORD_MASK
