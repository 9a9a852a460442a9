"""Prove the simplification rules: `python -m tests.proofs --help`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from tests.proofs.prover import LIMIT, Outcome, prove
from yulopt.rules import all_rules
from yulopt.rules.reader import read_rules


@click.command()
@click.argument("names", nargs=-1, metavar="[RULE]...")
@click.option(
    "--table",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Another table than yulopt's own, in the same notation.",
)
@click.option("--limit", default=LIMIT, show_default=True, help="Steps of the solver per question.")
def main(names: tuple[str, ...], table: Path | None, limit: int) -> None:
    """Prove the rules of the expression simplifier with Z3: all, or those named.

    Prints for each rule at how many bits it was proven, or a counterexample, and at the end those
    that were only proven for words of fewer bits. Exit status 1 if a rule is not proven.

    \b
        python -m tests.proofs
        python -m tests.proofs mod-mul shr-shr
        python -m tests.proofs --table my_rules.txt
    """
    try:
        rules = all_rules() if table is None else read_rules(table.read_text("utf-8"))
    except ValueError as error:
        raise click.UsageError(f"{table}: {error}") from None
    if unknown := set(names).difference([rule.name for rule in rules]):
        raise click.UsageError(f"no such rule: {', '.join(sorted(unknown))}")
    verdicts = []
    for rule in rules:
        if not names or rule.name in names:
            verdicts.append(prove(rule, limit))
            click.echo(str(verdicts[-1]))
    proven = [verdict for verdict in verdicts if verdict.outcome is Outcome.PROVEN]
    reduced = [verdict.rule.name for verdict in proven if verdict.is_reduced]
    click.echo(f"\n{len(proven)} of {len(verdicts)} proven")
    click.echo(f"only for words of fewer bits: {', '.join(reduced) or 'none'}")
    sys.exit(0 if len(proven) == len(verdicts) else 1)


if __name__ == "__main__":
    main(prog_name="python -m tests.proofs")
