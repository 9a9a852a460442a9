"""The time limit ends proofs, also during the run to be proven."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.conftest import EXAMPLES
from yulopt.driver.options import Options
from yulopt.persistence.cache import CACHE_VARIABLE, OFF
from yulopt.report.proofs import proof_of
from yulopt.report.subjects import Subject
from yulopt.suite.pipelines import Pipeline
from yulopt.terminal.console import ProgressLine

pytest.importorskip("z3", reason="proofs need z3-solver: pip install 'yulopt[prove]'")


class _Told(ProgressLine):
    """Keeps all progress messages."""

    __slots__ = ("reported",)

    def __init__(self) -> None:
        super().__init__("")
        self.reported: list[str] = []

    def __setattr__(self, name: str, value: object) -> None:
        super().__setattr__(name, value)
        if name == "detail" and value:
            self.reported.append(str(value))


@pytest.mark.parametrize("jobs", [1, 2])
def test_no_proof_starts_after_its_time(jobs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CACHE_VARIABLE, OFF)
    [path] = [path for path in EXAMPLES if path.stem == "counter"]
    subject, line = Subject("counter", Path(path), path.read_text()), _Told()
    found = proof_of(
        subject, Pipeline.named("gas"), Options(), end=time.monotonic() - 1, jobs=jobs, line=line
    )
    assert found.startswith("not finished in time (optimising, 0 steps)")
    assert line.reported == ["optimising, 0 steps"]
    # With time, the same is proven.
    found = proof_of(
        subject, Pipeline.named("gas"), Options(), end=time.monotonic() + 600, jobs=jobs, line=line
    )
    assert "proven" in found
    assert line.reported[-1].endswith(" steps")
