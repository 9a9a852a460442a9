"""A baseline: the search for sequences that the README of yul-phaser describes, made anew.

    python -m benchmarks.phaser --seconds 60 FILE...
    python -m benchmarks.phaser --seconds 600 --seed 7 --json phaser.json contracts/*.yul

A genetic algorithm: the individuals are sequences of letters without brackets, and what it makes
small is the size of the syntax tree, that of all objects together. Each round keeps the best ones
(the elite); the others become mutants of some of the elite, and crossovers of pairs of them. What
occurs twice is replaced by something random. It begins with 100 random individuals of 100 letters,
since long ones do better, and each letter mutates with a chance of 2 per cent, since that is
between 1 and 5. These, an elite, the algorithm and its metric are what the README tells. It does
not tell how large the elite and the other groups are: a half and two quarters here; nor the kinds
of mutation: another letter, or else none or one more.

Afterwards, the best sequence is what a user would give to solc as `--yul-optimizations`, with the
usual clean-up; the table has what it makes of the tree, and of the bytes of the deployed code.
"""

from __future__ import annotations

import json
import random
import sys
import time
from pathlib import Path

import attr
import click

from benchmarks.tables import line
from yulopt.assembly.compiled import compile_object
from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for
from yulopt.driver.optimization import optimize_tree
from yulopt.driver.options import Options
from yulopt.errors import Source, YulError
from yulopt.gas.metrics import code_size_including_functions
from yulopt.suite.reading import parse_steps
from yulopt.suite.registry import is_extension, steps_by_letter
from yulopt.suite.suite import make_context, run_group
from yulopt.syntax.ast import Block
from yulopt.syntax.copying import copy_block
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.syntax.parser import parse_source
from yulopt.tune.measure import BytesMeasure

POPULATION = 100
LENGTH = 100
ELITE = POPULATION // 2
MUTANTS = POPULATION // 4
MUTATION_CHANCE = 0.02
# What any sequence needs before it.
PREFIX = "hgfo"
DIALECT = dialect_for(DEFAULT_EVM_VERSION)


class TreeSizes:
    """The sizes of a program's tree after sequences, each computed once."""

    def __init__(self, source: Source) -> None:
        self._codes = [tree.code for tree in parse_source(source, DIALECT).all_objects()]
        for code in self._codes:
            run_group(parse_steps(PREFIX).main, make_context(code, DIALECT), code)
        self.known: dict[str, int] = {}

    def size(self, steps: str) -> int:
        """The size of all objects together."""
        found = self.known.get(steps)
        if found is None:
            found = self.known[steps] = sum(self._size(code, steps) for code in self._codes)
        return found

    def _size(self, code: Block, steps: str) -> int:
        copied = copy_block(code)
        run_group(parse_steps(steps).main, make_context(copied, DIALECT), copied)
        return code_size_including_functions(copied)


class Search:
    """A population and its best individual."""

    def __init__(self, sizes: TreeSizes, choose: random.Random) -> None:
        self._sizes = sizes
        self._choose = choose
        self._letters = [
            letter for letter, step in steps_by_letter().items() if not is_extension(step)
        ]
        self.rounds = 0
        self._population = [self._random() for _ in range(POPULATION)]

    def run(self, seconds: float) -> str:
        """Go on for so long; the best sequence so far. The first population is always complete."""
        end = time.monotonic() + seconds
        self._sort()
        while time.monotonic() < end:
            elite = self._population[:ELITE]
            mutants = [self._mutant(self._choose.choice(elite)) for _ in range(MUTANTS)]
            children = [
                self._crossover(*self._choose.sample(elite, 2))
                for _ in range(POPULATION - ELITE - MUTANTS)
            ]
            others: list[str] = []
            for steps in mutants + children:
                is_new = steps not in elite and steps not in others
                others.append(steps if is_new else self._random())
                if time.monotonic() >= end:
                    break
                self._sizes.size(others[-1])
            self._population = elite + [steps for steps in others if steps in self._sizes.known]
            self._sort()
            self.rounds += 1
        return self._population[0]

    def _sort(self) -> None:
        self._population.sort(key=lambda steps: (self._sizes.size(steps), len(steps), steps))

    def _random(self) -> str:
        return "".join(self._choose.choices(self._letters, k=LENGTH))

    def _mutant(self, steps: str) -> str:
        return "".join(self._mutated(letter) for letter in steps)

    def _mutated(self, letter: str) -> str:
        if self._choose.random() >= MUTATION_CHANCE:
            return letter
        other = self._choose.choice(self._letters)
        return self._choose.choice((other, "", letter + other))

    def _crossover(self, one: str, two: str) -> str:
        """The beginning of one, and the end of the other, cut at the same place."""
        cut = self._choose.randint(0, min(len(one), len(two)))
        return one[:cut] + two[cut:]


@attr.s(auto_attribs=True, frozen=True)
class Result:
    """What was found for a program; bytes are None where the stack is too deep."""

    program: str
    steps: str
    rounds: int
    tried: int
    tree_size: int
    deployed_bytes: int | None
    default_bytes: int | None


def deployed_bytes(source: Source, steps: str | None) -> int | None:
    """The bytes of the deployed code with a sequence and the usual clean-up; None for solc's."""
    program = parse_source(source, DIALECT)
    optimize_tree(program, Options(steps))
    try:
        compiled = compile_object(program, DIALECT)
        return BytesMeasure().measure(compiled, Options()).deployed_bytes
    except YulError:
        return None


def search(file: Path, seconds: float, seed: int) -> Result:
    """Search for the best sequence for one program."""
    source = Source(file.read_text("utf-8"), str(file))
    sizes = TreeSizes(source)
    found = Search(sizes, random.Random(seed))
    steps = run_with_deep_stack(lambda: found.run(seconds))
    return Result(
        file.stem,
        steps,
        found.rounds,
        len(sizes.known),
        sizes.size(steps),
        deployed_bytes(source, steps),
        deployed_bytes(source, None),
    )


HEAD = ("program", "rounds", "tried", "tree", "bytes", "default", "ratio")
WIDTHS = (24, 7, 8, 8, 9, 9, 8)


def row(result: Result) -> tuple[str, ...]:
    """The cells of the table."""
    made, usual = result.deployed_bytes, result.default_bytes
    return (
        result.program,
        str(result.rounds),
        str(result.tried),
        f"{result.tree_size:,}",
        "too deep" if made is None else f"{made:,}",
        "too deep" if usual is None else f"{usual:,}",
        f"{made / usual:.4f}" if made and usual else "",
    )


@click.command()
@click.option("--seconds", type=float, default=60.0, show_default=True, help="For each program.")
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--json", "target", type=click.Path(path_type=Path), help="Write the results here.")
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
def main(seconds: float, seed: int, target: Path | None, files: tuple[Path, ...]) -> None:
    """Search for small trees (see the docstring of this module)."""
    click.echo(line(HEAD, WIDTHS))
    results = []
    for file in files:
        results.append(search(file, seconds, seed))
        click.echo(line(row(results[-1]), WIDTHS))
        sys.stdout.flush()
    if target is not None:
        records = [attr.asdict(result) for result in results]
        target.write_text(json.dumps(records, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
