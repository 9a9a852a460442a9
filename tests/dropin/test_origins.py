"""Source maps of pipelines beyond solc: shared code has no origin, the paths to it do.

Lines of the source are numbered by hundreds: what is at `@src 0:300:310` is in line 3.
"""

from __future__ import annotations

from typing import Final

import pytest

from tests.dropin.project import decoded
from yulopt.assembly.items import (
    CALL_JUMP,
    Item,
    Label,
    PlaceLabel,
    PushLabel,
    instruction,
    located,
)
from yulopt.driver.options import Options
from yulopt.dropin.contract import ContractCode, Outputs, compile_contract
from yulopt.dropin.origins import jumps_to_failures
from yulopt.persistence.json_values import JsonObject, object_at
from yulopt.suite.pipelines import Pipeline

IR: Final = """
/// @use-src 0:"A.sol"
object "A" {
    code {
        /// @src 0:0:9000
        datacopy(0, dataoffset("A_deployed"), datasize("A_deployed"))
        return(0, datasize("A_deployed"))
    }
    /// @use-src 0:"A.sol"
    object "A_deployed" {
        code {
            /// @src 0:0:9000
            sstore(99, 99)
            CODE
        }
    }
}
"""
FAILING_ALIKE: Final = """
            switch calldataload(0)
            case 1
            {
                /// @src 0:100:110
                if calldataload(32)
                {
                    sstore(1, 1)
                    mstore(0, shl(224, 0x12345678)) mstore(4, calldataload(64)) revert(0, 36)
                }
                sstore(0, 1)
            }
            case 2
            {
                /// @src 0:200:210
                if calldataload(32)
                {
                    sstore(2, 2)
                    mstore(0, shl(224, 0x12345678)) mstore(4, calldataload(64)) revert(0, 36)
                }
                sstore(0, 2)
            }
"""
HELPER: Final = """
            /// @src 0:300:310
            check(calldataload(0))
            sstore(0, 1)
            /// @src 0:0:9000
            function check(x)
            {
                if iszero(x) { mstore(0, shl(224, 0x12345678)) revert(0, 4) }
            }
"""
EQUAL_FUNCTIONS: Final = """
            /// @src 0:100:110
            first(calldataload(0)) first(calldataload(1)) first(calldataload(2))
            /// @src 0:200:210
            second(calldataload(3)) second(calldataload(4)) second(calldataload(5))
            /// @ast-id 11 @src 0:400:490
            function first(x)
            {
                /// @src 0:410:420
                sstore(x, add(mul(x, x), exp(x, 3))) sstore(add(x, 1), sub(mul(x, 9), exp(x, 4)))
                sstore(add(x, 2), sdiv(mul(x, 5), exp(x, 6)))
            }
            /// @ast-id 12 @src 0:500:590
            function second(y)
            {
                /// @src 0:510:520
                sstore(y, add(mul(y, y), exp(y, 3))) sstore(add(y, 1), sub(mul(y, 9), exp(y, 4)))
                sstore(add(y, 2), sdiv(mul(y, 5), exp(y, 6)))
            }
"""

NOWHERE: Final = ("-1", "-1", "-1")


class Instruction:
    """An instruction with its entry in the source map."""

    def __init__(self, name: str, entry: tuple[str, ...]) -> None:
        self.name = name
        self.location = entry[:3]
        self.jump = entry[3]


def compiled(code: str, pipeline: str = "gas") -> JsonObject:
    options = Options().with_pipeline(Pipeline.named(pipeline))
    result = compile_contract(IR.replace("CODE", code), "A.sol:A", options, Outputs())
    assert isinstance(result, ContractCode)
    return result.deployed


def instructions(deployed: JsonObject) -> list[Instruction]:
    names = [word for word in str(deployed["opcodes"]).split() if not word.startswith("0x")]
    return [*map(Instruction, names, decoded(str(deployed["sourceMap"])))]


def at(line: int) -> tuple[str, str, str]:
    return str(100 * line), "10", "0"


@pytest.mark.parametrize("pipeline", ["size", "gas", "balanced"])
def test_a_shared_failure_has_no_origin_but_its_predecessors_do(
    pipeline: str,
) -> None:
    found = instructions(compiled(FAILING_ALIKE, pipeline))
    (failure,) = (one for one in found if one.name == "REVERT")
    assert failure.location == NOWHERE
    ways = {one.location for one in found if one.jump == "i"}
    assert ways == {at(1), at(2)}


def test_an_inlined_helper_has_the_origin_of_the_call() -> None:
    found = instructions(compiled(HELPER))
    assert [one.location for one in found if one.name == "REVERT"] == [at(3)]


def test_a_merged_function_has_no_origin() -> None:
    deployed = compiled(EQUAL_FUNCTIONS, "size")
    assert [one.location for one in instructions(deployed) if one.name == "SDIV"] == [NOWHERE]
    functions = object_at(deployed, "functionDebugData").values()
    assert {object_at(function)["id"] for function in functions} == {None}


def test_solc_s_steps_keep_the_location_of_the_first() -> None:
    result = compile_contract(IR.replace("CODE", EQUAL_FUNCTIONS), "A.sol:A", Options(), Outputs())
    assert isinstance(result, ContractCode)
    found = instructions(result.deployed)
    assert {one.location for one in found if one.name == "SDIV"} == {("410", "10", "0")}
    (function,) = object_at(result.deployed, "functionDebugData").values()
    assert object_at(function)["id"] == 11


def test_code_that_continues_is_not_a_failure() -> None:
    start, going_on, failing = Label("start", 1), Label("going_on", 2), Label("failing", 3)
    to_going_on = located(instruction("jumpi"), 5)
    to_failing = located(instruction("jumpi"), 6)
    from_nowhere = instruction("jump")
    items: list[Item] = [
        PlaceLabel(start),
        *(PushLabel(going_on), to_going_on),
        *(PushLabel(failing), to_failing),
        *(PushLabel(failing), from_nowhere),
        PlaceLabel(going_on),
        *(PushLabel(start), instruction("jump")),
        PlaceLabel(failing),
        instruction("revert"),
    ]
    assert jumps_to_failures(items) == {to_failing: CALL_JUMP, from_nowhere: ""}
