"""Locations of nodes from annotations."""

from __future__ import annotations

from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for
from yulopt.errors import Source
from yulopt.syntax.locations import NOWHERE, Location, Locations
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
        /** nothing */
        /** @ast-id 12
         * @src 3:8:9 */
        function f() { }
        /// @src 0:1:2
        /** @ast-id 13 */
        g()
        function g() { }
    }
    object "B" {
        /// @src 0:1:2
        code { /// @src 0:1:2
            invalid() }
    }
    /// @use-src 0:"A.sol"
    object "A_deployed" {
        code { revert(0, 0) }
    }
}
"""


def read(text: str) -> Locations:
    locations = Locations()
    parse_source(Source(text), dialect_for(DEFAULT_EVM_VERSION), locations)
    return locations


def at(text: str) -> int:
    return IR.index(text)


def test_a_location_holds_up_to_the_next_one() -> None:
    locations = read(IR)
    assert locations.at(at("{\n        /// @src")) == NOWHERE
    assert locations.at(at("sstore")) == Location(0, 10, 30)
    assert locations.at(at("add(")) == Location(3, 5, 8)
    assert locations.at(at("1))")) == Location(3, 5, 8)
    assert locations.at(at("stop")) == NOWHERE
    assert locations.at(at("function f")) == Location(3, 8, 9)


def test_of_several_comments_the_last_one_counts() -> None:
    locations = read(IR)
    assert locations.at(at("g()\n")) == Location(3, 8, 9)
    assert locations.ast_ids == {at("function f"): 12, at("g()\n"): 13}


def test_an_object_begins_without_a_location() -> None:
    assert read(IR).at(at("revert")) == NOWHERE


def test_without_a_list_of_sources_there_are_no_locations() -> None:
    assert read(IR).at(at("invalid")) == NOWHERE


def test_text_without_a_node_has_no_location() -> None:
    assert read(IR).at(-1) == NOWHERE


def test_snippets_are_kept_with_their_quotation_marks() -> None:
    assert read(IR).snippets == {
        Location(0, 10, 30): '"quoted: /// @src 0:1:2"',
        Location(3, 5, 8): '"x"',
    }


def test_a_text_without_annotations_has_no_locations() -> None:
    assert not read('object "A" { code { stop() } }')
    assert not read('/// @use-src 0:"a"\nobject "A" { code { stop() } }')
    assert read('/// @use-src 0:"a"\nobject "A" { code { /// @ast-id 1\nstop() } }')
    assert read('/// @use-src 0:"a"\nobject "A" { code { /// @src 0:1:2\nstop() } }')
