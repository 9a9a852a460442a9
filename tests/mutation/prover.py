"""Mutants of the prover, where it must neither fail nor say anything wrong."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import suite_mutants

_execution: Final = suite_mutants("prover.execution", "test_solving::test_")
_loops: Final = suite_mutants("prover.loops", "test_normal_form::test_")
_finding: Final = suite_mutants("prover.pair_finding", "test_step_proof::test_")
_solvers: Final = suite_mutants("prover.solvers", "test_solving::test_")

PROVER: Final = (
    _execution(
        "memory in use is a word at the beginning",
        'terms.make("no extent")',
        "terms.zero",
        "memory_in_use_that_depends_on_a_condition",
    ),
    _loops(
        "all leaves that a loop had are reached",
        "for leaf, state in loop.leaving.items() if leaf in reached}",
        "for leaf, state in loop.leaving.items()}",
        "equal",
    ),
    _loops(
        "every loop with a condition comes to its end",
        "if loop.exits is not None and self._exit in reached:",
        "if loop.exits is not None:",
        "equal",
    ),
    _finding(
        "what fails ends the run",
        "except Exception as error:",
        "except ArithmeticError as error:",
        "a_failure_leaves_a_pair_open_and_the_others_go_on",
    ),
    _finding(
        "an interrupt leaves a pair open",
        "except Exception as error:",
        "except BaseException as error:",
        "an_interrupt_ends_all_proofs",
    ),
    _solvers(
        "an interrupt is no answer",
        "if found == z3.unknown and solver.reason_unknown() == _INTERRUPTED:",
        "if found == z3.unknown and not solver:",
        "an_interrupt_while_the_solver_is_at_work_ends_the_run",
    ),
)
