"""The session of `yulopt run`: transactions with a contract in a small world, and their trace."""

from __future__ import annotations

import bisect
import json
import re
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import attr
import click

from yulopt.dialect import EvmVersion, dialect_for
from yulopt.errors import Source, YulError
from yulopt.evm.chain import Chain
from yulopt.evm.environment import Environment, Limits
from yulopt.evm.frame import TraceEntry, Tracer
from yulopt.evm.halt import HaltKind
from yulopt.evm.outcome import Outcome
from yulopt.interpreter.report import Json, hex_address, hex_bytes, outcome_json, outcome_text
from yulopt.interpreter.run import (
    DEFAULT_ADDRESS,
    LoadedProgram,
    add_program,
    fund,
    install,
)
from yulopt.syntax.parser import parse_source
from yulopt.terminal.console import has_colour

if TYPE_CHECKING:
    from yulopt.interpreter.abi import Signature, Value


class Session:
    """A chain with one contract under test, and the transactions sent to it."""

    def __init__(
        self, version: EvmVersion, caller: int, limits: Limits, libraries: dict[str, int]
    ) -> None:
        self._transactions: list[Transaction] = []
        self._dialect = dialect_for(version)
        self._caller = caller
        self._chain = Chain(None, Environment(version, origin=caller), limits, libraries)
        self._contract: int | None = None
        # The texts of the programs, by the markers of their objects.
        self._sources: dict[bytes, Source] = {}

    def load(self, source: Source, world_name: str = "") -> LoadedProgram:
        """Load a program; raises `YulError`."""
        loaded = add_program(self._chain, parse_source(source, self._dialect), world_name)
        for program in loaded.compiled:
            assert program.image is not None
            self._sources[program.image.marker] = source
        return loaded

    def add_account(self, address: int, source: Source) -> None:
        """Add another contract, with the code of a program."""
        loaded = self.load(source, hex_address(address))
        install(self._chain, address, loaded.image.content)

    def trace(self) -> None:
        """Trace the execution from now on."""
        self._chain.tracer = Tracer(_TracePrinter(self._sources).print)

    def install(self, code: bytes, storage: dict[int, int]) -> None:
        """Give the contract under test this code."""
        self._contract = DEFAULT_ADDRESS
        install(self._chain, DEFAULT_ADDRESS, code, storage)

    def deploy(self, code: bytes, storage: dict[int, int], request: Request) -> None:
        """Deploy the contract under test with this creation code and initial storage.

        Raises `YulError` if the interpreter gives up.
        """
        sender = self._sender_of(request)
        outcome = self._chain.create(sender, code + request.data, request.value)
        self._keep(Transaction(request, sender, outcome))
        if outcome.created:
            self._contract = outcome.created
            account = self._chain.world.account(outcome.created)
            account.storage.update({slot: word for slot, word in storage.items() if word})

    def call(self, request: Request) -> None:
        """Call the contract, if there is one; raises `YulError` if the interpreter gives up."""
        sender = self._sender_of(request)
        if self._contract is not None:
            outcome = self._chain.call(sender, self._contract, request.data, request.value)
            self._keep(Transaction(request, sender, outcome))

    def _sender_of(self, request: Request) -> int:
        """The sender of a request, with a sufficient balance."""
        sender = self._caller if request.sender is None else request.sender
        self._chain.environment.origin = sender
        fund(self._chain, sender, request.value)
        return sender

    def _keep(self, transaction: Transaction) -> None:
        self._transactions.append(transaction)
        outcome = transaction.outcome
        if outcome.is_limit:
            raise YulError(f"gave up, {outcome.kind.value}: {outcome.reason}")

    def text(self) -> str:
        """The transactions as text."""
        if [one.request.title for one in self._transactions] == [CALL]:
            return self._transactions[0].text()
        return "\n".join(f"{one.request.title}: {one.text()}" for one in self._transactions)

    def json_text(self) -> str:
        """The transactions as a JSON object.

        It is the outcome of the call, or has a list of `calls` with signatures; it includes the
        outcome of a deployment.
        """
        record: dict[str, Json] = {}
        calls: list[Json] = []
        for transaction in self._transactions:
            if transaction.request.title == DEPLOYMENT:
                record[DEPLOYMENT] = transaction.json()
            elif transaction.request.signature is None:
                record = {**transaction.json(), **record}
            else:
                calls.append(transaction.json())
        if calls:
            record["calls"] = calls
        return json.dumps(record, indent=2) + "\n"


