"""Logged data that can be built at address 0 instead.

It must be one or two words that are stored right before the log. A backward walk finds the reads
after each log. The data may move if none of them is of the bytes that it would take at address 0,
or of those where it is: the former bytes are overwritten then, and the latter keep what they were.
Data that is stored right before it is logged, returned or reverted is not older memory, so that
does not count as a read.

Source: S. Horwitz, T. Reps and M. Sagiv, "Demand interprocedural dataflow analysis", FSE 1995.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from yulopt.analysis.call_graph import OUTERMOST
from yulopt.analysis.side_effects import FunctionEffects, builtin_call, expression_effects
from yulopt.dialect import NONE
from yulopt.memory.layout import FREE_POINTER
from yulopt.memory_objects.backward import ALL_MEMORY, Accesses, BackwardFlow
from yulopt.syntax.ast import (
    Assignment,
    Block,
    Expression,
    ExpressionStatement,
    FunctionCall,
    Identifier,
    Literal,
    Statement,
    VariableDeclaration,
)
from yulopt.syntax.blocks import blocks_in
from yulopt.syntax.literals import WORD_BYTES

# Scratch space is below the free memory pointer.
_ROOM: Final = FREE_POINTER
_STORE: Final = ("mstore",)
# The operands with the start and the size of data are the first ones.
_READERS: Final = frozenset(("log0", "log1", "log2", "log3", "log4", "return", "revert"))
# The maximum number of words of data.
_MAX_WORDS: Final = 16


class StoredData(NamedTuple):
    """A call that reads whole words, and the stores of each, by their offsets in bytes."""

    reader: FunctionCall
    stores: dict[int, FunctionCall]

    @property
    def size(self) -> int:
        """The number of bytes."""
        return WORD_BYTES * len(self.stores)

    @property
    def may_move(self) -> bool:
        """Whether it is a log of words that fit into scratch space and are elsewhere."""
        at = _place(self.stores[0].arguments[0])
        is_log = self.reader.name.startswith("log")
        return is_log and self.size <= _ROOM and (at is None or at.base != "" or at.offset >= _ROOM)


def stored_data(code: Block, effects: FunctionEffects) -> list[StoredData]:
    """The words that are logged, returned or reverted right after they are stored."""
    found: list[StoredData] = []
    _collect(code, effects, found)
    return found


def movable_logs(code: Block, accesses: Accesses, data: list[StoredData]) -> list[StoredData]:
    """Those of the logs in some data that can be built at address 0."""
    logs = [one for one in data if one.may_move]
    reads_of_any_memory = accesses.read
    # Others may use the analysis, too.
    accesses.read = reads_of_any_memory | {one.reader: 0 for one in data}
    reads = _ReadsAfterLogs(code, accesses, {one.reader for one in logs}).after
    accesses.read = reads_of_any_memory
    return [one for one in logs if not reads[one.reader] & _touched(one, accesses)]


class _ReadsAfterLogs(BackwardFlow):
    """The events after each log, as in `BackwardFlow`."""

    def __init__(self, code: Block, accesses: Accesses, logs: set[FunctionCall]) -> None:
        super().__init__(code, accesses)
        self.after = dict.fromkeys(logs, 0)
        self._after_calls = {OUTERMOST: 0, **self._summaries}
        self.summarise()
        after_calls: dict[str, int] = {}
        while after_calls != self._after_calls:
            after_calls = dict(self._after_calls)
            self.body(code, 0)
            for function in self._functions:
                self.body(function.body, after_calls[function.name])

    def called(self, name: str, after: int) -> None:
        self._after_calls[name] |= after

    def statement(self, statement: Statement, after: int) -> int:
        if isinstance(statement, ExpressionStatement):
            log = statement.expression
            if isinstance(log, FunctionCall) and log in self.after:
                self.after[log] |= after
        return super().statement(statement, after)


def _touched(data: StoredData, accesses: Accesses) -> int:
    """The bytes that data takes at address 0, and where it is."""
    touched = _bytes(0, data.size)
    for store in data.stores.values():
        touched |= accesses.written.get(store, ALL_MEMORY)
    return touched


def _bytes(start: int, length: int) -> int:
    return (1 << start + length) - (1 << start)


class _Place(NamedTuple):
    """An address: a variable, or "" for none, and the offset from it."""

    base: str
    offset: int


def _collect(block: Block, effects: FunctionEffects, found: list[StoredData]) -> None:
    for index, statement in enumerate(block.statements):
        for body in blocks_in(statement):
            _collect(body, effects, found)
        reader = builtin_call(statement, _READERS)
        if reader is not None:
            stores = _stores(reader, block.statements[:index], effects)
            if stores:
                found.append(StoredData(reader, stores))


def _stores(
    reader: FunctionCall, before: list[Statement], effects: FunctionEffects
) -> dict[int, FunctionCall]:
    """The stores of all the words that a call reads, by their offsets; none if it is not known that
    they come right before, with nothing in between that accesses memory."""
    start, size, *topics = reader.arguments
    place = _place(start)
    if place is None or not isinstance(size, Literal) or size.value % WORD_BYTES:
        return {}
    if size.value > _MAX_WORDS * WORD_BYTES or _accesses_memory(topics, effects):
        return {}
    missing = set(range(0, size.value, WORD_BYTES))
    stores: dict[int, FunctionCall] = {}
    for statement in reversed(before):
        if not missing:
            break
        values: list[Expression] = []
        store = builtin_call(statement, _STORE)
        if store is not None:
            at = _place(store.arguments[0])
            if at is None or at.base != place.base or at.offset - place.offset not in missing:
                return {}
            missing.remove(at.offset - place.offset)
            stores[at.offset - place.offset] = store
            # The value of the first store is computed before anything is stored.
            values = store.arguments[1:] if missing else []
        elif isinstance(statement, (VariableDeclaration, Assignment)):
            if place.base in _assigned(statement):
                return {}
            values = [] if statement.value is None else [statement.value]
        else:
            return {}
        if _accesses_memory(values, effects):
            return {}
    return {} if missing else stores


def _assigned(statement: VariableDeclaration | Assignment) -> list[str]:
    if isinstance(statement, VariableDeclaration):
        return statement.names
    return [target.name for target in statement.targets]


def _place(address: Expression) -> _Place | None:
    if isinstance(address, Literal):
        return _Place("", address.value)
    if isinstance(address, Identifier):
        return _Place(address.name, 0)
    if not isinstance(address, FunctionCall):
        return None
    if address.name == "memoryguard":
        return _place(address.arguments[0])
    if address.name != "add":
        return None
    one, other = map(_place, address.arguments)
    if one is None or other is None or (one.base and other.base):
        return None
    return _Place(one.base or other.base, one.offset + other.offset)


def _accesses_memory(values: list[Expression], effects: FunctionEffects) -> bool:
    return any(expression_effects(value, effects).memory != NONE for value in values)
