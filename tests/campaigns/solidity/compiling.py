"""Compiles a program: by solc as a reference, and by the pipelines from solc's IR."""

from __future__ import annotations

import re
from typing import Final

import attr

from tests.oracle import Json, JsonLines, errors_in, members
from yulopt.errors import AssemblyError, StackTooDeepError
from yulopt.interface import compile

EVM_VERSION: Final = "prague"
FILE: Final = "program.sol"
MAIN: Final = "Main"
LINKED: Final = "Linked"
_SECONDS: Final = 300.0
_BYTECODE: Final = "evm.bytecode.object"
_PLACEHOLDER: Final = re.compile(r"__\$[0-9a-f]{34}\$__")

# What the code of the reference is made with: the first setting for which the stack is not too
# deep. All of them generate code from the same IR.
REFERENCES: Final[dict[str, dict[str, Json]]] = {
    "unoptimised": {"enabled": False},
    "without steps": {
        "enabled": False,
        "details": {"yul": True, "yulDetails": {"stackAllocation": True, "optimizerSteps": ":"}},
    },
    "optimised": {"enabled": True},
}


class Refused(Exception):
    """What solc says about a program that it does not compile."""


@attr.s(auto_attribs=True, frozen=True)
class Code:
    """Creation code of `Main`, and of the library that it is linked with, in hexadecimal digits."""

    main: str
    linked: str = ""

    def main_linked(self, library: str | None) -> bytes:
        """The code of `Main` with an address in the place of that of the library."""
        return bytes.fromhex(_PLACEHOLDER.sub((library or "0x" + "00" * 20)[2:], self.main))


@attr.s(auto_attribs=True, frozen=True)
class Program:
    """A program that solc has compiled: the IR of what `Code` has, the ABI, and the reference.

    `setting` is the one of `REFERENCES` that made the reference.
    """

    ir: Code
    abi: list[Json]
    reference: Code
    setting: str

    @property
    def is_payable(self) -> bool:
        """Whether money can be sent to the constructor."""
        constructor = {"type": "constructor", "stateMutability": "payable"}
        return any(constructor.items() <= members(entry).items() for entry in self.abi)

    def compile(self, pipeline: str, runs: int, evm_version: str) -> Code | None:
        """The code that a pipeline makes; None if the stack is too deep or an immutable is lost."""
        made = []
        for text in (self.ir.main, self.ir.linked):
            if text:
                try:
                    compiled = compile(text, pipeline=pipeline, runs=runs, evm_version=evm_version)
                except StackTooDeepError:
                    return None
                except AssemblyError as error:
                    # Constructors that always fail assign nothing; solc's optimiser says so, too.
                    if "does not assign the immutable" in str(error):
                        return None
                    raise
                made.append(compiled.bytecode.hex)
        return Code(*made)


class Compiler:
    """Compiles with solc, in a process that stays."""

    def __init__(self, process: JsonLines, evm_version: str = EVM_VERSION) -> None:
        self._process = process
        self.evm_version = evm_version

    def compile(self, source: str) -> Program:
        """The program that a source is; raises `Refused`."""
        first, *others = REFERENCES
        try:
            ir, reference, abi = self._ask(source, first, "ir", _BYTECODE)
            return Program(ir, abi, reference, first)
        except Refused as refused:
            if not _is_too_deep(refused):
                raise
        ir, abi = self._ask(source, first, "ir")[::2]
        for setting in others:
            try:
                reference, _, abi = self._ask(source, setting, _BYTECODE)
            except Refused as refused:
                if not _is_too_deep(refused):
                    raise
                continue
            return Program(ir, abi, reference, setting)
        raise Refused("the stack is too deep with all settings")

    def _ask(self, source: str, setting: str, *outputs: str) -> tuple[Code, Code, list[Json]]:
        """What the first and the last of the outputs are, and the ABI."""
        question: dict[str, Json] = {
            "language": "Solidity",
            "sources": {FILE: {"content": source}},
            "settings": {
                "debug": {"debugInfo": []},
                "evmVersion": self.evm_version,
                "viaIR": True,
                "optimizer": REFERENCES[setting],
                "outputSelection": {"*": {MAIN: [*outputs, "abi"], LINKED: [*outputs]}},
            },
        }
        answer = self._process.ask(question, _SECONDS)
        contracts = members(answer, "contracts", FILE)
        abi = members(contracts, MAIN).get("abi")
        made = []
        for output in (outputs[0], outputs[-1]):
            *path, last = output.split(".")
            texts = [members(contracts, name, *path).get(last) for name in (MAIN, LINKED)]
            made.append(Code(*(str(text or "") for text in texts)))
        if not all(code.main for code in made) or not isinstance(abi, list):
            raise Refused(errors_in(answer))
        return made[0], made[1], abi


def _is_too_deep(refused: Refused) -> bool:
    return "too deep" in str(refused) or "StackTooDeep" in str(refused)
