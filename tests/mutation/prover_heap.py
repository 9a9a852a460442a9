"""Mutants of the prover's facts about the heap, objects below the free memory pointer, and of which
functions return and are called."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import suite_mutants

_memory: Final = suite_mutants("prover.memory_facts", "test_heap::test_")
_apart: Final = suite_mutants("prover.apart", "test_heap::test_")
_facts: Final = suite_mutants("prover.facts", "test_heap::test_")
_rounds: Final = suite_mutants("prover.known", "test_heap::test_")
_calls: Final = suite_mutants("prover.execution", "test_heap::test_")
_invariants: Final = suite_mutants("prover.invariants", "test_heap::test_")
_fixed_memory: Final = suite_mutants("prover.memory_facts", "test_fixed_words::test_")
_fixed_apart: Final = suite_mutants("prover.apart", "test_fixed_words::test_")
_fixed_paths: Final = suite_mutants("prover.paths", "test_fixed_words::test_")
_fixed_ways: Final = suite_mutants("prover.summaries", "test_fixed_words::test_")
_guesses: Final = suite_mutants("prover.loop_guesses", "test_loop_guesses::test_")
_limits: Final = suite_mutants("prover.facts", "test_loop_guesses::test_")
_returning: Final = suite_mutants("prover.returning", "test_returning::test_")
_order: Final = suite_mutants("prover.arrays", "test_disjoint_writes::test_")
_graph: Final = suite_mutants("prover.calls", "test_calls::test_")
_GUESSED: Final = "words_without_such_bounds"
_RETURN: Final = "a_function_that_can_return"
_CHANGE: Final = "other_objects_may_change"
_WORDS: Final = "words_may_have_changed"
_EMPTY: Final = "a_heap_may_be_empty"

PROVER_HEAP: Final = (
    _order(
        "writes to constant addresses come before all others",
        "                return ends_before(written, place)",
        "                return True",
        "writes_that_may_meet_keep_their_order",
    ),
    _memory(
        "the free memory pointer never becomes less",
        "if any(self._facts.is_at_least(word, floor) for word in (pointer, *floors)):",
        "if floor:",
        _CHANGE,
    ),
    _memory(
        "the free memory pointer has no upper bound",
        "for floor in reversed(self.floors) if most <= HEAP.most else ():",
        "for floor in reversed(self.floors):",
        "a_pointer_may_be_too_large",
    ),
    _memory(
        "there is always an object",
        "Bounds(HEAP.least - WORD_BYTES, HEAP.most - WORD_BYTES).limit(address)",
        "Bounds(HEAP.least, HEAP.most - WORD_BYTES).limit(address)",
        _EMPTY,
    ),
    _memory(
        "no call changes objects",
        "if found.keeps_objects and not found.needs:",
        "if not found.needs:",
        _CHANGE,
    ),
    _apart(
        "addresses of objects may wrap around",
        "if least < HEAP.least - WORD_BYTES or most > HEAP.most:",
        "if least < HEAP.least - WORD_BYTES and most > HEAP.most:",
        _CHANGE,
    ),
    _apart(
        "there is always a heap",
        "return self._is_in_heap(pointer) and self",
        "return self",
        _CHANGE,
    ),
    _invariants(
        "results never depend on the heap",
        "in_any_memory = self._found(name) if known.results else None",
        "in_any_memory = summary",
        "without_a_heap_results_are_unknown",
    ),
    _apart(
        "words of objects may end after the pointer",
        "pointer, self.end_of_word(address)",
        "pointer, address",
        _CHANGE,
    ),
    _facts(
        "a difference is larger than its bound",
        "difference = self._words.add_number(difference, start)",
        "difference = self._words.add_number(difference, 0)",
        _CHANGE,
    ),
    _facts(
        "the rest of a sum has one sign",
        "if 0 <= least <= most <= WORD_MASK and end[0] <= end[1]:",
        "if 0 <= least <= most <= WORD_MASK:",
        "the_rest_of_a_sum_may_be_anything",
    ),
    _facts(
        "either case of a choice is large enough",
        "return all(self.is_at_least(case, other, choices - 1) for case in word.args[1:])",
        "return any(self.is_at_least(case, other, choices - 1) for case in word.args[1:])",
        _CHANGE,
    ),
    _rounds(
        "rounds keep lower bounds of the pointer",
        "joined.floors, self.words\n",
        "self.floors, self.words\n",
        _CHANGE,
    ),
    _memory(
        "functions keep the pointer if they keep any lower bound of it",
        "keeps_heap=set(self._at_entry.floors) <= set(kept.floors),",
        "keeps_heap=bool(kept.floors),",
        _CHANGE,
    ),
    _memory(
        "functions that keep the pointer keep objects",
        "keeps_objects=word in kept.words,",
        "keeps_objects=set(self._at_entry.floors) <= set(kept.floors),",
        _CHANGE,
    ),
    _memory(
        "results are those of calls with a heap",
        "if entry.holds and found.results:",
        "if found.results:",
        "without_a_heap_results_are_unknown",
    ),
    _rounds(
        "if one call has a heap, so has each one",
        "return None if one is None or other is None else one & other",
        "return other if one is None else one if other is None else one & other",
        _CHANGE,
    ),
    _invariants(
        "recursive functions are called with a heap",
        "known.parameters, known.entry = parameters, None",
        "known.parameters, known.entry = parameters, above",
        _CHANGE,
    ),
    _memory(
        "guarantees hold for any arguments",
        "holds = guarantee.needs <= above and all(",
        "holds = all(",
        _CHANGE,
    ),
    _memory(
        "addresses that are passed on may wrap around",
        "bounds(args[number])[1] <= guarantee.most for number",
        "bounds(args[number])[1] >= 0 for number",
        _CHANGE,
    ),
    _memory(
        "objects are kept whether the guarantee holds or not",
        "if found.keeps_objects and not found.needs:",
        "if found.keeps_objects:",
        _CHANGE,
    ),
    _memory(
        "guarantees hold on all paths if they hold on one",
        "self._facts.note_call(memory, entry.memory)",
        "self._apart.before_calls[memory] = entry.memory",
        _CHANGE,
    ),
    _memory(
        "functions that keep the heap keep the pointer",
        "keeps_pointer=pointer in kept.words,",
        "keeps_pointer=set(self._at_entry.floors) <= set(kept.floors),",
        "a_function_keeps_the_pointer",
    ),
    _memory(
        "the parameters of functions that are called in a heap are after it",
        "for number in known.guarantee.needs:",
        "for number in ():",
        "what_functions_guarantee",
    ),
    _invariants(
        "functions that are never called count",
        """                        # It is never called, so its calls do not happen.
                        continue
