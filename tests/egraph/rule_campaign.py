"""Try every rule of e-graphs with many words: `python -m tests.egraph.rule_campaign`.

Chapter 09, section 6.3, asks for 10 000 assignments for each rule. Exit status 1 if a rule is
wrong.
"""

from __future__ import annotations

import sys

import click

from tests.egraph.samples import assignments
from yulopt.egraph.rules import further_rules
from yulopt.rules.terms import evaluate


@click.command(help=__doc__)
@click.option("--samples", default=10_000, show_default=True, help="Assignments for each rule.")
def main(samples: int) -> None:
    wrong = total = 0
    for rule in further_rules():
        tried = 0
        for values in assignments(rule, samples):
            tried += 1
            if evaluate(rule.pattern, values) != evaluate(rule.replacement, values):
                click.echo(f"{rule.name} is wrong for {values}: {rule}")
                wrong += 1
                break
        total += tried
    click.echo(f"{len(further_rules())} rules, {total} assignments that fit, {wrong} wrong")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main(prog_name="python -m tests.egraph.rule_campaign")
