"""Mutants of the analysis of reads of memory."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import suite_mutants

_TEST: Final = "test_unread_store_eliminator::test_"
_eliminator: Final = suite_mutants("steps.unread_store_eliminator", _TEST)
_backward: Final = suite_mutants("memory_objects.backward", f"steps/{_TEST}")

_KEPT: Final = "stores_that_are_read_stay"

UNREAD_STORE_ELIMINATOR: Final = (
    _eliminator("nothing is read after a call", "self._after_calls[name] |= after", "pass", _KEPT),
    _eliminator(
        "what is read after a call is not found in it",
        "            after_calls = dict(self._after_calls)\n",
        "            after_calls = dict(self._after_calls)\n            break\n",
        _KEPT,
    ),
    _backward(
        "functions read nothing themselves",
        "return summary & ~REACHES_END | (after if summary & REACHES_END else 0)",
        "return after",
        _KEPT,
    ),
    _backward(
        "functions hide what is read after them",
        "(after if summary & REACHES_END else 0)",
        "0",
        _KEPT,
    ),
    _backward("nothing is read after leave", "return self._at_leave", "return 0", _KEPT),
    _backward("nothing is read after break", "return self._at_break", "return 0", _KEPT),
    _backward("nothing is read after continue", "return self._at_continue", "return 0", _KEPT),
    _backward(
        "loops have one round",
        "            if found == head:\n                break\n",
        "            break\n",
        _KEPT,
    ),
    _backward(
        "loops are entered",
        "self.expression(loop.condition, after | body)",
        "self.expression(loop.condition, body)",
        _KEPT,
    ),
    _backward(
        "branches are taken",
        "after | self.block(statement.body, after)",
        "self.block(statement.body, after)",
        _KEPT,
    ),
    _backward("a switch has a case", "found = 0 if has_default else after", "found = 0", _KEPT),
    _backward(
        "the first argument is evaluated first",
        "for argument in expression.arguments:",
        "for argument in reversed(expression.arguments):",
        _KEPT,
    ),
    _backward(
        "everything overwrites words",
        "if operation.fixed_length is not None and span is not None and not span.start.terms:",
        "if span is not None:",
        _KEPT,
    ),
    _backward(
        "words below the first object are not above it",
        "return low | (HIGH if end > FIRST_FREE else 0)",
        "return low | (HIGH if least >= FIRST_FREE else 0)",
        _KEPT,
    ),
    _backward(
        "addresses from below the first object on are above it",
        "(1 << min(least, FIRST_FREE))",
        "(1 << min(most, FIRST_FREE))",
        _KEPT,
    ),
    _backward(
        "addresses do not wrap around",
        "if least < 0 or end >= self.facts.words.limit:",
        "if least < 0 and end < 0:",
        _KEPT,
    ),
    _eliminator(
        "any returned data can be copied",
        'if call.name == "returndatacopy" and not _copies_all(call):',
        'if call.name == "":',
        _KEPT,
    ),
    _eliminator(
        "returned data is copied from anywhere", "        and offset.value == 0\n", "", _KEPT
    ),
    _eliminator(
        "any length of returned data is there",
        "        and isinstance(length, FunctionCall)\n"
        '        and length.name == "returndatasize"\n',
        "",
        _KEPT,
    ),
    _eliminator(
        "functions with the name of a later builtin are that",
        "call.builtin is None or call.name not in _STORES",
        "call.name not in _STORES",
        "a_function_may_have_the_name_of_a_later_builtin",
    ),
    _eliminator(
        "arguments have no effects",
        "if all(is_removable(one, self._effects, False) for one in call.arguments):",
        "if call.arguments:",
        _KEPT,
    ),
    _backward(
        "ends of the program read what is after them",
        "after = ENDS_WELL if",
        "after |= ENDS_WELL if",
        "code_without_a_return_reads_nothing_after_it",
    ),
    _backward(
        "words are not overwritten",
        "after & ~self._accesses.overwritten.get(call, 0)",
        "after",
        "overwritten_words_are_not_read",
    ),
)
