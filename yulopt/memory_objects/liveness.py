"""Which stores to memory nobody reads, whatever function goes on after them.

A backward walk through the structured code, through loops and calls. What is known of memory at a
place is which of it may be read from there on: each byte below the first free memory, and whether
any memory behind them is. Objects are not told apart: once nobody reads any of them, they lose
their stores and copies; and once nobody allocates any more, the free memory pointer is not raised
for them. A check that comes with the allocation, and the panic where it fails, stay.

Functions are walked through twice. First for what they read themselves, from where they are
entered; a call reads that, and what may be read behind it. Then with what may be read behind any of
their calls. Two ends of the program read nothing but what they return or revert with.

A store is removed if nothing else happens where it is executed: its arguments do nothing, and a
copy of returned data is one of all of it, as any other may revert. Memory may be shorter then, so
the code must not ask for `msize`. Addresses are those of `yulopt.memory_objects.flow`; what is read
at an unknown address may be anything. That an address can be compared, stored, hashed or returned
does no harm, as no object gets another address: only readers of the words count.

Sources: S. Horwitz, T. Reps and M. Sagiv, "Demand interprocedural dataflow analysis", FSE 1995
(summaries, then contexts); K. Cooper and K. Kennedy, "Interprocedural side-effect analysis in
linear time", PLDI 1988.
"""

from __future__ import annotations

from typing import Final

from yulopt.analysis.call_graph import OUTERMOST
from yulopt.analysis.control_flow import function_control_flow
from yulopt.analysis.side_effects import FunctionEffects, is_removable
from yulopt.dialect import NONE, WRITE, Operation
from yulopt.memory_objects.addresses import FIRST_FREE, Span, bounds
from yulopt.memory_objects.flow import MemoryFlow, Pointer, settled
from yulopt.ranges.facts import Operands
from yulopt.syntax.ast import (
    Assignment,
    Block,
    Break,
    Continue,
    Expression,
    ExpressionStatement,
    ForLoop,
    FunctionCall,
    FunctionDefinition,
    If,
    Leave,
    Literal,
    Statement,
    Switch,
    VariableDeclaration,
)

# Memory as bits: one for each byte below the first free memory, and one for all behind them.
_HIGH: Final = 1 << FIRST_FREE
_ALL: Final = (_HIGH << 1) - 1

# What does nothing but write to memory. `extcodecopy` also makes an account warm.
_STORES: Final = frozenset(
    ("mstore", "mstore8", "mcopy", "calldatacopy", "codecopy", "datacopy", "returndatacopy")
)


def unread_stores(code: Block, effects: FunctionEffects) -> tuple[set[Statement], Pointer]:
    """The stores to memory that nothing reads, to be removed, and what is true of the free memory
    pointer.

    The code has unique names, its functions at the top level, and no `msize`; `effects` are those
    of the functions.
    """
    accesses = settled(code, _Accesses)
    return _Liveness(code, accesses, effects).unread(), accesses.found


class _Accesses(MemoryFlow):
    """Finds what builtins do to memory, as bits; of a call that is in none, nothing is known.

    `overwritten` is what a store certainly writes.
    """

    def __init__(self, code: Block, assumed: Pointer) -> None:
        super().__init__(code, assumed)
        self.read: dict[FunctionCall, int] = {}
        self.written: dict[FunctionCall, int] = {}
        self.overwritten: dict[FunctionCall, int] = {}

    def accessed(
        self, call: FunctionCall, operation: Operation, span: Span | None, operands: Operands
    ) -> None:
        touched = self._touched(span)
        if operation.effect != WRITE:
            self.read[call] = self.read.get(call, 0) | touched
            return
        self.written[call] = self.written.get(call, 0) | touched
        if call.name == "mstore" and span is not None and not span.start.terms:
            self.overwritten[call] = touched & ~_HIGH

    def _touched(self, span: Span | None) -> int:
        if span is None:
            return _ALL
        least, most = bounds(self.facts, span.start)
        end = most + span.length
        if span.length == 0:
            return 0
        if least < 0 or end >= self.words.limit:
            return _ALL
        low = (1 << min(end, FIRST_FREE)) - (1 << min(least, FIRST_FREE))
        return low | (_HIGH if end > FIRST_FREE else 0)


