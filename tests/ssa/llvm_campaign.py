"""Our SSA form against LLVM: validity, numbers of phis, and results.

`python -m tests.ssa.llvm_campaign --functions 2000` asks LLVM about all examples and about so many
functions of generated programs: the text must parse and verify before and after our mem2reg, and
LLVM's promotion must place as many phis in each function as ours. So many pure functions are then
compiled to machine code, and must compute what our interpreter does.
"""

from __future__ import annotations

import sys
from collections import Counter
from random import Random

import click

from tests.campaign import ProgressLine
from tests.generation.literals import number
from tests.generator import generate
from tests.oracle import ROOT
from tests.ssa.interpreter import run_function
from tests.ssa.llvm import Compiled, phi_counts, verified
from tests.ssa.programs import phi_counts as our_phi_counts
from tests.ssa.promotion import promote
from tests.ssa.pure_functions import pure_functions
from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for
from yulopt.errors import Source
from yulopt.ssa.ir.function import Module
from yulopt.ssa.llvm.printer import print_llvm
from yulopt.ssa.lowering import lower
from yulopt.suite.suite import make_context
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.syntax.parser import parse_source

_DIALECT = dialect_for(DEFAULT_EVM_VERSION)
_INPUTS = 6
EDGES = (0, 1, 2, 30, 31, 32, 33, 255, 256, 257, 1 << 255, (1 << 256) - 1)


def modules_of(text: str) -> list[Module]:
    """The code of each object of a program in memory form."""

    def run() -> list[Module]:
        objects = [parse_source(Source(text), _DIALECT)]
        for program in objects:
            objects.extend(program.sub_objects)
            make_context(program.code, _DIALECT)
        return [lower(program.code, _DIALECT) for program in objects]

    return run_with_deep_stack(run)


def promoted_counts(module: Module) -> dict[str, int]:
    """The number of phis of each function after mem2reg, which is run."""
    for function in module.functions.values():
        promote(function)
    return {
        name: sum(our_phi_counts(function).values()) for name, function in module.functions.items()
    }


def compare_phis(module: Module) -> list[str]:
    """The functions in which LLVM places another number of phis; the module gets promoted.

    Raises RuntimeError if LLVM does not accept the module before or after that.
    """
    theirs = phi_counts(print_llvm(module))
    ours = promoted_counts(module)
    verified(print_llvm(module))
    return [name for name, count in ours.items() if theirs[name] != count]


def compare_values(seed: int) -> tuple[int, list[str]]:
    """How many pure functions there are, and those that compute something else as machine code."""
    rng = Random(seed)
    text, functions = pure_functions(rng)
    (module,) = modules_of(text)
    wrong = []
    for form in ("memory", "SSA"):
        if form == "SSA":
            promoted_counts(module)
        compiled = Compiled(print_llvm(module, entries=True))
        for name, parameters, results in functions:
            for _ in range(_INPUTS):
                given = [rng.choice((rng.choice(EDGES), number(rng))) for _ in range(parameters)]
                expected = run_function(module, name, given)
                if compiled.call(name, given, results) != expected:
                    wrong.append(f"seed {seed}, {name}{given}, {form} form")
    return len(functions), wrong


@click.command()
@click.option("--functions", default=200, show_default=True, help="How many of each kind.")
@click.option("--seed", default=0, show_default=True, help="Of the first program.")
def main(functions: int, seed: int) -> None:
    """Compare SSA forms of generated programs with LLVM."""
    counts: Counter[str] = Counter()
    progress = ProgressLine()
    wrong: list[str] = []
    examples = [path.read_text("utf-8") for path in sorted((ROOT / "examples").glob("*.yul"))]
    number_of_program = 0
    while counts["functions"] < functions or number_of_program < len(examples):
        if number_of_program < len(examples):
            text = examples[number_of_program]
        else:
            text = generate(seed + number_of_program - len(examples), size=30)
        for module in modules_of(text):
            different = compare_phis(module)
            wrong += [f"program {number_of_program}, phis of {name}" for name in different]
            counts["functions"] += len(module.functions)
            counts["phis"] += sum(
                sum(our_phi_counts(function).values()) for function in module.functions.values()
            )
        number_of_program += 1
        progress.show(str(dict(counts)))
    pure_seed = seed
    while counts["pure functions"] < functions:
        count, different = compare_values(pure_seed)
        wrong += different
        counts["pure functions"] += count
        pure_seed += 1
        progress.show(str(dict(counts)))
    progress.clear()
    click.echo(f"{number_of_program} programs, {len(examples)} of them examples; seed {seed}")
    for what, count in counts.items():
        click.echo(f"{count:7}  {what}")
    click.echo(f"{len(wrong):7}  differences")
    for line in wrong[:20]:
        click.echo(line)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main(prog_name="python -m tests.ssa.llvm_campaign")
