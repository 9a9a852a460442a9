"""Mutants of the drop-in for solc in builds."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import SuiteMutant, suite_mutants

_choices: Final = suite_mutants("dropin.choices", "test_pipelines::test_")
_remarks: Final = suite_mutants("dropin.remarks", "test_notices::test_")
_build: Final = suite_mutants("dropin.build", "test_robustness::test_")
_inside: Final = suite_mutants("dropin.standard_json", "test_pipelines::test_")
_linking: Final = suite_mutants("dropin.linking", "test_pipelines::test_")
_reuse: Final = suite_mutants("dropin.reuse", "test_pipelines::test_")
_objects: Final = suite_mutants("dropin.reuse", "test_reuse::test_")
_selection: Final = suite_mutants("dropin.selection", "test_selection::test_")
_fitting: Final = suite_mutants("dropin.fitting", "test_notices::test_")
_variants: Final = suite_mutants("driver.variants", "test_variants::test_")
_order: Final = suite_mutants("dropin.compile_order", "test_messages::test_")

_creators: Final = suite_mutants("dropin.remarks", "test_pipelines::test_")
_pipelines: Final = suite_mutants("dropin.pipelines", "test_pipelines::test_")
_origins: Final = suite_mutants("dropin.origins", "test_origins::test_")
_calls: Final = suite_mutants("dropin.traced_calls", "test_origins::test_")


def _sharing(module: str, broken: str, old: str, new: str, caught_by: str) -> SuiteMutant:
    test = f"assembly/test_positions::test_{caught_by}"
    return SuiteMutant(f"yulopt.assembly.{module}", broken, old, new, caught_by=test)


_PATTERNS: Final = "the_longest_pattern_counts_and_a_contract_above_all"
_TESTS: Final = "tests_and_scripts_keep_the_default_steps"
_DEPLOYED: Final = "a_test_creates_what_is_deployed"
_CREATED: Final = "what_is_created_has_its_own_settings_if_either_goes_beyond_solc"
_LIBRARIES: Final = "libraries_are_missing_in_what_a_test_creates_as_well"
_TOLD: Final = "each_notice_is_given_once_and_can_be_ignored"
_SHARED: Final = "a_shared_failure_has_no_origin_but_its_predecessors_do"
_INLINED: Final = "an_inlined_helper_has_the_origin_of_the_call"
_STANDS_FOR_TWO: Final = "a_merged_function_has_no_origin"
_COUNTED: Final = "a_smaller_variant_does_not_count_for_the_pipeline"
_FITS: Final = "a_pipeline_keeps_to_the_limit_where_a_smaller_variant_fits"

DROPIN: Final = (
    _choices(
        "the first pattern counts",
        "sorted(self._contracts.items(), key=lambda row: -len(row[0]))",
        "self._contracts.items()",
        _PATTERNS,
    ),
    _choices(
        "patterns do not know the folder of Hardhat 3",
        "if pattern.fullmatch(inside):",
        "if pattern.fullmatch(file):",
        _PATTERNS,
    ),
    _choices(
        "one star stands for folders, too",
        '"*": "[^/]*"',
        '"*": ".*"',
        _PATTERNS,
    ),
    _choices(
        "tests are compiled by the pipeline",
        "return AS_REQUESTED if self.spares(file) else self.default",
        "return self.default",
        _TESTS,
    ),
    _choices(
        "tests are left out of what costs nothing",
        "return self._is_costly and is_test_or_script(file)",
        "return is_test_or_script(file)",
        _TESTS,
    ),
    _choices(
        "no pipeline is one",
        "if name in NO_PIPELINE:",
        "if not name:",
        "a_name_is_a_pipeline_or_a_sequence_or_none",
    ),
    _choices(
        "a pipeline in the request is taken for steps",
        "is_name = isinstance(steps, str) and steps.startswith(IN_REQUEST)",
        "is_name = False",
        "a_request_can_name_a_pipeline_in_place_of_steps",
    ),
    _inside(
        "what is inside is compiled as what is around it",
        "if is_apart and may_be_apart(chosen, outer, self._settings):",
        "if False:",
        _DEPLOYED,
    ),
    _creators(
        "a contract with code of a pipeline inside counts as one of solc",
        "if _is_mixed(one, choices)]",
        "if False]",
        _CREATED,
    ),
    _pipelines(
        "what is inside has its pipeline only where solc's settings are the same",
        "return is_beyond or in_front",
        "return in_front",
        _CREATED,
    ),
    _inside(
        "code that looks inside a contract does not matter",
        "if inner_file is None or found is None or looks_inside(ir, label):",
        "if inner_file is None or found is None:",
        "code_that_inspects_a_contract_has_it_unchanged",
    ),
    _reuse(
        "the text after an object is lost",
        'return "".join([*result, ir[done:]])',
        'return "".join(result)',
        _DEPLOYED,
    ),
    _objects(
        "braces in strings close objects",
        r"""|"(?:[^"\\\n]|\\.)*"|//""",
        "|//",
        "braces_in_strings_and_comments_close_nothing",
    ),
    _selection(
        "only contracts whose code is selected are compiled",
        "if not any(name in _GENERATING for names in lists for name in strings_in(names)):",
        "if True:",
        "code_of_any_contract_has_solc_compile_all",
    ),
    _selection(
        "contracts of a file of which only the tree is selected are not compiled",
        "if result.get(FILE_LEVEL):",
        "if False:",
        "code_of_any_contract_has_solc_compile_all",
    ),
    _linking("libraries inside are never linked", "if found:", "if False:", _LIBRARIES),
    _linking(
        "places of libraries count digits",
        "one.start() // 2",
        "one.start()",
        _LIBRARIES,
    ),
    _linking(
        "all libraries have the same mark",
        'placeholder.strip("_$")',
        '"1"',
        "no_library_is_lost_in_what_a_test_creates",
    ),
    _remarks(
        "nothing is said without the optimiser",
        "if requested_options(settings).optimized != ALL_CODE:",
        "if False:",
        _TOLD,
    ),
    _remarks(
        "functions have the names of the IR",
        "if found is not None:\n        return",
        "if False:\n        return",
        "the_function_is_named_as_in_the_source",
    ),
    _build(
        "all is compiled after one that is too deep",
        "if not failed or not missing:",
        "if True:",
        "contracts_after_one_that_is_too_deep_are_not_compiled",
    ),
    _build(
        "nothing is compiled after one that is too deep",
        "places[work[index].file, work[index].contract] < first",
        "places[work[index].file, work[index].contract] < 0",
        "contracts_before_one_that_is_too_deep_are_compiled",
    ),
    _order(
        "a file that was imported comes again",
        "if file not in seen:\n            _visit",
        "if True:\n            _visit",
        "only_the_first_failure_is_reported_without_warnings",
    ),
    _fitting(
        "no limit is kept to",
        "deployed_size(usual) <= limit",
        "deployed_size(usual) >= 0",
        _FITS,
    ),
    _fitting(
        "what does not fit either is taken",
        "return code if deployed_size(code) <= limit else None",
        "return code",
        "a_contract_that_never_fits_is_compiled_as_chosen",
    ),
    _fitting(
        "the largest variant is called the smallest",
        "usual, min(tried)",
        "usual, max(tried)",
        "a_contract_that_never_fits_is_compiled_as_chosen",
    ),
    _fitting(
        "a smaller variant is taken for what was chosen",
        "code.is_smaller = True",
        "code.is_smaller = False",
        _COUNTED,
    ),
    _remarks(
        "smaller variants count for the pipeline",
        "one not in smaller]",
        "one]",
        _COUNTED,
    ),
    SuiteMutant(
        "yulopt.persistence.json_values",
        "a negative zero is an unsigned number",
        '-0.0 if digits == "-0" else int(digits)',
        "int(digits)",
        caught_by="dropin/test_standard_json::test_a_negative_zero_is_no_unsigned_number",
    ),
    SuiteMutant(
        "yulopt.terminal.console",
        "an empty object in a file of JSON is Yul",
        "if source.filename.endswith(_JSON_SUFFIX) and",
        "if False and",
        caught_by="inputs/test_reading::test_an_empty_object_is_json_by_the_name_of_its_file",
    ),
    SuiteMutant(
        "yulopt.tune.check",
        "other steps are the same settings",
        'key != "name" and value',
        'key not in ("name", "steps") and value',
        caught_by="tune/test_compare::test_a_name_does_not_make_other_settings",
    ),
    _variants(
        "a variant is built twice",
        "for row in dict.fromkeys(rows) if",
        "for row in rows if",
        "no_variant_is_built_twice_or_for_more_runs",
    ),
    _variants(
        "what was built already is a smaller variant",
        "row[2] < options.runs",
        "row[2] <= options.runs",
        "no_variant_is_built_twice_or_for_more_runs",
    ),
    _variants(
        "the slowest variant that fits is taken",
        "            last = middle - 1\n",
        "            first = middle + 1\n",
        "bisection_finds_the_first_in_few_builds",
    ),
    _variants(
        "what has as many bytes as solc's code is too large",
        "size is not None and size <= limit",
        "size is not None and size < limit",
        "the_fastest_variant_that_is_no_larger_is_taken",
    ),
    _origins(
        "helpers come from the whole contract",
        "return NO_POSITION if is_helper else old",
        "return old",
        _INLINED,
    ),
    _origins(
        "jumps to failures are no calls",
        "is_call = jump.position != NO_POSITION or is_first",
        "is_call = is_first",
        _SHARED,
    ),
    _origins(
        "what is called fails only if it ends at once",
        "fails = isinstance(target, PushLabel) and target.label in failing",
        "fails = True",
        "code_that_continues_is_not_a_failure",
    ),
    _origins(
        "a failure with a location is one of several origins",
        "            fails = fails and item.position == NO_POSITION\n",
        "",
        "a_located_failure_is_no_call",
    ),
    _origins(
        "failures that jump back are not followed",
        "    while count < len(failing):\n",
        "    if count < len(failing):\n",
        "the_last_located_jump_to_a_failure_is_noted",
    ),
    _origins(
        "code that falls into a failure has its own location",
        "            label = item.label if is_shared else None\n",
        "            if label in found:\n                del found[label]\n"
        "            label = item.label if is_shared else None\n",
        "code_that_leads_to_a_shared_failure_has_no_origin_either",
    ),
    _origins(
        "a failure without data has no location",
        "whole if is_outside else NOWHERE",
        "NOWHERE",
        "without_data_it_is_outside_of_functions",
    ),
    _origins(
        "a failure with data may be outside of functions in deployed code",
        "return _pushes_zeros(run[1:-1])",
        "return True",
        _SHARED,
    ),
    _origins(
        "in creation code the failure of a call is explained as the others",
        "return all(opcode_of(item) != _RETURNDATASIZE for item in run)",
        "return True",
        "what_forwards_the_data_of_a_call_is_nowhere",
    ),
    _origins(
        "a text is outside of functions, too, if not each way to it is a call",
        "if calls.precede(label) and all(",
        "if all(",
        "only_a_text_that_calls_lead_to_is_outside",
    ),
    _origins(
        "shared calls of contracts have no location",
        "        item: whole\n        for item in items\n",
        "        item: NOWHERE\n        for item in items\n",
        "a_shared_call_of_a_contract_is_outside_of_functions",
    ),
    _origins(
        "all calls of contracts are outside of functions",
        "if item.position == NO_POSITION and isinstance(item, Instruction) and",
        "if isinstance(item, Instruction) and",
        "a_shared_call_of_a_contract_is_outside_of_functions",
    ),
    _origins(
        "jumps from nowhere to what leads to a text are no calls",
        "is_first = ends.get(label) in texts",
        "is_first = label in texts",
        "a_jump_from_nowhere_to_what_leads_to_a_text_is_a_call",
    ),
    _origins(
        "a text is not outside of functions after a jump from nowhere to what leads to it",
        "label in ends or (",
        "ends.get(label) is label or (",
        "only_a_text_that_calls_lead_to_is_outside",
    ),
    _origins(
        "jumps from nowhere to a text are no calls",
        " or is_first",
        "",
        "each_way_to_a_text_is_a_call",
    ),
    _origins(
        "each jump to a text is a call",
        "in texts and not calls.precede_jump(jump)",
        "in texts",
        "what_leads_to_a_text_begins_with_a_location",
    ),
    _origins(
        "what leads to a text begins nowhere",
        "                self.locations[item] = whole\n",
        "                pass\n",
        "what_leads_to_a_text_begins_with_a_location",
    ),
    _origins(
        "calls without a selector never fail",
        " and all(map(needs_selector, origins[label]))",
        "",
        "a_text_that_a_fallback_may_have_is_nowhere",
    ),
    _origins(
        "calls without a selector run no other function",
        "call_graph(deployed.code).reachable_from(nameless)",
        "nameless",
        "a_text_that_a_fallback_may_have_is_nowhere",
    ),
    _origins(
        "what leads to a text has an origin of its own",
        "origin = None if item.label in ends else item.position",
        "origin = item.position",
        "a_text_is_outside_only_for_calls_with_a_selector",
    ),
    _calls(
        "labels that are pushed are only reached by jumps to them",
        "self._reached |= self._listed if reads_table else self._pushed",
        "pass",
        "only_a_text_that_calls_lead_to_is_outside",
    ),
    _calls(
        "what does not jump is not reached",
        "is_reached and opcode_of(item) == JUMPI",
        "False",
        "only_a_text_that_calls_lead_to_is_outside",
    ),
    SuiteMutant(
        "yulopt.rewriting.outlining",
        "an outlined function comes from its first origin",
        "        forget_positions(function)\n",
        "",
        caught_by="syntax/test_positions::test_one_function_for_several_places",
    ),
    SuiteMutant(
        "yulopt.steps.equivalent_function_combiner",
        "a function that stands for others comes from its own place",
        "                forget_positions(function)\n",
        "                pass\n",
        caught_by=f"dropin/test_origins::test_{_STANDS_FOR_TWO}",
    ),
    SuiteMutant(
        "yulopt.steps.function_merger",
        "a function that stands for others comes from its own place",
        "        forget_positions(first.function)\n",
        "",
        caught_by="syntax/test_positions::test_one_function_for_several_places",
    ),
    SuiteMutant(
        "yulopt.steps.cost_based_inliner",
        "what is inlined does not come from the call",
        "                adopt_position(body, call.position)\n",
        "",
        caught_by="syntax/test_positions::test_helpers_have_the_location_of_the_replaced_call",
    ),
    SuiteMutant(
        "yulopt.steps.constant_optimiser",
        "equal constants have the location of the first",
        "                    set_position(computation, expression.position)\n",
        "                    pass\n",
        caught_by="syntax/test_positions::"
        "test_the_computation_of_a_constant_has_the_location_of_its_use",
    ),
    _sharing(
        "beyond.cross_jumping",
        "a shared end comes from its first origin",
        "            share_positions(tail.body, shared)\n",
        "",
        "shared_ends",
    ),
    _sharing(
        "beyond.cross_jumping",
        "the label of a shared end comes from its first origin",
        "            tail.position = NO_POSITION\n",
        "",
        "shared_ends",
    ),
    _sharing(
        "beyond.outlining",
        "an outlined sequence comes from its first origin",
        "        item.position = NO_POSITION\n",
        "        pass\n",
        "outlined_sequences",
    ),
    _sharing(
        "optimizer.block_deduplicator",
        "solc's blocks come from nowhere, too",
        "if not context.dialect.behaviour.keeps_first_location:",
        "if True:",
        "equal_blocks",
    ),
    _sharing(
        "items",
        "what has one origin comes from nowhere",
        "        if item.position != other.position:\n",
        "        if True:\n",
        "shared_ends",
    ),
)
