"""Ordinary and proven builds of one program by one step, as text; mistakes in yulopt count here."""

from __future__ import annotations

from yulopt.api import optimize_program, parse_steps, program_text
from yulopt.dialect import dialect_for, parse_evm_version
from yulopt.errors import Source, YulError
from yulopt.persistence.cache import Cache
from yulopt.pipeline.step import Observer
from yulopt.proven.build import prove_build
from yulopt.trace.recording import Settings


def builds(text: str, steps: str, evm_version: str, seconds: float) -> tuple[str, str]:
    """What the steps make of a program, without and with proofs.

    The second text is empty if the proven build refuses the program. Other errors of broken steps
    are raised.
    """
    source, sequence = Source(text), parse_steps(steps)
    dialect = dialect_for(parse_evm_version(evm_version))

    def built(observer: Observer) -> str:
        program = optimize_program(source, sequence, bare=False, dialect=dialect, observer=observer)
        return program_text(program, bare=False)

    unproven = built(Observer())
    settings = Settings("<input>", steps, False, evm_version, 200, True)
    try:
        proven = prove_build(source, settings, seconds=seconds, cache=Cache(None))
    except YulError:
        return unproven, ""
    return unproven, built(proven.observer())
