"""Mutants of the SSA form: its analyses and its passes."""

from __future__ import annotations

from typing import Final

from tests.mutation.out_of_ssa import PHI_ELIMINATION, RAISING, ssa_mutant

_CELLS: Final = "test_mem2reg_programs::test_random_functions_behave_the_same"
_PRUNED: Final = "test_phi_placement::test_pruned_phis_are_those_where_the_cell_is_live"

MEM2REG: Final = (
    ssa_mutant(
        "passes.mem2reg",
        "what a block assigns holds beside the blocks below it",
        "                self._current[cell] = value\n            stack.pop()",
        "                pass\n            stack.pop()",
        "test_mem2reg::test_phis_of_reference_programs",
    ),
    ssa_mutant(
        "passes.mem2reg",
        "what a block assigns is undone in the wrong order",
        "for cell, value in reversed(log):",
        "for cell, value in log:",
        "test_mem2reg_programs::test_generated_programs_behave_the_same",
    ),
    ssa_mutant(
        "passes.mem2reg",
        "a new phi is not the value of its cell",
        "            self._set(cell, phi.result, log)\n",
        "            pass\n",
        _CELLS,
    ),
    ssa_mutant(
        "passes.mem2reg",
        "a cell that is declared again keeps its value",
        "            self._set(instruction.result, Constant(0), log)\n",
        "            pass\n",
        "test_mem2reg::test_an_alloca_in_a_loop_is_zero_each_time",
    ),
    ssa_mutant(
        "passes.mem2reg",
        "cells of parameters without a store are promoted",
        "(parameters and instruction.result in stored)",
        "parameters",
        "test_mem2reg::test_a_parameter_cell_without_a_store_is_not_promoted",
    ),
    ssa_mutant(
        "passes.mem2reg",
        "phis from before stay although they have become trivial",
        "[*renaming.phis, *renaming.changed_phis]",
        "[*renaming.phis]",
        "test_mem2reg::test_phis_of_equal_loads_disappear",
    ),
    ssa_mutant(
        "analysis.phi_placement",
        "a cell that is declared in a loop is not defined there",
        "                found.defining[block] = None\n    return accesses",
        "    return accesses",
        "test_mem2reg::test_an_alloca_in_a_loop_is_zero_each_time",
    ),
    ssa_mutant(
        "analysis.phi_placement",
        "a load after a store in its block reads what comes from above",
        "if found is not None and block not in found.defining:",
        "if found is not None:",
        _PRUNED,
    ),
    ssa_mutant(
        "analysis.phi_placement",
        "what phis read is not followed",
        "            for predecessor in before[self._work.pop()]:\n"
        "                self._climb(predecessor)\n",
        "            self._work.pop()\n",
        "test_deep::test_nested_conditions",
    ),
    ssa_mutant(
        "analysis.phi_placement",
        "a phi above is passed on the way up",
        "                self._read(block)\n                return\n",
        "                self._read(block)\n",
        "test_phi_placement::test_a_replaced_cell_needs_no_phi_above",
    ),
    ssa_mutant(
        "analysis.phi_placement",
        "a definition that only comes before the others counts for what is read before it",
        "if first in accesses.reading or not all(",
        "if not all(",
        "test_phi_placement::test_a_loop_may_read_a_cell_before_the_first_store",
    ),
    ssa_mutant(
        "analysis.phi_placement",
        "the cheapest cells are dropped first",
        "sorted(costs, key=_order, reverse=True)",
        "sorted(costs, key=_order)",
        "test_phi_placement::test_phi_cost_limit",
    ),
)

VALUES: Final = (
    ssa_mutant(
        "passes.gvn",
        "a value holds beside the blocks below it",
        "                    del self._leaders[expression]\n",
        "                    pass\n",
        "test_gvn::test_values_hold_only_below_their_definition",
    ),
    ssa_mutant(
        "passes.gvn",
        "what is not movable is computed once",
        "            if not builtin.side_effects.movable:\n                return None\n",
        "",
        "test_gvn::test_different_or_not_movable",
    ),
    ssa_mutant(
        "passes.gvn",
        "every builtin is commutative",
        "return (builtin.mirrored, operands[1]",
        "return (builtin.name, operands[1]",
        "test_gvn::test_same_value",
    ),
    ssa_mutant(
        "passes.gvn",
        "operands stay in their order",
        "if builtin.mirrored and self._order",
        "if False and self._order",
        "test_gvn::test_same_value",
    ),
    ssa_mutant(
        "passes.gvn",
        "phis of different blocks are equal",
        "return (Phi, phi.block, *phi.operands)",
        "return (Phi, *phi.operands)",
        "test_gvn::test_equal_phis_beside_a_trivial_one",
    ),
    ssa_mutant(
        "passes.gvn",
        "the operands of a phi are in no order",
        "    if phi.blocks == order:\n",
        "    if True:\n",
        "test_gvn::test_equal_phis_beside_a_trivial_one",
    ),
    ssa_mutant(
        "passes.sccp",
        "a phi joins edges that are not taken",
        "elif user.blocks[index] in sources:",
        "else:",
        "test_sccp::test_values_on_edges_not_taken_do_not_count",
    ),
    ssa_mutant(
        "passes.sccp",
        "a constant condition decides nothing",
        "            if decided is not None:\n                targets = [decided]\n",
        "",
        "test_sccp::test_a_phi_joins_only_edges_that_are_taken",
    ),
    ssa_mutant(
        "passes.sccp",
        "an edge that is taken later brings nothing to phis",
        "            self._join(phi, phi.incoming(source))\n",
        "            pass\n",
        "test_sccp::test_a_phi_joins_only_edges_that_are_taken",
    ),
    ssa_mutant(
        "passes.peephole",
        "a branch that asks for zero keeps its targets",
        "            branch.targets.reverse()\n",
        "",
        "test_peephole::test_conditions_do_not_negate",
    ),
    ssa_mutant(
        "passes.peephole",
        "what others need is computed again",
        "and len(self._values[argument.name].uses) > 1",
        "and False",
        "test_peephole::test_values_with_other_uses_are_not_recomputed",
    ),
    ssa_mutant(
        "passes.peephole",
        "empty areas of memory stay where they are",
        "and instruction.operands[length] == zero",
        "and False",
        "test_peephole::test_rules",
    ),
)

