"""Putting a word in the place of another one, wherever in an input that may come from."""

from __future__ import annotations

from collections.abc import Iterable

import attr

from yulopt.syntax.literals import WORD_BYTES
from yulopt.verifier.inputs import Input

_SELECTOR_BYTES = 4
_SELECTOR_LIMIT = 1 << 8 * _SELECTOR_BYTES
_ADDRESS_LIMIT = 1 << 160
_MOST_VALUE = 10**30


def replacements(
    given: Input, word: int, wanted: int, offsets: Iterable[int], slots: Iterable[int]
) -> list[Input]:
    """All inputs that have `wanted` in one place where `given` has `word`.

    `offsets` are places in the calldata, and `slots` slots of the storage, that the program reads.
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
            storage = {place: content for place, content in storage.items() if content}
            found.append(attr.evolve(given, storage=storage))
    for name, value in given.immutables.items():
        if value == word:
            found.append(attr.evolve(given, immutables={**given.immutables, name: wanted}))
    if given.value == word and wanted < _MOST_VALUE:
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
