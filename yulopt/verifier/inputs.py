"""Inputs of a program: calls, and the world around it; and interesting words."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Final

import attr

from yulopt.evm.environment import DEFAULT_ORIGIN
from yulopt.syntax.ast import Block, Case, Literal
from yulopt.syntax.literals import WORD_BYTES, WORD_MASK
from yulopt.syntax.visitor import Walker

CONTRACT: Final = int("a1" * 20, 16)
CALLER: Final = DEFAULT_ORIGIN
BALANCE: Final = 10**18

# Possible behaviours of other accounts, as bytecode.
BEHAVIOURS: Final = {
    # calldatacopy(0, 0, calldatasize()) return(0, calldatasize())
    "echo": bytes.fromhex("3660008037366000f3"),
    # mstore(0, 1) return(0, 32)
    "true": bytes.fromhex("600160005260206000f3"),
    # mstore(0, caller()) mstore(32, callvalue()) revert(0, 64)
    "revert": bytes.fromhex("336000523460205260406000fd"),
    # pop(call(gas(), caller(), 0, 0, 0, 0, 0))
    # returndatacopy(0, 0, returndatasize()) return(0, returndatasize())
    "call back": bytes.fromhex("600080808080335af1503d6000803e3d6000f3"),
    # The same with the calldata after its first 4 bytes; or stop(), if there are no more.
    "call back with data": bytes.fromhex(
        "600536106027575b600436036004600037600080600436038180335af1503d6000803e3d6000f35b00"
    ),
}


def code_of(behaviour: str) -> bytes:
    """The bytecode of an account that behaves so: a name of `BEHAVIOURS`, or hexadecimal."""
    if behaviour.startswith("0x"):
        return bytes.fromhex(behaviour[2:])
    return BEHAVIOURS[behaviour]


@attr.s(auto_attribs=True)
class Input:
    """One call, and the state before it.

    `storage`: that of the contract; `immutables`: the values in its code; `arguments`: bytes
    appended to it; `behaviours` are names of `BEHAVIOURS` for other accounts, or their bytecode in
    hexadecimal, with `0x` before it.
    """

    calldata: bytes = b""
    value: int = 0
    caller: int = CALLER
    storage: dict[int, int] = attr.Factory(dict)
    immutables: dict[str, int] = attr.Factory(dict)
    arguments: bytes = b""
    behaviours: dict[int, str] = attr.Factory(dict)

    def __str__(self) -> str:
        parts = [f"calldata 0x{self.calldata.hex()}"]
        if self.value:
            parts.append(f"value {self.value}")
        if self.caller != CALLER:
            parts.append(f"caller {self.caller:#x}")
        if self.storage:
            parts.append(
                "storage "
                + ", ".join(f"{slot:#x}: {word:#x}" for slot, word in self.storage.items())
            )
        if self.immutables:
            parts.append(
                "immutables "
                + ", ".join(f"{name}: {word:#x}" for name, word in self.immutables.items())
            )
        if self.arguments:
            parts.append(f"arguments 0x{self.arguments.hex()}")
        if self.behaviours:
            parts.append(
                "accounts "
                + ", ".join(f"{address:#x}: {kind}" for address, kind in self.behaviours.items())
            )
        return "; ".join(parts)


_BOUNDARIES: Final = (
    0,
    1,
    2,
    3,
    32,
    255,
    256,
    (1 << 64) - 1,
    1 << 64,
    (1 << 160) - 1,
    (1 << 255) - 1,
    1 << 255,
    WORD_MASK - 1,
    WORD_MASK,
)
_SMALL: Final = 10
_MAX_WORDS: Final = 500
_SELECTOR_BITS: Final = 32
_REST_BITS: Final = 256 - _SELECTOR_BITS


class WordPool:
    """Words to choose from, and selectors of functions among them."""

    def __init__(self, code: Block) -> None:
        constants = _Constants()
        constants.visit_block(code)
        self.selectors = constants.selectors()
        self._constants = list(constants.words) or [0]
        self._words: dict[int, None] = dict.fromkeys(_BOUNDARIES)
        self._list: list[int] = []
        self.add(CALLER)
        self.add(CONTRACT)
        for word in constants.words:
            for neighbour in (word, word + 1, word - 1):
                self.add(neighbour & WORD_MASK)

    def add(self, word: int) -> None:
        """Add a word to the pool, if it is not full."""
        if len(self._words) < _MAX_WORDS and word not in self._words:
            self._words[word] = None
            self._list.clear()

    def choose(self, rng: Random) -> int:
        """A word: small, a constant, from the pool, or random."""
        kind = rng.random()
        if kind < 0.3:
            return rng.randrange(_SMALL)
        if kind < 0.6:
            return rng.choice(self._constants)
        if kind < 0.9:
            if not self._list:
                self._list.extend(self._words)
            return rng.choice(self._list)
        return rng.getrandbits(rng.choice((8, 32, 160, 256)))


class _Constants(Walker):
    def __init__(self) -> None:
        self.words: dict[int, None] = {}
        self._labels: dict[int, None] = {}

    def visit_literal(self, literal: Literal) -> None:
        if not literal.unlimited:
            self.words[literal.value] = None

    def visit_case(self, case: Case) -> None:
        if case.label is not None:
            self._labels[case.label.value] = None
        super().visit_case(case)

    def selectors(self) -> list[int]:
        """Labels of cases first, then other constants of four bytes, in place or at the top."""
        found: dict[int, None] = {}
        for word in (*self._labels, *self.words):
            if 1 << 16 < word < 1 << _SELECTOR_BITS:
                found[word] = None
            elif word and word & ((1 << _REST_BITS) - 1) == 0:
                found[word >> _REST_BITS] = None
        return list(found)


_SELECTOR_BYTES = 4
_SELECTOR_LIMIT = 1 << 8 * _SELECTOR_BYTES
_ADDRESS_LIMIT = 1 << 160
_MAX_VALUE = 10**30


def replacements(
    given: Input, word: int, wanted: int, offsets: Iterable[int], slots: Iterable[int]
) -> list[Input]:
    """All inputs that have `wanted` in one part where `given` has `word`.

    `offsets` in the calldata and `slots` of the storage are those that the program reads.
    """
    found: list[Input] = []
    for offset in offsets:
        if _padded(given.calldata, offset) == word.to_bytes(WORD_BYTES, "big"):
            new = wanted.to_bytes(WORD_BYTES, "big")
            found.append(_with_calldata(given, offset, new))
    if max(word, wanted) < _SELECTOR_LIMIT and given.calldata[:_SELECTOR_BYTES] == _selector(word):
        found.append(_with_calldata(given, 0, _selector(wanted)))
    if len(given.calldata) == word and wanted <= 1 << 10:
        found.append(attr.evolve(given, calldata=given.calldata[:wanted].ljust(wanted, b"\0")))
    for slot in slots:
        if given.storage.get(slot, 0) == word:
            storage = {**given.storage, slot: wanted}
            storage = {key: content for key, content in storage.items() if content}
            found.append(attr.evolve(given, storage=storage))
    for name, value in given.immutables.items():
        if value == word:
            found.append(attr.evolve(given, immutables={**given.immutables, name: wanted}))
    if given.value == word and wanted < _MAX_VALUE:
        found.append(attr.evolve(given, value=wanted))
    if given.caller == word and 0 < wanted < _ADDRESS_LIMIT:
        found.append(attr.evolve(given, caller=wanted))
    return found


def _selector(word: int) -> bytes:
    return word.to_bytes(_SELECTOR_BYTES, "big")


def _padded(content: bytes, start: int) -> bytes:
    return content[start : start + WORD_BYTES].ljust(WORD_BYTES, b"\0")


def _with_calldata(given: Input, start: int, new: bytes) -> Input:
    content = bytearray(given.calldata.ljust(start + len(new), b"\0"))
    content[start : start + len(new)] = new
    return attr.evolve(given, calldata=bytes(content))