LOOPS: Final = (
    ssa_mutant(
        "passes.licm",
        "what a loop writes is read before it",
        "return needed_depth < self._tree.depth[loop.header] and self._loop_effects.keeps(\n"
        "                loop, instruction\n            )",
        "return needed_depth < self._tree.depth[loop.header]",
        "test_licm::test_variant_or_dangerous",
    ),
    ssa_mutant(
        "passes.licm",
        "an operand from the header is from outside",
        "return needed_depth < self._tree.depth[loop.header]",
        "return needed_depth <= self._tree.depth[loop.header]",
        "test_passes::test_pass_preserves_behaviour_of_random_functions",
    ),
    ssa_mutant(
        "passes.licm",
        "memory is read before the loop if it is read in every iteration",
        "is_entered = block is not loop.header and self._is_entered(loop)",
        "is_entered = True",
        "test_licm::test_memory_is_read_before_the_loop_only_if_it_is_read_anyway",
    ),
    ssa_mutant(
        "passes.licm",
        "memory is read before a call in the same block that may end the execution",
        "return not any(map(self._effects.may_end, before))",
        "return True",
        "test_licm::test_memory_is_not_read_before_a_call_that_may_end_the_execution",
    ),
    ssa_mutant(
        "passes.licm",
        "memory is read before a call in another block that may end the execution",
        "found = found and not any(",
        "found = found or any(",
        "test_licm::test_memory_is_not_read_before_a_call_that_may_end_the_execution",
    ),
    ssa_mutant(
        "passes.licm",
        "dear instructions move out of a branch",
        "elif self._guarantees.in_every_iteration(block, loop):",
        "elif True:",
        "test_licm::test_only_cheap_instructions_move_out_of_a_branch",
    ),
    ssa_mutant(
        "passes.licm",
        "instructions leave one loop only",
        "loop, lambda around: around.depth >= limit.depth and is_invariant(around)",
        "loop, lambda around: around is loop",
        "test_licm::test_out_of_several_loops",
    ),
    ssa_mutant(
        "passes.licm",
        "one latch is enough for every iteration",
        "found = all(self._tree.dominates(block, latch) for latch in loop.latches)",
        "found = any(self._tree.dominates(block, latch) for latch in loop.latches)",
        "test_licm::test_conditional_code_stays_in_the_loop",
    ),
    ssa_mutant(
        "passes.loop_preheaders",
        "different values from outside become the first one",
        "    if all(value == values[0] for value in values):\n",
        "    if True:\n",
        "test_loops::test_make_preheaders",
    ),
    ssa_mutant(
        "analysis.liveness",
        "what is live at a header is not live in the loop",
        "                self.live_in[block].update(live)\n",
        "                pass\n",
        "test_liveness::test_random_functions",
    ),
    ssa_mutant(
        "analysis.liveness",
        "operands of phis are live in the block of the phi",
        "                    self._add(live, phi.incoming(block))\n",
        "                    pass\n",
        "test_liveness::test_random_functions",
    ),
    ssa_mutant(
        "analysis.liveness",
        "edges into a loop beside its header lead to their target",
        "return successor if entered is None else entered.header",
        "return successor",
        "test_liveness::test_values_used_in_a_loop_are_live_before_each_entry",
    ),
)

