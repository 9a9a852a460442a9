"""Mutants of the declarations of steps, and of cached facts about functions."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import SuiteMutant

_PARTS: Final = "yulopt.passes.parts"
_CONTENTS: Final = "yulopt.analysis.construct_kinds"
_CAMPAIGN: Final = "passes/test_parts::test_skipping_changes_nothing"
_REVISIONS: Final = "test_parts::test_unchanged_functions_are_revisited_when_they_may_have_changed"

_REPORTS: Final = "passes/test_parts::test_a_step_that_changes_something_reports_it"

SKIPPING: Final = (
    SuiteMutant(
        "yulopt.steps.control_flow_simplifier",
        "a case that was removed is not reported",
        "self.changed |= len(statement.cases) < number",
        "pass",
        caught_by=_REPORTS,
    ),
    SuiteMutant(
        "yulopt.steps.load_resolver",
        "a load that was replaced is not reported",
        "self.changed |= resolved is not expression",
        "pass",
        caught_by=_REPORTS,
    ),
    SuiteMutant(
        "yulopt.steps.expression_simplifier",
        "a start of no bytes that became 0 is not reported",
        "self.changed = True\n                arguments[start]",
        "arguments[start]",
        caught_by=_REPORTS,
    ),
    SuiteMutant(
        "yulopt.steps.load_resolver",
        "declares that it looks for stores",
        "looks_for = LOADS",
        "looks_for = 32",
        caught_by="passes/test_parts::test_a_declaration_for_each_kind",
    ),
    SuiteMutant(
        "yulopt.steps.unused_assign_eliminator",
        "declares that it looks for loops",
        "looks_for = ASSIGNMENTS",
        "looks_for = 2",
        caught_by=_CAMPAIGN,
    ),
    SuiteMutant(
        "yulopt.steps.control_flow_simplifier",
        "declares that it does not look for `leave`",
        "looks_for = BRANCHES | LOOPS | LEAVES",
        "looks_for = BRANCHES | LOOPS",
        caught_by="passes/test_parts::test_a_declaration_for_each_kind",
    ),
    SuiteMutant(
        "yulopt.steps.conditional_simplifier",
        "declares that it adds no assignments",
        "may_add = ASSIGNMENTS",
        "may_add = 0",
        caught_by=_CAMPAIGN,
    ),
    SuiteMutant(
        "yulopt.steps.structural_simplifier",
        "declares that it adds no nested blocks",
        "may_add = NESTED_BLOCKS",
        "may_add = 0",
        caught_by=_CAMPAIGN,
    ),
    SuiteMutant(
        "yulopt.steps.for_loop_condition_into_body",
        "declares that it adds no branches",
        "may_add = BRANCHES",
        "may_add = 0",
        caught_by="passes/test_parts::test_a_declaration_for_each_kind",
    ),
    SuiteMutant(
        "yulopt.steps.loop_invariant_code_motion",
        "removes loops, going by what it declares",
        "may_add = NOTHING",
        "may_add = NOTHING; removes = 2",
        caught_by="passes/test_parts::test_a_declaration_for_each_kind",
    ),
    SuiteMutant(
        "yulopt.steps.dead_code_eliminator",
        "declares that it does not read what callees do",
        "by_function = True",
        "by_function = True; reads_others = False",
        caught_by="passes/test_parts::test_a_declaration_for_each_kind",
    ),
    SuiteMutant(
        "yulopt.steps.structural_simplifier",
        "reports that it changed nothing",
        "self.changed = True",
        "self.changed = False",
        caught_by=_CAMPAIGN,
    ),
    SuiteMutant(
        _PARTS,
        "what a step changed is still at the same revision",
        "self.revision += 1",
        "self.revision += 0",
        caught_by=_REVISIONS,
    ),
    SuiteMutant(
        _PARTS,
        "what is known stays known whatever was added",
        "self.is_known = False\n        else:",
        "self.is_known = self.is_known\n        else:",
        caught_by="passes/test_parts::test_additions_by_a_step_without_a_declaration_are_found",
    ),
    SuiteMutant(
        _PARTS,
        "what is added elsewhere in the checking mode is not looked at",
        "if undeclared:",
        "if not part.node:",
        caught_by="test_parts::test_wrong_declarations_are_detected",
    ),
    SuiteMutant(
        _CONTENTS,
        "cases of a `switch` contain nothing",
        "found = _of_block(case.body, found)",
        "found = found | 0",
        caught_by="passes/test_parts::test_contents",
    ),
    SuiteMutant(
        _CONTENTS,
        "loads in arguments are none",
        "found = _of_expression(argument, found)",
        "found = found | 0",
        caught_by="passes/test_parts::test_contents",
    ),
)
