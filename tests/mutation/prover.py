"""Mutants of the prover, which must neither fail nor give wrong answers."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import suite_mutants

_graph: Final = suite_mutants("prover.graph", "test_solving::test_")
_loops: Final = suite_mutants("prover.loops", "test_normal_form::test_")
_loop_ends: Final = suite_mutants("prover.loops", "test_ends_of_loops::test_")
_finding: Final = suite_mutants("prover.pair_finding", "test_step_proof::test_")
_encoding: Final = suite_mutants("prover.smt", "test_solving::test_")
_solvers: Final = suite_mutants("prover.solvers", "test_solving::test_")
_spilled: Final = suite_mutants("prover.spilled_words", "test_spilled_words::test_")
_state: Final = suite_mutants("prover.execution", "test_spilled_words::test_")
_terms: Final = suite_mutants("prover.terms", "test_spilled_words::test_")
_called: Final = suite_mutants("prover.called", "test_spilled_words::test_")
_ends: Final = suite_mutants("prover.builtins", "test_spilled_words::test_")
_names: Final = suite_mutants("prover.answers", "checker/test_adversaries::test_")
_bytes: Final = suite_mutants("prover.builtins", "checker/test_adversaries::test_")
_loop_names: Final = suite_mutants("prover.modified", "test_spilled_words::test_")
_rollback: Final = suite_mutants("prover.rollback", "test_rollback::test_")
_parts: Final = suite_mutants("prover.step_proof", "test_piecewise::test_")
_chain: Final = suite_mutants("prover.piecewise", "test_piecewise::test_")
_mixtures: Final = suite_mutants("prover.mixtures", "test_piecewise::test_")
_policy: Final = suite_mutants("prover.rollback", "test_rollback::test_")
_arrays: Final = suite_mutants("prover.arrays", "test_normal_form::test_")
_messages: Final = suite_mutants("prover.effects", "test_messages::test_")
_callers: Final = suite_mutants("prover.step_proof", "test_step_proof::test_")
_trees: Final = suite_mutants("prover.equal_trees", "test_equal_trees::test_")

_words: Final = suite_mutants("prover.words", "test_substitution::test_")
_facts: Final = suite_mutants("prover.facts", "test_adversaries::test_")

PROVER: Final = (
    _words(
        "a rebuilt product has two factors",
        'return reduce(lambda one, other: self.apply("mul", (one, other)), args)',
        'return self.apply("mul", args[:2])',
        "words_have_the_value_with_the_substituted_ones",
    ),
    _words(
        "operands that are not expected are dropped",
        "one, other, modulus = args\n",
        "one, other, modulus = args[:3]\n",
        "instructions_take_their_number_of_operands",
    ),
    _facts(
        "bounds hold beyond the branch they are from",
        '"""Roll back to a checkpoint."""\n        self._found.clear()\n',
        '"""Roll back to a checkpoint."""\n',
        "programs_that_differ_are_not_proven",
    ),
    _names(
        "the last of two functions of a name is called",
        "if function.name in self.found:",
        "if function.name in self.found.values():",
        "functions_of_the_same_name",
    ),
    _bytes(
        "the size of memory is known where it is not counted",
        "if not self.with_extent:",
        "if state is None:",
        "bytes_that_ask_for_the_size_of_memory",
    ),
    _callers(
        "callers are those that call a function themselves",
        "return [*self._callees(name), *called, *self._assumed(name, self._pairs)]",
        "return [*self._callees(name), *called]",
        "callers_only_after_a_step_or_through_inlined_functions",
    ),
    _finding(
        "a finding is about functions, whatever their counterparts",
        "[name, *(one for one, other in pairs.items() if other in after)]",
        "[name]",
        "effects_of_counterparts_belong_to_the_key_of_a_finding",
    ),
    _arrays(
        "a saved word brings back the memory it is from",
        "is_saved and self.without_word(word.args[0], start) is below",
        "is_saved",
        "different",
    ),
    _arrays(
        "the result of a call comes back over any word",
        "if self.load_word(whole, start) is word and self.without_word(whole, start) is below:",
        "if self.without_word(whole, start) is below:",
        "different",
    ),
    _arrays(
        "a word brings back all of a longer result",
        "if self.load_word(whole, start) is word and self.without_word(whole, start) is below:",
        "if self.load_word(whole, start) is word:",
        "a_word_of_a_longer_result_does_not_bring_back_all_of_it",
    ),
    _messages(
        "one write is enough for any message",
        "return [] if missing else calls",
        "return [] if missing and len(calls) == 1 else calls",
        "what_needs_memory",
    ),
    _messages(
        "words of messages are read from nowhere",
        "for argument in call.arguments:\n                self.visit_exp",
        "for argument in []:\n                self.visit_exp",
        "what_needs_memory",
    ),
    _messages(
        "anything may come before the end of a message",
        'if call is None or call.name != "mstore":',
        "if call is None or not call.arguments:",
        "what_needs_memory",
    ),
    _messages(
        "functions with a message have no other memory",
        "accesses.all - accesses.apart",
        "accesses.all",
        "what_needs_memory",
    ),
    _messages(
        "messages hide the size of memory",
        "if ignores_messages and not with_extent:",
        "if ignores_messages:",
        "messages_that_are_just_written",
    ),
    _messages(
        "a function has the memory of its own code only",
        "            elif callee in self.of_function:\n                functions = functions.join(",
        "            elif callee in self.of_function:\n                builtins = builtins.join(",
        "what_needs_memory",
    ),
    _trees(
        "each function corresponds to all others",
        "if self._pairs.get(one.name) != other.name:",
        "if one.name not in self._pairs:",
        "different",
    ),
    _trees(
        "a function is the builtin of that name",
        "return one.builtin is not None and other.builtin is not None and one.name == other.name",
        "return one.builtin is not None or other.name in self._pairs",
        "different",
    ),
    _trees(
        "a longer block is equal to its beginning",
        "return len(mine) == len(theirs) and all(map(self._statements, mine, theirs))",
        "return all(map(self._statements, mine, theirs))",
        "different",
    ),
    _graph(
        "memory in use is a word at the beginning",
        "self.terms.make(op) for part, op in parts}",
        'self.terms.make(op) for part, op in parts} | {"#extent": self.terms.zero}',
        "memory_in_use_that_depends_on_a_condition",
    ),
    _loop_ends(
        "how a loop ends is whether it does",
        'bind("ended by loop", (ends,))',
        'bind("ends loop", (ends,))',
        "the_order_of_loops_that_end_differently",
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
        "a_failure_leaves_a_pair_open_and_the_others_continue",
    ),
    _finding(
        "an interrupt leaves a pair open",
        "except Exception as error:",
        "except BaseException as error:",
        "an_interrupt_ends_all_proofs",
    ),
    _encoding(
        "names may end early in the text of a query",
        "name = quote(name, safe=_IN_NAMES)",
        "name = str(name)",
        "names_that_a_program_chooses_are_names_only",
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
        "what_stays_unproven",
    ),
    _spilled(
        "the program before may access the words",
        "if _Promise(reserved).is_broken_in(before.block):",
        "if False:",
        "what_stays_unproven",
    ),
    _ends(
        "code may access the words at addresses in variables",
        "if self.spilled is not None and self.spilled.reserves(start, size):",
        "if False:",
        "what_stays_unproven",
    ),
    _spilled(
        "a call writes the words of the called function alone",
        "for callee in graph.reachable_from([name])",
        "for callee in [name]",
        "what_stays_unproven",
    ),
    _state(
        "what is in a word at the beginning is the same on both sides",
        "return self._graph.terms.unknown_word(name)",
        "return self._graph.terms.zero",
        "what_stays_unproven",
    ),
    _terms(
        "what a call leaves in a word is what was there",
        "self._unknown_words += 1",
        "self._unknown_words = 1",
        "what_stays_unproven",
    ),
    _called(
        "a call may do other accesses before it ends the frame",
        'or (accesses_count and part == "#extent")',
        "",
        "what_stays_unproven",
    ),
    _ends(
        "accesses do not count where the frame ends",
        'accesses = () if self.spilled is None else (state["#extent"],)',
        "accesses: tuple[Term, ...] = ()",
        "what_stays_unproven",
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
        "name: denied.get((before.hash_of(name), after.hash_of(name)))",
        "name: None",
        "a_policy_knows_changes_by_their_content",
    ),
    _policy(
        "a function that was renamed is rolled back by itself",
        "for one in gone",
        "for one in ()",
        "a_policy_knows_changes_by_their_content",
    ),
    _rollback(
        "parts that cannot be undone are, though nothing comes of it",
        "if not 0 < len(made) < len(mixtures.parts) or",
        "if",
        "parts_that_cannot_be_undone_alone",
    ),
    _solvers(
        "what Z3 did before counts for the next question",
        "context = z3.Context()",
        "context = z3.main_ctx()",
        "a_question_costs_the_same_work_every_time",
    ),
    _parts(
        "what is left after a chain need not be proven",
        "rest = _proofs(chain.version, after,",
        "rest = _proofs(after, after,",
        "parts_that_are_wrong_are_not_proven",
    ),
    _chain(
        "a chain raises the guard of memory",
        "if guards(before.whole) == guards(after.whole) else []",
        "if mixtures.parts else []",
        "code_that_reserves_memory_is_not_split",
    ),
    _chain(
        "a part that is not proven is made",
        "if following is None or is_last or not is_proven(version, following):",
        "if following is None or is_last:",
        "wrong_parts_are_left_out_and_the_others_applied",
    ),
    _mixtures(
        "variables are used outside their scope",
        "return fits and not names.misses",
        "return fits",
        "versions_are_valid",
    ),
    _solvers(
        "solvers are asked what is too hard for their time",
        "if work > seconds:",
        "if work < 0:",
        "queries_too_hard_for_their_time_are_not_asked",
    ),
)
