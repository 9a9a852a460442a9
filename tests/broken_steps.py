"""Deliberately wrong steps, in place of real ones."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from yulopt.passes.step import Context, Step
from yulopt.suite.registry import all_steps, loaded_steps, steps_by_letter
from yulopt.syntax.ast import Block


def break_step(
    monkeypatch: pytest.MonkeyPatch, kind: type[Step], run: Callable[[Context, Block], None]
) -> None:
    """Replace the step `kind` in all sequences by `run`."""

    class BrokenStep(Step):
        name = kind.name
        letter = kind.letter
        requires = kind.requires

        def run(self, context: Context, block: Block) -> None:
            run(context, block)

    # These tables are made from the loaded steps when they are asked for first.
    by_letter, by_name = steps_by_letter(), all_steps()
    # A method of a compiled class cannot be replaced, but a step can.
    for item in (kind.letter, kind.name):
        monkeypatch.setitem(loaded_steps(), item, BrokenStep())
    monkeypatch.setitem(by_letter, kind.letter, BrokenStep())
    monkeypatch.setitem(by_name, kind.name, BrokenStep())
