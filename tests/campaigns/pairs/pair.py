"""A pair of programs in one text, in which the places of the edit are marked.

`either(x, y)` is one expression before the edit and another one after it; `switch either` has
statements before the edit in its `case 0`, and those after it in its `default`. So the shrinker of
programs shrinks pairs, and both programs can be read at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from yulopt.shrinking.tree import Tree, parse_tree

EITHER: Final = "either"


def name_of(name: str) -> Tree:
    """A variable."""
    return Tree("name", (name,))


def number(value: int) -> Tree:
    """A literal."""
    return Tree("literal", (str(value) if value < 1 << 16 else hex(value),))


def call(name: str, *arguments: Tree) -> Tree:
    """A call."""
    parts: list[str | Tree] = [name, "("]
    for argument in arguments:
        parts += [argument, ","]
    return Tree("call", (*parts[: -1 if arguments else None], ")"))


def parse_expression(text: str) -> Tree:
    """The tree of an expression."""
    (statement,) = parse_tree(f"{{ pop({text}) }}").children()
    return statement.children()[0]


def either_expression(before: Tree, after: Tree) -> Tree:
    """An expression before and after an edit."""
    return call(EITHER, before, after)


def either_statements(before: list[Tree], after: list[Tree]) -> Tree:
    """Statements before and after an edit."""
    return Tree(
        "switch",
        (
            "switch",
            name_of(EITHER),
            Tree("case", ("case", "0", Tree("block", ("{", *before, "}")))),
            Tree("case", ("default", Tree("block", ("{", *after, "}")))),
        ),
    )


def sides(text: str) -> tuple[str, str]:
    """Both programs of a pair."""
    tree = parse_tree(text)
    return str(_side(tree, is_after=False)), str(_side(tree, is_after=True))


def _side(tree: Tree, *, is_after: bool) -> Tree:
    parts: list[str | Tree] = []
    for part in tree.parts:
        if isinstance(part, str):
            parts.append(part)
            continue
        parts += (_side(kept, is_after=is_after) for kept in _kept(part, is_after))
    return Tree(tree.kind, tuple(parts))


def _kept(part: Tree, is_after: bool) -> Iterator[Tree]:
    """What one program has in place of a part."""
    if part.kind == "call" and part.parts[0] == EITHER and len(part.children()) == 2:
        yield from _kept(part.children()[is_after], is_after)
    elif part.kind == "switch" and str(part.parts[1]) == EITHER:
        for case in part.children("case"):
            if (case.parts[0] == "default") == is_after:
                for statement in case.children("block")[0].children():
                    yield from _kept(statement, is_after)
    else:
        yield part
