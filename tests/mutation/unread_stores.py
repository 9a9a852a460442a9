"""Mutants of what is known of who reads memory."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import suite_mutants

_liveness: Final = suite_mutants("memory_objects.liveness", "test_unread_stores::test_")

_KEPT: Final = "what_is_read_stays"

UNREAD_STORES: Final = (
    _liveness("nobody reads behind a call", "self._read_behind[call.name] |= live", "pass", _KEPT),
    _liveness(
        "what is read behind a call is not found behind it",
        "            behind = dict(self._read_behind)\n",
        "            behind = dict(self._read_behind)\n            break\n",
        _KEPT,
    ),
    _liveness(
        "functions read nothing themselves",
        "return self._read_by[call.name] | behind",
        "return behind",
        _KEPT,
    ),
    _liveness(
        "functions hide what is read behind them",
        "behind = live if self._flow[call.name].can_continue else 0",
        "behind = 0",
        _KEPT,
    ),
    _liveness("nobody reads behind leave", "return self._at_leave", "return 0", _KEPT),
    _liveness("nobody reads behind break", "return self._at_break", "return 0", _KEPT),
    _liveness("nobody reads behind continue", "return self._at_continue", "return 0", _KEPT),
    _liveness(
        "loops have one round",
        "            if found == head:\n                break\n",
        "            break\n",
        _KEPT,
    ),
    _liveness(
        "loops are entered",
        "self._expression(loop.condition, live | body)",
        "self._expression(loop.condition, body)",
        _KEPT,
    ),
    _liveness(
        "branches are taken",
        "live | self._block(statement.body, live)",
        "self._block(statement.body, live)",
        _KEPT,
    ),
    _liveness("a switch has a case", "read = 0 if has_default else live", "read = 0", _KEPT),
    _liveness(
        "the first argument is evaluated first",
        "for argument in expression.arguments:",
        "for argument in reversed(expression.arguments):",
        _KEPT,
    ),
    _liveness(
        "everything overwrites words",
        'if call.name == "mstore" and span is not None and not span.start.terms:',
        "if span is not None:",
        _KEPT,
    ),
    _liveness(
        "words in front of the first object are not behind it",
        "return low | (_HIGH if end > FIRST_FREE else 0)",
        "return low | (_HIGH if least >= FIRST_FREE else 0)",
        _KEPT,
    ),
    _liveness(
        "addresses from below the first object on are behind it",
        "(1 << min(least, FIRST_FREE))",
        "(1 << min(most, FIRST_FREE))",
        _KEPT,
    ),
    _liveness(
        "addresses do not wrap around",
        "if least < 0 or end >= self.words.limit:",
        "if least < 0 and end < 0:",
        _KEPT,
    ),
    _liveness(
        "any returned data can be copied",
        'if call.name == "returndatacopy" and not _copies_all(call):',
        'if call.name == "":',
        _KEPT,
    ),
    _liveness(
        "returned data is copied from anywhere", "        and offset.value == 0\n", "", _KEPT
    ),
    _liveness(
        "any length of returned data is there",
        "        and isinstance(length, FunctionCall)\n"
        '        and length.name == "returndatasize"\n',
        "",
        _KEPT,
    ),
    _liveness(
        "arguments have no effects",
        "if all(is_removable(one, self._effects, False) for one in call.arguments):",
        "if call.arguments:",
        _KEPT,
    ),
    _liveness(
        "ends of the program read what is behind them",
        "            live = 0\n",
        "            live |= 0\n",
        "who_does_not_return_reads_nothing_behind",
    ),
    _liveness(
        "words are not overwritten",
        "live & ~accesses.overwritten.get(call, 0) |",
        "live |",
        "words_that_are_overwritten_are_not_read",
    ),
)
