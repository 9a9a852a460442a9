"""Terms, evaluated, give what the interpreter gives: a slice of the campaign, and the examples."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.prover.campaign import check, check_text

SEEDS = range(9000, 9020)
EXAMPLES = ("loops", "switches", "sort", "multisig")


@pytest.mark.parametrize("seed", SEEDS)
def test_generated_programs(seed: int) -> None:
    assert {result.split(" ")[0] for result in check(seed)} <= {"same", "open:", "not"}


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples(name: str) -> None:
    text = Path(ROOT / "examples" / f"{name}.yul").read_text("utf-8")
    assert set(check_text(text, "osaka", 1)) <= {"same", "not comparable"}
