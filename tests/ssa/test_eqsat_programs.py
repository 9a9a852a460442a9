"""Acceptance case P17 of chapter 09, section 9.4: whole programs through equality saturation.

The largest contract of the corpus is left to `python -m tests.ssa.eqsat_campaign`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.oracle import SHARED
from tests.slices import every_nth
from tests.ssa.eqsat_campaign import EXAMPLES, after_default, gas, traces

pytest.importorskip("egglog", reason="saturation needs egglog")

TRIES = 8


def check(path: Path) -> None:
    program = after_default(path)
    tally = traces(program, TRIES)
    assert not tally.differences
    assert tally.inputs
    before, after = gas(program)
    assert after[0] <= before[0]
    assert after[1] <= before[1]


@pytest.mark.parametrize("path", every_nth(5, EXAMPLES), ids=lambda path: path.stem)
def test_examples(path: Path) -> None:
    check(path)


@pytest.mark.parametrize("name", every_nth(3, ["Counter", "My20", "Sorter"]))
def test_corpus(name: str) -> None:
    path = SHARED / "corpus" / f"{name}.yul"
    if not path.exists():
        pytest.skip(f"needs ../shared/corpus/{name}.yul")
    check(path)
