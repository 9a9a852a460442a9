"""Compare the assembly-level optimiser with solc's, each pass alone and all together.

    python -m tests.assembly.pass_campaign 300
    python -m tests.assembly.pass_campaign 300:600 --passes cse,peephole --evm-version paris
    python -m tests.assembly.pass_campaign 0 --file token.yul

Programs are random ones, and the files that are named. Each is compiled with each pass alone, with
all of them, and with a random set; with --passes only with these. Exit status: 0 if everything is
the same, 1 if not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import click

from tests.assembly.solc import PASSES, Question, Solc
from tests.campaign import ProgressLine, seed_range
from tests.generator import generate
from yulopt.assembly.assembler import assemble
from yulopt.assembly.optimizer.driver import optimize_assembly
from yulopt.assembly.pressure import stack_too_deep
from yulopt.dialect import dialect_for, parse_evm_version
from yulopt.driver.build import Front, generate_program
from yulopt.driver.options import Options
from yulopt.errors import Source, YulError

SAME = ("same", "no code")


def random_question(seed: int, evm_version: str, passes: Sequence[str] | None) -> Question:
    """A program and a way to compile it."""
    rng = Random(seed)
    every = [[name] for name in PASSES] + [list(PASSES)] * 3
    every.append([name for name in PASSES if rng.random() < 0.5])
    return Question(
        generate(seed, evm_version=evm_version, size=rng.choice((10, 30, 60)), objects=0.3),
        passes=rng.choice(every) if passes is None else passes,
        evm_version=evm_version,
        runs=rng.choice((0, 1, 200, 100000)),
    )


def verdict(question: Question, solc: Solc) -> str:
    """None if the bytecode is the same, else the difference."""
    expected = solc.compile(question)
    dialect = dialect_for(parse_evm_version(question.evm_version))
    source = Source(question.source)
    assert question.steps is not None
    try:
        options = Options(
            question.steps,
            runs=question.runs,
            evm_version=question.evm_version,
            stack_allocation=question.stack_allocation,
        )
        compiled = generate_program(Front(source, options))
        if stack_too_deep(compiled, source) is not None:
            return "no code" if expected.error else "stack too deep"
        optimize_assembly(compiled, dialect, question.runs, question.passes)
        given = assemble(compiled, dialect).to_hex()
    except YulError as error:
        return "no code" if expected.error else f"refused: {error.message}"
    if expected.error is not None:
        # With the deduplicator and without the jumpdest remover, solc trips over itself.
        if "Replacement already known" in expected.error:
            return "no code"
        return f"solc: {expected.error}"
    return "same" if given == expected.bytecode else "different"


def questions(
    seeds: range,
    files: Sequence[str],
    evm_version: str,
    runs: int,
    passes: Sequence[str] | None,
) -> Iterator[tuple[str, Question]]:
    """The comparisons, each with a name."""
    for name in files:
        for chosen in [[one] for one in PASSES] + [list(PASSES)] if passes is None else [passes]:
            text = Path(name).read_text("utf-8")
            question = Question(text, chosen, evm_version=evm_version, runs=runs)
            yield f"{name} {','.join(chosen)} runs {runs}", question
    for seed in seeds:
        question = random_question(seed, evm_version, passes)
        yield f"seed {seed} {','.join(question.passes)} runs {question.runs}", question


@click.command(help=__doc__.replace("\n\n", "\n\n\b\n", 1) if __doc__ else "")
@click.argument("seeds", callback=seed_range)
@click.option("--evm-version", default="osaka")
@click.option("--passes", help="solc's names, separated by commas.")
@click.option("--runs", default=200, help="Of the files; random programs have random ones.")
@click.option("--file", "files", multiple=True, type=click.Path(exists=True))
def main(
    seeds: range, evm_version: str, runs: int, passes: str | None, files: Sequence[str]
) -> None:
    solc = Solc()
    line = ProgressLine()
    tally: Counter[str] = Counter()
    chosen = None if passes is None else [name for name in passes.split(",") if name]
    for name, question in questions(seeds, files, evm_version, runs, chosen):
        found = verdict(question, solc)
        tally[found] += 1
        if found not in SAME:
            line.clear()
            click.echo(f"{name}: {found[:100]}")
        line.show(f"{name}: {dict(tally)}")
    line.clear()
    click.echo(", ".join(f"{count} {found}" for found, count in sorted(tally.items())))
    raise SystemExit(bool(set(tally) - set(SAME)))


if __name__ == "__main__":
    main(prog_name="python -m tests.assembly.pass_campaign")
