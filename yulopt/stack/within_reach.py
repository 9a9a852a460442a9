"""Transactional changes: rolled back where they make the stack too deep."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from yulopt.dialect import Dialect
from yulopt.stack.layout_generator import stack_report
from yulopt.syntax.ast import Block
from yulopt.syntax.copying import copy_block

_ATTEMPTS: Final = 3


def change_within_reach(
    code: Block, dialect: Dialect, change: Callable[[Block, set[str]], bool]
) -> None:
    """Change code, unless that puts variables out of reach of the newer code generator.

    `change` is given the code and the names of functions to leave alone, and returns whether it
    changed anything. If that makes variables of further functions unreachable, it is retried
    without these, and finally abandoned.
    """
    before = copy_block(code)
    left_alone: set[str] = set()
    known: set[str] | None = None
    for _ in range(_ATTEMPTS):
        if not change(code, left_alone):
            return
        new = _out_of_reach(code, dialect)
        if new and known is None:
            known = _out_of_reach(before, dialect)
        if known is not None:
            new -= known
        if not new:
            return
        left_alone |= new
        code.statements = copy_block(before).statements


def _out_of_reach(code: Block, dialect: Dialect) -> set[str]:
    """The functions that cannot reach all variables; see `stack_report`."""
    return {name for name, problems in stack_report(code, dialect).items() if problems}
