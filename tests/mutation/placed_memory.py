"""Mutants of the steps that track pointers to memory, and of their analyses."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import suite_mutants

_PLACED: Final = "memory_is_placed_at_0"
_KEPT: Final = "memory_is_not_placed_at_0"
_CALLED: Final = "a_function_is_called_meanwhile"
_GIVEN: Final = "a_function_is_given_the_pointer"


_placer: Final = suite_mutants("steps.scratch_space_placer", "test_scratch_space_placer::test_")
_moved: Final = suite_mutants("analysis.relocatability", "steps/test_scratch_space_placer::test_")
_walk: Final = suite_mutants("analysis.forward_walk", "steps/test_scratch_space_placer::test_")
_known: Final = suite_mutants("analysis.known_values", "steps/test_constant_propagator::test_")
_propagator: Final = suite_mutants("steps.constant_propagator", "test_constant_propagator::test_")
_guards: Final = suite_mutants(
    "memory_objects.free_memory", "steps/test_constant_propagator::test_"
)
_UNKNOWN: Final = "the_free_memory_pointer_is_not_known"
_CALLED_MEANWHILE: Final = "a_function_is_called_meanwhile"

PLACED_MEMORY: Final = (
    _placer(
        "the size of memory does not matter",
        "        if context.contains_msize(block):\n            return\n",
        "",
        "msize_is_read",
    ),
    _placer(
        "callers come before their callees",
        "for component in graph.components():",
        "for component in reversed(graph.components()):",
        _CALLED,
    ),
    _placer(
        "a function ends the program",
        "ends_program=name == OUTERMOST",
        "ends_program=True",
        "functions_continue_with_existing_memory",
    ),
    _placer(
        "the code after a loop follows its body",
        "            self._following, self._ends_program = [], False\n",
        "",
        _KEPT,
    ),
    _placer(
        "what comes first is placed first",
        "for index in range(len(statements) - 1, -1, -1):",
        "for index in range(len(statements)):",
        "later_objects_are_placed_first",
    ),
    _placer(
        "a pointer may change",
        "name in self._reassigned or ",
        "",
        "a_reassigned_pointer_is_left_alone",
    ),
    _placer(
        "any address has the free memory pointer",
        "return isinstance(address, Literal) and address.value == FREE_POINTER",
        "return isinstance(address, Literal)",
        "other_variables_are_not_pointers",
    ),
    _placer(
        "distances are added up the wrong way",
        "-right.value)",
        "right.value)",
        _PLACED,
    ),
    _moved(
        "the memory guard does not matter",
        "return min([MAX_BYTES, *(",
        "return max([MAX_BYTES, *(",
        "variables_may_be_spilled_above_the_guard",
    ),
    _moved(
        "results of a function are not read",
        "(state.moved or state.has_pointer(kept))",
        "state.moved",
        "the_pointer_outlives_the_code",
    ),
    _moved(
        "bytes written in one branch are written",
        "one.relative & other.relative",
        "one.relative | other.relative",
        _KEPT,
    ),
    _moved(
        "memory has moved only if it has in both branches",
        "one.moved or other.moved, ",
        "one.moved and other.moved, ",
        _KEPT,
    ),
    _moved(
        "bytes written at an address in one branch are the same",
        "result.absolute = one.absolute & other.absolute",
        "result.absolute = one.absolute | other.absolute",
        "writes_in_one_branch_only",
    ),
    _moved(
        "what is written through the pointer leaves addresses alone",
        "            self.state.moved = True\n            self.state.absolute = 0\n",
        "            self.state.moved = True\n",
        _KEPT,
    ),
    _moved(
        "what is written to addresses leaves memory above the pointer alone",
        "        if self.state is not None:\n            self.state.relative = 0\n",
        "        return\n",
        _KEPT,
    ),
    _moved(
        "what a call returns has all the length that there is room for",
        "is_whole=access.length_limit is None",
        "is_whole=True",
        _KEPT,
    ),
    _moved(
        "two pointers are as far apart as at the last join",
        "    if _UNKNOWN_OFFSET in operands:\n        return _UNKNOWN_OFFSET\n",
        "",
        _KEPT,
    ),
    _moved(
        "a variable is a pointer if it is in one branch",
        "return _UNKNOWN_OFFSET if _is_from_pointer(one) or _is_from_pointer(other) else None",
        "return one or other",
        _KEPT,
    ),
    _moved(
        "the pointer may be stored",
        "                self._observe()\n                return\n        for access",
        "                return\n        for access",
        _KEPT,
    ),
    _moved(
        "the pointer may be a condition",
        "        if _is_from_pointer(self._evaluate(expression)):\n            self._observe()\n",
        "        self._evaluate(expression)\n",
        _KEPT,
    ),
    _moved(
        "what is written is written before anything is read",
        "accesses.sort(key=_effect)",
        "accesses.sort(key=_effect, reverse=True)",
        "copied_memory_is_read_first",
    ),
    _walk(
        "loops run once",
        "if self.agree(again, head):",
        "if True:",
        _KEPT,
    ),
    _walk(
        "a loop does not begin again after continue",
        "self.state = self.joined(self.state, self.continuing)",
        "pass",
        _KEPT,
    ),
    _moved(
        "memory at a break does not matter",
        "left = [walk.leaving, walk.breaking, walk.continuing]",
        "left = [walk.leaving, walk.continuing]",
        _KEPT,
    ),
    _moved(
        "a function goes on after leave",
        "left = [walk.leaving, walk.breaking, walk.continuing]",
        "left = [walk.breaking, walk.continuing]",
        "functions_continue_with_existing_memory",
    ),
    _moved(
        "functions read nothing",
        "            if use.reads:\n                self._read_anywhere()\n",
        "",
        "a_function_reads_at_the_end",
    ),
    _moved(
        "functions write nothing",
        "            if use.writes:\n                self._write_anywhere()\n",
        "",
        _CALLED,
    ),
    _moved(
        "a function returns at its end only",
        "self.state = self.joined(self.state, self.leaving)",
        "pass",
        _GIVEN,
    ),
    _moved(
        "a parameter keeps the value of the last call",
        "        if value is None:\n            self.values.pop(name, None)\n        else:\n"
        "            self.values[name] = value\n",
        "        if value is not None:\n            self.values[name] = value\n",
        "a_function_is_given_different_values",
    ),
    _moved(
        "a function may return several pointers",
        "        if any(map(_is_from_pointer, results)):\n            self._observe()\n",
        "",
        "a_function_that_returns_two_pointers",
    ),
    _walk(
        "a condition is always true",
        "self.state = self.joined(before, self.state)",
        "pass",
        _KEPT,
    ),
    _walk(
        "a switch has a default",
        "after = before if switch.cases[-1].label is not None else None",
        "after = None",
        _KEPT,
    ),
    _walk(
        "a loop ends by its condition only",
        "self.state = self.joined(end, self.breaking)",
        "self.state = end",
        _KEPT,
    ),
    _known(
        "a load of the pointer is one in all calls",
        "        # In a context that knows the address, it may be a load of the pointer.\n"
        "        return self._known.note(expression, None)\n",
        "        return None\n",
        "an_address_that_is_the_pointer_in_some_calls_only",
    ),
    _known(
        "no store is that of the pointer",
        "        self.state.pointer = arguments[1]\n",
        "",
        "the_free_memory_pointer_is_known",
    ),
    _known(
        "stores to unknown addresses leave the pointer alone",
        "return start is None\n",
        "return False\n",
        _UNKNOWN,
    ),
    _known(
        "stores before the pointer end before it",
        "start.number + length > FREE_POINTER",
        "start.number >= FREE_POINTER",
        _UNKNOWN,
    ),
    _known(
        "copies of any length end before the pointer",
        "return length is None or ",
        "return length is not None and ",
        _UNKNOWN,
    ),
    _known(
        "an expression has the value of its last time",
        "            self._seen[expression] = None\n",
        "            self._seen[expression] = value\n",
        "an_argument_that_is_the_same_in_all_calls",
    ),
    _known(
        "after all other contexts comes no unknown one",
        "context = _Context(None, (None,) * len(arguments))",
        "return next(iter(outcomes.values()), _Outcome(True, pointer, (None,) * len(arguments)))",
        "a_function_is_called_with_too_many_values",
    ),
    _known(
        "functions return at their ends only",
        "end = walk.joined(walk.state, walk.leaving)",
        "end = walk.state",
        _CALLED_MEANWHILE,
    ),
    _known(
        "functions leave the pointer alone",
        "        state.pointer = outcome.pointer\n",
        "",
        _CALLED_MEANWHILE,
    ),
    _known(
        "functions that end go on",
        "        if not outcome.returns:\n            self.state = None\n",
        "",
        _CALLED_MEANWHILE,
    ),
    _known(
        "a variable has the value that it has in one branch",
        "result.assign(name, _common(value, other.values.get(name)))",
        "result.assign(name, value)",
        "variables_changed_by_a_loop_are_not_constant",
    ),
    _known(
        "a guarded address is what it is in one branch",
        "        return Value(True, None)\n    return None",
        "        return one\n    return None",
        "stores_above_the_guard_are_not_the_pointer",
    ),
    _known(
        "any sum with a guarded address is above the guard",
        "if added.number is None or added.number >= _FAR:",
        "if added.number is None:",
        "stores_above_the_guard_are_not_the_pointer",
    ),
    _known(
        "the guard counts in differences",
        'if name == "sub" and one.guarded and other.guarded:',
        'if name == "sub":',
        "other_results_from_the_guard_are_unknown",
    ),
    _propagator(
        "the size of memory does not matter",
        "if context.contains_msize(block) or (guard",
        "if (guard",
        "msize_is_read",
    ),
    _guards(
        "one of several guards is taken",
        "if len(starts) == 1 else",
        "if starts else",
        "useless_guards",
    ),
    _guards(
        "a guard may overlap the pointer",
        "start if FREE_POINTER_END <= start < OUT_OF_REACH else None",
        "start if 0 < start < OUT_OF_REACH else None",
        "useless_guards",
    ),
    _guards(
        "a guard may be out of reach",
        "start if FREE_POINTER_END <= start < OUT_OF_REACH else None",
        "start if start >= FREE_POINTER_END else None",
        "a_guard_from_which_a_small_offset_wraps_around_to_the_pointer",
    ),
    _propagator(
        "useless guards are no guards",
        "(guard is None and find_calls(block, GUARD))",
        "False",
        "useless_guards",
    ),
    _propagator(
        "the guard is its argument",
        "if not value.guarded:",
        "if True:",
        "the_memory_guard_is_the_constant",
    ),
    _propagator(
        "what has effects is replaced",
        "isinstance(one, FunctionCall) and one not in self._written",
        "one is None",
        "effects_stay",
    ),
)
