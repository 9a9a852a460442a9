"""Replay every step that changed something, from the file that a trace writes.

    python -m tests.replay examples/erc20.yul ../shared/corpus/*.yul

Each of them must give the program that the trace has after the step. Exit status 1 if one does not.
"""

from __future__ import annotations

import sys
from pathlib import Path

import click

from yulopt.dialect import DEFAULT_EVM_VERSION, evm_version_names
from yulopt.driver.optimization import optimize_source, program_text
from yulopt.driver.options import Options
from yulopt.errors import Source
from yulopt.frequency.call_profile import CallProfile
from yulopt.syntax.arguments import DEFAULT_RUNS
from yulopt.syntax.objects import Object
from yulopt.trace.directory import Replay, replays_of
from yulopt.trace.recorder import record_program
from yulopt.trace.recording import Recording, Settings


def record(
    text: str,
    steps: str | None = None,
    *,
    bare: bool = False,
    evm_version: str = DEFAULT_EVM_VERSION.text,
    runs: int = DEFAULT_RUNS,
    stack_allocation: bool = True,
    lineage: bool = False,
    calls: CallProfile | None = None,
) -> tuple[Object, Recording]:
    """The optimised program, and the recording of the run."""
    options = Options(
        steps, bare, runs, evm_version, stack_allocation=stack_allocation, calls=calls
    )
    settings = Settings("test.yul", options)
    return record_program(Source(text, "test.yul"), settings, lineage=lineage)


def replayed(recording: Recording, replay: Replay) -> str:
    """The text of the program after running the step of a replay again."""
    options = recording.settings.options._replace(
        steps="", step_names=(replay.change.step.name,), bare=True
    )
    program = optimize_source(Source(replay.text, "replay.yul"), options)
    return program_text(program, bare=True)


def differences(recording: Recording, *, once: bool = False) -> tuple[int, list[str]]:
    """The number of replayed steps, and those that gave another program.

    `once`: only the first run of each step over each object.
    """
    seen: set[tuple[str, int]] = set()
    count = 0
    wrong = []
    for replay in replays_of(recording):
        step = replay.change.step
        if once and (step.name, step.object_number) in seen:
            continue
        seen.add((step.name, step.object_number))
        count += 1
        if replayed(recording, replay) != replay.change.after.program_text():
            wrong.append(f"#{step.number + 1} {step.name}")
    return count, wrong


@click.command()
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
@click.option("--steps", help="A sequence instead of the default one.")
@click.option("--evm-version", type=click.Choice(evm_version_names()), default="osaka")
@click.option("--no-stack-allocation", is_flag=True)
def main(
    files: tuple[Path, ...], steps: str | None, evm_version: str, no_stack_allocation: bool
) -> None:
    """Replay all steps of a run over each of FILES."""
    failed = False
    for file in files:
        _, recording = record(
            file.read_text(),
            steps,
            evm_version=evm_version,
            stack_allocation=not no_stack_allocation,
        )
        count, wrong = differences(recording)
        click.echo(f"{file}: {count} steps, {len(wrong)} wrong {' '.join(wrong)}")
        failed = failed or bool(wrong)
    sys.exit(failed)


if __name__ == "__main__":
    main()
