"""PatternRewriter: a peephole optimiser with rules beyond solc's, which are in `pattern_table`.

Items are appended one by one. Whenever the last ones match a pattern, they are removed and their
replacement is appended instead, so that it can be part of another match. The rules only compute on
the stack, so the order of effects is preserved.

Right if:

* side conditions: the constants satisfy the last column of the table.
* equal slots: slots that a rule names twice are equal.
* boolean context: rules that preserve only whether a word is zero apply only to conditions of
  jumps.
* no label inside: no jump leads into the items that are replaced.

Example::

    0xffffffffffffffff dup2 gt @large jumpi swap1 pop stop
    large: 0 dup1 revert

becomes::

    dup1 0x40 shr @large jumpi swap1 pop stop
    large: 0 dup1 revert

Source: McKeeman, "Peephole optimization", Communications of the ACM 8(7), 1965; Davidson and
Fraser, "The design and application of a retargetable peephole optimizer", ACM TOPLAS 2(2), 1980.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from yulopt.assembly.beyond.pattern_table import PATTERNS
from yulopt.assembly.instructions import DUP1, DUP16
from yulopt.assembly.items import (
    Instruction,
    Item,
    Push,
    PushLabel,
    dup,
    instruction,
    located,
    swap,
)
from yulopt.assembly.optimizer.context import AssemblyPass, Context
from yulopt.stack.slots import REACH
from yulopt.syntax.literals import WORD_BYTES, WORD_MASK, byte_length

_PUSH: Final = "push"
_DUP: Final = "dup"
_LABEL: Final = "label"
_BYTE: Final = 0xFF
_FOUR_BYTES: Final = 0xFFFFFFFF
_SIGN: Final = 1 << 8 * WORD_BYTES - 1
_TOKEN: Final = re.compile(
    r"\[(?:(?P<function>bits|zeros) )?(?P<constant>[a-z])(?P<by>[+-]1)?\]"
    r"|dup\((?P<slot>[a-z])(?P<slot_by>[+-]1)?\)|@(?P<label>[a-z])"
    r"|(?P<number>\d+)|(?P<name>\w+)"
)


class PatternRewriter(AssemblyPass):
    """The pass."""

    name: ClassVar[str] = "patterns"

    def run(self, items: list[Item], context: Context) -> bool:
        """Rewrite in place; returns whether any rule applied."""
        has_shifts = context.dialect.has_bitwise_shifts
        rules = {
            last: [rule for rule in found if has_shifts or not rule.shifts]
            for last, found in _RULES_BY_END.items()
        }
        result: list[Item] = []
        pending = items[::-1]
        changed = False
        while pending:
            item = pending.pop()
            result.append(item)
            for rule in rules.get(_kind(item), ()):
                replacement = rule.applied(result)
                if replacement is not None:
                    del result[len(result) - len(rule.pattern) :]
                    pending += reversed(replacement)
                    changed = True
                    break
        if changed:
            items[:] = result
        return changed


class _Token:
    """A parsed part of a pattern or replacement (see `pattern_table`)."""

    def __init__(self, match: re.Match[str]) -> None:
        self.function = match["function"] or ""
        self.constant = match["constant"] or ""
        self.slot = match["slot"] or ""
        self.by = int(match["by"] or match["slot_by"] or 0)
        self.label = match["label"] or ""
        self.number = None if match["number"] is None else int(match["number"])
        self.name = match["name"] or ""
        self.kind = self.name
        if self.constant or self.number is not None:
            self.kind = _PUSH
        elif self.slot:
            self.kind = _DUP
        elif self.label:
            self.kind = _LABEL

    def fits(self, item: Item, found: _Found) -> bool:
        """Whether an item matches under the bindings so far, which it extends."""
        if _kind(item) != self.kind:
            return False
        if isinstance(item, Push):
            if self.number is not None:
                return item.value == self.number
            return found.numbers.setdefault(self.constant, item.value) == item.value
        if isinstance(item, PushLabel):
            return found.labels.setdefault(self.label, item) is item
        if self.kind == _DUP:
            assert isinstance(item, Instruction)
            slot = item.opcode - DUP1 + 1 - self.by
            return found.numbers.setdefault(self.slot, slot) == slot
        return True

    def item(self, found: _Found) -> Item | None:
        """The item for a part of a replacement, None if there is no such slot."""
        if self.number is not None:
            return Push(self.number)
        if self.constant:
            value = found.numbers[self.constant]
            if self.function:
                value = _FUNCTIONS[self.function](value)
            return Push(value + self.by & WORD_MASK)
        if self.slot:
            slot = found.numbers[self.slot] + self.by
            return dup(slot) if 1 <= slot <= REACH else None
        if self.label:
            return found.labels[self.label]
        return _instruction(self.name)


class _Found:
    """The constants and slots, and the labels, that a pattern names."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self.labels: dict[str, PushLabel] = {}


