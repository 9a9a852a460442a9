"""Runs of forge kept in a folder, so that a campaign of hours can be done in pieces."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.campaigns.foundry.comparison import FIELDS
from tests.campaigns.foundry.forge import Run, TestResult
from yulopt.persistence.json_values import Json, object_at, read_json, write_json

_NO_NAME: Final = re.compile(r"\W+")


class Kept:
    """Runs by their names; without a folder nothing is kept."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def read(self, *name: str) -> Run | None:
        """The run of that name, None if there is none."""
        path = self._path(name)
        return None if path is None or not path.exists() else _from_json(path.read_text("utf-8"))

    def write(self, run: Run, *name: str) -> None:
        """Keep a run, without what comparisons do not need."""
        path = self._path(name)
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(_to_json(run), "utf-8")

    def _path(self, name: Sequence[str]) -> Path | None:
        if self._folder is None:
            return None
        return self._folder / f"{_NO_NAME.sub('-', ' '.join(name))}.json"


def merged(runs: Sequence[Run]) -> Run:
    """The runs of all parts of a project as one; of code that several parts have, the first."""
    whole = Run(0, 0, {}, {}, "")
    for run in runs:
        whole = Run(
            whole.seconds + run.seconds,
            whole.processor_seconds + run.processor_seconds,
            run.artifacts | whole.artifacts,
            run.tests | whole.tests,
            whole.reported + run.reported,
        )
    return whole


def _to_json(run: Run) -> str:
    artifacts: Json = {
        name: {field: artifact.get(field) for field in FIELDS}
        for name, artifact in run.artifacts.items()
    }
    tests: Json = {name: [result.passed, result.gas] for name, result in run.tests.items()}
    times: Json = [run.seconds, run.processor_seconds]
    return write_json({"times": times, "artifacts": artifacts, "tests": tests})


def _from_json(text: str) -> Run:
    run = object_at(read_json(text))
    times = run["times"]
    assert isinstance(times, list)
    seconds, processor_seconds = times
    assert isinstance(seconds, float)
    assert isinstance(processor_seconds, float)
    tests: dict[str, TestResult] = {}
    for name, result in object_at(run, "tests").items():
        assert isinstance(result, list)
        passed, gas = result
        tests[name] = TestResult(passed is True, gas if isinstance(gas, int) else None)
    artifacts = {name: object_at(one) for name, one in object_at(run, "artifacts").items()}
    return Run(seconds, processor_seconds, artifacts, tests, "")
