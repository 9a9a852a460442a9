"""Random Yul programs through graphs and back: behaviour must be preserved.

    python -m tests.rvsdg.campaign --seeds 0:5000
    python -m tests.rvsdg.campaign --examples --corpus --saturate

Stops at the first difference, and shows the program. With `--saturate`, the cheapest graph that
equality saturation finds is written (which needs egglog); the number of changed graphs is reported,
and the limits that ended saturations.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator

import click

from tests.campaign import seed_range
from tests.oracle import ROOT, SHARED
from tests.rvsdg.round_trip import Figures, check_round_trip, unchanged
from tests.verification.programs import program
from yulopt.rvsdg.extract import GAS
from yulopt.rvsdg.ir import Graph, Node
from yulopt.rvsdg.optimise import optimise
from yulopt.rvsdg.saturate import Settings

SETTINGS = Settings(cost=GAS, rounds=4, nodes=10_000)


def _programs(seeds: range, examples: bool, corpus: bool) -> Iterator[tuple[str, str, str]]:
    """Name, text and EVM version of each program."""
    for seed in seeds:
        made = program(seed)
        yield f"seed {seed}", made.text, made.evm_version
    folders = [ROOT / "examples"] * examples + [SHARED / "corpus"] * corpus
    for folder in folders:
        for file in sorted(folder.glob("*.yul")):
            yield file.name, file.read_text(), "osaka"


class Saturated:
    """Makes graphs cheaper, and counts: how many changed, and what ended each saturation."""

    def __init__(self) -> None:
        self.graphs = self.changed = 0
        self.ends = Counter[str]()

    def __call__(self, root: Node, graph: Graph) -> Node:
        found, reports = optimise(root, graph, SETTINGS)
        self.graphs += 1
        self.changed += found is not root
        self.ends.update(report.stopped_by or "nothing left to do" for report in reports)
        return found

    def __str__(self) -> str:
        ends = ", ".join(f"{end}: {count}" for end, count in self.ends.most_common())
        return f"{self.changed} of {self.graphs} graphs changed (saturations ended by {ends})"


@click.command(help=__doc__.replace("\n\n", "\n\n\b\n", 1) if __doc__ else "")
@click.option("--seeds", default="0:0", callback=seed_range, metavar="[FIRST:]END")
@click.option("--tries", default=12, show_default=True, help="Inputs to choose from, per object.")
@click.option("--examples", is_flag=True, help="All programs of examples/.")
@click.option("--corpus", is_flag=True, help="All programs of ../shared/corpus.")
@click.option("--saturate", is_flag=True, help="Between Yul and Yul, take the cheapest graph.")
def main(seeds: range, tries: int, examples: bool, corpus: bool, saturate: bool) -> None:
    """Check programs, and tell how many."""
    started = time.monotonic()
    figures = Figures()
    saturated = Saturated()
    transform = saturated if saturate else unchanged
    count = 0

    def tell() -> None:
        seconds = f"{time.monotonic() - started:.0f} s"
        print(f"{count} programs, {figures}, {seconds}", flush=True)
        if saturate:
            print(f"  {saturated}", flush=True)

    for name, text, version in _programs(seeds, examples, corpus):
        try:
            check_round_trip(
                text, tries=tries, evm_version=version, transform=transform, figures=figures
            )
        except Exception:
            print(f"{name} ({version}):\n{text}")
            raise
        count += 1
        if count % 500 == 0:
            tell()
    tell()


if __name__ == "__main__":
    main()
