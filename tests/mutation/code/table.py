"""All mutants of code generation."""

from __future__ import annotations

from typing import Final

from tests.mutation.code import assembling, generators, layouts, memory, reports, shuffling
from tests.mutation.mutant import CodeMutant

CODE_MUTANTS: Final[tuple[CodeMutant, ...]] = (
    *shuffling.SHUFFLER,
    *shuffling.JUNK,
    *shuffling.TRANSITIONS,
    *shuffling.IDEAL_LAYOUTS,
    *layouts.BRANCHES,
    *layouts.LAYOUTS,
    *layouts.GRAPHS,
    *memory.MEMORY,
    *memory.COMPILABILITY,
    *generators.GENERATOR,
    *generators.MACHINE,
    *generators.LINEAR,
    *assembling.ASSEMBLER,
    *assembling.TABLES,
    *assembling.IMMUTABLES,
    *assembling.BUILTINS,
    *reports.REPORTS,
)
