"""Mutants of the elimination of repeated calls."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import suite_mutants

_ROWS: Final = "legality/test_legality::test_where_the_condition_fails_behaviour_is_preserved"
_STEP: Final = "steps/test_repeated_call_eliminator::test_"
_rows: Final = suite_mutants("domains.repeated_calls", _ROWS)
_calls: Final = suite_mutants("domains.repeated_calls", _STEP)
_replaced: Final = suite_mutants("steps.repeated_call_eliminator", "")

REPEATED_CALLS: Final = (
    _rows(
        "functions may write anything",
        "if uses.may_repeat():",
        "if name in self._uses:",
        "",
    ),
    _rows(
        "nothing varies",
        "            self._read(_any_of(_VARYING))\n",
        "            pass\n",
        "",
    ),
    _rows(
        "only the first word of what is hashed is read",
        "for offset in range(0, length, WORD_BYTES)",
        "for offset in range(0, WORD_BYTES, WORD_BYTES)",
        "",
    ),
    _rows(
        "a function reads only what it has written",
        "        if not self.facts.has_variable(_stored(read)):\n",
        "        if not self._writes:\n",
        "",
    ),
    _rows(
        "writes in a loop are seen only after it",
        "        self.walk.change(_version(written.space), self.facts.fresh_any())\n",
        "        self.facts.set_variable(_version(written.space), self.facts.fresh_any())\n",
        "",
    ),
    _rows(
        "callers read nothing that the functions they call read",
        "        for read in uses.reads:\n            self._read(",
        "        for read in ():\n            self._read(",
        "",
    ),
    _rows(
        "callers write nothing that the functions they call write",
        "        for written in uses.writes:\n            self._write(",
        "        for written in ():\n            self._write(",
        "",
    ),
    _rows(
        "what is read may have changed",
        "_called(name, (*operands, *state))",
        "_called(name, operands)",
        "",
    ),
    _rows(
        "arguments may differ",
        "_called(name, (*operands, *state))",
        "_called(name, tuple(state))",
        "",
    ),
    _rows(
        "what was written may have changed",
        "self._changes_nothing = self._earlier is not None and words == self._earlier.contents",
        "self._changes_nothing = self._earlier is not None",
        "",
    ),
    _rows(
        "an earlier call may not have been made",
        "            facts.set_variable(cell, number)\n",
        "            facts._variables[cell] = number\n",
        "",
    ),
    _rows(
        "blocks that are left by leave or break end the program",
        "if not self.facts.is_reachable and self.walk.ways_out() == ways_out:",
        "if not self.facts.is_reachable:",
        "",
    ),
    _rows(
        "all blocks end the program",
        "if not self.facts.is_reachable and self.walk.ways_out() == ways_out:",
        "if self.walk.ways_out() == ways_out:",
        "",
    ),
    _rows(
        "one result is enough",
        "if len(holders) == len(results) and isinstance(",
        "if holders and isinstance(",
        "",
    ),
    _calls(
        "the first call of a statement is that whose results it assigns",
        "            self.found.pop(self._statement, None)\n",
        "            pass\n",
        "a_call_that_ends_the_program_is_not_that_of_its_argument",
    ),
    _calls(
        "a result on one path is that on all",
        "            facts.set_variable(cell, number)\n",
        "            facts._variables[cell] = number\n",
        "a_result_on_one_path_need_not_be_that_on_others",
    ),
    _calls(
        "recursive functions write nothing",
        "_Uses([], [Slots(space, ANY_SLOT, 0) for space in _SPACES])",
        "_Uses([], [])",
        "a_recursive_function_may_write_anything",
    ),
    _calls(
        "functions write all they may write",
        "is_certain=written in uses.certain",
        "is_certain=True",
        "what_a_called_function_may_have_written_is_read",
    ),
    _calls(
        "a word written before one exit is written before all",
        "self._certain & stored",
        "self._certain | stored",
        "what_a_called_function_may_have_written_is_read",
    ),
    _calls(
        "what a called function has written is unknown",
        "is_certain=written in uses.certain",
        "is_certain=False",
        "what_a_called_function_has_certainly_written_is_not_read",
    ),
    _calls(
        "statements that are over have calls after them",
        "    def leave_statement(self, statement: Statement) -> None:\n"
        "        self._statement = None\n",
        "    def leave_statement(self, statement: Statement) -> None:\n        pass\n",
        "conditions_have_no_results_to_assign",
    ),
    _replaced(
        "arguments have no effects",
        "        return holders if is_free else None\n",
        "        return holders\n",
        _ROWS,
    ),
    _replaced(
        "variables are assigned one after the other",
        "if holders is None or {target.name for target in assignment.targets} & {*holders}:",
        "if holders is None:",
        _ROWS,
    ),
)
