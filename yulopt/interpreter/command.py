"""What the command `yulopt run` does: a contract in a small world, its outcomes, and traces."""

from __future__ import annotations

import bisect
import json
import re
import sys
from collections.abc import Callable

import click

from yulopt.dialect import EvmVersion, dialect_for
from yulopt.errors import Source, YulError
from yulopt.evm.chain import Chain
from yulopt.evm.environment import Environment, Limits
from yulopt.evm.trace import TraceEntry, Tracer
from yulopt.interpreter.report import Json, hex_address
from yulopt.interpreter.run import (
    DEFAULT_ADDRESS,
    LoadedProgram,
    add_program,
    fund,
    install,
)
from yulopt.interpreter.transaction import CALL, DEPLOYMENT, Request, Transaction
from yulopt.syntax.parser import parse_source
from yulopt.terminal.console import has_colour, read_source


class Session:
    """A chain with one contract of interest, and the transactions that were made with it."""

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

    def load(self, file: str, world_name: str = "") -> LoadedProgram:
        """The program in a file; raises `YulError`."""
        source = read_source(file)
        loaded = add_program(self._chain, parse_source(source, self._dialect), world_name)
        for program in loaded.compiled:
            assert program.image is not None
            self._sources[program.image.marker] = source
        return loaded

    def add_account(self, address: int, file: str) -> None:
        """Another contract, with the code of the program in a file."""
        loaded = self.load(file, hex_address(address))
        install(self._chain, address, loaded.image.content)

    def trace(self) -> None:
        """Print what happens from now on."""
        self._chain.tracer = Tracer(_TracePrinter(self._sources).print)

    def install(self, code: bytes, storage: dict[int, int]) -> None:
        """The contract of interest has this code."""
        self._contract = DEFAULT_ADDRESS
        install(self._chain, DEFAULT_ADDRESS, code, storage)

    def deploy(self, code: bytes, storage: dict[int, int], request: Request) -> None:
        """The contract of interest is what this creation code makes, with this in its storage.

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
        """Who sends a request, with enough money."""
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
        """What was done, for people."""
        if [one.request.title for one in self._transactions] == [CALL]:
            return self._transactions[0].text()
        return "\n".join(f"{one.request.title}: {one.text()}" for one in self._transactions)

    def json_text(self) -> str:
        """What was done, as a JSON object.

        It is the outcome of the call, or has a list of `calls` with signatures; the outcome of a
        deployment is inside.
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
    """Prints each thing that happens in a line on the standard error."""

    def __init__(self, sources: dict[bytes, Source]) -> None:
        self._sources = sources
        self._line_starts: dict[bytes, list[int]] = {}
        self._style: Callable[..., str] = click.style if has_colour(sys.stderr) else _plain

    def print(self, entry: TraceEntry) -> None:
        """Print one entry; what happens inside a message or a function is indented."""
        style = self._style
        literals = [f'"{literal}"' for literal in entry.literals]
        arguments = ", ".join([*literals, *(f"{argument:#x}" for argument in entry.arguments)])
        name = style(entry.name, fg="cyan" if entry.kind == "builtin" else "yellow")
        result = "" if entry.result is None else style(f" -> {entry.result:#x}", fg="green")
        place = style(self._place(entry).rjust(8), dim=True)
        margin = "  " * (entry.depth + entry.nesting)
        click.echo(f"{place}  {margin}{name}({arguments}){result}", err=True)

    def _place(self, entry: TraceEntry) -> str:
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
