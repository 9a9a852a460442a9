"""Compare the code of the pipelines with the program, by execution.

    python -m tests.suite.campaign --seeds 5000
    python -m tests.suite.campaign --seeds 100:200 --pipeline size
    python -m tests.suite.campaign --examples --corpus

Every object of a program is compiled as it is, which is what solc's code generation makes of it
without an optimiser, and with each pipeline, at some number of runs. Both codes run on a real EVM
(revm) with the same calls, and everything that can be observed must be the same, up to limits of
gas, memory and stack. The programs are generated, from a seed, with memory and with functions in
the place of what uses memory (see `tests.test_execution`), or files.

`python -m tests.verify_campaign --pipelines` compares the Yul in the interpreter, step by step.

Stops at the first difference. Exit status: 0 no difference, 1 a difference, or nothing was
compared.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import attr
import click

from tests.campaign import ProgressLine, seed_range
from tests.generator import generate
from tests.oracle import ROOT, SHARED
from tests.test_execution import (
    CONSTRUCTOR_WORDS,
    EVM_VERSION,
    UNPREDICTABLE,
    calls_for,
    compare,
    compile_here,
    objects_of,
    observable,
    without_memory,
)
from yulopt.errors import StackTooDeepError
from yulopt.interface import compile
from yulopt.suite.pipelines import Pipeline, pipeline_names

RUNS = (1, 200, 10**6)
# Of a file with many functions, only some of the possible calls.
_MAX_CALLS = 60


@attr.s(auto_attribs=True)
class Tally:
    """Counts of comparisons: pieces of code that differ from their reference, and calls;
    and the first difference.
    """

    codes: int = 0
    calls: int = 0
    difference: str = ""

    def __str__(self) -> str:
        return f"{self.codes} codes compared in {self.calls} calls"


def bytecode_of(text: str, name: str, runs: int) -> str | None:
    """The code that a pipeline makes, None if the stack is too deep."""
    try:
        made = compile(text, pipeline=name, runs=runs, evm_version=EVM_VERSION)
    except StackTooDeepError:
        return None
    return made.bytecode.hex


def check_generated(seed: int, names: tuple[str, ...], tally: Tally) -> None:
    """Compare the codes of all objects of the program of that seed; each call has its own world."""
    rng = Random(seed)
    text = generate(seed, size=rng.choice((15, 25, 40)), evm_version=EVM_VERSION)
    for variant in (observable(text), without_memory(text)):
        for program in objects_of(variant):
            expected = compile_here(program, unoptimised=True)
            if expected is None:
                continue
            for name in names:
                runs = rng.choice(RUNS)
                found = bytecode_of(program, name, runs)
                if found is None:
                    continue
                tally.codes += 1
                for call in calls_for(program, Random(seed)):
                    tally.calls += 1
                    difference = compare(expected, found, [call]).difference()
                    if difference:
                        tally.difference = f"seed {seed}, {name}, runs {runs}: {difference}"
                        tally.difference += f"\n{program}"
                        return


def check_file(path: Path, names: tuple[str, ...], tally: Tally) -> None:
    """Compare the codes of a contract; all calls run one after the other in the same world."""
    text = path.read_text("utf-8")
    calls = [call for call in calls_for(text, Random(1)) if not call.data.startswith(UNPREDICTABLE)]
    calls = calls[:: 1 + len(calls) // _MAX_CALLS]
    words = CONSTRUCTOR_WORDS.get(path.stem, ()) if "dataoffset" in text else None
    expected = compile_here(text, unoptimised=True) or compile_here(text)
    assert expected is not None, f"{path} needs too much stack"
    for name in names:
        for runs in RUNS if Pipeline.named(name).runs is None else RUNS[:1]:
            found = bytecode_of(text, name, runs)
            assert found is not None, f"{path} needs too much stack with {name}"
            tally.codes += 1
            tally.calls += len(calls)
            difference = compare(expected, found, calls, words).difference()
            if difference:
                tally.difference = f"{path}, {name}, runs {runs}: {difference}"
                return


@click.command(help=__doc__.replace("\n\n", "\n\n\b\n", 1) if __doc__ else "")
@click.option("--seeds", callback=seed_range, metavar="[FIRST:]END", help="Generated programs.")
@click.option("--examples", is_flag=True, help="All programs of examples/.")
@click.option("--corpus", is_flag=True, help="All programs of ../shared/corpus.")
@click.option("--pipeline", "names", type=click.Choice(pipeline_names()), multiple=True)
def main(seeds: range, examples: bool, corpus: bool, names: tuple[str, ...]) -> None:
    names = names or tuple(pipeline_names())
    folders = [SHARED / "corpus"] * corpus + [ROOT / "examples"] * examples
    files = [path for folder in folders for path in sorted(folder.glob("*.yul"))]
    tally, progress, started = Tally(), ProgressLine(), time.monotonic()

    def run() -> Iterator[str]:
        for path in files:
            check_file(path, names, tally)
            yield path.name
        for seed in seeds:
            check_generated(seed, names, tally)
            yield f"seed {seed}"

    for done in run():
        progress.show(f"{done}: {tally}, {time.monotonic() - started:.0f} s")
        if tally.difference:
            break
    progress.clear()
    if tally.difference:
        click.echo(f"different: {tally.difference}\n")
    click.echo(
        f"seeds {seeds.start}:{seeds.stop} and {len(files)} files, {', '.join(names)}: {tally},"
        f" {time.monotonic() - started:.0f} s"
    )
    sys.exit(1 if tally.difference or not tally.codes else 0)


if __name__ == "__main__":
    main(prog_name="python -m tests.suite.campaign")
