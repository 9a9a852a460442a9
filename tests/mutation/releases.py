"""Mutants that lose differences between releases of solc."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import SuiteMutant
from yulopt.dialect import SWITCHES

_TOLD_APART: Final = "dialect/test_switches::test_the_program_distinguishes_both_sides"


def _lost(switch: str) -> SuiteMutant:
    return SuiteMutant(
        "yulopt.dialect.behaviour",
        f"no release has it: {switch}",
        f'self.{switch} = "{switch}" in switches',
        f"self.{switch} = False",
        _TOLD_APART,
    )


RELEASES: Final = (
    *(_lost(switch.name) for switch in SWITCHES if switch.last is not None),
    SuiteMutant(
        "yulopt.assembly.assembler",
        "widths of labels know PUSH0 in every release",
        "dialect.has_push0 and not dialect.behaviour.ignores_push0",
        "dialect.has_push0",
        "dialect/test_releases::test_zeros_count_as_two_bytes_up_to_0_8_26",
    ),
    SuiteMutant(
        "yulopt.dropin.contract",
        "places are those of the printed text in every release",
        "if self._own_file is not None and (is_early or is_left_alone(",
        "if self._own_file is not None and (is_left_alone(",
        "dropin/test_yul_source::test_up_to_0_8_26_places_are_those_of_the_source",
    ),
    SuiteMutant(
        "yulopt.stack.shuffler",
        "a constant that is saved from the deep is that of the operation",
        "        self.wanted_at = position\n",
        "        self.wanted_at = -1\n",
        "dropin/test_yul_source::test_places_of_constants_and_zeros",
    ),
    SuiteMutant(
        "yulopt.rewriting.inlining",
        "an assignment of a result comes from its name",
        "result.append(Assignment([target], value, position))",
        "result.append(Assignment([target], value, target.position))",
        "dropin/test_yul_source::test_places_of_results_of_inlined_calls",
    ),
    SuiteMutant(
        "yulopt.dropin.yul_locations",
        "return variables have no place of their own",
        "                self.ends[start] = start + len(name)\n",
        "                pass\n",
        "dropin/test_yul_source::test_return_variables_have_places_of_their_own",
    ),
)
