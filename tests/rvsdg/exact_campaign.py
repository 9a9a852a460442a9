"""The ordinary extraction from e-graphs of random graphs, compared with the exact one.

    python -m tests.rvsdg.exact_campaign --seeds 0:200

Tells for how many graphs the exact choice is cheaper by the cost model `dag`, and by how much all
together. Stops if it is dearer, or computes something else.
"""

from __future__ import annotations

import time
from random import Random

import click

from tests.campaign import seed_range
from tests.rvsdg.graphs import outcome
from tests.rvsdg.random_graphs import random_graph
from yulopt.rvsdg.encoding import Encoding
from yulopt.rvsdg.extract import DAG, cost_of, extract, extract_exactly, extraction_analyses
from yulopt.rvsdg.ir import Graph
from yulopt.rvsdg.language import OPTIR
from yulopt.rvsdg.saturate import Saturation, Settings

_FUEL = 300


@click.command(help=__doc__.replace("\n\n", "\n\n\b\n", 1) if __doc__ else "")
@click.option("--seeds", default="0:200", callback=seed_range, metavar="[FIRST:]END")
@click.option("--rounds", default=3, show_default=True, help="Rounds of saturation.")
@click.option("--seconds", default=20.0, show_default=True, help="For the solver, each time.")
def main(seeds: range, rounds: int, seconds: float) -> None:
    """Compare both choices for each graph."""
    started = time.monotonic()
    compared = better = ordinary_sum = exact_sum = 0
    refused: list[str] = []
    for seed in seeds:
        rng = Random(f"exact {seed}")
        graph = Graph(OPTIR)
        root = graph.function(3, [random_graph(rng, graph, 4, 3) for _ in range(2)])
        saturation = Saturation(root, graph, Settings(rounds=rounds, nodes=2500))
        export = saturation.run()
        encoding, handle = Encoding(graph), saturation.handle(root)
        analyses = extraction_analyses(export, encoding)
        exact, problem = extract_exactly(analyses, handle, encoding, seconds)
        if exact is None:
            refused.append(f"seed {seed}: {problem}")
            continue
        ordinary = cost_of(extract(analyses, handle, encoding, DAG), encoding, DAG)
        cost = cost_of(exact, encoding, DAG)
        assert cost <= ordinary, f"seed {seed}: {cost} instead of {ordinary}"
        arguments = [OPTIR.word(rng.getrandbits(32)) for _ in range(3)]
        before, after = outcome(root, arguments, fuel=_FUEL), outcome(exact, arguments, fuel=_FUEL)
        assert None in (before, after) or before == after, f"seed {seed}"
        compared += 1
        better += cost < ordinary
        ordinary_sum += ordinary
        exact_sum += cost
    for line in refused:
        click.echo(f"not exact: {line}")
    click.echo(
        f"{compared} graphs compared: exact is cheaper for {better}; costs {ordinary_sum} and"
        f" {exact_sum}; {len(refused)} without an exact choice;"
        f" {time.monotonic() - started:.0f} s"
    )


if __name__ == "__main__":
    main()
