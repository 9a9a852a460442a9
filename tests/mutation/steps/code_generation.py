"""Mutants of steps that prepare code generation: SSA form, the stack, names."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import StepMutant, SuiteMutant
from tests.mutation.steps.single_steps import STEPS

SSA: Final = (
    StepMutant(
        f"{STEPS}.ssa_transform",
        "the value from before a loop is read in every round",
        """
        self._forget(self._found.loops[loop])
        loop.condition""",
        """
        loop.condition""",
        "hgfoa",
        style="variable",
    ),
    StepMutant(
        f"{STEPS}.ssa_transform",
        "values noted in a branch are read after it",
        """
        self._forget(self._noted)
        self._noted = outer
""",
        """
        self._noted = outer
""",
        "hgfoa",
        style="variable",
    ),
    StepMutant(
        f"{STEPS}.ssa_transform",
        "what an inner loop assigns does not change in the outer one",
        "outer.update(self._here)",
        "pass",
        "hgfoa",
        style="dense",
    ),
    StepMutant(
        f"{STEPS}.ssa_reverser",
        "a copy of another variable counts as one of the new variable",
        "return isinstance(expression, Identifier) and expression.name == name",
        "return isinstance(expression, Identifier)",
        "hgfoV",
        seed=27,
    ),
)

STACK: Final = (
    StepMutant(
        f"{STEPS}.stack_limit_evader",
        "the first variable in memory is above the guard",
        "variable: guard_value - _SLOT_BYTES * (slot + 1) for variable, slot in slots.items()",
        "variable: guard_value - _SLOT_BYTES * slot for variable, slot in slots.items()",
        "hgfo",
        "StackLimitEvader",
        style="guarded",
        seed=30,
    ),
    StepMutant(
        "yulopt.stack.memory_mover",
        "a function shares slots with the functions that it calls",
        "first = max((next_slot.get(callee, 0) for callee in callees), default=0)",
        "first = 0",
        "hgfo",
        "StackLimitEvader",
        style="guarded",
        seed=28,
    ),
    SuiteMutant(
        "yulopt.stack.memory_mover",
        "of functions that call each other, only what one of them calls counts",
        "for name in component for callee in graph.calls[name]",
        "for name in component[:1] for callee in graph.calls[name]",
        "steps/test_stack_limit_evader::"
        "test_callers_of_mutually_recursive_functions_have_separate_slots",
    ),
    StepMutant(
        "yulopt.stack.memory_mover",
        "parameters are not stored",
        """
        stores = [self._store(name, Identifier(name, position), position) for name in parameters]
        stores += [""",
        """
        stores = [""",
        "hgfo",
        "StackLimitEvader",
        style="guarded",
        seed=21,
    ),
    StepMutant(
        "yulopt.stack.memory_mover",
        "results are not zero at first",
        """
        stores += [self._store(name, zero_literal(position), position) for name in results]
""",
        """
""",
        "hgfo",
        "StackLimitEvader",
        style="guarded",
    ),
    StepMutant(
        "yulopt.stack.memory_mover",
        "of several values, the wrong one is taken from memory",
        "source = self._load(returned[index], position)",
        "source = self._load(returned[-1 - index] if returned[-1 - index] in self._addresses"
        " else returned[index], position)",
        "hgfo",
        "StackLimitEvader",
        style="guarded",
        seed=41,
    ),
)

NAMES: Final = (
    StepMutant(
        f"{STEPS}.var_name_cleaner",
        "two variables get the same name",
        "return name in self._used or name in self._function_names or",
        "return name in self._function_names or",
        "hgfo",
        "VarNameCleaner",
        style="variable",
    ),
    StepMutant(
        f"{STEPS}.name_simplifier",
        "a name is shortened to one that is in use",
        "if candidate != name and not dispenser.is_illegal(candidate):",
        "if candidate != name:",
        "hgfo",
        "NameSimplifier",
        style="dense",
    ),
    StepMutant(
        f"{STEPS}.disambiguator",
        "names stay visible after the end of their block",
        """
        self._visit_statements(block)
        self._close(opened)
""",
        """
        self._visit_statements(block)
""",
        "hgf",
    ),
)
