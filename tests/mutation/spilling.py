"""Mutants of what moves variables off the stack beyond solc: words, frames, and who has room."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import SuiteMutant

_TESTS: Final = "steps/test_stack_spiller::test_"
_PLACES: Final = "where_variables_are"
_ROUNDS: Final = (
    "stack/test_deep_programs::test_variables_that_are_too_deep_after_others_have_moved"
)
_TEXT: Final = "stack/test_frames::test_a_function_acquires_a_frame_and_releases_it"
_SAME: Final = "programs_do_the_same"


def _spiller(broken: str, old: str, new: str, caught_by: str) -> SuiteMutant:
    test = caught_by if "::" in caught_by else _TESTS + caught_by
    return SuiteMutant("yulopt.steps.stack_spiller", broken, old, new, test)


def _frames(broken: str, old: str, new: str, caught_by: str = _TESTS + _SAME) -> SuiteMutant:
    return SuiteMutant("yulopt.stack.frames", broken, old, new, caught_by)


SPILLING: Final = (
    _spiller(
        "memory whose size is asked for is used",
        "        if report.asks_size:\n            return\n",
        "",
        _PLACES,
    ),
    _spiller(
        "memory is taken to be safe without a proof",
        "if not guards and report.proven and report.first_free is not None:",
        "if not guards and report.first_free is not None:",
        _SAME,
    ),
    _spiller(
        "words begin before the end of what the program uses",
        "self._end = -(-report.first_free // WORD_BYTES) * WORD_BYTES",
        "self._end = report.first_free // WORD_BYTES * WORD_BYTES - WORD_BYTES",
        _SAME,
    ),
    _spiller(
        "frames are allocated by a pointer that moves back",
        "self._allocates = bool(guards) and report.grows",
        "self._allocates = bool(guards)",
        _PLACES,
    ),
    _spiller(
        "functions that write where the frame may be have one there",
        "return self._allocates and self._writers.isdisjoint(active)",
        "return self._allocates",
        _SAME,
    ),
    _spiller(
        "only what the function itself writes matters",
        "for one in graph.reachable_from([name])]",
        "for one in [name]]",
        _SAME,
    ),
    _spiller(
        "functions that call themselves share words",
        "frames = {name: moved for name, moved in unreachable.items() if name in recursive}",
        "frames: dict[str, Sequence[str]] = {}",
        _SAME,
    ),
    _spiller(
        "words of callers are those of what they call",
        "        next_slot.update(dict.fromkeys(component, first))",
        "        next_slot.update(dict.fromkeys(component, 0))",
        _SAME,
    ),
    SuiteMutant(
        "yulopt.stack.memory_mover",
        "functions that call each other share slots with their callers",
        "        next_slot.update(dict.fromkeys(component, first))",
        "        next_slot[component[-1]] = first",
        "steps/test_stack_limit_evader::"
        "test_callers_of_functions_that_call_each_other_have_slots_of_their_own",
    ),
    _spiller(
        "words that were taken behind all memory are taken again",
        "            self._words += count\n",
        "            self._words = count\n",
        _ROUNDS,
    ),
    _spiller(
        "the first pointer stays where it was",
        "                literal.value = end\n",
        "",
        _SAME,
    ),
    _frames(
        "frames begin where free memory does, whatever is there",
        '            first: Expression = self._call("msize", [], position)',
        "            first: Expression = loaded",
    ),
    _frames(
        "the top stays where it was",
        "            self._statement(place.store, [self._top(position), end], position),\n",
        "",
    ),
    _frames(
        "a frame is never left",
        "        arguments: list[Expression] = [self._top(position), self._here(position)]\n"
        "        return [self._statement(place.store, arguments, position)]",
        "        return []",
        _TEXT,
    ),
    _frames(
        "return variables begin with what was there",
        "                    self._store(name, zero_literal(position), position)\n"
        "                    for name in results\n                    if name in moved\n",
        "                    self._store(name, zero_literal(position), position)\n"
        "                    for name in ()\n",
        _TEXT,
    ),
    _frames(
        "a frame that grows overlaps itself",
        "first = frames[function].words if function in frames else 0",
        "first = 0",
    ),
    _frames(
        "a frame that grows is asked for as it was",
        "        self.size.value += words * self.place.unit\n",
        "",
    ),
    SuiteMutant(
        "yulopt.memory_objects.safety",
        "writes to memory of the caller are those of the function",
        "            is_free = is_behind(self.facts, span, free, self.floors)",
        "            is_free = True",
        _TESTS + _SAME,
    ),
    SuiteMutant(
        "yulopt.pipeline.memory_guards",
        "code gets a guard without a proof",
        "if assumed or _is_proven(item.code, dialect):",
        "if True:",
        _TESTS + "memory_is_safe_if_the_user_says_so",
    ),
)
