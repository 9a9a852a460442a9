"""ConstantPropagator (`z`): replaces expressions that are constant through all calls.

Variables, sums and differences become constants if they always have the same value, also through
the arguments of all calls of a function, or its results. So does the free memory pointer, until
memory of unknown size is allocated: `mload(64)` is the value that the program stored there, if no
store to an unknown address intervenes. On paths that never read the pointer, it is no longer set:
its initialisation is sunk to just before the first statement that may read it (partial dead-store
elimination, see `yulopt.memory_objects.pointer_sinking`). In a program with `memoryguard`,
interprocedurally dead stores to memory are removed before that: those to unread objects, and the
stores that raise the pointer for them if nothing else is allocated (see
`yulopt.memory_objects.liveness`). Other stores stay.

The result of `memoryguard` is only known when the code is finished, and may then exceed its
argument. So the constant is the guard, plus an offset. Other constants replace variables if they
have one byte; keeping larger ones in a variable may be cheaper.

Before and after that, superfluous parameters and results are dropped (see
`yulopt.rewriting.signatures`): unused ones, and parameters with the same constant, or the same
argument as another one, in all calls.

Right if:

* all call sites: a parameter is dropped if all call sites pass the same constant, or if it is
  unused.
* position-independent constants: such a constant mentions no variables and has the same value
  anywhere.
* side-effect-free arguments: evaluating the arguments of a dropped parameter has no side effects.
* unassigned parameters: a parameter that always equals another one is dropped if the function
  assigns neither.
* unused results: a result is dropped if no call site uses it.
* pointer not clobbered: a load of the free memory pointer yields the stored value only if nothing
  in between, including called functions, may write a byte of it; stores from the memory guard on do
  not.
* all paths: a variable is replaced by a constant that it has on all paths, from all call sites.
* dead stores: in a program with `memoryguard`, a store is removed if nothing later may read its
  bytes, or, for an object, those of any object (see `yulopt.memory_objects.liveness`).
* no `msize`: a program that asks for `msize` keeps all its accesses to memory, including unused
  loads.
* single memory guard: all memory guards have the same argument, which is not below the end of the
  pointer.

Example::

    {
        {
            mstore(64, 128)
            let p := mload(64)
            f(p, 1)
            f(p, 2)
            revert(p, 64)
        }
        function f(q, x)
        { mstore(add(q, 32), x) }
    }

becomes::

    {
        {
            mstore(64, 128)
            let p := 128
            f(1)
            f(2)
            revert(128, 64)
        }
        function f(x)
        { mstore(160, x) }
    }

Source: D. Callahan, K. Cooper, K. Kennedy and L. Torczon, "Interprocedural constant propagation",
Symposium on Compiler Construction 1986. This is an extension: solc has no such step.
"""

from __future__ import annotations

from typing import ClassVar, Final

from yulopt.analysis.known_values import KnownValues, Value
from yulopt.analysis.side_effects import FunctionEffects, find_calls
from yulopt.domains.memory import pointer_fixpoint
from yulopt.memory.layout import FREE_POINTER_END
from yulopt.memory_objects.backward import Accesses
from yulopt.memory_objects.liveness import unread_stores
from yulopt.memory_objects.pointer_sinking import sink_pointer
from yulopt.passes.properties import HOISTED_FUNCTIONS, UNIQUE_NAMES
from yulopt.passes.step import Context, Step
from yulopt.rewriting.signatures import reduce_signatures
from yulopt.rules.arithmetic import COMPUTABLE, compute
from yulopt.syntax.ast import NUMBER, Block, Expression, FunctionCall, Identifier, Literal
from yulopt.syntax.visitor import Transformer, remove_statements

# A variable is replaced by constants below this: they are pushed by two bytes.
_SHORT: Final = 256


class ConstantPropagator(Step):
    """Replaces expressions that are constant through all calls."""

    name = "ConstantPropagator"
    letter = "z"
    requires = (UNIQUE_NAMES, HOISTED_FUNCTIONS)
    is_extension: ClassVar[bool] = True
    reads_runs = True

    def run(self, context: Context, block: Block) -> None:
        effects, msize = context.function_effects(block), context.contains_msize(block)
        reduce_signatures(block, effects, context.dialect, contains_msize=msize)
        context.end_part(self, block)
        if not msize:
            self._propagate(context, block, effects)
            context.end_part(self, block)
        reduce_signatures(block, effects, context.dialect, contains_msize=msize)

    def _propagate(self, context: Context, block: Block, effects: FunctionEffects) -> None:
        sizes = [call.arguments[0] for call in find_calls(block, "memoryguard")]
        guards = {size.value for size in sizes if isinstance(size, Literal)}
        guard = min(guards, default=FREE_POINTER_END)
        if len(guards) > 1 or guard < FREE_POINTER_END:
            return
        _Replacer(context, KnownValues(block, _compute), guard).visit_block(block)
        if guards:
            context.end_part(self, block)
            accesses = pointer_fixpoint(block, Accesses)
            remove_statements(block, unread_stores(block, accesses, effects))
            if context.end_part(self, block):
                accesses = pointer_fixpoint(block, Accesses)
            sink_pointer(block, accesses, context.dialect, context.expected_executions)


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
        written = self._call("memoryguard", [size], position)
        if value.number:
            written = self._call("add", [written, number], position)
        self._written.add(written)
        return written

    def _call(self, name: str, arguments: list[Expression], position: int) -> Expression:
        return FunctionCall(name, arguments, self._builtin(name), position)
