"""Mutants of facts about slots of storage."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import SuiteMutant, suite_mutants

_TESTS: Final = "steps/test_storage_forwarder::test_"
_storage: Final = suite_mutants("domains.storage", _TESTS)
_memory: Final = suite_mutants("domains.memory", _TESTS)
_put: Final = suite_mutants("rewriting.before_loops", _TESTS)
_replaced: Final = suite_mutants("rewriting.available_loads", _TESTS)

_APART: Final = "distances_of_hashes"

STORAGE: Final = (
    _storage(
        "what is added to a hash may be anything",
        "return found if least > -_NEAR and most < _NEAR else None",
        "return found",
        "unsound_optimisations_are_rejected",
    ),
    _storage(
        "what is added to a hash may be as large as a slot",
        "_NEAR: Final = 1 << 32",
        "_NEAR: Final = 1 << 64",
        _APART,
    ),
    _storage(
        "what is subtracted from a hash may be large",
        "least > -_NEAR and",
        "least > -_SMALL and",
        _APART,
    ),
    _storage(
        "no slot is near a hash",
        "return hash_of_other is not None and self.is_small(one)",
        "return hash_of_other is not None",
        _APART,
    ),
    _memory(
        "verbatim does not move the free memory pointer",
        "            if builtin.is_msize:\n",
        "            if False:\n",
        "verbatim_may_allocate_memory",
    ),
    SuiteMutant(
        "yulopt.domains.memory",
        "every guard is Solidity's",
        "            if least >= FIRST_FREE:\n",
        "            if True:\n",
        "steps/test_memory_promoter::test_unsound_optimisations_are_rejected",
    ),
    _replaced(
        "nothing asks for the size of memory",
        "is_removable(one, self._effects, self._contains_msize)",
        "is_removable(one, self._effects, False)",
        "unsound_optimisations_are_rejected",
    ),
    _put(
        "a slot that has changed is not stored",
        "Block([store_back])",
        "Block([])",
        "stores_fail_in_a_static_call",
    ),
)
