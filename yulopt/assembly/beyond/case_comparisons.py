"""Comparisons of a value with constants at the ends of blocks, and guards between them.

Only the end of a block that does nothing but compare the topmost slot is considered. It is executed
symbolically, over the value, constants, and conditions of the value.

Source: our own study of the code that code generation and the optimisers emit for `switch`.
"""

from __future__ import annotations

from typing import Final

import attr

from yulopt.assembly.beyond.blocks import Block
from yulopt.assembly.instructions import (
    ARGUMENTS,
    DUP1,
    DUP16,
    EQ,
    ISZERO,
    JUMP,
    POP,
    RESULTS,
    SUB,
    SWAP1,
    SWAP16,
    TERMINATES,
)
from yulopt.assembly.items import Instruction, Item, Push
from yulopt.assembly.opcodes import OPCODES
from yulopt.rules.arithmetic import WORD_BITS
from yulopt.syntax.literals import WORD_LIMIT

# The maximum number of items of a comparison.
_MAX_ITEMS: Final = 6

_LT: Final = OPCODES["lt"]
_GT: Final = OPCODES["gt"]
_SHR: Final = OPCODES["shr"]
_EQUALITIES: Final = {EQ: False, SUB: True, OPCODES["xor"]: True}
_ASKING: Final = frozenset(
    (EQ, ISZERO, SUB, _LT, _GT, *(OPCODES[name] for name in ("or", "callvalue", "calldatasize")))
)
_COMPARISONS: Final = frozenset((*_EQUALITIES, _LT, _GT, _SHR))


@attr.s(auto_attribs=True, eq=False)
class Way:
    """The target of a comparison; `is_removed`: it has popped the value. `guards` are those on the
    way, the first one last."""

    block: Block
    is_removed: bool
    guards: tuple[Block, ...] = ()


@attr.s(auto_attribs=True, eq=False)
class Comparison:
    """The end of a block, from the item `start` on, that compares the topmost slot with a constant.

    `found`: the target for values less than the constant (`is_order`), or equal to it; `other`: the
    target for all others.
    """

    start: int
    is_order: bool
    constant: int
    found: Way
    other: Way


@attr.s(auto_attribs=True, eq=False)
class Guard:
    """A block that only tests a condition other than the value: `failing` ends the execution,
    `passing` leads to a search."""

    failing: Way
    passing: Way


class _Condition:
    """Whether the value is less than a constant, or else equal to it; or the opposite."""

    def __init__(self, constant: int, *, is_order: bool, is_negated: bool = False) -> None:
        self.constant = constant
        self.is_order = is_order
        self.is_negated = is_negated


class _Value:
    """The scrutinee."""


# A stack slot: the value, a constant, or a condition.
_Slot = _Value | int | _Condition
_VALUE: Final = _Value()


def read_comparison(block: Block) -> Comparison | None:
    """The comparison that a block ends with."""
    if block.taken is None or block.next is None:
        return None
    body = block.body
    for start in range(max(0, len(body) - _MAX_ITEMS), len(body)):
        stack = _executed(body[start:])
        if stack is None or len(stack) > 2 or (len(stack) == 2 and stack[0] is not _VALUE):
            continue
        condition = stack[-1]
        if isinstance(condition, _Condition):
            found = Way(block.taken, is_removed=len(stack) == 1)
            other = Way(block.next, is_removed=len(stack) == 1)
            if condition.is_negated:
                found, other = other, found
            return Comparison(start, condition.is_order, condition.constant, found, other)
    return None


def _executed(items: list[Item]) -> list[_Slot] | None:
    """The stack after some items that start with just the value; None if they need more slots, or
    do anything but compare it."""
    stack: list[_Slot] = [_VALUE]
    for item in items:
        if isinstance(item, Push):
            stack.append(item.value)
            continue
        if not isinstance(item, Instruction) or len(stack) < ARGUMENTS[item.opcode]:
            return None
        opcode = item.opcode
        if DUP1 <= opcode <= DUP16:
            stack.append(stack[DUP1 - opcode - 1])
        elif SWAP1 <= opcode <= SWAP16:
            deep = SWAP1 - opcode - 2
            stack[-1], stack[deep] = stack[deep], stack[-1]
        elif opcode == ISZERO:
            stack.append(_negated(stack.pop()))
        else:
            condition = _compared(opcode, stack)
            if condition is None:
                return None
            del stack[-2:]
            stack.append(condition)
    return stack


def _negated(slot: _Slot) -> _Slot:
    if isinstance(slot, _Condition):
        is_negated = not slot.is_negated
        return _Condition(slot.constant, is_order=slot.is_order, is_negated=is_negated)
    if isinstance(slot, _Value):
        return _Condition(0, is_order=False)
    return int(slot == 0)


def _compared(opcode: int, stack: list[_Slot]) -> _Condition | None:
    """The topmost two slots compared; None if that is not the value with a constant."""
    if opcode not in _COMPARISONS:
        return None
    left, right = stack[-1], stack[-2]
    if opcode == _SHR:
        if not isinstance(left, int) or left >= WORD_BITS or not isinstance(right, _Value):
            return None
        # Some value is not less.
        return _Condition(1 << left, is_order=True, is_negated=True)
    is_turned = isinstance(left, int)
    if is_turned:
        left, right = right, left
    if not isinstance(left, _Value) or not isinstance(right, int):
        return None
    if opcode in _EQUALITIES:
        return _Condition(right, is_order=False, is_negated=_EQUALITIES[opcode])
    # Greater means not less than the successor.
    is_greater = (opcode == _GT) != is_turned
    if is_greater and right + 1 == WORD_LIMIT:
        return None
    return _Condition(right + is_greater, is_order=True, is_negated=is_greater)


def common_way(one: Way | None, other: Way | None) -> Way | None:
    """The common target of both, if they do the same."""
    if one is None or other is None:
        return None
    if one.block is other.block and one.is_removed == other.is_removed and not one.guards:
        return one
    if not ends_alone(one.block) or not ends_alone(other.block):
        return None
    is_same = [item.key for item in one.block.body] == [item.key for item in other.block.body]
    return one if is_same else None


def ends_alone(block: Block) -> bool:
    """Whether a block ends the execution without reading the initial stack."""
    if block.next is not None or not block.body:
        return False
    height = 0
    for item in block.body:
        if not isinstance(item, Instruction):
            if not isinstance(item, Push):
                return False
            height += 1
            continue
        if height < ARGUMENTS[item.opcode] or item.opcode == JUMP:
            return False
        height += RESULTS[item.opcode] - ARGUMENTS[item.opcode]
    last = block.body[-1]
    return isinstance(last, Instruction) and TERMINATES[last.opcode]


def only_asks(block: Block) -> bool:
    """Whether a block computes its condition without the stack, and does nothing else."""
    height = 0
    for item in block.body:
        if isinstance(item, Instruction):
            if item.opcode not in _ASKING or height < ARGUMENTS[item.opcode]:
                return False
            height += RESULTS[item.opcode] - ARGUMENTS[item.opcode]
        elif isinstance(item, Push):
            height += 1
        else:
            return False
    return height == 1


def removes_value(block: Block) -> bool:
    """Whether a block begins by popping the value."""
    first = block.body[0] if block.body else None
    return isinstance(first, Instruction) and first.opcode == POP
