"""The rules of the peephole optimiser: replacements of a few adjacent items.

A rule matches the items from a position on. If it applies it appends their replacement to the
output and returns the number of matched items, else it returns 0. Rules are tried in the order of
their table, and none sees the output. Names in the table of chapter 10, section 7.2 of the
specification: `a` to `d` are any items, `t` and `u` push labels.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from yulopt.assembly.instructions import (
    ACTS,
    AND,
    ARGUMENTS,
    DUP1,
    DUP16,
    EQ,
    IS_COMMUTATIVE,
    ISZERO,
    JUMP,
    JUMPI,
    LABEL,
    NOT,
    POP,
    PUSH,
    PUSH_LABEL,
    RESULTS,
    RETURN,
    REVERT,
    STOP,
    SWAP1,
    SWAP16,
    TERMINATES,
    opcode_of,
)
from yulopt.assembly.items import (
    Item,
    PlaceLabel,
    Push,
    PushDataOffset,
    PushDataSize,
    PushLabel,
    PushLinkerSymbol,
    dup,
    instruction,
    located,
)
from yulopt.assembly.opcodes import OPCODES
from yulopt.dialect.table import BUILTINS

# Padding after the last item; no rule matches it.
_END: Final = -9
_MAX_WINDOW: Final = 8
# More than all opcodes, and the constants for items that are no instruction.
_OPCODES: Final = 256 + 16
_LOW_WORD: Final = 0xFFFFFFFF
_SWAPPED_COMPARISONS: Final = {
    OPCODES[builtin.name]: builtin.mirrored
    for builtin in BUILTINS
    if builtin.mirrored and not builtin.is_commutative
}


class Window:
    """The items, and their opcodes (see `opcode_of`) with padding after the last one."""

    def __init__(self, items: list[Item], *, has_push0: bool) -> None:
        self.items = items
        self.opcodes = [opcode_of(item) for item in items] + [_END] * _MAX_WINDOW
        self.has_push0 = has_push0

    def equal(self, one: int, other: int) -> bool:
        """Whether the items at two positions are equal."""
        if self.opcodes[one] != self.opcodes[other]:
            return False
        return self.opcodes[one] >= 0 or self.items[one].key == self.items[other].key

    def is_plain(self, at: int) -> bool:
        """Whether the item is an instruction that only computes on the stack."""
        opcode = self.opcodes[at]
        return opcode >= 0 and not ACTS[opcode]

    def terminates(self, at: int) -> bool:
        """Whether the item is an instruction that ends the execution."""
        opcode = self.opcodes[at]
        return opcode >= 0 and TERMINATES[opcode]

    def pushes_label_at(self, at: int, label_at: int) -> bool:
        """Whether the item pushes the label placed at another position."""
        if self.opcodes[at] != PUSH_LABEL or self.opcodes[label_at] != LABEL:
            return False
        push, definition = self.items[at], self.items[label_at]
        assert isinstance(push, PushLabel)
        assert isinstance(definition, PlaceLabel)
        return push.label is definition.label

    def new(self, name: str, at: int) -> Item:
        """The instruction with this name, in place of the item at a position."""
        return located(instruction(name), self.items[at].position)

    def constant(self, at: int) -> int:
        """The pushed constant."""
        item = self.items[at]
        assert isinstance(item, Push)
        return item.value


def push_pop(window: Window, at: int, out: list[Item]) -> int:
    """`a POP`, where `a` only pushes, becomes nothing; reading an immutable stays."""
    opcodes = window.opcodes
    if opcodes[at + 1] != POP:
        return 0
    first = window.items[at]
    only_pushes = (
        opcodes[at] in (PUSH, PUSH_LABEL)
        or DUP1 <= opcodes[at] <= DUP16
        or isinstance(first, (PushDataOffset, PushDataSize, PushLinkerSymbol))
    )
    return 2 if only_pushes else 0


def operation_pop(window: Window, at: int, out: list[Item]) -> int:
    """`a POP`, where `a` is plain with one result: pop its arguments."""
    opcode = window.opcodes[at]
    if window.opcodes[at + 1] != POP or not window.is_plain(at) or RESULTS[opcode] != 1:
        return 0
    for _ in range(ARGUMENTS[opcode]):
        out.append(window.new("pop", at))
    return 2


def operation_stop(window: Window, at: int, out: list[Item]) -> int:
    """`a STOP`: STOP."""
    if window.opcodes[at + 1] != STOP:
        return 0
    if not window.is_plain(at) and window.opcodes[at] != PUSH:
        return 0
    out.append(window.new("stop", at))
    return 2


def operation_return(window: Window, at: int, out: list[Item]) -> int:
    """`a b c RETURN`, where `b` and `c` push, or the same with REVERT: without `a`."""
    opcodes = window.opcodes
    if opcodes[at + 3] not in (RETURN, REVERT) or opcodes[at + 1] != PUSH:
        return 0
    if opcodes[at + 2] not in (PUSH, DUP1):
        return 0
    if not window.is_plain(at) and opcodes[at] != PUSH:
        return 0
    out += window.items[at + 1 : at + 4]
    return 4


def double_push(window: Window, at: int, out: list[Item]) -> int:
    """The second of two equal constants becomes a copy; PUSH0 stays."""
    if window.opcodes[at] != PUSH or window.opcodes[at + 1] != PUSH:
        return 0
    value = window.constant(at)
    if value != window.constant(at + 1) or (value == 0 and window.has_push0):
        return 0
    out += [window.items[at], located(dup(1), window.items[at + 1].position)]
    return 2


def double_swap(window: Window, at: int, out: list[Item]) -> int:
    """The same SWAP twice: nothing."""
    opcode = window.opcodes[at]
    return 2 if SWAP1 <= opcode <= SWAP16 and opcode == window.opcodes[at + 1] else 0


def commutative_swap(window: Window, at: int, out: list[Item]) -> int:
    """`SWAP1 b` with a commutative `b`: `b`."""
    if window.opcodes[at] != SWAP1:
        return 0
    opcode = window.opcodes[at + 1]
    if opcode < 0 or not IS_COMMUTATIVE[opcode]:
        return 0
    out.append(window.items[at + 1])
    return 2


def swap_comparison(window: Window, at: int, out: list[Item]) -> int:
    """`SWAP1` and a comparison: the opposite comparison."""
    if window.opcodes[at] != SWAP1 or window.opcodes[at + 1] not in _SWAPPED_COMPARISONS:
        return 0
    # In solc, it has no position.
    out.append(instruction(_SWAPPED_COMPARISONS[window.opcodes[at + 1]]))
    return 2


def dup_swap(window: Window, at: int, out: list[Item]) -> int:
    """`DUPn SWAPn`, which exchanges equal values: `DUPn`."""
    opcode = window.opcodes[at]
    if not DUP1 <= opcode <= DUP16 or window.opcodes[at + 1] - SWAP1 != opcode - DUP1:
        return 0
    out.append(window.items[at])
    return 2


def iszero_iszero_jumpi(window: Window, at: int, out: list[Item]) -> int:
    """`ISZERO ISZERO t JUMPI`: `t JUMPI`."""
    opcodes = window.opcodes
    if opcodes[at] != ISZERO or opcodes[at + 1] != ISZERO:
        return 0
    if opcodes[at + 2] != PUSH_LABEL or opcodes[at + 3] != JUMPI:
        return 0
    out += window.items[at + 2 : at + 4]
    return 4


def eq_iszero_jumpi(window: Window, at: int, out: list[Item]) -> int:
    """`EQ ISZERO t JUMPI`: `SUB t JUMPI`."""
    opcodes = window.opcodes
    if opcodes[at] != EQ or opcodes[at + 1] != ISZERO:
        return 0
    if opcodes[at + 2] != PUSH_LABEL or opcodes[at + 3] != JUMPI:
        return 0
    out.append(window.new("sub", at))
    out += window.items[at + 2 : at + 4]
    return 4


def double_jump(window: Window, at: int, out: list[Item]) -> int:
    """`t JUMPI u JUMP t:`: `ISZERO u JUMPI t:`."""
    opcodes = window.opcodes
    if opcodes[at] != PUSH_LABEL or opcodes[at + 1] != JUMPI:
        return 0
    if opcodes[at + 2] != PUSH_LABEL or opcodes[at + 3] != JUMP:
        return 0
    if not window.pushes_label_at(at, at + 4):
        return 0
    items = window.items
    out += [window.new("iszero", at + 1), items[at + 2], items[at + 1], items[at + 4]]
    return 5


def jump_to_next(window: Window, at: int, out: list[Item]) -> int:
    """A jump to the label that follows: nothing, or POP for the condition; and the label."""
    opcodes = window.opcodes
    if opcodes[at] != PUSH_LABEL or opcodes[at + 1] not in (JUMP, JUMPI):
        return 0
    if not window.pushes_label_at(at, at + 2):
        return 0
    if opcodes[at + 1] == JUMPI:
        out.append(window.new("pop", at + 1))
    out.append(window.items[at + 2])
    return 3


def unreachable_code(window: Window, at: int, out: list[Item]) -> int:
    """Unreachable code after an unconditional end, up to the next label: nothing."""
    if window.opcodes[at] != JUMP and not window.terminates(at):
        return 0
    end = at + 1
    while end < len(window.items) and window.opcodes[end] != LABEL:
        end += 1
    if end == at + 1:
        return 0
    out.append(window.items[at])
    return end - at


def equal_ends(window: Window, at: int, out: list[Item], length: int) -> int:
    """`p`, an end of `length` items, a label and an equal end: the first end is not needed."""
    first, label = at + 1, at + 1 + length
    opcodes = window.opcodes
    if opcodes[at] in (LABEL, _END) or label >= len(window.items) or opcodes[label] != LABEL:
        return 0
    if not window.terminates(label - 1):
        return 0
    for offset in range(length):
        if not window.equal(first + offset, label + 1 + offset):
            return 0
    out.append(window.items[at])
    out += window.items[label : label + 1 + length]
    return 2 * length + 2


def equal_ends_of_three(window: Window, at: int, out: list[Item]) -> int:
    """`p a b x t: a b x`, where `x` ends the execution: `p t: a b x`."""
    return equal_ends(window, at, out, 3)


def equal_ends_of_two(window: Window, at: int, out: list[Item]) -> int:
    """The same with two items."""
    return equal_ends(window, at, out, 2)


def equal_ends_of_one(window: Window, at: int, out: list[Item]) -> int:
    """The same with one item."""
    return equal_ends(window, at, out, 1)


def masked_label(window: Window, at: int, out: list[Item]) -> int:
    """A label and a constant, in any order, and AND, where the constant keeps all of the label."""
    opcodes = window.opcodes
    if opcodes[at + 2] != AND:
        return 0
    for label, mask in ((at, at + 1), (at + 1, at)):
        if opcodes[label] != PUSH_LABEL or opcodes[mask] != PUSH:
            continue
        if window.constant(mask) & _LOW_WORD == _LOW_WORD:
            out.append(window.items[label])
            return 3
    return 0


def mask_of_all(window: Window, at: int, out: list[Item]) -> int:
    """`0 NOT AND`: nothing."""
    opcodes = window.opcodes
    if opcodes[at] != PUSH or opcodes[at + 1] != NOT or opcodes[at + 2] != AND:
        return 0
    return 3 if window.constant(at) == 0 else 0


_Rule = Callable[[Window, int, list[Item]], int]
_SWAPS: Final = range(SWAP1, SWAP16 + 1)
_ENDS_OF_CODE: Final = [JUMP, *[opcode for opcode in range(256) if TERMINATES[opcode]]]

# Each rule with an item that it needs: the distance to it, and its opcodes.
RULE_TABLE: Final[tuple[tuple[_Rule, int, Sequence[int]], ...]] = (
    (push_pop, 1, [POP]),
    (operation_pop, 1, [POP]),
    (operation_stop, 1, [STOP]),
    (operation_return, 3, [RETURN, REVERT]),
    (double_push, 0, [PUSH]),
    (double_swap, 0, _SWAPS),
    (commutative_swap, 0, [SWAP1]),
    (swap_comparison, 0, [SWAP1]),
    (dup_swap, 1, _SWAPS),
    (iszero_iszero_jumpi, 0, [ISZERO]),
    (eq_iszero_jumpi, 0, [EQ]),
    (double_jump, 1, [JUMPI]),
    (jump_to_next, 1, [JUMP, JUMPI]),
    (unreachable_code, 0, _ENDS_OF_CODE),
    (equal_ends_of_three, 4, [LABEL]),
    (equal_ends_of_two, 3, [LABEL]),
    (equal_ends_of_one, 2, [LABEL]),
    (masked_label, 2, [AND]),
    (mask_of_all, 2, [AND]),
)
_EQUAL_ENDS: Final = (equal_ends_of_three, equal_ends_of_two, equal_ends_of_one)


class Rules:
    """Rules in the order in which they are tried, found by the items that they need."""

    def __init__(self, rules: Sequence[tuple[_Rule, int, Sequence[int]]]) -> None:
        self._rules = [rule for rule, _, _ in rules]
        # By distance and opcode, a bit for each rule; negative opcodes count from the end.
        farthest = max([distance for _, distance, _ in rules])
        self._needing = [[0] * _OPCODES for _ in range(farthest + 1)]
        for number, (_, distance, opcodes) in enumerate(rules):
            for opcode in opcodes:
                self._needing[distance][opcode] |= 1 << number

    def apply(self, window: Window, at: int, out: list[Item]) -> int:
        """Apply the first rule that matches; returns the number of matched items, or 0."""
        opcodes = window.opcodes
        left = 0
        for distance, needing in enumerate(self._needing):
            left |= needing[opcodes[at + distance]]
        number = 0
        while left:
            if left & 1:
                done = self._rules[number](window, at, out)
                if done:
                    return done
            left >>= 1
            number += 1
        return 0


RULES: Final = Rules(RULE_TABLE)
RULES_BUT_ENDS: Final = Rules([row for row in RULE_TABLE if row[0] not in _EQUAL_ENDS])
"""The same without the rules for equal ends that follow each other."""
