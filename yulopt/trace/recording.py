"""Recordings of runs: an ordered list of step runs, with the program before and after each.

A recording is plain data, which can be sent to another process. The trace in the terminal, the
files of `--trace-dir`, `--stats`, `yulopt explain` and the page of `yulopt explore` are generated
from it.

Steps change code only; the text around the code of the objects is kept once, as lines with gaps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import attr

from yulopt.driver.options import Options
from yulopt.gas.metrics import AST_SIZE, BYTES
from yulopt.passes.step import AFTER, BEFORE, BETWEEN, CLEANUP, MAIN, NAMES
from yulopt.suite.checkpoints import Checkpoint
from yulopt.syntax.objects import Object
from yulopt.syntax.printer import print_around_code
from yulopt.trace.edits import Edit, apply_edits

# The display of an unknown size, and the reason.
UNKNOWN: Final = "?"
WHY_UNKNOWN: Final = "the code cannot be assembled (`yulopt stack` shows what is out of reach)"


@attr.s(auto_attribs=True)
class Metrics:
    """The size of some code and its estimated gas (`yulopt.gas.estimate`).

    The size is that of solc's measure (`yulopt.gas.metrics`) or in bytes; None if these are unknown
    (see `yulopt.trace.measures`).
    """

    size: int | None = 0
    gas: int = 0

    @property
    def known_size(self) -> int:
        """The size, which must be known; each AST size is."""
        assert self.size is not None
        return self.size


def total(metrics: Iterable[Metrics]) -> Metrics:
    """The sums; the size is known if all are."""
    size: int | None = 0
    gas = 0
    for one in metrics:
        size = None if size is None or one.size is None else size + one.size
        gas += one.gas
    return Metrics(size, gas)


@attr.s(auto_attribs=True)
class Origin:
    """The origin of a line that an edit added.

    `line` counts from 0 after the step; `sources`: the lines (from 0, before the step) that its
    parts come from, the most important first; `copied`: the originals may still exist. A line
    without an origin is new.
    """

    line: int
    sources: list[int]
    copied: bool = False


@attr.s(auto_attribs=True)
class StepRun:
    """One run of one step over the code of one object.

    `number` counts the runs of the recording from 0; `object_number` is that of the object in
    the recording. `part` is the part of the run (see `yulopt.passes.step`), `offset` that in
    the text of the sequence, None for a fixed step, and `rounds` the round of each bracket around
    the step, outermost first. `is_extension` marks a step that solc does not have. `seconds` is
    wall-clock time.

    `edits`: the changes of lines by the step; none if the program is unchanged. `origins`: those of
    added lines, if recorded.

    `functions` and `skipped` count the parts of the code (each function, and the code outside), and
    those that the step skipped; see `yulopt.passes.parts`.

    `counter` and `newly_taken`: the state of the name dispenser before the step: the names reserved
    since the previous step, or, if `starts_names`, all of them.
    """

    number: int
    object_number: int
    part: str
    offset: int | None
    rounds: list[int]
    letter: str
    name: str
    is_extension: bool
    seconds: float
    before: Metrics
    after: Metrics
    changed: bool
    edits: list[Edit] = attr.Factory(list)
    origins: list[Origin] = attr.Factory(list)
    counter: int = 0
    newly_taken: list[str] = attr.Factory(list)
    starts_names: bool = False
    functions: int = 0
    skipped: int = 0


@attr.s(auto_attribs=True)
class RecordedObject:
    """The code of one object: its position, and its lines before the first step."""

    path: str
    is_creation: bool
    lines: list[int]
    metrics: Metrics


@attr.s(auto_attribs=True)
class Settings:
    """The request of a run: over the program in `file`, with these `options`.

    `metric`: the measure of size, one of `yulopt.gas.metrics.METRICS`. `calls_file` is where the
    calls of the options were, if they were in a file, and `prices_file` where the prices were.
    """

    file: str
    options: Options
    metric: str = AST_SIZE
    calls_file: str = ""
    prices_file: str = ""

    @property
    def sequence(self) -> str:
        """The text that the offsets of steps point into."""
        return self.options.sequence_text


def size_name(settings: Settings) -> str:
    """The displayed name of the sizes of a recording."""
    return "bytes" if settings.metric == BYTES else "size"


@attr.s(auto_attribs=True)
class Recording:
    """A run over one program.

    `lines` is the table that all numbers of lines point into. `objects` are those of the tree,
    outer before inner ones; steps run over inner ones first, unless the run is bare. `layout` is
    the text around the code of the objects. `source` is the text of the file.
    """

    settings: Settings
    source: str = ""
    lines: list[str] = attr.Factory(list)
    layout: list[LayoutLine] = attr.Factory(list)
    objects: list[RecordedObject] = attr.Factory(list)
    steps: list[StepRun] = attr.Factory(list)

    def text(self, numbers: list[int]) -> list[str]:
        """The lines with these numbers."""
        return [self.lines[number] for number in numbers]


@attr.s(auto_attribs=True, eq=False)
class Moment:
    """The program before or after a step: the numbers of the lines of each object's code."""

    recording: Recording
    codes: list[list[int]]

    def code(self, number: int) -> list[str]:
        """The lines of the code of one object."""
        return self.recording.text(self.codes[number])

    def program_text(self) -> str:
        """The text of the whole program."""
        codes = [self.code(number) for number in range(len(self.codes))]
        return fill_layout(self.recording.layout, codes)


