"""Compare the linking of random trees of objects with solc's, without its assembly optimiser.

    python -m tests.assembly.tree_campaign 2000
    python -m tests.assembly.tree_campaign 500:1000 --evm-version paris

Exit status: 0 if everything is the same, 1 if not; the first programs that differ are printed.
"""

from __future__ import annotations

from collections import Counter

import click

from tests.assembly.object_trees import TreeWriter
from tests.assembly.solc import Question, Solc
from tests.campaign import ProgressLine, seed_range
from yulopt.assembly.assembler import assemble
from yulopt.dialect import dialect_for, parse_evm_version
from yulopt.driver.build import Front, generate_program
from yulopt.driver.options import Options
from yulopt.errors import AssemblyError, Source


def verdict(seed: int, evm_version: str, solc: Solc) -> str:
    """Whether the tree of this seed gets the same bytecode; else what is different."""
    source = TreeWriter(seed).tree()
    expected = solc.compile(Question(source, evm_version=evm_version))
    dialect = dialect_for(parse_evm_version(evm_version))
    try:
        given = assemble(
            generate_program(Front(Source(source), Options(":", evm_version=dialect.version.text))),
            dialect,
        ).to_hex()
    except AssemblyError as error:
        return "no code" if expected.error else f"refused: {error.message}"
    if expected.error is not None:
        return f"solc: {expected.error}"
    return "same" if given == expected.bytecode else "different"


@click.command(help=__doc__.replace("\n\n", "\n\n\b\n", 1) if __doc__ else "")
@click.argument("seeds", callback=seed_range)
@click.option("--evm-version", default="osaka")
def main(seeds: range, evm_version: str) -> None:
    solc = Solc()
    line = ProgressLine()
    tally: Counter[str] = Counter()
    for seed in seeds:
        found = verdict(seed, evm_version, solc)
        tally[found] += 1
        if found not in ("same", "no code"):
            line.clear()
            click.echo(f"seed {seed}: {found}")
        line.show(f"{seed}: {dict(tally)}")
    line.clear()
    click.echo(", ".join(f"{count} {found}" for found, count in sorted(tally.items())))
    raise SystemExit(set(tally) - {"same", "no code"} != set())


if __name__ == "__main__":
    main(prog_name="python -m tests.assembly.tree_campaign")
