"""RevertDataAligner (`0`): builds reverted data with a selector from address 28 on.

An error is a selector of four bytes and words after it. From address 0 on, the selector has to be
shifted to the left, and the words begin at 4, 36 and so on. From address 28 on, the selector is the
end of a word and needs no shift.

Right if:

* whole data: the block writes all the reverted data before it reverts, the selector first.
* words: the data is a selector and any number of words, each written by one `mstore`.
* unread memory: nothing in between reads memory or writes to it otherwise.
* below the guard: nothing is moved to the argument of `memoryguard` or after it, where spilled
  variables may be.
* no `msize`: the program does not ask for `msize`.

Example::

    {
        if callvalue() {
            mstore(0, shl(224, 0x11223344))
            mstore(4, callvalue())
            revert(0, 36)
        }
        mstore(0, shl(226, 0x08c37a1a))
        revert(0, 4)
    }

becomes::

    {
        if callvalue()
        {
            mstore(0, 0x11223344)
            mstore(32, callvalue())
            revert(28, 36)
        }
        mstore(0, 0x230de868)
        revert(28, 4)
    }

Source: the ABI in the Solidity documentation, section "Errors". This is an extension: solc has no
such step.
"""

from __future__ import annotations

from typing import ClassVar, Final, NamedTuple

from yulopt.analysis.construct_kinds import STORES
from yulopt.analysis.relocatability import bytes_below_guard
from yulopt.analysis.side_effects import expression_effects
from yulopt.analysis.ssa_values import ssa_values
from yulopt.dialect import NONE
from yulopt.passes.properties import HOISTED_FUNCTIONS, UNIQUE_NAMES
from yulopt.passes.step import Context, Step
from yulopt.syntax.ast import (
    NUMBER,
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
from yulopt.syntax.literals import WORD_MASK
from yulopt.syntax.visitor import BlockTransformer

_WORD: Final = 32
_SELECTOR: Final = 4
# The bytes of a word before a selector at its end, and the bits after one at its beginning.
_BYTES_BEFORE: Final = _WORD - _SELECTOR
_BITS_AFTER: Final = 8 * _BYTES_BEFORE


class RevertDataAligner(Step):
    """Builds reverted data with a selector from address 28 on."""

    name = "RevertDataAligner"
    letter = "0"
    requires = (UNIQUE_NAMES, HOISTED_FUNCTIONS)
    is_extension: ClassVar[bool] = True
    looks_for = STORES

    def run(self, context: Context, block: Block) -> None:
        if not context.contains_msize(block):
            _Aligner(context, block).visit_block(block)


class _Store(NamedTuple):
    """A call of `mstore`, and the address in it."""

    call: FunctionCall
    address: Literal


class _Aligner(BlockTransformer):
    def __init__(self, context: Context, code: Block) -> None:
        self._function_effects = context.function_effects(code)
        self._limit = bytes_below_guard(code)
        self._values = ssa_values(code)

    def visit_block(self, block: Block) -> None:
        super().visit_block(block)
        for index, statement in enumerate(block.statements):
            revert = _call_of(statement, "revert")
            size = None if revert is None else _size_from_zero(revert)
            if revert is not None and size is not None and size + _BYTES_BEFORE <= self._limit:
                self._align(revert, size, block.statements[:index])

    def _align(self, revert: FunctionCall, size: int, before: list[Statement]) -> None:
        """Align the reverted data, of a given size in bytes, that the statements before build."""
        stores = self._stores(size, before)
        if not stores:
            return
        selector = self._shifted_right(stores[-1].call.arguments[1])
        if selector is None:
            return
        stores[-1].call.arguments[1] = selector
        for store in stores[:-1]:
            store.call.arguments[0] = _moved(store.address)
        revert.arguments[0] = Literal(NUMBER, _BYTES_BEFORE, position=revert.position)

    def _stores(self, size: int, before: list[Statement]) -> list[_Store]:
        """The stores of the words, and as the last one that of the selector, which is executed
        first; empty if they do not write all the data, or if other code may access memory."""
        missing = {0, *range(_SELECTOR, size, _WORD)}
        stores: list[_Store] = []
        for statement in reversed(before):
            call = _call_of(statement, "mstore")
            value: Expression | None
            if call is not None:
                address, value = call.arguments
                if not isinstance(address, Literal) or address.value not in missing:
                    return []
                missing.remove(address.value)
                stores.append(_Store(call, address))
            elif isinstance(statement, (VariableDeclaration, Assignment)):
                value = statement.value
            else:
                return []
            if value is not None and self._accesses_memory(value):
                return []
            if 0 not in missing:
                return [] if missing else stores
        return []

    def _accesses_memory(self, expression: Expression) -> bool:
        return expression_effects(expression, self._function_effects).memory != NONE

    def _shifted_right(self, value: Expression) -> Expression | None:
        """An expression whose last four bytes are the first four of a value."""
        if isinstance(value, Identifier):
            # Its operands may have changed since, unless they are literals.
            known = _constant(self._values.get(value.name))
            return None if known is None else _selector(known, value)
        if isinstance(value, FunctionCall) and value.name == "shl":
            shift, operand = value.arguments
            if isinstance(shift, Literal) and shift.value == _BITS_AFTER:
                return operand
        known = _constant(value)
        return None if known is None else _selector(known, value)


def _constant(value: Expression | None) -> int | None:
    """The word that a literal, or a shifted one, is."""
    if isinstance(value, Literal):
        return value.value
    if isinstance(value, FunctionCall) and value.name == "shl":
        shift, operand = value.arguments
        if isinstance(shift, Literal) and isinstance(operand, Literal):
            return operand.value << shift.value & WORD_MASK if shift.value < 8 * _WORD else 0
    return None


def _call_of(statement: Statement, builtin: str) -> FunctionCall | None:
    """The call of a builtin of which a statement consists."""
    if isinstance(statement, ExpressionStatement):
        call = statement.expression
        if isinstance(call, FunctionCall) and call.name == builtin:
            return call
    return None


def _size_from_zero(revert: FunctionCall) -> int | None:
    """The number of bytes with which a call reverts, if they are a selector and words from address
    0 on."""
    start, size = revert.arguments
    if not isinstance(start, Literal) or start.value or not isinstance(size, Literal):
        return None
    return size.value if size.value % _WORD == _SELECTOR else None


def _moved(address: Literal) -> Literal:
    return Literal(NUMBER, address.value + _BYTES_BEFORE, position=address.position)


def _selector(word: int, stands_for: Expression) -> Literal:
    selector = word >> _BITS_AFTER
    return Literal(NUMBER, selector, f"0x{selector:08x}", position=stands_for.position)
