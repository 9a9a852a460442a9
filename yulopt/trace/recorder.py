"""Records runs as an observer, and runs programs to record them."""

from __future__ import annotations

import time

from yulopt.driver.optimization import optimize_source
from yulopt.errors import Source
from yulopt.passes.step import BEFORE, Context, Observer, Step
from yulopt.suite.registry import is_extension
from yulopt.syntax.ast import Block
from yulopt.syntax.locations import Locations
from yulopt.syntax.objects import Object
from yulopt.syntax.parser import parse_source
from yulopt.syntax.printer import print_yul
from yulopt.trace.edits import LineTable, edits_between
from yulopt.trace.lineage import Lineage
from yulopt.trace.measures import Measure
from yulopt.trace.recording import (
    LayoutLine,
    Metrics,
    RecordedObject,
    Recording,
    Settings,
    StepRun,
    layout_of,
)


class Recorder(Observer):
    """Records the observed run.

    Without `texts` only the figures are recorded, and `edits` stay empty; with `lineage` also the
    origins of lines. The seconds exclude the recorder's own time.
    """

    def __init__(
        self, settings: Settings, source: str = "", *, texts: bool = True, lineage: bool = False
    ) -> None:
        self.recording = Recording(settings, source)
        self._texts = texts
        self._lineage = Lineage() if lineage else None
        self._measure = Measure(settings.metric, settings.options.runs)
        self._table = LineTable()
        self._numbers: dict[int, int] = {}
        self._object = 0
        self._part = BEFORE
        self._offset: int | None = None
        self._rounds: list[int] = []
        self._text = ""
        self._lines: list[int] = []
        self._metrics = Metrics()
        self._is_new_object = True
        self._taken: frozenset[str] = frozenset()
        self._names_before: tuple[int, list[str], bool] = (0, [], False)
        self._started = 0.0

    def enter_program(self, program: Object) -> None:
        recording = self.recording
        recording.lines = self._table.lines
        if recording.settings.options.bare and program.is_bare_block:
            recording.layout = [LayoutLine("", 0)]
        else:
            recording.layout = layout_of(program)
        for number, (tree, path) in enumerate(program.paths().items()):
            self._numbers[id(tree.code)] = number
            lines = self._table.numbers(print_yul(tree.code).split("\n")) if self._texts else []
            recording.objects.append(RecordedObject(path, False, lines, Metrics()))

    def enter_object(self, path: str, block: Block) -> None:
        self._object = self._numbers[id(block)]
        self._text = print_yul(block)
        self._lines = self.recording.objects[self._object].lines
        self._is_new_object = True
        if self._lineage is not None:
            self._lineage.start(block, self._text)

    def enter_part(self, part: str) -> None:
        self._part = part
        self._offset = None

    def enter_item(self, offset: int) -> None:
        self._offset = offset

    def enter_round(self, number: int) -> None:
        self._rounds.append(number)

    def leave_round(self) -> None:
        self._rounds.pop()

    def before_step(self, step: Step, context: Context, block: Block) -> None:
        if self._texts:
            self._names_before = self._names(context)
        if self._is_new_object:
            recorded = self.recording.objects[self._object]
            recorded.is_creation = context.expected_executions is None
            self._metrics = recorded.metrics = self._measure(context, block, self._text)
            self._is_new_object = False
        self._started = time.perf_counter()

    def after_step(self, step: Step, context: Context, block: Block) -> None:
        seconds = time.perf_counter() - self._started
        text = print_yul(block)
        changed = text != self._text
        metrics = self._measure(context, block, text) if changed else self._metrics
        counter, newly_taken, starts_names = self._names_before
        run = StepRun(
            number=len(self.recording.steps),
            object_number=self._object,
            part=self._part,
            offset=self._offset,
            rounds=list(self._rounds),
            letter=step.letter,
            name=step.name,
            is_extension=is_extension(step),
            seconds=seconds,
            before=self._metrics,
            after=metrics,
            changed=changed,
            counter=counter,
            newly_taken=newly_taken,
            starts_names=starts_names,
        )
        if context.parts is not None:
            run.functions = context.parts.offered
            run.skipped = context.parts.skipped
        if changed and self._texts:
            lines = self._table.numbers(text.split("\n"))
            run.edits = edits_between(self._lines, lines)
            self._lines = lines
            if self._lineage is not None:
                run.origins = self._lineage.step(block, text, run.edits)
        self._text, self._metrics = text, metrics
        self.recording.steps.append(run)

    def _names(self, context: Context) -> tuple[int, list[str], bool]:
        """The counter of the dispenser, the names to record, and whether these are all names."""
        before, self._taken = self._taken, context.dispenser.taken()
        starts = self._is_new_object or not before <= self._taken
        names = self._taken if starts else self._taken - before
        return context.dispenser.counter, sorted(names), starts


def record_start(source: Source, settings: Settings) -> Recording:
    """The recording of a run without steps: the program as read.

    Raises `YulError` for bad input.
    """
    recorder = Recorder(settings, source.text)
    recorder.enter_program(parse_source(source, settings.options.dialect))
    return recorder.recording


def record_program(
    source: Source,
    settings: Settings,
    *,
    texts: bool = True,
    lineage: bool = False,
    locations: Locations | None = None,
) -> tuple[Object, Recording]:
    """The optimised object tree, and the recording of the run.

    `texts` and `lineage` are those of `Recorder`; `locations`, and errors, are as for
    `yulopt.driver.optimization.optimize_source`.
    """
    recorder = Recorder(settings, source.text, texts=texts, lineage=lineage)
    program = optimize_source(source, settings.options, observer=recorder, locations=locations)
    return program, recorder.recording
