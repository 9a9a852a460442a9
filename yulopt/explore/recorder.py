"""Records a run for the page: its steps, and the history of the functions."""

from __future__ import annotations

from collections.abc import Iterable

import attr

from yulopt.driver.optimization import optimize_parsed
from yulopt.driver.options import Options
from yulopt.errors import Source
from yulopt.explore.assembly import (
    CodeSize,
    FinalAssembly,
    assembly_of_pipeline,
    code_sizes,
    final_assembly,
)
from yulopt.explore.atlas import Atlas
from yulopt.explore.solidity import NO_PLACE, SourceMap, source_names
from yulopt.passes.observers import Observers
from yulopt.passes.step import Context, Observer, Step
from yulopt.suite.memory_guards import guard_memory
from yulopt.suite.release_watch import ReleaseDifference, ReleaseWatch, may_differ
from yulopt.syntax.ast import Block
from yulopt.syntax.locations import Locations
from yulopt.syntax.objects import Object
from yulopt.syntax.parser import parse_source
from yulopt.terminal.console import ProgressLine
from yulopt.trace.lineage import added_lines
from yulopt.trace.recorder import Recorder
from yulopt.trace.recording import Recording, Settings


@attr.s(auto_attribs=True, eq=False)
class Beside:
    """The differences of another release of solc, with its `options`.

    `steps` are those of the run that differ over the same code; `size` is the size of the whole
    code by the release, in bytes, None if there is none.
    """

    options: Options
    steps: list[ReleaseDifference]
    size: int | None


@attr.s(auto_attribs=True, eq=False)
class Exploration:
    """A recording with lineage, the functions of the program, its bytes of code at some points,
    and the assembly at the end.

    `sources` are the Solidity texts of the program, by name. `places` has for each line the index
    of its lines there (`source_map.places`): by object, for the input; by step, for the added
    lines. `beside` is set if another release was requested.
    """

    recording: Recording
    atlas: Atlas
    code: list[CodeSize]
    assembly: FinalAssembly
    source_map: SourceMap
    sources: dict[str, str]
    input_places: list[list[int]]
    added_places: dict[int, list[int]]
    beside: Beside | None = None


class ExplorationRecorder(Recorder):
    """Makes the exploration of the run that it observes."""

    def __init__(self, settings: Settings, source: str, source_map: SourceMap) -> None:
        super().__init__(settings, source, lineage=True)
        self.atlas = Atlas(self._table.lines)
        self.source_map = source_map
        self.input_places: list[list[int]] = []
        self.added_places: dict[int, list[int]] = {}

    def enter_program(self, program: Object) -> None:
        super().enter_program(program)
        for number, recorded in enumerate(self.recording.objects):
            self.atlas.start(number, recorded.lines)
            self.input_places.append([])

    def enter_object(self, path: str, block: Block) -> None:
        super().enter_object(path, block)
        if self.source_map.names:
            self.input_places[self._object] = self._places(range(len(self._lines)))

    def _places(self, lines: Iterable[int]) -> list[int]:
        assert self._lineage is not None
        positions = self._lineage.positions()
        return [
            self.source_map.place_at(positions[line]) if line in positions else NO_PLACE
            for line in lines
        ]

    def after_step(self, step: Step, context: Context, block: Block) -> None:
        super().after_step(step, context, block)
        run = self.recording.steps[-1]
        is_first = len(self.recording.steps) == 1 or (
            self.recording.steps[-2].object_number != run.object_number
        )
        if run.changed and self.source_map.names:
            self.added_places[run.number] = self._places(added_lines(run.edits))
        if run.changed or is_first:
            self.atlas.survey(run.number, run.object_number, self._lines, block, context.dialect)


def explore_program(
    source: Source,
    settings: Settings,
    *,
    code_everywhere: bool = False,
    beside: Options | None = None,
    line: ProgressLine | None = None,
) -> Exploration:
    """Optimise a program, and generate code at some points of the run, or at all of them; `line`
    shows the progress. `beside` are the same options for another release of solc.

    Errors as for `yulopt.driver.optimization.optimize_source`.
    """
    spills = False
    line = ProgressLine("") if line is None else line
    line.detail = "running the steps"
    options = settings.options
    watch = None if beside is None else ReleaseWatch(beside.dialect)
    is_watched = beside is not None and may_differ(options.dialect, beside.dialect)
    recorder, program = _recorded(source, settings, watch if is_watched else None)
    line.detail = "assembling"
    assembly = final_assembly(program, source, options, recorder.source_map)
    if assembly.is_too_deep and options.spills:
        # The run before code generation, as in `yulopt.driver.build.generate_program`.
        spills = True
        line.detail = "running the steps with spilling to memory"
        recorder, program = _recorded(source, settings, guarded=options.memory_safe)
        assembly = final_assembly(program, source, options, recorder.source_map, spills=True)
    line.detail = "measuring code along the run"
    code = code_sizes(recorder.recording, everywhere=code_everywhere, spills=spills)
    if assembly.is_too_deep and not options.bare:
        line.detail = "assembling with a pipeline that needs less of the stack"
        assembly = assembly_of_pipeline(assembly, source, options, recorder.source_map)
    there = None
    if beside is not None and watch is not None:
        line.detail = f"compiling as solc {beside.solc_version}"
        there = Beside(beside, watch.found, _size(source, beside, recorder.source_map))
    sources = {name: source.made_from[name] for name in recorder.source_map.names}
    return Exploration(
        recorder.recording,
        recorder.atlas,
        code,
        assembly,
        recorder.source_map,
        sources,
        recorder.input_places,
        recorder.added_places,
        there,
    )


def _size(source: Source, options: Options, source_map: SourceMap) -> int | None:
    program = parse_source(source, options.dialect)
    optimize_parsed(program, source, options)
    made = final_assembly(program, source, options, source_map)
    return len(made.objects[0].content) if made.objects else None


def _recorded(
    source: Source, settings: Settings, watch: Observer | None = None, *, guarded: bool = False
) -> tuple[ExplorationRecorder, Object]:
    """The recording of a run, with memory guards inserted on request; and the result."""
    options = settings.options
    locations = Locations()
    program = parse_source(source, options.dialect, locations)
    recorder = ExplorationRecorder(
        settings, source.text, SourceMap(source_names(program), locations, source.made_from)
    )
    if guarded:
        guard_memory(program, options.dialect)
    observer = recorder if watch is None else Observers([recorder, watch])
    optimize_parsed(program, source, options, observer=observer)
    return recorder, program
