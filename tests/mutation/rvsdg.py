"""Mutants of graphs of values and states: building, restructuring, passes, writing."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import SuiteMutant


def _mutant(
    module: str, broken: str, old: str, new: str, caught_by: str, *, equivalent: str = ""
) -> SuiteMutant:
    return SuiteMutant(f"yulopt.{module}", broken, old, new, caught_by, equivalent=equivalent)


_ROUND_TRIP: Final = "test_round_trip::test_behaviour_of_small_programs"

RVSDG: Final = (
    _mutant(
        "rvsdg.restructuring",
        "of several values that are returned the first one counts",
        "if all(value == returned[0] for value in returned):",
        "if True:",
        "test_build::test_several_returns",
    ),
    _mutant(
        "rvsdg.restructuring",
        "parts that never end stay closed",
        "    if not ends:\n        return\n",
        "    return\n",
        "test_build::test_an_endless_loop_with_a_state",
    ),
    _mutant(
        "rvsdg.restructuring",
        "a loop with two entries is entered by the first one",
        "            edges.assign(edge, entry, {q: number[edge[0].targets[edge[1]]]})\n",
        "            edges.assign(edge, entry, {q: 0})\n",
        "test_build::test_a_loop_with_two_entries",
    ),
    _mutant(
        "rvsdg.restructuring",
        "a loop with two exits is left by the first one",
        "values = {q: number[edge[0].targets[edge[1]]]} if uses_q else {}",
        "values = {q: 0} if uses_q else {}",
        "test_build::test_two_exits_with_separate_code",
    ),
    _mutant(
        "rvsdg.passes.switches",
        "a switch with a known predicate takes its first case",
        "self._take(self._cases[known])",
        "self._take(self._cases[0])",
        "test_saturation::test_results_of_saturation",
    ),
    _mutant(
        "rvsdg.passes.switches",
        "a negated predicate keeps the order of the cases",
        "self._inputs, self._cases[::-1])",
        "self._inputs, self._cases)",
        "test_saturated_programs::test_examples",
    ),
    _mutant(
        "rvsdg.passes.switches",
        "every value is 0 or 1",
        "return any(node.head in _TRUTH_VALUES for node in host.nodes(value))",
        "return True",
        "test_saturated_programs::test_examples",
    ),
    _mutant(
        "rvsdg.passes.switches",
        "an output that is different in the cases is common",
        "if len(values) > 1:",
        "if False:",
        "test_egraph::test_random_graphs_compute_the_same",
    ),
    _mutant(
        "rvsdg.passes.loops",
        "variables that start equal stay equal",
        "            if refined == leaders:\n                break\n",
        "            break\n",
        "test_egraph::test_random_control_flow_computes_the_same",
    ),
    _mutant(
        "rvsdg.passes.loops",
        "a variable that changes is invariant",
        "return argument is not None and leaders[argument] == index",
        "return True",
        "test_egraph::test_random_control_flow_computes_the_same",
    ),
    _mutant(
        "rvsdg.passes.loops",
        "every loop runs once",
        "return host.numbers.get(first) == 0",
        "return True",
        "test_saturated_programs::test_generated_programs",
    ),
    _mutant(
        "rvsdg.passes.loops",
        "values of variables that change leave the loop",
        "if any(used >> index & 1 and index not in invariant for index"
        " in range(used.bit_length())):",
        "if False:",
        "test_egraph::test_random_control_flow_computes_the_same",
    ),
    _mutant(
        "rvsdg.region_state",
        "all loops are left after one iteration",
        "return isinstance(self.predicate, Constant) and self.predicate.value == 0",
        "return isinstance(self.predicate, Constant)",
        _ROUND_TRIP,
    ),
    _mutant(
        "rvsdg.region_state",
        "a switch decides although others need what it gives",
        "if isinstance(node, Switch) and node not in needed and self._is_decided_by(node):",
        "if isinstance(node, Switch) and self._is_decided_by(node):",
        "test_round_trip::test_examples",
    ),
    _mutant(
        "rvsdg.switch_writer",
        "an output that is the same in two cases needs no variable",
        "if is_atom(values[0]) and all(value == values[0] for value in values):",
        "if is_atom(values[0]):",
        _ROUND_TRIP,
    ),
    _mutant(
        "rvsdg.switch_writer",
        "a variable starts with a value that a statement changes",
        "if atoms and not self._cases[index].statements:",
        "if atoms:",
        _ROUND_TRIP,
    ),
    _mutant(
        "yul_writer.parallel_copies",
        "what was copied is read where it was",
        "                holders[target] = copy_of[target]\n",
        "                pass\n",
        "test_parallel_copies::test_random_parallel_copies",
    ),
    _mutant(
        "yul_writer.parallel_copies",
        "a variable is ready while others read it",
        "ready = [target for target in reads if readers[target] == 0][::-1]",
        "ready = list(reads)[::-1]",
        "test_parallel_copies::test_a_variable_changes_after_all_that_read_it",
    ),
)
