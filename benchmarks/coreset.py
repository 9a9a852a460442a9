"""Find the coreset that `yulopt tune` begins with.

    python -m benchmarks.coreset --test 'contracts/[N-Z]*.yul' FILE... > sequences/coreset.list

A pool of sequences is measured on all FILEs. In it are the best ones of a search over each of them
(`--evaluations`), the coreset as it is (unless `--fresh`), and variants of a few of these, the
*trunks*: they begin like a trunk, and end like another sequence, or like the trunk after some
edits. Trunks are chosen one after the other, always the sequence that adds most to the sum, over
the programs, of what the best chosen one saves.

Then sequences are chosen from the pool in the same way, but for what they add in proportion to the
time that they add to a walk over the trie of those before: the steps that only they run. A variant
of a trunk costs little, so most of what is chosen shares long beginnings. When none adds anything,
the programs count as not served yet, and the same is done with the rest, so that there are
alternatives.

The programs of `--test`, on which nothing was chosen, show what the coreset is worth for others,
beside the one before it, and how much of the processor time a walk over its trie takes that the
sequences take one by one. With `--measured FILE` what was measured is kept, and joins the pool the
next time, also what was measured on some of the programs only; Python must be started with the same
PYTHONHASHSEED then, for states are recognised by hashes.

Source: Y. Liang et al., Learning Compiler Pass Orders using Coreset and Normalized Value
Prediction (ICML 2023), section 3: the greedy choice from a pool.
"""

from __future__ import annotations

import gc
import glob
import math
import pickle
import random
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final, TypeAlias
from unittest.mock import patch

import click

import yulopt
from yulopt.driver.options import Options
from yulopt.errors import YulError
from yulopt.syntax.arguments import DEFAULT_RUNS
from yulopt.syntax.parser import parse
from yulopt.tune.candidate import CLEANUP, Candidate, Edge, candidate
from yulopt.tune.coreset import coreset
from yulopt.tune.edits import EDITS, edited, outer_places
from yulopt.tune.evaluator import Evaluator
from yulopt.tune.measure import BytesMeasure, Measured
from yulopt.tune.objective import SIZE, Objective
from yulopt.tune.search import Search
from yulopt.tune.state import State, StateStore

_MEMORY: Final = 1 << 29
# So many sequences of each search go to the pool.
_BEST: Final = 8
# Variants leave at least this part of a trunk as it is.
_LEAST_IN_COMMON: Final = 0.5
# What a sequence costs at least, as a part of the default: the code that is assembled.
_LEAST_COST: Final = 0.05

DEFAULT: Final = candidate(None, DEFAULT_RUNS).steps

Run: TypeAlias = tuple[bytes, Edge]
"""A run of an edge: the fingerprint of the state before it, and the edge."""


class Measurements:
    """What was measured of one program.

    `sizes` are the deployed bytes by sequence, infinite where there is no code; `runs` what each
    sequence runs, `seconds` the time of each such run. `default_seconds` is the time of solc's own
    sequence.
    """

    def __init__(self) -> None:
        self.sizes: dict[str, float] = {}
        self.runs: dict[str, frozenset[Run]] = {}
        self.seconds: dict[Run, float] = {}

    @property
    def default_seconds(self) -> float:
        return math.fsum(self.seconds[run] for run in self.runs[DEFAULT])

    def cost(self, steps: str, done: set[Run]) -> float:
        """The cost of a sequence relative to the default, given what is already done."""
        more = math.fsum(self.seconds[run] for run in self.runs[steps] - done)
        return _LEAST_COST + more / self.default_seconds


class Bench:
    """A program on which sequences are measured."""

    def __init__(self, name: str, text: str, known: Measurements) -> None:
        self.name = name
        self.known = known
        self._evaluator = Evaluator(parse(text), BytesMeasure(), Options(), StateStore(_MEMORY))

    def evaluate(self, candidates: Sequence[Candidate]) -> list[Measured | None]:
        """The figures of some candidates; the time of all that is run for them is known then."""
        seconds = self.known.seconds
        follow = State.follow

        def timed(state: State, edge: Edge) -> None:
            run = state.fingerprint(), edge
            started = time.process_time()
            follow(state, edge)
            seconds[run] = time.process_time() - started

        with patch.object(State, "follow", timed):
            return self._evaluator.evaluate(candidates)

    def measure(self, sequences: Iterable[str]) -> None:
        """Measure those sequences that are not known."""
        new = [steps for steps in sequences if steps not in self.known.sizes]
        if not new:
            return
        found = self.evaluate([Candidate(steps, DEFAULT_RUNS) for steps in new])
        for steps, one in zip(new, found, strict=True):
            self.known.sizes[steps] = math.inf if one is None else one.deployed_bytes
            runs = self._evaluator.runs_of(Candidate(steps, DEFAULT_RUNS))
            self.known.runs[steps] = frozenset(run for run in runs if run in self.known.seconds)
        _tell(f"{self.name}: {len(new)} sequences measured")


