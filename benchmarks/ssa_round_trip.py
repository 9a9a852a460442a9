"""How large programs get by way of SSA form, compared with the default sequence alone.

    python -m benchmarks.ssa_round_trip                        every example, with mem2reg
    python -m benchmarks.ssa_round_trip --passes "mem2reg,gvn" --files 'contracts/*.yul'

Each program is optimised by the default sequence, once as it is and once after it went through SSA
form and back; the sizes are those of the optimiser's own measure of code. The last line has the
geometric mean of the ratios.
"""

from __future__ import annotations

import glob
import math
import time
from pathlib import Path

import click

import yulopt
from yulopt.dialect import DEFAULT_EVM_VERSION, Dialect, dialect_for
from yulopt.gas.metrics import code_size_including_functions
from yulopt.ssa.pipeline import parse_pipeline
from yulopt.ssa.round_trip import round_trip
from yulopt.suite.reading import default_cleanup, parse_steps
from yulopt.suite.suite import Settings, make_context, optimize_object
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.syntax.objects import Object

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"


def size(program: Object) -> int:
    """The size of the code of all objects."""
    own = code_size_including_functions(program.code)
    return own + sum(map(size, program.sub_objects))


def through_ssa(program: Object, pipeline: str, dialect: Dialect) -> None:
    """Take the code of all objects through SSA form, in place."""
    make_context(program.code, dialect)
    program.code = round_trip(program.code, dialect, parse_pipeline(pipeline))
    for child in program.sub_objects:
        through_ssa(child, pipeline, dialect)


def optimised_size(text: str, pipeline: str | None) -> int:
    """The size after the default sequence, and before that after the passes (None: none)."""
    dialect = dialect_for(DEFAULT_EVM_VERSION)
    program = yulopt.parse(text)

    def run() -> None:
        if pipeline is not None:
            through_ssa(program, pipeline, dialect)
        settings = Settings(dialect, parse_steps(None).main, default_cleanup())
        optimize_object(program, settings)

    run_with_deep_stack(run)
    return size(program)


@click.command()
@click.option("--passes", default="mem2reg", show_default=True)
@click.option("--files", default=str(EXAMPLES / "*.yul"), metavar="PATTERN")
def main(passes: str, files: str) -> None:
    """Print the sizes for each program, and the mean of their ratios."""
    ratios: list[float] = []
    for path in sorted(glob.glob(files)):
        start = time.perf_counter()
        text = Path(path).read_text("utf-8")
        direct, by_ssa = optimised_size(text, None), optimised_size(text, passes)
        ratios.append(by_ssa / direct if direct else 1.0)
        took = time.perf_counter() - start
        name = Path(path).name
        click.echo(f"{name:24} {direct:6} {by_ssa:6} {ratios[-1]:7.3f}  {took:5.1f} s")
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    click.echo(f"geometric mean of {len(ratios)}: {mean:.4f}")


if __name__ == "__main__":
    main()
