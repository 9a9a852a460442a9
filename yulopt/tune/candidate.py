"""The points of the search space: a step sequence and `runs`, and the path of steps for them."""

from __future__ import annotations

import functools
from typing import Final, TypeAlias

import attr

from yulopt.driver.options import Options
from yulopt.suite.reading import parse_steps, sequence_text
from yulopt.suite.registry import step_of_item
from yulopt.suite.sequence import Group
from yulopt.suite.worlds import goes_beyond

BEYOND: Final = "+"
"""The first item of the path of a candidate beyond solc."""
CLEANUP: Final = ":"
"""The item of a path at which the clean-up begins."""
END: Final = "."
"""The last item of a path: the steps after the clean-up."""

# A stretch of letters is one item of a path, since comparing the code between items takes time. It
# ends after one of these letters, which bring code into much the same form whatever came before;
# so different sequences, or a sequence and its edit, mostly share the ends of stretches.
_ENDS_OF_STRETCHES: Final = "uct"
# Stands for `runs` in an edge whose step does not read it.
_ANY_RUNS: Final = -1

Edge: TypeAlias = tuple[str, int]
"""An item of a sequence, and the `runs` that it reads; `CREATION` stands for creation code."""
Path: TypeAlias = tuple[Edge, ...]

CREATION: Final = -2


@attr.s(auto_attribs=True, frozen=True, order=True)
class Candidate:
    """Settings of solc: a sequence with its clean-up, without blanks, and `runs`."""

    steps: str
    runs: int

    def of(self, options: Options) -> Options:
        """The same options with these steps and `runs`."""
        return options._replace(steps=self.steps, runs=self.runs)


def candidate(steps: str | None, runs: int) -> Candidate:
    """The candidate for a sequence as a user writes it; None is solc's default.

    Raises `SequenceError` for a malformed one.
    """
    parse_steps(steps)
    text = sequence_text(steps, bare=False)
    return Candidate("".join(text.split()), runs)


def path_of(wanted: Candidate, *, is_creation: bool) -> Path:
    """The steps over the code of an object, after the fixed prefix."""
    sequence = parse_steps(wanted.steps)
    assert sequence.cleanup is not None
    is_beyond = goes_beyond(sequence.main, sequence.cleanup)
    first: Path = ((BEYOND, _ANY_RUNS),) if is_beyond else ()
    main, cleanup = _stretches(sequence.main), _stretches(sequence.cleanup)
    runs = CREATION if is_creation else wanted.runs
    return first + tuple(
        (item, runs if _reads_runs(item) else _ANY_RUNS) for item in [*main, CLEANUP, *cleanup, END]
    )


@functools.cache
def group_of(item: str) -> Group:
    """The steps of an item of a path: a stretch of letters, or a group in brackets."""
    return parse_steps(item).main


def _stretches(group: Group) -> list[str]:
    """The items of a path for a part of a sequence."""
    stretches = [""]
    for text in _texts(group):
        if text.startswith("["):
            stretches += [text, ""]
        else:
            stretches[-1] += text
            if text in _ENDS_OF_STRETCHES:
                stretches.append("")
    return [stretch for stretch in stretches if stretch]


def _texts(group: Group) -> list[str]:
    """The text of each item of a group, with its contents."""
    return [item if isinstance(item, str) else f"[{''.join(_texts(item))}]" for item in group.items]


@functools.cache
def _reads_runs(item: str) -> bool:
    return item == END or any(
        step_of_item(letter).reads_runs for letter in item if letter not in f"[]{CLEANUP}"
    )
