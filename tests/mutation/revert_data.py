"""Mutants of the placement of reverted data."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import suite_mutants

_aligner: Final = suite_mutants("steps.revert_data_aligner", "test_revert_data_aligner::test_")

_STAYS: Final = "other_data_stays"
_SELECTORS: Final = "kinds_of_selectors"
_VARIABLES: Final = "other_variables"

REVERT_DATA: Final = (
    _aligner(
        "the size of memory does not matter",
        "if not context.contains_msize(block):",
        "if block:",
        _STAYS,
    ),
    _aligner(
        "the memory guard does not matter",
        "return size % _WORD == _SELECTOR and size + _BYTES_BEFORE <= self._limit",
        "return size % _WORD == _SELECTOR",
        "words_stay_below_the_guard",
    ),
    _aligner(
        "data has any size",
        "return size % _WORD == _SELECTOR and size + _BYTES_BEFORE <= self._limit",
        "return size + _BYTES_BEFORE <= self._limit",
        _STAYS,
    ),
    _aligner(
        "words are stored before the selector",
        "return [] if missing else stores",
        "return stores",
        _STAYS,
    ),
    _aligner(
        "words are stored anywhere",
        "                if address is None or address not in missing:\n"
        "                    return []\n                missing.remove(address)\n",
        "                if address is None:\n"
        "                    return []\n                missing.discard(address)\n",
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
        "            if start == 0 and size is not None",
        "            if size is not None",
        _STAYS,
    ),
    _aligner(
        "returned data is reverted data",
        '_REVERT: Final = ("revert",)',
        '_REVERT: Final = ("revert", "return")',
        _STAYS,
    ),
    _aligner(
        "selectors are shifted by any number of bits",
        "            if self._constants.word(shift) == _BITS_AFTER:\n",
        "            if shift:\n",
        _SELECTORS,
    ),
    _aligner(
        "the rest of a word is kept",
        "        selector = word >> _BITS_AFTER\n",
        "        selector = word\n",
        _SELECTORS,
    ),
    _aligner(
        "words wider than memory are stored",
        "operand.value << shift.value & WORD_MASK if",
        "operand.value << shift.value if",
        _SELECTORS,
    ),
    _aligner(
        "variables keep their first number",
        "word if is_first or self._words[name] == word else None",
        "word if is_first else self._words[name]",
        _VARIABLES,
    ),
    _aligner(
        "assignments do not count",
        "            self._assign(target.name, self._literal_word(assignment.value))\n",
        "            pass\n",
        _VARIABLES,
    ),
    _aligner(
        "variables have the first number of others",
        "return None if isinstance(value, Identifier) else self.word(value)",
        "return self.word(value)",
        _VARIABLES,
    ),
    _aligner(
        "results of functions are zero",
        "self._assign(name, 0 if value is None else self._literal_word(value))",
        "self._assign(name, 0)",
        _VARIABLES,
    ),
)

_eliminator: Final = suite_mutants(
    "steps.selector_check_eliminator", "test_selector_check_eliminator::test_"
)
_REMOVED: Final = "a_check_is_removed"
_CHECKING: Final = "a_case_that_checks_the_size"
_UNCHECKED: Final = "a_case_that_does_not_check_the_size"
_OTHERS: Final = "other_checks_stay"
_OTHER_CODE: Final = "other_code_after_the_check"

SELECTOR_CHECKS: Final = (
    _eliminator(
        "other code may follow",
        "                and _reverts(following[0])\n",
        "",
        _OTHERS,
    ),
    _eliminator(
        "data may be reverted",
        "return bool(operands) and all(map(is_zero_literal, operands))",
        "return bool(operands)",
        _OTHERS,
    ),
    _eliminator(
        "any condition is about the selector",
        "                and _is_nonzero_for_selectors(statement.condition)\n",
        "",
        _OTHERS,
    ),
    _eliminator(
        "more calldata is needed",
        "_compared_size(operand) == _SELECTOR_BYTES",
        "_compared_size(operand) >= _SELECTOR_BYTES",
        _OTHERS,
    ),
    _eliminator(
        "variables may be computed with effects",
        "                if value is not None and not is_movable(value):\n"
        "                    return False\n",
        "",
        _OTHER_CODE,
    ),
    _eliminator(
        "statements before the switch do not matter",
        "            elif not _is_pure_check(statement):\n                return False\n",
        "",
        _OTHER_CODE,
    ),
    _eliminator(
        "any word is the selector",
        "        return (is_selector or _is_selector(compared)) and all(",
        "        return all(",
        _OTHER_CODE,
    ),
    _eliminator(
        "any variable is the selector",
        "and compared.name in selectors",
        "",
        _OTHER_CODE,
    ),
    _eliminator(
        "a default is no case",
        "return self._matches_nothing(case.body.statements, selectors)",
        "return True",
        _OTHER_CODE,
    ),
    _eliminator(
        "the last byte does not matter",
        "return case.label.value & 0xFF != 0 or self._reverts_if_short(case.body)",
        "return True",
        _UNCHECKED,
    ),
    _eliminator(
        "checks may compare with less",
        "return _compared_size(condition) >= _SELECTOR_BYTES",
        "return _compared_size(condition) > 0",
        _UNCHECKED,
    ),
    _eliminator(
        "checks have effects",
        "        and is_movable(statement.condition)\n",
        "",
        _UNCHECKED,
    ),
    _eliminator(
        "checks stop",
        "        and _reverts(statement.body.statements[0])\n",
        "",
        _UNCHECKED,
    ),
    _eliminator(
        "arguments have effects",
        "            and all(map(is_movable, call.arguments))\n",
        "",
        _UNCHECKED,
    ),
    _eliminator(
        "recursion is followed",
        "            and calls < _MAX_CALLS\n",
        "",
        _UNCHECKED,
    ),
    _eliminator(
        "other statements are skipped",
        "            else:\n                return False\n        return False",
        "        return False",
        _UNCHECKED,
    ),
    _eliminator(
        "calls are not entered",
        "                return self._call_reverts_if_short(statement.expression, calls)\n",
        "                return False\n",
        _CHECKING,
    ),
    _eliminator(
        "selectors are not kept in variables",
        "                    selectors.update(statement.names)\n",
        "                    pass\n",
        _REMOVED,
    ),
)
