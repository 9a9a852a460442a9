"""What equality saturation saves after everything that solc does, and how long it takes.

    python -m benchmarks.eqsat                            every example and the corpus
    python -m benchmarks.eqsat 'contracts/*.yul'

Each program is optimised by the default sequence with its clean-up, once as it is and once with the
step EqualitySaturation between both. There are two figures for gas, both estimates
(`yulopt.gas.estimate`): everything counted once, and loops and branches weighted; both are sums
over all objects, for 200 executions. The time is that of the step alone. The last lines tell how
large the e-graphs of all functions were, and how many met a limit.
"""

from __future__ import annotations

import glob
import math
import time
from pathlib import Path

import click

import yulopt
from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for
from yulopt.gas.estimate import WeightedGas, gas_estimate
from yulopt.gas.model import WEIGHT_ONE
from yulopt.passes.step import Context, Observer, Step
from yulopt.ssa.kernel.running import run_pipeline
from yulopt.ssa.lowering import lower
from yulopt.ssa.pipeline import parse_pipeline
from yulopt.suite.named_sequences import read_sequence
from yulopt.suite.reading import default_cleanup, parse_steps
from yulopt.suite.suite import (
    Settings,
    make_context,
    optimize_object,
)
from yulopt.syntax.arguments import DEFAULT_RUNS
from yulopt.syntax.ast import Block
from yulopt.syntax.copying import copy_block
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.syntax.objects import Object, is_creation_object

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = (ROOT / "examples", ROOT.parent / "shared" / "corpus")
STEP = "EqualitySaturation"
LETTER = "G"
DIALECT = dialect_for(DEFAULT_EVM_VERSION)


class Watch(Observer):
    """Measures the time of one step, over all objects."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._start = 0.0

    def before_step(self, step: Step, context: Context, block: Block) -> None:
        self._start = time.perf_counter()

    def after_step(self, step: Step, context: Context, block: Block) -> None:
        if step.name == STEP:
            self.seconds += time.perf_counter() - self._start


def gas_of(program: Object, *, is_creation: bool = True) -> tuple[int, int]:
    """The gas of all objects, everything counted once, and weighted."""
    executions = None if is_creation else DEFAULT_RUNS
    once = gas_estimate(program.code, DIALECT, executions)
    weighted = WeightedGas(DIALECT, executions).of_object(program.code)
    for child in program.sub_objects:
        gas = gas_of(child, is_creation=is_creation_object(child))
        once, weighted = once + gas[0], weighted + gas[1]
    return once, weighted


def e_graphs(program: Object) -> list[tuple[int, int]]:
    """For each function of all objects the number of e-nodes, and of limits that were met."""
    code = copy_block(program.code)
    make_context(code, DIALECT)
    module = lower(code, DIALECT)
    done = run_pipeline(parse_pipeline("mem2reg, eqsat"), module)
    found = [(counts["e-nodes"], counts["limits reached"]) for counts in done.values()]
    for child in program.sub_objects:
        found += e_graphs(child)
    return found


def optimised(text: str, extra: str, watch: Watch) -> Object:
    """The program after the default sequence and `extra` steps, and then the clean-up."""
    program = yulopt.parse(text)
    main = parse_steps(read_sequence("default").partition(":")[0] + extra).main
    settings = Settings(DIALECT, main, default_cleanup(), observer=watch)
    run_with_deep_stack(lambda: optimize_object(program, settings))
    return program


@click.command()
@click.argument("patterns", nargs=-1)
def main(patterns: tuple[str, ...]) -> None:
    """Print the gas for each program before and after, and how many became cheaper."""
    # What is done once for all programs is not measured.
    optimised("{ sstore(0, add(calldataload(0), 0)) }", LETTER, Watch())
    for pattern in patterns or [str(folder / "*.yul") for folder in FOLDERS]:
        ratios: list[float] = []
        figures: list[tuple[int, int]] = []
        better = worse = 0
        for path in sorted(glob.glob(pattern)):
            text = Path(path).read_text("utf-8")
            watch = Watch()
            program = optimised(text, "", Watch())
            before = gas_of(program)
            figures += e_graphs(program)
            after = gas_of(optimised(text, LETTER, watch))
            better += after[0] < before[0]
            worse += after[0] > before[0] or after[1] > before[1]
            ratios.append(after[0] / before[0] if before[0] else 1.0)
            click.echo(
                f"{Path(path).name:32} {before[0]:10} {after[0]:10} {ratios[-1]:7.4f}"
                f"  weighted {before[1] // WEIGHT_ONE:11} {after[1] // WEIGHT_ONE:11}"
                f" {after[1] / max(before[1], 1):7.4f} {watch.seconds:6.2f} s"
            )
        if ratios:
            mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
            click.echo(
                f"{len(ratios)} programs: {better} cheaper, {worse} dearer by either measure;"
                f" geometric mean {mean:.4f}"
            )
            click.echo(
                f"{len(figures)} functions: at most {max(nodes for nodes, _ in figures)} e-nodes,"
                f" {sum(limits for _, limits in figures)} limits met\n"
            )


if __name__ == "__main__":
    main()
