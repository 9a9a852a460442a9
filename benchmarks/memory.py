"""How much is known of the memory that programs use: how many accesses are safe, and in how many
codes all of them.

    python -m benchmarks.memory examples/*.yul
    python -m benchmarks.memory --steps dhfoDgvulfnTUtnIf token.yul
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import click

import yulopt
from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for
from yulopt.memory_objects.safety import memory_safety
from yulopt.memory_objects.verdicts import Verdict
from yulopt.passes.step import run_step
from yulopt.steps.function_hoister import FunctionHoister
from yulopt.suite.suite import make_context


def count(path: Path, steps: str | None) -> Counter[str]:
    """The codes in a program, those that are proven, and its accesses by verdict."""
    text = path.read_text("utf-8")
    program = yulopt.parse(text if steps is None else yulopt.optimize(text, steps))
    counts: Counter[str] = Counter()
    objects = [program]
    for item in objects:
        objects += item.sub_objects
        run_step(
            FunctionHoister(), make_context(item.code, dialect_for(DEFAULT_EVM_VERSION)), item.code
        )
        report = memory_safety(item.code)
        counts["codes"] += 1
        counts["proven"] += report.proven
        counts.update(access.verdict.value for access in report.accesses)
    return counts


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--steps", metavar="STEPS", help="Look at the program behind these steps.")
def main(files: tuple[Path, ...], steps: str | None) -> None:
    """Print a line for each file, and one for all."""
    total: Counter[str] = Counter()
    for path in files:
        found = count(path, steps)
        total += found
        _tell(path.name, found)
    _tell("all", total)


def _tell(name: str, found: Counter[str]) -> None:
    verdicts = [verdict.value for verdict in Verdict]
    accesses = sum(found[verdict] for verdict in verdicts)
    shares = ", ".join(f"{found[verdict]} {verdict}" for verdict in verdicts)
    click.echo(
        f"{name}: {found['proven']} of {found['codes']} codes; {accesses} accesses: {shares}"
    )


if __name__ == "__main__":
    main()
