"""A slice of the campaign over the code of pipelines, and a test that it detects wrong code.

The whole is `python -m tests.suite.campaign`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import EXAMPLES, ROOT
from tests.slices import seeds, smallest
from tests.suite import campaign
from tests.suite.campaign import Tally, bytecode_of, check_file, check_generated
from yulopt.suite.pipelines import pipeline_names

NAMES = tuple(pipeline_names())


@pytest.mark.parametrize("seed", seeds(2, 12))
def test_generated_programs_behave_the_same(seed: int) -> None:
    print(f"python -m tests.suite.campaign --seeds {seed}:{seed + 1}")
    tally = Tally()
    check_generated(seed, NAMES, tally)
    assert not tally.difference


@pytest.mark.parametrize("path", smallest(1, EXAMPLES), ids=lambda path: path.stem)
def test_examples_do_the_same(path: Path) -> None:
    tally = Tally()
    check_file(path, NAMES, tally)
    assert not tally.difference
    assert tally.calls


def test_wrong_code_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    path = ROOT / "examples" / "counter.yul"
    right, wrong = "checked_add(value_1, 1)", "checked_add(value_1, 2)"
    assert right in path.read_text("utf-8")
    monkeypatch.setattr(
        campaign,
        "bytecode_of",
        lambda text, name, runs: bytecode_of(text.replace(right, wrong), name, runs),
    )
    tally = Tally()
    check_file(path, NAMES, tally)
    assert tally.difference.startswith(f"{path}, size, runs 1: calldata d09de08a")
