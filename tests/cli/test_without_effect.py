"""Options that would have no effect beside others are wrong usage, as contradictions are."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from tests.conftest import ROOT, Command

COUNTER = ROOT / "examples/counter.yul"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("--bare --step u --pipeline size", "--step excludes --steps, --sequence and --pipeline."),
        ("fit --sizes --limit 10", "--limit and --sizes exclude each other."),
        ("fit --sizes --snippet foundry", "--snippet and --sizes exclude each other."),
        ("fit --sizes --calls token.calls", "--calls and --sizes exclude each other."),
        ("fit --json --snippet foundry", "--snippet and --json exclude each other."),
        ("tune --json --snippet foundry", "--snippet and --json exclude each other."),
        ("tune --allow-growth 5", "--allow-growth needs --baseline."),
        ("compare --allow-growth 5", "--allow-growth needs --baseline."),
        ("rvsdg from-yul --iters 30", "--iters needs --optimize."),
        ("rvsdg from-yul --peel --emit yul", "--peel needs --optimize."),
        ("rvsdg from-yul --verify-each", "--verify-each needs --optimize."),
        ("ssa --show loops", "--show needs --emit dot or svg."),
        ("ssa --show loops --emit yul", "--show needs --emit dot or svg."),
        ("report --quick --search-time 15s", "--search-time and --quick exclude each other."),
        ("report --quick --proof-time 1m", "--proof-time and --quick exclude each other."),
        ("report --html -", "--html needs the name of a file"),
        ("run --calldata 0x --call f()", "--calldata and --call exclude each other"),
        ("run --callvalue 0 --call f()", "--callvalue and --call exclude each other"),
        (
            "run --deploy --arguments 0x --constructor c()",
            "--arguments and --constructor exclude each other.",
        ),
        ("run --arguments 0x", "--arguments needs --deploy."),
        ("run --account 0xb=b.yul --account 11=c.yul", "--account is given twice for 0xb."),
        ("run --library L=1 --library L=2", "--library is given twice for L."),
        ("--base-path nope", "Directory 'nope' does not exist."),
        ("asm --include-path nope", "Directory 'nope' does not exist."),
    ],
)
def test_an_option_without_effect(yulopt: Command, line: str, message: str) -> None:
    result = yulopt(*shlex.split(line), COUNTER)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


def test_prices_have_no_effect_on_steps_of_solc(yulopt: Command, tmp_path: Path) -> None:
    prices = tmp_path / "chain.toml"
    prices.write_text("stored-byte = 100_000\n")
    for words in (("--steps", "u"), ("--sequence", "small"), ("prove", "--steps", "u")):
        result = yulopt(*words, "--prices", prices, COUNTER)
        assert (result.exit_code, result.stdout) == (2, "")
        assert "--prices needs --pipeline, or --steps beyond solc's." in result.stderr
    # So do the commands of a trace that run a single step again.
    assert yulopt("--bare", "--steps", "u", "--prices", prices, COUNTER).exit_code == 0
