"""Messages about missing or too large code are those of solc."""

from __future__ import annotations

import pytest

from tests.dropin.compilers import by_solc, by_yulopt
from tests.dropin.project import request
from tests.oracle import skip_unless_available
from tests.slices import at_length
from yulopt.dropin.messages import Place
from yulopt.persistence.json_values import Json, JsonObject, object_at, write_json
from yulopt.syntax.locations import Location

CODE: Json = {"*": {"*": ["abi", "evm.bytecode.object", "ir"]}}
HEAD = "// SPDX-License-Identifier: MIT\npragma solidity ^0.8.0;\n"
DEPLOYED_LIMIT = 24576
INITCODE_LIMIT = 49152


@pytest.fixture(scope="module", autouse=True)
def _oracle() -> None:
    skip_unless_available()


def check(asked: JsonObject) -> list[JsonObject]:
    """Compare both answers; returns the messages."""
    text = write_json(asked)
    expected = by_solc(text)
    assert by_yulopt(text) == expected
    errors = object_at(expected).get("errors", [])
    assert isinstance(errors, list)
    return [object_at(error) for error in errors]


# The stack


def deep(name: str, body: str, mark: str = "") -> str:
    """A contract with a block of assembly."""
    return (
        f"contract {name} {{\n\tfallback() external payable {{ assembly {mark}{{ {body} }} }} }}\n"
    )


def values(count: int) -> str:
    return " ".join(f"let v{index} := sload({index})" for index in range(count))


def stores(count: int) -> str:
    return " ".join(f"sstore(v{index}, {index})" for index in range(count))


def calls(count: int) -> str:
    """Calls with seven of seventeen variables each."""
    arguments = [f"v{3 * index % 17}" for index in range(7 * count)]
    groups = [", ".join(arguments[7 * index : 7 * index + 7]) for index in range(count)]
    return " ".join(f"pop(call({group}))" for group in groups)


EXCHANGED = f"{values(17)} {calls(6)} {stores(17)}"
COPIED = """f() function f() {
let v0 := sload(2) let v1 := calldataload(29) let v2 := f1(v1, v1) let v3 := f1(v2, 7)
let v4 := f1(v3, 7) let v5 := f1(v0, 7) let v6 := f1(v3, v2) let v7 := add(v3, 0x1234)
let v8 := calldataload(29) let v9 := mload(v6) let v10 := calldataload(2) let v11 := sload(7)
let v12 := calldataload(30) let v13 := mload(v6) let v14 := sload(4) let v15 := f1(v14, v8)
let v16 := add(v11, 0x1234) let v17 := add(v1, 0x1234)
if v8 { v0 := add(v14, f1(v6,v5)) }
sstore(f1(v16, v12), f8(f1(v7,v7),f1(v11,v17),v2,v6,v12,161,316,v8))
if v10 { v12 := add(v4, f1(v6,v12)) }
pop(call(v10,v6,v16,v6,v15,v13,v9))
if v16 { v2 := add(v14, f1(v13,v1)) } }
function f1(x,y) -> z { if x { leave } z := add(f1(y,x), 1) }
function f8(a,b,c,d,e,g,h,i) -> z {
z := add(f1(a,b),add(f1(c,d), add(f1(e,g), f1(h,i)))) if z { z := f8(i,h,g,e,d,c,b,a) } }"""
WITHOUT_LAYOUTS: Json = {
    "enabled": True,
    "details": {"yul": True, "yulDetails": {"stackAllocation": False, "optimizerSteps": ":"}},
}


def test_slots_that_cannot_be_swapped() -> None:
    (reported,) = check(request(CODE, {"A.sol": HEAD + deep("A", EXCHANGED)}))
    assert str(reported["message"]).startswith("Cannot swap Variable")
    assert "No memoryguard was present." in str(reported["message"])
    assert object_at(reported, "sourceLocation")["file"] == "A.sol"


def test_slots_that_cannot_be_copied_have_no_location() -> None:
    asked = request(CODE, {"A.sol": HEAD + deep("A", COPIED)}, optimizer={"enabled": False})
    (reported,) = check(asked)
    assert " too deep in the stack [ " in str(reported["message"])
    assert "sourceLocation" not in reported


def test_the_older_code_generator_has_a_message_of_its_own() -> None:
    asked = request(CODE, {"A.sol": HEAD + deep("A", EXCHANGED)}, optimizer=WITHOUT_LAYOUTS)
    (reported,) = check(asked)
    assert "slot(s) too deep inside the stack" in str(reported["message"])


@at_length
def test_recursion_with_memoryguard() -> None:
    """Variables of functions that call themselves stay on the stack."""
    mark = '("memory-safe") '
    body = f"f() function f() {{ if calldatasize() {{ f() }} {EXCHANGED} f() }}"
    (reported,) = check(request(CODE, {"A.sol": HEAD + deep("A", body, mark)}))
    assert str(reported["message"]).endswith("\nmemoryguard was present.")


