"""The search for good settings: the candidates to measure next, given the figures so far.

It begins with a coreset, sequences of which some is good for most programs. The best of them are
tried with other `runs`, and refined by mutation (letters are inserted, deleted, replaced and
swapped, pieces moved, repeated, cut and put in brackets) and crossover. A bandit learns which edits
pay off. The elite keeps only a few descendants of each sequence, for diversity. Periodically, and
at the end, the best sequence is minimised: short ones are measured faster, and sometimes better.

The search requests figures in batches; its only other input is a seed. So it is deterministic:
who measures, and how fast, does not matter.

Source: Y. Liang et al., Learning Compiler Pass Orders using Coreset and Normalized Value
Prediction (ICML 2023), for the coreset; the advice in the description of solc's yul-phaser (keep an
elite, mutate little, start from long sequences) for the rest.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from yulopt.tune.bandit import Bandit
from yulopt.tune.candidate import Candidate
from yulopt.tune.edits import KINDS, USUAL_RUNS, edited, shortenings, without
from yulopt.tune.measure import Measured
from yulopt.tune.objective import Objective, Score

BATCH: Final = 24
_ELITE: Final = 12
# The maximum number of descendants of the same sequence among them.
_MAX_OF_A_FAMILY: Final = 3
# The number of sequences that are tried with all of the usual runs.
_WITH_OTHER_RUNS: Final = 3
# The batches of edits after which the best sequence is minimised, unless it has been.
_BATCHES_OF_EDITS: Final = 8
# The search ends after this many edits in a row that yield measured candidates.
_MAX_ATTEMPTS: Final = 2000

Figures = tuple[Measured | None, ...]
"""The figures of one candidate for each program."""


class Found:
    """A candidate with its figures and its score.

    `family` is its first ancestor by edits; itself, if it is not an edit.
    """

    def __init__(
        self, candidate: Candidate, figures: Figures, score: Score, family: Candidate
    ) -> None:
        self.candidate = candidate
        self.figures = figures
        self.score = score
        self.family = family

    @property
    def rank(self) -> tuple[Score, int, Candidate]:
        """The sort key, the best first; shorter ones win ties."""
        return self.score, len(self.candidate.steps), self.candidate


class Search:
    """A search over candidates for one program, or for several that get the same settings.

    `found` are all candidates so far, `elite` the best, the best first.
    """

    def __init__(
        self,
        objective: Objective,
        default: Candidate,
        default_figures: Figures,
        coreset: Sequence[str],
        seed: int,
        *,
        keep_runs: bool = False,
    ) -> None:
        """`coreset` are sequences with their clean-up. With `keep_runs` only sequences vary."""
        self._objective = objective
        self._choose = random.Random(seed)
        self._keep_runs = keep_runs
        self._bandit = Bandit(KINDS)
        self._origin: dict[Candidate, tuple[str, Candidate]] = {}
        self._families: dict[Candidate, Candidate] = {}
        self.found: dict[Candidate, Found] = {}
        self.elite: list[Found] = []
        self._take({default: default_figures})
        runs = default.runs if keep_runs else objective.usual_runs(default.runs)
        self._coreset = [Candidate(steps, runs) for steps in coreset]
        self._waiting = self._coreset
        self._tried_runs = False
        self._shortening: _Shortening | None = None
        self._shortened: Candidate | None = None
        self._batches_of_edits = 0
        self._is_ending = False

    @property
    def best(self) -> Found:
        """The best candidate; at first the default."""
        return self.elite[0]

    def ask(self) -> list[Candidate]:
        """The candidates to measure next; empty if the search is exhausted."""
        if self._shortening is not None:
            batch = self._shortening.ask()
            for wanted in batch:
                self._families.setdefault(wanted, self._shortening.start.family)
            if batch or self._is_ending:
                return batch
            self._shortening = None
            self._shortened = self.best.candidate
            self._batches_of_edits = 0
        while self._waiting:
            batch, self._waiting = self._waiting[:BATCH], self._waiting[BATCH:]
            batch = [wanted for wanted in dict.fromkeys(batch) if wanted not in self.found]
            if batch:
                return batch
        if not self._tried_runs:
            self._tried_runs = True
            if not self._keep_runs:
                self._waiting = [
                    self._descendant(Candidate(item.candidate.steps, runs), item)
                    for item in self.elite[:_WITH_OTHER_RUNS]
                    for runs in USUAL_RUNS
                ]
                return self.ask()
        is_time = self._batches_of_edits >= _BATCHES_OF_EDITS
        if is_time and self.best.candidate != self._shortened:
            self._shortening = _Shortening(self.best)
            return self.ask()
        self._batches_of_edits += 1
        return self._edits()

    def tell(self, figures: Mapping[Candidate, Figures]) -> None:
        """Take the figures of the requested candidates, or of some of them."""
        self._take(figures)
        if self._shortening is not None:
            self._shortening.tell(self.found)

    def shorten(self) -> None:
        """From now on, only minimise the best sequence."""
        self._is_ending = True
        self._shortening = _Shortening(self.best)

    def _take(self, figures: Mapping[Candidate, Figures]) -> None:
        for candidate, measured in figures.items():
            family = self._families.pop(candidate, candidate)
            found = Found(candidate, measured, self._objective.score(measured), family)
            found = self.found.setdefault(candidate, found)
            origin = self._origin.pop(candidate, None)
            if origin is not None:
                kind, parent = origin
                self._bandit.learn(kind, has_paid=found.score < self.found[parent].score)
        news = [self.found[candidate] for candidate in figures]
        ranked = sorted([*self.elite, *news], key=lambda item: item.rank)
        self.elite = _diverse(ranked)[:_ELITE]

    def _descendant(self, candidate: Candidate, parent: Found) -> Candidate:
        """The candidate, added to the family of another one."""
        self._families[candidate] = parent.family
        return candidate

    def _edits(self) -> list[Candidate]:
        batch: dict[Candidate, None] = {}
        for _ in range(_MAX_ATTEMPTS):
            if len(batch) == BATCH:
                break
            kind = self._bandit.choose(self._choose)
            parent, other = self._parent(), self._other()
            wanted = edited(kind, parent, other, self._choose, keep_runs=self._keep_runs)
            # Far from an optimum, a single edit is rarely enough.
            while self._choose.random() < 0.3:
                more = self._bandit.choose(self._choose)
                wanted = edited(more, wanted, other, self._choose, keep_runs=self._keep_runs)
            if wanted not in self.found and wanted not in batch:
                batch[self._descendant(wanted, self.found[parent])] = None
                self._origin[wanted] = kind, parent
        return list(batch)

    def _parent(self) -> Candidate:
        """One of the elite, better ones more often."""
        share = self._choose.random()
        return self.elite[int(len(self.elite) * share * share)].candidate

    def _other(self) -> Candidate:
        """The other parent of a crossover: one of the elite, or of the coreset."""
        if self._coreset and self._choose.random() < 0.5:
            return self._choose.choice(self._coreset)
        return self._parent()


def _diverse(ranked: list[Found]) -> list[Found]:
    """The first of those with equal scores, and only some of each family, for diversity."""
    diverse: list[Found] = []
    sizes: Counter[Candidate] = Counter()
    for item in ranked:
        is_new = not diverse or item.score != diverse[-1].score
        if is_new and sizes[item.family] < _MAX_OF_A_FAMILY:
            diverse.append(item)
            sizes[item.family] += 1
    return diverse


class _Shortening:
    """Minimises a sequence without making its score worse.

    Some single steps are left out in turn, the last ones first; then all harmless ones at once,
    then halves of these, and so on. The largest harmless piece is removed, and the next steps
    follow, until no step can be removed.
    """

    def __init__(self, start: Found) -> None:
        self.start = start
        self._score = start.score
        self._removed: frozenset[int] = frozenset()
        self._units = shortenings(start.candidate)
        self._left = list(self._units)
        self._has_helped = False
        self._pieces: list[frozenset[int]] = []
        self._are_unions = False

    def ask(self) -> list[Candidate]:
        """The candidates to measure next; empty at the end."""
        if not self._are_unions:
            if not self._left and self._has_helped:
                self._has_helped = False
                self._left = [unit for unit in self._units if not unit <= self._removed]
            self._pieces, self._left = self._left[-BATCH:], self._left[:-BATCH]
        return list({self._without(piece): None for piece in self._pieces})

    def tell(self, found: Mapping[Candidate, Found]) -> None:
        """Take the figures of the requested candidates, or of some of them."""
        harmless = [
            piece
            for piece in self._pieces
            if (item := found.get(self._without(piece))) is not None and item.score <= self._score
        ]
        if not self._are_unions and len(harmless) > 1:
            self._are_unions = True
            self._pieces = _unions(harmless)
            return
        self._are_unions = False
        if harmless:
            most = max(harmless, key=lambda piece: (len(piece), sorted(piece)))
            self._score = found[self._without(most)].score
            self._removed |= most
            self._has_helped = True

    def _without(self, piece: frozenset[int]) -> Candidate:
        return without(self.start.candidate, self._removed | piece)


def _unions(pieces: Sequence[frozenset[int]]) -> list[frozenset[int]]:
    """All pieces together, their halves, quarters and so on, down to single ones."""
    unions: list[frozenset[int]] = []
    pending = [list(pieces)]
    while pending:
        group = pending.pop(0)
        unions.append(frozenset().union(*group))
        if len(group) > 1:
            middle = len(group) // 2
            pending += [group[:middle], group[middle:]]
    return unions
