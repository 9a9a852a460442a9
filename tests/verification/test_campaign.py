"""A slice of the verifier's campaign, and its counts and reports.

The whole is `python -m tests.verify_campaign`; that it notices broken steps is in `test_mutants`.
"""

from __future__ import annotations

from collections import Counter

import pytest
from click.testing import CliRunner, Result

import yulopt
from tests.broken_steps import break_step
from tests.verification.programs import STYLES, Program, program
from tests.verification.sequences import Trial, each_step, own_steps, random_trials, share
from tests.verification.tally import Tally
from tests.verification.traps import TRAPS
from tests.verification.worker import Worker, verify_trials
from tests.verify_campaign import Task, main, verify_all
from yulopt.passes.step import Context
from yulopt.steps.unused_pruner import UnusedPruner
from yulopt.syntax.ast import Block

FIRST_SEED, PROGRAMS, RANDOM_SEQUENCES = 900_000, 12, 40


def campaign(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def test_no_step_changes_behaviour() -> None:
    trials = each_step() + random_trials(FIRST_SEED, RANDOM_SEQUENCES)
    size = -(-len(trials) // PROGRAMS)
    total = Tally()
    for number in range(PROGRAMS):
        given = program(FIRST_SEED + number)
        print(f"python -m tests.verify_campaign {given.name}")
        total.add_tally(verify_trials(given, share(trials, number, size)))
        assert not total.differences
    # Nearly all pairs must be comparable, and most of them of some interest.
    assert total.verified > 0.75 * len(trials)
    assert total.changed > 0.5 * total.verified
    assert total.reached > 0.5 * total.blocks


@pytest.mark.parametrize("trap", range(len(TRAPS)))
def test_no_step_falls_into_a_trap(trap: int) -> None:
    tally = verify_trials(Program(f"trap {trap}", TRAPS[trap]), each_step())
    assert not tally.differences
    assert tally.verified == len(each_step())


# Verification


def test_each_step_is_verified_alone_and_over_split_code() -> None:
    alone = Counter(trial.last for trial in each_step())
    assert alone == {step.name: 2 for step in own_steps()}
    assert {"ConstantOptimiser", "StackLimitEvader", "StackCompressor"} < set(alone)


def test_all_sequences_get_their_turn_equally_often() -> None:
    trials = random_trials(1, 10)
    turns = Counter(trial for number in range(5) for trial in share(trials, number, 4))
    assert turns == dict.fromkeys(trials, 2)
    assert share(trials, 3, 0) == trials


@pytest.mark.parametrize("style", STYLES)
def test_programs_are_valid_and_reproducible(style: str) -> None:
    for seed in range(10):
        given = program(seed, style)
        assert given == program(seed, style)
        yulopt.parse(given.text, evm_version=given.evm_version)


# Findings and counts

LOSES_THE_SUM = Program("lost", "{ let x := calldataload(0) sstore(0, add(x, 1)) }")


def test_a_difference_is_described(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(context: Context, block: Block) -> None:
        block.statements.clear()

    break_step(monkeypatch, UnusedPruner, run)
    tally = verify_trials(LOSES_THE_SUM, [Trial("", "UnusedPruner", bare=True), Trial("x")], 5)
    (difference,) = tally.differences
    assert "lost, only '' UnusedPruner" in difference
    assert "storage" in difference
    assert tally.verified == 0


def test_an_error_is_a_difference() -> None:
    (difference,) = verify_trials(LOSES_THE_SUM, [Trial("f", bare=True)]).differences
    assert "StepError" in difference
    assert "needs only blocks and functions at the top level" in difference


def test_incomparable_inputs_are_counted() -> None:
    tally = verify_trials(Program("endless", "{ for { } 1 { } { } }"), [Trial("u"), Trial("x")])
    assert (tally.verified, tally.incomparable) == (0, {"out of steps": 2})
    assert tally.given_up["out of steps"] > 10


class Scripted(Worker):
    """Gives results without verifying anything."""

    def __init__(self, *results: Tally) -> None:
        self.results = list(results)

    def run(self, program: Program, trials: list[Trial]) -> Tally:
        return self.results.pop(0)


def test_a_difference_ends_the_campaign() -> None:
    different = Tally(differences=["x"])
    worker = Scripted(Tally(verified=1), different, *(Tally(verified=1) for _ in range(10)))
    tasks: list[Task] = [(LOSES_THE_SUM, [])] * 12
    assert list(verify_all(tasks, [worker])) == [Tally(verified=1), different]


def test_a_process_that_takes_too_long_is_a_difference() -> None:
    worker = Worker(seconds=0.0)
    try:
        assert worker.run(LOSES_THE_SUM, [Trial("")]).differences == ["lost: TimeoutError"]
    finally:
        worker.close()


# The command line


def test_counts_are_printed() -> None:
    result = campaign("--seeds", "3", "--steps", "u", "--steps", "xs", "--processes", "1")
    assert result.exit_code == 0, result.output
    assert "seeds 0:3 and 0 files; 2 sequences (all for each program)" in result.output
    assert "0 differences\n3 programs" in result.output


@pytest.mark.parametrize("arguments", [[], ["--each-step"], ["--seeds", "5"], ["--seeds", "a"]])
def test_wrong_usage(arguments: list[str]) -> None:
    assert campaign(*arguments).exit_code == 2
