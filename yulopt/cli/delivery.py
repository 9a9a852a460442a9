"""Delivers the outcome of each file: prints, writes, compares and reports it."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Collection, Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from yulopt.batch.files import Outcome, Request, Text, optimize_texts
from yulopt.cli.failures import report_error, usage_error
from yulopt.cli.outputs import (
    STANDARD_OUTPUT,
    Outputs,
    check_targets,
    check_trace_folders,
    print_trace,
)
from yulopt.errors import Source, YulError, printable
from yulopt.terminal.console import (
    begins_like_yul,
    has_colour,
    print_code,
    progress,
    read_source,
    source_name,
    write_or_print,
)
from yulopt.terminal.echo import echo

if TYPE_CHECKING:
    from yulopt.cli.call_files import CallFiles
    from yulopt.cli.proving import Proofs
    from yulopt.trace.recording import Recording
    from yulopt.trace.statistics import StepStatistics


class Programs:
    """The programs in the FILEs of the command line: one for each file, or, once they are expanded,
    one for each contract with code.

    `contract` chooses among several. `fields` are the settings that apply if they are found beside
    a program, None for all. With `plain_only`, anything but plain Yul is an error. `calls` are
    those that programs are optimised for; `proofs` makes the runs proven ones.

    `keys` identify the programs in their order; a file with one program is its own key. `names` are
    the names of their results in a directory.
    """

    def __init__(
        self,
        files: tuple[str, ...],
        request: Request,
        contract: str | None = None,
        fields: frozenset[str] | None = None,
        plain_only: bool = False,
        calls: CallFiles | None = None,
        proofs: Proofs | None = None,
    ) -> None:
        self.files = files
        self.keys = files
        self.names = {file: Path(file).name for file in files}
        self._request = request
        self._contract = contract
        self._fields = fields
        self._plain_only = plain_only
        self._calls = calls
        self.proofs = proofs
        self._read: dict[str, Text | Outcome] = {}

    def expand(self) -> None:
        """Read all files: each contract with code becomes a program of its own."""
        from yulopt.cli.inputs import ALL_FIELDS, texts_of, without_second_halves

        fields = ALL_FIELDS if self._fields is None else self._fields
        keys: list[str] = []
        names: dict[str, str] = {}
        for file in without_second_halves(self.files):
            try:
                found = texts_of(file, self._contract, self._request, fields)
                for name, text in found:
                    self._take_calls(name, text)
            except YulError as error:
                self._read[file] = Outcome(error=error.report())
                keys.append(file)
                names[file] = Path(source_name(file)).name
                continue
            for name, text in found:
                key = file if name == Path(file).name else text.name
                keys.append(key)
                names[key] = name
                self._read[key] = text
        self.keys, self.names = tuple(keys), names

    def check_calls(self) -> None:
        """Raise `YulError` if --calls has calls of none of the programs."""
        if self._calls is not None:
            self._calls.require(self.names.values())

    def texts(self) -> Iterator[Text | Outcome]:
        """Each program, or its error; files are read lazily."""
        for key in self.keys:
            read = self._read.pop(key, None)
            yield self._proven(key, self._text(key) if read is None else read)

    def _proven(self, key: str, text: Text | Outcome) -> Text | Outcome:
        """The program, with the observer of a proven run, if requested."""
        if self.proofs is not None and isinstance(text, Text):
            try:
                source = Source(text.text, text.name)
                text.observer = self.proofs.prove(key, source, text.options)
            except YulError as error:
                return Outcome(error=error.report())
        return text

    def _text(self, file: str) -> Text | Outcome:
        try:
            source = read_source(file)
            if begins_like_yul(source) and self._contract is None:
                text = Text(source.filename, source.text, self._request)
                self._take_calls(file, text)
                return text
            # Not needed for plain Yul.
            from yulopt.cli.inputs import ALL_FIELDS, text_of

            fields = ALL_FIELDS if self._fields is None else self._fields
            text = text_of(source, file, self._contract, self._request, fields)
            self._take_calls(file, text)
            if self._plain_only and text.text != source.text:
                raise YulError(
                    "--in-place replaces only plain Yul; use --output for this file",
                    filename=source.filename,
                )
        except YulError as error:
            return Outcome(error=error.report())
        return text

    def _take_calls(self, name: str, text: Text) -> None:
        """Set the calls that a program is optimised for, if any; raises `YulError`."""
        if self._calls is not None:
            text.options = text.options._replace(calls=self._calls.profile_of(name))


class Delivery:
    """The delivery of results as the command line requests, and whether all is well.

    Programs go by their keys: `folders` has the folder of the trace of each. `check` compares
    results with existing files instead of writing them, `diff` prints differences instead of
    programs. `stats_json` is a path, or `-`. `is_fine` stays true without errors, and without
    differences from existing files.
    """

    def __init__(
        self,
        programs: Programs,
        outputs: Outputs,
        folders: dict[str, Path],
        trace: bool = False,
        trace_full: bool = False,
        stats: bool = False,
        stats_json: str | None = None,
        check: bool = False,
        diff: bool = False,
        is_fine: bool = True,
    ) -> None:
        self.files = programs.files
        self.proofs = programs.proofs
        self.is_one = len(programs.keys) == 1
        self.outputs = outputs
        self.folders = folders
        self.trace = trace
        self.trace_full = trace_full
        self.stats = stats
        self.stats_json = stats_json
        self.check = check
        self.diff = diff
        self.is_fine = is_fine
        self._statistics: list[dict[str, StepStatistics]] = []

    def check_targets(self, inputs: Collection[str]) -> None:
        """Check every file that will be written (see `yulopt.cli.outputs`); `inputs` are read."""
        targets = [] if self.check else list(self.outputs.targets.values())
        if self.proofs is not None:
            targets += self.proofs.certificates(targets)
        if self.outputs.in_place:
            # A missing file is an error of that file only.
            targets = [target for target in targets if os.path.exists(target)]
        folders = {*self.folders.values()}
        if self.outputs.folder is not None and not self.check:
            folders.add(self.outputs.folder)
        if self.stats_json == STANDARD_OUTPUT:
            if self.diff or not (self.outputs.targets or self.check):
                raise usage_error(
                    "--stats-json - would be printed together with the result; give a file to one"
                    " of them."
                )
        elif self.stats_json is not None:
            targets.append(Path(self.stats_json))
        check_trace_folders(inputs, targets, self.folders.values())
        replaced = self.files if self.outputs.in_place else ()
        check_targets(
            [file for file in inputs if file not in replaced],
            targets,
            folders,
            advice="name another file (--in-place replaces FILEs)",
        )

    def deliver(self, file: str, outcome: Outcome) -> None:
        """Deliver an outcome as requested."""
        try:
            self._deliver(file, outcome)
        except YulError as error:
            self._fail(error.report())

    def finish(self) -> None:
        """Report on all files together."""
        if not (self.stats or self.stats_json):
            return
        import json

        from yulopt.trace.statistics import merged, statistics_table

        statistics = merged(self._statistics)
        if self.stats:
            echo(statistics_table(statistics), err=True)
        if self.stats_json is None:
            return
        records = [step.record() for step in statistics]
        target = None if self.stats_json == STANDARD_OUTPUT else Path(self.stats_json)
        try:
            write_or_print(json.dumps(records, indent=2) + "\n", target)
        except YulError as error:
            self._fail(error.report())

    def _deliver(self, file: str, outcome: Outcome) -> None:
        if outcome.warning is not None:
            echo(outcome.warning, err=True)
        if outcome.recording is not None:
            self._print_record(file, outcome.recording)
        if outcome.text is None:
            self._fail(outcome.error or "")
            return
        if self.diff:
            self._print_difference(file, outcome.before or "", outcome.text)
        if self.check:
            self._compare(file, outcome)
        elif file in self.outputs.targets:
            if not (self.outputs.in_place and outcome.is_unchanged):
                self.outputs.write(file, outcome.text)
            if self.proofs is not None:
                self.proofs.write_certificate(file, self.outputs.targets[file])
        elif not self.diff:
            header = "" if self.is_one else f"// {printable(file)}\n"
            print_code(header + outcome.text)

    def _print_record(self, file: str, recording: Recording) -> None:
        """Report the changes by the steps, in the requested forms."""
        # Imported only with a recording, here and below.
        from yulopt.trace.directory import write_trace
        from yulopt.trace.statistics import statistics_of

        self._statistics.append(statistics_of(recording))
        if file in self.folders:
            write_trace(recording, self.folders[file])
        if self.trace:
            _show_trace(recording, full=self.trace_full, named=not self.is_one)

    def _compare(self, file: str, outcome: Outcome) -> None:
        target = self.outputs.targets.get(file)
        if target is None:
            if not outcome.is_unchanged:
                self._fail(f"{source_name(file)}: yulopt would change it")
        elif not _holds(target, outcome.text or ""):
            path = printable(str(target))
            self._fail(f"{source_name(file)}: '{path}' differs from the output of yulopt")

    def _print_difference(self, file: str, before: str, after: str) -> None:
        # Not needed without --diff.
        import click

        from yulopt.terminal.highlight import coloured_line

        colour = has_colour(sys.stdout)
        for line in _difference(source_name(file), before.splitlines(), after.splitlines()):
            click.echo(coloured_line(line) if colour else line)

    def _fail(self, report: str) -> None:
        report_error(report)
        self.is_fine = False


def _holds(path: Path, text: str) -> bool:
    try:
        return path.read_bytes() == text.encode()
    except OSError:
        return False


def _difference(name: str, before: list[str], after: list[str]) -> Iterator[str]:
    """The lines of a unified difference; none if there is no difference."""
    if before == after:
        return
    from yulopt.trace.edits import LineTable, edits_between
    from yulopt.trace.terminal import unified

    table = LineTable()
    edits = edits_between(table.numbers(before), table.numbers(after))
    yield f"--- {name} (as yulopt prints it)"
    yield f"+++ {name} (optimised)"
    yield from unified(before, after, edits)


def _show_trace(recording: Recording, *, full: bool, named: bool) -> None:
    """Print a trace on standard error; `named` puts the name of the file before it."""
    from yulopt.trace.terminal import trace_lines

    if named:
        echo(f"// {recording.settings.file}", err=True)
    print_trace(trace_lines(recording, full=full, colour=has_colour(sys.stderr)))


def run_files(programs: Programs, jobs: int, delivery: Delivery) -> bool:
    """Optimise programs, up to `jobs` of them at a time, and deliver the outcomes; returns whether
    all is well.
    """
    started = time.monotonic()
    keys = programs.keys
    with closing(optimize_texts(programs.texts(), min(jobs, len(keys)))) as outcomes:
        for number, key in enumerate(keys, start=1):
            with progress(f"[{number}/{len(keys)}] {source_name(key)}", started):
                outcome = next(outcomes)
            delivery.deliver(key, outcome)
    delivery.finish()
    return delivery.is_fine
