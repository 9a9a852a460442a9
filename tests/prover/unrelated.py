"""Give the prover pairs of unrelated programs.

    python -m tests.prover.unrelated --help

After a step, code is much the same as before, so that most of what the prover can be asked never
comes up. Here both sides are generated for themselves, and small: whatever the answer, the prover
must not fail, and must not prove what execution shows to be different.
"""

from __future__ import annotations

import sys
import traceback
from collections import Counter
from itertools import islice
from random import Random

import click

from tests.campaign import ProgressLine, seed_range
from tests.generator import generate
from tests.prover.faults import is_shown
from tests.prover.loop_programs import loop_program
from yulopt.dialect import Dialect, dialect_for, parse_evm_version
from yulopt.driver.optimization import optimize_tree
from yulopt.driver.options import Options
from yulopt.errors import Source
from yulopt.prover.verdict import CodeView, FunctionProver, ProofSettings, Status
from yulopt.syntax.parser import parse_source
from yulopt.verifier.exploration import explore
from yulopt.verifier.subject import LIMITS, Subject, subjects

TRIES = 10
SECONDS = 1.0
VERSIONS = ("osaka", "cancun", "london")
SIZES = (2, 3, 4, 6, 10)
MAX_EXAMPLES = 4


def check(seed: int, solvers: tuple[str, ...] = ("z3",)) -> Counter[str]:
    """The verdicts on the functions of two generated programs, and their other code."""
    rng = Random(seed)
    dialect = dialect_for(parse_evm_version(rng.choice(VERSIONS)))
    before, after = (_subject(rng, dialect) for _ in range(2))
    old, new = CodeView(before.code), CodeView(after.code)
    chosen = rng.sample(list(new.functions), rng.randint(0, len(new.functions)))
    pairs = dict(zip(old.functions, chosen, strict=False))
    prover = FunctionProver(old, new, pairs, ProofSettings(dialect, SECONDS, solvers))
    results: Counter[str] = Counter()
    proven = True
    for one, other in ((None, None), *pairs.items()):
        verdict = prover.prove(one, other)
        # The solver is asked for them as they are taken.
        for _ in islice(verdict.further, MAX_EXAMPLES):
            pass
        results[verdict.status.value] += 1
        proven = proven and verdict.status is Status.PROVEN
    if proven:
        inputs = explore(before, Random(seed), TRIES, LIMITS).inputs
        results["WRONG"] += is_shown(before, after.code, inputs)
    return results


def _subject(rng: Random, dialect: Dialect) -> Subject:
    if rng.random() < 0.2:
        text = loop_program(rng)
    else:
        version, size = dialect.version.text, rng.choice(SIZES)
        seed = rng.getrandbits(32)
        text = generate(seed, size=size, evm_version=version, objects=0, variables=4)
    program = parse_source(Source(text), dialect)
    optimize_tree(program, Options("", bare=True, evm_version=dialect.version.text))
    return subjects(program, dialect)[0]


@click.command()
@click.option(
    "--seeds", default="0:1000", callback=seed_range, metavar="[FIRST:]END", show_default=True
)
@click.option("--solver", "solvers", multiple=True, default=("z3",), show_default=True)
def main(seeds: range, solvers: tuple[str, ...]) -> None:
    """Check that the prover neither fails nor errs on unrelated programs."""
    progress = ProgressLine()
    results: Counter[str] = Counter()
    for seed in seeds:
        progress.show(f"seed {seed}")
        try:
            found = check(seed, solvers)
        except Exception:
            progress.clear()
            click.echo(f"seed {seed}: {traceback.format_exc()}")
            found = Counter({"FAILED": 1})
        if found["WRONG"]:
            progress.clear()
            click.echo(f"seed {seed}: proven, and different")
        results += found
    progress.clear()
    for result, count in results.most_common():
        click.echo(f"{count:6} {result}")
    sys.exit(bool(results["FAILED"] or results["WRONG"]))


if __name__ == "__main__":
    main(prog_name="python -m tests.prover.unrelated")
