"""Records a run for the page: its steps, and what becomes of the functions."""

from __future__ import annotations

import attr

from yulopt.driver.optimization import optimize_parsed
from yulopt.errors import Source
from yulopt.explore.assembly import CodeSize, FinalAssembly, code_sizes, final_assembly
from yulopt.explore.atlas import Atlas
from yulopt.passes.step import Context, Step
from yulopt.suite.memory_guards import guard_memory
from yulopt.syntax.ast import Block
from yulopt.syntax.objects import Object
from yulopt.syntax.parser import parse_source
from yulopt.terminal.console import ProgressLine
from yulopt.trace.recorder import Recorder
from yulopt.trace.recording import Recording, Settings


@attr.s(auto_attribs=True, eq=False)
class Exploration:
    """A recording with lineage, the functions of the program, its bytes of code at some points,
    and the assembly at the end."""

    recording: Recording
    atlas: Atlas
    code: list[CodeSize]
    assembly: FinalAssembly


class ExplorationRecorder(Recorder):
    """Makes the exploration of the run that it watches."""

    def __init__(self, settings: Settings, source: str) -> None:
        super().__init__(settings, source, lineage=True)
        self.atlas = Atlas(self._table.lines)

    def enter_program(self, program: Object) -> None:
        super().enter_program(program)
        for number, recorded in enumerate(self.recording.objects):
            self.atlas.start(number, recorded.lines)

    def after_step(self, step: Step, context: Context, block: Block) -> None:
        super().after_step(step, context, block)
        run = self.recording.steps[-1]
        is_first = len(self.recording.steps) == 1 or (
            self.recording.steps[-2].object_number != run.object_number
        )
        if run.changed or is_first:
            self.atlas.survey(run.number, run.object_number, self._lines, block, context.dialect)


def explore_program(
    source: Source,
    settings: Settings,
    *,
    code_everywhere: bool = False,
    line: ProgressLine | None = None,
) -> Exploration:
    """Run over a program, and generate code at some points of the run, or at all of them; `line` is
    told what is done.

    Errors as for `yulopt.driver.optimization.optimize_source`.
    """
    spills = False
    line = ProgressLine("") if line is None else line
    line.detail = "running the steps"
    recorder = _recorded(source, settings, guarded=False)
    line.detail = "assembling"
    assembly = final_assembly(recorder.recording)
    if assembly.is_too_deep and settings.options.spills:
        # The run that leads to the code, as in `yulopt.driver.build.generate_program`.
        spills = True
        line.detail = "running the steps with words of memory for what is too deep"
        recorder = _recorded(source, settings, guarded=True)
        assembly = final_assembly(recorder.recording, spills=True)
    line.detail = "measuring code along the run"
    code = code_sizes(recorder.recording, everywhere=code_everywhere, spills=spills)
    return Exploration(recorder.recording, recorder.atlas, code, assembly)


def _recorded(source: Source, settings: Settings, *, guarded: bool) -> ExplorationRecorder:
    """What a run records, with guards for memory before if that is wanted."""
    options = settings.options
    recorder = ExplorationRecorder(settings, source.text)
    program = parse_source(source, options.dialect)
    if guarded:
        guard_memory(program, options.dialect, assumed=options.memory_safe)
    optimize_parsed(program, source, options, observer=recorder)
    return recorder
