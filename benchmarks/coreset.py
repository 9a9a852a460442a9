"""Find the coreset that `yulopt tune` begins with.

    python -m benchmarks.coreset FILE... > sequences/coreset.list

Some programs are held out. On each of the others a search is made; what it has found best goes to
a pool, together with the coreset as it is. All sequences of the pool are measured on all these
programs, and chosen one after the other: always the one that adds most to the sum, over the
programs, of what the best chosen one saves. When none adds anything, the programs count as not
served yet, and the same is done with the rest, so that there are alternatives.

What is held out shows what the coreset is worth for other programs. How long a walk over the trie
of the coreset takes, in comparison with each sequence by itself, is measured on these, too.

Source: Y. Liang et al., Learning Compiler Pass Orders using Coreset and Normalized Value
Prediction (ICML 2023), section 3: the greedy choice from a pool.
"""

from __future__ import annotations

import gc
import math
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import click

import yulopt
from yulopt.errors import YulError
from yulopt.syntax.arguments import DEFAULT_RUNS
from yulopt.syntax.parser import parse
from yulopt.tune.candidate import Candidate, candidate
from yulopt.tune.coreset import coreset
from yulopt.tune.evaluator import Evaluator
from yulopt.tune.measure import BytesMeasure, CodeSettings
from yulopt.tune.objective import SIZE, Objective
from yulopt.tune.search import Search
from yulopt.tune.state import StateStore

_MEMORY: Final = 1 << 29
# So many sequences of each search go to the pool.
_BEST: Final = 8

Sizes = dict[str, float]
"""The deployed bytes by sequence, infinite where there is no code."""


@click.command()
@click.argument("files", nargs=-1, required=True)
@click.option("--hold-out", default=4, show_default=True, help="Every so many-th file.")
@click.option("--evaluations", default=150, show_default=True, help="In each search.")
@click.option("--size", default=40, show_default=True, help="How many sequences to choose.")
@click.option("--seed", default=0, show_default=True)
def main(files: Sequence[str], hold_out: int, evaluations: int, size: int, seed: int) -> None:
    """Find a coreset, and print it as the file that ships it."""
    gc.disable()
    sources = {Path(file).stem: Path(file).read_text("utf-8") for file in files}
    names = list(sources)
    held_out = names[hold_out - 1 :: hold_out]
    evaluators = {
        name: Evaluator(parse(text), BytesMeasure(), CodeSettings(), StateStore(_MEMORY))
        for name, text in sources.items()
    }
    pool: dict[str, None] = dict.fromkeys([candidate(None, DEFAULT_RUNS).steps, *coreset()])
    for name in names:
        if name not in held_out:
            pool |= dict.fromkeys(_search(name, evaluators[name], evaluations, seed))
    sizes = {
        name: _sizes(name, evaluators[name], list(pool)) for name in names if name not in held_out
    }
    chosen = _choose(sizes, list(pool), size)
    print(_report(held_out, evaluators, sources, chosen, evaluations, seed, sizes))
    print("\n".join(chosen))


def _search(name: str, evaluator: Evaluator, evaluations: int, seed: int) -> list[str]:
    """The best sequences of a search over one program."""
    started = time.monotonic()
    default = candidate(None, DEFAULT_RUNS)
    figures = tuple(evaluator.evaluate([default]))
    search = Search(
        Objective(SIZE, None, figures), default, figures, coreset(), seed, keep_runs=True
    )
    while len(search.found) < evaluations:
        batch = search.ask()
        found = evaluator.evaluate(batch)
        search.tell({wanted: (one,) for wanted, one in zip(batch, found, strict=True)})
    ratio = math.exp(search.best.score[1])
    _tell(f"{name}: {ratio:.4f} after {time.monotonic() - started:.0f} s")
    return [item.candidate.steps for item in search.elite[:_BEST]]