class Rule:
    """A row of the table."""

    def __init__(self, pattern: str, replacement: str, condition: str) -> None:
        self.text = f"{pattern} => {replacement}"
        self.pattern = _tokens(pattern)
        self.replacement = _tokens(replacement)
        self.condition = condition
        self.shifts = any(token.name in ("shl", "shr") for token in self.replacement)

    def applied(self, items: list[Item]) -> list[Item] | None:
        """The replacement of the last items; None if they do not match."""
        length = len(self.pattern)
        if len(items) < length:
            return None
        start = len(items) - length
        for index in range(length):
            if _kind(items[start + index]) != self.pattern[index].kind:
                return None
        found = _Found()
        for index in range(length):
            if not self.pattern[index].fits(items[start + index], found):
                return None
        if self.pattern[0].kind == _PUSH and found.numbers.get("k") == 1:
            # A copy of the constant, not of the slot below it.
            return None
        if "c" in found.numbers and not _CONDITIONS[self.condition](found.numbers["c"]):
            return None
        result: list[Item] = []
        position = max([item.position for item in items[start:]])
        for token in self.replacement:
            item = token.item(found)
            if item is None:
                return None
            result.append(item if isinstance(item, PushLabel) else located(item, position))
        return result


def _tokens(text: str) -> list[_Token]:
    return [_Token(match) for match in _TOKEN.finditer(text)]


def _kind(item: Item) -> str:
    if isinstance(item, Push):
        return _PUSH
    if isinstance(item, PushLabel):
        return _LABEL
    if isinstance(item, Instruction):
        return _DUP if DUP1 <= item.opcode <= DUP16 else item.name
    return ""


def _instruction(name: str) -> Item:
    return swap(int(name.removeprefix("swap"))) if name.startswith("swap") else instruction(name)


def _is_low_mask(word: int) -> bool:
    return word > _BYTE and word & word + 1 == 0


def _is_high_mask(word: int) -> bool:
    complement = WORD_MASK - word
    return 0 < complement < WORD_MASK and complement & complement + 1 == 0


_FUNCTIONS: Final[dict[str, Callable[[int], int]]] = {
    "bits": lambda word: word.bit_count(),
    "zeros": lambda word: (word & -word).bit_length() - 1,
}
_CONDITIONS: Final[dict[str, Callable[[int], bool]]] = {
    "anything": lambda word: True,
    "low mask": _is_low_mask,
    "high mask": _is_high_mask,
    "power of two": lambda word: word > _FOUR_BYTES and word & word - 1 == 0,
    "can decrease": lambda word: word > 0,
    "can increase": lambda word: byte_length(word) == byte_length(word + 1) <= WORD_BYTES,
    "can decrease signed": lambda word: word not in (0, _SIGN),
    "can increase signed": lambda word: (
        word not in (_SIGN - 1, WORD_MASK) and byte_length(word) == byte_length(word + 1)
    ),
}

RULES: Final = tuple(Rule(*row) for row in PATTERNS)


def _by_end(rules: Sequence[Rule]) -> dict[str, list[Rule]]:
    result: dict[str, list[Rule]] = {}
    for rule in rules:
        result.setdefault(rule.pattern[-1].kind, []).append(rule)
    return result


_RULES_BY_END: Final = _by_end(RULES)
