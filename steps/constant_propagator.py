"""ConstantPropagator (`z`): replaces expressions that are constant through all calls.

Variables, sums and differences become constants if they always have the same value, also through
the arguments of all calls of a function, or its results. So does the free memory pointer, until
memory of unknown size is allocated: `mload(64)` is the value that the program stored there, if no
store to an unknown address intervenes.

The result of `memoryguard` is only known when the code is finished, and may then exceed its
argument. So the constant is the guard, plus an offset. Other constants replace variables if they
have one byte; keeping larger ones in a variable may be cheaper.

SignatureReducer (`4`) then drops parameters and results that are no longer needed,
UnreadStoreEliminator (`5`) and PointerSinker (`6`) the stores of the pointer.

Right if:

* all paths: a variable is replaced by a constant that it has on all paths, from all call sites.
* pointer not clobbered: a load of the free memory pointer yields the stored value only if nothing
  in between, including called functions, may write a byte of it; stores from the memory guard on do
  not.
* no `msize`: a program that asks for `msize` keeps all its accesses to memory, including unused
  loads.
* single memory guard: all memory guards have the same argument, which is not below the end of the
  pointer, and below 2**64.

Example::

    {
        mstore(64, 128)
        let p := mload(64)
        f(p, 1)
        f(p, 2)
        revert(p, 64)
        function f(q, x)
        { mstore(add(q, 32), x) }
    }

becomes::

    {
        mstore(64, 128)
        let p := 128
        f(128, 1)
        f(128, 2)
        revert(128, 64)
        function f(q, x)
        { mstore(160, x) }
    }

Source: D. Callahan, K. Cooper, K. Kennedy and L. Torczon, "Interprocedural constant propagation",
Symposium on Compiler Construction 1986. This is an extension: solc has no such step.
"""

from __future__ import annotations

from typing import ClassVar, Final

from yulopt.analysis.known_values import KnownValues, Value
from yulopt.analysis.side_effects import find_calls
from yulopt.memory.layout import FREE_POINTER_END
from yulopt.memory_objects.free_memory import GUARD, guarded_memory
from yulopt.passes.properties import HOISTED_FUNCTIONS, UNIQUE_NAMES
from yulopt.passes.step import Context, Step
from yulopt.rules.arithmetic import COMPUTABLE, compute
from yulopt.syntax.ast import NUMBER, Block, Expression, FunctionCall, Identifier, Literal
from yulopt.syntax.visitor import Transformer

# A variable is replaced by constants below this: they are pushed by two bytes.
_SHORT: Final = 256


class ConstantPropagator(Step):
    """Replaces expressions that are constant through all calls."""

    name = "ConstantPropagator"
    letter = "z"
    requires = (UNIQUE_NAMES, HOISTED_FUNCTIONS)
    is_extension: ClassVar[bool] = True

    def run(self, context: Context, block: Block) -> None:
        guard = guarded_memory(block)
        if context.contains_msize(block) or (guard is None and find_calls(block, GUARD)):
            context.unchanged.update(block.statements)
            return
        known = KnownValues(block, _compute)
        _Replacer(context, known, guard or FREE_POINTER_END).visit_block(block)


def _compute(name: str, words: list[int]) -> int | None:
    return compute(name, words) if name in COMPUTABLE else None


class _Replacer(Transformer):
    def __init__(self, context: Context, known: KnownValues, guard: int) -> None:
        self._builtin = context.dialect.builtin
        self._known = known
        self._guard = guard
        # The inserted sums, which have no effects.
        self._written: set[Expression] = set()

    def visit_identifier(self, identifier: Identifier) -> Expression:
        value = self._known.of(identifier)
        if value is None or not (value.guarded or (value.number or 0) < _SHORT):
            return identifier
        return self._written_as(value, identifier)

    def visit_call(self, call: FunctionCall) -> Expression:
        self.visit_value_arguments(call)
        value = self._known.of(call)
        if value is None or call.name not in ("add", "sub", "mload"):
            return call
        if any(
            isinstance(one, FunctionCall) and one not in self._written for one in call.arguments
        ):
            return call
        return self._written_as(value, call)

    def _written_as(self, value: Value, expression: Expression) -> Expression:
        """The constant for an expression, or the expression itself if it is unknown."""
        position = expression.position
        if value.number is None:
            return expression
        number = Literal(NUMBER, value.number, position=position)
        if not value.guarded:
            return number
        size = Literal(NUMBER, self._guard, hex(self._guard), position=position)
        written = self._call(GUARD, [size], position)
        if value.number:
            written = self._call("add", [written, number], position)
        self._written.add(written)
        return written

    def _call(self, name: str, arguments: list[Expression], position: int) -> Expression:
        return FunctionCall(name, arguments, self._builtin(name), position)
