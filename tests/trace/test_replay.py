"""A step replayed from the file of a trace gives the same result."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import yulopt
from tests.cli.test_calls import CALLED, DISPATCH, OTHER, object_with
from tests.conftest import ROOT
from tests.generator import generate
from tests.replay import differences, record, replayed
from tests.slices import seeds
from yulopt.errors import YulSyntaxError
from yulopt.frequency.call_profile import CallProfile
from yulopt.suite.registry import steps_by_letter
from yulopt.trace.directory import replays_of

CORPUS = ROOT.parent / "shared" / "corpus"
# Small enough to run every step again.
SMALL = ("counter", "loops", "recursion")


@pytest.mark.parametrize("name", SMALL)
def test_every_step_can_be_replayed(name: str) -> None:
    _, recording = record((ROOT / "examples" / f"{name}.yul").read_text())
    count, wrong = differences(recording)
    assert count > 50
    assert wrong == []


def test_each_kind_of_step_can_be_replayed(some_example: Path) -> None:
    _, recording = record(some_example.read_text())
    count, wrong = differences(recording, once=True)
    assert count > 10
    assert wrong == []


@pytest.mark.skipif(not CORPUS.is_dir(), reason="needs ../shared/corpus")
def test_each_kind_of_step_over_a_contract_of_the_corpus() -> None:
    _, recording = record((CORPUS / "Counter.yul").read_text())
    count, wrong = differences(recording, once=True)
    assert count > 20
    assert wrong == []


def test_fixed_steps_with_settings_of_their_own() -> None:
    # Without stack allocation the StackCompressor works in another way; few runs and creation
    # code are what the ConstantOptimiser looks at.
    declarations = " ".join(f"let v{index} := calldataload({index})" for index in range(18))
    uses = " ".join(f"sstore(v{index}, v{index})" for index in range(18))
    text = f"{{ {declarations} sstore(1, 0x{'ff' * 31}00) {uses} {uses} }}"
    _, recording = record(text, ":", runs=1, stack_allocation=False)
    names = {replay.change.step.name for replay in replays_of(recording)}
    assert {"StackCompressor", "ConstantOptimiser"} <= names
    assert differences(recording)[1] == []


def test_steps_that_read_how_often_functions_are_called() -> None:
    calls = CallProfile({CALLED: 90, OTHER: 1})
    _, recording = record(object_with(DISPATCH), "b:", calls=calls)
    assert differences(recording)[1] == []
    # Only with the calls: without them, another function is found first.
    recording.settings.options = recording.settings.options._replace(calls=None)
    assert len(differences(recording)[1]) == 1


@pytest.mark.parametrize("bare", [True, False])
def test_a_bare_block(bare: bool) -> None:
    source = "{ { let x := 1 sstore(0, x) } { let x := 2 sstore(1, x) } }"
    _, recording = record(source, "xu", bare=bare)
    replays = list(replays_of(recording))
    assert replays[0].change.step.name == "Disambiguator"
    assert replays[0].change.before.program_text().startswith("{" if bare else 'object "object"')
    assert differences(recording)[1] == []


@pytest.mark.parametrize("seed", seeds(1, 5))
def test_random_programs_and_sequences(seed: int) -> None:
    numbers = random.Random(seed)
    letters = [*steps_by_letter(), *"[["]
    steps = "".join(numbers.choice(letters) for _ in range(15))
    steps += "]" * steps.count("[")
    text = generate(seed, size=20)
    _, recording = record(text, steps, stack_allocation=seed % 2 == 0, lineage=True)
    assert differences(recording)[1] == [], f"seed {seed}, steps {steps}"


def test_removed_names_stay_taken() -> None:
    # x makes _1 and _2, which are gone when x runs again.
    _, recording = record("{ sstore(add(1, 2), 3) }", "xjTujuxjTux", bare=True)
    replays = [replay for replay in replays_of(recording) if replay.change.step.letter == "x"]
    assert len(replays) > 1
    last = replays[-1]
    assert last.checkpoint.taken
    assert replayed(recording, last) == last.change.after.program_text()
    plain = last.change.before.program_text()
    assert yulopt.optimize(plain, "x", bare=True) != last.change.after.program_text()


def test_a_first_line_that_is_not_one_of_a_trace() -> None:
    for record_text in ("", "{}", "[1]", '{"object": 5}', '{"object": -1}'):
        text = f"// yulopt goes on here: {record_text}\n{{ }}"
        with pytest.raises(YulSyntaxError, match="remove this line") as caught:
            yulopt.optimize(text, "", bare=True)
        assert (caught.value.line, caught.value.column) == (1, 25)
        assert yulopt.optimize(text, ":")  # only a bare run reads the line
    line = '// yulopt goes on here: {"object": 3, "creation": true, "counter": 0, "taken": ""}\n'
    with pytest.raises(YulSyntaxError, match="there is no object number 3"):
        yulopt.optimize(line + "{ }", "", bare=True)
