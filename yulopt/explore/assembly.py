"""The final assembly, and the code size at points of a run.

A point of a run is the number of effective steps before it. Generating code takes longer than most
steps, so it happens at chosen points only, unless all are requested: at the start, at the end of
each object, and around the steps that changed most, unless the program is large.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import attr

from yulopt.assembly.assembler import assemble_parts
from yulopt.assembly.bytecode import Bytecode
from yulopt.assembly.compiled import CompiledObject
from yulopt.assembly.instruction_list import read_instruction
from yulopt.assembly.items import Verbatim
from yulopt.assembly.optimizer import ALL_PASSES
from yulopt.assembly.text import code_lines
from yulopt.dialect import Dialect
from yulopt.driver.build import Front, generate_program, generate_tree, optimize_code, prepared
from yulopt.driver.options import Options
from yulopt.errors import Source, StackTooDeepError, YulError
from yulopt.explore.solidity import SourceMap
from yulopt.suite.pipelines import Pipeline
from yulopt.syntax.objects import Object
from yulopt.syntax.parser import parse_source
from yulopt.trace.assembly import AssemblyRecorder, PassRun
from yulopt.trace.recording import (
    Moment,
    Recording,
    StepRun,
    changes_of,
    start_of,
)

# The pipeline for a program that is too deep for solc.
DEEP_PIPELINE: Final = "balanced"


class CodeRow(NamedTuple):
    """An instruction of the final code: its offset, its bytes, its minimum gas (-1 for raw bytes),
    the numbers of words that it pops and pushes, and the index of its lines of Solidity."""

    offset: int
    size: int
    gas: int
    arguments: int
    results: int
    place: int


@attr.s(auto_attribs=True)
class FinalCode:
    """The code of an object: the effects of the passes over its assembly, its assembly with a line
    for each of the `rows` (and others for names of functions), and its bytes with all objects
    inside.
    """

    runs: list[PassRun]
    lines: list[str]
    rows: list[CodeRow]
    content: bytes


@attr.s(auto_attribs=True)
class FinalAssembly:
    """The code of each object, in the order of the recording.

    Without code the list is empty, and `problem` is the reason. If the stack is too deep, the code
    may be that of another `pipeline`.
    """

    objects: list[FinalCode]
    problem: str = ""
    is_too_deep: bool = False
    pipeline: str = ""


@attr.s(auto_attribs=True)
class PassTotal:
    """The total effect of all runs of a pass over an object."""

    name: str
    runs: int = 0
    changes: int = 0
    items: int = 0
    bytes: int = 0


def final_assembly(
    program: Object,
    source: Source,
    options: Options,
    source_map: SourceMap,
    *,
    spills: bool = False,
) -> FinalAssembly:
    """Compile a program after all steps, with all passes over its assembly.

    With `spills`, here and below, values out of reach are spilled.
    """
    try:
        if options.bare:
            prepared(program, source, options)
        compiled = generate_tree(program, options, spills=spills)
        _check_reach(compiled)
        return _assembled(compiled, options, source_map)
    except StackTooDeepError as error:
        return FinalAssembly([], error.message, is_too_deep=True)
    except YulError as error:
        return FinalAssembly([], error.message)


def assembly_of_pipeline(
    failed: FinalAssembly, source: Source, options: Options, source_map: SourceMap
) -> FinalAssembly:
    """The code by a pipeline for a program otherwise too deep for the stack, if that succeeds."""
    chosen = options.with_pipeline(Pipeline.named(DEEP_PIPELINE))
    try:
        compiled = generate_program(Front(source, chosen))
        _check_reach(compiled)
        assembly = _assembled(compiled, chosen, source_map)
    except YulError:
        return failed
    return attr.evolve(assembly, problem=failed.problem, pipeline=DEEP_PIPELINE)


def _assembled(compiled: CompiledObject, options: Options, source_map: SourceMap) -> FinalAssembly:
    recorder = AssemblyRecorder(compiled, options.dialect)
    optimize_code(compiled, options, recorder)
    parts = assemble_parts(compiled, options.code_dialect)
    objects = []
    for tree, path in compiled.program.paths().items():
        code = parts[tree]
        objects.append(
            FinalCode(
                [run for run in recorder.runs if run.path == path],
                code_lines(code.items, options.dialect),
                list(_rows(code, options.dialect, source_map)),
                code.content,
            )
        )
    return FinalAssembly(objects)


def _rows(code: Bytecode, dialect: Dialect, source_map: SourceMap) -> Iterator[CodeRow]:
    offset = 0
    for item in code.items:
        place = source_map.place_at(item.position)
        if isinstance(item, Verbatim):
            yield CodeRow(offset, len(item.content), -1, 0, 0, place)
            offset += len(item.content)
            continue
        read = read_instruction(code.content, offset, dialect)
        gas = -1 if read.gas is None else read.gas
        yield CodeRow(offset, read.size, gas, read.arguments, read.results, place)
        offset = read.end


def pass_totals(runs: list[PassRun]) -> list[PassTotal]:
    """The effect of each pass on an object; those of solc first, in the order in which they run."""
    totals = {name: PassTotal(name) for name in ALL_PASSES}
    for run in runs:
        total = totals.setdefault(run.name, PassTotal(run.name))
        total.runs += 1
        total.changes += run.changed
        total.items += run.after.items - run.before.items
        total.bytes += run.after.bytes - run.before.bytes
    return list(totals.values())


_MAX_STEPS: Final = 5
# The total size up to which code is generated around the steps that changed most.
_MAX_NODES: Final = 25_000


@attr.s(auto_attribs=True)
class CodeSize:
    """The bytes of the program at a point.

    `sizes` has those of the bytecode of each object, with all objects inside, in the order of the
    recording; without bytecode it is empty, and `problem` is the reason.
    """

    point: int
    sizes: list[int]
    problem: str = ""


def largest_changes(recording: Recording) -> dict[str, list[StepRun]]:
    """The steps that changed the AST size (`size`) and the gas estimate (`gas`) most."""
    steps = recording.steps
    return {
        "size": _largest(
            steps, [abs(step.after.known_size - step.before.known_size) for step in steps]
        ),
        "gas": _largest(steps, [abs(step.after.gas - step.before.gas) for step in steps]),
    }


def _largest(steps: Sequence[StepRun], amounts: Sequence[int]) -> list[StepRun]:
    """The steps with the largest amounts, the first of equal ones first, without those of 0."""
    order = sorted(range(len(steps)), key=lambda number: -amounts[number])
    return [steps[number] for number in order[:_MAX_STEPS] if amounts[number]]


def code_sizes(
    recording: Recording, *, everywhere: bool = False, spills: bool = False
) -> list[CodeSize]:
    """The bytes at the chosen points of a run, or at all points."""
    changed = [step for step in recording.steps if step.changed]
    chosen = set(range(len(changed) + 1)) if everywhere else _chosen_points(recording, changed)
    return [
        _code_size(point, moment.program_text(), recording.settings.options, spills=spills)
        for point, moment in enumerate(_moments(recording))
        if point in chosen
    ]


def _chosen_points(recording: Recording, changed: Sequence[StepRun]) -> set[int]:
    objects = [step.object_number for step in changed]
    points = {0, len(changed)}
    points.update(n for n in range(1, len(changed)) if objects[n - 1] != objects[n])
    indices = {step.number: index for index, step in enumerate(changed)}
    nodes = _nodes(recording, changed)
    left = _MAX_NODES
    for steps in largest_changes(recording).values():
        for step in steps:
            index = indices[step.number]
            around = {index, index + 1} - points
            cost = sum(nodes[point] for point in around)
            if cost <= left:
                left -= cost
                points |= around
    return points


def _nodes(recording: Recording, changed: Sequence[StepRun]) -> list[int]:
    """The AST size of the whole program at each point."""
    sizes = [recorded.metrics.known_size for recorded in recording.objects]
    totals = [sum(sizes)]
    for step in changed:
        sizes[step.object_number] = step.after.known_size
        totals.append(sum(sizes))
    return totals


def _moments(recording: Recording) -> Iterator[Moment]:
    yield start_of(recording)
    for change in changes_of(recording):
        yield change.after


def _compile_program(text: str, options: Options, *, spills: bool) -> CompiledObject:
    """Generate code for a program without steps, if all values are within reach.

    Raises `YulError` if that is not possible.
    """
    source = Source(text)
    program = prepared(parse_source(source, options.dialect), source, options)
    compiled = generate_tree(program, options, spills=spills)
    _check_reach(compiled)
    return compiled


def _check_reach(compiled: CompiledObject) -> None:
    """Raise `StackTooDeepError` without positions if a value is out of reach."""
    found = compiled.first_problem()
    if found is not None:
        function, problems = found[1].function, found[1].problems
        where = f"in {function}" if function else "outside functions"
        deficit = max(problem.deficit for problem in problems)
        raise StackTooDeepError(f"stack too deep {where}", function, "", deficit)


def _code_size(point: int, text: str, options: Options, *, spills: bool) -> CodeSize:
    try:
        compiled = _compile_program(text, options, spills=spills)
        optimize_code(compiled, options)
        parts = assemble_parts(compiled, options.code_dialect)
    except YulError as error:
        # A step of another package may produce code that cannot be compiled.
        return CodeSize(point, [], error.message)
    return CodeSize(point, [len(parts[item.program].content) for item in compiled.all_objects()])
