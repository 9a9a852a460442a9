"""Locations of IR, and source maps made of them."""

from __future__ import annotations

from yulopt.assembly.items import CALL_JUMP, RETURN_JUMP, Item, instruction, located
from yulopt.dropin.source_map import NOWHERE, Location, Locations, source_map

IR = """
/// @use-src 0:"A.sol", 3:"B.sol"
object "A" {
    code {
        /// @src 0:10:30  "quoted: /// @src 0:1:2"
        sstore(0, /** @src 3:5:8 "x" */ add("@src 0:7:9 ", 1))
        /// @src -1:-1:-1
        stop()
        /// @src 0:10:30
    }
    /// @use-src 0:"A.sol"
    object "A_deployed" {
        code { invalid() }
    }
}
"""


def at(text: str) -> int:
    return IR.index(text)


def test_a_location_holds_up_to_the_next_one() -> None:
    locations = Locations(IR)
    assert locations.at(at("code {")) == NOWHERE
    assert locations.at(at("sstore")) == Location(0, 10, 30)
    assert locations.at(at("add(")) == Location(3, 5, 8)
    assert locations.at(at("1))")) == Location(3, 5, 8)
    assert locations.at(at("stop")) == NOWHERE


def test_an_object_begins_without_a_location() -> None:
    assert Locations(IR).at(at("invalid")) == NOWHERE


def test_what_no_node_stands_for_is_nowhere() -> None:
    assert Locations(IR).at(-1) == NOWHERE


def test_only_what_differs_from_the_entry_before_is_written() -> None:
    items: list[Item] = [
        located(instruction("stop"), at("stop")),
        located(instruction("sstore"), at("sstore")),
        located(instruction("caller"), at("sstore")),
        located(instruction("jump", CALL_JUMP), at("add(")),
        located(instruction("jump", RETURN_JUMP), at("sstore")),
        located(instruction("stop"), at("stop")),
    ]
    mapping = source_map(items, Locations(IR))
    assert mapping == ":::-:0;10:20:0;;5:3:3:i;10:20:0:o;-1:-1:-1:-"


def test_there_is_no_entry_without_an_instruction() -> None:
    assert source_map([], Locations(IR)) == ""
