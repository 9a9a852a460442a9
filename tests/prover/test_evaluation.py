"""Evaluated terms agree with the interpreter: a slice of the campaign, and the examples."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.prover.campaign import check, check_text

SEEDS = range(9310, 9330)
EXAMPLES = ("loops", "switches", "sort", "multisig")


@pytest.mark.parametrize("seed", SEEDS)
def test_generated_programs(seed: int) -> None:
    assert {result.split(" ")[0] for result in check(seed)} <= {"same", "open:", "not"}


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples(name: str) -> None:
    text = Path(ROOT / "examples" / f"{name}.yul").read_text("utf-8")
    assert set(check_text(text, "osaka", 1)) <= {"same", "not comparable"}


def test_loops_in_loops_keep_their_symbols_apart() -> None:
    """The value of a loop gets into the rounds of another one when a loop around that is closed."""
    text = """{
        let a := calldataload(0) let b := 3
        for { let i } lt(i, 4) { i := add(i, 1) } { let t := a a := add(b, i) b := mul(t, 3) }
        let x := a let n := calldataload(32)
        for { let k } lt(k, 3) { k := add(k, 1) }
        {
            x := add(x, 0)
            let c := x let d := k
            for { let j } lt(j, 2) { j := add(j, 1) } { let t := c c := add(d, x) d := xor(t, j) }
            n := add(mul(n, 5), sub(c, d))
        }
        sstore(0, n) sstore(1, x)
    }"""
    assert set(check_text(text, "osaka", 1)) == {"same"}
