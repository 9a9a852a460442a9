"""Whole programs through equality saturation: acceptance case P17 of chapter 09, section 9.4.

    python -m tests.ssa.eqsat_campaign                     every example and the corpus
    python -m tests.ssa.eqsat_campaign --tries 500 contracts/*.yul

Each program runs through the default sequence first. Then the step EqualitySaturation (`G`) and the
clean-up may not change what it does, nor make it cost more by any measure of gas than the clean-up
alone. Stops at the first program for which that does not hold. Exit status: 0 all is well, 1 a
difference or a program that became dearer.
"""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from pathlib import Path

import click

import yulopt
from benchmarks.eqsat import LETTER, gas_of
from tests.oracle import ROOT, SHARED
from tests.verification.programs import Program, file_program
from tests.verification.sequences import Trial
from tests.verification.tally import Tally
from tests.verification.worker import verify_trials
from yulopt.suite.named_sequences import read_sequence

EXAMPLES = sorted((ROOT / "examples").glob("*.yul"))
CORPUS = sorted((SHARED / "corpus").glob("*.yul"))


def after_default(path: Path) -> Program:
    """The program in a file after the default sequence, without the clean-up."""
    given = file_program(path)
    steps = read_sequence("default").partition(":")[0]
    return replace(given, text=yulopt.optimize(given.text, f"{steps}:"))


def traces(program: Program, tries: int) -> Tally:
    """The comparison of behaviour before and after `G`, and after each step of the clean-up."""
    return verify_trials(replace(program, tries=tries), [Trial(LETTER)])


def gas(program: Program) -> tuple[tuple[int, int], tuple[int, int]]:
    """The gas after the clean-up, without and with `G`: counted once, and weighted."""
    without, with_it = (yulopt.optimize(program.text, steps) for steps in ("", LETTER))
    return gas_of(yulopt.parse(without)), gas_of(yulopt.parse(with_it))


@click.command(help=__doc__.replace("\n\n", "\n\n\b\n", 1) if __doc__ else "")
@click.argument("files", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--tries", default=100, show_default=True, help="Inputs to try for each object.")
def main(files: tuple[Path, ...], tries: int) -> None:
    """Check programs, and tell how much gas each one saves."""
    for path in files or [*EXAMPLES, *CORPUS]:
        start = time.process_time()
        program = after_default(path)
        tally = traces(program, tries)
        if tally.differences or not tally.verified:
            sys.exit("\n".join(tally.differences) or f"{path.name}: nothing can be compared")
        before, after = gas(program)
        shares = [f"{new / max(old, 1):.4f}" for old, new in zip(before, after, strict=True)]
        click.echo(
            f"{path.name:24} gas {shares[0]}, weighted {shares[1]}; {tally.inputs} inputs,"
            f" {tally.reached} of {tally.blocks} basic blocks, {tally.versions} versions of code,"
            f" {time.process_time() - start:.1f} s"
        )
        if after[0] > before[0] or after[1] > before[1]:
            sys.exit(f"{path.name}: dearer than without {LETTER}")


if __name__ == "__main__":
    main()
