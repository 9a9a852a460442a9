"""Mutants that bring known faults of solc back into runs beyond it, or lose them in exact runs."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import SuiteMutant

_PIPELINES: Final = "suite/test_known_faults::test_pipelines_have_no_known_fault"
_EXACT: Final = "suite/test_known_faults::test_code_of_solc_has_the_faults_of_the_release"
_ONE_STEP: Final = "suite/test_known_faults::test_one_step_beyond_solc_makes_a_run_right"
_WORLDS: Final = "suite/test_worlds::test_"
_IMMUTABLES: Final = "driver/test_several_assignments::test_"
_KNOWLEDGE: Final = "analysis/test_symbolic_offsets::test_"


def _emulation(switch: str) -> SuiteMutant:
    return SuiteMutant(
        "yulopt.dialect.behaviour",
        f"exact runs are mended: {switch}",
        f'self.{switch} = "{switch}" in switches',
        f"self.{switch} = False",
        _EXACT,
    )


KNOWN_FAULTS: Final = (
    _emulation("stale_offsets"),
    _emulation("reassigned_bases"),
    _emulation("same_in_every_iteration"),
    _emulation("evades_despite_msize"),
    _emulation("evades_out_of_reach"),
    _emulation("loads_before_loops"),
    SuiteMutant(
        "yulopt.steps.loop_invariant_code_motion",
        "memory is loaded before loops",
        "if effects.memory != NONE and not self._moves_loads:",
        "if False:",
        _ONE_STEP,
    ),
    SuiteMutant(
        "yulopt.analysis.data_flow",
        "offsets survive assignments",
        "self._forgets_offsets = not behaviour.stale_offsets",
        "self._forgets_offsets = False",
        _PIPELINES,
    ),
    SuiteMutant(
        "yulopt.analysis.symbolic_offsets",
        "nothing is forgotten",
        "            self._located.pop(name, None)\n\n",
        "            pass\n\n",
        _KNOWLEDGE + "a_forgotten_variable_is_located_anew",
    ),
    SuiteMutant(
        "yulopt.analysis.symbolic_offsets",
        "changing variables are bases",
        "expression.name in self._changing",
        "False",
        _KNOWLEDGE + "changing_variables_have_no_offsets",
    ),
    SuiteMutant(
        "yulopt.steps.unused_store_eliminator",
        "reassigned variables are bases",
        "() if behaviour.reassigned_bases else assigned_names(block)",
        "()",
        _PIPELINES,
    ),
    SuiteMutant(
        "yulopt.steps.unused_store_eliminator",
        "variables are the same in every iteration",
        "if not self._same_in_every_iteration:",
        "if False:",
        _PIPELINES,
    ),
    SuiteMutant(
        "yulopt.steps.unused_store_eliminator",
        "what inner loops have stored is forgotten where an outer one goes on",
        "return later | {location: location for location in later.values()}",
        "return later",
        _PIPELINES,
    ),
    SuiteMutant(
        "yulopt.analysis.accessed_ranges",
        "lengths are the same in every iteration",
        " or self.length_variable in variables",
        "",
        _PIPELINES,
    ),
    SuiteMutant(
        "yulopt.steps.stack_limit_evader",
        "the size of memory does not matter",
        "if not context.behaviour.evades_despite_msize and context.contains_msize(block):",
        "if False:",
        _PIPELINES,
    ),
    SuiteMutant(
        "yulopt.steps.stack_limit_evader",
        "variables may be where no call has the gas for them",
        "if guard_value > AFFORDABLE and not context.behaviour.evades_out_of_reach:",
        "if False:",
        _ONE_STEP,
    ),
    SuiteMutant(
        "yulopt.suite.worlds",
        "steps in brackets do not count",
        "else _goes_beyond(item)",
        "else False",
        _WORLDS + "one_step_beyond_solc_anywhere_is_enough",
    ),
    SuiteMutant(
        "yulopt.suite.worlds",
        "code generation does not count",
        "return beyond or any(",
        "return any(",
        _WORLDS + "one_step_beyond_solc_anywhere_is_enough",
    ),
    SuiteMutant(
        "yulopt.suite.suite",
        "a finished copy is solc's",
        "        behaviour=context.behaviour,\n",
        "",
        _WORLDS + "the_end_of_a_trial_run_is_like_the_run",
    ),
    SuiteMutant(
        "yulopt.suite.suite",
        "the context of a run is always solc's",
        "        behaviour=settings.behaviour,\n",
        "",
        _PIPELINES,
    ),
    SuiteMutant(
        "yulopt.suite.checkpoints",
        "a checkpoint does not say that the run goes beyond solc",
        'record["beyond"] = True',
        "pass",
        _WORLDS + "a_checkpoint_records_the_setting",
    ),
    SuiteMutant(
        "yulopt.trace.recording",
        "checkpoints are those of a run that is solc's",
        "is_beyond = any(step.is_extension for step in recording.steps)",
        "is_beyond = False",
        _WORLDS + "every_step_of_a_trace_can_be_replayed",
    ),
    SuiteMutant(
        "yulopt.suite.suite",
        "code generation that follows does not count",
        "behaviour_of(dialect, main, cleanup, beyond=beyond)",
        "behaviour_of(dialect, main, cleanup)",
        _WORLDS + "settings_of_the_suite_decide_by_sequence_and_code_generation",
    ),
    SuiteMutant(
        "yulopt.tune.candidate",
        "candidates are all solc's",
        "first: Path = ((BEYOND, _ANY_RUNS),) if is_beyond else ()",
        "first: Path = ()",
        _WORLDS + "a_search_distinguishes_candidates",
    ),
    SuiteMutant(
        "yulopt.assembly.assembler",
        "only the first assignment of an immutable counts",
        "only_first = dialect.behaviour.assigns_immutables_once",
        "only_first = True",
        _IMMUTABLES + "all_assignments_of_a_program_count_beyond_solc",
    ),
    SuiteMutant(
        "yulopt.steps.full_inliner",
        "assignments of immutables are inlined",
        'self._graph.functions_that_call("setimmutable") - self._single_use',
        "set()",
        _IMMUTABLES + "steps_copy_no_assignment",
    ),
    SuiteMutant(
        "yulopt.steps.function_specializer",
        "assignments of immutables are specialised",
        "if not context.behaviour.assigns_immutables_once:",
        "if False:",
        _IMMUTABLES + "steps_copy_no_assignment",
    ),
    SuiteMutant(
        "yulopt.steps.cost_based_inliner",
        "assignments of immutables are inlined",
        "if name in self._assigning and self._calls.count[name] > 1:",
        "if False:",
        _IMMUTABLES + "steps_copy_no_assignment",
    ),
    SuiteMutant(
        "yulopt.steps.switch_splitter",
        "a default that assigns an immutable is copied",
        'self.found or call.name == "setimmutable"',
        "self.found",
        _IMMUTABLES + "steps_copy_no_assignment",
    ),
    SuiteMutant(
        "yulopt.steps.full_inliner",
        "exact runs do not inline assignments of immutables",
        "if not context.behaviour.assigns_immutables_once:",
        "if True:",
        _IMMUTABLES + "steps_of_solc_copy_assignments_as_solc_does",
    ),
    SuiteMutant(
        "yulopt.tune.state",
        "a state does not say whether the run is solc's",
        "is_solc = self._context.behaviour is not FAULTLESS",
        "is_solc = True",
        _WORLDS + "a_search_distinguishes_candidates",
    ),
    SuiteMutant(
        "yulopt.tune.state",
        "the copy of a state is solc's",
        "                behaviour=context.behaviour,\n",
        "",
        _WORLDS + "a_search_distinguishes_candidates",
    ),
    SuiteMutant(
        "yulopt.driver.options",
        "steps do not ask whose code generation follows",
        "parse_steps(self.sequence_text, beyond=self.is_beyond)",
        "parse_steps(self.sequence_text)",
        _WORLDS + "a_search_for_code_generation_beyond_solc",
    ),
    SuiteMutant(
        "yulopt.tune.evaluator",
        "code generation beyond solc does not count",
        "            beyond=options.is_beyond,\n",
        "",
        _WORLDS + "a_search_for_code_generation_beyond_solc",
    ),
)
