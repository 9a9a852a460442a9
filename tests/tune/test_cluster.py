"""A search on a cluster gives the same result, also if a worker dies."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT
from yulopt.errors import Source, YulError
from yulopt.tune.cluster import Cluster
from yulopt.tune.tuning import Tuned, Wanted, tune

SORT = Source((ROOT / "examples/sort.yul").read_text("utf-8"), "sort.yul")
WANTED = Wanted(evaluations=40, seed=5)
NEEDS_DASK = "a cluster needs the package distributed: pip install 'yulopt[tune]'"


def start(*command: str) -> subprocess.Popen[str]:
    """A command of Dask, with its output as a pipe."""
    program = Path(sys.executable).with_name("dask")
    return subprocess.Popen(
        [str(program), *command], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
    )


def said(process: subprocess.Popen[str], pattern: str) -> str:
    """The first group of the first line that fits the pattern."""
    assert process.stderr is not None
    for line in process.stderr:
        if match := re.search(pattern, line):
            return match[1]
    raise AssertionError(f"it never said {pattern}")


@pytest.fixture
def cluster() -> Iterator[tuple[str, list[subprocess.Popen[str]]]]:
    """A scheduler with two workers, each started by hand; its address, and the workers."""
    pytest.importorskip("distributed", reason=NEEDS_DASK)
    if shutil.which("dask", path=str(Path(sys.executable).parent)) is None:
        pytest.skip("no command dask beside this Python: pip install 'dask[distributed]'")
    processes = [start("scheduler", "--port", "0", "--no-dashboard")]
    try:
        address = said(processes[0], r"Scheduler at:\s+(tcp://\S+)")
        for _ in range(2):
            options = ("--nthreads", "1", "--no-dashboard", "--no-nanny")
            processes.append(start("worker", address, *options))
            said(processes[-1], r"(Registered to)")
        yield address, processes[1:]
    finally:
        for process in processes:
            process.kill()
            process.communicate()


def test_the_result_is_that_of_one_process_also_if_a_worker_dies(
    cluster: tuple[str, list[subprocess.Popen[str]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("yulopt.tune.tuning.coreset", lambda: ("xariTuVcum:", "dxsci:m", "x[ul]:"))
    address, workers = cluster
    expected = tune([SORT], WANTED)

    def kill(tuned: Tuned) -> None:
        if tuned.evaluations == 4:
            workers[0].kill()

    team = Cluster(address)
    assert team.size == 2
    assert tune([SORT], WANTED, team=team, on_progress=kill) == expected


def test_no_scheduler_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed", reason=NEEDS_DASK)
    monkeypatch.setattr("yulopt.tune.cluster._SECONDS_TO_CONNECT", 1.0)
    with pytest.raises(YulError, match="no scheduler"):
        Cluster("tcp://127.0.0.1:1")
