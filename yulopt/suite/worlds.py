"""Whether a run reproduces solc, faults included, or goes beyond solc, without them."""

from __future__ import annotations

from yulopt.dialect import FAULTLESS, Dialect, SolcBehaviour
from yulopt.suite.registry import is_extension, step_of_item
from yulopt.suite.sequence import Group


def behaviour_of(dialect: Dialect, *sequences: Group | None, beyond: bool = False) -> SolcBehaviour:
    """The behaviour of the steps of a run of some sequences.

    That of the solc release, unless the run goes beyond solc.
    """
    return FAULTLESS if goes_beyond(*sequences, beyond=beyond) else dialect.behaviour


def goes_beyond(*sequences: Group | None, beyond: bool = False) -> bool:
    """Whether a run over some sequences goes beyond solc: a step does, or, with `beyond`, the code
    generation."""
    return beyond or any(_goes_beyond(sequence) for sequence in sequences if sequence is not None)


def _goes_beyond(group: Group) -> bool:
    return any(
        is_extension(step_of_item(item)) if isinstance(item, str) else _goes_beyond(item)
        for item in group.items
    )
