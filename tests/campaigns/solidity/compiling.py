"""Compiles a program: solc makes its IR, from which the reference and the pipelines' code come.

The reference is the code that solc makes without its optimiser. That takes solc three times as long
as the IR, so yulopt makes it, which is to give the same bytes; the campaign asks solc itself for
some of the programs, and for all that show a difference.
"""

from __future__ import annotations

import re
from typing import Final

import attr

from tests.oracle import Json, JsonLines, errors_in, members
from yulopt.driver.build import compile_source
from yulopt.driver.options import Options, options_of_arguments
from yulopt.dropin.settings import requested_options
from yulopt.errors import AssemblyError, Source, StackTooDeepError

EVM_VERSION: Final = "prague"
FILE: Final = "program.sol"
MAIN: Final = "Main"
LINKED: Final = "Linked"
_SECONDS: Final = 300.0
_BYTECODE: Final = "evm.bytecode.object"
_PLACEHOLDER: Final = re.compile(r"__\$[0-9a-f]{34}\$__")

_OPTIMISED: Final = "optimised"
# The settings of the reference: the first one for which the stack is not too deep is used. All of
# them generate code from the same IR.
REFERENCES: Final[dict[str, dict[str, Json]]] = {
    "unoptimised": {"enabled": False},
    "without steps": {
        "enabled": False,
        "details": {"yul": True, "yulDetails": {"stackAllocation": True, "optimizerSteps": ":"}},
    },
    _OPTIMISED: {"enabled": True},
}


class Refused(Exception):
    """The error of solc for a program that it does not compile."""


@attr.s(auto_attribs=True, frozen=True)
class Code:
    """Creation code of `Main`, and of the library that it is linked with, in hexadecimal digits; or
    the IR of both."""

    main: str
    linked: str = ""

    def compiled(self, options: Options) -> Code:
        """The code that yulopt generates from IR; raises `YulError`."""
        return Code(*(_compiled(text, options) for text in (self.main, self.linked) if text))

    def main_linked(self, library: str | None) -> bytes:
        """The code of `Main` with an address in the place of that of the library."""
        return bytes.fromhex(_PLACEHOLDER.sub((library or "0x" + "00" * 20)[2:], self.main))


@attr.s(auto_attribs=True, frozen=True)
class Program:
    """A program that solc has compiled: the IR of what `Code` has, the ABI, and the reference.

    `setting` is the one of `REFERENCES` that made the reference; `usual` are the options of solc's
    optimiser.
    """

    ir: Code
    abi: list[Json]
    reference: Code
    setting: str
    usual: Options

    @property
    def is_payable(self) -> bool:
        """Whether money can be sent to the constructor."""
        constructor = {"type": "constructor", "stateMutability": "payable"}
        return any(constructor.items() <= members(entry).items() for entry in self.abi)

    def compile(self, pipeline: str, runs: int, evm_version: str) -> Code | None:
        """The code of a pipeline; None if the stack is too deep or an immutable is lost."""
        options = options_of_arguments(pipeline=pipeline, runs=runs, evm_version=evm_version)
        try:
            return self.ir.compiled(options)
        except StackTooDeepError:
            return None
        except AssemblyError as error:
            # Constructors that always fail assign nothing; solc's optimiser says so, too.
            if "does not assign the immutable" in str(error):
                return None
            raise


class Compiler:
    """Compiles with solc, in a process that stays."""

    def __init__(self, process: JsonLines, evm_version: str = EVM_VERSION) -> None:
        self._process = process
        self.evm_version = evm_version

    def compile(self, source: str) -> Program:
        """The compiled program of a source; raises `Refused`."""
        ir, abi = self._ask(source, next(iter(REFERENCES)), "ir")
        for setting in REFERENCES:
            try:
                reference = ir.compiled(requested_options(self._settings(setting)))
            except StackTooDeepError:
                continue
            usual = requested_options(self._settings(_OPTIMISED))
            return Program(ir, abi, reference, setting, usual)
        raise Refused("the stack is too deep with all settings")

    def is_confirmed(self, source: str, program: Program) -> bool:
        """Whether solc makes the reference of a program, too; raises `Refused`."""
        return self._ask(source, program.setting, _BYTECODE)[0] == program.reference

    def _settings(self, setting: str) -> dict[str, Json]:
        return {
            "debug": {"debugInfo": []},
            "evmVersion": self.evm_version,
            "viaIR": True,
            "optimizer": REFERENCES[setting],
        }

    def _ask(self, source: str, setting: str, output: str) -> tuple[Code, list[Json]]:
        """The code in an output, and the ABI."""
        selection: Json = {"*": {MAIN: [output, "abi"], LINKED: [output]}}
        question: dict[str, Json] = {
            "language": "Solidity",
            "sources": {FILE: {"content": source}},
            "settings": {**self._settings(setting), "outputSelection": selection},
        }
        answer = self._process.ask(question, _SECONDS)
        contracts = members(answer, "contracts", FILE)
        abi = members(contracts, MAIN).get("abi")
        *path, last = output.split(".")
        texts = [members(contracts, name, *path).get(last) for name in (MAIN, LINKED)]
        made = Code(*(str(text or "") for text in texts))
        if not made.main or not isinstance(abi, list):
            raise Refused(errors_in(answer))
        return made, abi


def _compiled(text: str, options: Options) -> str:
    compiled, parts = compile_source(Source(text), options)
    return parts[compiled.program].to_hex()
