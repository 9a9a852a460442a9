"""Random assembly: the control-flow graph and the graph built from it must behave the same.

python -m tests.rvsdg.assembly_campaign --seeds 0:5000
"""

from __future__ import annotations

import argparse
import time
from random import Random

import attr

from tests.rvsdg.cfg_interpreter import run_graph
from tests.rvsdg.random_assembly import PARAMETERS, random_assembly
from yulopt.rvsdg.build import build_all
from yulopt.rvsdg.cfgasm import parse_assembly
from yulopt.rvsdg.interpreter import OutOfFuelError, run
from yulopt.rvsdg.ir import Graph
from yulopt.rvsdg.language import OPTIR
from yulopt.rvsdg.parser import parse_expression
from yulopt.rvsdg.printer import print_expression
from yulopt.rvsdg.verifier import verify

_BLOCKS = 400


@attr.s(auto_attribs=True)
class Figures:
    """Counts of comparisons: programs, irreducible ones, runs, runs that were too long."""

    programs: int = 0
    irreducible: int = 0
    runs: int = 0
    endless: int = 0


def check(seed: int, figures: Figures) -> None:
    """Compare one program, with several arguments; every fifth one is irreducible."""
    rng = Random(seed)
    irreducible = seed % 5 == 0
    text = random_assembly(rng, irreducible=irreducible)
    for all_live in (True, False):
        graph = Graph(OPTIR)
        node = build_all(parse_assembly(text, OPTIR), graph, all_live=all_live)
        verify(node, OPTIR)
        assert parse_expression(print_expression(node), graph) is node, f"seed {seed}"
        for _ in range(6):
            arguments = [rng.getrandbits(rng.randint(1, 31)) for _ in PARAMETERS]
            try:
                expected = run_graph(parse_assembly(text, OPTIR), arguments, OPTIR, fuel=_BLOCKS)
            except OutOfFuelError:
                figures.endless += 1
                continue
            found = run(node, arguments, OPTIR, fuel=10 * _BLOCKS)
            assert found == expected, f"seed {seed}, {arguments}\n{text}"
            figures.runs += 1
    figures.programs += 1
    figures.irreducible += irreducible


def main() -> None:
    """Check programs, and tell how many."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", default="0:5000", help="FIRST:END")
    first, end = map(int, parser.parse_args().seeds.split(":"))
    figures = Figures()
    started = time.monotonic()
    for seed in range(first, end):
        check(seed, figures)
    print(f"{figures}, {time.monotonic() - started:.0f} s")


if __name__ == "__main__":
    main()
