"""Source maps of pipelines beyond solc: shared code has no origin, the paths to it do. Lines of the

source are numbered by hundreds: `@src 0:300:310` is in line 3.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest

from tests.dropin.project import decoded
from yulopt.assembly.instructions import REVERT, opcode_of
from yulopt.assembly.items import (
    CALL_JUMP,
    Item,
    Label,
    PlaceLabel,
    Push,
    PushLabel,
    PushLabels,
    dup,
    instruction,
    located,
    swap,
)
from yulopt.driver.options import Options
from yulopt.dropin.contract import ContractCode, Outputs, compile_contract
from yulopt.dropin.origins import Failures
from yulopt.persistence.json_values import JsonObject, object_at
from yulopt.suite.pipelines import Pipeline
from yulopt.syntax.locations import NOWHERE as NO_LOCATION
from yulopt.syntax.locations import Location

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
FAILING_WITHOUT_DATA: Final = FAILING_ALIKE.replace(
    "mstore(0, shl(224, 0x12345678)) mstore(4, calldataload(64)) revert(0, 36)", "revert(0, 0)"
)
FAILING_LIKE_A_CALL: Final = FAILING_ALIKE.replace(
    "mstore(0, shl(224, 0x12345678)) mstore(4, calldataload(64)) revert(0, 36)",
    "returndatacopy(0, 0, returndatasize()) revert(0, returndatasize())",
)
CALLING_ALIKE: Final = FAILING_ALIKE.replace(
    "mstore(0, shl(224, 0x12345678)) mstore(4, calldataload(64)) revert(0, 36)",
    "pop(call(gas(), calldataload(64), 0, 0, 32, 0, 32)) sstore(3, mload(0)) stop()",
)
WITH_TEXT: Final = (
    "mstore(0, shl(224, 0x08c379a0)) mstore(4, 32) mstore(36, calldataload(64)) revert(0, 68)"
)
FAILING_WITH_TEXT: Final = FAILING_ALIKE.replace(
    "mstore(0, shl(224, 0x12345678)) mstore(4, calldataload(64)) revert(0, 36)", WITH_TEXT
)
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
WHOLE: Final = ("0", "9000", "0")


class Instruction:
    """An instruction with its entry in the source map."""

    def __init__(self, name: str, entry: tuple[str, ...]) -> None:
        self.name = name
        self.location = entry[:3]
        self.jump = entry[3]


def compiled(code: str, pipeline: str = "gas") -> JsonObject:
    return result_of(IR.replace("CODE", code), pipeline).deployed


def created(code: str) -> JsonObject:
    """The creation code that begins with this."""
    start = "        datacopy("
    ir = IR.replace(start, f"sstore(99, 99) {code} /// @src 0:0:9000\n{start}", 1)
    return result_of(ir.replace("CODE", ""), "gas").bytecode


def result_of(ir: str, pipeline: str) -> ContractCode:
    options = Options().with_pipeline(Pipeline.named(pipeline))
    result = compile_contract(ir, "A.sol:A", options, Outputs())
    assert isinstance(result, ContractCode)
    return result


def instructions(deployed: JsonObject) -> list[Instruction]:
    names = [word for word in str(deployed["opcodes"]).split() if not word.startswith("0x")]
    return [*map(Instruction, names, decoded(str(deployed["sourceMap"])))]


def at(line: int) -> tuple[str, str, str]:
    return str(100 * line), "10", "0"


def end_of(found: list[Instruction], name: str) -> list[Instruction]:
    """The instructions from the last label before the first of this name."""
    last = next(number for number, one in enumerate(found) if one.name == name)
    first = max(number for number in range(last) if found[number].name == "JUMPDEST")
    return found[first : last + 1]


@pytest.mark.parametrize("pipeline", ["size", "gas", "balanced"])
def test_a_shared_failure_has_no_origin_but_its_predecessors_do(
    pipeline: str,
) -> None:
    found = instructions(compiled(FAILING_ALIKE, pipeline))
    (failure,) = (one for one in found if one.name == "REVERT")
    assert failure.location == NOWHERE
    assert at(1) not in {one.location for one in end_of(found, "REVERT")}
    ways = {one.location for one in found if one.jump == "i"}
    assert ways == {at(1), at(2)}


def test_without_data_it_is_outside_of_functions() -> None:
    """For Hardhat does not say why a transaction fails that has neither data nor a location."""
    found = instructions(compiled(FAILING_WITHOUT_DATA))
    assert {one.location for one in found if one.name == "REVERT"} == {WHOLE}
    assert {one.location for one in found if one.jump == "i"} == {at(1), at(2)}
    # The trace has a call only if its target has a location.
    assert {one.location for one in end_of(found, "REVERT")} == {WHOLE}


@pytest.mark.parametrize("pipeline", ["size", "gas", "balanced"])
def test_with_a_text_it_is_outside_of_functions(pipeline: str) -> None:
    found = instructions(compiled(FAILING_WITH_TEXT, pipeline))
    assert {one.location for one in end_of(found, "REVERT")} == {WHOLE}
    assert {one.location for one in found if one.jump == "i"} == {at(1), at(2)}


@pytest.mark.parametrize(
    ("name", "body", "location"),
    [
        ("fun__7", f"if callvalue() {{ {WITH_TEXT} }}", NOWHERE),
        ("fun__7", "check() sstore(7, 7)", NOWHERE),
        ("fun__7", "sstore(7, 7)", WHOLE),
        ("fun___7", f"if callvalue() {{ {WITH_TEXT} }}", WHOLE),
    ],
)
def test_a_text_that_a_fallback_may_have_is_nowhere(
    name: str, body: str, location: tuple[str, str, str]
) -> None:
    """Hardhat finds no function for a call without a selector, and shows no text then."""
    code = f"""
        if iszero(calldatasize()) {{ {name}() }}
        function {name}() {{ /// @src 0:300:310
            {body} }}
        function check() {{ /// @src 0:400:410
            if callvalue() {{ {WITH_TEXT} }} }}
        /// @src 0:0:9000
        """
    found = instructions(compiled(code + FAILING_WITH_TEXT))
    assert {one.location for one in found if one.name == "REVERT"} == {location}


def test_in_creation_code_it_is_outside_of_functions_whatever_its_data() -> None:
    found = instructions(created(FAILING_ALIKE))
    assert {one.location for one in found if one.name == "REVERT"} == {WHOLE}


@pytest.mark.parametrize("part", [compiled, created])
def test_what_forwards_the_data_of_a_call_is_nowhere(part: Callable[[str], JsonObject]) -> None:
    """A trace continues with that of the call, which it finds by the last location."""
    found = instructions(part(FAILING_LIKE_A_CALL))
    assert {one.location for one in found if one.name == "REVERT"} == {NOWHERE}


def test_a_shared_call_of_a_contract_is_outside_of_functions() -> None:
    """Without a location, Hardhat gives no trace if it fails."""
    found = instructions(compiled(CALLING_ALIKE))
    assert [one.location for one in found if one.name in {"CALL", "SSTORE"}][-2:] == [
        WHOLE,
        NOWHERE,
    ]
    alone = instructions(compiled("/// @src 0:300:310\npop(call(gas(), 9, 0, 0, 32, 0, 32))"))
    assert [one.location for one in alone if one.name == "CALL"] == [at(3)]


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


WHOLE_CONTRACT: Final = Location(0, 0, 9000)


def failures(items: list[Item], *, is_creation: bool = False) -> Failures:
    return Failures(items, WHOLE_CONTRACT, is_creation=is_creation, needs_selector=lambda _: True)


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
    assert failures(items).notes == {to_failing: CALL_JUMP, from_nowhere: ""}


def test_the_last_located_jump_to_a_failure_is_noted() -> None:
    """The code after it has no location, even if the code before has one, or comes later."""
    failing, first, second = Label("failing", 1), Label("first", 2), Label("second", 3)
    to_first = located(instruction("jumpi"), 5)
    to_second = located(instruction("jumpi"), 6)
    from_second = located(instruction("jump"), 7)
    items: list[Item] = [
        *(PushLabel(first), to_first),
        *(PushLabel(second), to_second),
        instruction("stop"),
        PlaceLabel(failing),
        instruction("revert"),
        *(located(PlaceLabel(first), 8), located(Push(1), 8)),
        *(PushLabel(failing), instruction("jump")),
        *(located(PlaceLabel(second), 9), located(Push(1), 9)),
        *(PushLabel(failing), from_second),
    ]
    notes = failures(items).notes
    assert {item: note for item, note in notes.items() if note} == {
        to_first: CALL_JUMP,
        from_second: CALL_JUMP,
    }


def test_a_located_failure_is_no_call() -> None:
    """It is named by itself."""
    failing = Label("failing", 1)
    items: list[Item] = [
        *(PushLabel(failing), located(instruction("jumpi"), 5)),
        instruction("stop"),
        PlaceLabel(failing),
        located(instruction("revert"), 6),
    ]
    assert failures(items).notes == {}
    assert failures(items, is_creation=True).locations == {}


@pytest.mark.parametrize(
    ("body", "is_outside"),
    [
        ([Push(0), Push(0)], True),
        ([Push(0), dup(1)], True),
        ([Push(0), Push(4)], False),
        ([Push(4), swap(1)], False),
        ([swap(1)], False),
    ],
)
def test_only_a_revert_that_has_no_data_for_sure_is_outside(
    body: list[Item], *, is_outside: bool
) -> None:
    label = PlaceLabel(Label("failing", 1))
    own = Push(4)
    # After what is not a revert of this label.
    items = [own, PlaceLabel(Label("first", 2)), instruction("stop"), label]
    items += [*body, instruction("revert")]
    expected = WHOLE_CONTRACT if is_outside else NO_LOCATION
    assert failures(items).locations == dict.fromkeys([label, *items[4:]], expected)


def test_code_that_leads_to_a_shared_failure_has_no_origin_either() -> None:
    """Even if it has the location of a constant that one of its origins has, too."""
    constant = located(Push(3), 7)
    items = [*TO_OTHER, *STOP, PlaceLabel(OTHER), constant, *text(FAILING)]
    assert failures(items).locations[constant] == NO_LOCATION


def text(label: Label) -> list[Item]:
    """Code that fails with a text."""
    return [PlaceLabel(label), Push(0x461BCD << 229), Push(0), instruction("revert")]


def to_failure(before: list[Item]) -> list[Item]:
    """The items, and the label that fails; the other one as well, if it is not there."""
    end = [] if any(isinstance(one, PlaceLabel) for one in before) else [PlaceLabel(OTHER), *STOP]
    return [*before, *text(FAILING), *end]


FAILING, OTHER = Label("failing", 1), Label("other", 2)
TO_FAILING: Final[list[Item]] = [PushLabel(FAILING), located(instruction("jumpi"), 5)]
TO_OTHER: Final[list[Item]] = [PushLabel(OTHER), located(instruction("jumpi"), 6)]
FROM_NOWHERE: Final[list[Item]] = [PushLabel(FAILING), instruction("jumpi")]
STOP: Final[list[Item]] = [instruction("stop")]
SOMEWHERE: Final[list[Item]] = [swap(1), instruction("jump")]
CALLED: Final[list[Item]] = [located(PlaceLabel(OTHER), 7), Push(3)]
TO_CALLED: Final[list[Item]] = [PushLabel(OTHER), instruction("jumpi", CALL_JUMP)]


@pytest.mark.parametrize(
    ("before", "is_outside"),
    [
        ([*TO_FAILING, *STOP], True),
        (TO_FAILING, False),
        ([*TO_FAILING, *FROM_NOWHERE, *STOP], True),
        # Labels that are pushed for a jump that is not known.
        ([*TO_FAILING, PushLabel(FAILING), *SOMEWHERE], False),
        ([*TO_FAILING, PushLabels((FAILING, OTHER)), *SOMEWHERE], False),
        ([*TO_FAILING, PushLabels((OTHER,)), *SOMEWHERE], True),
        ([PushLabel(FAILING), *TO_CALLED, *STOP, *CALLED, *SOMEWHERE], True),
        ([PushLabel(FAILING), *TO_CALLED, *STOP, PlaceLabel(OTHER), *SOMEWHERE], False),
        ([*TO_OTHER, *STOP, located(PlaceLabel(OTHER), 7), Push(3)], True),
        ([*TO_OTHER, located(PlaceLabel(OTHER), 7), Push(3)], False),
        ([*TO_OTHER, *STOP, PlaceLabel(OTHER), Push(3)], True),
        ([*TO_CALLED, *STOP, *CALLED, *TO_FAILING], True),
        ([*TO_OTHER, *STOP, located(PlaceLabel(OTHER), 7), *TO_FAILING], False),
        (
            [
                *TO_OTHER,
                PushLabel(OTHER),
                instruction("jumpi"),
                *STOP,
                located(PlaceLabel(OTHER), 7),
            ],
            True,
        ),
    ],
)
def test_only_a_text_that_calls_lead_to_is_outside(before: list[Item], *, is_outside: bool) -> None:
    """Hardhat shows a text that is outside of functions only after a call of a located label."""
    items = to_failure(before)
    expected = WHOLE_CONTRACT if is_outside else NO_LOCATION
    (failure,) = (item for item in items if opcode_of(item) == REVERT)
    assert failures(items).locations[failure] == expected


@pytest.mark.parametrize(
    ("before", "is_outside"),
    [
        ([*TO_FAILING, *STOP], True),
        ([*TO_OTHER, *STOP, PlaceLabel(OTHER), Push(3)], False),
        ([PushLabel(OTHER), TO_FAILING[1], *STOP, PlaceLabel(OTHER), Push(3)], True),
        ([*TO_FAILING, *FROM_NOWHERE, *STOP], True),
        ([*FROM_NOWHERE, *STOP], False),
        ([*TO_FAILING, *STOP, *CALLED, *FROM_NOWHERE, *STOP], False),
        ([*TO_CALLED, *STOP, *CALLED, located(Push(4), 5), *FROM_NOWHERE, *STOP], True),
        ([*TO_CALLED, *STOP, *CALLED, located(Push(4), 6), *TO_FAILING, *STOP], True),
        ([*TO_CALLED, *STOP, *CALLED, located(Push(4), 6)], False),
    ],
)
def test_a_text_is_outside_only_for_calls_with_a_selector(
    before: list[Item], *, is_outside: bool
) -> None:
    """For others, Hardhat finds no function, and shows no text then: those from 6 and nowhere."""
    items = to_failure(before)
    expected = WHOLE_CONTRACT if is_outside else NO_LOCATION
    found = Failures(items, WHOLE_CONTRACT, is_creation=False, needs_selector=lambda at: at == 5)
    (failure,) = (item for item in items if opcode_of(item) == REVERT)
    assert found.locations[failure] == expected


def test_what_leads_to_a_text_begins_with_a_location() -> None:
    """So that the jump to it counts as a call; the next jump, from nowhere, is none then."""
    jump = instruction("jump")
    items = [*TO_OTHER, *TO_FAILING, *STOP]
    items += [PlaceLabel(OTHER), Push(3), PushLabel(FAILING), jump, *text(FAILING)]
    found = failures(items)
    assert found.locations[items[5]] == WHOLE_CONTRACT
    assert found.notes == {TO_OTHER[1]: CALL_JUMP, TO_FAILING[1]: CALL_JUMP, jump: ""}


def test_a_jump_from_nowhere_to_what_leads_to_a_text_is_a_call() -> None:
    """If there is no other call, as when several functions share the check."""
    first, second = instruction("jumpi"), instruction("jumpi")
    from_nowhere: list[Item] = [PushLabel(OTHER), first]
    leading: list[Item] = [PlaceLabel(OTHER), Push(3)]
    items = [*TO_FAILING, *from_nowhere, *STOP, *leading, *text(FAILING)]
    found = failures(items)
    assert found.notes == {TO_FAILING[1]: CALL_JUMP, first: CALL_JUMP}
    assert found.locations[leading[0]] == found.locations[items[-1]] == WHOLE_CONTRACT
    items = [*TO_CALLED, *STOP, *CALLED, PushLabel(FAILING), second]
    assert failures([*items, *STOP, *text(FAILING)]).notes == {second: ""}


def test_each_way_to_a_text_is_a_call() -> None:
    """Otherwise the text is not shown, as it is outside of functions."""
    items = [*TO_FAILING, *FROM_NOWHERE, *STOP, *text(FAILING)]
    assert failures(items).notes == {TO_FAILING[1]: CALL_JUMP, FROM_NOWHERE[1]: CALL_JUMP}
    items[-1] = instruction("invalid")
    assert failures(items).notes == {TO_FAILING[1]: CALL_JUMP, FROM_NOWHERE[1]: ""}
