"""solc's warnings about a source in Yul, independent of the outcome.

Source: the same requests to each release of solc.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from yulopt.dialect import Dialect
from yulopt.dialect.answers import NO_SLOTNUM, NO_WARNING_OF_FUTURE_NAMES
from yulopt.dialect.table import FREE_BEFORE_AVAILABLE
from yulopt.dropin.messages import Place, entry
from yulopt.dropin.yul_locations import Spans
from yulopt.persistence.json_values import JsonObject
from yulopt.syntax.ast import FunctionCall, FunctionDefinition, Switch, VariableDeclaration
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.syntax.locations import Location
from yulopt.syntax.objects import Object
from yulopt.syntax.visitor import Walker

_SELFDESTRUCT: Final = (
    '"selfdestruct" has been deprecated. Note that, starting from the Cancun hard fork, the'
    " underlying opcode no longer deletes the code and data associated with an account and only"
    " transfers its Ether to the beneficiary, unless executed in the same transaction in which the"
    " contract was created (see EIP-6780). Any use in newly deployed contracts is strongly"
    " discouraged even if the new behavior is taken into account. Future changes to the EVM might"
    " further reduce the functionality of the opcode."
)
_TRANSIENT: Final = (
    "Transient storage as defined by EIP-1153 can break the composability of smart contracts: Since"
    " transient storage is cleared only at the end of the transaction and not at the end of the"
    " outermost call frame to the contract within a transaction, your contract may unintentionally"
    " misbehave when invoked multiple times in a complex transaction. To avoid this, be sure to"
    " clear all transient storage at the end of any call to your contract. The use of transient"
    " storage for reentrancy guards that are cleared at the end of the call is safe."
)
_FUTURE: Final = (
    '"{}" will be promoted to Yul reserved identifier in the future and will not be allowed anymore'
    " as an identifier."
)
_ONLY_DEFAULT: Final = '"switch" statement with only a default case.'
# A name, or a comment, which is skipped.
_WORD: Final = re.compile(r"//[^\n]*|/\*.*?\*/|([\w.$]+)", re.DOTALL)


def yul_warnings(program: Object, dialect: Dialect, file: str, content: str) -> list[JsonObject]:
    """The entries for a program as it was read from the text `content`, in solc's order."""
    warnings = _Warnings(dialect, content)
    run_with_deep_stack(lambda: _visit(program, warnings))
    entries = []
    for start, end, message in warnings.found:
        first, last = (len(content[:offset].encode()) for offset in (start, end))
        entries.append(entry("Warning", message, Place(file, Location(0, first, last), content)))
    return entries


def _visit(program: Object, warnings: _Warnings) -> None:
    warnings.visit_block(program.code)
    for child in program.sub_objects:
        _visit(child, warnings)


class _Warnings(Walker):
    """Finds the warnings: start, end and message."""

    def __init__(self, dialect: Dialect, content: str) -> None:
        self.found: list[tuple[int, int, str]] = []
        self._content = content
        self._future_names: set[str] = set()
        if not NO_WARNING_OF_FUTURE_NAMES.holds_in(dialect.release.version):
            self._future_names.update(FREE_BEFORE_AVAILABLE - dialect.builtins.keys())
        if NO_SLOTNUM.holds_in(dialect.release.version):
            self._future_names.discard("slotnum")
        self._warned_of_transient = False

    def visit_call(self, call: FunctionCall) -> None:
        if call.builtin is not None and call.name == "selfdestruct":
            self._note(call.position, call.name, _SELFDESTRUCT)
        elif call.builtin is not None and call.name == "tstore" and not self._warned_of_transient:
            self._warned_of_transient = True
            self._note(call.position, call.name, _TRANSIENT)
        super().visit_call(call)

    def visit_declaration(self, declaration: VariableDeclaration) -> None:
        super().visit_declaration(declaration)
        self._names(declaration.names, declaration.position + len("let"))

    def visit_switch(self, switch: Switch) -> None:
        if all(case.label is None for case in switch.cases):
            end = Spans(self._content).statement_end(switch)
            self.found.append((switch.position, end, _ONLY_DEFAULT))
        super().visit_switch(switch)

    def visit_function(self, function: FunctionDefinition) -> None:
        if function.name in self._future_names:
            # For names of functions, solc shows all of the function.
            end = Spans(self._content).statement_end(function)
            self.found.append((function.position, end, _FUTURE.format(function.name)))
        names = ["", *function.parameters, *function.returns]
        self._names(names, function.position + len("function"))
        super().visit_function(function)

    def _names(self, names: list[str], start: int) -> None:
        if self._future_names.isdisjoint(names):
            return
        for name, position in zip(names, self._words(start), strict=False):
            if name in self._future_names:
                self._note(position, name, _FUTURE.format(name))

    def _words(self, start: int) -> Iterator[int]:
        """The offsets of the words after an offset."""
        for found in _WORD.finditer(self._content, start):
            if found[1] is not None:
                yield found.start()

    def _note(self, start: int, name: str, message: str) -> None:
        self.found.append((start, start + len(name), message))
