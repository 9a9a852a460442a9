"""Running a program while it is recorded."""

from __future__ import annotations

from yulopt.api import optimize_program, parse_steps
from yulopt.dialect import dialect_for, parse_evm_version
from yulopt.errors import Source
from yulopt.pipeline.named_sequences import read_sequence
from yulopt.syntax.objects import Object
from yulopt.syntax.parser import parse_source
from yulopt.trace.recorder import Recorder
from yulopt.trace.recording import Recording, Settings


def sequence_text(steps: str | None, *, bare: bool) -> str:
    """The whole text of a sequence: None is solc's, and without `:` solc's clean-up is added.

    Offsets into what the caller wrote are offsets into this text.
    """
    text = read_sequence("default") if steps is None else steps
    return text if bare or ":" in text else f"{text}:{read_sequence('cleanup')}"


def record_start(source: Source, settings: Settings) -> Recording:
    """The recording of a run that has not begun: the program as it is read, without any step.

    Raises `YulError` for bad input.
    """
    recorder = Recorder(settings, source.text)
    dialect = dialect_for(parse_evm_version(settings.evm_version))
    recorder.enter_program(parse_source(source, dialect))
    return recorder.recording


def record_program(
    source: Source, settings: Settings, *, texts: bool = True, lineage: bool = False
) -> tuple[Object, Recording]:
    """The optimised object tree, and the recording of the run.

    `texts` and `lineage` are those of `Recorder`. Errors as for `yulopt.api.optimize_program`.
    """
    recorder = Recorder(settings, source.text, texts=texts, lineage=lineage)
    program = optimize_program(
        source,
        parse_steps(settings.sequence),
        bare=settings.bare,
        dialect=dialect_for(parse_evm_version(settings.evm_version)),
        runs=settings.runs,
        stack_allocation=settings.stack_allocation,
        observer=recorder,
    )
    return program, recorder.recording