@click.command()
@click.argument("files", nargs=-1, required=True)
@click.option("--test", "tests", multiple=True, help="Programs that show what it is worth.")
@click.option("--evaluations", default=0, show_default=True, help="In each search.")
@click.option("--fresh", is_flag=True, help="Begin without the coreset as it is.")
@click.option("--trunks", default=6, show_default=True, help="How many sequences to vary.")
@click.option("--variants", default=16, show_default=True, help="How many variants of each.")
@click.option("--size", default=40, show_default=True, help="How many sequences to choose.")
@click.option("--measured", help="Where to keep what was measured.")
@click.option("--seed", default=0, show_default=True)
def main(
    files: Sequence[str],
    tests: Sequence[str],
    evaluations: int,
    fresh: bool,
    trunks: int,
    variants: int,
    size: int,
    measured: str | None,
    seed: int,
) -> None:
    """Find a coreset, and print it as the file that ships it."""
    gc.disable()
    choose = random.Random(seed)
    known = _kept(measured)
    benches = [
        Bench(Path(file).stem, text, known.setdefault(text, Measurements()))
        for file in files
        for text in [Path(file).read_text("utf-8")]
    ]
    start = () if fresh else coreset()
    pool = dict.fromkeys([DEFAULT, *start])
    for bench in benches:
        if evaluations:
            pool |= dict.fromkeys(_search(bench, start, evaluations, seed))
        bench.measure(pool)
        _keep(measured, known)
    programs = {
        bench.name: bench.known for bench in benches if math.isfinite(bench.known.sizes[DEFAULT])
    }
    bases = chosen_by_gain(programs, list(pool), trunks, by_time=False)
    for trunk in [DEFAULT, *bases]:
        pool |= dict.fromkeys(variants_of(trunk, list(pool), variants, choose))
    for bench in benches:
        bench.measure(pool)
        _keep(measured, known)
    pool |= dict.fromkeys(steps for program in programs.values() for steps in program.sizes)
    chosen = chosen_by_gain(programs, list(pool), size, by_time=True)
    outside = {Path(file).stem: file for pattern in tests for file in sorted(glob.glob(pattern))}
    print(_report(programs, outside, chosen, len(pool)))
    print("\n".join(chosen))


def chosen_by_gain(
    programs: Mapping[str, Measurements], pool: Sequence[str], number: int, *, by_time: bool
) -> list[str]:
    """The given number of sequences of the pool, each the one that adds most to those before it.

    With `by_time` that is what it saves in proportion to the time that it adds.
    """
    chosen: list[str] = []
    rest = [steps for steps in pool if steps != DEFAULT]
    best = {name: known.sizes[DEFAULT] for name, known in programs.items()}
    done = {name: set(known.runs[DEFAULT]) for name, known in programs.items()}

    def gain(steps: str) -> float:
        return math.fsum(
            math.log(best[name] / min(best[name], known.sizes.get(steps, math.inf)))
            for name, known in programs.items()
        )

    def worth(steps: str) -> float:
        if not by_time:
            return gain(steps)
        costs = [
            known.cost(steps, done[name]) for name, known in programs.items() if steps in known.runs
        ]
        return gain(steps) * len(costs) / sum(costs)

    while rest and len(chosen) < number:
        steps = max(rest, key=worth)
        if gain(steps) < 1e-6:
            fresh = {name: known.sizes[DEFAULT] for name, known in programs.items()}
            if best == fresh:
                break
            best = fresh
            continue
        chosen.append(steps)
        rest.remove(steps)
        for name, known in programs.items():
            best[name] = min(best[name], known.sizes.get(steps, math.inf))
            done[name] |= known.runs.get(steps, frozenset())
    return chosen


