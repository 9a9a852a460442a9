"""Mutants of the steps that outline similar code."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import SuiteMutant, suite_mutants

_function_merger: Final = suite_mutants("steps.function_merger", "test_function_merger::test_")
_outliner: Final = suite_mutants("steps.outliner", "test_outliner::test_")
_outlining: Final = suite_mutants("rewriting.outlining", "steps/test_outliner::test_")


def _analysis(module: str, broken: str, old: str, new: str, caught_by: str) -> SuiteMutant:
    return SuiteMutant(
        f"yulopt.analysis.{module}", broken, old, new, f"test_{module}::test_{caught_by}"
    )


ABSTRACTION: Final = (
    _outlining(
        "variables without a value are declared only if none of them is returned",
        "        if others:\n            body.append(VariableDeclaration(others",
        "        if others and value:\n            body.append(VariableDeclaration(others",
        "one_of_several_variables_that_are_declared_without_a_value_is_returned",
    ),
    _function_merger(
        "arguments may be lost, doubled, and passed in another order",
        "return slots <= _MAX_SLOTS and all(",
        "return slots <= _MAX_SLOTS or all(",
        "parameters_in_another_order",
    ),
    _function_merger(
        "there may be any number of parameters",
        "return slots <= _MAX_SLOTS and all(",
        "return slots > 0 and all(",
        "too_many_parameters",
    ),
    _function_merger(
        "calls keep their names",
        "                call.name = first.function.name\n",
        "",
        "a_parameter_for_each_constant_that_differs",
    ),
    _function_merger(
        "parameters that are assigned are read like constants",
        "skeleton = skeleton_of_function(function, assigned)",
        "skeleton = skeleton_of_function(function, set())",
        "parameters_that_are_assigned_in_another_order",
    ),
    _function_merger(
        "functions that become equal stay",
        "            while _Round(context, code, left_alone).merge():",
        "            if _Round(context, code, left_alone).merge():",
        "callers_become_equal",
    ),
    _function_merger(
        "what runs often is like all else",
        "frequency = frequencies.of_function(statement.name)",
        "frequency = 0",
        "hot_code_pays_for_its_parameters",
    ),
    _function_merger(
        "merging is always worth it",
        "if gain > (0 if best is None else best[0]) and larger.is_possible():",
        "if larger.is_possible():",
        "small_functions_are_not_worth_it",
    ),
    _outliner(
        "statements with jumps out of them move",
        "if site.skeleton.is_closed:",
        "if site.skeleton:",
        "jumps_out_of_the_sequence_stay",
    ),
    _outliner(
        "what a function returns is not used later",
        "self._references[name] = self._references.get(name, 0) + 1",
        "self._references[name] = self._references.get(name, 0)",
        "results_of_the_enclosing_function_are_used_later",
    ),
    _outliner(
        "nothing is used later",
        "if self._references.get(name, 0) > sum(",
        "if self._references.get(name, 0) > 9 + sum(",
        "values_used_later_are_returned",
    ),
    _outlining(
        "only what the first place uses later is returned",
        "if self._returns and not site.used.issubset(results):",
        "if not self._returns and not site.used.issubset(results):",
        "values_used_later_by_one_occurrence_are_returned_to_all",
    ),
    _outliner(
        "memoryguard moves",
        'if "memoryguard" in structure:',
        'if "memory" in structure:',
        "memoryguard_stays",
    ),
    _outliner(
        "places overlap",
        "            if start < ends.get(index, 0):\n",
        "            if start < 0:\n",
        "sequences_that_overlap_themselves",
    ),
    _outliner(
        "what was moved is moved again",
        "                    touched[index] = 1\n",
        "                    touched[index] = 0\n",
        "sequences_that_overlap_themselves",
    ),
    _outlining(
        "what calls return is passed to any number of others",
        "if len(links | self._links) > _MAX_LINKS:",
        "if len(links) > _MAX_LINKS:",
        "few_calls_share_a_result",
    ),
    _outlining(
        "there may be any number of parameters",
        "len(columns.passed) <= _MAX_PARAMETERS",
        "len(columns.passed) <= 99",
        "too_many_parameters",
    ),
    _outlining(
        "variables of elsewhere are declared once more",
        "        if results[0] in site.skeleton.kept:\n",
        "        if results[0] is site:\n",
        "an_outer_variable_gets_the_result",
    ),
    _outliner(
        "equal blocks that fail count each",
        "shares = statements.is_branch and self._is_shared(block)",
        "shares = False",
        "equal_blocks_that_fail_are_left_to_the_assembler",
    ),
    _outliner(
        "what runs often is like all else",
        "site.frequency = self._frequencies.of_block(site.block)",
        "site.frequency = 0",
        "hot_code_is_not_outlined",
    ),
    SuiteMutant(
        "yulopt.stack.within_reach",
        "the stack may get too deep",
        "        if not new:\n",
        "        if new is not None:\n",
        "steps/test_outliner::test_a_stack_that_would_be_too_deep",
    ),
    SuiteMutant(
        "yulopt.stack.within_reach",
        "functions whose stack would get too deep are changed again",
        "        left_alone |= new\n",
        "",
        "steps/test_outliner::test_a_stack_limit_keeps_no_other_occurrence",
    ),
    _analysis(
        "anti_unification",
        "literals that must be literals are holes",
        "if isinstance(argument, Literal) and index in fixed:",
        "if isinstance(argument, Literal) and not fixed:",
        "literal_arguments_are_not_holes",
    ),
    _analysis(
        "anti_unification",
        "labels of cases are holes",
        "                self._read_fixed(case.label)\n",
        "                self._add_hole(case.label)\n",
        "other_code_has_another_structure",
    ),
    _analysis(
        "anti_unification",
        "a variable may be read before it gets its first value",
        "if not any(name in self._numbers or name in self._read for name in names):",
        "if not any(name in self._numbers for name in names):",
        "assigned_outer_variables",
    ),
    _analysis(
        "anti_unification",
        "leave is like break",
        "if isinstance(jump, Leave) or not self._loops:",
        "if not self._loops:",
        "jumps_out_of_the_code",
    ),
    _analysis(
        "anti_unification",
        "loops around are forgotten after an inner one",
        "        self._loops -= 1\n",
        "        self._loops -= 0\n",
        "jumps_of_an_enclosing_loop",
    ),
    _analysis(
        "repeated_substrings",
        "windows have the name of their beginning",
        "longer.setdefault((name, following), len(longer))",
        "longer.setdefault((name, 0), len(longer))",
        "all_windows_are_found",
    ),
    _analysis(
        "repeated_substrings",
        "windows that occur twice are left out",
        "if len(occurrences[name]) > 1}",
        "if len(occurrences[name]) > 2}",
        "all_windows_are_found",
    ),
)
