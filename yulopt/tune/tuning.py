"""Tunes programs: a search for each, or one for all, and the results."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Final

import attr

from yulopt.driver.options import Options
from yulopt.errors import Source
from yulopt.syntax.parser import parse_source
from yulopt.tune.candidate import Candidate, candidate
from yulopt.tune.coreset import coreset
from yulopt.tune.measure import BytesMeasure, Measure, Measured
from yulopt.tune.objective import OBJECTIVES, SIZE, Objective
from yulopt.tune.search import Figures, Found, Search
from yulopt.tune.work import Alone, Job, Task, Team, explain

DEFAULT_SECONDS: Final = 600.0
DEFAULT_MEMORY: Final = 1 << 30
# After this share of the time, the best sequence is minimised.
_SHARE_OF_SEARCH: Final = 0.8
# The maximum number of candidates that are measured until progress is reported.
_PIECE: Final = 6
# The maximum time to wait for results before checking the clock again.
_PATIENCE: Final = 0.5


@attr.s(auto_attribs=True, frozen=True)
class Wanted:
    """The task of a search; `objective` is one of `OBJECTIVES`, and `limit` that of `Objective`.

    `options` are those of the baseline; with `keep_runs` only the sequence may differ from them.
    With `common`, all programs get the same settings. The search ends after `seconds`, including
    the minimisation, which begins earlier if `evaluations` candidates were measured for each
    program. `memory` limits the bytes of cached programs, in all processes together.
    """

    objective: str = SIZE
    limit: int | None = None
    options: Options = attr.Factory(Options)
    keep_runs: bool = False
    common: bool = False
    seconds: float = DEFAULT_SECONDS
    evaluations: int | None = None
    seed: int = 0
    memory: int = DEFAULT_MEMORY


@attr.s(auto_attribs=True, frozen=True)
class Point:
    """A candidate with its figures, None if it gives no code."""

    candidate: Candidate
    measured: Measured | None


@attr.s(auto_attribs=True, frozen=True)
class Tuned:
    """The result for a program: the `best` candidate, and the `default`.

    `front` are the Pareto-optimal candidates in size and gas, smaller ones first. `evaluations` is
    the number of different candidates measured. Unless `is_measured`, not even the default was.
    `refused` is the number of candidates whose code behaved differently from the default in the
    calls, and `limit` the maximum number of bytes of deployed code, if there is one.
    """

    name: str
    default: Point
    best: Point
    front: tuple[Point, ...]
    evaluations: int
    is_measured: bool = True
    refused: int = 0
    limit: int | None = None

    @property
    def fits(self) -> bool:
        """Whether the best candidate gives code within the limit."""
        measured = self.best.measured
        return self.limit is None or (
            measured is not None and measured.deployed_bytes <= self.limit
        )


@attr.s(auto_attribs=True, frozen=True)
class Tuning:
    """The results for all programs, and whether an interrupt ended the search early."""

    programs: tuple[Tuned, ...]
    is_interrupted: bool


def tune(
    sources: Sequence[Source],
    wanted: Wanted | None = None,
    *,
    measures: Sequence[Measure] | None = None,
    team: Team | None = None,
    on_progress: Callable[[Tuned], None] | None = None,
) -> Tuning:
    """Search for settings of solc that improve on the default for these programs.

    `measures` are those of each program, in the same order; None measures bytes only. `team`
    measures; None is this process. `on_progress` receives the best result so far of a program when
    it was measured. The result is never worse than the default, which is among the candidates.
    KeyboardInterrupt ends the search early.

    Raises `YulError` for a program that cannot be read, ValueError for other bad arguments.
    """
    wanted = Wanted() if wanted is None else wanted
    if wanted.objective not in OBJECTIVES:
        raise ValueError(f"the objective must be one of {', '.join(OBJECTIVES)}")
    if measures is None:
        measures = [BytesMeasure()] * len(sources)
    if len(measures) != len(sources):
        raise ValueError("there must be a measure for each program")
    dialect = wanted.options.dialect
    for source in sources:
        # Errors in it are reported here, not in another process.
        parse_source(source, dialect)
    with Alone() if team is None else team as team:
        run = _Run(sources, measures, wanted, team, on_progress)
        is_interrupted = False
        try:
            run.search()
        except KeyboardInterrupt:
            is_interrupted = True
        return Tuning(run.results(), is_interrupted)


class _Run:
    """One run of `tune`."""

    def __init__(
        self,
        sources: Sequence[Source],
        measures: Sequence[Measure],
        wanted: Wanted,
        team: Team,
        on_progress: Callable[[Tuned], None] | None,
    ) -> None:
        self._wanted = wanted
        self._team = team
        self._on_progress = on_progress
        self._started = time.monotonic()
        memory = wanted.memory // team.size
        jobs = [
            Job(source.filename, source.text, measure, wanted.options, memory)
            for source, measure in zip(sources, measures, strict=True)
        ]
        groups = [jobs] if wanted.common else [[job] for job in jobs]
        self._quests = [_Quest(group, wanted) for group in groups]
        # Enough parts of a batch to keep all workers busy.
        self._parts = math.ceil(team.size / max(len(jobs), 1))
        self._tasks: dict[int, tuple[_Quest, int, tuple[Candidate, ...]]] = {}
        self._submitted = 0

    @property
    def seconds(self) -> float:
        """The time so far."""
        return time.monotonic() - self._started

    def search(self) -> None:
        """Search until all candidates were tried, or the time is over."""
        for quest in self._quests:
            self._go_on(quest)
        while self._tasks and self.seconds < self._wanted.seconds:
            patience = min(_PATIENCE, max(self._wanted.seconds - self.seconds, 0))
            for number, figures in self._team.wait(patience).items():
                quest, program, candidates = self._tasks.pop(number)
                quest.receive(program, dict(zip(candidates, figures, strict=True)))
                if quest.is_answered:
                    self._go_on(quest)

    def results(self) -> tuple[Tuned, ...]:
        """The final results for each program, in their order."""
        for quest in self._quests:
            quest.break_off()
        return tuple(tuned for quest in self._quests for tuned in quest.results())

    def _go_on(self, quest: _Quest) -> None:
        """Have the next candidates of a quest measured."""
        batch = quest.next_batch(is_late=self.seconds > self._wanted.seconds * _SHARE_OF_SEARCH)
        if self._on_progress is not None and quest.search is not None:
            for tuned in quest.results():
                self._on_progress(tuned)
        first = self._quests.index(quest)
        for program, job in enumerate(quest.jobs):
            for part, candidates in enumerate(_in_parts(batch, self._parts)):
                place = (first + program) * self._parts + part
                for start in range(0, len(candidates), _PIECE):
                    piece = candidates[start : start + _PIECE]
                    self._submitted += 1
                    self._tasks[self._submitted] = quest, program, piece
                    self._team.submit(self._submitted, Task(job, piece), place)


class _Quest:
    """The search for one program, or for several that get the same settings.

    There is no `search` before the figures of the default are available.
    """

    def __init__(self, jobs: Sequence[Job], wanted: Wanted) -> None:
        self.jobs = jobs
        self.search: Search | None = None
        self._wanted = wanted
        self._default = candidate(None, wanted.options.runs)
        self._batch: list[Candidate] = []
        self._figures: list[dict[Candidate, Measured | None]] = [{} for _ in jobs]
        self._refused = [0] * len(jobs)
        self._is_shortening = False

    @property
    def is_answered(self) -> bool:
        """Whether all requested figures are available."""
        return all(len(figures) == len(self._batch) for figures in self._figures)

    def next_batch(self, *, is_late: bool) -> list[Candidate]:
        """The candidates to measure next, empty at the end; all earlier ones must be available."""
        if self.search is None:
            self._batch = [self._default]
            return self._batch
        evaluations = self._wanted.evaluations
        left = None if evaluations is None else evaluations - len(self.search.found)
        if not self._is_shortening and (is_late or (left is not None and left <= 0)):
            self._shorten()
        self._batch = self.search.ask()
        if not self._batch and not self._is_shortening:
            self._shorten()
            self._batch = self.search.ask()
        if left is not None and not self._is_shortening:
            self._batch = self._batch[:left]
        self._figures = [{} for _ in self.jobs]
        return self._batch

    def receive(self, program: int, figures: Mapping[Candidate, Measured | None]) -> None:
        """Some figures of a program.

        Raises `YulError` if the default has none for another reason than the stack.
        """
        if self.search is None:
            usual = figures[self._default]
            if usual is None:
                explain(self.jobs[program], self._default)
        else:
            usual = self.search.found[self._default].figures[program]
        for wanted, measured in figures.items():
            is_same = usual is None or measured is None or measured.does_the_same(usual)
            self._figures[program][wanted] = measured if is_same else None
            self._refused[program] += not is_same
        if not self.is_answered:
            return
        if self.search is not None:
            self.search.tell(self._figures_of_all())
            return
        default = self._figures_of_all()[self._default]
        self.search = Search(
            Objective(self._wanted.objective, self._wanted.limit, default),
            self._default,
            default,
            coreset(),
            self._wanted.seed,
            keep_runs=self._wanted.keep_runs,
        )

    def break_off(self) -> None:
        """Take the available figures of a batch; the others will not come."""
        if self.search is not None and not self.is_answered:
            self.search.tell(self._figures_of_all())

    def results(self) -> list[Tuned]:
        """The best so far for each program."""
        search, limit = self.search, self._wanted.limit
        if search is None:
            nothing = Point(self._default, None)
            return [
                Tuned(job.name, nothing, nothing, (), 0, is_measured=False, limit=limit)
                for job in self.jobs
            ]
        best, default = search.best, search.found[self._default]
        return [
            Tuned(
                job.name,
                Point(self._default, default.figures[program]),
                Point(best.candidate, best.figures[program]),
                _front(list(search.found.values()), program),
                len(search.found),
                refused=self._refused[program],
                limit=limit,
            )
            for program, job in enumerate(self.jobs)
        ]

    def _figures_of_all(self) -> dict[Candidate, Figures]:
        """The figures of those candidates of the batch that were measured for all programs."""
        return {
            wanted: tuple(figures[wanted] for figures in self._figures)
            for wanted in self._batch
            if all(wanted in figures for figures in self._figures)
        }

    def _shorten(self) -> None:
        assert self.search is not None
        self._is_shortening = True
        self.search.shorten()


def _in_parts(candidates: Sequence[Candidate], most: int) -> list[tuple[Candidate, ...]]:
    """The candidates in up to `most` parts: subtrees of the trie of their sequences."""
    ordered = sorted(candidates)
    size = math.ceil(len(ordered) / most)
    return [tuple(ordered[start : start + size]) for start in range(0, len(ordered), size or 1)]


def _front(found: Sequence[Found], program: int) -> tuple[Point, ...]:
    """The Pareto-optimal candidates in size and gas; one for each pair of figures."""
    ranked: list[tuple[int, float, int, Candidate, Measured]] = []
    for item in found:
        measured = item.figures[program]
        if measured is not None:
            length = len(item.candidate.steps)
            gas = measured.gas or 0
            ranked.append((measured.deployed_bytes, gas, length, item.candidate, measured))
    front: list[Point] = []
    least = math.inf
    for _, gas, _, wanted, measured in sorted(ranked, key=lambda entry: entry[:4]):
        if gas < least:
            front.append(Point(wanted, measured))
            least = gas
    return tuple(front)
