"""Executions of programs with a heap."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from typing import Final

from tests.prover.test_step_proof import DIALECT
from yulopt.errors import Source
from yulopt.evm.frame import TraceEntry, Tracer
from yulopt.evm.outcome import Outcome
from yulopt.syntax.literals import WORD_MASK
from yulopt.syntax.parser import parse_source
from yulopt.verifier.inputs import Input
from yulopt.verifier.subject import LIMITS, Subject, subjects

_WORDS: Final = (
    0, 1, 2, 3, 4, 5, 6, 7, 8, 31, 32, 33, 63, 64, 65, 95, 96, 127, 128, 129, 159, 160, 192, 224,
    255, 256, 257, 0xFFFF, 0x10000, 1 << 32, (1 << 64) - 1, 1 << 64, (1 << 256) - 1,
    (1 << 256) - 32, (1 << 256) - 64, 1 << 255,
)  # fmt: skip
# The words of calldata that programs read, and the slots of storage.
_READ: Final = 5


def inputs(text: str, seed: int, count: int) -> list[Input]:
    """Calls of a program with small words, edge cases, and words near to its numbers; the first
    ones are the same for all seeds."""
    rng = Random(seed)
    numbers = {int(found, 0) for found in re.findall(r"\b(?:0x[0-9a-f]+|\d+)\b", text)}
    edges = sorted(max(number + change, 0) for number in numbers for change in (-1, 0, 1))
    words = [*_WORDS, *(edge for edge in edges if edge <= WORD_MASK)]
    found = [Input(), _input([2, 3, 32, 3, 3], {0: 1, 2: 1})]
    while len(found) < count:
        given = [_word(rng, words) for _ in range(rng.choice((_READ, _READ, _READ, 3)))]
        density = rng.choice((0.0, 0.3, 0.8))
        storage = {slot: _word(rng, words) for slot in range(8) if rng.random() < density}
        found.append(_input(given, {slot: word for slot, word in storage.items() if word}))
    return found[:count]


def _word(rng: Random, words: Sequence[int]) -> int:
    choice = rng.random()
    if choice < 0.35:
        return rng.randrange(8)
    return rng.choice(words) if choice < 0.9 else rng.getrandbits(rng.choice((9, 16, 64, 256)))


def _input(words: Sequence[int], storage: dict[int, int]) -> Input:
    return Input(b"".join(word.to_bytes(32, "big") for word in words), storage=storage)


def subject_of(text: str) -> Subject:
    """A program that can be executed; raises YulError if it is wrong."""
    return subjects(parse_source(Source(text), DIALECT), DIALECT)[0]


def outcome(subject: Subject, given: Input) -> Outcome:
    """What an execution shows."""
    return subject.run(subject.original, given, LIMITS)


def marked_words(text: str, given: Sequence[Input], topics: Sequence[int]) -> list[list[int]]:
    """The second topics of logs that have one of these as their first one, in the order of all
    executions; the logs of all topics follow each other, unless an execution meets a limit."""
    subject = subject_of(text)
    found: list[list[int]] = [[] for _ in topics]
    for each in given:
        columns: dict[int, list[int]] = {topic: [] for topic in topics}

        def note(entry: TraceEntry, columns: dict[int, list[int]] = columns) -> None:
            if entry.name == "log2" and entry.kind == "builtin" and entry.arguments[2] in columns:
                columns[entry.arguments[2]].append(entry.arguments[3])

        subject.run(subject.original, each, LIMITS, Tracer(note))
        complete = min(map(len, columns.values()))
        for words, column in zip(found, columns.values(), strict=True):
            words += column[:complete]
    return found
