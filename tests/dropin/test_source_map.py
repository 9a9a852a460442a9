"""Source maps, made from comments."""

from __future__ import annotations

from yulopt.assembly.items import CALL_JUMP, RETURN_JUMP, Item, instruction, located
from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for
from yulopt.dropin.source_map import first_location, source_map
from yulopt.errors import Source
from yulopt.syntax.locations import Location, Locations
from yulopt.syntax.parser import parse_source

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
        code { pop(calldatasize()) }
    }
}
"""


def at(text: str) -> int:
    return IR.index(text)


def locations() -> Locations:
    read = Locations()
    parse_source(Source(IR), dialect_for(DEFAULT_EVM_VERSION), read)
    return read


def test_a_contract_is_where_its_first_location_is() -> None:
    assert first_location(IR) == Location(0, 10, 30)


def test_entries_are_written_as_differences() -> None:
    items: list[Item] = [
        located(instruction("stop"), at("stop")),
        located(instruction("sstore"), at("sstore")),
        located(instruction("caller"), at("sstore")),
        located(instruction("jump", CALL_JUMP), at("add(")),
        located(instruction("jump", RETURN_JUMP), at("sstore")),
        located(instruction("stop"), at("stop")),
    ]
    mapping = source_map(items, locations())
    assert mapping == ":::-:0;10:20:0;;5:3:3:i;10:20:0:o;-1:-1:-1:-"


def test_there_is_no_entry_without_an_instruction() -> None:
    assert source_map([], locations()) == ""
