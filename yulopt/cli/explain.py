"""The command `yulopt explain`.

No logic here, only options, files and output.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, TypeVar, Unpack

import attr
import click

from yulopt.cli.beside import beside_option, options_of_release
from yulopt.cli.help import OUTPUT, command, section
from yulopt.cli.inputs import read_run
from yulopt.cli.options import (
    CalledRunOptions,
    called_run_options,
    file_argument,
)
from yulopt.errors import Source, YulError, did_you_mean, printable
from yulopt.syntax.printer import quote
from yulopt.terminal.console import has_colour, progress
from yulopt.trace.history import (
    CodeLine,
    Event,
    Kind,
    NumberedLine,
    backward_history,
    forward_history,
    input_code_lines,
    output_code_lines,
)
from yulopt.trace.lineage import WORD
from yulopt.trace.name_history import may_appear, name_history, objects_with_name
from yulopt.trace.recorder import (
    record_program,
    record_start,
)
from yulopt.trace.recording import Recording, Settings, end_of, start_of
from yulopt.trace.terminal import heading

_WHAT_TO_FOLLOW: Final = section("What to follow")
_INPUT: Final = "input"
_OUTPUT: Final = "output"
# The maximum number of lines shown of each side of an event, without --full.
_MAX_LINES: Final = 8

Function = TypeVar("Function", bound=Callable[..., None])


@command(
    "explain",
    """
  yulopt explain token.yul --line 42                what became of line 42 of the file
  yulopt explain token.yul --line 7 --of output     where line 7 of the result comes from
  yulopt explain token.yul --name balance           what happened to a variable or function
  yulopt explain token.yul --name value_1 --of output --steps "dhfoDgvulfnTUtnIf"
  yulopt explain token.yul --line 42 --beside 0.8.28   what became of it in both releases
