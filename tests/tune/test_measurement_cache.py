"""Measurements are cached on disk, and not repeated."""

from __future__ import annotations

from pathlib import Path

from tests.conftest import Command
from yulopt.driver.options import Options
from yulopt.errors import Source
from yulopt.persistence.cache import Cache
from yulopt.tune.candidate import Candidate
from yulopt.tune.measure import BytesMeasure, Measured
from yulopt.tune.measurement_cache import CachingTeam
from yulopt.tune.tuning import Tuning, Wanted, tune
from yulopt.tune.work import Alone, Job, Task

TEXT = "{ let x := calldataload(0) for { } lt(x, 9) { x := add(x, 1) } { sstore(x, add(x, 0)) } }"


class Counting(Alone):
    """Counts the candidates that are measured; fails after a number of them."""

    def __init__(self, most: int | None = None) -> None:
        super().__init__()
        self.measured = 0
        self._most = most

    def submit(self, number: int, task: Task, place: int) -> None:
        self.measured += len(task.candidates)
        if self._most is not None and self.measured > self._most:
            raise KeyboardInterrupt
        super().submit(number, task, place)


def searched(team: Counting, folder: Path | None, text: str = TEXT) -> Tuning:
    wanted = Wanted(evaluations=8, seconds=600)
    chosen = team if folder is None else CachingTeam(team, Cache(folder))
    return tune([Source(text, "a.yul")], wanted, team=chosen)


def test_a_second_search_measures_nothing_again(tmp_path: Path) -> None:
    first, second = Counting(), Counting()
    expected = searched(first, None)
    assert searched(Counting(), tmp_path) == expected
    assert searched(second, tmp_path) == expected
    assert (first.measured > 8, second.measured) == (True, 0)


def test_an_interrupted_search_resumes(tmp_path: Path) -> None:
    whole, rest = Counting(), Counting()
    expected = searched(whole, None)
    assert searched(Counting(most=6), tmp_path).is_interrupted
    assert searched(rest, tmp_path) == expected
    assert 0 < rest.measured < whole.measured


def test_other_programs_and_damaged_files_are_measured(tmp_path: Path) -> None:
    searched(Counting(), tmp_path)
    [kept] = tmp_path.iterdir()
    kept.write_text(kept.read_text("utf-8").replace("1", "2"), "utf-8")
    damaged, other = Counting(), Counting()
    assert searched(damaged, tmp_path) == searched(Counting(), None)
    assert damaged.measured > 0
    searched(other, tmp_path, TEXT.replace("9", "8"))
    assert other.measured > 0


def test_figures_are_kept_as_they_are(tmp_path: Path) -> None:
    """Gas, behaviour, and that there is no code at all."""

    class Given(Alone):
        def wait(self, seconds: float) -> dict[int, list[Measured | None]]:
            number, _ = self._waiting.popleft()
            return {number: list(given)}

    given = (None, Measured(1, 2), Measured(3, 4, 5.5, "abc"))
    candidates = tuple(Candidate(steps, 200) for steps in ("a", "b", "c"))
    job = Job("a.yul", TEXT, BytesMeasure(), Options(), 0)
    for team in (Given(), Counting(most=0)):
        with CachingTeam(team, Cache(tmp_path)) as remembering:
            remembering.submit(0, Task(job, candidates), 0)
            assert remembering.wait(1) == {0: list(given)}


def test_the_option(yulopt: Command, tmp_path: Path) -> None:
    program = tmp_path / "a.yul"
    program.write_text("{ sstore(0, add(calldataload(0), 0)) }")
    arguments = ["tune", "--no-confirm", "--evaluations", "5", "-j", "1", program]
    without = yulopt(*arguments)
    for _ in range(2):
        result = yulopt(*arguments, "--cache", tmp_path / "kept")
        assert (result.exit_code, result.stdout) == (0, without.stdout)
    assert len(list((tmp_path / "kept").iterdir())) == 1


def test_a_file_is_not_a_folder(yulopt: Command, tmp_path: Path) -> None:
    program = tmp_path / "a.yul"
    program.write_text("{ }")
    result = yulopt("tune", "--cache", program, program)
    assert result.exit_code == 2
    assert "is a file" in result.stderr


def test_equal_programs_are_asked_for_twice(tmp_path: Path) -> None:
    candidates = (Candidate("a:", 200), Candidate("u:", 200))
    with CachingTeam(Counting(), Cache(tmp_path)) as team:
        for number, name in enumerate(("a.yul", "b.yul")):
            job = Job(name, TEXT, BytesMeasure(), Options(), 0)
            team.submit(number, Task(job, candidates), 0)
        answers: dict[int, list[Measured | None]] = {}
        while len(answers) < 2:
            answers |= team.wait(1)
    assert answers[0] == answers[1]
