"""Mutants of the steps that go beyond solc."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import suite_mutants

_code_hoister: Final = suite_mutants("steps.code_hoister", "test_code_hoister::")
_partition: Final = suite_mutants("steps.code_hoister", "test_code_hoister_partition::test_")
_prices_hoisting: Final = suite_mutants("frequency.hoisting_prices", "steps/test_code_hoister::")
_prices_partition: Final = suite_mutants(
    "frequency.hoisting_prices", "steps/test_code_hoister_partition::test_"
)
_calldata: Final = suite_mutants(
    "steps.calldata_size_simplifier", "test_calldata_size_simplifier::test_"
)
_bit_test: Final = suite_mutants("steps.bit_test_simplifier", "test_bit_test_simplifier::test_")
_masks: Final = suite_mutants("steps.mask_shifter", "test_mask_shifter::test_")
_orderer: Final = suite_mutants("steps.evaluation_orderer", "test_evaluation_orderer::test_")
_immutables: Final = suite_mutants("steps.immutable_outliner", "test_immutable_outliner::test_")

BEYOND: Final = (
    _prices_hoisting(
        "one check is always cheaper",
        "        return saved > self._check(beginnings[0])\n",
        "        return True\n",
        "test_checks_that_make_one_jump_with_another_stay_if_many_runs_are_expected",
    ),
    _prices_hoisting(
        "checks are never hoisted",
        "        return saved > self._check(beginnings[0])\n",
        "        return False\n",
        "test_checks_that_make_one_jump_with_another_stay_if_many_runs_are_expected",
    ),
    _code_hoister(
        "what comes after a loop comes after its body",
        "following = None if isinstance(statement, (ForLoop, FunctionDefinition)) else after",
        "following = after",
        "test_in_a_loop_the_code_after_the_body_is_not_that_after_the_loop",
    ),
    _code_hoister(
        "functions may be inside others",
        "requires = (UNIQUE_NAMES, HOISTED_FUNCTIONS)",
        "requires = (UNIQUE_NAMES,)",
        "test_functions_inside_others_are_not_known_before_the_switch",
    ),
    _code_hoister(
        "hoisted statements change their order",
        "result += reversed(hoisted + self._partitioned(statement, value, after))",
        "result += hoisted + self._partitioned(statement, value, after)",
        "test_common_beginnings_of_branches_are_hoisted_in_order",
    ),
    _code_hoister(
        "one branch is enough",
        "if len(cases) < 2:",
        "if len(cases) < 1:",
        "test_one_branch_is_not_enough",
    ),
    _code_hoister(
        "what other values do does not matter",
        "elif not self._is_idle(first, _otherwise(default, at_default, after)):",
        "elif at_default and not self._is_idle(first, at_default[0]):",
        "test_code_after_the_switch_differs",
    ),
    _code_hoister(
        "after an empty function in the default comes what is after the switch",
        "return after if not default.statements else beginning[0] if beginning else None",
        "return beginning[0] if beginning else after",
        "test_a_default_goes_on_after_an_empty_function",
    ),
    _code_hoister(
        "the last of a function's calls may be anywhere",
        "            and len(calls[call.name]) == self._references[call.name]\n",
        "",
        "test_functions_that_are_called_elsewhere_keep_their_checks",
    ),
    _code_hoister(
        "a function that is called elsewhere, too, counts as the start of a branch",
        "                if len(found) == self._references[call.name]:",
        "                if len(found) == 1:",
        "test_functions_that_begin_with_a_call_of_one_that_is_called_elsewhere",
    ),
    _code_hoister(
        "arguments of functions do not matter",
        "if call.name in self._functions and not call.arguments:",
        "if call.name in self._functions:",
        "test_arguments_are_computed_before_the_beginning_of_a_function",
    ),
    _code_hoister(
        "a check that does not end the program is skipped",
        "            and flow_kind(after, self._function_flow) is FlowKind.TERMINATE\n",
        "",
        "test_nontermination_does_not_skip_a_check",
    ),
    _code_hoister(
        "conditions with effects are computed where nothing needs them",
        "            and is_movable(check.condition, self._function_effects)\n",
        "",
        "test_a_condition_with_effects_is_not_hoisted_needlessly",
    ),
    _code_hoister(
        "the value of the switch is computed after what is hoisted",
        "return is_movable(switch.expression, self._function_effects)",
        "return bool(switch.cases)",
        "test_the_value_of_the_switch_is_computed_first_if_that_matters",
    ),
    _prices_hoisting(
        "conditions of checks are all the same",
        "        and expressions_equal(one.condition, other.condition)\n",
        "",
        "test_checks_that_differ",
    ),
    _prices_hoisting(
        "the rest of longer bodies does not count",
        "        and len(one.body.statements) == len(other.body.statements)\n",
        "",
        "test_checks_that_differ",
    ),
    _partition(
        "the value of the switch is computed twice",
        "if not isinstance(switch.expression, Identifier):",
        "if not isinstance(switch.expression, (Identifier, FunctionCall)):",
        "the_value_of_the_switch_is_computed_once",
    ),
    _partition(
        "what other values do does not matter for a partition",
        "if (at_default and same_statement(check, at_default[0]))\n"
        "            or self._is_idle(check, otherwise)",
        "if check is not otherwise",
        "no_group_hides_another",
    ),
    _partition(
        "cases that have lost the check come before it, too",
        "[*others, Case(None, ",
        "[*others, *checked, Case(None, ",
        "cases_with_the_check_come_after_it",
    ),
    _partition(
        "the default is lost",
        "[*checked, *rest], position)",
        "[*checked], position)",
        "cases_with_the_check_come_after_it",
    ),
    _prices_partition(
        "cases that share a check save it several times",
        "list({id(statements): statements for statements in checked.values()}.values())",
        "list(checked.values())",
        "cases_share_the_check_of_a_function",
    ),
    _prices_partition(
        "comparisons with the other cases cost nothing",
        "spent += passing * costs.test",
        "passing += 0 * costs.test",
        "frequent_calls_are_not_searched_last",
    ),
    _prices_partition(
        "the number of runs does not matter",
        "if self._model.executions > _MAX_RUNS:",
        "if self._model.executions < 1:",
        "frequent_runs_rather_search_in_one_tree",
    ),
    _prices_partition(
        "tables of keys are not known",
        "- min(table, search)",
        "- max(table, search)",
        "a_table_of_many_keys_is_cheaper",
    ),
    _prices_partition(
        "a table of keys is given up for any check",
        "if table < search and not _has_no_operands(beginnings[0]):",
        "if not checked:",
        "checks_of_the_size_do_not_replace_a_table",
    ),
    _prices_partition(
        "checks are not combined with others",
        "        if not _has_another(statements):\n",
        "        if statements:\n",
        "checks_that_are_combined_with_others_cost_less_gas",
    ),
    _prices_partition(
        "checks with any bodies are combined",
        "        and all(map(same_statement, first.body.statements, later.body.statements))\n",
        "",
        "checks_that_are_combined_with_others_cost_less_gas",
    ),
    _prices_partition(
        "all calls are alike",
        "self._weights.of(value, ",
        "self._weights.of(Identifier(''), ",
        "frequent_calls_are_not_searched_last",
    ),
    _partition(
        "calls without data may be in a branch for at least none",
        "isinstance(bound, Literal) and bound.value > 0",
        "isinstance(bound, Literal)",
        "code_for_calls_without_data_follows",
    ),
    _partition(
        "any comparison of the size is a branch for calls with data",
        'or compared.name != "lt":',
        'or compared.name not in ("lt", "gt"):',
        "code_for_calls_without_data_follows",
    ),
    _partition(
        "any branch by the size is one for calls with data",
        'compared = _operand_of(statement.condition, "iszero")',
        "compared = statement.condition",
        "code_for_calls_without_data_follows",
    ),
    _partition(
        "code for calls without data is skipped where other code follows the switch",
        "                with_data = None\n",
        "",
        "code_for_calls_without_data_follows",
    ),
    _partition(
        "code for calls with data is skipped",
        "        is_skipped = isinstance(statement, If) and _is_size(\n"
        '            _operand_of(statement.condition, "iszero")\n        )\n',
        "        is_skipped = isinstance(statement, If)\n",
        "code_for_calls_without_data_follows",
    ),
    _calldata(
        "greater is greater or equal",
        "_Comparison(limit + 1, negated=True)",
        "_Comparison(limit, negated=True)",
        "each_comparison_alone",
    ),
    _calldata(
        "what is shorter by one is not longer",
        '("gt", limit - 1) if negated',
        '("gt", limit) if negated',
        "each_comparison_alone",
    ),
    _calldata(
        "a difference without a sign never wraps around",
        "    if subtracted and not is_signed:\n        return None\n",
        "",
        "each_comparison_alone",
    ),
    _calldata(
        "a negative number is a large one",
        "if constant is None or constant >= _MOST or subtracted is None:",
        "if constant is None or subtracted is None:",
        "each_comparison_alone",
    ),
    _calldata(
        "what is subtracted may be negative",
        "return subtracted if is_size and subtracted is not None and subtracted < _MOST else None",
        "return subtracted if is_size and subtracted is not None else None",
        "each_comparison_alone",
    ),
    _calldata(
        "the order of operands does not matter",
        "left, right, is_less = right, left, not is_less",
        "left, right = right, left",
        "each_comparison_alone",
    ),
    _calldata(
        "in a branch and after it the same holds",
        "if comparison.negated is holds:",
        "if comparison.negated:",
        "any_sequence_of_comparisons",
    ),
    _calldata(
        "after a branch that goes on its condition is known not to hold",
        "self._sizes = _either(self._sizes, _where(before, comparison, holds=False))",
        "self._sizes = _where(before, comparison, holds=False)",
        "nothing_is_known_after_a_branch_that_continues",
    ),
    _calldata(
        "a switch without a default always takes a case",
        "after = None if switch.cases[-1].label is None else before",
        "after = None",
        "any_sequence_of_comparisons",
    ),
    _calldata(
        "what a loop finds out is known after it",
        "            self.visit_block(block)\n        self._sizes = before\n",
        "            self.visit_block(block)\n",
        "loops_know_facts_from_before",
    ),
    _calldata(
        "the last call of a function counts",
        "self._at_calls[call.name] = sizes if known is None else known.or_in(sizes)",
        "self._at_calls[call.name] = sizes",
        "a_function_knows_what_all_its_calls_know",
    ),
    _calldata(
        "recursive functions are like others",
        "called = None if graph.is_recursive(component) else name",
        "called = name",
        "recursive_and_uncalled_functions_know_nothing",
    ),
    _calldata(
        "callees come before their callers",
        "for component in reversed(graph.components()):",
        "for component in graph.components():",
        "a_function_knows_what_all_its_calls_know",
    ),
    _calldata(
        "what one function ends with is known where the next one begins",
        "        self._sizes = _ANY if called is None else self._at_calls.get(called, _ANY)\n",
        "",
        "any_sequence_of_comparisons",
    ),
    _bit_test(
        "one bit too many is shifted out",
        '_Test(left, "shr", limit.bit_length() - 1, is_less)',
        '_Test(left, "shr", limit.bit_length(), is_less)',
        "computed_values_are_unchanged",
    ),
    _bit_test(
        "greater is greater or equal",
        "limit = right.value + (not is_less)",
        "limit = right.value + is_less",
        "computed_values_are_unchanged",
    ),
    _bit_test(
        "sides are exchanged without the comparison",
        'is_less = call.name == "gt"',
        'is_less = call.name == "lt"',
        "computed_values_are_unchanged",
    ),
    _bit_test(
        "a mask of high bits keeps one bit fewer",
        "WORD_BITS - rest.bit_length()",
        "WORD_BITS - rest.bit_length() - 1",
        "computed_values_are_unchanged",
    ),
    _bit_test(
        "masks may have holes",
        "    if _is_power(mask.value + 1):\n        return",
        "    if mask.value & 1:\n        return",
        "other_tests_stay",
    ),
    _bit_test(
        "the value under the mask may be another one",
        " or not expressions_equal(one, value):",
        ":",
        "other_tests_stay",
    ),
    _bit_test(
        "what is loaded twice is loaded once",
        " or not _is_pure(value):",
        ":",
        "other_tests_stay",
    ),
    _bit_test(
        "truth values are loaded once",
        " and expressions_equal(value, doubly) and _is_pure(value):",
        " and expressions_equal(value, doubly):",
        "other_tests_stay",
    ),
    _bit_test(
        "a truth value is any value",
        " and expressions_equal(value, doubly) and _is_pure(value):",
        " and _is_pure(value):",
        "other_tests_stay",
    ),
    _bit_test(
        "and is taken for or",
        'if expression.name == "or":',
        'if expression.name in ("or", "and"):',
        "values_that_matter_stay",
    ),
    _bit_test(
        "any label of a switch is zero",
        "case.label is None or is_zero_literal(case.label)",
        "case.label is None or case.label.kind is NUMBER",
        "values_that_matter_stay",
    ),
    _bit_test(
        "a value is as good as another that is not zero either",
        "if not test.is_zero and not is_condition:",
        "if test.is_zero and not is_condition:",
        "computed_values_are_unchanged",
    ),
    _bit_test(
        "the price does not matter",
        "if self._costs(replacement) < self._costs(call):",
        "if self._costs(replacement) > 0:",
        "forms_that_are_not_cheaper_stay",
    ),
    _masks(
        "a shift below a mask counts in the other direction",
        'bits.value if value.name == "shl" else -bits.value',
        'bits.value if value.name == "shr" else -bits.value',
        "computed_values_are_unchanged",
    ),
    _masks(
        "shifts by more bits than those of a mask are joined with them",
        "if bits + known <= 0:",
        "if bits + known == 0:",
        "computed_values_are_unchanged",
    ),
    _masks(
        "bits that a mask of high bits clears are shifted the wrong way",
        "            known = -known\n",
        "",
        "computed_values_are_unchanged",
    ),
    _masks(
        "masks with holes are shifts",
        "if _is_power(mask + 1):",
        "if mask & 1:",
        "other_masks_stay",
    ),
    _masks(
        "the price of masks does not matter",
        "return shifts if after < before else None",
        "return shifts",
        "more_expensive_forms_stay",
    ),
    _orderer(
        "comparisons keep their name",
        "call.name = _MIRRORED[call.name]",
        "call.name = _MIRRORED[_MIRRORED[call.name]]",
        "operations_with_exchanged_operands",
    ),
    _orderer(
        "operands are exchanged in the graph alone",
        "            call.arguments.reverse()\n",
        "",
        "operations_with_exchanged_operands",
    ),
    _orderer(
        "a statement moves once",
        "                place -= 1\n",
        "                break\n",
        "statements_move_as_far_as_that_pays",
    ),
    _orderer(
        "what may end the execution is exchanged with loads",
        "flow.can_terminate or flow.can_revert or any(map(",
        "any(map(",
        "loads_stay_after_what_may_end_the_execution",
    ),
    _immutables(
        "an immutable is as good as another",
        'return self.visit_read(call, (call.name, argument.text or ""))',
        'return self.visit_read(call, (call.name, ""))',
        "frequent_reads_have_a_function",
    ),
    _immutables(
        "loops count once",
        "self._often = self._frequencies.of_block(block)",
        "self._often = self._frequencies.of_function(OUTERMOST)",
        "code_in_a_loop_counts_as_frequent",
    ),
    _immutables(
        "the price of calls does not matter",
        "return saved - function - self._costs.code(CALL, frequency, times)",
        "return saved - function",
        "more_expensive_forms_stay",
    ),
)
