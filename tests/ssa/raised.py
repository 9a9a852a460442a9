"""Checks that programs behave the same after a round trip through SSA form.

`python -m tests.ssa.raised --seeds 0:10000` compares generated programs, with several pipelines (or
with one of them in turn: `--in-turn`); with `--graphs`, random control-flow graphs, also
irreducible ones; with `--files`, the examples and ../shared/corpus. The SSA form is verified after
each pass.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from random import Random

import click

from tests.campaign import ProgressLine, seed_range
from tests.generator import generate
from tests.oracle import ROOT, SHARED
from tests.ssa.equivalence import EVM_VERSION, Comparison, Input, difference, inputs
from tests.ssa.interpreter import SsaProgram
from tests.ssa.random_functions import random_module
from yulopt.errors import Source
from yulopt.evm.code_image import CodeImage
from yulopt.evm.frame import Executable
from yulopt.evm.outcome import Outcome
from yulopt.interpreter.machine import Program
from yulopt.ssa.ir.function import Module
from yulopt.ssa.kernel.running import run_pipeline
from yulopt.ssa.kernel.verifier import verify_module
from yulopt.ssa.lowering import lower
from yulopt.ssa.pipeline import parse_pipeline
from yulopt.ssa.raising.raising import raise_module
from yulopt.ssa.raising.reducibility import MAX_COPIED_INSTRUCTIONS
from yulopt.ssa.round_trip import round_trip
from yulopt.ssa.text.parser import parse_module
from yulopt.syntax.ast import Block
from yulopt.syntax.copying import copy_block
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.syntax.objects import Object
from yulopt.syntax.parser import parse_source
from yulopt.syntax.printer import print_yul

PIPELINES = (
    "",
    "mem2reg",
    "mem2reg,phi-elimination:mode=note",
    "mem2reg,phi-elimination:coalesce=no",
    "optimize",
    "optimize, phi-elimination:mode=note",
    "optimize, phi-elimination:coalesce=no",
)


class RaisedComparison(Comparison):
    """One Yul program, run unchanged and after a round trip."""

    def executed(self, given: Input, module: Module) -> Outcome:
        """The outcome of a call of a module in SSA form."""
        return self._run(given, lambda _, image: SsaProgram(module, image))

    def lowered(self) -> Module:
        """A module of the code of the outermost object."""
        return lower(copy_block(self._objects[0][0].code), self._dialect)

    def written(self, given: Input, code: Block) -> Outcome:
        """The outcome of a call of this code."""
        return self._run(given, lambda _, image: Program(code, image))

    def raised(self, given: Input, pipeline: str) -> Outcome:
        """The outcome of a call after the round trip; its code must be valid Yul."""

        def compiled(tree: Object, image: CodeImage) -> Executable:
            module = lower(copy_block(tree.code), self._dialect)
            verify_module(module)
            run_pipeline(parse_pipeline(pipeline), module, verify_each=True)
            code = round_trip(copy_block(tree.code), self._dialect, parse_pipeline(pipeline))
            whole = Object(tree.name, code, tree.children)
            parse_source(Source(print_yul(whole)), self._dialect)
            return Program(code, image)

        return self._run(given, compiled)


# The frame that makes the random functions a program: their coin, and a caller.
_FRAME = """
declare @f(i256, i256) -> i256, i256

func @coin(%x: i256) -> i256 {
entry:
  %count = tload 1000
  %next = add %count, 1
  tstore 1000, %next
  sstore %next, %x
  %more = lt %count, 50
  br %more, %toss, %over
over:
  end stop
toss:
  %bits = calldataload 0
  %shifted = shr %count, %bits
  %bit = and %shifted, 1
  ret %bit
}

