"""The recording of a run, preserved through JSON."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import yulopt
from tests.conftest import ROOT
from tests.oracle import SHARED
from tests.replay import record
from yulopt.driver.optimization import optimize_source, program_text
from yulopt.driver.options import Options
from yulopt.errors import Source
from yulopt.passes.step import NAMES, Context, Observer, Step
from yulopt.syntax.ast import Block
from yulopt.trace.edits import LineTable, apply_edits, edits_between
from yulopt.trace.recording import (
    changes_of,
    end_of,
    excerpt,
    position_in_run,
    start_of,
)
from yulopt.trace.statistics import statistics_of

CORPUS = SHARED / "corpus"
COUNTER = (ROOT / "examples" / "counter.yul").read_text()


class _BeforeNames(Observer):
    """Keeps the code of each object before its names are simplified."""

    def __init__(self) -> None:
        self.codes: list[list[str]] = []

    def before_step(self, step: Step, context: Context, block: Block) -> None:
        if step.name == "NameSimplifier":
            self.codes.append(yulopt.print_yul(block).split("\n"))


def test_the_last_program_is_the_output(some_example: Path) -> None:
    program, recording = record(some_example.read_text())
    assert end_of(recording).program_text() == program_text(program, bare=False)


def test_the_last_program_before_the_names_is_the_output_before_them(
    some_example: Path,
) -> None:
    check_before_names(some_example.read_text())


@pytest.mark.skipif(not CORPUS.is_dir(), reason="needs ../shared/corpus")
def test_the_last_programs_of_the_corpus() -> None:
    contracts = sorted(CORPUS.glob("*.yul"))
    assert contracts
    for contract in contracts:
        text = contract.read_text()
        # The two largest take five times as long as the others.
        if len(text) < 50_000:
            check_before_names(text)


def check_before_names(text: str) -> None:
    observer = _BeforeNames()
    optimize_source(Source(text), Options(), observer=observer)
    _, recording = record(text)
    traced: dict[int, list[str]] = {
        number: start_of(recording).code(number) for number in range(len(recording.objects))
    }
    for change in changes_of(recording):
        if change.step.part != NAMES:
            traced[change.step.object_number] = change.new
    order = dict.fromkeys(step.object_number for step in recording.steps)
    assert [traced[number] for number in order] == observer.codes


def test_records_of_a_step() -> None:
    _, recording = record("{ let x := 1 sstore(0, 5) }", "[u]:", bare=False)
    changing = [step for step in recording.steps if step.changed]
    pruner = next(step for step in changing if step.letter == "u")
    assert (pruner.name, pruner.part, pruner.offset, pruner.rounds) == (
        "UnusedPruner", "main", 1, [1],
    )  # fmt: skip
    assert pruner.before.known_size - pruner.after.known_size == 1  # the literal 1
    assert pruner.before.gas > pruner.after.gas
    assert pruner.seconds > 0
    assert not pruner.is_extension
    assert position_in_run(recording, pruner) == "sequence 2, round 1"
    assert excerpt(recording, pruner) == ("[", "u", "]:")
    rounds = [step.rounds for step in recording.steps if step.letter == "u"]
    assert rounds == [[1], [2]]
    first = recording.steps[0]
    assert (first.name, position_in_run(recording, first)) == (
        "Disambiguator",
        "before the sequence",
    )


def test_nested_rounds() -> None:
    _, recording = record("{ let x := 1 }", "g[u[c]]", bare=True)
    seen = [(step.letter, step.rounds, step.offset) for step in recording.steps[2:]]
    assert seen[:3] == [("u", [1], 2), ("c", [1, 1], 4), ("u", [2], 2)]


def test_the_objects_and_the_text_around_their_code() -> None:
    source = """
    /// @use-src 0:"a.sol"
    object "A" {
        code { sstore(0, datasize("B")) }
        object "B" { code { { } } data "d" hex"00ff" }
        object "A_deployed" { code { pop(1) stop() } }
    }
    """
    program, recording = record(source)
    assert [(item.path, item.is_creation) for item in recording.objects] == [
        ("A", True), ("A.B", True), ("A.A_deployed", False),
    ]  # fmt: skip
    assert start_of(recording).program_text() == yulopt.print_yul(yulopt.parse(source))
    assert end_of(recording).program_text() == yulopt.print_yul(program)


def test_edits_transform_one_text_into_another() -> None:
    seed = 7
    numbers = random.Random(seed)
    for _ in range(300):
        before = [numbers.randrange(6) for _ in range(numbers.randrange(12))]
        after = [numbers.randrange(6) for _ in range(numbers.randrange(12))]
        edits = edits_between(before, after)
        assert apply_edits(before, edits) == after, f"seed {seed}: {before} {after}"
        assert (edits == []) == (before == after)


def test_a_line_is_kept_once() -> None:
    table = LineTable()
    assert table.numbers(["a", "b", "a"]) == [0, 1, 0]
    assert table.numbers(["c", "b"]) == [2, 1]
    assert table.lines == ["a", "b", "c"]


def test_statistics_are_those_of_the_recording() -> None:
    _, recording = record(COUNTER)
    statistics = statistics_of(recording)
    assert sum(item.runs for item in statistics.values()) == len(recording.steps)
    assert sum(item.changes for item in statistics.values()) == len(list(changes_of(recording)))
    start = sum(item.metrics.gas for item in recording.objects)
    end = sum({step.object_number: step.after.gas for step in recording.steps}.values())
    assert sum(item.gas_change for item in statistics.values()) == end - start
