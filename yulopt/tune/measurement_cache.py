"""An on-disk cache of measurements, from which a later search over a program resumes.

A key is a digest of everything that a measurement depends on, including yulopt itself, so entries
are always valid, and the folder can be deleted at any time.
"""

from __future__ import annotations

from types import TracebackType
from typing import Final

from yulopt.persistence.cache import Cache, cache_key
from yulopt.persistence.json_values import Json, JsonObject
from yulopt.tune.candidate import Candidate
from yulopt.tune.measure import Measured
from yulopt.tune.work import Job, Task, Team, digest_of

# The number of new results after which they are written, as at the end.
_MAX_UNWRITTEN: Final = 100


class CachingTeam:
    """A team that looks results up in a cache first."""

    def __init__(self, team: Team, cache: Cache) -> None:
        self.size = team.size
        self._team = team
        self._cache = cache
        # By job: its key, and the known results.
        self._known: dict[str, JsonObject] = {}
        self._unwritten: dict[str, int] = {}
        # Each task, and the part of it that the team measures; jobs with one key may ask twice.
        self._asked: dict[int, tuple[Task, Task]] = {}
        self._answers: dict[int, list[Measured | None]] = {}

    def submit(self, number: int, task: Task, place: int) -> None:
        known = self._known_of(task.job)
        new = Task(task.job, tuple(one for one in task.candidates if _name(one) not in known))
        self._asked[number] = task, new
        if new.candidates:
            self._team.submit(number, new, place)
        else:
            self._answers[number] = self._answer(task)

    def wait(self, seconds: float) -> dict[int, list[Measured | None]]:
        if not self._answers:
            for number, figures in self._team.wait(seconds).items():
                task, new = self._asked[number]
                self._remember(new, figures)
                self._answers[number] = self._answer(task)
        answers, self._answers = self._answers, {}
        for number in answers:
            del self._asked[number]
        return answers

    def __enter__(self) -> CachingTeam:
        self._team.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for key in self._unwritten:
            self._write(key)
        self._cache.forget_oldest()
        self._team.__exit__(kind, error, trace)

    def _known_of(self, job: Job) -> JsonObject:
        key = _key(job)
        if key not in self._known:
            kept = self._cache.read(key)
            self._known[key] = kept if isinstance(kept, dict) else {}
        return self._known[key]

    def _answer(self, task: Task) -> list[Measured | None]:
        known = self._known_of(task.job)
        return [_measured(known[_name(one)]) for one in task.candidates]

    def _remember(self, task: Task, figures: list[Measured | None]) -> None:
        key, known = _key(task.job), self._known_of(task.job)
        known.update(zip(map(_name, task.candidates), map(_json, figures), strict=True))
        self._unwritten[key] = self._unwritten.get(key, 0) + len(figures)
        if self._unwritten[key] >= _MAX_UNWRITTEN:
            self._write(key)

    def _write(self, key: str) -> None:
        if self._unwritten[key]:
            self._cache.write(key, self._known[key])
            self._unwritten[key] = 0


def _key(job: Job) -> str:
    return cache_key("tune", digest_of(job).hex())


def _name(candidate: Candidate) -> str:
    return f"{candidate.runs} {candidate.steps}"


def _json(measured: Measured | None) -> Json:
    if measured is None:
        return None
    return [
        measured.creation_bytes,
        measured.deployed_bytes,
        measured.gas,
        measured.behaviour,
    ]


def _measured(value: Json) -> Measured | None:
    if value is None:
        return None
    assert isinstance(value, list)
    creation, deployed, gas, behaviour = value
    assert isinstance(creation, int)
    assert isinstance(deployed, int)
    assert gas is None or isinstance(gas, (int, float))
    assert isinstance(behaviour, str)
    return Measured(creation, deployed, gas, behaviour)
