"""What the reference compiler makes of a program on the way from Yul to bytecode.

Unlike the oracle of `tests.oracle`, which has all of solc's optimiser on, this one lets each pass
of the assembly-level optimiser be chosen. It needs the same things.
"""

from __future__ import annotations

import atexit
import shutil
from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tests.oracle import Json, JsonLines, ProcessFailure

SCRIPT: Final = Path(__file__).with_name("standard_json.js")
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
    """What solc gives, or an `error`.

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
        """The code of the outermost object, or why there is none."""
        try:
            output = self._process.ask(question.to_json(), timeout)
        except ProcessFailure as failure:
            return Code(error=f"oracle: {failure}")
        contracts = output.get("contracts")
        if isinstance(contracts, dict):
            for contract in _inner(contracts, "input.yul").values():
                yul = contract.get("irOptimized") if isinstance(contract, dict) else None
                evm = _inner(contract, "evm")
                assembly, code = evm.get("assembly"), _inner(evm, "bytecode").get("object")
                if isinstance(assembly, str) and isinstance(code, str) and code:
                    return Code(str(yul), assembly, code, evm)
        return Code(error=_messages(output.get("errors")))


_shared: list[Solc] = []


def shared_solc() -> Solc:
    """A process that all tests of one worker use."""
    if not _shared:
        _shared.append(Solc())
    return _shared[0]


def _inner(value: Json, key: str) -> dict[str, Json]:
    inner = value.get(key) if isinstance(value, dict) else None
    return inner if isinstance(inner, dict) else {}


def _messages(errors: Json) -> str:
    found = errors if isinstance(errors, list) else []
    texts = [str(error.get("message")) for error in found if isinstance(error, dict)]
    return "\n".join(texts) or "oracle: neither code nor an error"