def variants_of(trunk: str, others: Sequence[str], number: int, choose: random.Random) -> list[str]:
    """So many sequences that begin like a trunk, and end like one of the others or after edits."""
    ends = outer_places(list(trunk.partition(CLEANUP)[0]))
    places = [place for place in ends if place >= _LEAST_IN_COMMON * ends[-1]]
    found: dict[str, None] = {}
    while len(found) < number:
        place = choose.choice(places)
        tail = Candidate(trunk[place:], DEFAULT_RUNS)
        if choose.random() < 0.5:
            other = choose.choice(others)
            ends = outer_places(list(other.partition(CLEANUP)[0]))
            wanted = place / places[-1] * ends[-1] + choose.gauss(0, ends[-1] / 8)
            end = min(ends, key=lambda end: abs(end - wanted))
            tail = Candidate(other[end:], DEFAULT_RUNS)
        else:
            for _ in range(choose.randint(1, 4)):
                tail = edited(choose.choice(list(EDITS)), tail, tail, choose, keep_runs=True)
        found[trunk[:place] + tail.steps] = None
    return list(found)


def _search(bench: Bench, start: Sequence[str], evaluations: int, seed: int) -> list[str]:
    """The best sequences of a search over one program."""
    default = Candidate(DEFAULT, DEFAULT_RUNS)
    figures = tuple(bench.evaluate([default]))
    search = Search(Objective(SIZE, None, figures), default, figures, start, seed, keep_runs=True)
    while len(search.found) < evaluations:
        batch = search.ask()
        found = bench.evaluate(batch)
        search.tell({wanted: (one,) for wanted, one in zip(batch, found, strict=True)})
    _tell(f"{bench.name}: {math.exp(search.best.score[1]):.4f} in {evaluations} evaluations")
    return [item.candidate.steps for item in search.elite[:_BEST]]


def _report(
    programs: Mapping[str, Measurements],
    outside: Mapping[str, str],
    chosen: Sequence[str],
    pool: int,
) -> str:
    """The comment at the head of the file."""
    own = [_ratio(known.sizes, chosen) for known in programs.values()]
    lines = [
        "Sequences with their clean-up that `yulopt tune` begins with, the best ones first.",
        f"Found by benchmarks/coreset.py among {pool}: each saves most, on these programs, for the",
        "time that it adds to a walk over the trie of those before it:",
        f"{', '.join(programs)}.",
        "The best of them gives, as deployed bytes over those of the default (geometric mean),",
        f"{_mean(own):.4f} on these programs",
    ]
    ratios, before, shares = [], [], []
    for name, file in outside.items():
        text = Path(file).read_text("utf-8")
        sizes, share = _walk(text, [DEFAULT, *chosen])
        old, _ = _walk(text, [DEFAULT, *coreset()], with_share=False)
        ratios.append(_ratio(sizes, chosen))
        before.append(_ratio(old, coreset()))
        shares.append(share)
        _tell(f"{name}: {ratios[-1]:.4f}, before {before[-1]:.4f}; time {shares[-1]:.3f}")
    if outside:
        lines += [
            f"and {_mean(ratios):.4f} on others ({', '.join(outside)}),",
            f"where the coreset before gives {_mean(before):.4f}; there the trie takes"
            f" {_mean(shares):.2f}",
            f"of the time that the sequences take one by one ({max(shares):.2f} at most).",
        ]
    return "\n".join(f"# {line}" for line in lines)


def _walk(
    text: str, sequences: Sequence[str], *, with_share: bool = True
) -> tuple[dict[str, float], float]:
    """The sizes, and the processor time of the trie over that of each sequence from the start."""
    started = time.process_time()
    evaluator = Evaluator(parse(text), BytesMeasure(), Options(), StateStore(_MEMORY))
    found = evaluator.evaluate([Candidate(steps, DEFAULT_RUNS) for steps in sequences])
    together = time.process_time() - started
    sizes = {
        steps: math.inf if one is None else one.deployed_bytes
        for steps, one in zip(sequences, found, strict=True)
    }
    if not with_share:
        return sizes, math.nan
    started = time.process_time()
    for steps in sequences:
        try:
            yulopt.compile(text, steps)
        except YulError:
            continue
    return sizes, together / (time.process_time() - started)


def _ratio(sizes: Mapping[str, float], sequences: Sequence[str]) -> float:
    return min(sizes.get(steps, math.inf) for steps in sequences) / sizes[DEFAULT]


def _mean(ratios: Iterable[float]) -> float:
    values = list(ratios)
    return math.exp(sum(map(math.log, values)) / len(values)) if values else math.nan


def _kept(path: str | None) -> dict[str, Measurements]:
    """Earlier measurements, by the text of the program."""
    if path is None or not Path(path).exists():
        return {}
    kept: dict[str, Measurements] = pickle.loads(Path(path).read_bytes())
    return kept


def _keep(path: str | None, known: Mapping[str, Measurements]) -> None:
    if path is not None:
        Path(path).write_bytes(pickle.dumps(known))


def _tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
