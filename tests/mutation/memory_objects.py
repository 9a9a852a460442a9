"""Mutants of facts about memory: addresses, words, and the free memory pointer."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import suite_mutants

_SAFETY: Final = "memory_objects/test_safety::test_unsafe_code_is_not_proven"
_PROVEN: Final = "memory_objects/test_safety::test_memory_safe_code_is_proven"

_sums: Final = suite_mutants("domains.addresses", "")
_words: Final = suite_mutants("domains.memory_words", "")
_walk: Final = suite_mutants("domains.walk", "")
_memory: Final = suite_mutants("domains.memory", "")
_pointer: Final = suite_mutants("domains.free_pointer", "")
_summaries: Final = suite_mutants("domains.summaries", "")
_promoter: Final = suite_mutants("steps.memory_promoter", "test_memory_promoter::test_")
_values: Final = suite_mutants("domains.available_values", "steps/test_memory_promoter::test_")
_loads: Final = suite_mutants("rewriting.available_loads", "steps/test_memory_promoter::test_")

_STEP: Final = "steps/test_memory_promoter::test_"
_MADE: Final = f"{_STEP}unsound_optimisations_are_rejected"

_BEFORE_REVERT: Final = "memory_objects/test_safety::test_writes_before_a_revert_are_safe"
_ONLY_USERS: Final = "memory_objects/test_safety::test_only_uses_of_the_pointer_need_it"

MEMORY_OBJECTS: Final = (
    # Alias rules
    _sums(
        "words after another one touch it if they are less than a byte away",
        "after = least >= other.length and",
        "after = least >= other.length - 1 and",
        _MADE,
    ),
    _sums(
        "distances do not wrap around",
        " and most + one.length <= _WORD",
        "",
        _MADE,
    ),
    _sums(
        "words before another one may reach into it by a byte",
        "before = most <= -one.length and",
        "before = most < -one.length + 2 and",
        _MADE,
    ),
    _sums(
        "distances to what is before do not wrap around",
        " and least >= other.length - _WORD",
        "",
        "domains/test_addresses::test_distances_may_wrap_around",
    ),
    _sums(
        "the least distance is taken with the least of what is subtracted",
        "        least -= values.most\n",
        "        least -= values.least\n",
        "domains/test_addresses::test_unknown_values_on_both_sides",
    ),
    _sums(
        "the most distance is taken with the most of what is subtracted",
        "        most -= values.least\n",
        "        most -= values.most\n",
        "domains/test_addresses::test_unknown_values_on_both_sides",
    ),
    _sums(
        "a value that both addresses have counts once for each time that one has it",
        "            mine.remove(term)\n            theirs.remove(term)\n",
        "            mine.remove(term)\n",
        f"{_STEP}words_of_an_object_are_distinct",
    ),
    _sums(
        "differences are sums",
        "constant -= signed(",
        "constant += signed(",
        _MADE,
    ),
    _sums(
        "sums that may wrap around are above their parts",
        "    if least < 0 or most + span.length > _WORD:\n        return False\n",
        "",
        _MADE,
    ),
    _sums(
        "what is above a pointer may begin below it",
        "if low >= 0 and _fits(facts, below)",
        "if low >= -32 and _fits(facts, below)",
        _MADE,
    ),
    _sums(
        "floors are not followed",
        "            floor = floor_of(facts, floors, floor)\n",
        "            floor = None\n",
        f"{_STEP}objects_allocated_in_loops_are_disjoint",
    ),
    _sums(
        "the order of pointers in one branch is that in all others",
        "floor is not None and facts.is_known_true(FLOOR, (pointer, floor))",
        "floor is not None",
        _MADE,
    ),
    _walk(
        "what a loop's condition loads does not change in the body",
        "        names = self.in_loop + self._set_by_condition\n",
        "        names = self.in_loop\n",
        _MADE,
    ),
    _sums(
        "sums of a pointer and anything are taken apart",
        "    return known[0].most + known[1].most < _WORD or any(",
        "    return True or any(",
        _PROVEN,
    ),
    # Words
    _memory(
        "stores leave other words alone",
        "            if self._may_touch(span, word):\n",
        "            if False:\n",
        _MADE,
    ),
    _words(
        "only the order of objects keeps them apart",
        "            is_apart(facts, one, other)\n            or ",
        "            ",
        "memory_objects/test_safety::test_each_access_has_a_reason",
    ),
    _memory(
        "what is in memory is hashed in words that begin at its first byte",
        "start.constant + offset",
        "start.constant",
        _MADE,
    ),
    _memory(
        "hashes are of whole words",
        'f"keccak256:{length}"',
        '"keccak256:32"',
        _MADE,
    ),
    _memory(
        "no memory guard is out of reach",
        "max(least, OUT_OF_REACH - 1)",
        "OUT_OF_REACH - 1",
        "memory_objects/test_safety::test_a_memory_guard_may_be_out_of_reach",
    ),
    _memory(
        "lengths are the least that they can be",
        "length = min(self.facts.values_of(operands[index]).most, OUT_OF_REACH)",
        "length = min(self.facts.values_of(operands[index]).least, OUT_OF_REACH)",
        _MADE,
    ),
    _walk(
        "loops change nothing",
        "                return [name for name in names if name in found]",
        "                return []",
        _MADE,
    ),
    _walk(
        "what a loop changes is found in one iteration",
        "            if found == before:\n",
        "            if True:\n",
        _MADE,
    ),
    # Calls and the pointer
    _memory(
        "functions write nothing",
        "            self._write(Span(start, length))\n",
        "            pass\n",
        _MADE,
    ),
    _memory(
        "functions write nothing anywhere",
        "            if base == ANYWHERE:\n                self._write(None)\n",
        "            if base == ANYWHERE:\n",
        _MADE,
    ),
    _memory(
        "what functions write is relative to nothing",
        "                start = Sum(parameter.constant + start.constant, terms)\n",
        "                start = parameter\n",
        _MADE,
    ),
    _memory(
        "functions that call themselves write nothing",
        "self._written.get(name, (EVERYWHERE, MOVES_POINTER))",
        "self._written.get(name, ())",
        _MADE,
    ),
    _summaries(
        "functions that write to many places write to some of them",
        "        writes.update(map(_hull, groups.values()))",
        "        writes.update(one[0] for one in groups.values())",
        _MADE,
    ),
    _summaries(
        "the free memory pointer is among the places where no write is expected",
        "setdefault((one.base, one.most < NOT_SMALL), [])",
        "setdefault((one.base, True), [])",
        _MADE,
    ),
    _memory(
        "functions leave the pointer alone",
        "pointer.returned(name)",
        "pass",
        "memory_objects/test_safety::test_the_pointer_is_not_raised_too_far",
    ),
    _pointer(
        "functions that overwrite the pointer set it again",
        "if name not in self.assumed.overwriting:",
        "if name:",
        _BEFORE_REVERT,
    ),
    _pointer(
        "functions that turn out to overwrite the pointer are relied on",
        "return are_kept and not found.overwriting & self._relied_on",
        "return are_kept",
        _BEFORE_REVERT,
    ),
    _memory(
        "a pointer that was overwritten before is one after a call",
        "if was_in_place and pointer.value()",
        "if pointer.value()",
        "memory_objects/test_safety::test_a_call_does_not_restore_the_pointer",
    ),
    _pointer(
        "functions that are seen to use the pointer with other arguments do not need it",
        "            # It was not seen to do that with other arguments.\n"
        "            self._breaks_kept = True\n",
        "            pass\n",
        _ONLY_USERS,
    ),
    _pointer(
        "functions do not need what those that they call need",
        "            self.need()\n            self.check()\n",
        "            self.check()\n",
        _ONLY_USERS,
    ),
    _memory(
        "what replaced the pointer is the pointer of a function",
        "is_in_place and operand == self._pointer_at_call",
        "operand == self._pointer_at_call",
        "memory_objects/test_safety::test_a_value_that_replaced_the_pointer_is_not_the_pointer",
    ),
    _memory(
        "stores before an exit of a block are never read",
        " and self.walk.ways_out() == ways_out",
        "",
        _BEFORE_REVERT,
    ),
    _memory(
        "memory is touched where there are no bytes",
        "is_empty = facts.values_of(operands[length]).least == 0",
        "is_empty = False",
        "memory_objects/test_safety::test_accessed_memory_is_within_reach",
    ),
    _summaries(
        "functions return the same sum at each way out",
        "or other is None or one.base != other.base",
        "or other is None",
        "memory_objects/test_safety::test_results_of_functions",
    ),
    _pointer(
        "any value is the pointer",
        "        if values.least >= self.first and values.most < _FARTHEST:\n"
        "            return True\n",
        "        return True\n",
        _SAFETY,
    ),
    _pointer(
        "the pointer may be raised by anything",
        "            and most - bounds(facts, free)[1] <= OUT_OF_REACH\n",
        "",
        "memory_objects/test_safety::test_the_pointer_is_not_raised_too_far",
    ),
    _pointer(
        "the pointer may move back",
        "            self._breaks_grows = self._breaks_grows or self.walk.is_final\n",
        "            pass\n",
        _MADE,
    ),
    _pointer(
        "the pointer is in its place wherever functions are entered and left",
        "            self._breaks_kept = self._breaks_kept or self.walk.is_final\n",
        "            pass\n",
        _SAFETY,
    ),
    _pointer(
        "the pointer is still there when it is overwritten",
        "        self.walk.change(IN_PLACE, self.facts.constant(0))\n",
        "        pass\n",
        _SAFETY,
    ),
    _memory(
        "without its word a program keeps the pointer as well",
        "is_pointer = self._is_promised and word.start",
        "is_pointer = word.start",
        _MADE,
    ),
    _memory(
        "with its word a program does not write the pointer openly",
        "if is_pointer and (span is None or self._is_trusted(span.start)):",
        "if is_pointer:",
        _MADE,
    ),
    _memory(
        "with its word a program does not compute the address of the pointer",
        "return bounds(self.facts, Sum(address.constant, terms))[1] >= NOT_SMALL",
        "return bool(terms)",
        _MADE,
    ),
    _memory(
        "where there is a guard, no loop begins at the pointer",
        " if term not in self._small_at_first",
        "",
        _MADE,
    ),
    _memory(
        "callers know as much of an address as functions",
        "            note_write(self._writes, MOVES_POINTER)\n",
        "",
        _MADE,
    ),
    _memory(
        "the header of a loop knows as much of an address as its body",
        "if not all(self._is_expected):",
        "if False:",
        _MADE,
    ),
    _pointer(
        "a promise that turns out not to be kept is trusted",
        "        self._breaks_promise = self._breaks_promise or self.walk.is_final\n",
        "        pass\n",
        _MADE,
    ),
    _memory(
        "all calls give a function the pointer if one does",
        "[a and b for a, b in zip(known, given, strict=True)]",
        "[a or b for a, b in zip(known, given, strict=True)]",
        _MADE,
    ),
    _memory(
        "functions that call themselves are given the pointer by all calls",
        "if walk.is_final and function.name not in walk.recursive:",
        "if walk.is_final:",
        _MADE,
    ),
    _pointer(
        "a loop begins with the pointer that there was before it",
        "            self.facts.set_variable(POINTER, number)\n",
        "",
        "memory_objects/test_note_examples::test_loads_become_values",
    ),
    _pointer(
        "loops begin with the pointer in its place",
        "        if POINTER in changed:\n            self.check()\n",
        "        if POINTER in changed:\n",
        _MADE,
    ),
    _pointer(
        "loops end with the pointer in its place",
        "        if POINTER in self.walk.in_loop:\n            self.check()\n",
        "",
        _MADE,
    ),
    _memory(
        "instructions with unknown effects write nothing",
        "        if not accesses and builtin.side_effects.memory == WRITE:\n"
        "            self._write(None)\n",
        "",
        f"{_STEP}immutables_are_set_anywhere",
    ),
    # The step
    _promoter(
        "the size of memory does not matter",
        "        if context.contains_msize(block):\n            return\n",
        "",
        "unsound_optimisations_are_rejected",
    ),
    _promoter(
        "hashes of words that are not known are numbers",
        "        if len(known) < len(words):\n            return None\n",
        "",
        "a_hash_is_shared",
    ),
    _promoter(
        "the free memory pointer is a variable, too",
        "self.facts.values_of(operands[0]).constant == FREE_POINTER:",
        "number < 0:",
        "the_free_memory_pointer_is_left_to_others",
    ),
    _values(
        "variables are in scope everywhere",
        "if name in self._in_scope and facts.variable(name) == number:",
        "if facts.has_variable(name) and facts.variable(name) == number:",
        "variables_are_in_scope",
    ),
    _values(
        "variables keep their values",
        "if name in self._in_scope and facts.variable(name) == number:",
        "if name in self._in_scope:",
        "unsound_optimisations_are_rejected",
    ),
    _loads(
        "effects do not matter",
        "return all(is_removable(one, self._effects, self._contains_msize) for",
        "return all(True for",
        "effects_stay",
    ),
    _memory(
        "all stores are redundant",
        "if walk.is_final and self._words.at(address) == value:",
        "if walk.is_final:",
        _MADE,
    ),
)
