"""Run generated programs in the interpreter and on a real EVM, and compare all effects.

    python -m tests.interpreter_campaign --seeds 0:10000      three inputs for each program

Exit status: 0 no difference, 1 a difference. Runs that cannot be compared are counted apart, with
reasons.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from random import Random

import click

from tests.campaign import ProgressLine, seed_range
from tests.generation.builtins import EVM_VERSIONS
from tests.generation.literals import number
from tests.generator import generate
from tests.real_evm import Incomparable, Input, Subject, compare
from yulopt.dialect import dialect_for, parse_evm_version
from yulopt.syntax.deep_stack import run_with_deep_stack

# The programs of these versions run on the EVM of the tests; half of them are for its own one.
VERSIONS = EVM_VERSIONS[EVM_VERSIONS.index("tangerineWhistle") : EVM_VERSIONS.index("prague") + 1]
NEWEST = "cancun"
INPUTS = 3
_MAX_SHOWN = 2000


def subject(seed: int) -> Subject:
    """The program of a seed; raises `Incomparable`."""
    rng = Random(seed)
    version = rng.choice((NEWEST, rng.choice(VERSIONS)))
    size = rng.choice((10, 25, 40))
    text = generate(seed, size=size, evm_version=version, memoryguard=rng.random() < 0.1)
    tame = rng.random() < 0.85
    return Subject(text, dialect_for(parse_evm_version(version)), tame=tame)


def inputs(seed: int) -> Iterator[Input]:
    """Calls: one without calldata, the others with random words and bytes."""
    rng = Random(seed)
    for index in range(INPUTS):
        words = b"".join(number(rng).to_bytes(32, "big") for _ in range(rng.choice((1, 2, 4))))
        data = rng.choice((rng.randbytes(rng.randint(1, 70)), words, rng.randbytes(4) + words))
        slots = range(rng.choice((0, 3, 5)))
        storage = {slot: word for slot in slots if (word := number(rng))}
        yield Input(data if index else b"", rng.choice((0, 0, 1, 1000)), storage)


def check(seed: int) -> list[str]:
    """The results of comparing the runs of a seed, or the reason why there are none."""
    try:
        program = subject(seed)
    except Incomparable as reason:
        return [f"no program: {reason}"]
    return [compare(program, given) for given in inputs(seed)]


@click.command()
@click.option(
    "--seeds", default="0:1000", callback=seed_range, metavar="[FIRST:]END", show_default=True
)
def main(seeds: range) -> None:
    """Compare the interpreter with a real EVM over generated programs."""
    progress = ProgressLine()
    programs = 0
    results: Counter[str] = Counter()

    def run() -> None:
        nonlocal programs
        for seed in seeds:
            progress.show(f"seed {seed}")
            found = check(seed)
            programs += not found[0].startswith("no program")
            for result in found:
                if result.startswith("different"):
                    progress.clear()
                    click.echo(f"seed {seed}: {result[:_MAX_SHOWN]}")
                results[result.partition(": ")[0] if "different" in result else result] += 1

    run_with_deep_stack(run)
    progress.clear()
    click.echo(f"seeds {seeds.start}:{seeds.stop}: {programs} programs with {INPUTS} inputs each")
    for result, count in sorted(results.items()):
        click.echo(f"  {count:7}  {result}")
    if results["different"]:
        sys.exit(1)


if __name__ == "__main__":
    main()
