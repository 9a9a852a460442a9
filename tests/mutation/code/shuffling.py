"""Mutants of the shuffler and its listeners."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import CodeMutant

_SHUFFLER: Final = "yulopt.stack.shuffler"
_JUNK: Final = "yulopt.stack.junk_filling"
_TRANSITIONS: Final = "yulopt.stack.transitions"
_IDEAL: Final = "yulopt.stack.ideal_layout"

SHUFFLER: Final = (
    CodeMutant(
        _SHUFFLER,
        "a swap of depth 16 counts as out of reach",
        "if depth > REACH:",
        "if depth >= REACH:",
        "swap_of_depth_16",
    ),
    CodeMutant(
        _SHUFFLER,
        "the nearest slot that is too many is dissolved, not the deepest",
        "for closer in range(REACH, 0, -1):",
        "for closer in range(1, REACH + 1):",
        "swap_of_depth_16",
    ),
    CodeMutant(
        _SHUFFLER,
        "what is dissolved need not be too many",
        "if self._missing[source[size - 1 - closer]] < 0:",
        "if self._missing[source[size - 1 - closer]] <= 0:",
        "swap_of_depth_16",
    ),
    CodeMutant(
        _SHUFFLER,
        "what is dissolved is not popped at once",
        "if junk_wanted and not self.stopped:",
        "if False:",
        "seventeen_zeros",
    ),
    CodeMutant(
        _SHUFFLER,
        "the deepest slot within reach is overlooked in the end",
        "window = max(0, size - REACH - 1)",
        "window = max(0, size - REACH)",
        "two_results_swapped",
    ),
    CodeMutant(
        _SHUFFLER,
        "a slot is saved one push too late",
        "range(len(source) - REACH + 1)",
        "range(len(source) - REACH)",
        "loop_over_deep_stack",
    ),
    CodeMutant(
        _SHUFFLER,
        "a slot is saved although there is another copy of it",
        "self._missing[slot] > 0 and slot is not JUNK and slot not in source[position + 1 :]",
        "self._missing[slot] > 0 and slot is not JUNK",
        "copies_out_of_reach",
    ),
    CodeMutant(
        _SHUFFLER,
        "the top is popped although it stands where anything may",
        "if missing[top] < 0 and not top_wants_junk:",
        "if missing[top] < 0:",
        "junk_on_top",
    ),
    CodeMutant(
        _SHUFFLER,
        "the top stays where anything may stand",
        "if top_misplaced or top_wants_junk:",
        "if top_misplaced:",
        "junk_on_top",
    ),
    CodeMutant(
        _SHUFFLER,
        "a slot for anything adopts nothing from above the source",
        "wanted = source[position] if slot is JUNK and position < size else slot",
        "wanted = slot",
        "seventeen_zeros",
    ),
    CodeMutant(
        _SHUFFLER,
        "a swap changes nothing for a top where anything may stand",
        "if self.wants_junk(len(source) - 1):\n            missing[source[position]] -= 1",
        "if False:\n            missing[source[position]] -= 1",
        "seventeen_zeros",
    ),
    CodeMutant(
        _SHUFFLER,
        "the top goes to the highest of its positions",
        "for position in range(start, min(end, len(target))):",
        "for position in reversed(range(start, min(end, len(target)))):",
        "swap_of_depth_16",
    ),
)

JUNK: Final = (
    CodeMutant(
        _JUNK,
        "of equally cheap amounts of junk the last one is taken",
        "if lowest is None or (counter.gas, count) < (lowest, best):",
        "if lowest is None or counter.gas <= lowest:",
        "junk_on_top",
    ),
    CodeMutant(
        _JUNK,
        "of equally cheap amounts of junk the first one tried is taken",
        "if lowest is None or (counter.gas, count) < (lowest, best):",
        "if lowest is None or counter.gas < lowest:",
        "junk_parameters",
    ),
    CodeMutant(
        _JUNK,
        "an amount that could be as cheap is not tried",
        "bounds[count] > lowest:",
        "bounds[count] >= lowest:",
        "junk_of_equal_cost",
    ),
    CodeMutant(
        _JUNK,
        "an amount counts as cheap when it is given up",
        "self.gas > self._limit",
        "self.gas >= self._limit",
        "all_parameters_junk",
    ),
    CodeMutant(
        _JUNK,
        "not everything may be left lying as junk",
        "for count in range(len(source) + 1)]",
        "for count in range(max(1, len(source)))]",
        "all_parameters_junk",
    ),
    CodeMutant(
        _JUNK,
        "a swap of depth 16 counts as out of reach",
        "self._add(_SWAP_COST if depth <= REACH else _OUT_OF_REACH)",
        "self._add(_SWAP_COST if depth < REACH else _OUT_OF_REACH)",
        "junk_needs_deep_swap",
    ),
    CodeMutant(
        _JUNK,
        "a copy from depth 16 counts as within reach",
        "self._add(_COPY_COST if depth < REACH else _OUT_OF_REACH)",
        "self._add(_COPY_COST if depth <= REACH else _OUT_OF_REACH)",
        "junk_needs_deep_copy",
    ),
    CodeMutant(
        _JUNK,
        "a block that leaves junk must find it there",
        "            block_layout.entry = before\n",
        "",
        "junk_of_equal_cost",
    ),
    CodeMutant(
        _JUNK,
        "the parameters lie in their order",
        "list(reversed(function.parameters))",
        "list(function.parameters)",
        "junk_parameters",
    ),
    CodeMutant(
        _JUNK,
        "parameters never become junk",
        "if function is not None and not function.can_continue and entry.allows_junk:",
        "if False:",
        "all_parameters_junk",
    ),
    CodeMutant(
        _JUNK,
        "parameters become junk even where none may be left",
        "not function.can_continue and entry.allows_junk:",
        "not function.can_continue:",
        "junk_of_equal_cost",
    ),
    CodeMutant(
        _JUNK,
        "only the block itself has the junk below it",
        "for block in reachable_blocks(start):",
        "for block in [start]:",
        "junk_across_bridge",
    ),
)

TRANSITIONS: Final = (
    CodeMutant(
        _TRANSITIONS,
        "a swap of depth 16 is a problem",
        "if depth > REACH:",
        "if depth >= REACH:",
        "seventeen_zeros",
    ),
    CodeMutant(
        _TRANSITIONS,
        "a copy from depth 16 is no problem",
        "if depth is not None and depth >= REACH:",
        "if depth is not None and depth > REACH:",
        "copy_of_depth_16",
    ),
    CodeMutant(
        _TRANSITIONS,
        "the deficit of a copy is one less",
        "self._report(depth - REACH + 1, depth)",
        "self._report(max(1, depth - REACH), depth)",
        "deficit_of_a_copy",
    ),
    CodeMutant(
        _TRANSITIONS,
        "the deficit of a swap is one more",
        "self._report(depth - REACH, depth)",
        "self._report(depth - REACH + 1, depth)",
        "seventeen_zeros",
    ),
    CodeMutant(
        _TRANSITIONS,
        "the slot itself is no choice",
        "self.source[-1 - depth :]",
        "self.source[-depth:]",
        "seventeen_zeros",
    ),
    CodeMutant(
        _TRANSITIONS,
        "choices begin with the highest one",
        "in self.source[-1 - depth :]:",
        "in reversed(self.source[-1 - depth :]):",
        "seventeen_zeros",
    ),
)

IDEAL_LAYOUTS: Final = (
    CodeMutant(
        _IDEAL,
        "without results, nothing changes when values are made on the fly",
        "if not output and not generate_on_the_fly:",
        "if not output:",
        "copy_of_depth_16",
    ),
    CodeMutant(
        _IDEAL,
        "a swap is traced one slot too deep",
        "origins[-1], origins[-1 - depth] = origins[-1 - depth], origins[-1]",
        "origins[-1], origins[-depth] = origins[-depth], origins[-1]",
        "seventeen_zeros",
    ),
)
