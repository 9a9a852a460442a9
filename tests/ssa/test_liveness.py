"""Liveness: the conventions for phis, and random functions against the equations."""

from __future__ import annotations

from random import Random

import pytest

from tests.slices import seeds
from tests.ssa.programs import block, read_function
from tests.ssa.promotion import promote
from tests.ssa.random_cells import random_cells
from yulopt.ssa.analysis.liveness import Liveness
from yulopt.ssa.ir.edges import predecessors
from yulopt.ssa.ir.function import Block, Function, NamedValue


def live(function: Function, label: str) -> tuple[str, str]:
    """The names of live values at the start and at the end of a block."""
    liveness = Liveness(function)
    this = block(function, label)
    names = [
        " ".join(sorted(value.name for value in values))
        for values in (liveness.live_in[this], liveness.live_out[this])
    ]
    return names[0], names[1]


LOOP = """
    func @f(%n: i256, %m: i256) -> i256 {
    entry:
      %start = gas
      br %head
    head:
      %i = phi i256 [ %start, %entry ], [ %next, %body ]
      %more = lt %i, %n
      br %more, %body, %end
    body:
      %next = add %i, 1
      br %head
    end:
      switch %m, %out [ 0: %zero ]
    zero:
      ret 0
    out:
      ret %i
    }
"""


@pytest.mark.parametrize(
    ("label", "live_in", "live_out"),
    [
        # The operand of a phi is live at the end of its predecessor, and not in the phi's block.
        ("entry", "", "m n start"),
        # The result of a phi is live at the start of its block.
        ("head", "i m n", "i m n"),
        ("body", "i m n", "m n next"),
        # The selector of a switch is a use.
        ("end", "i m", "i"),
        ("zero", "", ""),
        ("out", "i", ""),
    ],
)
def test_a_loop(label: str, live_in: str, live_out: str) -> None:
    assert live(read_function(LOOP), label) == (live_in, live_out)


def test_values_used_in_a_loop_are_live_before_each_entry() -> None:
    function = read_function("""
        func @f(%c: i256) {
        entry:
          %v = add %c, 1
          br %c, %one, %side
        side:
          br %other
        one:
          sstore 0, %v
          br %other
        other:
          br %c, %one, %out
        out:
          ret
        }
    """)
    assert live(function, "side") == ("c v", "c v")


def test_variables_that_are_assigned_several_times() -> None:
    function = read_function("""
        func @f(%c: i256) -> i256 post-ssa {
        entry:
          %x = copy 1
          br %loop
        loop:
          %y = copy %x
          %x = add %y, %c
          br %x, %loop, %end
        end:
          %x = copy 5
          ret %x
        }
    """)
    assert live(function, "loop") == ("c x", "c x")
    assert live(function, "end") == ("", "")


def solved(function: Function) -> tuple[dict[Block, set[NamedValue]], dict[Block, set[NamedValue]]]:
    """Liveness as the smallest solution of the data-flow equations."""
    before = predecessors(function)
    live_in: dict[Block, set[NamedValue]] = {one: set() for one in function.blocks}
    live_out: dict[Block, set[NamedValue]] = {one: set() for one in function.blocks}
    for one in function.blocks:
        for phi in one.phis:
            for predecessor, operand in zip(phi.blocks, phi.operands, strict=True):
                if isinstance(operand, NamedValue):
                    live_out[predecessor].add(operand)
    changed = True
    while changed:
        changed = False
        for one in function.blocks:
            alive = set(live_out[one])
            instructions = [*one.instructions, one.terminator]
            for instruction in reversed([item for item in instructions if item is not None]):
                alive.difference_update(instruction.results)
                alive.update(v for v in instruction.operands if isinstance(v, NamedValue))
            if one is function.entry:
                alive.difference_update(function.parameters)
            phis = {phi.result for phi in one.phis}
            for predecessor in before[one]:
                if not alive - phis <= live_out[predecessor]:
                    live_out[predecessor] |= alive - phis
                    changed = True
            live_in[one] = alive | phis
    return live_in, live_out


@pytest.mark.parametrize("seed", seeds(20, at_length=150))
def test_random_functions(seed: int) -> None:
    rng = Random(seed)
    function = random_cells(rng, rng.randint(2, 12)).functions["f"]
    promote(function)
    liveness = Liveness(function)
    live_in, live_out = solved(function)
    for one in function.blocks:
        assert set(liveness.live_in[one]) == live_in[one]
        assert set(liveness.live_out[one]) == live_out[one]
