"""A recording as files: the program after every step that changed something, and an index.

`0000-input.yul` is the program before the first step; `0007-u-UnusedPruner.yul` is the program
after the seventh step that changed something, and the input of the next such step. Its first line
is a checkpoint, with the rest of the run's state, so that the next step can be run again in
isolation. If the run knew how often functions are called, `0000-input.calls` says it, and
`0000-input.prices` the prices of another chain. A later trace replaces the files that the index
lists, and no others.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import attr

from yulopt.dialect import NEWEST, RELEASES
from yulopt.driver.options import Options
from yulopt.driver.prices import prices_text
from yulopt.errors import YulError, printable
from yulopt.suite.checkpoints import Checkpoint
from yulopt.syntax.arguments import DEFAULT_RUNS
from yulopt.syntax.printer import quote
from yulopt.terminal.console import (
    check_folder,
    check_writable,
    failure_reason,
    make_folder,
    write_whole,
)
from yulopt.trace.lineage import WORD
from yulopt.trace.recording import (
    UNKNOWN,
    Change,
    Recording,
    StepRun,
    changes_of,
    checkpoints,
    end_of,
    position_in_run,
    size_name,
)

INDEX: Final = "index.md"
INPUT: Final = "0000-input.yul"
CALLS: Final = "0000-input.calls"
PRICES: Final = "0000-input.prices"
_TITLE: Final = "# Trace of "
# Each file has a line of the index that begins with a link to it.
_LISTED: Final = re.compile(r"^(?:\| )?\[([0-9]{4,}-[^]/]+)\]\(", re.MULTILINE)


def write_trace(recording: Recording, folder: Path) -> None:
    """Write the files of a recording with texts into `folder`, which is created if missing.

    Raises `YulError` if that is impossible, or if the folder contains other files.
    """
    check_trace_folder(folder)
    make_folder(folder)
    _make_room(recording, folder)
    if recording.settings.options.prices:
        write_whole(folder / PRICES, prices_text(recording.settings.options.prices))
    if recording.settings.options.calls is not None:
        # Not needed without calls.
        from yulopt.frequency.profile_records import calls_text

        write_whole(folder / CALLS, calls_text(recording.settings.options.calls))
    rows: list[str] = []
    name = INPUT
    for number, replay in enumerate(replays_of(recording), start=1):
        write_whole(folder / name, replay.text)
        step = replay.change.step
        result = file_name(number, step)
        rows.append(_row(recording, replay, name, result))
        name = result
    write_whole(folder / name, end_of(recording).program_text())
    write_whole(folder / INDEX, "\n".join([*_head(recording, len(rows)), *rows]) + "\n")


def _make_room(recording: Recording, folder: Path) -> None:
    """Remove the files of an earlier trace, which may have had more steps, and begin the index;
    raises `YulError` if other files have names of this trace."""
    index = folder / INDEX
    text = index.read_text("utf-8", "replace") if index.exists() else ""
    earlier = _LISTED.findall(text)
    names = list(_inputs(recording))
    for number, change in enumerate(changes_of(recording), start=1):
        names.append(file_name(number, change.step))
    for name in names:
        if name not in earlier and os.path.lexists(folder / name):
            raise YulError(
                "a trace would replace this file, which no trace has written; name a new or an"
                " empty directory",
                filename=str(folder / name),
            )
    # From now on these are recognised as files of a trace, even if it stays incomplete.
    links = map(_link, dict.fromkeys([*earlier, *names]))
    head = f"{_TITLE}{recording.settings.file}"
    write_whole(index, "\n".join([head, "", *links, "", "It is not complete.\n"]))
    for name in earlier:
        (folder / name).unlink(missing_ok=True)


def _inputs(recording: Recording) -> dict[str, str]:
    """The names of the files that a run begins with, and what they hold."""
    options = recording.settings.options
    found = {INPUT: "the program before the first step"}
    if options.calls is not None:
        found[CALLS] = "how often functions are called"
    if options.prices:
        found[PRICES] = "the prices of the chain"
    return found


def _link(name: str) -> str:
    return f"[{name}]({name})"


def check_trace_folder(folder: Path) -> None:
    """Raise `YulError` if the folder contains other files, or is not writable."""
    check_folder(folder)
    if not os.path.exists(folder):
        return
    index = folder / INDEX
    try:
        others = sorted(path.name for path in folder.iterdir())
        is_trace = index.is_file() and index.read_bytes().startswith(_TITLE.encode())
    except OSError as error:
        raise YulError(
            f"cannot hold a trace: {failure_reason(error)}", filename=str(folder)
        ) from None
    if others and not is_trace:
        raise YulError(
            f"holds other files ('{printable(others[0])}'); name a new or an empty directory",
            filename=str(folder),
        )
    check_writable(index)


def file_name(number: int, step: StepRun) -> str:
    """The name of the file with the program after a step, the `number`-th that changed it."""
    letter = f"{step.letter}-" if step.letter.isalnum() else ""
    return f"{number:04}-{letter}{step.name}.yul"


def _head(recording: Recording, changes: int) -> Iterator[str]:
    settings = recording.settings
    yield f"{_TITLE}{settings.file}"
    yield ""
    yield f"Sequence: `{' '.join(settings.sequence.split())}`"
    yield ""
    for name, what in _inputs(recording).items():
        yield f"{_link(name)}: {what}"
        yield ""
    yield (
        f"{len(recording.steps)} step runs, of which {changes} changed something. Each file is the"
        " program after such a step; the command gives it again, from the file before it."
    )
    yield ""
    size = size_name(settings)
    yield f"| file | step | object | place | {size} | gas | ms | command |"
    yield "|---|---|---|---|---|---|---|---|"


def _row(recording: Recording, replay: Replay, name: str, result: str) -> str:
    step = replay.change.step
    cells = [
        _link(result),
        f"{step.letter} {step.name}".strip() + (" (extension)" if step.is_extension else ""),
        quote(recording.objects[step.object_number].path).replace("|", "\\|"),
        position_in_run(recording, step),
        _figure(step.before.size, step.after.size),
        _figure(step.before.gas, step.after.gas),
        f"{step.seconds * 1000:.1f}",
        f"`{replay_command(recording, step, name)}`",
    ]
    return f"| {' | '.join(cells)} |"


def _figure(before: int | None, after: int | None) -> str:
    if after is None:
        return UNKNOWN
    return str(after) if before in (None, after) else f"{after} ({after - before:+d})"


@attr.s(auto_attribs=True, eq=False)
class Replay:
    """A step that changed something, and the text of a program for running it again."""

    change: Change
    checkpoint: Checkpoint

    @property
    def text(self) -> str:
        """The program before the step, with a first line that a bare run reads."""
        return self.checkpoint.comment() + self.change.before.program_text()


def replays_of(recording: Recording) -> Iterator[Replay]:
    """All steps that changed something, in the order of the run.

    `yulopt --bare --step NAME` over the text gives the program after the step.
    """
    states = checkpoints(recording)
    for change in changes_of(recording):
        checkpoint = next(state for step, state in states if step is change.step)
        # Declared names are reserved anyway.
        words = {word for line in change.old for word in WORD.findall(line)}
        checkpoint.taken = sorted(name for name in checkpoint.taken if name not in words)
        yield Replay(change, checkpoint)


def replay_command(recording: Recording, step: StepRun, name: str, folder: str = "") -> str:
    """The command that runs a step again over the file of that name.

    `folder`: the path of the files in the command, with a trailing slash.
    """
    words = ["yulopt", "--bare"]
    words += ["--steps", step.letter] if step.letter else ["--step", step.name]
    if recording.settings.options.calls is not None:
        words += ["--calls", folder + CALLS]
    if recording.settings.options.prices:
        words += ["--prices", folder + PRICES]
    return shlex.join([*words, *setting_options(recording.settings.options), folder + name])


def setting_options(options: Options) -> list[str]:
    """The command line for non-default options, except the steps and the calls."""
    words: list[str] = []
    release = RELEASES[options.solc_version]
    if release is not NEWEST:
        words += ["--solc-version", release.version]
    if options.evm_version != release.default_evm_version.text:
        words += ["--evm-version", options.evm_version]
    if options.runs != DEFAULT_RUNS:
        words += ["--optimize-runs", str(options.runs)]
    if not options.stack_allocation:
        words.append("--no-stack-allocation")
    return words
