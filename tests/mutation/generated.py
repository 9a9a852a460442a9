"""Mutants made by rules, most of which let a step do more than it may: conditions, calls and parts
of unions are left out, and bounds are off by one."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import accumulate
from types import UnionType
from typing import Final, NamedTuple, TypeAlias

from tests.mutation.mutant import Mutant, module_path

_COMPARISONS: Final = {ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">"}
_EXITS: Final = (ast.Return, ast.Continue, ast.Break, ast.Raise)

Code: TypeAlias = ast.expr | ast.stmt


class Mistake(NamedTuple):
    """An expression or a statement, where its text starts, that text, and the one instead."""

    node: Code
    start: int
    old: str
    new: str


@dataclass(frozen=True)
class PlacedMutant(Mutant):
    """A mistake at a place in the source: `old` need not be unique, and starts at the character
    `start`. `number` is that of the mistake among the `mistakes` in the source.
    """

    start: int = field(default=0, kw_only=True)
    number: int = field(default=0, kw_only=True)

    def patched(self, source: str) -> str:
        """The source with the mistake; raises ValueError if the patch does not fit."""
        if not source.startswith(self.old, self.start):
            raise ValueError(f"{self.name}: not found")
        return source[: self.start] + self.new + source[self.start + len(self.old) :]


def generated_mutants(module: str) -> Iterator[PlacedMutant]:
    """All mutants of a module (`yulopt.steps.full_inliner`)."""
    source = module_path(module).read_text("utf-8")
    for number, (node, start, old, new) in enumerate(mistakes(ast.parse(source), source)):
        broken = f"line {node.lineno}: {_short(old)} → {_short(new)}"
        yield PlacedMutant(module, broken, old, new, start=start, number=number)


def mistakes(tree: ast.AST, source: str) -> Iterator[Mistake]:
    """All mistakes in the tree of a source, always in the same order."""
    # The syntax tree counts bytes, which the sources have one of for each character.
    if source.isascii():
        text = _Text(source)
        # Nodes inside of strings do not know where they are.
        strings = (node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr))
        inside = {node for string in strings for node in ast.walk(string)}
        for node, new in _changes(tree, text):
            if node not in inside:
                yield Mistake(node, text.start(node), text.of(node), new)


class _Text:
    """The text of nodes."""

    def __init__(self, source: str) -> None:
        self._source = source
        lengths = map(len, source.splitlines(keepends=True))
        self._starts = list(accumulate(lengths, initial=0))

    def start(self, node: Code) -> int:
        """The position of the first character."""
        return self._starts[node.lineno - 1] + node.col_offset

    def of(self, node: Code) -> str:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        end = self._starts[node.end_lineno - 1] + node.end_col_offset
        return self._source[self.start(node) : end]


def _changes(tree: ast.AST, text: _Text) -> Iterator[tuple[Code, str]]:
    """Nodes, and what they become."""
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and isinstance(node.body[-1], _EXITS):
            # A case that is left alone.
            yield node.test, "False"
            yield from _without_one(node.test, ast.Or, text)
        elif isinstance(node, ast.If | ast.IfExp):
            yield from _always(node.test)
            yield from _without_one(node.test, ast.And, text)
        elif isinstance(node, ast.comprehension):
            for test in node.ifs:
                yield from _always(test)
                yield from _without_one(test, ast.And, text)
        elif isinstance(node, ast.Return):
            yield from _without_one(node.value, ast.And | ast.Or, text)
            value = node.value.value if isinstance(node.value, ast.Constant) else None
            yield from [(node, f"return {not value}")] * isinstance(value, bool)
        elif isinstance(node, ast.Compare) and type(node.ops[0]) in _COMPARISONS:
            if len(node.ops) == 1:
                left, right = text.of(node.left), text.of(node.comparators[0])
                yield node, f"({left} {_COMPARISONS[type(node.ops[0])]} {right})"
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
            yield from ((node, f"({text.of(one)})") for one in (node.left, node.right))
        elif isinstance(node, ast.Expr) and _does_something(node.value):
            yield node, "pass"


def _always(test: ast.expr) -> Iterator[tuple[ast.expr, str]]:
    """A condition that is left out."""
    if not _is_type_check(test):
        yield test, "True"


def _without_one(
    node: ast.expr | None, kinds: type | UnionType, text: _Text
) -> Iterator[tuple[ast.expr, str]]:
    """A condition without each of its parts."""
    if isinstance(node, ast.BoolOp) and isinstance(node.op, kinds):
        joined = " and " if isinstance(node.op, ast.And) else " or "
        texts = [f"({text.of(one)})" for one in node.values]
        for number in (n for n, one in enumerate(node.values) if not _is_type_check(one)):
            yield node, f"({joined.join(texts[:number] + texts[number + 1 :])})"


def _is_type_check(node: ast.expr) -> bool:
    """Whether it is one. Without it, a step fails rather than errs."""
    test = node.operand if isinstance(node, ast.UnaryOp) else node
    function = test.func if isinstance(test, ast.Call) else None
    return isinstance(function, ast.Name) and function.id == "isinstance"


def _does_something(node: ast.expr) -> bool:
    """Whether it is a call that does more than go on with a part of the code, which otherwise
    mostly stays as it is."""
    return isinstance(node, ast.Call) and not (
        isinstance(node.func, ast.Attribute) and node.func.attr.startswith(("visit", "__init__"))
    )


def _short(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= 60 else f"{words[:57]}..."
