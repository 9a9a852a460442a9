"""Mutants of equality saturation: costs, the choice of forms, pauses of rules."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import SuiteMutant


def _mutant(
    module: str, broken: str, old: str, new: str, caught_by: str, *, equivalent: str = ""
) -> SuiteMutant:
    return SuiteMutant(
        f"yulopt.egraph.{module}", broken, old, new, caught_by, equivalent=equivalent
    )


_PAUSES: Final = "test_scheduler::test_pauses_and_limits_double"
_NEVER_DEARER: Final = "test_exact_choice::test_never_more_expensive_than_the_search"
_ALL_CHOICES: Final = "test_exact_choice::test_all_choices"

EGRAPH: Final = (
    _mutant(
        "scheduler",
        "the limit of matches stays what it was",
        "if count > self._matches << pauses:",
        "if count > self._matches:",
        _PAUSES,
    ),
    _mutant(
        "scheduler",
        "pauses are of one length",
        "self._iteration + (self._iterations << pauses)",
        "self._iteration + self._iterations",
        _PAUSES,
    ),
    _mutant(
        "scheduler",
        "a rule may match once more than it may",
        "if count > self._matches << pauses:",
        "if count >= self._matches << pauses:",
        _PAUSES,
    ),
    _mutant(
        "scheduler",
        "the longest pause ends first",
        "self._iteration = min(self._end_of_pause.values())",
        "self._iteration = max(self._end_of_pause.values())",
        "test_scheduler::test_the_shortest_pause_ends_when_nothing_else_is_left",
    ),
    _mutant(
        "scheduler",
        "pauses are not forgotten",
        "        self._pauses.clear()\n",
        "",
        "test_scheduler::test_a_session_begins_without_pauses",
    ),
    _mutant(
        "tree_costs",
        "the cost of operands does not count",
        "cost = form.own + sum([self.cost[operand] for operand in form.operands])",
        "cost = form.own",
        "test_costs::test_a_shared_product_is_added_to_itself",
    ),
    _mutant(
        "tree_costs",
        "an operand that is there twice is waited for twice",
        "[[len(set(form.operands)) for form in forms] for forms in values]",
        "[[len(form.operands) for form in forms] for forms in values]",
        _ALL_CHOICES,
    ),
    _mutant(
        "shared_costs",
        "a move that did not pay stays",
        "                self._choose(value, best)\n",
        "                pass\n",
        "test_exact_choice::test_a_search_never_ends_above_its_start",
    ),
    _mutant(
        "shared_costs",
        "prepaid moves that did not pay stay",
        "        if self.total >= before:\n",
        "        if False:\n",
        "test_exact_choice::test_a_search_never_ends_above_its_start",
    ),
    _mutant(
        "shared_costs",
        "raising levels is no work",
        "            self._work += 1\n            needed = max(",
        "            needed = max(",
        "test_costs::test_raising_levels_is_work_that_is_limited",
    ),
    _mutant(
        "shared_costs",
        "levels do not grow with a choice",
        "            self._log.append((value, start))\n            self._raise_level(value)\n",
        "            self._log.append((value, start))\n",
        _NEVER_DEARER,
    ),
)
