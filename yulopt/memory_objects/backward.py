"""Backward may-analysis of memory: possible future events at each program point.

The walk goes from the ends of the code to its beginning, through branches, loops, `break`,
`continue`, `leave` and calls. Events form a bit set: each byte below the first free memory may be
read, memory from there on may be read, the end of the code may be reached, the program may end
successfully. Objects are not distinguished. A byte that is certainly overwritten is not read before
the store. The ends of the program read only their return or revert data.

A function is summarised by the events from its entry to its end; a call adds the events after it if
that end can be reached. The summaries are the least fixpoint, also of recursive functions.

Addresses are those of `yulopt.domains.memory`; a read at an unknown address may be of any byte.

Source: S. Horwitz, T. Reps and M. Sagiv, "Demand interprocedural dataflow analysis", FSE 1995.
"""

from __future__ import annotations

from typing import Final

from yulopt.analysis.call_graph import CallGraph
from yulopt.dialect import NONE, WRITE, Operation
from yulopt.domains.addresses import Span, bounds
from yulopt.domains.facts import Operands
from yulopt.domains.free_pointer import Pointer
from yulopt.domains.memory import Memory, pointer_fixpoint
from yulopt.memory.layout import FIRST_FREE
from yulopt.passes.analyses import Analysis
from yulopt.passes.code_facts import EndsOfFunctions
from yulopt.passes.step import Context
from yulopt.syntax.ast import (
    Assignment,
    Block,
    Break,
    Continue,
    Expression,
    ExpressionStatement,
    ForLoop,
    FunctionCall,
    If,
    Leave,
    Statement,
    Switch,
    VariableDeclaration,
)
from yulopt.syntax.blocks import functions_in

# Memory: a bit for each byte below the first free memory, and one for all from there on.
HIGH: Final = 1 << FIRST_FREE
ALL_MEMORY: Final = (HIGH << 1) - 1
# The end of the walked code is reached; the program ends other than by reverting.
REACHES_END: Final = HIGH << 1
ENDS_WELL: Final = HIGH << 2


class Accesses(Memory):
    """The effects of builtins on memory, as bits; missing calls are unknown.

    `overwritten`: the bytes that a store certainly writes.
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
        if operation.fixed_length is not None and span is not None and not span.start.terms:
            self.overwritten[call] = touched & ~HIGH

    def agrees(self, other: Accesses) -> bool:
        """Whether both are the same."""
        mine = self.read, self.written, self.overwritten
        return mine == (other.read, other.written, other.overwritten)

    def _touched(self, span: Span | None) -> int:
        if span is None:
            return ALL_MEMORY
        least, most = bounds(self.facts, span.start)
        end = most + span.length
        if span.length == 0:
            return 0
        if least < 0 or end >= self.facts.words.limit:
            return ALL_MEMORY
        low = (1 << min(end, FIRST_FREE)) - (1 << min(least, FIRST_FREE))
        return low | (HIGH if end > FIRST_FREE else 0)


def memory_accesses(context: Context, code: Block) -> Accesses:
    """The effects of builtins on the memory of an object's code."""
    analyses = context.analyses_of(code)
    analyses.add(
        Analysis[Block, Accesses](
            Accesses,
            lambda code, known: pointer_fixpoint(
                code,
                Accesses,
                known.get(CallGraph),
                known.get(EndsOfFunctions).of_function,
            ),
            Accesses.agrees,
        )
    )
    return analyses.get(Accesses)


class BackwardFlow:
    """Walks code backwards; each method maps the events after a piece of code to those before it.

    The code has unique names and its functions at the top level. `summaries`: the events from the
    entry of each function on; `summarise` finds them.
    """

    def __init__(self, code: Block, accesses: Accesses) -> None:
        self._accesses = accesses
        self._functions = functions_in(code)
        self._summaries = {one.name: 0 for one in self._functions}
        # The events at `leave`, and at the continuation of the loop.
        self._at_leave = 0
        self._at_break = 0
        self._at_continue = 0

    # Hooks

    def written(self, call: FunctionCall, written: int, after: int) -> int:
        """The events from a store on, except its own reads."""
        return after & ~self._accesses.overwritten.get(call, 0)

    def called(self, name: str, after: int) -> None:
        """A function is called, with the events `after` after it."""

    # Functions

    def summarise(self) -> None:
        """Find the events from the entry of each function to its end."""
        is_changed = True
        while is_changed:
            is_changed = False
            for function in self._functions:
                found = self.body(function.body, REACHES_END)
                is_changed = is_changed or found != self._summaries[function.name]
                self._summaries[function.name] = found

    def body(self, body: Block, after: int) -> int:
        """The body of a function, or all code outside functions."""
        self._at_leave = after
        return self.block(body, after)

    # Statements

    def block(self, block: Block, after: int) -> int:
        """A block."""
        for statement in reversed(block.statements):
            after = self.statement(statement, after)
        return after

    def statement(self, statement: Statement, after: int) -> int:
        """A statement."""
        if isinstance(statement, ExpressionStatement):
            return self.expression(statement.expression, after)
        if isinstance(statement, (VariableDeclaration, Assignment)):
            return after if statement.value is None else self.expression(statement.value, after)
        if isinstance(statement, Block):
            return self.block(statement, after)
        if isinstance(statement, If):
            return self.expression(statement.condition, after | self.block(statement.body, after))
        if isinstance(statement, Switch):
            has_default = any(case.label is None for case in statement.cases)
            found = 0 if has_default else after
            for case in statement.cases:
                found |= self.block(case.body, after)
            return self.expression(statement.expression, found)
        if isinstance(statement, ForLoop):
            return self._loop(statement, after)
        if isinstance(statement, Leave):
            return self._at_leave
        if isinstance(statement, Break):
            return self._at_break
        if isinstance(statement, Continue):
            return self._at_continue
        # The definition of a function, which control skips.
        return after

    def _loop(self, loop: ForLoop, after: int) -> int:
        outer = self._at_break, self._at_continue
        head = after
        while True:
            self._at_break, self._at_continue = after, self.block(loop.post, head)
            body = self.block(loop.body, self._at_continue)
            found = self.expression(loop.condition, after | body)
            if found == head:
                break
            head = found
        self._at_break, self._at_continue = outer
        return self.block(loop.init, head)

    # Expressions

    def expression(self, expression: Expression, after: int) -> int:
        """An expression."""
        if not isinstance(expression, FunctionCall):
            return after
        after = self._call(expression, after)
        # The last argument is evaluated first.
        for argument in expression.arguments:
            after = self.expression(argument, after)
        return after

    def _call(self, call: FunctionCall, after: int) -> int:
        builtin = call.builtin
        if builtin is None:
            self.called(call.name, after)
            summary = self._summaries[call.name]
            return summary & ~REACHES_END | (after if summary & REACHES_END else 0)
        if not builtin.control_flow.can_continue:
            after = ENDS_WELL if builtin.control_flow.can_terminate else 0
        if builtin.side_effects.memory == NONE:
            return after
        accesses = self._accesses
        if call not in accesses.read and call not in accesses.written:
            return after | ALL_MEMORY
        after = self.written(call, accesses.written.get(call, 0), after)
        return after | accesses.read.get(call, 0)
