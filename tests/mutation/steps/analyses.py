"""Mutants of the analyses: data flow, control flow, side effects, references, equality."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import StepMutant, SuiteMutant

_DATA_FLOW: Final = "yulopt.analysis.data_flow"
_CURRENT_VALUES: Final = "yulopt.analysis.current_values"
_DECLARATIONS: Final = "yulopt.analysis.declarations"
_CONTROL_FLOW: Final = "yulopt.analysis.control_flow"
_SIDE_EFFECTS: Final = "yulopt.analysis.side_effects"
_EQUALITY: Final = "yulopt.analysis.equality"
_SSA_VALUES: Final = "yulopt.analysis.ssa_values"

DATA_FLOW: Final = (
    StepMutant(
        _DATA_FLOW,
        "values are known after an `if` that assigns",
        """
        self._visit_branch(statement.body)
        self._clear_assigned_since(first)
""",
        """
        self._visit_branch(statement.body)
""",
        "hgfoxcs",
        style="variable",
    ),
    StepMutant(
        _DATA_FLOW,
        "what an `if` stores is known after it",
        """
        self._visit_branch(statement.body)
""",
        """
        self.visit_block(statement.body)
""",
        "hgfoxcL",
        style="word",
    ),
    StepMutant(
        _DATA_FLOW,
        "what one case assigns is known in the next",
        """
            self._clear_assigned_since(first_of_case)
""",
        """
""",
        "hgfoxcs",
        style="variable",
        seed=21,
    ),
    StepMutant(
        _DATA_FLOW,
        "values are not forgotten once more after all cases",
        """
        self._clear_assigned_since(first)
        return None

    def _visit_branch""",
        """
        return None

    def _visit_branch""",
        "hgfoTxcs",
        equivalent="they were forgotten after each case, and no other case can bring them back",
    ),
    StepMutant(
        _DATA_FLOW,
        "what one case stores is known in the next",
        """
            self._visit_branch(case.body)
""",
        """
            self.visit_block(case.body)
""",
        "hgfoxcL",
        style="storage",
        equivalent="what a case writes is forgotten for its effects, its loads with its variables",
    ),
    StepMutant(
        _DATA_FLOW,
        "values from before a loop are known in every round",
        """
        after_continue = list(assigned_after_continue(loop.body))
        self._clear_values(assigned)
""",
        """
        after_continue = list(assigned_after_continue(loop.body))
""",
        "hgfoxcs",
        style="variable",
    ),
    StepMutant(
        _DATA_FLOW,
        "what was stored before a loop is known in every round",
        """
        self._clear_written_by_loop(loop)
        loop.condition = self.visit_expression(loop.condition)
""",
        """
        loop.condition = self.visit_expression(loop.condition)
""",
        "hgfoxcL",
        style="storage",
        seed=31,
    ),
    StepMutant(
        _DATA_FLOW,
        "an expression stays known when a variable in it is assigned",
        """
                    self._forget_value(other)
""",
        """
                    pass
""",
        "hgfoc",
        style="variable",
    ),
    StepMutant(
        _DATA_FLOW,
        "after `x := f(x)`, x counts as f(x)",
        """
            if name in mentioned:
                self.current.values[name] = None
                return
""",
        """
""",
        "hgfoc",
        style="variable",
    ),
    StepMutant(
        _DATA_FLOW,
        "a statement that writes to memory in another way leaves it known",
        """
            self._clear_written(statement.expression)
""",
        """
""",
        "hgfoxcL",
        style="memory",
        seed=19,
    ),
    StepMutant(
        _CURRENT_VALUES,
        "values at the end of a body are known in `post` in spite of a `continue`",
        """
        self._forget_all(after_continue)
""",
        """
""",
        "hgfoT",
        style="trap",
    ),
    StepMutant(
        _CURRENT_VALUES,
        "values from `post` are known after the loop",
        """
        self.visit_block(loop.post)
        self._forget_all(assigned)
""",
        """
        self.visit_block(loop.post)
""",
        "hgfoT",
        style="trap",
    ),
    StepMutant(
        _DECLARATIONS,
        "a `continue` of the loop itself does not count, that of an inner loop does",
        "if self._loop_depth == 0 and isinstance(jump, Continue):",
        "if self._loop_depth > 0 and isinstance(jump, Continue):",
        "hgfoT",
        style="trap",
    ),
    StepMutant(
        _SSA_VALUES,
        "variables that are assigned later count as values",
        "self.values.pop(target.name, None)",
        "pass",
        "hgfoxM",
        style="dense",
    ),
)

CURRENT_VALUES: Final = (
    StepMutant(
        _CURRENT_VALUES,
        "a literal is known after an `if` or a case that assigns",
        """
            self.values.forget(self._assigned[index])
