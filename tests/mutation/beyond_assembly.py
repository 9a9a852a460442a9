"""Mutants of the passes over the assembly that go beyond solc's."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import SuiteMutant


def _mutant(module: str, broken: str, old: str, new: str, caught_by: str) -> SuiteMutant:
    path = f"yulopt.assembly.beyond.{module}"
    return SuiteMutant(path, broken, old, new, caught_by=caught_by)


def _relaxation(broken: str, old: str, new: str, caught_by: str) -> SuiteMutant:
    module = "yulopt.assembly.branch_relaxation"
    test = f"assembly/beyond/test_branch_relaxation::test_{caught_by}"
    return SuiteMutant(module, broken, old, new, caught_by=test)


def _tables(module: str, broken: str, old: str, new: str, caught_by: str) -> SuiteMutant:
    return _mutant(module, broken, old, new, f"test_jump_tables::test_{caught_by}")


_SAME: Final = "test_random_programs::test_programs_behave_the_same"
_RULES: Final = "test_pattern_rewriter::test_rules_keep_the_stack_and_make_code_cheaper"
_SHARING: Final = "test_cross_jumping::test_"
_CLONES: Final = "test_clones::test_clones_of_shared_blocks_are_the_blocks_before"
_OUTLINING: Final = "test_outlining::test_"
_NUMBERING: Final = "test_value_numbering::test_"

BEYOND_ASSEMBLY: Final = (
    _mutant(
        "blocks",
        "the condition of a jump is not negated when its ways change places",
        "            body = negated(body)\n",
        "",
        "test_block_placement::test_placement",
    ),
    _mutant(
        "blocks",
        "labels lead to the first clone of the block that replaces theirs",
        "            if label in self._clones_of:\n",
        "            if False:\n",
        _CLONES,
    ),
    _mutant(
        "blocks",
        "paths of clones join after a block instead of within it",
        "        return joining(item, joined(clones, count, joins))\n",
        "        return item\n",
        _CLONES,
    ),
    _mutant(
        "cross_jumping",
        "clones of shared blocks are forgotten",
        "            tail.add_clones(block)\n",
        "",
        _CLONES,
    ),
    _mutant(
        "blocks",
        "a block is joined to what others lead to, too",
        "return self.plain[block] == 1 and not self.untaken[block] and not self.labels[block]",
        "return self.plain[block] == 1 and not self.untaken[block]",
        f"{_SHARING}a_return_address_does_not_join_blocks",
    ),
    _mutant(
        "blocks",
        "code whose end can be reached is moved",
        "    return following is not None\n",
        "    return True\n",
        f"{_SHARING}others_are_not_shared",
    ),
    _mutant(
        "blocks",
        "code without items is taken to have an entry",
        "    if not items:\n        return None\n",
        "",
        "test_driver::test_code_without_items_has_no_graph",
    ),
    _mutant(
        "blocks",
        "the condition of a jump with one way stays on the stack",
        '                block.body.append(instruction("pop"))\n',
        "",
        "test_block_placement::test_placement",
    ),
    _mutant(
        "conditions",
        "the opposite of a difference is a difference",
        'SUB: "eq"',
        'SUB: "sub"',
        "test_block_placement::test_placement",
    ),
    _mutant(
        "cross_jumping",
        "where blocks lead to does not matter",
        "alike.setdefault((block.taken, block.next), [])",
        "alike.setdefault((block.taken, None), [])",
        f"{_SHARING}others_are_not_shared",
    ),
    _mutant(
        "cross_jumping",
        "one item too many is shared",
        "        if left != right:\n            break\n        length += 1\n",
        "        length += 1\n        if left != right:\n            break\n",
        _SAME,
    ),
    _mutant(
        "cross_jumping",
        "the jumps at a shared end come from its first origin",
        "            tail.share_exit_positions(block)\n",
        "",
        f"{_SHARING}shared_code_has_only_the_positions_that_all_agree_on",
    ),
    _mutant(
        "cross_jumping",
        "gas does not count",
        "                saved -= weight * (JUMP_GAS + DESTINATION_GAS) * gas.executions\n",
        "                pass\n",
        f"{_SHARING}gas_counts_where_code_runs_often",
    ),
    _mutant(
        "block_placement",
        "the entry may follow another block",
        "if following is not entry:",
        "if True:",
        "test_block_placement::test_placement",
    ),
    _mutant(
        "block_placement",
        "the first way to a block is used, whatever is before it",
        "key=self._follows_a_branch",
        "key=lambda _: False",
        "test_block_placement::test_placement",
    ),
    _mutant(
        "near_labels",
        "jumps are not counted",
        "self._pushes[target] += 1",
        "self._pushes[target] += 0",
        "test_block_placement::test_frequent_jump_targets_are_near_the_start",
    ),
    _mutant(
        "constant_folding",
        "operands are taken in the wrong order",
        "for operand in reversed(before[-ARGUMENTS[item.opcode] :]):",
        "for operand in before[-ARGUMENTS[item.opcode] :]:",
        "test_constants::test_folding",
    ),
    _mutant(
        "constant_folding",
        "missing operands are none",
        "    if len(operands) < ARGUMENTS[item.opcode]:\n        return None\n",
        "",
        "test_constants::test_folding",
    ),
    _mutant(
        "constant_synthesis",
        "a mask has one bit more",
        "Push(8 * WORD_BYTES - value.bit_length())",
        "Push(8 * WORD_BYTES - value.bit_length() - 1)",
        "test_constants::test_synthesis",
    ),
    _mutant(
        "constant_synthesis",
        "factors need not divide the word without remainder",
        " and factor * value == WORD_MASK:",
        ":",
        "test_constants::test_the_code_of_a_constant_computes_it",
    ),
    _mutant(
        "constant_synthesis",
        "a constant is copied though something was computed since",
        "                last = None\n",
        "                pass\n",
        "test_constants::test_synthesis",
    ),
    _mutant(
        "value_numbering",
        "blocks are priced by their bytes alone",
        "weight = min(frequencies[block], WEIGHT_ONE)",
        "weight = 0",
        _NUMBERING + "runs_weigh_the_bytes_of_a_known_hash",
    ),
    _mutant(
        "value_numbering",
        "blocks that only fail are as frequent as others",
        "weight = min(frequencies[block], WEIGHT_ONE)",
        "weight = WEIGHT_ONE",
        _NUMBERING + "code_that_only_fails_is_priced_by_its_bytes",
    ),
    _mutant(
        "value_numbering",
        "constants are priced by their pushes",
        "        made = self._synthesis.rewritten(made, weight)\n",
        "",
        _NUMBERING + "blocks",
    ),
    _mutant(
        "value_numbering",
        "items where clones join are replaced",
        "            if block.exit_joins or any(item.joins for item in block.body):\n",
        "            if False:\n",
        _NUMBERING + "items_where_clones_join_stay",
    ),
    SuiteMutant(
        "yulopt.assembly.beyond.value_numbering",
        "loads are dropped in programs that ask for the size of memory",
        "msize_matters=msize_matters",
        "msize_matters=False",
        caught_by="legality/test_passes::test_where_the_condition_fails_behaviour_is_preserved",
    ),
    _mutant(
        "pattern_rewriter",
        "copies of the constant are taken for copies of what is below",
        'if self.pattern[0].kind == _PUSH and found.numbers.get("k") == 1:',
        "if False:",
        _RULES,
    ),
    _mutant(
        "pattern_rewriter",
        "any number is a mask",
        "return word > _BYTE and word & word + 1 == 0",
        "return word > _BYTE",
        _RULES,
    ),
    _mutant(
        "pattern_rewriter",
        "different slots fit",
        "return found.numbers.setdefault(self.slot, slot) == slot",
        "return found.numbers.setdefault(self.slot, slot) > 0",
        "test_pattern_rewriter::test_rewriting",
    ),
    _mutant(
        "pattern_rewriter",
        "there are shifts in all versions",
        "if has_shifts or not rule.shifts",
        "if True",
        "test_pattern_rewriter::test_there_are_no_shifts_in_old_versions",
    ),
    _mutant(
        "pattern_table",
        "a difference is equality wherever it is used",
        '("eq iszero @t jumpi", "sub @t jumpi", "anything")',
        '("eq iszero", "sub", "anything")',
        _RULES,
    ),
    _mutant(
        "outlining",
        "loops in one of many functions hardly count",
        "frequencies = Frequencies(graph, _LEAST_IN_LOOPS)",
        "frequencies = Frequencies(graph)",
        f"{_OUTLINING}a_loop_of_one_among_many_functions_is_left_alone",
    ),
    _mutant(
        "outlining",
        "the return address is not counted by copies",
        "else dup(slot + 1))",
        "else dup(slot))",
        f"{_OUTLINING}outlined_functions_behave_as_the_code",
    ),
    _mutant(
        "outlining",
        "the return address lies above what the function takes",
        "for depth in range(sequence.inputs, 0, -1):",
        "for depth in range(0):",
        f"{_OUTLINING}outlined_functions_behave_as_the_code",
    ),
    _mutant(
        "outlining",
        "the slot out of reach is copied",
        "return None if opcode == DUP16 and outputs < REACH else (inputs, outputs + 1)",
        "return inputs, outputs + 1",
        f"{_OUTLINING}the_deepest_slot_would_be_out_of_reach",
    ),
    _mutant(
        "outlining",
        "gas is asked for in a function",
        'frozenset((OPCODES["gas"], OPCODES["pc"], JUMP, JUMPI))',
        "frozenset((JUMP, JUMPI))",
        f"{_OUTLINING}position_dependent_code_stays",
    ),
    _mutant(
        "outlining",
        "occurrences overlap",
        "if free and free[-1][0] == number and start < free[-1][1] + sequence.length:",
        "if False:",
        f"{_OUTLINING}occurrences_that_overlap_count_once",
    ),
    _relaxation(
        "labels grow once only",
        "            widths.update(grown)\n",
        "            widths.update(grown)\n            return widths\n",
        "the_width_of_a_label_moves_others",
    ),
    _relaxation(
        "offsets have the width of labels",
        "if byte_length(code.size + rest) <= offset_width:",
        "if True:",
        "offsets_and_sizes_of_objects_are_right",
    ),
    _tables(
        "case_searches",
        "a search cuts off the beginning of another one",
        "        if self.start and removes_value(self.block):\n",
        "        if self.start < 0:\n",
        "a_target_may_be_another_search",
    ),
    _tables(
        "case_comparisons",
        "a guard tests one condition",
        '("or", "callvalue", "calldatasize")',
        '("callvalue", "calldatasize")',
        "a_guard_comes_after_the_table",
    ),
    _tables(
        "case_comparisons",
        "what only some searches lead to is the default of all",
        "    return one if is_same else None\n",
        "    return one\n",
        "searches_without_a_table",
    ),
    _tables(
        "case_comparisons",
        "what looks at the stack is an end like any other",
        "        if height < ARGUMENTS[item.opcode] or item.opcode == JUMP:\n",
        "        if item.opcode == JUMP:\n",
        "searches_without_a_table",
    ),
    _tables(
        "case_searches",
        "the last comparison with a key decides",
        "            search.ways = {**ways, constant: comparison.found}\n",
        "            search.ways = {constant: comparison.found, **ways}\n",
        "code_without_a_table_is_unchanged",
    ),
    _tables(
        "case_searches",
        "keys on the wrong side of a comparison by order are found",
        "            search.ways = {key: way for key, way in less.items() if key < constant}\n",
        "            search.ways = {key: way for key, way in less.items()}\n",
        "code_without_a_table_is_unchanged",
    ),
    _tables(
        "case_comparisons",
        "what is not greater is less",
        "    return _Condition(right + is_greater, is_order=True, is_negated=is_greater)\n",
        "    return _Condition(right, is_order=True, is_negated=is_greater)\n",
        "code_without_a_table_is_unchanged",
    ),
    _tables(
        "case_comparisons",
        "the operands of a comparison are taken the other way round",
        "    is_greater = (opcode == _GT) != is_turned\n",
        "    is_greater = opcode == _GT\n",
        "searches_find_the_same",
    ),
    _tables(
        "table_writer",
        "a value that was removed is still there",
        "        if not way.is_removed or ends_alone(way.block):\n",
        "        if way.block.body or ends_alone(way.block):\n",
        "searches_find_the_same",
    ),
    _tables(
        "table_writer",
        "what is removed already is removed once more",
        "        if not way.is_removed and not ends_alone(block):\n",
        "        if not ends_alone(block):\n",
        "searches_find_the_same",
    ),
    _tables(
        "case_searches",
        "a guard is forgotten",
        "                guards = (*way.guards, block)\n",
        "                guards = way.guards\n",
        "searches_find_the_same",
    ),
    _tables(
        "table_writer",
        "a guard passes what it stopped",
        "            if ends_alone(guard.taken):\n",
        "            if not ends_alone(guard.taken):\n",
        "searches_find_the_same",
    ),
    _tables(
        "case_comparisons",
        "a guard may read storage",
        '("or", "callvalue", "calldatasize")',
        '("or", "callvalue", "calldatasize", "sload")',
        "searches_without_a_table",
    ),
    _tables(
        "jump_tables",
        "labels of large code have two bytes",
        "        if context.size(write_items(graph), _WIDEST_LABEL) > _LARGEST_CODE:\n"
        "            return False\n",
        "",
        "labels_of_large_code_may_need_three_bytes",
    ),
    _tables(
        "jump_tables",
        "an entry is taken from the wrong end of the table",
        "                    table.buckets[key >> lowest & entries - 1].append(key)\n",
        "                    table.buckets[~(key >> lowest) & entries - 1].append(key)\n",
        "searches_find_the_same",
    ),
    _mutant(
        "blocks",
        "labels in a table are not replaced with their blocks",
        "block.body[index] = located(table, item.position)",
        "block.body[index] = item",
        "test_jump_tables::test_searches_find_the_same",
    ),
    _mutant(
        "blocks",
        "what only a table leads to is not reached",
        "        return self.return_labels() + self.table_labels()\n",
        "        return self.return_labels()\n",
        "test_jump_tables::test_searches_find_the_same",
    ),
)
