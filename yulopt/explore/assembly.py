"""The assembly that the output is compiled to: the last station of a run."""

from __future__ import annotations

import attr

from yulopt.assembly.optimizer import ALL_PASSES, optimize_assembly
from yulopt.dialect import dialect_for, parse_evm_version
from yulopt.errors import YulError
from yulopt.explore.code_sizes import compile_program
from yulopt.pipeline.checkpoints import objects_of
from yulopt.trace.assembly import AssemblyRecorder, PassRun
from yulopt.trace.recording import Recording, end_of


@attr.s(auto_attribs=True)
class FinalAssembly:
    """What the passes over the assembly of each object did, in the order of the recording.

    Without code the list is empty, for the reason that `problem` tells.
    """

    objects: list[list[PassRun]]
    problem: str = ""


@attr.s(auto_attribs=True)
class PassTotal:
    """What all runs of a pass over an object did together."""

    name: str
    runs: int = 0
    changes: int = 0
    items: int = 0
    bytes: int = 0


def final_assembly(recording: Recording) -> FinalAssembly:
    """Compile the program after all steps, with all passes over its assembly."""
    settings = recording.settings
    dialect = dialect_for(parse_evm_version(settings.evm_version))
    try:
        compiled = compile_program(end_of(recording).program_text(), settings)
    except YulError as error:
        return FinalAssembly([], error.message)
    recorder = AssemblyRecorder(compiled, dialect)
    optimize_assembly(compiled, dialect, settings.runs, observer=recorder)
    runs: dict[str, list[PassRun]] = {path: [] for path, _ in objects_of(compiled.program)}
    for run in recorder.runs:
        runs[run.path].append(run)
    return FinalAssembly(list(runs.values()))


def pass_totals(runs: list[PassRun]) -> list[PassTotal]:
    """What each pass did to an object, in the order in which they run."""
    totals = {name: PassTotal(name) for name in ALL_PASSES}
    for run in runs:
        total = totals[run.name]
        total.runs += 1
        total.changes += run.changed
        total.items += run.after.items - run.before.items
        total.bytes += run.after.bytes - run.before.bytes
    return list(totals.values())
