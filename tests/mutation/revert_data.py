"""Mutants of the placement of reverted data."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import suite_mutants

_aligner: Final = suite_mutants("steps.revert_data_aligner", "test_revert_data_aligner::test_")

_STAYS: Final = "other_data_stays"
_SELECTORS: Final = "kinds_of_selectors"

REVERT_DATA: Final = (
    _aligner(
        "the size of memory does not matter",
        "if not context.contains_msize(block):",
        "if block:",
        _STAYS,
    ),
    _aligner(
        "the memory guard does not matter",
        "if revert is not None and size is not None and size + _BYTES_BEFORE <= self._limit:",
        "if revert is not None and size is not None:",
        "words_stay_below_the_guard",
    ),
    _aligner(
        "words are stored before the selector",
        "return [] if missing else stores",
        "return stores",
        _STAYS,
    ),
    _aligner(
        "words are stored twice",
        "                missing.remove(address.value)\n",
        "                missing.discard(address.value)\n"
        "                missing = {*missing, *range(_SELECTOR, size, _WORD)} if 0 in missing"
        " and len(missing) > 1 else missing\n",
        _STAYS,
    ),
    _aligner(
        "words are stored anywhere",
        "if not isinstance(address, Literal) or address.value not in missing:\n"
        "                    return []\n                missing.remove(address.value)",
        "if not isinstance(address, Literal):\n"
        "                    return []\n                missing.discard(address.value)",
        _STAYS,
    ),
    _aligner(
        "values may read memory",
        "return expression_effects(expression, self._function_effects).memory != NONE",
        "return False",
        _STAYS,
    ),
    _aligner(
        "other statements do not matter",
        "            else:\n                return []\n            if value is not None",
        "            else:\n                continue\n            if value is not None",
        _STAYS,
    ),
    _aligner(
        "data begins anywhere",
        "if not isinstance(start, Literal) or start.value or not isinstance(size, Literal):",
        "if not isinstance(size, Literal):",
        _STAYS,
    ),
    _aligner(
        "data has any size",
        "return size.value if size.value % _WORD == _SELECTOR else None",
        "return size.value",
        _STAYS,
    ),
    _aligner(
        "any call ends the program",
        "call.name == builtin",
        "call.name in (builtin, 'return')",
        _STAYS,
    ),
    _aligner(
        "selectors are shifted by any number of bits",
        "    if shift.value == _BITS_AFTER:\n",
        "    if shift.value:\n",
        _SELECTORS,
    ),
    _aligner(
        "the rest of a word is kept",
        "    selector = word >> _BITS_AFTER\n",
        "    selector = word\n",
        _SELECTORS,
    ),
    _aligner(
        "words wider than memory are stored",
        "operand.value << shift.value & WORD_MASK",
        "operand.value << shift.value",
        _SELECTORS,
    ),
)
