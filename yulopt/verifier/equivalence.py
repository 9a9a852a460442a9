"""Equivalence of two runs, by the rules of docs/verification.md."""

from __future__ import annotations

import attr

from yulopt.evm.environment import Limits
from yulopt.evm.halt import HaltKind
from yulopt.evm.outcome import Outcome
from yulopt.interpreter.report import hex_bytes


@attr.s(auto_attribs=True)
class Difference:
    """A difference: the effect, and its values before and after, as text."""

    effect: str
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.effect}: {self.before} before, {self.after} after"


# The factor by which resource use may grow after steps, before it counts as endless.
_SLACK_FACTOR = 8
_SLACK_STEPS = 10_000
_SLACK_MEMORY = 1 << 16


def limits_after(limits: Limits) -> Limits:
    """The limits of runs after steps, which may use more resources."""
    return Limits(
        _SLACK_FACTOR * limits.steps + _SLACK_STEPS,
        _SLACK_FACTOR * limits.memory + _SLACK_MEMORY,
        _SLACK_FACTOR * limits.call_depth,
    )


def with_free_reads(limits: Limits) -> Limits:
    """The limits that allow reading distant memory."""
    return Limits(limits.steps, limits.memory, limits.call_depth, reads_are_free=True)


def is_comparable(before: Outcome) -> bool:
    """Whether the run before is conclusive: not if the interpreter gave up."""
    return not before.is_limit


def first_difference(before: Outcome, after: Outcome) -> Difference | None:
    """The first effect that differs, None if there is none.

    `before` must be comparable.
    """
    if _ending(before) != _ending(after):
        return Difference("ending", _ending_text(before), _ending_text(after))
    if before.output != after.output:
        return Difference("output", hex_bytes(before.output), hex_bytes(after.output))
    pairs: tuple[tuple[str, object, object], ...] = (
        ("messages", before.messages, after.messages),
        ("logs", before.logs, after.logs),
        ("storage", before.storage, after.storage),
        ("transient storage", before.transient, after.transient),
        ("accounts", before.accounts, after.accounts),
    )
    for effect, one, other in pairs:
        if one != other:
            return Difference(effect, _first_unequal(one, other), _first_unequal(other, one))
    return None


def _ending(outcome: Outcome) -> str:
    """Externally indistinguishable endings have the same name."""
    if outcome.is_success:
        return "success"
    if outcome.kind in (HaltKind.INVALID, HaltKind.EXCEPTION):
        return "failure without data"
    return str(outcome.kind.value)


def _ending_text(outcome: Outcome) -> str:
    return outcome.kind.value + (f" ({outcome.reason})" if outcome.reason else "")


def _first_unequal(one: object, other: object) -> str:
    """The first part of `one` that `other` does not have at the same index."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key, value in one.items():
            if key not in other or other[key] != value:
                return f"{_text(key)}: {_text(value)}"
    elif isinstance(one, list) and isinstance(other, list):
        for index, value in enumerate(one):
            if index >= len(other) or other[index] != value:
                return f"number {index + 1}: {_text(value)}"
    return "nothing more"


def _text(value: object) -> str:
    if isinstance(value, bool):
        return str(value)
    if isinstance(value, int):
        return f"{value:#x}"
    if isinstance(value, tuple):
        return "[" + ", ".join(map(_text, value)) + "]"
    return str(value)