# Traces


class _TracePrinter:
    """Prints each event in a line on standard error."""

    def __init__(self, sources: dict[bytes, Source]) -> None:
        self._sources = sources
        self._line_starts: dict[bytes, list[int]] = {}
        self._style: Callable[..., str] = click.style if has_colour(sys.stderr) else _plain

    def print(self, entry: TraceEntry) -> None:
        """Print one entry, indented by the nesting of messages and functions."""
        style = self._style
        literals = [f'"{literal}"' for literal in entry.literals]
        arguments = ", ".join([*literals, *(f"{argument:#x}" for argument in entry.arguments)])
        name = style(entry.name, fg="cyan" if entry.kind == "builtin" else "yellow")
        result = "" if entry.result is None else style(f" -> {entry.result:#x}", fg="green")
        location = style(self._location(entry).rjust(8), dim=True)
        margin = "  " * (entry.depth + entry.nesting)
        click.echo(f"{location}  {margin}{name}({arguments}){result}", err=True)

    def _location(self, entry: TraceEntry) -> str:
        source = self._sources.get(entry.marker)
        if source is None or entry.position < 0:
            return "-"
        starts = self._line_starts.get(entry.marker)
        if starts is None:
            starts = [0, *(match.end() for match in re.finditer("\n", source.text))]
            self._line_starts[entry.marker] = starts
        line = bisect.bisect_right(starts, entry.position)
        return f"{line}:{entry.position - starts[line - 1] + 1}"


def _plain(text: str, **_style: object) -> str:
    return text


# The titles of transactions without a signature.
DEPLOYMENT: Final = "deployment"
CALL: Final = "call"


@attr.s(auto_attribs=True, frozen=True)
class Request:
    """The data of a call, or, with the title `DEPLOYMENT`, the data appended to the code.

    `sender` is None for the default caller; `signature` gives the types of the data and the output.
    """

    title: str
    data: bytes = b""
    value: int = 0
    sender: int | None = None
    signature: Signature | None = None


@attr.s(auto_attribs=True, frozen=True)
class Transaction:
    """A request of a sender, and its outcome."""

    request: Request
    sender: int
    outcome: Outcome

    def text(self) -> str:
        """The outcome as text."""
        values, error = self._meaning()
        if error:
            return outcome_text(self.outcome, meaning=f"error: {error}")
        texts = ", ".join(map(str, values or ()))
        return outcome_text(self.outcome, meaning=f"values: {texts}" if texts else "")

    def json(self) -> dict[str, Json]:
        """The outcome as JSON; with a signature also the arguments and the returned values."""
        request, record = self.request, outcome_json(self.outcome)
        if request.signature is None:
            return record
        values, error = self._meaning()
        record["error"] = error or None
        if request.title == DEPLOYMENT:
            return record
        return {
            "call": request.title,
            "calldata": hex_bytes(request.data),
            "caller": hex_address(self.sender),
            "value": f"{request.value:#x}",
            **record,
            "values": None if values is None else [value.json() for value in values],
        }

    def _meaning(self) -> tuple[list[Value] | None, str]:
        """The returned values, None if unknown; and the error."""
        signature = self.request.signature
        if signature is None:
            return None, ""
        if self.outcome.kind is HaltKind.REVERT:
            from yulopt.interpreter.abi import failure_reason

            return None, failure_reason(self.outcome.output)
        if signature.outputs is None or not self.outcome.is_success:
            return None, ""
        try:
            return signature.decode(self.outcome.output), ""
        except ValueError as error:
            return None, f"the output {error}"
