"""Several processes at work: one of them dies, all of them are interrupted, the first one dies."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.conftest import ROOT, Command
from tests.suite.test_extensions import install
from yulopt.batch import files as batch
from yulopt.batch.workers import Death, results_as_they_come, run_in_processes

# A step that kills its own process, or waits, when the program asks for that.
MODULE = '''"""Fate: what the program says."""

import os
import signal
import time
from pathlib import Path

from yulopt.syntax.printer import print_yul
from yulopt.passes.step import Step


class Fate(Step):
    """What the program says."""

    name = "Fate"
    letter = "Z"

    def run(self, context, block):
        text = print_yul(block)
        if "die" in text:
            os.kill(os.getpid(), signal.SIGKILL)
        if "wait" in text:
            Path(f"{os.environ['AT_WORK']}/{os.getpid()}").touch()
            time.sleep(600)
'''

posix = pytest.mark.skipif(
    os.name != "posix", reason="needs the signals of POSIX, which this system lacks"
)


class Run:
    """`yulopt --bare --steps Z --jobs 2` over programs that decide on their fate."""

    def __init__(self, folder: Path, fates: list[str], *arguments: str | Path) -> None:
        packages, self._at_work = folder / "packages", folder / "at work"
        packages.mkdir()
        self._at_work.mkdir()
        install(packages, MODULE, target="zero_doubler:Fate")
        self.files = [folder / f"{number}.yul" for number in range(len(fates))]
        for file, fate in zip(self.files, fates, strict=True):
            file.write_text(f"{{ let {fate} }}\n")
        command = [sys.executable, "-m", "yulopt", "--bare", "--steps", "Z", "--jobs", "2"]
        self.process = subprocess.Popen(
            [*command, *arguments, *self.files],
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": str(packages), "AT_WORK": str(self._at_work)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def wait_until_at_work(self, count: int) -> None:
        """Wait until this many processes wait."""
        while len(list(self._at_work.iterdir())) < count:
            assert self.process.poll() is None
            time.sleep(0.05)

    def end(self) -> tuple[int, str, str]:
        """The exit status and the output, which ends when no process is left that could write."""
        try:
            output, errors = self.process.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            raise
        return self.process.returncode, output, errors


@posix
def test_a_killed_process_loses_only_its_file(tmp_path: Path) -> None:
    run = Run(tmp_path, ["a", "die", "b", "c", "die", "d"])
    status, output, errors = run.end()
    assert status == 1
    names = {0: "a", 2: "b", 3: "c", 5: "d"}
    assert output == "".join(
        f"// {run.files[number]}\n{{ let {name} }}\n" for number, name in names.items()
    )
    assert errors == "".join(
        f"{run.files[number]}: error: the process that worked on it was ended by signal 9 (Killed);"
        " most likely it ran out of memory; try again with fewer --jobs\n"
        for number in (1, 4)
    )


@posix
def test_an_interrupt_ends_all_processes_at_once(tmp_path: Path) -> None:
    run = Run(tmp_path, ["wait", "wait", "a"], "-o", tmp_path / "out")
    run.wait_until_at_work(2)
    # As the terminal does it.
    os.killpg(run.process.pid, signal.SIGINT)
    assert run.end() == (130, "", "")
    assert not (tmp_path / "out").exists()


@posix
def test_no_process_outlives_the_first_one(tmp_path: Path) -> None:
    run = Run(tmp_path, ["wait", "wait"])
    run.wait_until_at_work(2)
    run.process.kill()
    assert run.end()[:2] == (-signal.SIGKILL, "")


def test_results_are_in_order() -> None:
    lengths = run_in_processes(len, ["a" * 100_000, "", "abc"], 2)
    assert list(lengths) == [100_000, 0, 3]
    assert list(run_in_processes(len, [], 2)) == []


def test_running_out_of_memory_is_reported(
    yulopt: Command, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_arguments: object, **_options: object) -> None:
        raise MemoryError

    monkeypatch.setattr(batch, "optimize_source", fail)
    result = yulopt(file)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == f"{file}: error: out of memory\n"


def test_an_exit_is_reported() -> None:
    assert list(run_in_processes(os._exit, [3, 0], 1)) == [Death(3), Death(0)]
    assert str(Death(3)) == "ended with exit status 3"


def test_waiting_for_results_can_be_interrupted() -> None:
    class _Enough(Exception):
        pass

    found: list[object] = []

    def waiting() -> None:
        if found:
            raise _Enough

    # In order of completion, although the first task takes long.
    results = results_as_they_come(_sleep, [600.0, 0.0], 2, waiting=waiting)
    found.append(next(results))
    assert found == [(1, 0.0)]
    with pytest.raises(_Enough):
        next(results)


def test_tasks_may_be_added_while_results_come() -> None:
    tasks = [0.1]
    found = []
    for number, result in results_as_they_come(_sleep, tasks, 2):
        found.append((number, result))
        if len(tasks) < 4:
            tasks.append(0.1 + len(tasks) / 100)
    assert found == list(enumerate(tasks))
    assert len(tasks) == 4


def _sleep(seconds: float) -> float:
    time.sleep(seconds)
    return seconds
