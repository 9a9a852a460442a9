"""Where a step stands in a run, in words."""

from __future__ import annotations

from typing import Final

from yulopt.pipeline.step import AFTER, BEFORE, BETWEEN, CLEANUP, MAIN, NAMES
from yulopt.trace.recording import Recording, StepRun

_PARTS: Final = {
    BEFORE: "before the sequence",
    MAIN: "sequence",
    BETWEEN: "before the clean-up",
    CLEANUP: "clean-up",
    AFTER: "after the clean-up",
    NAMES: "names",
}
# How much of the sequence is shown on each side of the step.
_CONTEXT: Final = 8


def place(recording: Recording, step: StepRun) -> str:
    """The part of the run, the character of the sequence (from 1), and the rounds of brackets."""
    words = _PARTS.get(step.part, step.part)
    if step.offset is not None:
        words += f" {step.offset + 1}"
    if step.rounds:
        rounds = ".".join(map(str, step.rounds))
        words += f", round {rounds}"
    return words


def excerpt(recording: Recording, step: StepRun) -> tuple[str, str, str]:
    """The text of the sequence around the step: before it, its letter, after it.

    All three are empty for a fixed step.
    """
    if step.offset is None:
        return "", "", ""
    text, offset = recording.settings.sequence.replace("\n", " "), step.offset
    start, end = max(0, offset - _CONTEXT), min(len(text), offset + 1 + _CONTEXT)
    before = ("..." if start else "") + text[start:offset]
    after = text[offset + 1 : end] + ("..." if end < len(text) else "")
    return before, text[offset], after
