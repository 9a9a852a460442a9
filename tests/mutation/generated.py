"""Mutants made by rules, most of which let a step do more than it may: conditions and calls are
left out, and bounds are off by one."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import UnionType
from typing import Final

from tests.mutation import by_tests
from tests.mutation.mutant import SuiteMutant, module_path
from tests.verification.programs import Program

_COMPARISONS: Final = {ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">"}
_EXITS: Final = (ast.Return, ast.Continue, ast.Break, ast.Raise)


@dataclass(frozen=True)
class PlacedMutant(SuiteMutant):
    """A mistake at a place in the source: `old` need not be unique, and starts at the character
    `start`. `programs` are those of the tests, if they have been collected.
    """

    start: int = field(default=0, kw_only=True)
    programs: tuple[Program, ...] = field(default=(), kw_only=True, repr=False)

    def patched(self, source: str) -> str:
        """The source with the mistake; raises ValueError if the patch does not fit."""
        if not source.startswith(self.old, self.start):
            raise ValueError(f"{self.name}: not found")
        return source[: self.start] + self.new + source[self.start + len(self.old) :]


def generated_mutants(module: str, tested_by: str) -> Iterator[PlacedMutant]:
    """All mutants of a module (`yulopt.steps.full_inliner`), function by function.

    `tested_by` is a module of tests (`steps/test_full_inliner`).
    """
    source = module_path(module).read_text("utf-8")
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    caught_by = next(by_tests.checks_in(tested_by))
    tree = ast.parse(source)
    for node, new in _mistakes(tree, source):
        old = ast.get_source_segment(source, node)
        assert old is not None
        # The syntax tree counts bytes, which the sources have one of for each character.
        start = starts[node.lineno - 1] + node.col_offset
        broken = f"line {node.lineno}: {_short(old)} → {_short(new)}"
        mutant = PlacedMutant(module, broken, old, new, caught_by, start=start)
        if source.isascii() and _is_python(mutant.patched(source)):
            yield mutant


def _mistakes(tree: ast.AST, source: str) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    """Nodes, and what they become."""
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and isinstance(node.body[-1], _EXITS):
            # A case that is left alone.
            yield node.test, "False"
            yield from _without_one(node.test, ast.Or, source)
        elif isinstance(node, ast.If | ast.IfExp):
            yield from _without_one(node.test, ast.And, source)
        elif isinstance(node, ast.Return):
            yield from _without_one(node.value, ast.And | ast.Or, source)
            value = node.value.value if isinstance(node.value, ast.Constant) else None
            yield from [(node, f"return {not value}")] * isinstance(value, bool)
        elif isinstance(node, ast.Compare) and len(node.ops) == 1:
            other = _COMPARISONS.get(type(node.ops[0]))
            sides = (ast.get_source_segment(source, one) for one in (node.left, *node.comparators))
            yield from [(node, "({} {} {})".format(next(sides), other, *sides))] * bool(other)
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            yield node, "pass"


def _without_one(
    node: ast.expr | None, kinds: type | UnionType, source: str
) -> Iterator[tuple[ast.expr, str]]:
    """A condition without each of its parts."""
    if isinstance(node, ast.BoolOp) and isinstance(node.op, kinds):
        joined = " and " if isinstance(node.op, ast.And) else " or "
        texts = [f"({ast.get_source_segment(source, one)})" for one in node.values]
        for number in range(len(texts)):
            yield node, f"({joined.join(texts[:number] + texts[number + 1 :])})"


def _is_python(source: str) -> bool:
    try:
        ast.parse(source)
    except SyntaxError:
        return False
    return True


def _short(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= 60 else f"{words[:57]}..."
