"""Ordinary and proven builds of one program by one step, as text; mistakes in yulopt count here."""

from __future__ import annotations

from yulopt.driver.optimization import optimize_source, program_text
from yulopt.driver.options import Options
from yulopt.errors import Source, YulError
from yulopt.passes.step import Observer
from yulopt.persistence.cache import Cache
from yulopt.proven.build import prove_build


def builds(text: str, step: str, evm_version: str, seconds: float) -> tuple[str, str]:
    """The results of the step of this name for a program, without and with proofs.

    The second text is empty if the proven build refuses the program. Other errors of broken steps
    are raised.
    """
    source, options = Source(text), Options(":", evm_version=evm_version, step_names=(step,))

    def built(observer: Observer) -> str:
        return program_text(optimize_source(source, options, observer=observer), bare=False)

    unproven = built(Observer())
    try:
        proven = prove_build(source, options, seconds=seconds, cache=Cache(None))
    except YulError:
        return unproven, ""
    return unproven, built(proven.observer())
