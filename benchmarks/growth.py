"""How the time of each step grows with the size of the program.

    python -m benchmarks.growth                     every step, on programs of 1, 2, 4, 8, 16 times
    python -m benchmarks.growth --steps cLE         only these
    python -m benchmarks.growth --series one-function
    python -m benchmarks.growth --pipelines         whole pipelines, beside solc's default

A series doubles a program: `functions` puts copies of a whole contract side by side, so there are
more functions of the same size; `one-function` makes a single function longer. Each step runs on
the program as other steps leave it for it: split and in pseudo-SSA form. The exponent is the
slope of time over size (both logarithmic, by least squares); 1 is linear, 2 quadratic.

A pipeline is measured from the text to the bytecode; what it takes in terms of the default stands
after its times.
"""

from __future__ import annotations

import functools
import gc
import math
import sys
import time

import click

import yulopt
from benchmarks.programs import SERIES, growth_exponent
from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for
from yulopt.gas.metrics import code_size_including_functions
from yulopt.interface import compile
from yulopt.passes.step import Context, Step
from yulopt.suite.pipelines import pipeline_names
from yulopt.suite.registry import all_steps, steps_by_letter
from yulopt.suite.suite import make_context
from yulopt.syntax.arguments import DEFAULT_RUNS
from yulopt.syntax.ast import Block
from yulopt.syntax.copying import copy_block
from yulopt.syntax.deep_stack import run_with_deep_stack

# What brings a program into the form in which most steps do their work.
PREPARATION = "hgfoxac"


def prepare(source: str) -> tuple[Context, Block]:
    """Parse a program and bring it into the form in which the steps are measured."""
    code = yulopt.parse(source).code
    context = make_context(code, dialect_for(DEFAULT_EVM_VERSION), DEFAULT_RUNS)
    for letter in PREPARATION:
        steps_by_letter()[letter].run(context, code)
    return context, code


def measure(step: Step, context: Context, code: Block, repetitions: int) -> float:
    """The shortest processor time, in seconds, that the step takes on the program."""
    best = math.inf
    for _ in range(repetitions):
        copied = copy_block(code)
        gc.collect()
        start = time.thread_time()
        step.run(context, copied)
        best = min(best, time.thread_time() - start)
    return best


@click.command()
@click.option("--series", type=click.Choice(list(SERIES)), multiple=True, help="Default: all.")
@click.option("--steps", default="", help="Letters of the steps to measure; default: all steps.")
@click.option("--pipelines", is_flag=True, help="Measure whole pipelines.")
@click.option("--factors", default="1,2,4,8,16", show_default=True, help="Sizes of the programs.")
@click.option("--repetitions", default=3, show_default=True, help="Of which the shortest counts.")
@click.option("--limit", default=1.3, show_default=True, help="Exponents above are marked.")
def main(
    series: tuple[str, ...],
    steps: str,
    pipelines: bool,
    factors: str,
    repetitions: int,
    limit: float,
) -> None:
    """Measure how the time of each step grows with the size of the program."""
    gc.disable()  # as the command does
    if pipelines:
        for name in series or SERIES:
            _report_pipelines(name, [int(factor) for factor in factors.split(",")], repetitions)
        return
    chosen = [
        step for step in all_steps().values() if not steps or (step.letter and step.letter in steps)
    ]
    times = [int(factor) for factor in factors.split(",")]
    for name in series or SERIES:
        report = functools.partial(_report, name, chosen, times, repetitions, limit)
        run_with_deep_stack(report)


def _report(
    series: str, steps: list[Step], factors: list[int], repetitions: int, limit: float
) -> None:
    programs = [prepare(SERIES[series](factor)) for factor in factors]
    sizes = [code_size_including_functions(code) for _, code in programs]
    heads = "".join(f"{f'size {size}':>14}" for size in sizes)
    click.echo(f"\n{series}\n{'step':<34}{heads}{'exponent':>10}")
    for step in steps:
        times = []
        for context, code in programs:
            times.append(measure(step, context, code, repetitions))
            if sys.stderr.isatty():
                click.echo(
                    f"\r{step.name}: {len(times)} of {len(programs)}\x1b[K\r", err=True, nl=False
                )
        exponent = growth_exponent(sizes, times)
        cells = "".join(f"{1000 * seconds:>11.2f} ms" for seconds in times)
        mark = " <" if exponent > limit else ""
        label = f"{step.letter or ' '} {step.name}"
        click.echo(f"{label:<34}{cells}{exponent:>10.2f}{mark}")


def compile_time(source: str, pipeline: str | None, repetitions: int) -> float:
    """The shortest processor time, in seconds, from text to bytecode; None is solc's default."""
    best = math.inf
    for _ in range(repetitions):
        gc.collect()
        start = time.process_time()
        compile(source, pipeline=pipeline)
        best = min(best, time.process_time() - start)
    return best


def _report_pipelines(series: str, factors: list[int], repetitions: int) -> None:
    sources = [SERIES[series](factor) for factor in factors]
    sizes = [len(source) for source in sources]
    heads = "".join(f"{f'size {size}':>14}" for size in sizes)
    click.echo(f"\n{series}\n{'pipeline':<34}{heads}{'exponent':>10}{'in terms of solc':>18}")
    default: list[float] = []
    for name in (None, *pipeline_names()):
        times = [compile_time(source, name, repetitions) for source in sources]
        default = default or times
        ratio = sum(times) / sum(default)
        cells = "".join(f"{1000 * seconds:>11.2f} ms" for seconds in times)
        label = "solc's default" if name is None else name
        click.echo(f"{label:<34}{cells}{growth_exponent(sizes, times):>10.2f}{ratio:>18.2f}")


if __name__ == "__main__":
    main()
