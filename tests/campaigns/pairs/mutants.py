"""How many faults of the prover the campaign finds.

    python -m tests.campaigns.pairs.mutants --seeds 300              recorded mutants of the prover
    python -m tests.campaigns.pairs.mutants --seeds 300 --generated  mutants made by rules

For each mutant, those pairs of the seeds are proven that executions distinguish, until one is: the
mutant is found. A mutant that is not found may only make the prover weaker.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from typing import Final

import click

from tests.campaign import ProgressLine, seed_range
from tests.campaigns.pairs.campaign import EXECUTED, SECONDS, difference, pair_of
from tests.campaigns.pairs.executed import inputs
from tests.campaigns.pairs.pair import sides
from tests.mutation.generated import generated_mutants
from tests.mutation.in_place import in_place
from tests.mutation.mutant import Mutant
from tests.mutation.table import MUTANTS
from tests.prover.mutants import chosen, judge_all

_PROVER: Final = "yulopt.prover."
# Modules whose faults are those of facts about words and memory.
_GENERATED: Final = (
    "apart", "arrays", "called", "cases", "chains", "choices", "comparisons", "control", "effects",
    "equations", "execution", "facts", "function_pair", "invariants", "known", "loop_guesses",
    "loops", "memories", "memory_facts", "modified", "overlaps", "paths", "returning", "rounds",
    "scalar_replacement", "slots", "substitution", "summaries", "terms", "words",
)  # fmt: skip


def first_proven(pairs: Sequence[tuple[int, str]], mutant: Mutant) -> int | None:
    """The seed of the first pair that a broken prover proves."""
    with in_place(mutant):
        try:
            proving = import_module("tests.prover.proving")
        except Exception:
            return None
        for seed, pair in pairs:
            try:
                if proving.are_proven(*sides(pair), SECONDS):
                    return seed
            except Exception:
                continue
    return None


def different_pairs(seeds: range) -> list[tuple[int, str]]:
    """The pairs that executions distinguish."""
    pairs = [(seed, pair_of(seed)[0]) for seed in seeds]
    return [(seed, pair) for seed, pair in pairs if difference(pair, inputs(pair, seed, EXECUTED))]


def mutants_of_prover(*, generated: bool) -> list[Mutant]:
    """The recorded mutants, or those that rules make."""
    if generated:
        return [one for name in _GENERATED for one in generated_mutants(f"{_PROVER}{name}")]
    return [one for one in MUTANTS if one.module.startswith(_PROVER) and not one.equivalent]


@click.command(help=__doc__.replace("\n\n", "\n\n\b\n", 1) if __doc__ else "")
@click.option("--seeds", callback=seed_range, metavar="[FIRST:]END", required=True)
@click.option("--only", default="", metavar="PATTERN", help="Mutants whose name fits.")
@click.option("--every", type=click.IntRange(1), default=1, help="Only every Nth.")
@click.option("--first", type=click.IntRange(0), default=0, help="From this one on.")
@click.option("--generated", is_flag=True, help="Mutants made by rules.")
@click.option("--processes", type=click.IntRange(1), default=1, show_default=True)
def main(seeds: range, only: str, every: int, first: int, generated: bool, processes: int) -> None:
    started, progress = time.monotonic(), ProgressLine()
    pairs = different_pairs(seeds)
    click.echo(f"{len(pairs)} of {len(seeds)} pairs differ, {time.monotonic() - started:.0f} s")
    mutants = chosen(mutants_of_prover(generated=generated), only, every, first)
    counts: Counter[bool] = Counter()
    for number, total, mutant, seed in judge_all(partial(first_proven, pairs), mutants, processes):
        progress.clear()
        counts[seed is not None] += 1
        click.echo(f"{mutant.name}: {'not found' if seed is None else f'found by seed {seed}'}")
        progress.show(f"{number} of {total} mutants, {counts[True]} found")
    progress.clear()
    click.echo(
        f"{counts[True]} of {counts.total()} mutants found, {time.monotonic() - started:.0f} s"
    )


if __name__ == "__main__":
    main(prog_name="python -m tests.campaigns.pairs.mutants")
