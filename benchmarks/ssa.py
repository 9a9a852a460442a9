"""How the time of each pass over SSA functions grows with the size of the program.

    python -m benchmarks.ssa                        every pass, on programs of 1, 2, 4, 8, 16 times
    python -m benchmarks.ssa --passes gvn --passes licm
    python -m benchmarks.ssa --series loops

The series are those of `benchmarks.growth`, and some of one function with an extreme shape: `ifs`,
`loops` and `switch`. Every pass but mem2reg runs on what mem2reg leaves. The size is the number of
instructions; the exponent is the slope of time over size, as there.
"""

from __future__ import annotations

import functools
import gc
import math
import sys
import time
from collections.abc import Callable

import click

from benchmarks.programs import SERIES, growth_exponent
from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for
from yulopt.errors import Source
from yulopt.ssa.ir.function import Module
from yulopt.ssa.kernel.pass_contract import Pass
from yulopt.ssa.kernel.running import run_pipeline
from yulopt.ssa.passes.mem2reg import Mem2Reg
from yulopt.ssa.pipeline import all_passes, parse_pipeline
from yulopt.ssa.program import read_program
from yulopt.ssa.text.parser import parse_module
from yulopt.ssa.text.printer import print_module
from yulopt.syntax.deep_stack import run_with_deep_stack


def nested_ifs(times: int) -> str:
    """A function of branches in branches, each of which changes the same variable."""
    count = 50 * times
    before = "".join(
        f"""
          %c{n} = gt %a, {n}
          br %c{n}, %body{n}, %after{n}
        body{n}:
          %old{n} = load i256, %r
          %new{n} = add %old{n}, {n}
          store i256 %new{n}, %r"""
        for n in range(count)
    )
    after = "".join(f" br %after{n} after{n}:" for n in reversed(range(count)))
    return _function(f"{before} {after}")


def nested_loops(times: int) -> str:
    """A function of loops in loops, with something that never changes in each of them."""
    count = 50 * times
    before = "".join(
        f"""
          %same{n} = mul %a, {n}
          br %head{n}
        head{n}:
          %i{n} = phi i256 [ 0, %{f"body{n - 1}" if n else "entry"} ], [ %next{n}, %after{n + 1} ]
          %c{n} = lt %i{n}, %same{n}
          br %c{n}, %body{n}, %after{n}
        body{n}:"""
        for n in range(count)
    )
    inside = f"%0 = load i256, %r %1 = sload %a %2 = add %0, %1 store i256 %2, %r br %after{count}"
    after = "".join(
        f" after{n + 1}: %next{n} = add %i{n}, 1 br %head{n}" for n in reversed(range(count))
    )
    return _function(f"{before} {inside} {after} after0:")


def large_switch(times: int) -> str:
    """A function that is one switch, whose cases give the same variable different values."""
    count = 100 * times
    cases = ", ".join(f"{n}: %case{n}" for n in range(count))
    blocks = "".join(
        f" case{n}: %v{n} = add %a, {n % 50} store i256 %v{n}, %r br %after" for n in range(count)
    )
    return _function(f"switch %a, %after [ {cases} ] {blocks} after:")


def _function(code: str) -> str:
    return f"""
        func @f(%a: i256) -> i256 {{
        entry:
          %r = alloca i256
          {code}
          %result = load i256, %r
          ret %result
        }}"""


SHAPES: dict[str, Callable[[int], str]] = {
    "ifs": nested_ifs,
    "loops": nested_loops,
    "switch": large_switch,
}


def ssa_text(series: str, times: int) -> str:
    """The program of a series in SSA form, with its variables in cells."""
    if series in SHAPES:
        return SHAPES[series](times)
    source = Source(SERIES[series](times))
    (unit,) = read_program(source, dialect_for(DEFAULT_EVM_VERSION))
    return print_module(unit.module)


def prepared(text: str, kind: type[Pass]) -> Module:
    """The module of a text in the form on which a pass does its work."""
    module = parse_module(text)
    if kind.name != "mem2reg":
        run_pipeline([Mem2Reg()], module)
    return module


def measure(kind: type[Pass], text: str, repetitions: int) -> tuple[int, float]:
    """The number of instructions, and the shortest processor time, in seconds, of the pass."""
    best = math.inf
    size = 0
    for _ in range(repetitions):
        module = prepared(text, kind)
        size = sum(1 for function in module.functions.values() for _ in function.all_instructions())
        passes = parse_pipeline(kind.name)
        gc.collect()
        start = time.thread_time()
        run_pipeline(passes, module)
        best = min(best, time.thread_time() - start)
    return size, best


@click.command()
@click.option("--series", type=click.Choice([*SERIES, *SHAPES]), multiple=True, help="Default: all")
@click.option("--passes", type=click.Choice(list(all_passes())), multiple=True, help="Default: all")
@click.option("--factors", default="1,2,4,8,16", show_default=True, help="Sizes of the programs.")
@click.option("--repetitions", default=2, show_default=True, help="Of which the shortest counts.")
@click.option("--limit", default=1.3, show_default=True, help="Exponents above are marked.")
def main(
    series: tuple[str, ...], passes: tuple[str, ...], factors: str, repetitions: int, limit: float
) -> None:
    """Measure how the time of each pass grows with the size of the program."""
    gc.disable()  # as the command does
    kinds = [kind for name, kind in all_passes().items() if not passes or name in passes]
    times = [int(factor) for factor in factors.split(",")]
    for name in series or [*SERIES, *SHAPES]:
        run_with_deep_stack(functools.partial(_report, name, kinds, times, repetitions, limit))


def _report(
    series: str, kinds: list[type[Pass]], factors: list[int], repetitions: int, limit: float
) -> None:
    texts = [ssa_text(series, factor) for factor in factors]
    for number, kind in enumerate(kinds):
        measured = []
        for text in texts:
            measured.append(measure(kind, text, repetitions))
            if sys.stderr.isatty():
                done = f"{kind.name}: {len(measured)} of {len(texts)}"
                click.echo(f"\r{done}\x1b[K\r", err=True, nl=False)
        if number == 0:
            heads = "".join(f"{f'size {size}':>14}" for size, _ in measured)
            click.echo(f"\n{series}\n{'pass':<20}{heads}{'exponent':>10}")
        exponent = growth_exponent([size for size, _ in measured], [best for _, best in measured])
        cells = "".join(f"{1000 * seconds:>11.2f} ms" for _, seconds in measured)
        click.echo(f"{kind.name:<20}{cells}{exponent:>10.2f}{' <' if exponent > limit else ''}")


if __name__ == "__main__":
    main()