def test_only_the_first_failure_is_reported_without_warnings() -> None:
    unused = "contract Z { function f() external { uint256 unused; } }\n"
    sources = {
        "A.sol": HEAD + 'import "Z.sol";\n' + deep("A2", EXCHANGED) + deep("A1", EXCHANGED),
        "Z.sol": HEAD + unused + deep("Z2", EXCHANGED) + deep("Z1", EXCHANGED),
    }
    (reported,) = check(request(CODE, sources))
    place = object_at(reported, "sourceLocation")
    begin = place["start"]
    assert place["file"] == "Z.sol"
    assert isinstance(begin, int)
    assert sources["Z.sol"].index("contract Z2") < begin < sources["Z.sol"].index("contract Z1")


@at_length
def test_optimised_ir_needs_no_code() -> None:
    selection: Json = {"*": {"*": ["irOptimized"]}}
    assert check(request(selection, {"A.sol": HEAD + deep("A", EXCHANGED)})) == []


# Sizes


def sized(name: str, deployed: int, initcode: int) -> str:
    """A contract with these numbers of bytes of stores in its codes."""
    return (
        f"contract {name} {{ constructor() {{ assembly {{ {filling(initcode)} }} }}\n"
        f"fallback() external {{ assembly {{ {filling(deployed)} }} }} }}\n"
    )


def filling(size: int) -> str:
    """Statements that compile to this many bytes of code, with PUSH0."""
    count = size // 67 - 1
    rest = size - 67 * count
    four = rest % 3
    store = f"sstore(0x{'ab' * 32}, 0x{'cd' * 32}) "
    return store * count + "mstore8(0, 1) " * four + "mstore8(0, 0) " * ((rest - 4 * four) // 3)


def asked_for_sizes(deployed: int, initcode: int, version: str = "osaka") -> JsonObject:
    return request(
        {"*": {"*": ["evm.bytecode.object", "evm.deployedBytecode.object"]}},
        {"A.sol": HEAD + sized("A", deployed, initcode)},
        optimizer={"enabled": False},
        evmVersion=version,
    )


def sizes(asked: JsonObject) -> tuple[int, int]:
    """The sizes of the deployed code and of all code."""
    evm = object_at(by_yulopt(write_json(asked)), "contracts", "A.sol", "A", "evm")
    digits = [str(object_at(evm, part)["object"]) for part in ("deployedBytecode", "bytecode")]
    return len(digits[0]) // 2, len(digits[1]) // 2


def test_the_exact_limits() -> None:
    # Around these fillings there are some bytes more.
    deployed, initcode = sizes(asked_for_sizes(24000, 24000))
    fits = 24000 + DEPLOYED_LIMIT - deployed, 24000 + INITCODE_LIMIT - initcode
    fits = fits[0], fits[1] - (fits[0] - 24000)
    assert check(asked_for_sizes(*fits)) == []
    above = check(asked_for_sizes(fits[0] + 1, fits[1]))
    assert [message["errorCode"] for message in above] == ["5574", "3860"]
    assert str(above[0]["message"]).startswith("Contract code size is 24577 bytes")
    assert str(above[1]["message"]).startswith("Contract initcode size is 49153 bytes")


@at_length
def test_old_versions_have_no_limit_for_creation_code() -> None:
    above = check(asked_for_sizes(25000, 25000, "paris"))
    assert [message["errorCode"] for message in above] == ["5574"]


# The part of a source that is shown


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_the_shown_part_of_the_source(line_end: str) -> None:
    names = ["x" * count for count in (1, 60, 149, 150, 151, 230)]
    lines = [
        f"{' ' * indent}/* ö€\t */ {name}; // {'é' * after}"
        for name in names
        for indent, after in ((0, 0), (30, 20), (80, 140))
    ]
    lines.append(f"f(1,{line_end}y);")
    lines.append(f"\t\tf(1, {'z' * 140},{line_end}y);")
    body = line_end.join(lines)
    source = f"contract A {{ function f() public {{{line_end}{body}{line_end}}} }}"
    reported = check(request(CODE, {"A.sol": source}))
    places = [object_at(message, "sourceLocation") for message in reported]
    assert len(places) > len(lines)
    for message, place in zip(reported, places, strict=True):
        start, end = place.get("start"), place.get("end")
        if isinstance(start, int) and isinstance(end, int) and start >= 0:
            shown = Place("A.sol", Location(0, start, end), source).excerpt()
            kind = f"{message['type']}: {message['message']}\n"
            assert message["formattedMessage"] == f"{kind}{shown}\n"