@attr.s(auto_attribs=True, eq=False)
class Change:
    """A change of the program by a step."""

    step: StepRun
    before: Moment
    after: Moment

    @property
    def old(self) -> list[str]:
        """The code of the object before the step."""
        return self.before.code(self.step.object_number)

    @property
    def new(self) -> list[str]:
        """The code of the object after the step."""
        return self.after.code(self.step.object_number)


def start_of(recording: Recording) -> Moment:
    """The program before all steps."""
    return Moment(recording, [recorded.lines for recorded in recording.objects])


def changes_of(recording: Recording) -> Iterator[Change]:
    """The steps that changed something, in the order of the run."""
    moment = start_of(recording)
    for step in recording.steps:
        if step.changed:
            codes = list(moment.codes)
            codes[step.object_number] = apply_edits(codes[step.object_number], step.edits)
            change = Change(step, moment, Moment(recording, codes))
            moment = change.after
            yield change


def end_of(recording: Recording) -> Moment:
    """The program after all steps."""
    moment = start_of(recording)
    for change in changes_of(recording):
        moment = change.after
    return moment


def checkpoints(recording: Recording) -> Iterator[tuple[StepRun, Checkpoint]]:
    """The checkpoint before each step; see `yulopt.suite.checkpoints`.

    `taken` holds all names here, including those in the text.
    """
    is_beyond = any(step.is_extension for step in recording.steps)
    taken: dict[str, None] = {}
    for step in recording.steps:
        if step.starts_names:
            taken = {}
        taken.update(dict.fromkeys(step.newly_taken))
        is_creation = recording.objects[step.object_number].is_creation
        yield (
            step,
            Checkpoint(step.object_number, is_creation, step.counter, list(taken), is_beyond),
        )


@attr.s(auto_attribs=True)
class LayoutLine:
    """A literal line, or a gap for the code of an object.

    For a gap, `number` is that of the object (see `yulopt.suite.checkpoints`), and `text`
    stands before the first line of the code; the others are indented like it.
    """

    text: str
    number: int | None = None


def layout_of(program: Object) -> list[LayoutLine]:
    """The lines around the code of an object tree."""
    gaps = {id(tree.code): f"\0{number}" for number, tree in enumerate(program.all_objects())}
    lines = []
    for line in print_around_code(program, lambda tree: [gaps[id(tree.code)]]):
        text, gap, number = line.rpartition("\0")
        lines.append(LayoutLine(text, int(number)) if gap else LayoutLine(line))
    return lines


def fill_layout(layout: Sequence[LayoutLine], codes: Sequence[Sequence[str]]) -> str:
    """The text of the program with this code in each object, ending in a line feed."""
    lines: list[str] = []
    for line in layout:
        if line.number is None:
            lines.append(line.text)
            continue
        code = codes[line.number]
        indent = line.text[: len(line.text) - len(line.text.lstrip(" "))]
        lines.append(line.text + code[0])
        lines.extend(indent + other for other in code[1:])
    return "\n".join(lines) + "\n"


_PARTS: Final = {
    BEFORE: "before the sequence",
    MAIN: "sequence",
    BETWEEN: "before the clean-up",
    CLEANUP: "clean-up",
    AFTER: "after the clean-up",
    NAMES: "names",
}
# The number of characters of the sequence shown on each side of the step.
_CONTEXT: Final = 8


def position_in_run(recording: Recording, step: StepRun) -> str:
    """The part of the run, the character of the sequence (from 1), and the rounds of brackets."""
    words = _PARTS.get(step.part, step.part)
    if step.offset is not None:
        words += f" {step.offset + 1}"
    if step.rounds:
        rounds = ".".join(map(str, step.rounds))
        words += f", round {rounds}"
    return words


def excerpt(recording: Recording, step: StepRun) -> tuple[str, str, str]:
    """The text of the sequence around the step: before it, its letter, after it.

    All three are empty for a fixed step.
    """
    if step.offset is None:
        return "", "", ""
    text, offset = recording.settings.sequence.replace("\n", " "), step.offset
    start, end = max(0, offset - _CONTEXT), min(len(text), offset + 1 + _CONTEXT)
    before = ("..." if start else "") + text[start:offset]
    after = text[offset + 1 : end] + ("..." if end < len(text) else "")
    return before, text[offset], after
