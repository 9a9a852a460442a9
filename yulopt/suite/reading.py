"""Sequences as users write them: letters of all steps, with solc's defaults for omitted parts."""

from __future__ import annotations

from yulopt.dialect import NEWEST, Release
from yulopt.suite.named_sequences import read_sequence
from yulopt.suite.registry import StepLetters
from yulopt.suite.sequence import Group, Sequence, parse_sequence


def parse_steps(steps: str | None, *, name: str = "<steps>", beyond: bool = False) -> Sequence:
    """Read a step sequence; None is solc's default. `name` is for errors; `beyond` is that of
    `Sequence`."""
    text = read_sequence("default") if steps is None else steps
    sequence = parse_sequence(text, StepLetters(), filename=name)
    return Sequence(sequence.main, sequence.cleanup, beyond)


def sequence_text(steps: str | None, *, bare: bool) -> str:
    """The full text of a sequence: None is solc's, and without `:` solc's clean-up is added.

    Offsets into the caller's text remain valid in this text.
    """
    text = read_sequence("default") if steps is None else steps
    return text if bare or ":" in text else f"{text}:{read_sequence('cleanup')}"


def default_cleanup() -> Group:
    """The clean-up part that a sequence without `:` gets."""
    return parse_steps(read_sequence("cleanup")).main


def default_steps(release: Release) -> str | None:
    """The sequence that a release runs by default, None for that of the newest one."""
    name = release.default_sequence
    return None if name == NEWEST.default_sequence else read_sequence(name)
