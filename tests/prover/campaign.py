"""Compare terms, evaluated, with the interpreter: `python -m tests.prover.campaign --help`."""

from __future__ import annotations

import sys
from collections import Counter
from random import Random

import click

from tests.campaign import ProgressLine, seed_range
from tests.generator import generate
from tests.prover.deep_programs import deep_program
from tests.prover.evaluator import SymbolicProgram
from tests.prover.loop_programs import loop_program
from yulopt.dialect import dialect_for, parse_evm_version
from yulopt.driver.optimization import optimize_tree
from yulopt.driver.options import Options
from yulopt.errors import Source
from yulopt.evm.outcome import Outcome
from yulopt.prover.answers import CodeView
from yulopt.prover.work_clock import OpenQuestion
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.syntax.parser import parse_source
from yulopt.verifier.equivalence import first_difference, is_comparable, limits_after
from yulopt.verifier.exploration import explore
from yulopt.verifier.inputs import Input
from yulopt.verifier.subject import LIMITS, Subject, subjects

VERSIONS = ("osaka", "cancun", "london", "byzantium")
TRIES = 25


def check(seed: int) -> list[str]:
    """The results of comparing the runs of a generated program."""
    rng = Random(seed)
    if seed % 4 == 0:
        return check_text(loop_program(rng), VERSIONS[0], seed)
    if seed % 4 == 1:
        return check_text(deep_program(rng), VERSIONS[0], seed)
    version = rng.choice(VERSIONS)
    text = generate(seed, size=rng.choice((10, 25)), evm_version=version)
    return check_text(text, version, seed)


def check_text(text: str, version: str, seed: int) -> list[str]:
    """The same for some program."""
    dialect = dialect_for(parse_evm_version(version))
    program = parse_source(Source(text), dialect)
    optimize_tree(program, Options("", bare=True, evm_version=dialect.version.text))
    found: list[str] = []
    for subject in subjects(program, dialect):
        rng = Random(seed)

        def compile_terms(subject: Subject = subject, rng: Random = rng) -> SymbolicProgram:
            unfolded, as_called = rng.random() < 0.3, rng.random() < 0.5
            return SymbolicProgram(
                CodeView(subject.code),
                subject.original,
                dialect,
                unfolded=unfolded,
                as_called=as_called,
            )

        try:
            symbolic = run_with_deep_stack(compile_terms)
        except OpenQuestion as question:
            found.append(f"open: {question}")
            continue
        explored = explore(subject, Random(seed), TRIES, LIMITS)
        for given, before in zip(explored.inputs, explored.outcomes, strict=True):
            if not is_comparable(before):
                found.append("not comparable")
                continue
            found.append(_compared(subject, symbolic, given, before))
    return found


def _compared(subject: Subject, symbolic: SymbolicProgram, given: Input, before: Outcome) -> str:
    try:
        after = subject.run(symbolic, given, limits_after(LIMITS))
    except (AssertionError, KeyError) as error:
        return f"different: {error!r} ({given})"
    if after.is_limit:
        return "not comparable"
    difference = first_difference(before, after)
    return f"different: {difference} ({given})" if difference else "same"


@click.command()
@click.option(
    "--seeds", default="0:1000", callback=seed_range, metavar="[FIRST:]END", show_default=True
)
def main(seeds: range) -> None:
    """Evaluate generated programs as terms, and compare with the interpreter."""
    progress = ProgressLine()
    results: Counter[str] = Counter()
    for seed in seeds:
        progress.show(f"seed {seed}")
        for result in check(seed):
            if result.startswith("different"):
                progress.clear()
                click.echo(f"seed {seed}: {result}")
            results[result.split(":")[0]] += 1
    progress.clear()
    click.echo(", ".join(f"{count} {result}" for result, count in results.most_common()))
    sys.exit(1 if results["different"] else 0)


if __name__ == "__main__":
    main(prog_name="python -m tests.prover.campaign")
