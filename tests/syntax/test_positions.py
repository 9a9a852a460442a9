"""Locations of merged functions and of inlined code."""

from __future__ import annotations

from typing import Final

import pytest

from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for
from yulopt.driver.optimization import optimize_tree
from yulopt.driver.options import Options
from yulopt.errors import Source
from yulopt.passes.step import Step
from yulopt.steps.constant_optimiser import ConstantOptimiser
from yulopt.steps.cost_based_inliner import CostBasedInliner
from yulopt.steps.full_inliner import FullInliner
from yulopt.steps.function_merger import FunctionMerger
from yulopt.steps.outliner import Outliner
from yulopt.syntax.ast import Block, FunctionCall, FunctionDefinition
from yulopt.syntax.parser import parse_source
from yulopt.syntax.positions import FROM_NOWHERE, move_positions
from yulopt.syntax.visitor import Walker

OUTLINED: Final = """
{
    if calldataload(0)
    { mstore(0, shl(229, 4594637)) mstore(4, 32) mstore(36, 8)
      mstore(68, "no value") revert(0, 100) }
    if callvalue()
    { mstore(0, shl(229, 4594637)) mstore(4, 32) mstore(36, 9)
      mstore(68, "too early") revert(0, 100) }
}
"""
MERGED: Final = """
{
    f(calldataload(0)) g(calldataload(32))
    function f(x)
    {
        if iszero(x) { revert(0, 0) }
        mstore(0, x) mstore(32, 1) sstore(keccak256(0, 64), 7)
    }
    function g(y)
    {
        if iszero(y) { revert(0, 0) }
        mstore(0, y) mstore(32, 2) sstore(keccak256(0, 64), 7)
    }
}
"""
EQUAL_CONSTANTS: Final = "{ sstore(1, HIGH) log0(HIGH, 1) }".replace("HIGH", "0x7" + "0" * 30)
HELPER: Final = "{ f(7) function f(x) { sstore(x, 1) } }"


class _Calls(Walker):
    """Collects the positions of all calls of a builtin."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.positions: list[int] = []

    def visit_call(self, call: FunctionCall) -> None:
        if call.name == self.name:
            self.positions.append(call.position)
        super().visit_call(call)


def positions_after(
    step: type[Step], text: str, name: str, *, of_helpers: bool = False
) -> list[int]:
    """The positions of all calls of a builtin; those of functions are helpers, if that is so."""
    program = parse_source(Source(text), dialect_for(DEFAULT_EVM_VERSION))
    if of_helpers:
        for statement in program.code.statements:
            if isinstance(statement, FunctionDefinition):
                move_positions(Block([statement]), lambda _: FROM_NOWHERE)
    optimize_tree(program, Options("hgf:", runs=1, codegen="beyond", step_names=(step.name,)))
    calls = _Calls(name)
    calls.visit_block(program.code)
    return calls.positions


@pytest.mark.parametrize(
    ("step", "text", "name"),
    [(Outliner, OUTLINED, "revert"), (FunctionMerger, MERGED, "sstore")],
    ids=["outlined", "merged"],
)
def test_one_function_for_several_places(step: type[Step], text: str, name: str) -> None:
    assert positions_after(step, text, name) == [FROM_NOWHERE]


@pytest.mark.parametrize("step", [FullInliner, CostBasedInliner])
def test_helpers_have_the_location_of_the_replaced_call(step: type[Step]) -> None:
    assert positions_after(step, HELPER, "sstore", of_helpers=True)[0] == HELPER.index("f(7)")
    assert positions_after(step, HELPER, "sstore")[0] == HELPER.index("sstore")


def test_the_computation_of_a_constant_has_the_location_of_its_use() -> None:
    uses = [EQUAL_CONSTANTS.index("0x7"), EQUAL_CONSTANTS.rindex("0x7")]
    assert positions_after(ConstantOptimiser, EQUAL_CONSTANTS, "shl") == uses
