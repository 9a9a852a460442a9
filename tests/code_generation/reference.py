"""The output of solc for a program."""

from __future__ import annotations

import re

from tests.assembly.solc import Question, Solc
from tests.code_generation.programs import Answer, Program, too_deep
from tests.oracle import stack_too_deep


def ask(solc: Solc, program: Program) -> Answer:
    """The output of solc; raises ValueError if it rejects the program."""
    code = solc.compile(
        Question(
            program.source,
            evm_version=program.evm_version,
            stack_allocation=program.stack_allocation,
        )
    )
    if code.error is not None:
        found = stack_too_deep(code.error)
        if found is None:
            raise ValueError(f"{program.name}: {code.error}")
        return Answer("", too_deep(_variable(code.error) or found.variable or "", found.slots))
    return Answer(code.yul, code.bytecode)


def _variable(message: str) -> str | None:
    """The name of the variable that is exchanged with a deeper slot that has none."""
    found = re.search(r"Cannot swap Slot \S+ with Variable (\S+):", message)
    return found and found[1]
