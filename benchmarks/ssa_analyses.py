"""How the time of the analyses of the SSA form grows with the size of a function.

    python -m benchmarks.ssa_analyses                           every series, sizes 1, 2, 4, 8 times
    python -m benchmarks.ssa_analyses --series loops --factors 1,5
    python -m benchmarks.ssa_analyses --passes mem2reg,sccp     these passes, besides the analyses

A series is one function of a certain shape: conditions side by side (`line`) or in each other
(`conditions`), loops in each other (`loops`), many early exits (`leaves`), many statements without
control flow (`statements`). The exponent is the slope of time over size (both logarithmic, by least
squares); 1 is linear, 2 quadratic.
"""

from __future__ import annotations

import functools
import gc
import time
from collections.abc import Callable

import click

import yulopt
from benchmarks.programs import growth_exponent
from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for
from yulopt.ssa.analysis.dominators import DominatorTree
from yulopt.ssa.analysis.liveness import Liveness
from yulopt.ssa.analysis.loops import LoopForest
from yulopt.ssa.ir.edges import reverse_postorder
from yulopt.ssa.ir.function import Module
from yulopt.ssa.kernel.pass_contract import Pass
from yulopt.ssa.kernel.running import run_pipeline
from yulopt.ssa.kernel.verifier import verify_module
from yulopt.ssa.lowering import lower
from yulopt.ssa.pipeline import parse_pipeline
from yulopt.ssa.text.parser import parse_module
from yulopt.ssa.text.printer import print_module
from yulopt.syntax.deep_stack import run_with_deep_stack


def _function(body: str) -> str:
    return f"{{ sstore(0, f(calldataload(0))) function f(x) -> r {{ {body} r := add(r, x) }} }}"


def line(size: int) -> str:
    """Conditions side by side, each with a variable of its own."""
    return _function(
        " ".join(
            f"let y{n} := x if lt(x, {n}) {{ y{n} := add(x, {n}) }} x := xor(x, y{n})"
            for n in range(size)
        )
    )


def conditions(size: int) -> str:
    """Conditions in each other, deeper than the parser of Yul allows."""
    lines = ["func @f(%c: i256) -> i256 {", "entry:", "  %x = alloca i256", "  br %if.0"]
    for n in range(size):
        lines += [f"if.{n}:", f"  br %c, %body.{n}, %after.{n}", f"body.{n}:", *_increment("x", n)]
        lines.append(f"  br %if.{n + 1}")
    lines += [f"if.{size}:", f"  br %after.{size - 1}"]
    for n in range(size - 1, 0, -1):
        lines += [f"after.{n}:", f"  br %after.{n - 1}"]
    return "\n".join([*lines, "after.0:", "  %last = load i256, %x", "  ret %last", "}"])


def loops(size: int) -> str:
    """Loops in each other, each with a variable of its own."""
    lines = ["func @f(%c: i256) -> i256 {", "entry:", "  %x = alloca i256"]
    lines += [f"  %i{n} = alloca i256" for n in range(size)]
    lines.append("  br %init.0")
    for n in range(size):
        lines += [f"init.{n}:", f"  store i256 0, %i{n}", f"  br %cond.{n}", f"cond.{n}:"]
        lines += [f"  %old.{n} = load i256, %i{n}", f"  %more.{n} = lt %old.{n}, %c"]
        lines += [f"  br %more.{n}, %body.{n}, %after.{n}", f"body.{n}:", *_increment("x", n)]
        lines.append(f"  br %init.{n + 1}" if n + 1 < size else f"  br %post.{n}")
    for n in range(size - 1, -1, -1):
        lines += [f"post.{n}:", *_increment(f"i{n}", n, "post"), f"  br %cond.{n}", f"after.{n}:"]
        lines.append(f"  br %post.{n - 1}" if n else "  %last = load i256, %x")
    return "\n".join([*lines, "  ret %last", "}"])


def _increment(cell: str, number: int, stem: str = "body") -> list[str]:
    return [
        f"  %{stem}.old.{number} = load i256, %{cell}",
        f"  %{stem}.new.{number} = add %{stem}.old.{number}, 1",
        f"  store i256 %{stem}.new.{number}, %{cell}",
    ]


def leaves(size: int) -> str:
    """Many early exits."""
    return _function(
        " ".join(f"if eq(x, {n}) {{ r := {n} leave }} x := add(x, {n})" for n in range(size))
    )


def statements(size: int) -> str:
    """Many statements without control flow."""
    return _function("x := add(x, 1) " * size)


SERIES: dict[str, Callable[[int], str]] = {
    "line": line,
    "conditions": conditions,
    "loops": loops,
    "leaves": leaves,
    "statements": statements,
}
BASE_SIZES = {"line": 500, "conditions": 500, "loops": 250, "leaves": 500, "statements": 2000}


def module_of(source: str) -> Module:
    """The module of a text, Yul or SSA."""
    if source.startswith("func"):
        return parse_module(source)
    return lower(yulopt.parse(source).code, dialect_for(DEFAULT_EVM_VERSION))


def measurements(source: str, passes: list[Pass]) -> dict[str, float]:
    """Seconds of processor time for everything that is done to a function."""
    module = module_of(source)
    function = module.functions["f"]
    tree = DominatorTree(function)
    text = print_module(module)
    actions: dict[str, Callable[[], object]] = {
        "printing": lambda: print_module(module),
        "parsing": lambda: parse_module(text),
        "verifier": lambda: verify_module(module),
        "order": lambda: reverse_postorder(function),
        "dominators": lambda: DominatorTree(function),
        "dominance frontiers": tree.frontiers,
        "loops": lambda: LoopForest(function),
    }
    if not source.startswith("func"):
        code = yulopt.parse(source).code
        actions["lowering"] = lambda: lower(code, module.dialect)
    for item in passes:
        actions[f"pass {item.name}"] = functools.partial(run_pipeline, [item], module)
    actions["liveness after that"] = lambda: Liveness(function)
    return {name: _measure(action) for name, action in actions.items()}


def _measure(action: Callable[[], object]) -> float:
    gc.collect()
    start = time.thread_time()
    action()
    return time.thread_time() - start


@click.command()
@click.option("--series", type=click.Choice(list(SERIES)), multiple=True, help="Default: all.")
@click.option("--factors", default="1,2,4,8", show_default=True, help="Sizes of the functions.")
@click.option("--passes", default="mem2reg", show_default=True, help="Passes to measure.")
@click.option("--limit", default=1.3, show_default=True, help="Exponents above are marked.")
def main(series: tuple[str, ...], factors: str, passes: str, limit: float) -> None:
    """Measure how the time of analyses and passes grows with the size of a function."""
    gc.disable()  # as the command does
    times = [int(factor) for factor in factors.split(",")]
    for name in series or SERIES:
        run_with_deep_stack(functools.partial(_report, name, times, parse_pipeline(passes), limit))


def _report(series: str, factors: list[int], passes: list[Pass], limit: float) -> None:
    sizes = [BASE_SIZES[series] * factor for factor in factors]
    columns = [measurements(SERIES[series](size), passes) for size in sizes]
    heads = "".join(f"{f'size {size}':>14}" for size in sizes)
    click.echo(f"\n{series}\n{'':<22}{heads}{'exponent':>10}")
    for what in columns[0]:
        seconds = [max(column[what], 1e-6) for column in columns]
        exponent = growth_exponent(sizes, seconds)
        cells = "".join(f"{1000 * one:>11.1f} ms" for one in seconds)
        click.echo(f"{what:<22}{cells}{exponent:>10.2f}{' <' if exponent > limit else ''}")


if __name__ == "__main__":
    main()
