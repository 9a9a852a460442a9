"""The outputs of the reference compiler on the way from Yul to bytecode.

Unlike the oracle of `tests.oracle`, which has all of solc's optimiser on, this one lets each pass
of the assembly-level optimiser be chosen. It needs the same things.
"""

from __future__ import annotations

import atexit
import shutil
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Final

from tests.oracle import SCRIPT, Json, JsonLines, ProcessFailure, errors_in, members

# solc's names of the passes.
PASSES: Final = (
    "jumpdestRemover",
    "inliner",
    "peephole",
    "deduplicate",
    "cse",
    "constantOptimizer",
)


@dataclass(frozen=True)
class Question:
    """A program, and how to compile it. `steps=None` leaves out the Yul optimiser altogether."""

    source: str
    passes: Collection[str] = ()
    steps: str | None = ":"
    evm_version: str = "osaka"
    runs: int = 200
    stack_allocation: bool = True

    def to_json(self) -> dict[str, Json]:
        details: dict[str, Json] = {name: name in self.passes for name in PASSES}
        details["yul"] = self.steps is not None
        if self.steps is not None:
            details["yulDetails"] = {
                "optimizerSteps": self.steps,
                "stackAllocation": self.stack_allocation,
            }
        wanted: list[Json] = [
            "irOptimized",
            "evm.assembly",
            "evm.bytecode",
            "evm.deployedBytecode",
        ]
        return {
            "language": "Yul",
            "sources": {"input.yul": {"content": self.source}},
            "settings": {
                "evmVersion": self.evm_version,
                "debug": {"debugInfo": []},
                "optimizer": {"enabled": True, "runs": self.runs, "details": details},
                "outputSelection": {"*": {"*": wanted}},
            },
        }


@dataclass(frozen=True)
class Code:
    """The outputs of solc, or an `error`.

    `yul` and `assembly` are its texts, `bytecode` is hexadecimal digits.
    """

    yul: str = ""
    assembly: str = ""
    bytecode: str = ""
    evm: dict[str, Json] = field(default_factory=dict)
    error: str | None = None


class Solc:
    """One process with solc."""

    def __init__(self) -> None:
        self._process = JsonLines([shutil.which("node") or "node", str(SCRIPT)])
        atexit.register(self._process.close)

    def compile(self, question: Question, timeout: float = 120.0) -> Code:
        """The code of the outermost object, or the reason why there is none."""
        try:
            output = self._process.ask(question.to_json(), timeout)
        except ProcessFailure as failure:
            return Code(error=f"oracle: {failure}")
        for contract in members(output, "contracts", "input.yul").values():
            yul, evm = members(contract).get("irOptimized"), members(contract, "evm")
            assembly, code = evm.get("assembly"), members(evm, "bytecode").get("object")
            if isinstance(assembly, str) and isinstance(code, str) and code:
                return Code(str(yul), assembly, code, dict(evm))
        return Code(error=errors_in(output))


_shared: list[Solc] = []


def shared_solc() -> Solc:
    """A process that all tests of one worker use."""
    if not _shared:
        _shared.append(Solc())
    return _shared[0]
