"""RevertDataAligner (`0`): builds reverted data with a selector from address 28 on.

An error is a selector of four bytes and words after it. From address 0 on, the selector has to be
shifted to the left, and the words begin at 4, 36 and so on. From address 28 on, the selector is the
end of a word and needs no shift.

Right if:

* whole data: the block writes all the reverted data before it reverts, the selector first.
* words: the data is a selector and any number of words, each written by one `mstore`.
* constant variables: a variable is a constant only if all assignments to it are of that literal.
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
from yulopt.analysis.side_effects import builtin_call, expression_effects
from yulopt.dialect import NONE
from yulopt.passes.properties import HOISTED_FUNCTIONS, UNIQUE_NAMES
from yulopt.passes.step import Context, Step
from yulopt.syntax.ast import (
    NUMBER,
    Assignment,
    Block,
    Expression,
    FunctionCall,
    FunctionDefinition,
    Identifier,
    Literal,
    Statement,
    VariableDeclaration,
)
from yulopt.syntax.literals import WORD_MASK
from yulopt.syntax.visitor import BlockTransformer, Walker

_REVERT: Final = ("revert",)
_STORE: Final = ("mstore",)
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
    """A call of `mstore`, and its address."""

    call: FunctionCall
    address: int


class _Aligner(BlockTransformer):
    def __init__(self, context: Context, code: Block) -> None:
        self._function_effects = context.function_effects(code)
        self._limit = bytes_below_guard(code)
        self._constants = _Constants(code)

    def visit_block(self, block: Block) -> None:
        super().visit_block(block)
        for index, statement in enumerate(block.statements):
            revert = builtin_call(statement, _REVERT)
            if revert is None:
                continue
            start, size = map(self._constants.word, revert.arguments)
            if start == 0 and size is not None and self._may_be_moved(size):
                self._align(revert, size, block.statements[:index])

    def _may_be_moved(self, size: int) -> bool:
        """Whether data of this size is a selector and words, and fits at its new place."""
        return size % _WORD == _SELECTOR and size + _BYTES_BEFORE <= self._limit

    def _align(self, revert: FunctionCall, size: int, before: list[Statement]) -> None:
        """Align the reverted data, of a given size in bytes, that the statements before build."""
        stores = self._stores(size, before)
        if not stores:
            return
        selector = self._shifted_right(stores[-1].call.arguments[1])
        if selector is None:
            return
        stores[-1].call.arguments[:] = [_literal(0, revert), selector]
        for store in stores[:-1]:
            store.call.arguments[0] = _literal(store.address + _BYTES_BEFORE, store.call)
        revert.arguments[0] = _literal(_BYTES_BEFORE, revert)

    def _stores(self, size: int, before: list[Statement]) -> list[_Store]:
        """The stores of the words, and as the last one that of the selector, which is executed
        first; empty if they do not write all the data, or if other code may access memory."""
        missing = {0, *range(_SELECTOR, size, _WORD)}
        stores: list[_Store] = []
        for statement in reversed(before):
            call = builtin_call(statement, _STORE)
            value: Expression | None
            if call is not None:
                address = self._constants.word(call.arguments[0])
                value = call.arguments[1]
                if address is None or address not in missing:
                    return []
                missing.remove(address)
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
        if isinstance(value, FunctionCall) and value.name == "shl":
            shift, operand = value.arguments
            if self._constants.word(shift) == _BITS_AFTER:
                return operand
        word = self._constants.word(value)
        if word is None:
            return None
        selector = word >> _BITS_AFTER
        return Literal(NUMBER, selector, f"0x{selector:08x}", position=value.position)


class _Constants(Walker):
    """Variables that are constants, as all assignments to them are of the same literal."""

    def __init__(self, code: Block) -> None:
        self._words: dict[str, int | None] = {}
        self.visit_block(code)

    def word(self, expression: Expression) -> int | None:
        """The constant that an expression is: a literal, perhaps shifted to the left, or such a
        variable; None if it is unknown."""
        if isinstance(expression, Literal):
            return expression.value
        if isinstance(expression, Identifier):
            return self._words.get(expression.name)
        if isinstance(expression, FunctionCall) and expression.name == "shl":
            shift, operand = expression.arguments
            if isinstance(shift, Literal) and isinstance(operand, Literal):
                return operand.value << shift.value & WORD_MASK if shift.value < 8 * _WORD else 0
        return None

    def visit_function(self, function: FunctionDefinition) -> None:
        for name in function.parameters:
            self._assign(name, None)
        for name in function.returns:
            self._assign(name, 0)
        self.visit_block(function.body)

    def visit_declaration(self, declaration: VariableDeclaration) -> None:
        value = declaration.value
        for name in declaration.names:
            self._assign(name, 0 if value is None else self._literal_word(value))

    def visit_assignment(self, assignment: Assignment) -> None:
        for target in assignment.targets:
            self._assign(target.name, self._literal_word(assignment.value))

    def visit_expression(self, expression: Expression) -> None:
        """Expressions neither declare nor assign."""

    def _literal_word(self, value: Expression) -> int | None:
        # Another variable may turn out to be no constant.
        return None if isinstance(value, Identifier) else self.word(value)

    def _assign(self, name: str, word: int | None) -> None:
        is_first = name not in self._words
        self._words[name] = word if is_first or self._words[name] == word else None


def _literal(value: int, place: FunctionCall) -> Literal:
    return Literal(NUMBER, value, position=place.position)