""",
        """
            pass
""",
        "hgfoT",
        style="variable",
    ),
    StepMutant(
        _CURRENT_VALUES,
        "literals from before a loop are known in every round",
        """
        self._forget_all(assigned)
        loop.condition = self.rewrite(loop.condition)
""",
        """
        loop.condition = self.rewrite(loop.condition)
""",
        "hgfoT",
        style="variable",
    ),
    StepMutant(
        _CURRENT_VALUES,
        "an expression stays current when a variable in it is assigned",
        "return self.changed.get(expression.name, 0) <= time",
        "return True",
        "hgfoxam",
        style="variable",
        seed=1,
    ),
    SuiteMutant(
        _CURRENT_VALUES,
        "`x := f(x)` makes f(x) the value of x",
        "self.record(assignment.targets[0].name, assignment.value, before)",
        "self.record(assignment.targets[0].name, assignment.value, self.values.time)",
        caught_by="steps/test_rematerialiser::"
        "test_a_chosen_variable_whose_value_mentions_itself_stays",
    ),
    SuiteMutant(
        _CURRENT_VALUES,
        "expressions are current where their variables are not visible any more",
        """
                        self.values.changed[name] = self.values.time
""",
        """
                        pass
""",
        caught_by="steps/test_expression_simplifier::"
        "test_a_value_that_mentions_an_invisible_variable_is_not_used",
    ),
    SuiteMutant(
        _CURRENT_VALUES,
        "expressions with effects can be current",
        "if expression.builtin is None or not expression.builtin.side_effects.movable:",
        "if expression.builtin is None:",
        caught_by="steps/test_rematerialiser::test_m_does_not_copy_immovable_values",
    ),
)

CONTROL_FLOW: Final = (
    StepMutant(
        _CONTROL_FLOW,
        "a function with a `leave` may seem never to return",
        "self._leave_reached = True",
        "pass",
        "hgfoD",
        style="function",
    ),
    StepMutant(
        _CONTROL_FLOW,
        "a switch without default has no way past its cases",
        "reaches_end = not switch.cases or switch.cases[-1].label is not None",
        "reaches_end = not switch.cases",
        "hgfoD",
        style="function",
    ),
    StepMutant(
        _CONTROL_FLOW,
        "an `if` has no way past its body",
        """
            self._block(statement.body)
            return True
""",
        """
            return self._block(statement.body)
""",
        "hgfoD",
        style="function",
        seed=62,
    ),
    StepMutant(
        _CONTROL_FLOW,
        "every block that is not empty seems to end with a jump",
        """
    return bool(statements) and flow_kind(statements[-1], function_flow) is not FlowKind.FLOW_OUT
""",
        """
    return bool(statements)
""",
        "hgfoC",
        style="variable",
    ),
)

SIDE_EFFECTS: Final = (
    StepMutant(
        _SIDE_EFFECTS,
        "the arguments of a movable call do not count",
        "return all(is_movable(argument, function_effects) for argument in expression.arguments)",
        "return True",
        "hgfor",
        style="trap",
    ),
    StepMutant(
        _SIDE_EFFECTS,
        "a function has no effects of the functions it calls",
        "effects.add(result[callee])",
        "pass",
        "hgfou",
        style="function",
        seed=78,
    ),
    StepMutant(
        _SIDE_EFFECTS,
        "what reads can be moved past what writes",
        "if own == WRITE or (own == READ and others == WRITE):",
        "if own == WRITE:",
        "hgfoxaM",
        style="memory",
    ),
    StepMutant(
        _SIDE_EFFECTS,
        "loops in functions are overlooked",
        "may_loop = may_loop or function in graph.with_loops",
        "pass",
        "hgfoxuM",
        equivalent="only a program that does not end shows it, and such runs are not compared",
    ),
    StepMutant(
        _SIDE_EFFECTS,
        "`msize` does not keep unused reads of memory",
        "return effects.removable if code_contains_msize else effects.removable_if_no_msize",
        "return effects.removable_if_no_msize",
        "hgfou",
        style="function",
    ),
)

EQUALITY: Final = (
    StepMutant(
        _EQUALITY,
        "functions are equal whichever of their variables they use",
        """
        if number != self._right.get(other_name):
            return False
""",
        """
""",
        "hgfov",
        style="function",
        seed=56,
    ),
)
