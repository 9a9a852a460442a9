"""Mutants of spilling beyond solc: words, frames, and free space."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import SuiteMutant

_TESTS: Final = "steps/test_stack_spiller::test_"
_PLACES: Final = "places_of_variables"
_ROUNDS: Final = "stack/test_deep_programs::test_variables_too_deep_after_spilling_others"
_TEXT: Final = "stack/test_frames::test_a_function_acquires_a_frame_and_releases_it"
_GROWS: Final = "stack/test_frames::test_a_frame_grows"
_SAVED: Final = (
    "stack/test_saved_words::test_a_function_saves_words_and_restores_them_in_reverse_order"
)
_SAME: Final = "programs_behave_the_same"
_ITSELF: Final = "recursive_functions_behave_the_same"


def _spiller(broken: str, old: str, new: str, caught_by: str) -> SuiteMutant:
    test = caught_by if "::" in caught_by else _TESTS + caught_by
    return SuiteMutant("yulopt.steps.stack_spiller", broken, old, new, test)


def _frames(broken: str, old: str, new: str, caught_by: str = _TEXT) -> SuiteMutant:
    return SuiteMutant("yulopt.stack.frames", broken, old, new, caught_by)


def _saved(broken: str, old: str, new: str) -> SuiteMutant:
    return SuiteMutant("yulopt.stack.saved_words", broken, old, new, _SAVED)


SPILLING: Final = (
    _spiller(
        "guards count only while they are there",
        "            end = max(guarded, MAX_BYTES)\n",
        "            pass\n",
        "a_guard_counts_that_steps_have_removed",
    ),
    _spiller(
        "data stays below a guard that was removed before",
        "end = max(guarded, MAX_BYTES)",
        "end = guarded",
        "data_placed_after_the_guard_was_removed_stays",
    ),
    _spiller(
        "the handle of a frame moves into the frame",
        "variables = {name: moved for name, moved in variables.items() if moved}",
        "variables = {name: moved or unreachable[name] for name, moved in variables.items()}",
        "steps/test_stack_spiller::test_the_handle_of_a_frame_does_not_move_into_the_frame",
    ),
    _spiller(
        "memory whose size is asked for is used",
        "        if report.asks_size:\n            return\n",
        "",
        _PLACES,
    ),
    _spiller(
        "memory after the first free memory is unused",
        "if self._first or report.uses_pointer:",
        "if self._first:",
        "a_guard_counts_that_steps_have_removed",
    ),
    _spiller(
        "words begin before the end of what the program uses",
        "self._end = -(-end // WORD_BYTES) * WORD_BYTES",
        "self._end = end // WORD_BYTES * WORD_BYTES - WORD_BYTES",
        _SAME,
    ),
    _spiller(
        "functions that call themselves share words",
        "for name in graph.recursive_functions()",
        "for name in ()",
        _ITSELF,
    ),
    _spiller(
        "words may be where no call has the gas for them",
        "if start is None or start + WORD_BYTES * count > AFFORDABLE:",
        "if start is None:",
        _PLACES,
    ),
    _spiller(
        "frames are where the program has slots of its own",
        " and not _SlotFinder(block).is_mentioned",
        "",
        "code_that_uses_the_slots_of_frames_has_none",
    ),
    SuiteMutant(
        "yulopt.stack.memory_mover",
        "words of callers are those of what they call",
        "        next_slot.update(dict.fromkeys(component, first))",
        "        next_slot.update(dict.fromkeys(component, 0))",
        _TESTS + _SAME,
    ),
    SuiteMutant(
        "yulopt.stack.memory_mover",
        "functions that call each other share slots with their callers",
        "        next_slot.update(dict.fromkeys(component, first))",
        "        next_slot[component[-1]] = first",
        "steps/test_stack_limit_evader::"
        "test_callers_of_mutually_recursive_functions_have_separate_slots",
    ),
    _spiller(
        "words that were taken after all memory are taken again",
        "        if not self._first:\n            self._end = end\n",
        "",
        _ROUNDS,
    ),
    _spiller(
        "the first pointer stays where it was",
        "            literal.value = end\n",
        "",
        _SAME,
    ),
    _frames(
        "the top stays where it was",
        '            self._statement("tstore", [_number(TOP, position), end], position),\n',
        "",
    ),
    _frames(
        "a frame is never left",
        "                *self._released(position),\n",
        "",
    ),
    _frames(
        "return variables begin with what was there",
        "                    self._store(name, zero_literal(position), position)\n"
        "                    for name in results\n                    if name in moved\n",
        "                    self._store(name, zero_literal(position), position)\n"
        "                    for name in ()\n",
    ),
    _frames(
        "a frame that grows overlaps itself",
        "first = frames[function].words if function in frames else 0",
        "first = 0",
        _GROWS,
    ),
    _frames(
        "a frame that grows is asked for as it was",
        "        self.size.value += words\n",
        "",
        _GROWS,
    ),
    SuiteMutant(
        "yulopt.driver.build",
        "code gets a guard unasked",
        "guards = options.spills and options.memory_safe",
        "guards = options.spills",
        _TESTS + "memory_is_safe_if_the_user_asserts_it",
    ),
    _saved(
        "words are not restored", "saving.surround(before, after)", "saving.surround(before, [])"
    ),
    _saved(
        "words are restored in the order in which they were saved",
        "[*before, call, *after]\n        self._index += len(before)",
        "[*before, call]\n        statements += after\n        self._index += len(before)",
    ),
    _saved(
        "parameters are what words held before",
        "self._store(variable, Identifier(variable, position), position)",
        "self._store(variable, zero_literal(position), position)",
    ),
    _saved(
        "results begin with what was there",
        "            before.append(self._store(variable, zero_literal(position), position))\n",
        "",
    ),
    _saved(
        "results are not what words hold in the end",
        "after.insert(0, Assignment([result],",
        "after.append(Assignment([result],",
    ),
    SuiteMutant(
        "yulopt.assembly.spill_slots",
        "there is no warning that static calls fail",
        "        if frames and not (deploys and item is compiled):",
        "        if False:",
        _TESTS + "a_warning_names_functions_that_fail_in_static_calls",
    ),
)