def _sizes(name: str, evaluator: Evaluator, sequences: Sequence[str]) -> Sizes:
    found = evaluator.evaluate([Candidate(steps, DEFAULT_RUNS) for steps in sequences])
    _tell(f"{name}: {len(sequences)} sequences measured")
    return {
        steps: math.inf if one is None else one.deployed_bytes
        for steps, one in zip(sequences, found, strict=True)
    }


def _choose(sizes: Mapping[str, Sizes], pool: list[str], number: int) -> list[str]:
    """So many sequences of the pool, each the one that adds most to those before it."""
    chosen: list[str] = []
    default = candidate(None, DEFAULT_RUNS).steps
    rest = [steps for steps in pool if steps != default]
    best = {name: of_program[default] for name, of_program in sizes.items()}
    while rest and len(chosen) < number:
        gains = {
            steps: sum(
                max(math.log(best[name] / of_program[steps]), 0.0)
                for name, of_program in sizes.items()
            )
            for steps in rest
        }
        # Of those that add as much, one that has more in common with a chosen one.
        steps = max(rest, key=lambda steps: (round(gains[steps], 6), _common(steps, chosen)))
        if gains[steps] < 1e-6:
            if all(best[name] == of_program[default] for name, of_program in sizes.items()):
                break
            best = {name: of_program[default] for name, of_program in sizes.items()}
            continue
        chosen.append(steps)
        rest.remove(steps)
        for name, of_program in sizes.items():
            best[name] = min(best[name], of_program[steps])
    return chosen


def _common(steps: str, chosen: Sequence[str]) -> int:
    """How many characters at the beginning it has in common with one of the others."""
    return max((_common_prefix(steps, other) for other in chosen), default=0)


def _common_prefix(one: str, other: str) -> int:
    for index, (left, right) in enumerate(zip(one, other, strict=False)):
        if left != right:
            return index
    return min(len(one), len(other))


def _report(
    held_out: Sequence[str],
    evaluators: Mapping[str, Evaluator],
    sources: Mapping[str, str],
    chosen: Sequence[str],
    evaluations: int,
    seed: int,
    sizes: Mapping[str, Sizes],
) -> str:
    """The comment at the head of the file."""
    default = candidate(None, DEFAULT_RUNS).steps
    own = [min(found[steps] for steps in chosen) / found[default] for found in sizes.values()]
    lines = [
        "Sequences with their clean-up that `yulopt tune` begins with, the best ones first.",
        f"Found by benchmarks/coreset.py, seed {seed}: {evaluations} evaluations in a search for",
        f"less deployed code on each of {len(sizes)} programs ({', '.join(sizes)}),",
        f"then a greedy choice among the best {_BEST} of each search and the coreset before.",
        "The best of them gives, as deployed bytes over those of the default (geometric mean),",
        f"{_mean(own):.4f} on these programs.",
    ]
    ratios, shares = [], []
    for name in held_out:
        wanted = [default, *chosen]
        found, share = _trie_share(sources[name], wanted)
        ratios.append(min(found.values()) / found[default])
        shares.append(share)
        _tell(
            f"{name} (held out): {ratios[-1]:.4f}, time {shares[-1]:.2f} of that of each by itself"
        )
    lines += [
        f"On others ({', '.join(held_out)}): {_mean(ratios):.4f}; the trie takes",
        f"{_mean(shares):.2f} of the time that the sequences take one by one.",
    ]
    return "\n".join(f"# {line}" for line in lines)


def _trie_share(source: str, sequences: Sequence[str]) -> tuple[Sizes, float]:
    """The sizes, and the processor time of the trie over that of each sequence from the start."""
    started = time.process_time()
    evaluator = Evaluator(parse(source), BytesMeasure(), CodeSettings(), StateStore(_MEMORY))
    sizes = _sizes("trie", evaluator, sequences)
    together = time.process_time() - started
    started = time.process_time()
    for steps in sequences:
        try:
            yulopt.compile(source, steps)
        except YulError:
            continue
    return sizes, together / (time.process_time() - started)


def _mean(ratios: Sequence[float]) -> float:
    return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else math.nan


def _tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
