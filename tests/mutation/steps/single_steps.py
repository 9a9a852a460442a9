"""Mutants of single steps."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import StepMutant

STEPS: Final = "yulopt.steps"

VALUES: Final = (
    StepMutant(
        f"{STEPS}.common_subexpression_eliminator",
        "a variable that has another value by now is used",
        "return not self.is_reassigned(name) or self._held[name] == key",
        "return True",
        "hgfoc",
        style="variable",
    ),
    StepMutant(
        f"{STEPS}.common_subexpression_eliminator",
        "calls of different functions with equal arguments are equal",
        "parts: list[_Part] = [call.name]",
        'parts: list[_Part] = [""]',
        "hgfoc",
        style="variable",
    ),
    StepMutant(
        f"{STEPS}.load_resolver",
        "sload is resolved by what memory holds",
        "return self._variable(call, self.environment.storage.get(*key))",
        "return self._variable(call, self.environment.memory.get(*key))",
        "hgfoxcL",
        style="dense",
    ),
    StepMutant(
        f"{STEPS}.load_resolver",
        "a hash of more than a word is computed from the first word",
        "if word is None or size is None or size > WORD_BYTES:",
        "if word is None or size is None:",
        "hgfoxcL",
        style="word",
    ),
    StepMutant(
        f"{STEPS}.equal_store_eliminator",
        "a store where something else is known to be is removed",
        "if words.get(key) == value:",
        "if words.get(key) is not None:",
        "hgfoxcE",
        style="storage",
    ),
    StepMutant(
        f"{STEPS}.unused_assign_eliminator",
        "results are not read at the end of a function",
        "live_at_end |= bits.get(name, 0)",
        "pass",
        "hgfor",
        style="variable",
    ),
    StepMutant(
        f"{STEPS}.unused_assign_eliminator",
        "an unused assignment of a value with an effect is removed",
        "return not is_live and is_movable(assignment.value)",
        "return not is_live",
        "hgfor",
        style="variable",
    ),
    StepMutant(
        f"{STEPS}.unused_assign_eliminator",
        "an assignment reads nothing",
        "self._read(statement.value)\n            elif",
        "pass\n            elif",
        "hgfor",
        style="variable",
    ),
    StepMutant(
        f"{STEPS}.unused_store_eliminator",
        "callers read nothing of what a function stores",
        """
    def end_function(self) -> None:
        self.mark_used([self._numbers.storage, self._numbers.memory])
""",
        """
    def end_function(self) -> None:
        pass
""",
        "hgfoxaS",
        style="memory",
    ),
    StepMutant(
        f"{STEPS}.unused_store_eliminator",
        "storage is forgotten at the end of the code",
        "finder.end_program()",
        "pass",
        "hgfoxaS",
        style="memory",
    ),
    StepMutant(
        f"{STEPS}.unused_store_eliminator",
        "functions that are called read no storage",
        """
        if effects.storage != NONE:
            self.mark_used(self._numbers.touched_by_read(ALL_STORAGE))
""",
        """
