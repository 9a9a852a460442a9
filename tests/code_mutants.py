"""Break code generation in many ways, and see which programs give each mistake away.

    python -m tests.code_mutants                  all mistakes, a line for each
    python -m tests.code_mutants --only shuffler  those whose name fits this pattern

Each mutant is a small patch of one module in `stack` or `assembly`. The programs and what solc
makes of them are in `tests/code_generation`.

Exit status: 0 all were caught by the programs that their table names, 1 otherwise.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from importlib import import_module
from typing import Final

import click

from tests.mutation.code.table import CODE_MUTANTS
from tests.mutation.in_place import in_place
from tests.mutation.mutant import CodeMutant

_CODE_GENERATION: Final = "tests.code_generation"


def faults(mutant: CodeMutant, checks: Iterable[str] = ()) -> dict[str, str]:
    """By check (all, if none are given), what is wrong with a mutant in place."""
    with in_place(mutant, _CODE_GENERATION):
        judge = import_module(f"{_CODE_GENERATION}.judge")
        found = {check: judge.fault(check) for check in checks or judge.all_checks()}
    return {check: fault for check, fault in found.items() if fault}


@click.command(help=__doc__.replace("\n\n", "\n\n\b\n", 1) if __doc__ else "")
@click.option("--only", default="", metavar="PATTERN", help="Mutants whose name fits.")
def main(only: str) -> None:
    chosen = [mutant for mutant in CODE_MUTANTS if re.search(only, mutant.name)]
    missed = 0
    for mutant in chosen:
        found = faults(mutant)
        click.echo(f"{mutant.name}: {', '.join(found) or 'SURVIVES'}")
        if mutant.caught_by not in found:
            missed += 1
            click.echo(f"    not by {mutant.caught_by or 'anything'}")
    click.echo(f"{len(chosen)} mutants, {missed} not caught as the table says")
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main(prog_name="python -m tests.code_mutants")
