"""Small edits of candidates, by which a search moves to neighbours.

A sequence is edited as a list of letters, brackets and the colon. Every edit yields a valid
sequence: brackets are balanced, not empty, not nested deeper than before, and the colon is outside
them.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Callable
from typing import Final, TypeAlias

from yulopt.suite.registry import is_extension, steps_by_letter
from yulopt.tune.candidate import CLEANUP, Candidate

Tokens: TypeAlias = list[str]
Edit: TypeAlias = Callable[[Tokens, random.Random], None]

_OPEN: Final = "["
_CLOSE: Final = "]"
# Groups run up to twelve times, so nested ones can take solc minutes.
_DEEPEST: Final = 1
# Longer sequences are slow, and rarely better.
_LONGEST: Final = 250
_MAX_SLICE: Final = 12

# Common values, and those between; 2**32 - 1 is the maximum that solc accepts.
USUAL_RUNS: Final = (1, 10, 50, 100, 200, 400, 800, 1500, 3000, 10_000, 100_000, 1_000_000)


@functools.cache
def letters() -> tuple[str, ...]:
    """The letters that solc also has, in alphabetical order."""
    return tuple(
        sorted(letter for letter, step in steps_by_letter().items() if not is_extension(step))
    )


def edited(
    kind: str, parent: Candidate, other: Candidate, choose: random.Random, *, keep_runs: bool
) -> Candidate:
    """The parent after an edit of this kind; `other` is for crossover, or a source of pieces.

    The result may be the parent itself.
    """
    if kind == "runs":
        return parent if keep_runs else Candidate(parent.steps, choose.choice(USUAL_RUNS))
    if kind == "cross":
        tokens = _crossed(list(parent.steps), list(other.steps), choose)
    elif kind == "graft":
        tokens = _grafted(list(parent.steps), list(other.steps), choose)
    else:
        tokens = list(parent.steps)
        EDITS[kind](tokens, choose)
    _remove_empty_brackets(tokens)
    if len(tokens) > _LONGEST or _depth(tokens) > max(_depth(list(parent.steps)), _DEEPEST):
        return parent
    return Candidate("".join(tokens), parent.runs)


def shortenings(wanted: Candidate) -> list[frozenset[int]]:
    """The smallest removable parts of a sequence: letters, and brackets around letters."""
    tokens = list(wanted.steps)
    units = [frozenset([index]) for index, token in enumerate(tokens) if _is_letter(token)]
    return units + [frozenset(pair) for pair in _pairs(tokens)]


def without(wanted: Candidate, left_out: frozenset[int]) -> Candidate:
    """The candidate without the characters of its sequence that have these indices."""
    tokens = [token for index, token in enumerate(wanted.steps) if index not in left_out]
    _remove_empty_brackets(tokens)
    return Candidate("".join(tokens), wanted.runs)


def _insert(tokens: Tokens, choose: random.Random) -> None:
    tokens.insert(choose.randint(0, len(tokens)), choose.choice(letters()))


def _delete(tokens: Tokens, choose: random.Random) -> None:
    places = _letter_places(tokens)
    if places:
        del tokens[choose.choice(places)]


def _replace(tokens: Tokens, choose: random.Random) -> None:
    places = _letter_places(tokens)
    if places:
        tokens[choose.choice(places)] = choose.choice(letters())


def _swap(tokens: Tokens, choose: random.Random) -> None:
    """Swap a letter with the next one, across brackets and the colon."""
    places = _letter_places(tokens)
    if len(places) > 1:
        index = choose.randrange(len(places) - 1)
        first, second = places[index], places[index + 1]
        tokens[first], tokens[second] = tokens[second], tokens[first]


def _move(tokens: Tokens, choose: random.Random) -> None:
    """Move a piece of the sequence somewhere else."""
    start, end = _slice(tokens, choose)
    piece = tokens[start:end]
    del tokens[start:end]
    place = choose.randint(0, len(tokens))
    tokens[place:place] = piece


def _repeat(tokens: Tokens, choose: random.Random) -> None:
    """Copy a piece of the sequence somewhere else."""
    start, end = _slice(tokens, choose)
    place = choose.randint(0, len(tokens))
    tokens[place:place] = tokens[start:end]


def _cut(tokens: Tokens, choose: random.Random) -> None:
    """Leave out a piece of the sequence."""
    start, end = _slice(tokens, choose)
    del tokens[start:end]


def _bracket(tokens: Tokens, choose: random.Random) -> None:
    """Repeat a piece of the sequence until nothing changes."""
    start, end = _slice(tokens, choose)
    tokens[start:end] = [_OPEN, *tokens[start:end], _CLOSE]


def _unbracket(tokens: Tokens, choose: random.Random) -> None:
    pairs = _pairs(tokens)
    if pairs:
        start, end = choose.choice(pairs)
        del tokens[end]
        del tokens[start]


EDITS: Final[dict[str, Edit]] = {
    "insert": _insert,
    "delete": _delete,
    "replace": _replace,
    "swap": _swap,
    "move": _move,
    "repeat": _repeat,
    "cut": _cut,
    "bracket": _bracket,
    "unbracket": _unbracket,
}
KINDS: Final = (*EDITS, "cross", "graft", "runs")
"""The names of all kinds of edits."""


def _crossed(tokens: Tokens, other: Tokens, choose: random.Random) -> Tokens:
    """The beginning of one main sequence, then the end of the other; the clean-up of either."""
    main, cleanup = _parts(tokens)
    other_main, other_cleanup = _parts(other)
    start = choose.choice(outer_places(main))
    # Cut the other one at about the same position, so that the length stays about the same.
    wanted = start / max(len(main), 1) * len(other_main) + choose.gauss(0, len(other_main) / 8)
    end = min(outer_places(other_main), key=lambda place: abs(place - wanted))
    return [
        *main[:start],
        *other_main[end:],
        CLEANUP,
        *(cleanup if choose.random() < 0.5 else other_cleanup),
    ]


def _grafted(tokens: Tokens, other: Tokens, choose: random.Random) -> Tokens:
    """Insert a piece of the other sequence, possibly replacing another piece."""
    start, end = _slice(other, choose)
    place, end_of_slice = _slice(tokens, choose)
    if choose.random() < 0.5:
        end_of_slice = place
    return [*tokens[:place], *other[start:end], *tokens[end_of_slice:]]


def _parts(tokens: Tokens) -> tuple[Tokens, Tokens]:
    colon = tokens.index(CLEANUP)
    return tokens[:colon], tokens[colon + 1 :]


def _is_letter(token: str) -> bool:
    return token not in (_OPEN, _CLOSE, CLEANUP)


def _letter_places(tokens: Tokens) -> list[int]:
    return [index for index, token in enumerate(tokens) if _is_letter(token)]


def outer_places(tokens: Tokens) -> list[int]:
    """The positions outside all brackets; the end is the last of them."""
    places, depth = [0], 0
    for index, token in enumerate(tokens):
        depth += (token == _OPEN) - (token == _CLOSE)
        if depth == 0:
            places.append(index + 1)
    return places


def _slice(tokens: Tokens, choose: random.Random) -> tuple[int, int]:
    """The start and end of a piece with balanced brackets; it may be empty."""
    start = choose.randint(0, len(tokens))
    ends, depth = [start], 0
    for index in range(start, min(start + choose.randint(1, _MAX_SLICE), len(tokens))):
        depth += (tokens[index] == _OPEN) - (tokens[index] == _CLOSE)
        if depth < 0 or tokens[index] == CLEANUP:
            break
        if depth == 0:
            ends.append(index + 1)
    return start, ends[-1]


def _pairs(tokens: Tokens) -> list[tuple[int, int]]:
    """The positions of opening and closing brackets."""
    pairs: list[tuple[int, int]] = []
    opened: list[int] = []
    for index, token in enumerate(tokens):
        if token == _OPEN:
            opened.append(index)
        elif token == _CLOSE:
            pairs.append((opened.pop(), index))
    return pairs


def _depth(tokens: Tokens) -> int:
    depth = deepest = 0
    for token in tokens:
        depth += (token == _OPEN) - (token == _CLOSE)
        deepest = max(deepest, depth)
    return deepest


def _remove_empty_brackets(tokens: Tokens) -> None:
    index = 0
    while index + 1 < len(tokens):
        if tokens[index] == _OPEN and tokens[index + 1] == _CLOSE:
            del tokens[index : index + 2]
            index = max(index - 1, 0)
        else:
            index += 1