class _Liveness:
    """Walks from the ends of the code to its beginning; numbers are memory that may be read."""

    def __init__(self, code: Block, accesses: _Accesses, effects: FunctionEffects) -> None:
        self._code = code
        self._accesses = accesses
        self._effects = effects
        self._flow = function_control_flow(code)
        self._functions = [one for one in code.statements if isinstance(one, FunctionDefinition)]
        # What functions read themselves, and what may be read behind their calls.
        self._read_by = {one.name: 0 for one in self._functions}
        self._read_behind = {OUTERMOST: 0, **self._read_by}
        # The stores that were found, and those of them that may be read.
        self._stores: set[Statement] = set()
        self._needed: set[Statement] = set()
        # What may be read where the flow leaves the function, and where it goes on in the loop.
        self._at_leave = 0
        self._at_break = 0
        self._at_continue = 0

    def unread(self) -> set[Statement]:
        """The stores that nothing reads."""
        is_changed = True
        while is_changed:
            is_changed = False
            for function in self._functions:
                read = self._body(function.body, 0)
                is_changed = is_changed or read != self._read_by[function.name]
                self._read_by[function.name] = read
        behind: dict[str, int] = {}
        while behind != self._read_behind:
            behind = dict(self._read_behind)
            self._body(self._code, 0)
            for function in self._functions:
                self._body(function.body, behind[function.name])
        return self._stores - self._needed

    def _body(self, body: Block, behind: int) -> int:
        self._at_leave = behind
        return self._block(body, behind)

    def _block(self, block: Block, live: int) -> int:
        for statement in reversed(block.statements):
            live = self._statement(statement, live)
        return live

    def _statement(self, statement: Statement, live: int) -> int:
        if isinstance(statement, ExpressionStatement):
            self._note_store(statement, live)
            return self._expression(statement.expression, live)
        if isinstance(statement, (VariableDeclaration, Assignment)):
            return live if statement.value is None else self._expression(statement.value, live)
        if isinstance(statement, Block):
            return self._block(statement, live)
        if isinstance(statement, If):
            return self._expression(statement.condition, live | self._block(statement.body, live))
        if isinstance(statement, Switch):
            has_default = any(case.label is None for case in statement.cases)
            read = 0 if has_default else live
            for case in statement.cases:
                read |= self._block(case.body, live)
            return self._expression(statement.expression, read)
        if isinstance(statement, ForLoop):
            return self._loop(statement, live)
        if isinstance(statement, Leave):
            return self._at_leave
        if isinstance(statement, Break):
            return self._at_break
        if isinstance(statement, Continue):
            return self._at_continue
        # The definition of a function, which the flow passes by.
        return live

    def _loop(self, loop: ForLoop, live: int) -> int:
        outer = self._at_break, self._at_continue
        head = live
        while True:
            self._at_break, self._at_continue = live, self._block(loop.post, head)
            body = self._block(loop.body, self._at_continue)
            found = self._expression(loop.condition, live | body)
            if found == head:
                break
            head = found
        self._at_break, self._at_continue = outer
        return self._block(loop.init, head)

    def _expression(self, expression: Expression, live: int) -> int:
        if not isinstance(expression, FunctionCall):
            return live
        live = self._call(expression, live)
        # The last argument is evaluated first.
        for argument in expression.arguments:
            live = self._expression(argument, live)
        return live

    def _call(self, call: FunctionCall, live: int) -> int:
        builtin = call.builtin
        if builtin is None:
            self._read_behind[call.name] |= live
            behind = live if self._flow[call.name].can_continue else 0
            return self._read_by[call.name] | behind
        if not builtin.control_flow.can_continue:
            live = 0
        if builtin.side_effects.memory == NONE:
            return live
        accesses = self._accesses
        if call in accesses.read or call in accesses.written:
            return live & ~accesses.overwritten.get(call, 0) | accesses.read.get(call, 0)
        return _ALL

    def _note_store(self, statement: ExpressionStatement, live: int) -> None:
        call = statement.expression
        if not isinstance(call, FunctionCall) or call.name not in _STORES:
            return
        if call.name == "returndatacopy" and not _copies_all(call):
            return
        if all(is_removable(one, self._effects, False) for one in call.arguments):
            self._stores.add(statement)
            if self._accesses.written.get(call, _ALL) & live:
                self._needed.add(statement)


def _copies_all(call: FunctionCall) -> bool:
    """Whether a copy of returned data is one of all of it, which does not revert."""
    _, offset, length = call.arguments
    return (
        isinstance(offset, Literal)
        and offset.value == 0
        and isinstance(length, FunctionCall)
        and length.name == "returndatasize"
    )
