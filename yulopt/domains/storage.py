"""The contents of storage and transient storage at each reachable program point.

A slot is identified by its key, a sum of values, as words of memory are by their addresses. A store
forgets the slots whose keys may be equal; a called function may store to the union of its stores
and calls. External code may run at calls and contract creations, and may re-enter: nothing is known
after them, except after `staticcall`, which cannot store.

Two keys are different if their sums are, and also, by the assumption underlying Solidity's storage
layout, if one is the hash of contents and the other is not a hash of the same contents. Precisely:
no hash of the program, with less than 2**32 added or subtracted, is less than 2**64, nor is it the
hash of other contents with such a number added. To violate that, an attacker has to find a hash
that has one of some 2**64 values, in 2**192 hashes, or two hashes that are less than 2**33 apart,
in 2**111 hashes by the birthday bound; or a weakness of Keccak. A hash plus a larger number, such
as an unchecked index, can be any key.

A store of a slot's current value changes nothing, and yet is not dead: in a static call it ends the
frame.

Sources: "Layout of state variables in storage" in the Solidity documentation; B. Alpern, M. Wegman
and F. Zadeck, "Detecting equality of variables in programs", POPL 1988.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from yulopt.dialect import WRITE
from yulopt.domains.addresses import Span, Sum, as_sum, bounds, is_apart
from yulopt.domains.domain import Domain
from yulopt.domains.facts import Operands
from yulopt.syntax.ast import FunctionCall, FunctionDefinition
from yulopt.syntax.literals import WORD_BYTES

STORAGE: Final = "storage"
TRANSIENT: Final = "transient storage"
SPACES: Final = (STORAGE, TRANSIENT)
LOADED_SPACES: Final = {"sload": STORAGE, "tload": TRANSIENT}
STORED_SPACES: Final = {"sstore": STORAGE, "tstore": TRANSIENT}
# No hash is less than that.
_SMALL: Final = 1 << 64
# Less than that may be added to a hash, or subtracted.
_NEAR: Final = 1 << 32
_MAX_SLOTS: Final = 64
# A function that uses more slots may use any.
MAX_NOTED: Final = 16
# The maximum depth to which hashes of hashes are compared.
_MAX_NESTED: Final = 8

ANY_SLOT: Final = -1
HASHED: Final = -2
NO_BASE: Final = -3


class Slots(NamedTuple):
    """Slots of a space that a function uses in the same way.

    `base`: the number of a parameter to which `constant` is added, or one of the constants above.
    """

    space: str
    base: int
    constant: int


ALL_SLOTS: Final = (Slots(STORAGE, ANY_SLOT, 0), Slots(TRANSIENT, ANY_SLOT, 0))


class Storage(Domain):
    """The contents of slots of storage and transient storage."""

    def __init__(self) -> None:
        # The slots that functions store to; missing functions may store to all slots.
        self._stored_by: dict[str, tuple[Slots, ...]] = {}
        # The spaces and keys of slots, by their cells.
        self._slots: dict[str, tuple[str, Sum]] = {}
        self._stores: set[Slots] = set()

    def begin(self, function: FunctionDefinition | None) -> None:
        self._slots = {}
        self._stores = set()

    def summarised(self, function: FunctionDefinition) -> None:
        self._stored_by[function.name] = tuple(self._stores)

    def cells(self) -> list[str]:
        return list(self._slots)

    # Changes of storage

    def effect(self, call: FunctionCall, operands: Operands) -> int | None:
        if call.name in LOADED_SPACES:
            return self.load(LOADED_SPACES[call.name], as_sum(self.facts, operands[0]))
        if call.name in STORED_SPACES:
            space, key = STORED_SPACES[call.name], as_sum(self.facts, operands[0])
            self._forget(space, key)
            self._set(space, key, operands[1])
            return None
        builtin = call.builtin
        assert builtin is not None
        if builtin.side_effects.storage == WRITE:
            self._apply(Slots(STORAGE, ANY_SLOT, 0), ())
        if builtin.side_effects.transient_storage == WRITE:
            self._apply(Slots(TRANSIENT, ANY_SLOT, 0), ())
        return None

    def called(self, name: str, operands: Operands) -> None:
        for one in self.stored_by(name):
            self._apply(one, operands)

    def stored_by(self, name: str) -> tuple[Slots, ...]:
        """The slots a function may store to."""
        return self._stored_by.get(name, ALL_SLOTS)

    def _apply(self, stored: Slots, operands: Operands) -> None:
        """Forget the slots a function may have stored to when called with these operands."""
        space, base, constant = stored
        if base >= 0:
            argument = as_sum(self.facts, operands[base])
            self._forget(space, Sum(argument.constant + constant, argument.terms))
        elif base == NO_BASE:
            self._forget(space, Sum(constant, ()))
        else:
            self._note_stored(stored)
            for cell, (its_space, key) in self._slots.items():
                if its_space == space and not (base == HASHED and self.is_small(key)):
                    self._lose(cell)

    # Slots

    def slot(self, space: str, key: Sum) -> int | None:
        """The content of a slot, None if it is unknown."""
        cell = _cell(space, key)
        return self.walk.cell(cell) if cell in self._slots else None

    def load(self, space: str, key: Sum) -> int:
        """The value of a slot, which may be a new one."""
        number = self.slot(space, key)
        if number is None:
            number = self.facts.fresh_any()
            self._set(space, key, number)
        return number

    def _set(self, space: str, key: Sum, number: int) -> None:
        cell = _cell(space, key)
        if cell not in self._slots:
            if len(self._slots) >= _MAX_SLOTS:
                return
            self._slots[cell] = space, key
        self.walk.change(cell, number)

    def _forget(self, space: str, key: Sum) -> None:
        """Store to a slot."""
        self._note_stored(self.described(space, key))
        for cell, (its_space, its_key) in self._slots.items():
            if its_space == space and not self.differ(key, its_key):
                self._lose(cell)

    def _lose(self, cell: str) -> None:
        if self.walk.cell(cell) is not None:
            self.walk.change(cell, self.walk.lost)

    # Keys

    def differ(self, one: Sum, other: Sum, nested: int = _MAX_NESTED) -> bool:
        """Whether two values are certainly different."""
        if is_apart(self.facts, Span(one, 1), Span(other, 1)):
            return True
        hash_of_one, hash_of_other = self._hash_in(one), self._hash_in(other)
        if hash_of_one is None:
            return hash_of_other is not None and self.is_small(one)
        if hash_of_other is None:
            return self.is_small(other)
        return hash_of_one != hash_of_other and self._contents_differ(
            hash_of_one, hash_of_other, nested
        )

    def _contents_differ(self, one: int, other: int, nested: int) -> bool:
        """Whether two hashes are certainly of different bytes."""
        facts = self.facts
        name, words = facts.definition(one)
        other_name, other_words = facts.definition(other)
        if name != other_name:
            return True
        # A difference in the last word counts only if all its bytes are hashed.
        if int(name.partition(":")[2]) % WORD_BYTES or not nested:
            return False
        return any(
            self.differ(as_sum(facts, word), as_sum(facts, other_word), nested - 1)
            for word, other_word in zip(words, other_words, strict=True)
        )

    def _hash_in(self, key: Sum) -> int | None:
        """The hash in a key of the form hash plus small number, if it is one."""
        facts = self.facts
        found: int | None = None
        least = most = key.constant
        for term in key.terms:
            if facts.definition(term)[0].startswith("keccak256:") and found is None:
                found = term
                continue
            values = facts.values_of(term)
            least += values.least
            most += values.most
        return found if least > -_NEAR and most < _NEAR else None

    def is_small(self, key: Sum) -> bool:
        """Whether a key is certainly not a hash."""
        least, most = bounds(self.facts, key)
        return least >= 0 and most < _SMALL

    # Functions

    def described(self, space: str, key: Sum) -> Slots:
        """A slot in terms of the function's parameters, for its callers."""
        if not key.terms:
            return Slots(space, NO_BASE, key.constant)
        parameters = self.walk.parameters
        if len(key.terms) == 1 and key.terms[0] in parameters:
            return Slots(space, parameters.index(key.terms[0]), key.constant)
        return Slots(space, ANY_SLOT if self._hash_in(key) is None else HASHED, 0)

    def _note_stored(self, stored: Slots) -> None:
        if len(self._stores) >= MAX_NOTED:
            stored = Slots(stored.space, ANY_SLOT, 0)
        self._stores.add(stored)


def _cell(space: str, key: Sum) -> str:
    return f"@{space} {key.constant}:{key.terms}"
