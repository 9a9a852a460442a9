"""Compare generated code with solc's, before any optimisation of the assembly.

    python -m tests.code_generation                  the recorded programs
    python -m tests.code_generation --update         record what solc makes of them
    python -m tests.code_generation --seeds 0:200    generated programs

The generated programs are of four shapes, most of which need much of the stack; they are for EVM
versions with and without PUSH0, and for the older code generator.

Exit status: 0 everything is the same, 1 otherwise.
"""

from __future__ import annotations

import difflib
import sys
from collections.abc import Iterator
from random import Random

import click

from tests.assembly.solc import shared_solc
from tests.campaign import ProgressLine, seed_range
from tests.code_generation import candidate
from tests.code_generation.deep_layouts import deep_layouts
from tests.code_generation.programs import Answer, Program, all_programs, read_facts, write_facts
from tests.code_generation.reference import ask
from tests.generator import generate
from tests.oracle import available
from tests.stack_generator import generate_stack_pressure

_SHAPES = ("any", "deep", "stack", "memory")
_SETTINGS = (("osaka", True), ("paris", True), ("homestead", True), ("osaka", False))


def generated(seed: int) -> Program:
    """The program of a seed."""
    rng = Random(seed)
    shape = rng.choice(_SHAPES)
    version, stack_allocation = rng.choice(_SETTINGS)
    if shape == "any":
        source = generate(seed, size=rng.choice((6, 20, 40)), evm_version=version, objects=0.3)
    elif shape == "deep":
        source = deep_layouts(seed)
    else:
        source = generate_stack_pressure(
            seed, memoryguard=shape == "memory", evm_version=version, recursion=rng.random() < 0.3
        )
    return Program(f"seed {seed}", source, version, stack_allocation)


def differences(expected: Answer, actual: Answer) -> Iterator[str]:
    """The difference, as readable lines."""
    yield from difflib.unified_diff(
        expected.yul.strip().splitlines(), actual.yul.strip().splitlines(), "solc", "yulopt"
    )
    if expected.code != actual.code:
        yield f"solc:   {expected.code}"
        yield f"yulopt: {actual.code}"


@click.command(help=__doc__.replace("\n\n", "\n\n\b\n", 1) if __doc__ else "")
@click.option("--update", is_flag=True, help="Record solc's answers.")
@click.option("--seeds", callback=seed_range, metavar="[FIRST:]END", help="Generated programs.")
def main(update: bool, seeds: range) -> None:
    if missing := available():
        raise click.UsageError(missing)
    if update and seeds:
        raise click.UsageError("only the answers for the programs of the folder are recorded")
    programs = map(generated, seeds) if seeds else all_programs().values()
    facts = {} if update or seeds else read_facts()
    progress = ProgressLine()
    found = refused = 0
    for done, program in enumerate(programs, 1):
        try:
            expected = ask(shared_solc(), program)
        except ValueError:
            if not seeds:
                raise
            refused += 1
            continue
        if update:
            facts[program.name] = expected.facts()
        lines = list(differences(expected, candidate.answer(program)))
        if not seeds and facts[program.name] != expected.facts():
            lines.insert(0, "recorded answers are not solc's")
        if lines:
            found += 1
            progress.clear()
            click.echo("\n".join([f"{program.name}:", *lines]))
        progress.show(f"{done} programs, {found} differ")
    progress.clear()
    if update:
        write_facts(facts)
    click.echo(f"{found} programs differ, {refused} are refused by solc")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main(prog_name="python -m tests.code_generation")
