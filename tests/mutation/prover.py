"""Mutants of the prover, where it must neither fail nor say anything wrong."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import suite_mutants

_execution: Final = suite_mutants("prover.execution", "test_solving::test_")
_loops: Final = suite_mutants("prover.loops", "test_normal_form::test_")
_finding: Final = suite_mutants("prover.pair_finding", "test_step_proof::test_")
_solvers: Final = suite_mutants("prover.solvers", "test_solving::test_")
_spilled: Final = suite_mutants("prover.spilled_words", "test_spilled_words::test_")
_state: Final = suite_mutants("prover.execution", "test_spilled_words::test_")
_ends: Final = suite_mutants("prover.builtins", "test_spilled_words::test_")
_loop_names: Final = suite_mutants("prover.modified", "test_spilled_words::test_")
_rollback: Final = suite_mutants("prover.rollback", "test_rollback::test_")
_policy: Final = suite_mutants("prover.rollback", "test_rollback::test_")

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
    _spilled(
        "words that were not reserved are variables, too",
        "for one in own if one in reserved}",
        "for one in own}",
        "variables_in_memory",
    ),
    _spilled(
        "the program before may access the words",
        "if any(_overlaps(address, reserved) for address in _addresses_in(before.block)):",
        "if False:",
        "what_is_not_proven",
    ),
    _spilled(
        "a call writes the words of the called function alone",
        "for callee in graph.reachable_from([name])",
        "for callee in [name]",
        "what_is_not_proven",
    ),
    _state(
        "what is in a word at the beginning is the same on both sides",
        'terms.make("unknown", f"{name} {terms.newest_serial}")',
        "terms.zero",
        "what_is_not_proven",
    ),
    _state(
        "a call may do other accesses before it ends the frame",
        'or (part == "#extent" and self._spilled is not None)',
        "",
        "what_is_not_proven",
    ),
    _ends(
        "accesses do not count where the frame ends",
        'accesses = () if self.spilled is None else (state["#extent"],)',
        "accesses: tuple[Term, ...] = ()",
        "what_is_not_proven",
    ),
    _loop_names(
        "a loop does not change variables in memory",
        "self.variables[name] = None",
        "pass",
        "variables_in_memory",
    ),
    _rollback(
        "callers of a function with another signature keep their calls",
        "torn.add(callee if is_old else caller)",
        "torn.add(callee)",
        "callers_go_with_a_function_that_has_another_signature",
    ),
    _rollback(
        "names may be declared twice",
        "if version_of(Block(mixed)).code is not None:",
        "if mixed:",
        "names_stay_unique",
    ),
    _rollback(
        "functions that were removed do not come back",
        "for name in former if name in names - present]",
        "for name in former if name in names & present]",
        "a_function_that_was_removed_comes_back_with_its_caller",
    ),
    _policy(
        "a change that is denied stays",
        "and (before.hash_of(name), after.hash_of(name)) in self.changes",
        "and not self.changes",
        "a_policy_knows_changes_by_their_content",
    ),
    _policy(
        "a function that was renamed is rolled back by itself",
        "for one in gone",
        "for one in ()",
        "a_policy_knows_changes_by_their_content",
    ),
)