""",
        """                        self._arguments[name] = self.of_function[name].parameters, None
""",
        "functions_that_are_never_called_call_no_others",
    ),
    _fixed_memory(
        "static calls return data where they read it",
        '"staticcall": (4, 5),',
        '"staticcall": (2, 3),',
        _WORDS,
    ),
    _fixed_memory(
        "other code is copied to its address",
        '"extcodecopy": (1, 3),',
        '"extcodecopy": (0, 3),',
        _WORDS,
    ),
    _fixed_memory(
        "copies have one byte",
        "written = Range(args[start], args[size])",
        "written = Range(args[start], self._terms.one)",
        "a_copy_may_change_the_pointer",
    ),
    _fixed_apart(
        "no write changes fixed words",
        "if word is not None and self.are_apart(place, written):",
        "if word is not None:",
        _WORDS,
    ),
    _fixed_apart(
        "the last byte of scratch space is after it",
        "self._facts.bounds(start)[0] < FREE_POINTER:",
        "self._facts.bounds(start)[0] < FREE_POINTER - 1:",
        "reads_after_scratch_space",
    ),
    _fixed_paths(
        "fixed words are those of the paths that write",
        "[(arm.condition, arm.fixed) for arm in arms]",
        "[(arm.condition, arm.fixed) for arm in arms if arm.fixed]",
        _WORDS,
    ),
    _fixed_ways(
        "fixed words are those of the first path that returns",
        """    first, *others = of_leaf.values()
    if all(value is first for value in others):
        return first
""",
        """    first, *_ = of_leaf.values()
    if first.op == "calldataload" or first.is_constant:
        return first
""",
        _WORDS,
    ),
    _returning(
        "functions return only at their ends",
        "return self._falls(function.body) or self._leaves",
        "return self._falls(function.body)",
        _RETURN,
    ),
    _returning(
        "a switch with a default case may match none",
        "return any(falls) or all(case.label is not None for case in statement.cases)",
        "return any(falls) or not falls",
        _RETURN,
    ),
    _returning(
        "arguments always have values",
        "if not all(self._has_value(argument) for argument in expression.arguments):",
        "if not expression.arguments and False:",
        _RETURN,
    ),
    _returning(
        "callees are known to return before they are examined",
        "name for name in pending if _Body(found).returns(functions[name])",
        "pending",
        _RETURN,
    ),
    _guesses(
        "guesses hold",
        "if weaker != UNKNOWN and weaker.has(actual):",
        "if weaker != UNKNOWN:",
        _GUESSED,
    ),
    _limits(
        "sums never overflow",
        "if self.bounds(summand)[1] + constant <= WORD_MASK:",
        "if summand:",
        _GUESSED,
    ),
    _limits(
        "a remainder is less than its divisor by two",
        "most = min(most, dividend, max(divisor - 1, 0))",
        "most = min(most, dividend, max(divisor - 2, 0))",
        _GUESSED,
    ),
    _limits(
        "signed words are not negative",
        'elif op == "slt" and self.bounds(args[1])[1] <= _MAX_SIGNED:',
        'elif op == "slt":',
        _GUESSED,
    ),
    _limits(
        "the highest bit of a bound is not set",
        "known.ones & limits.ones & (1 << most.bit_length()) - 1",
        "known.ones & limits.ones & (1 << most.bit_length()) // 2 - 1",
        _GUESSED,
    ),
    _graph(
        "nothing is called after an iteration",
        "            self._visit(statement.post)\n",
        "",
        "calls_are_found_everywhere",
    ),
    _graph(
        "what follows a function is in it",
        "        self._function = outer\n",
        "        del outer\n",
        "calls_are_those_of_the_innermost_function",
    ),
    _graph(
        "callees may be in later components",
        "numbers.get(callee, 0) <= numbers[name]",
        "numbers.get(callee, 0) >= 0",
        "wrong_components_are_noticed",
    ),
)
