"""Mutants of the relocation of logged words to scratch space."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import suite_mutants

_STAYS: Final = "other_logs_stay"
_MOVES: Final = "logged_words_move_to_scratch_space"
_DEPENDS: Final = "logs_that_depend_on_scratch_space"
_UNGUARDED: Final = "logs_stay_without_a_guard_and_with_msize"
_data: Final = suite_mutants("memory_objects.log_data", "steps/test_logs_in_scratch_space::test_")
_placer: Final = suite_mutants("steps.scratch_space_placer", "test_logs_in_scratch_space::test_")

LOG_DATA: Final = (
    _placer(
        "a guard is not needed",
        "if guarded_memory(block) is None or not any(",
        "if not any(",
        _UNGUARDED,
    ),
    _data(
        "scratch space may be read",
        "    touched = _bytes(0, data.size)\n",
        "    touched = 0\n",
        _STAYS,
    ),
    _data(
        "the former place may be read",
        "        touched |= accesses.written.get(store, ALL_MEMORY)\n",
        "        pass\n",
        _STAYS,
    ),
    _data(
        "reads after calls do not matter",
        "        self._after_calls[name] |= after\n",
        "        pass\n",
        _STAYS,
    ),
    _data(
        "data written right before is older memory",
        "reads_of_any_memory | {one.reader: 0 for one in data}",
        "reads_of_any_memory",
        _MOVES,
    ),
    _data(
        "parts of words are words",
        "or size.value % WORD_BYTES:",
        "or not size.value:",
        _STAYS,
    ),
    _data(
        "topics read memory",
        " or _accesses_memory(topics, effects):\n",
        ":\n",
        _DEPENDS,
    ),
    _data(
        "stores are anywhere",
        "if at is None or at.base != place.base or at.offset - place.offset not in missing:",
        "if at is None or at.offset - place.offset not in missing:",
        _STAYS,
    ),
    _data(
        "stores may be a byte off",
        "if at is None or at.base != place.base or at.offset - place.offset not in missing:\n"
        "                return {}\n            missing.remove(at.offset - place.offset)",
        "if at is None or at.base != place.base:\n"
        "                return {}\n            missing.discard((at.offset - place.offset) & ~31)",
        _STAYS,
    ),
    _data(
        "the variable changes",
        "            if place.base in _assigned(statement):\n                return {}\n",
        "",
        _STAYS,
    ),
    _data(
        "other statements do not matter",
        "        else:\n            return {}\n        if _accesses_memory(values",
        "        else:\n            continue\n        if _accesses_memory(values",
        _STAYS,
    ),
    _data(
        "values read memory",
        "        if _accesses_memory(values, effects):\n            return {}\n",
        "",
        _DEPENDS,
    ),
    _data(
        "no value may read memory",
        "values = store.arguments[1:] if missing else []",
        "values = store.arguments[1:]",
        _MOVES,
    ),
    _data(
        "some words are enough",
        "    return {} if missing else stores\n",
        "    return stores\n",
        _DEPENDS,
    ),
)
