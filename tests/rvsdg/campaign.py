"""Random Yul programs as graphs and as Yul again: every one must do the same.

    python -m tests.rvsdg.campaign --seeds 0:5000
    python -m tests.rvsdg.campaign --examples --corpus

Stops at the first difference, and shows the program.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

import click

from tests.campaign import seed_range
from tests.oracle import ROOT, SHARED
from tests.rvsdg.round_trip import Figures, check_round_trip
from tests.verification.programs import program


def _programs(seeds: range, examples: bool, corpus: bool) -> Iterator[tuple[str, str, str]]:
    """Name, text and EVM version of each program."""
    for seed in seeds:
        made = program(seed)
        yield f"seed {seed}", made.text, made.evm_version
    folders = [ROOT / "examples"] * examples + [SHARED / "corpus"] * corpus
    for folder in folders:
        for file in sorted(folder.glob("*.yul")):
            yield file.name, file.read_text(), "osaka"


@click.command(help=__doc__.replace("\n\n", "\n\n\b\n", 1) if __doc__ else "")
@click.option("--seeds", default="0:0", callback=seed_range, metavar="[FIRST:]END")
@click.option("--tries", default=12, show_default=True, help="Inputs to choose from, per object.")
@click.option("--examples", is_flag=True, help="All programs of examples/.")
@click.option("--corpus", is_flag=True, help="All programs of ../shared/corpus.")
def main(seeds: range, tries: int, examples: bool, corpus: bool) -> None:
    """Check programs, and tell how many."""
    started = time.monotonic()
    figures = Figures()
    count = 0
    for name, text, version in _programs(seeds, examples, corpus):
        try:
            check_round_trip(text, tries=tries, evm_version=version, figures=figures)
        except Exception:
            print(f"{name} ({version}):\n{text}")
            raise
        count += 1
        if count % 500 == 0:
            print(f"{count} programs, {figures}, {time.monotonic() - started:.0f} s", flush=True)
    print(f"{count} programs, {figures}, {time.monotonic() - started:.0f} s")


if __name__ == "__main__":
    main()
