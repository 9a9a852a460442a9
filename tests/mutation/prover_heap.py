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
_guesses: Final = suite_mutants("prover.loop_guesses", "test_loop_guesses::test_")
_limits: Final = suite_mutants("prover.facts", "test_loop_guesses::test_")
_returning: Final = suite_mutants("prover.returning", "test_returning::test_")
_graph: Final = suite_mutants("prover.calls", "test_calls::test_")
_GUESSED: Final = "words_without_such_bounds"
_RETURN: Final = "a_function_that_can_return"
_CHANGE: Final = "other_objects_may_change"
_EMPTY: Final = "a_heap_may_be_empty"

PROVER_HEAP: Final = (
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
        "if known.keeps_objects and state[MEMORY] is not before:",
        "if state[MEMORY] is not before:",
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
        "is_object = self.is_in_heap(before) and self",
        "is_object = self",
        _CHANGE,
    ),
    _memory(
        "results never depend on the heap",
        "needs_heap |= address is self._pointer",
        "needs_heap |= address is None",
        "without_a_heap_results_are_unknown",
    ),
    _apart(
        "words of objects may end after the pointer",
        "self.free_pointer(before), self.end_of_word(address)",
        "self.free_pointer(before), address",
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
    _calls(
        "functions keep the pointer if they keep any lower bound of it",
        "keeps_heap=bool(floors) and set(floors) <= set(kept.floors),",
        "keeps_heap=bool(kept.floors),",
        _CHANGE,
    ),
    _calls(
        "functions that keep the pointer keep objects",
        "keeps_objects=bool(words) and set(words) <= set(kept.words),",
        "keeps_objects=bool(words) and set(floors) <= set(kept.floors),",
        _CHANGE,
    ),
    _memory(
        "results are those of calls with a heap",
        "if in_heap and known.of_heap:",
        "if known.of_heap:",
        "without_a_heap_results_are_unknown",
    ),
    _invariants(
        "the last call has a heap, and so has each one",
        "joined, in_heap and was_in_heap",
        "joined, in_heap or was_in_heap",
        _CHANGE,
    ),
    _invariants(
        "recursive functions are called with a heap",
        "        known.enters_heap = False\n",
        "        known.enters_heap = True\n",
        _CHANGE,
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