func @main() {
entry:
  %c = calldataload 1
  %d = calldataload 32
  %one, %two = call @f(%c, %d)
  sstore 998, %one
  sstore 999, %two
  ret
}
"""


_MAX_STEPS = 1000


def graph_module(seed: int) -> Module:
    """A module with a random control-flow graph, which need not be reducible."""
    module = random_module(Random(seed), 12)
    module.declarations.clear()
    for function in parse_module(_FRAME).functions.values():
        module.add(function)
    return module


def check_graph(seed: int, pipeline: str, copied: int) -> str:
    """The difference of a random graph as Yul: empty, or "limit" as in `check`.

    `copied` is how many instructions may be copied to make it reducible.
    """
    module = graph_module(seed)
    run_pipeline(parse_pipeline(pipeline), module)
    comparison = RaisedComparison(
        print_yul(raise_module(module, most_copied=copied)), steps=_MAX_STEPS
    )
    original = graph_module(seed)
    compared = 0
    for given in inputs(Random(seed), 4):
        expected = comparison.executed(given, original)
        found = comparison.yul(given)
        compared += not (expected.is_limit or found.is_limit)
        different = difference(expected, found)
        if different:
            return f"{given}: {different}"
    return "" if compared else "limit"


def program(seed: int) -> str:
    """The generated program of a seed."""
    rng = Random(seed)
    return generate(seed, size=rng.choice((10, 25, 50)), evm_version=EVM_VERSION)


def check(seed: int, pipeline: str) -> str:
    """The result of `check_text` for the program of a seed."""
    return check_text(program(seed), seed, pipeline)


def check_text(text: str, seed: int, pipeline: str) -> str:
    """The difference of a program after a round trip: empty, or "limit" if nothing could be
    compared. The inputs come from the seed."""
    comparison = RaisedComparison(text)
    compared = 0
    for given in inputs(Random(seed)):
        expected = comparison.yul(given)
        found = comparison.raised(given, pipeline)
        compared += not (expected.is_limit or found.is_limit)
        different = difference(expected, found)
        if different:
            return f"{given}: {different}"
    return "" if compared else "limit"


@click.command()
@click.option(
    "--seeds", default="0:300", callback=seed_range, metavar="FIRST:END", show_default=True
)
@click.option("--passes", "pipelines", multiple=True, default=PIPELINES, show_default=True)
@click.option("--in-turn", is_flag=True, help="One of the pipelines for each program.")
@click.option("--graphs", is_flag=True, help="Random control-flow graphs instead of Yul programs.")
@click.option("--files", is_flag=True, help="Examples and corpus instead of generated programs.")
@click.option("--minutes", type=float, default=60, show_default=True, help="Stop after this time.")
def main(
    seeds: range,
    pipelines: tuple[str, ...],
    in_turn: bool,
    graphs: bool,
    files: bool,
    minutes: float,
) -> None:
    """Compare generated programs with their round trips through SSA form."""
    results: Counter[str] = Counter()
    progress = ProgressLine()
    end = time.monotonic() + 60 * minutes
    done = 0

    folders = (ROOT / "examples", SHARED / "corpus") if files else ()
    paths = [path for folder in folders for path in sorted(folder.glob("*.yul"))]

    def count(what: object, pipeline: str, found: str) -> None:
        if found not in ("", "limit"):
            progress.clear()
            click.echo(f"{what}, passes '{pipeline}': {found[:500]}")
            found = "different"
        results[found or "same"] += 1

    def run() -> None:
        nonlocal done
        for path in paths:
            for pipeline in pipelines:
                count(path.name, pipeline, check_text(path.read_text("utf-8"), 0, pipeline))
        for seed in () if paths else seeds:
            for pipeline in (pipelines[seed % len(pipelines)],) if in_turn else pipelines:
                if graphs:
                    for copied in (0, MAX_COPIED_INSTRUCTIONS):
                        count(f"seed {seed}", pipeline, check_graph(seed, pipeline, copied))
                else:
                    count(f"seed {seed}", pipeline, check(seed, pipeline))
            done += 1
            progress.show(f"{done} of {len(seeds)} seeds, {dict(results)}")
            if time.monotonic() > end:
                return

    run_with_deep_stack(run)
    progress.clear()
    click.echo(f"{len(paths)} files" if paths else f"{done} seeds from {seeds.start} on")
    for result, number in sorted(results.items()):
        click.echo(f"{number:7}  {result}")
    if results["different"]:
        sys.exit(1)


if __name__ == "__main__":
    main()
