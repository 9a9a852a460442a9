"""Mutants of the promotion of slots in loops."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import suite_mutants

_TESTS: Final = "steps/test_slots_in_loops::test_"
_found: Final = suite_mutants("domains.loop_slots", _TESTS)
_put: Final = suite_mutants("rewriting.before_loops", _TESTS)
_step: Final = suite_mutants("steps.storage_forwarder", _TESTS)

_WRONG: Final = "unsound_promotions_are_rejected"
_GAINED: Final = "promotion_without_gain"

SLOTS_IN_LOOPS: Final = (
    _found(
        "other contracts do not look at storage",
        "            if effects.storage != NONE:\n",
        "            if False:\n",
        _WRONG,
    ),
    _found(
        "static calls do not look at storage",
        "            if effects.storage != NONE:\n",
        '            if effects.storage != NONE and call.name != "staticcall":\n',
        _WRONG,
    ),
    _found(
        "a loop goes on after a return",
        "            if builtin.control_flow.can_terminate:\n                self._expose_all()\n",
        "",
        _WRONG,
    ),
    _found(
        "functions come back",
        "        if self.walk.function_flow[name].can_terminate:\n            self._expose_all()\n",
        "",
        _WRONG,
    ),
    _found(
        "functions only store",
        "(*loaded, *self._storage.stored_by(name))",
        "self._storage.stored_by(name)",
        _WRONG,
    ),
    _found(
        "functions only load",
        "(*loaded, *self._storage.stored_by(name))",
        "loaded",
        _WRONG,
    ),
    _found(
        "functions that call themselves use no slots",
        "ALL_SLOTS if loaded is None",
        "() if loaded is None",
        _WRONG,
    ),
    _found(
        "what functions call does not load",
        "        self._note_loaded(slots)\n        for slot",
        "        for slot",
        _WRONG,
    ),
    _found(
        "functions load slots that have the number of their parameter",
        "            key = Sum(argument.constant + slots.constant, argument.terms)\n",
        "            key = Sum(slots.constant, ())\n",
        _WRONG,
    ),
    _found(
        "what may be the same slot is another one",
        "            else:\n                slot.is_exposed = True\n",
        "            else:\n                slot.others.add(call)\n",
        _WRONG,
    ),
    _found(
        "what is another slot may be the same",
        "elif self._storage.differ(key, slot.key):",
        "elif False:",
        "slots_of_mappings",
    ),
    _found(
        "slots of a space are those of the other one",
        "            if slot.space != space:\n                continue\n",
        "",
        "a_slot_is_a_variable",
    ),
    _found(
        "the beginning of a round comes before its stores",
        "        if self._watched:\n            # Now",
        "        if False:\n            # Now",
        _WRONG,
    ),
    _found(
        "a key is written as it is called in a branch",
        "        if as_sum(self.facts, slot.place) != slot.key:\n            return None\n",
        "",
        "the_key_is_known_only_in_a_branch",
    ),
    _found(
        "the loop assigns nothing",
        "            if name not in assigned:\n",
        "            if name:\n",
        "assignments_of_the_loop_change_the_slot",
    ),
    _found(
        "effects of keys are lost",
        "                if not is_removable(call.arguments[0], self._effects, True):\n"
        "                    slot.is_exposed = True\n",
        "",
        "the_key_is_computed_with_an_effect",
    ),
    _found(
        "a slot becomes two variables",
        "if key is None or not slot.calls.isdisjoint(self._promoted):",
        "if key is None:",
        "a_loop_in_a_loop",
    ),
    _found(
        "all that a loop does is done in all rounds",
        "        if value is None and not in_all_rounds:\n            return\n",
        "",
        _GAINED,
    ),
    _found(
        "bytes cost nothing",
        "        return model.lifetime(added) < model.lifetime(Gas(saved, 0))\n",
        "        return True\n",
        _GAINED,
    ),
    _found(
        "a block that is left is a loop",
        " or (statements and isinstance(statements[-1], Break)):",
        ":",
        _GAINED,
    ),
    _found(
        "functions are not left in loops",
        "return found.has_stores and not found.has_leave",
        "return found.has_stores",
        "the_function_is_left_in_the_loop",
    ),
    _put(
        "loads in front of loops in the loop load what is there",
        "        if inside(promotion.loop).loops.isdisjoint(before_loops):\n",
        "        if True:\n",
        "a_load_of_the_slot_is_put_in_front_of_a_loop_in_the_loop",
    ),
    _put(
        "what was there is stored",
        "Identifier(name)))\n        is_changed",
        "value))\n        is_changed",
        "the_promoted_slot",
    ),
    _put(
        "the slot is stored in front of the loop",
        "[*self._before[loop], loop, *self._after[loop]]",
        "[*self._before[loop], *self._after[loop], loop]",
        "the_promoted_slot",
    ),
    _step(
        "variables are in front of what they are declared with",
        "        insert_before_loops(block, invariant.before_loops)\n        # Code",
        "        # Code",
        "any_loops_over_slots",
    ),
)