DEAD_CODE: Final = (
    ssa_mutant(
        "passes.dce",
        "what instructions read is not needed",
        "                    work.append(operand.instruction)\n",
        "                    pass\n",
        "test_passes::test_pass_preserves_behaviour_of_random_functions",
    ),
    ssa_mutant(
        "passes.adce",
        "branches before needed blocks are not needed",
        "                self._mark_end(branch)\n",
        "                pass\n",
        "test_passes::test_pass_preserves_behaviour_of_random_functions",
    ),
    ssa_mutant(
        "passes.adce",
        "where the operands of a phi come from is not needed",
        "            for block in instruction.blocks:\n                self._mark_end(block)\n",
        "            pass\n",
        "test_passes::test_pass_preserves_behaviour_of_random_functions",
    ),
    ssa_mutant(
        "passes.adce",
        "latches are not needed",
        "                self._mark_end(latch)\n",
        "                pass\n",
        "",
        equivalent="the header is marked, and whether control comes to it once more depends on all"
        " branches that matter; others choose between ways without effect",
    ),
    ssa_mutant(
        "passes.adce",
        "headers of loops are not needed",
        "            self._mark_block(loop.header)\n",
        "",
        "test_dead_code::test_adce_enters_loops_through_their_headers",
    ),
    ssa_mutant(
        "passes.simplify_cfg",
        "an empty block is left out although its edge tells values apart",
        "            phi.incoming(source) != phi.incoming(empty) for phi in target.phis",
        "            False for phi in target.phis",
        "test_simplify_cfg::test_a_phi_that_distinguishes_edges_keeps_the_branch",
    ),
    ssa_mutant(
        "passes.simplify_cfg",
        "a case is left out where two edges of a switch would meet phis",
        "if not isinstance(terminator, Branch) or any(",
        "if any(",
        "test_simplify_cfg::test_a_case_keeps_its_block_if_two_edges_would_meet_phis",
    ),
    ssa_mutant(
        "passes.simplify_cfg",
        "the targets of a branch change places",
        "return Branch(terminator.selector, default, cases[0][1])",
        "return Branch(terminator.selector, cases[0][1], default)",
        "test_passes::test_pass_preserves_behaviour_of_random_functions",
    ),
    ssa_mutant(
        "passes.simplify_cfg",
        "phis after a merged block keep their predecessor",
        "            phi.replace_incoming_block(successor, block)\n",
        "            pass\n",
        "test_passes::test_pass_preserves_behaviour_of_random_functions",
    ),
    ssa_mutant(
        "passes.tail_merging",
        "ends with different operands are the same",
        "            code.append(operand if number is None else number)\n",
        "            pass\n",
        "test_simplify_cfg::test_ends_with_different_values_are_not_merged",
    ),
    ssa_mutant(
        "passes.tail_merging",
        "values of another block are reported apart by their names",
        "            code.append(operand if number is None else number)\n",
        "            code.append(operand)\n",
        "test_passes::test_example_in_the_docstring",
    ),
)

STORES: Final = (
    ssa_mutant(
        "passes.evm_forward",
        "what is stored elsewhere leaves everything known",
        "            facts = facts.without(access.writes)\n",
        "            pass\n",
        "test_evm_forward::test_loads_that_are_left",
    ),
    ssa_mutant(
        "passes.evm_forward",
        "a store of the value that is loaded there stays",
        "elif value is not None and self._is_same(value, access.value):",
        "elif False:",
        "test_forwarding_properties::test_examples_show_the_passes",
    ),
    ssa_mutant(
        "passes.evm_forward",
        "equal stores are those of any value",
        "return other is not None and self._resolve(value) == self._resolve(other)",
        "return other is not None",
        "test_evm_forward::test_values_meet_in_a_phi",
    ),
    ssa_mutant(
        "passes.evm_forward",
        "values meet in no phi",
        "if not self._value_phis or not self._accesses.may_join(location):",
        "if True:",
        "test_evm_forward::test_values_meet_in_a_phi",
    ),
    ssa_mutant(
        "passes.evm_forward",
        "phis of phis are not made",
        "                work.extend(self._operand(site, source)"
        " for source in self._before[site[0]])\n",
        "",
        "test_evm_forward::test_a_phi_is_placed_if_another_phi_needs_it",
    ),
    ssa_mutant(
        "passes.evm_dead_stores",
        "what is read afterwards is dead",
        "return facts.fill(access.covers, _DEAD).without(access.reads)",
        "return facts.fill(access.covers, _DEAD)",
        "test_evm_forward::test_stores_that_are_left",
    ),
    ssa_mutant(
        "passes.evm_dead_stores",
        "what is overwritten afterwards is not dead",
        "return facts.fill(access.covers, _DEAD).without(access.reads)",
        "return facts.without(access.reads)",
        "test_evm_forward::test_stores_that_are_left",
    ),
    ssa_mutant(
        "passes.evm_dead_stores",
        "nothing is dead where the execution ends",
        "return self._nothing.fill(self._accesses.dead_at_end(block), _DEAD)",
        "return self._nothing",
        "test_evm_forward::test_stores_that_are_left",
    ),
    ssa_mutant(
        "memory.accesses",
        "functions do nothing but what they do themselves",
        "                        summary.add(self.of(callee))\n",
        "                        pass\n",
        "test_evm_forward::test_loads_that_are_left",
    ),
    ssa_mutant(
        "memory.accesses",
        "what callees access is known by values of their own",
        "if span.address is None or span.address[0] is not None:",
        "if span.address is None:",
        "test_evm_forward::test_assumptions",
    ),
)

SSA: Final = (
    *MEM2REG,
    *VALUES,
    *LOOPS,
    *DEAD_CODE,
    *STORES,
    *PHI_ELIMINATION,
    *RAISING,
)
