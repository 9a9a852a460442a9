"""All mutants."""

from __future__ import annotations

from typing import Final

from tests.mutation.abstraction import ABSTRACTION
from tests.mutation.assembly_optimizer import ASSEMBLY_OPTIMIZER
from tests.mutation.at_calls import AT_CALLS
from tests.mutation.beyond import BEYOND
from tests.mutation.beyond_assembly import BEYOND_ASSEMBLY
from tests.mutation.branch_combiner import BRANCH_COMBINER
from tests.mutation.call_evaluation import CALL_EVALUATION
from tests.mutation.checker import CHECKER
from tests.mutation.code.table import CODE_MUTANTS
from tests.mutation.dispatch import DISPATCH
from tests.mutation.dropin import DROPIN
from tests.mutation.egraph import EGRAPH
from tests.mutation.frequency import FREQUENCY
from tests.mutation.graphs import GRAPHS
from tests.mutation.if_converter import IF_CONVERTER
from tests.mutation.inlining import INLINING
from tests.mutation.key_tables import KEY_TABLES
from tests.mutation.known_faults import KNOWN_FAULTS
from tests.mutation.log_data import LOG_DATA
from tests.mutation.loop_loads import LOOP_LOADS
from tests.mutation.memory_objects import MEMORY_OBJECTS
from tests.mutation.memory_safety import MEMORY_SAFETY
from tests.mutation.mutant import Mutant
from tests.mutation.placed_memory import PLACED_MEMORY
from tests.mutation.pointer_sinker import POINTER_SINKER
from tests.mutation.prices import PRICES
from tests.mutation.prover import PROVER
from tests.mutation.prover_bounds import PROVER_BOUNDS
from tests.mutation.prover_frames import PROVER_FRAMES
from tests.mutation.prover_groups import PROVER_GROUPS
from tests.mutation.prover_heap import PROVER_HEAP
from tests.mutation.prover_scalars import PROVER_SCALARS
from tests.mutation.ranges import RANGES
from tests.mutation.releases import RELEASES
from tests.mutation.repeated_calls import REPEATED_CALLS
from tests.mutation.revert_data import REVERT_DATA, SELECTOR_CHECKS
from tests.mutation.rvsdg import RVSDG
from tests.mutation.scheduling import SCHEDULING
from tests.mutation.signature_reducer import SIGNATURE_REDUCER
from tests.mutation.skipping import SKIPPING
from tests.mutation.slots_in_loops import SLOTS_IN_LOOPS
from tests.mutation.spilling import SPILLING
from tests.mutation.ssa import SSA
from tests.mutation.steps.table import STEP_MUTANTS
from tests.mutation.storage import STORAGE
from tests.mutation.unread_store_eliminator import UNREAD_STORE_ELIMINATOR

MUTANTS: Final[tuple[Mutant, ...]] = (
    *STEP_MUTANTS,
    *CODE_MUTANTS,
    *ASSEMBLY_OPTIMIZER,
    *GRAPHS,
    *SSA,
    *RELEASES,
    *REVERT_DATA,
    *SELECTOR_CHECKS,
    *RVSDG,
    *EGRAPH,
    *SKIPPING,
    *AT_CALLS,
    *BEYOND,
    *BRANCH_COMBINER,
    *IF_CONVERTER,
    *DISPATCH,
    *DROPIN,
    *FREQUENCY,
    *ABSTRACTION,
    *BEYOND_ASSEMBLY,
    *PLACED_MEMORY,
    *MEMORY_OBJECTS,
    *KEY_TABLES,
    *MEMORY_SAFETY,
    *POINTER_SINKER,
    *UNREAD_STORE_ELIMINATOR,
    *INLINING,
    *CALL_EVALUATION,
    *RANGES,
    *SCHEDULING,
    *LOG_DATA,
    *LOOP_LOADS,
    *SLOTS_IN_LOOPS,
    *SPILLING,
    *STORAGE,
    *SIGNATURE_REDUCER,
    *REPEATED_CALLS,
    *KNOWN_FAULTS,
    *PRICES,
    *PROVER,
    *PROVER_BOUNDS,
    *PROVER_FRAMES,
    *PROVER_SCALARS,
    *PROVER_GROUPS,
    *PROVER_HEAP,
    *CHECKER,
)