""",
)
@file_argument
@_WHAT_TO_FOLLOW.option(
    "--line",
    metavar="N",
    type=click.IntRange(min=1),
    help="The line, counted from 1.",
)
@_WHAT_TO_FOLLOW.option("--name", metavar="VAR", help="The variable or function.")
@_WHAT_TO_FOLLOW.option(
    "--of",
    "where",
    metavar="WHERE",
    type=click.Choice((_INPUT, _OUTPUT)),
    default=_INPUT,
    help="Whether it is in the input or in the output.",
)
@OUTPUT.flag("--full", help="All lines that a step touched.")
@beside_option
@called_run_options
def explain_command(
    file: str,
    line: int | None,
    name: str | None,
    where: str,
    full: bool,
    beside: str | None,
    **options: Unpack[CalledRunOptions],
) -> None:
    """List the steps that created, changed, moved, merged or removed a line or variable of FILE.

    A line is followed forward from the input to the output, or backward from the output; a
    variable or function is followed by its name, also when a step gives it another one.
    """
    if (line is None) == (name is None):
        raise click.UsageError("Give either --line N or --name VAR.")
    if beside is not None and line is not None and where == _OUTPUT:
        raise click.UsageError("--beside follows lines of the input; leave out --of output.")
    source, settings = read_run(file, options)
    others = []
    if beside is not None:
        other = options_of_release(settings.options, beside)
        others = [attr.evolve(settings, options=other)]
    # Errors in the query are reported before the run, which may take long.
    start = record_start(source, settings)
    if line is not None:
        if where == _INPUT:
            _line(start, line, where)
        follow = partial(_line_histories, line=line, where=where)
    else:
        assert name is not None
        if not may_appear(start, name):
            raise _unknown_name(start, name)
        follow = partial(_name_histories, name=name, where=where)
    recording = _record(source, settings)
    histories = follow(recording)
    lines = _history_lines(recording, histories, full)
    if others:
        lines = _both(recording, histories, _record(source, others[0]), follow, full)
    for text in lines:
        click.echo(text)


def _line(recording: Recording, line: int, where: str) -> tuple[str, list[CodeLine]]:
    """A line of the input or the output, and the positions of its code.

    Raises `YulError` if there is no code in it.
    """
    end = end_of(recording)
    if where == _INPUT:
        text = recording.source.split("\n")
        code_lines = input_code_lines(recording, line)
    else:
        text = end.program_text().split("\n")
        code_lines = [
            found for found in output_code_lines(end)[line - 1 : line] if found is not None
        ]
    if not code_lines:
        shown = text[line - 1].strip() if line <= len(text) else ""
        reason = f"has no code: '{shown}'" if shown else "is empty or missing"
        raise YulError(
            f"line {line} of the {where} {reason}; name another one, from 1 to {len(text)}",
            filename=recording.settings.file,
        )
    return text[line - 1], code_lines


@attr.s(auto_attribs=True)
class _History:
    """The history of an item in one object; `untouched` is the text if it has none."""

    title: list[str]
    events: list[Event]
    untouched: str

    def facts(self) -> list[tuple[str, Kind, list[str], list[str]]]:
        """The events without the details of the run: times, and numbers of lines."""
        return [
            (
                one.step.name,
                one.kind,
                [line.text for line in one.before],
                [line.text for line in one.after],
            )
            for one in self.events
        ]


def _line_histories(recording: Recording, *, line: int, where: str) -> list[_History]:
    dialect = recording.settings.options.dialect
    start, end = start_of(recording), end_of(recording)
    text, code_lines = _line(recording, line, where)
    title = [f"line {line} of the {where}: {printable(text.strip())}"]
    histories = []
    for number in dict.fromkeys(number for number, _ in code_lines):
        lines = {code_line for owner, code_line in code_lines if owner == number}
        title.append(f"in object {quote(recording.objects[number].path)}")
        if where == _INPUT:
            moment = start
            events = forward_history(recording, number, lines, dialect)
        else:
            moment = end
            events = backward_history(recording, number, lines, dialect)
        untouched = f"No step touched it: {moment.code(number)[min(lines)].strip()}"
        histories.append(_History(title, events, untouched))
        title = []
    return histories


def _name_histories(recording: Recording, *, name: str, where: str) -> list[_History]:
    dialect = recording.settings.options.dialect
    in_output = where == _OUTPUT
    numbers = objects_with_name(recording, name, in_output=in_output)
    if not numbers:
        raise _unknown_name(recording, name)
    return [
        _History(
            [f"{name} in object {quote(recording.objects[number].path)}"],
            name_history(recording, number, name, dialect, in_output=in_output),
            "No step touched it.",
        )
        for number in numbers
    ]


def _both(
    recording: Recording,
    histories: list[_History],
    other: Recording,
    follow: Callable[[Recording], list[_History]],
    full: bool,
) -> Iterator[str]:
    """The histories in two releases of solc; common events are printed once."""
    names = [f"solc {one.settings.options.solc_version}" for one in (recording, other)]
    others = follow(other)
    if [one.facts() for one in histories] == [one.facts() for one in others]:
        yield f"the same in {' and '.join(names)}"
        yield ""
        yield from _history_lines(recording, histories, full)
        return
    for name, run, found in zip(names, (recording, other), (histories, others), strict=True):
        yield name
        yield ""
        yield from _history_lines(run, found, full)


def _unknown_name(recording: Recording, name: str) -> YulError:
    known = {
        word
        for moment in (start_of(recording), end_of(recording))
        for number in range(len(recording.objects))
        for code in moment.code(number)
        for word in WORD.findall(code)
    }
    hint = did_you_mean(name, sorted(known), "see --help for examples")
    return YulError(f"no variable or function '{name}'{hint}", filename=recording.settings.file)


def _history_lines(recording: Recording, histories: list[_History], full: bool) -> Iterator[str]:
    for history in histories:
        yield from history.title
        yield ""
        yield from _events(recording, history.events, full)
        if not history.events:
            yield history.untouched


def _events(recording: Recording, events: list[Event], full: bool) -> Iterator[str]:
    colour = has_colour(sys.stdout)
    step = None
    for event in events:
        if event.step is not step:
            if step is not None:
                yield ""
            step = event.step
            yield heading(recording, step, colour=colour)[0]
        kind = event.kind.value
        yield f"      {click.style(kind, fg='cyan') if colour else kind}"
        yield from _side("-", event.before, full, "red" if colour else None)
        yield from _side("+", event.after, full, "green" if colour else None)
    if events:
        yield ""


def _side(sign: str, lines: list[NumberedLine], full: bool, colour: str | None) -> Iterator[str]:
    limit = len(lines) if full else _MAX_LINES
    for line in lines[:limit]:
        text = f"      {sign} {line.number:5}  {line.text}"
        yield click.style(text, fg=colour) if colour else text
    if len(lines) > limit:
        yield f"      {sign} ... {len(lines) - limit} more (--full shows them)"


def _record(source: Source, settings: Settings) -> Recording:
    """The recording of a run, with lineage; raises `YulError` for bad input."""
    with progress(settings.file):
        return record_program(source, settings, lineage=True)[1]
