"""All mutants."""

from __future__ import annotations

from typing import Final

from tests.mutation import analyses, language, steps, stores
from tests.mutation.mutant import Mutant

MUTANTS: Final[tuple[Mutant, ...]] = (
    *analyses.DATA_FLOW,
    *analyses.CONTROL_FLOW,
    *analyses.SIDE_EFFECTS,
    *analyses.EQUALITY,
    *stores.KNOWN_WORDS,
    *stores.PLACES,
    *stores.UNUSED_STORES,
    *language.BUILTINS,
    *language.RULES,
    *steps.VALUES,
    *steps.LOOPS,
    *steps.BRANCHES,
    *steps.EXPRESSIONS,
    *steps.FUNCTIONS,
    *steps.SSA,
    *steps.STACK,
    *steps.NAMES,
)
