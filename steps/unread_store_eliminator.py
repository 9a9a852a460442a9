"""UnreadStoreEliminator (`5`): removes dead stores to memory, across functions.

A store is dead if no path from it, through any function, reads what it may write. Objects are not
distinguished: if none of them is read, they lose their stores and copies; and if none is accessed
any more, the free memory pointer is not raised for them. The check of an allocation, and its panic,
stay.

Functions are walked backwards twice (see `yulopt.memory_objects.backward`): first to summarise
them, then with the reads after any of their calls.

A store is removed if it has no other effects: its arguments have none, and a copy of returned data
copies all of it, as any other may revert. Comparing, storing, hashing or returning an address is
harmless, as no object gets another address: only reads of the words matter.

Right if:

* dead stores: nothing later may read the bytes that a store writes, or, for an object, those of any
  object.
* no `msize`: memory may be shorter afterwards, so a program that asks for `msize` keeps all stores.
* single memory guard: the program has memory guards, which all have the same argument, not below
  the end of the free memory pointer, and below 2**64.

Example::

    {
        mstore(64, memoryguard(0x80))
        let x := calldataload(0)
        mstore(0x80, x)
        mstore(0, x)
        return(0, 32)
    }

becomes::

    {
        let x := calldataload(0)
        mstore(0, x)
        return(0, 32)
    }

Source: S. Horwitz, T. Reps and M. Sagiv, "Demand interprocedural dataflow analysis", FSE 1995
(summaries, then contexts); K. Cooper and K. Kennedy, "Interprocedural side-effect analysis in
linear time", PLDI 1988. This is an extension: solc has no such step.
"""

from __future__ import annotations

from typing import ClassVar, Final

from yulopt.analysis.call_graph import OUTERMOST
from yulopt.analysis.side_effects import FunctionEffects, is_removable
from yulopt.memory_objects.backward import (
    ALL_MEMORY,
    Accesses,
    BackwardFlow,
    memory_accesses,
)
from yulopt.memory_objects.free_memory import guarded_memory
from yulopt.passes.properties import HOISTED_FUNCTIONS, UNIQUE_NAMES
from yulopt.passes.step import Context, Step
from yulopt.syntax.ast import Block, ExpressionStatement, FunctionCall, Literal, Statement
from yulopt.syntax.visitor import remove_statements

# Builtins that only write to memory. `extcodecopy` also makes an account warm.
_STORES: Final = frozenset(
    ("mstore", "mstore8", "mcopy", "calldatacopy", "codecopy", "datacopy", "returndatacopy")
)


class UnreadStoreEliminator(Step):
    """Removes dead stores to memory, across functions."""

    name = "UnreadStoreEliminator"
    letter = "5"
    requires = (UNIQUE_NAMES, HOISTED_FUNCTIONS)
    is_extension: ClassVar[bool] = True

    def run(self, context: Context, block: Block) -> None:
        unread: set[Statement] = set()
        if guarded_memory(block) is not None and not context.contains_msize(block):
            effects = context.function_effects(block)
            unread = _Liveness(block, memory_accesses(context, block), effects).unread()
        if unread:
            remove_statements(block, unread)
        else:
            context.unchanged.update(block.statements)


class _Liveness(BackwardFlow):
    def __init__(self, code: Block, accesses: Accesses, effects: FunctionEffects) -> None:
        super().__init__(code, accesses)
        self._code = code
        self._effects = effects
        # The events after the calls of a function.
        self._after_calls = {OUTERMOST: 0, **self._summaries}
        # The stores found, and those that may be read.
        self._stores: set[Statement] = set()
        self._needed: set[Statement] = set()

    def unread(self) -> set[Statement]:
        """The dead stores."""
        self.summarise()
        after_calls: dict[str, int] = {}
        while after_calls != self._after_calls:
            after_calls = dict(self._after_calls)
            self.body(self._code, 0)
            for function in self._functions:
                self.body(function.body, after_calls[function.name])
        return self._stores - self._needed

    def called(self, name: str, after: int) -> None:
        self._after_calls[name] |= after

    def statement(self, statement: Statement, after: int) -> int:
        if isinstance(statement, ExpressionStatement):
            self._note_store(statement, after)
        return super().statement(statement, after)

    def _note_store(self, statement: ExpressionStatement, after: int) -> None:
        call = statement.expression
        if not isinstance(call, FunctionCall) or call.builtin is None or call.name not in _STORES:
            return
        if call.name == "returndatacopy" and not _copies_all(call):
            return
        if all(is_removable(one, self._effects, False) for one in call.arguments):
            self._stores.add(statement)
            if self._accesses.written.get(call, ALL_MEMORY) & after:
                self._needed.add(statement)


def _copies_all(call: FunctionCall) -> bool:
    """Whether a copy of returned data copies all of it, and so cannot revert."""
    _, offset, length = call.arguments
    return (
        isinstance(offset, Literal)
        and offset.value == 0
        and isinstance(length, FunctionCall)
        and length.name == "returndatasize"
    )
