"""Mutants of the translation from SSA form back to Yul."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import SuiteMutant


def ssa_mutant(
    module: str, broken: str, old: str, new: str, caught_by: str, *, equivalent: str = ""
) -> SuiteMutant:
    """A mutant of a module below `yulopt.ssa`."""
    return SuiteMutant(f"yulopt.ssa.{module}", broken, old, new, caught_by, equivalent=equivalent)


PHI_ELIMINATION: Final = (
    ssa_mutant(
        "destruction.parallel_copies",
        "critical edges are not split",
        "trampolines = split_critical_edges(function, only_to_phis=True)",
        "trampolines = 0",
        "test_phi_elimination::test_random_functions_behave_the_same",
    ),
    ssa_mutant(
        "destruction.parallel_copies",
        "copies happen on other edges, too",
        "if len(predecessor.successors) == 1:",
        "if True:",
        "test_phi_elimination::test_copies_are_not_executed_on_other_edges",
    ),
    ssa_mutant(
        "destruction.parallel_copies",
        "sources are read where they were",
        "source = source_of[target] if variable is None else holders.get(variable, variable)",
        "source = source_of[target]",
        "test_phi_elimination::test_swap_coalesced",
    ),
    ssa_mutant(
        "destruction.parallel_copies",
        "variables of parameters have no value at first",
        "    function.entry.instructions = copies + function.entry.instructions\n",
        "",
        "test_phi_elimination::test_random_functions_behave_the_same",
    ),
    ssa_mutant(
        "destruction.coalescing",
        "what is needed after another definition does not interfere with it",
        "return self._last_use.get((value, block), _PHIS) > position",
        "return False",
        "test_phi_elimination::test_a_value_that_is_read_after_the_next_one_keeps_its_variable",
    ),
    ssa_mutant(
        "destruction.coalescing",
        "what is live at the end of the block does not interfere",
        "        if value in self._liveness.live_out[block]:\n            return True\n",
        "",
        "test_phi_elimination::test_random_functions_behave_the_same",
    ),
    ssa_mutant(
        "destruction.coalescing",
        "values that are defined together do not interfere",
        "        if self._positions[value] == (block, position):\n            return True\n",
        "",
        "",
        equivalent="values of a class are results of phis, which are live at the start of their"
        " block, or operands of phis, which are live at the end of the block that defines them",
    ),
    ssa_mutant(
        "destruction.coalescing",
        "values of different owners share a variable",
        "        if len(owners) > 1:\n            return False\n",
        "",
        "test_raising::test_max",
    ),
)

RAISING: Final = (
    ssa_mutant(
        "raising.loops",
        "a post part may be of any size",
        "if successor is not loop.header and not self._tree.dominates(start, successor):",
        "if False:",
        "test_raising::test_regressions_of_raising",
    ),
    ssa_mutant(
        "raising.loops",
        "of several blocks after a loop the first is the nearest",
        "chosen[loop] = max(ranked, key=lambda pair: pair[0])[1]",
        "chosen[loop] = min(ranked, key=lambda pair: pair[0])[1]",
        "test_raising::test_two_ways_out_of_a_loop",
    ),
    ssa_mutant(
        "raising.structuring",
        "frames are opened in the wrong order",
        "for target in reversed(targets):",
        "for target in targets:",
        "test_raising::test_random_graphs_behave_the_same",
    ),
    ssa_mutant(
        "raising.statements",
        "loads move before what may end the execution",
        "            effects.memory = WRITE\n",
        "            pass\n",
        "test_raising::test_loads_stay_after_what_may_end_the_execution",
    ),
    ssa_mutant(
        "raising.exits",
        "guards are not reset",
        "                first.append(self._set_guard(target, 0))\n",
        "                pass\n",
        "",
        equivalent="a guard is declared in the block of the loop that it is for, so it is 0"
        " whenever control comes there",
    ),
    ssa_mutant(
        "raising.exits",
        "the condition of a loop is not negated",
        "condition = negated(body[0].condition, self._program.dialect)",
        "condition = body[0].condition",
        "test_raising::test_fib_in_yul",
    ),
    ssa_mutant(
        "raising.exits",
        "assignments of immutables are copied",
        ' and not find_calls(\n        ast.Block(statements), "setimmutable"\n    )\n',
        "\n",
        "test_raising::test_code_that_assigns_an_immutable_is_not_copied",
    ),
    ssa_mutant(
        "raising.reducibility",
        "entries that assign immutables are copied",
        " and not _assigns_immutable(smallest):",
        ":",
        "test_raising::test_an_entry_that_assigns_an_immutable_is_not_copied",
    ),
)
