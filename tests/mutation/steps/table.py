"""All mutants of steps and their analyses."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import StepMutant, SuiteMutant
from tests.mutation.steps import analyses, code_generation, language, single_steps, stores

STEP_MUTANTS: Final[tuple[StepMutant | SuiteMutant, ...]] = (
    *analyses.DATA_FLOW,
    *analyses.CURRENT_VALUES,
    *analyses.CONTROL_FLOW,
    *analyses.SIDE_EFFECTS,
    *analyses.EQUALITY,
    *stores.KNOWN_WORDS,
    *stores.RANGES,
    *stores.UNUSED_STORES,
    *stores.LIVE_VARIABLES,
    *language.BUILTINS,
    *language.RULES,
    *single_steps.VALUES,
    *single_steps.LOOPS,
    *single_steps.BRANCHES,
    *single_steps.EXPRESSIONS,
    *single_steps.FUNCTIONS,
    *code_generation.SSA,
    *code_generation.STACK,
    *code_generation.NAMES,
)
