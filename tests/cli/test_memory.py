"""The command `yulopt memory`."""

from __future__ import annotations

import json

import pytest

from tests.conftest import Command

PROGRAM = """object "A" { code {
    mstore(64, 128)
    let p := f()
    mstore(add(p, 32), 7)
    sstore(0, mload(p))
    mstore(0, mload(p))
    function f() -> at {
        at := mload(64)
        mstore(64, add(at, 64))
    }
} }
"""


def test_objects_are_shown_with_their_lifetimes(yulopt: Command) -> None:
    result = yulopt("memory", "-", input=PROGRAM)
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "A: memory-safe",
        "  free memory begins at 128",
        "  objects, and their lifetimes, between lines 9 and 9",
        "      0        64 bytes  |#                       |  line 9, f: 0 loads, 0 stores",
        "  safe accesses",
        "        3  the free memory pointer",
        "        3  from the free memory pointer on",
        "        1  scratch space",
    ]


def test_accesses_are_in_objects(yulopt: Command) -> None:
    program = """{
        mstore(64, 128)
        let p := mload(64)
        mstore(64, add(p, 64))
        mstore(add(p, 32), 7)


        sstore(0, mload(p))
    }"""
    lines = yulopt("memory", "--all", "-", input=program).stdout.splitlines()
    assert "      0        64 bytes  |########################|  line 4: 1 loads, 1 stores" in lines
    assert "         5:9  safe     mstore(add(p, 32), 7)  writes in object 0" in lines


def test_unsafe_accesses_are_shown_with_their_places(yulopt: Command) -> None:
    result = yulopt("memory", "-", input="{ mstore(64, 128)\n  mstore(calldataload(0), 1) }")
    assert result.exit_code == 0
    assert "<stdin>: not proven memory-safe" in result.stdout
    assert "         2:3  unknown  mstore(calldataload(0), 1)  writes from 0" in result.stdout


def test_json(yulopt: Command) -> None:
    (found,) = json.loads(yulopt("memory", "--json", "-", input=PROGRAM).stdout)["objects"]
    assert {key: found[key] for key in ("name", "proven", "firstFree", "usesPointer")} == {
        "name": "A",
        "proven": True,
        "firstFree": 128,
        "usesPointer": True,
    }
    (item,) = found["objects"]
    assert (item["function"], item["line"], item["leastBytes"]) == ("f", 9, 64)
    assert {one["verdict"] for one in found["accesses"]} == {"safe"}
    assert found["accesses"][0]["line"] == 2


@pytest.mark.parametrize("option", ["--all", "--json"])
def test_bad_input_is_one_error(yulopt: Command, option: str) -> None:
    result = yulopt("memory", option, "-", input="{ mstore(1) }")
    assert result.exit_code == 1
    assert result.stdout == ""
    assert "<stdin>:1:3: error" in result.stderr