""",
        "hgfoxaS",
        style="trap",
    ),
    StepMutant(
        "yulopt.rewriting.unused_pruning",
        "an unused declaration is removed with the effects of its value",
        "if not self._is_removable(value):",
        "if False:",
        "hgfou",
        style="function",
    ),
)

LOOPS: Final = (
    StepMutant(
        f"{STEPS}.loop_invariant_code_motion",
        "a value that mentions a variable that changes is moved out",
        "if name in declared_here or name not in self._ssa_variables:",
        "if name in declared_here:",
        "hgfoxM",
    ),
    StepMutant(
        f"{STEPS}.loop_invariant_code_motion",
        "a declaration of a variable that is assigned later is moved out",
        "if not all(name in self._ssa_variables for name in declaration.names):",
        "if False:",
        "hgfoM",
    ),
    StepMutant(
        f"{STEPS}.for_loop_condition_into_body",
        "the loop is left when its condition holds",
        "leave_loop = If(negated,",
        "leave_loop = If(condition,",
        "hgfoI",
    ),
    StepMutant(
        f"{STEPS}.for_loop_condition_out_of_body",
        "the condition is not negated",
        'return FunctionCall("iszero", [condition], self._iszero, condition.position)',
        "return condition",
        "hgfoO",
    ),
    StepMutant(
        f"{STEPS}.for_loop_condition_out_of_body",
        "a loop that never runs gets a condition that may hold",
        "if not isinstance(condition, Literal) or condition.value == 0:",
        "if not isinstance(condition, Literal):",
        "hgfoO",
        seed=15,
    ),
    StepMutant(
        f"{STEPS}.for_loop_condition_out_of_body",
        "a condition with effects is moved",
        "and is_movable(first.condition)",
        "",
        "hgfoO",
        equivalent="it is evaluated as often as before, and at the same moments",
    ),
    StepMutant(
        f"{STEPS}.for_loop_init_rewriter",
        "initialisers that are no declarations are lost",
        "return [*moved, loop]",
        "return [*(item for item in moved if hasattr(item, 'names')), loop]",
        "o",
    ),
)

BRANCHES: Final = (
    StepMutant(
        f"{STEPS}.conditional_simplifier",
        "the value of a case is written down at its end",
        "case.body.statements.insert(0, assignment)",
        "case.body.statements.append(assignment)",
        "hgfoC",
        style="variable",
    ),
    StepMutant(
        f"{STEPS}.conditional_unsimplifier",
        "whatever number is assigned after an `if` that ends is implied",
        "return value is not None and value.value == 0",
        "return value is not None",
        "hgfoU",
        style="variable",
    ),
    StepMutant(
        f"{STEPS}.conditional_unsimplifier",
        "whatever number is assigned in a case is implied",
        "if value is not None and literals_equal(value, case.label):",
        "if value is not None:",
        "hgfoU",
        style="variable",
        seed=97,
    ),
    StepMutant(
        f"{STEPS}.control_flow_simplifier",
        "a switch with one case runs it if the value is not zero",
        'condition = FunctionCall("eq", arguments, self._eq, switch.expression.position)',
        "condition = switch.expression",
        "hgfon",
    ),
    StepMutant(
        f"{STEPS}.control_flow_simplifier",
        "empty cases are removed where there is a default",
        "if not cases or cases[-1].label is not None:",
        "if True:",
        "hgfon",
        seed=57,
    ),
    StepMutant(
        f"{STEPS}.control_flow_simplifier",
        "a loop with a `continue` runs only once",
        "if not leaves or other_breaks or self._continues:",
        "if not leaves or other_breaks:",
        "hgfon",
        style="trap",
    ),
    StepMutant(
        f"{STEPS}.control_flow_simplifier",
        "a loop whose body falls out of its end runs only once",
        "leaves = leaves_by_break or flow_kind(last) in (FlowKind.TERMINATE, FlowKind.LEAVE)",
        "leaves = True",
        "hgfon",
    ),
    StepMutant(
        f"{STEPS}.structural_simplifier",
        "a literal chooses the first case",
        "if case.label is None or literals_equal(case.label, value):",
        "if True:",
        "hgfot",
    ),
    StepMutant(
        f"{STEPS}.structural_simplifier",
        "an `if` with a literal is always taken",
        "return [] if is_zero_literal(statement.condition) else statement.body.statements",
        "return statement.body.statements",
        "hgfot",
        seed=34,
    ),
    StepMutant(
        f"{STEPS}.dead_code_eliminator",
        "the statement that ends a block goes as well",
        "block.statements = [*statements[: last + 1], *functions]",
        "block.statements = [*statements[:last], *functions]",
        "hgfoD",
        seed=16,
    ),
)

EXPRESSIONS: Final = (
    StepMutant(
        f"{STEPS}.expression_inliner",
        "arguments with effects are put where the parameters are",
        """
            if not is_movable(argument):
                return call
""",
        """
""",
        "hgfoe",
        style="function",
    ),
    StepMutant(
        f"{STEPS}.expression_joiner",
        "values move past calls among the arguments",
        "first = index",
        "pass",
        "hgfoj",
        style="function",
    ),
    StepMutant(
        f"{STEPS}.expression_splitter",
        "the arguments are evaluated from left to right",
        "for index in range(len(arguments) - 1, -1, -1):",
        "for index in range(len(arguments)):",
        "hgfox",
        style="function",
    ),
    StepMutant(
        "yulopt.gas.constants",
        "the lower bits of a split constant are lost",
        'return self._operation("add", shifted, self._find(lower))',
        "return shifted",
        "hgfo",
        "ConstantOptimiser",
        seed=9,
    ),
    StepMutant(
        "yulopt.gas.constants",
        "the complement is one too high",
        "complement = WORD_MASK - value",
        "complement = WORD_MASK + 1 - value",
        "hgfo",
        "ConstantOptimiser",
        seed=104,
    ),
)

FUNCTIONS: Final = (
    StepMutant(
        f"{STEPS}.full_inliner",
        "functions with a `leave` are inlined",
        "or callee in self._kept",
        "",
        "hgfoi",
        style="trap",
    ),
    StepMutant(
        "yulopt.rewriting.inlining",
        "several results are assigned in the wrong order",
        "for target, value in zip(statement.targets, values, strict=True):",
        "for target, value in zip(statement.targets, reversed(values), strict=True):",
        "hgfoi",
        style="trap",
    ),
    StepMutant(
        "yulopt.rewriting.inlining",
        "results keep what they were in the last round of a loop",
        """
        result.append(VariableDeclaration([name], zero_literal(), position))
""",
        """
        result.append(VariableDeclaration([name], call.arguments[0] if call.arguments
                      else zero_literal(), position))
""",
        "hgfoi",
        style="function",
        seed=52,
    ),
    StepMutant(
        f"{STEPS}.function_specializer",
        "literals go to the wrong parameters",
        "arguments = list(zip(copy.parameters, specialization.arguments, strict=True))",
        "arguments = list(zip(copy.parameters, specialization.arguments[::-1], strict=True))",
        "hgfoF",
        style="function",
    ),
    StepMutant(
        f"{STEPS}.unused_function_parameter_pruner",
        "arguments are passed on in the wrong order",
        "for parameter, original in zip(parameters, function.parameters, strict=True)",
        "for parameter, original in zip(parameters[::-1], function.parameters, strict=True)",
        "hgfoup",
        style="function",
    ),
    StepMutant(
        f"{STEPS}.equivalent_function_combiner",
        "functions of the same shape are equal",
        "if SyntacticEquality(self._equal).functions_equal(function, candidate):",
        "if True:",
        "hgfov",
        style="function",
        seed=56,
    ),
)
