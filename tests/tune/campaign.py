"""Random batches of sequences over programs give the same results as single runs.

    python -m tests.tune.campaign --batches 4 --seed 1 FILE...

Texts and sizes are compared with those of a run from the start.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

import click

import yulopt
from yulopt.driver.options import Options
from yulopt.errors import printable
from yulopt.syntax.parser import parse
from yulopt.tune.candidate import Candidate, candidate
from yulopt.tune.edits import letters
from yulopt.tune.evaluator import Evaluator
from yulopt.tune.measure import BytesMeasure, Measured
from yulopt.tune.state import StateStore

RUNS = (1, 200, 10_000)


@click.command()
@click.argument("files", nargs=-1, required=True)
@click.option("--batches", default=4, show_default=True, help="For each program.")
@click.option("--size", default=12, show_default=True, help="Sequences in a batch.")
@click.option("--memory", default=256, show_default=True, help="Megabytes for programs.")
@click.option("--seed", default=0, show_default=True)
def main(files: tuple[str, ...], batches: int, size: int, memory: int, seed: int) -> None:
    """Compare, and report every difference (status 1)."""
    found = 0
    for file in files:
        source = Path(file).read_text("utf-8")
        wrong = differences(source, seed, memory << 20, batches=batches, size=size)
        for wanted in wrong:
            print(f"{printable(file)}: {wanted.steps} with {wanted.runs} runs")
        print(f"{printable(file)}: {batches * size - len(wrong)} of {batches * size} are the same")
        found += len(wrong)
    sys.exit(found > 0)


def differences(source: str, seed: int, memory: int, *, batches: int, size: int) -> list[Candidate]:
    """The candidates for which the trie gives another text, or another size."""
    choose = random.Random(seed)
    tested = Evaluator(parse(source), BytesMeasure(), Options(), StateStore(memory))
    stems = ["dhfoDgvulfn"]
    wrong: list[Candidate] = []
    for _ in range(batches):
        batch = [
            candidate(random_sequence(choose, stems), choose.choice(RUNS)) for _ in range(size)
        ]
        for wanted, found in zip(batch, tested.evaluate(batch), strict=True):
            text = yulopt.optimize(source, wanted.steps, runs=wanted.runs)
            if yulopt.print_yul(tested.optimized(wanted)) != text or found != _alone(
                source, wanted
            ):
                wrong.append(wanted)
    return wrong


def random_sequence(choose: random.Random, stems: list[str]) -> str:
    """A sequence that begins like one of the others, with brackets, perhaps with a clean-up."""
    text = choose.choice(stems)
    for _ in range(choose.randint(1, 4)):
        part = "".join(choose.choices(letters(), k=choose.randint(1, 5)))
        text += f"[{part}]" if choose.random() < 0.3 else part
    stems.append(text)
    return text + choose.choice(["", ":", ":fDnTOcmu", ":[ul]Tc"])


def _alone(source: str, wanted: Candidate) -> Measured | None:
    try:
        result = yulopt.compile(source, wanted.steps, runs=wanted.runs)
    except yulopt.YulError:
        return None
    deployed = result.bytecode if result.deployed is None else result.deployed
    return Measured(result.bytecode.size, deployed.size)


if __name__ == "__main__":
    main()
