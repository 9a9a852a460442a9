"""The code for all values of `runs`, and the largest `runs` that fit."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import yulopt as package
from tests.conftest import EXAMPLES, ROOT, Command
from tests.slices import at_length, every_nth
from yulopt.driver.options import Options
from yulopt.errors import Source
from yulopt.suite.named_sequences import read_sequence
from yulopt.tune.fit import MAX_RUNS, Fitter, all_intervals, usual_sequences
from yulopt.tune.runs import CodeByRuns, Interval, changes, steps_beyond_solc

PROGRAMS = {path.stem: path for path in EXAMPLES}
AUCTION = ROOT / "examples" / "auction.yul"

# Duplicates, unused code, and functions that only compute an expression.
SHORT = "d[veTtnDlu]f:"


def fitter(name: str, *sequences: str) -> Fitter:
    source = Source(PROGRAMS[name].read_text("utf-8"), name)
    return Fitter(source, {steps: steps for steps in sequences}, Options())


def code(name: str, steps: str) -> CodeByRuns:
    return fitter(name, steps).codes[steps]


def size(name: str, steps: str, runs: int) -> int:
    made = package.compile(PROGRAMS[name].read_text("utf-8"), steps, runs=runs)
    return (made.deployed or made.bytecode).size


@pytest.mark.parametrize("name", every_nth(4, ["factory", "auction", "erc20", "fixed_point"]))
def test_the_code_of_an_interval_is_the_same(name: str) -> None:
    seed = random.randrange(1 << 32)
    print(f"seed {seed}")
    choose = random.Random(seed)
    steps = choose.choice([":", "xa[r]EscLM", SHORT])
    intervals = all_intervals(code(name, steps))
    assert [interval.first for interval in intervals[1:]] == [
        interval.last + 1 for interval in intervals[:-1] if interval.last is not None
    ]
    assert (intervals[0].first, intervals[-1].last) == (0, None)
    for interval in choose.sample(intervals, min(3, len(intervals))):
        last = interval.first * 2 + 5 if interval.last is None else interval.last
        for runs in (interval.first, choose.randint(interval.first, last), last):
            assert size(name, steps, runs) == interval.deployed_bytes, (steps, runs)


def test_the_size_does_not_always_grow() -> None:
    sizes = [interval.deployed_bytes for interval in all_intervals(code("auction", SHORT))]
    assert None not in sizes
    assert sizes != sorted(sizes, key=lambda bytes: bytes or 0)
    assert size("auction", SHORT, 16) > size("auction", SHORT, 17)


def test_few_compilations() -> None:
    tested = code("erc20", ":")
    all_intervals(tested)
    # Bisection alone takes more to find a single change.
    assert len(tested.intervals) <= 20


def test_changes_of_a_choice() -> None:
    assert changes(lambda value: value // 10, 5, 35) == [10, 20, 30]
    assert changes(lambda _: 0, 0, 100) == []
    assert changes(lambda value: value > 0, 0, 1) == [1]


# Fitting


def test_the_largest_runs_that_fit() -> None:
    # Only the interval from 17 on is as small as this.
    tested = fitter("auction", SHORT)
    (found,) = tested.fits(964)
    assert found.interval == Interval(17, 116, 964)
    assert found.runs == 116
    # Here bisection meets it, too; with no run at all the code is larger.
    assert tested.by_bisection(964) == found


@at_length
@pytest.mark.parametrize("limit", [1200, 960, 1100, 1500])
def test_all_others_that_fit_have_fewer_runs(limit: int) -> None:
    sequences = (SHORT, read_sequence("inline"))
    tested = fitter("auction", *sequences)
    best = max(found.runs for found in tested.fits(limit))
    fitting = [
        interval.first if interval.last is None else interval.last
        for steps in sequences
        for interval in all_intervals(code("auction", steps))
        if interval.fits(limit)
    ]
    assert best == max(fitting, default=-1)


def test_a_limit_that_all_code_fits() -> None:
    tested = fitter("erc20", ":")
    (found,) = tested.fits(24576)
    assert found.interval is not None
    assert found.interval.last is None
    assert size("erc20", ":", found.runs) == size("erc20", ":", MAX_RUNS)
    assert tested.by_bisection(24576) == found


# The command


def test_the_command(yulopt: Command) -> None:
    options = ("fit", "--limit", "1100", "--steps", f"short={SHORT}", "--steps", "a=:")
    result = yulopt(*options, "--snippet", "foundry", AUCTION)
    record = json.loads(yulopt(*options, "--json", AUCTION).stdout)
    best = record["best"]
    runs, steps = best["runs"], best["steps"]
    assert best in record["sequences"]
    assert (result.exit_code, result.stderr) == (0, "")
    assert "Bisection with 'short' alone finds 466 runs." in result.stdout
    assert f"runs   {runs}\nsteps  {steps}\n" in result.stdout
    assert f"optimizer_runs = {runs}\n" in result.stdout
    assert size("auction", steps, runs) == best["fits"]["deployed_bytes"] <= 1100
    assert size("auction", steps, runs + 1) > 1100
    assert record["bisection"]["runs"] <= runs


def test_the_gas_of_calls(yulopt: Command, tmp_path: Path) -> None:
    pytest.importorskip("pyrevm", reason="gas needs pyrevm: pip install 'yulopt[gas]'")
    path, calls = tmp_path / "it.yul", tmp_path / "it.calls"
    path.write_text("{ sstore(0, 1) }")
    calls.write_text("data 0x\n")
    options = ("fit", "--steps", ":", "--calls", calls)
    # PUSH1 1 PUSH0 SSTORE, for a cold slot.
    assert json.loads(yulopt(*options, "--json", path).stdout)["best"]["gas"] == 5 + 22100
    assert yulopt(*options, path).stdout.splitlines()[1].split()[-1] == "22,105"
    path.write_text("{ revert(0, 0) }")
    result = yulopt(*options, path)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(f"{path}: error: the call 'data 0x' reverts")


def test_the_list_of_sizes(yulopt: Command) -> None:
    text = yulopt("fit", "--sizes", "--steps", SHORT, AUCTION).stdout
    rows = [line.replace(",", "").split() for line in text.splitlines()[1:]]
    assert rows[0] == ["0", str(size("auction", SHORT, 0))]
    assert rows[1] == ["17", str(size("auction", SHORT, 17))]
    record = json.loads(yulopt("fit", "--sizes", "--steps", SHORT, "--json", AUCTION).stdout)
    assert [str(one["deployed_bytes"]) for one in record] == [row[1] for row in rows]


def test_nothing_fits(yulopt: Command) -> None:
    result = yulopt("fit", "--limit", "10", "--steps", ":", AUCTION)
    least = size("auction", ":", 17)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == f"{AUCTION}: no code fits: the smallest has {least:,} bytes\n"


def test_the_default_sequences_have_only_steps_of_solc() -> None:
    usual = usual_sequences()
    assert next(iter(usual)) == "default"
    assert [name for name, steps in usual.items() if steps_beyond_solc(steps)] == []
    assert steps_beyond_solc(read_sequence("beyond")) != []


def test_a_step_that_solc_lacks(yulopt: Command) -> None:
    result = yulopt("fit", "--steps", "uG", AUCTION)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "--steps: error: solc has no step 'G'\n"


def test_bad_input(yulopt: Command, tmp_path: Path) -> None:
    path = tmp_path / "bad.yul"
    path.write_text("{ f() }")
    result = yulopt("fit", path)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(f"{path}:1:3: error: ")
