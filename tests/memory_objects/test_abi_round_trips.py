"""Round trips through ABI encoding and decoding, and their remains after the pipelines.

The programs have the shape that Solidity gives them: `abi.encode` of checked arguments into new
memory, with its length before it, and `abi.decode`, which checks the length and each value again.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

import pytest

import yulopt
from tests.slices import every_nth
from tests.steps.memory_programs import outcome

PIPELINES: Final = ("gas", "size", "balanced")
ADDRESS: Final = f"0x{'ff' * 20}"
PANIC: Final = f"mstore(0, {0x4E487B71 << 224:#x}) mstore(4, 0x41) revert(0, 0x24)"

# Whether a value is one of its type.
CHECKS: Final = {
    "uint256": "",
    "address": f"if iszero(eq(VALUE, and(VALUE, {ADDRESS}))) {{ revert(0, 0) }}",
    "bool": "if iszero(eq(VALUE, iszero(iszero(VALUE)))) { revert(0, 0) }",
    "uint8": "if iszero(eq(VALUE, and(VALUE, 0xff))) { revert(0, 0) }",
    "bytes4": f"if iszero(eq(VALUE, and(VALUE, {0xFFFFFFFF << 224:#x}))) {{ revert(0, 0) }}",
}
# The encoding of a value.
CLEANED: Final = {
    "uint256": "VALUE",
    "address": f"and(VALUE, {ADDRESS})",
    "bool": "iszero(iszero(VALUE))",
    "uint8": "and(VALUE, 0xff)",
    "bytes4": f"and(VALUE, {0xFFFFFFFF << 224:#x})",
}
TUPLE: Final = ("uint256", "address", "bool", "uint8")
# The arguments, dirty ones among them, and two more words for what comes between.
GOOD: Final = (5, 0xABCD, 1, 200)
BETWEEN: Final = ((0, 0), (64, 1), (1 << 200, 96), ((1 << 256) - 1, 160))
CALLDATA: Final = [
    b"".join(word.to_bytes(32, "big") for word in (*arguments, *between))
    for arguments in (GOOD, (0, 1 << 160, 0, 0), (0, 1, 2, 3), (1, 2, 0, 256))
    for between in BETWEEN
] + [b"", bytes(127)]


def _reads(types: tuple[str, ...], places: list[str], name: str) -> str:
    """Statements that read values and check them."""
    return " ".join(
        f"let {name}{index} := {place} {CHECKS[one].replace('VALUE', f'{name}{index}')}"
        for index, (one, place) in enumerate(zip(types, places, strict=True))
    )


def _allocation(name: str, size: int) -> str:
    """Statements that give a new object, and panic where memory ends."""
    return f"""
        let {name} := mload(64)
        let {name}_end := add({name}, and(add({size}, 31), not(31)))
        if or(gt({name}_end, 0xffffffffffffffff), lt({name}_end, {name})) {{ {PANIC} }}
        mstore(64, {name}_end)
    """


def _at(start: str, index: int) -> str:
    return f"add({start}, {32 * index})" if index else start


def _words(start: str, count: int) -> list[str]:
    return [f"mload({_at(start, index)})" for index in range(count)]


def program(
    types: tuple[str, ...], between: str = "", use: str | None = None, functions: str = ""
) -> str:
    """Encode the arguments as these types, do what comes between, decode them, use them.

    What is encoded is at `s`, its length at `e`.
    """
    count = len(types)
    arguments = ", ".join(f"a{index}" for index in range(count))
    results = ", ".join(f"r{index}" for index in range(count))
    writes = " ".join(
        f"mstore({_at('start', index)}, {CLEANED[one].replace('VALUE', f'a{index}')})"
        for index, one in enumerate(types)
    )
    declared = _reads(types, [f"calldataload({32 * index})" for index in range(count)], "x")
    decoded = re.sub(r"let (r\d) :=", r"\1 :=", _reads(types, _words("start", count), "r"))
    used = use or " ".join(f"sstore({index}, v{index})" for index in range(count))
    return f"""{{
        {{
            mstore(64, memoryguard(128))
            if lt(calldatasize(), {32 * count}) {{ revert(0, 0) }}
            {declared}
            let e := encode({arguments.replace("a", "x")})
            let s := add(e, 32)
            {between}
            let {arguments.replace("a", "v")} := decode(s, add(s, mload(e)))
            {used}
        }}
        function encode({arguments}) -> encoded {{
            encoded := mload(64)
            let tail := encode_tuple(add(encoded, 32), {arguments})
            let size := sub(tail, encoded)
            mstore(encoded, sub(size, 32))
            finalize(encoded, size)
        }}
        function encode_tuple(start, {arguments}) -> tail {{
            tail := add(start, {32 * count})
            {writes}
        }}
        function finalize(at, size) {{
            let end := add(at, and(add(size, 31), not(31)))
            if or(gt(end, 0xffffffffffffffff), lt(end, at)) {{ {PANIC} }}
            mstore(64, end)
        }}
        function decode(start, end) -> {results} {{
            if slt(sub(end, start), {32 * count}) {{ revert(0, 0) }}
            {decoded}
        }}
        {functions}
    }}"""


def optimised(text: str, pipeline: str) -> str:
    """The result of a pipeline, which behaves the same; the BranchCombiner (7) is left out, so that
    checks can be counted."""
    named = yulopt.Pipeline.named(pipeline)
    assert named.steps is not None
    after = yulopt.optimize(
        text, pipeline=yulopt.Pipeline(named.steps.replace("7", ""), named.runs)
    )
    for data in CALLDATA:
        assert outcome(after, data) == outcome(text, data), f"{data.hex()}: {after}"
    return after


def left(after: str) -> list[str]:
    """The remaining instructions of a round trip."""
    return re.findall(r"\b(?:mload|mstore|mstore8|mcopy|slt|revert)\(", after)


@pytest.mark.parametrize("pipeline", PIPELINES)
@pytest.mark.parametrize("types", [(one,) for one in CHECKS] + [TUPLE, ("uint8", "uint8", "bool")])
def test_nothing_is_left(types: tuple[str, ...], pipeline: str) -> None:
    """The checks of the arguments are: one of the length, and one for each type with one."""
    after = optimised(program(types), pipeline)
    assert left(after) == ["revert("] * (1 + sum(one != "uint256" for one in types)), after


@pytest.mark.parametrize("pipeline", PIPELINES)
def test_a_struct_in_memory(pipeline: str) -> None:
    """It is copied to what is encoded, and from there to another struct.

    What is left beside the checks of the arguments is two checks of allocations after others.
    """
    cleaned = [
        CLEANED[one].replace("VALUE", word) for one, word in zip(TUPLE, _words("o", 4), strict=True)
    ]
    text = f"""{{
        {{
            mstore(64, memoryguard(128))
            if lt(calldatasize(), 128) {{ revert(0, 0) }}
            {_reads(TUPLE, [f"calldataload({32 * index})" for index in range(4)], "x")}
            {_allocation("o", 128)}
            {" ".join(f"mstore({_at('o', index)}, x{index})" for index in range(4))}
            {_allocation("e", 160)}
            mstore(e, 128)
            let s := add(e, 32)
            {" ".join(f"mstore({_at('s', index)}, {one})" for index, one in enumerate(cleaned))}
            let end := add(s, mload(e))
            if slt(sub(end, s), 128) {{ revert(0, 0) }}
            {_allocation("d", 128)}
            {_reads(TUPLE, _words("s", 4), "y")}
            {" ".join(f"mstore({_at('d', index)}, y{index})" for index in range(4))}
            {" ".join(f"sstore({index}, {word})" for index, word in enumerate(_words("d", 4)))}
        }}
    }}"""
    after = optimised(text, pipeline)
    assert left(after) == ["revert("] * 4 + ["mstore(", "mstore(", "revert("] * 2, after


class Adversary(NamedTuple):
    """Code between encoding and decoding, and the checks that must remain.

    `left` are patterns. Words 128 and 160 of calldata are for the adversary.
    """

    between: str
    left: tuple[str, ...]
    functions: str = ""


W: Final = "calldataload(128)"
X: Final = "calldataload(160)"
LOADED: Final = r"mload\("
# One check more than of the arguments.
CHECKED: Final = r"(?s)(revert\(.*){5}"
NOT_LOADED: Final = r"(?s)\A(?!.*mload\()"

ADVERSARIES: Final = {
    "another number": Adversary(f"mstore(s, {W})", (r"sstore\(0, calldataload\(128\)\)",)),
    "what may be no address": Adversary(f"mstore(add(s, 32), {W})", (CHECKED,)),
    "what may be no truth value": Adversary(f"mstore(add(s, 64), {X})", (CHECKED,)),
    "a byte of a truth value": Adversary(f"mstore8(add(s, 95), {X})", (LOADED, "mstore8")),
    "a byte that is not in the mask": Adversary("mstore8(add(s, 96), 1)", (LOADED,)),
    "another length": Adversary(f"mstore(e, {W})", (r"slt\(",)),
    "a word at an unknown place": Adversary(f"mstore(add(e, {W}), {X})", (LOADED, r"slt\(")),
    "a byte at an unknown place": Adversary(
        f"mstore8(add(s, and({W}, 127)), {X})", (LOADED, "mstore8")
    ),
    "a word across two others": Adversary(f"mstore(add(s, 16), {W})", (LOADED,)),
    "calldata over it": Adversary("calldatacopy(add(s, 32), 128, 64)", (LOADED, "calldatacopy")),
    "a copy within it": Adversary("mcopy(add(s, 64), s, 64)", (LOADED,)),
    "a copy from above it": Adversary("mcopy(s, add(s, 16), 128)", (LOADED,)),
    "a function writes to it": Adversary(
        "f(s)", (LOADED,), f"function f(p) {{ if {X} {{ mstore(add(p, 96), {W}) }} }}"
    ),
    "a function that calls itself writes to it": Adversary(
        f"f(s, and({X}, 3))",
        (LOADED,),
        f"function f(p, n) {{ if iszero(n) {{ mstore(p, {W}) leave }} f(add(p, 32), sub(n, 1)) }}",
    ),
    "a loop writes to it": Adversary(
        f"for {{ let i := 0 }} lt(i, and({X}, 7)) {{ i := add(i, 1) }}"
        f" {{ mstore(add(s, mul(32, i)), {W}) }}",
        (LOADED,),
    ),
    "one way writes to it": Adversary(f"if {X} {{ mstore(add(s, 32), {W}) }}", (LOADED,)),
    "the pointer goes back": Adversary(
        f"mstore(64, e) let q := mload(64) mstore(64, add(q, 64)) mstore(add(q, 32), {W})",
        (r"sstore\(0, calldataload\(128\)\)",),
    ),
    "what is decoded begins elsewhere": Adversary("s := add(s, 1)", (LOADED,)),
    "a log tells it": Adversary("log0(e, 160)", (NOT_LOADED, r"mstore\(", r"log0\(")),
    "a call is given it": Adversary(
        "sstore(7, call(gas(), 0xabc, 1, e, 160, add(s, 32), 32))", (LOADED, r"mstore\(", r"call\(")
    ),
    "its hash is stored": Adversary(
        "sstore(7, keccak256(e, 160))", (NOT_LOADED, r"mstore\(", "keccak256")
    ),
}


@pytest.mark.parametrize(
    ("name", "pipeline"),
    every_nth(4, [(name, pipeline) for name in ADVERSARIES for pipeline in PIPELINES]),
)
def test_intermediate_changes_are_seen(name: str, pipeline: str) -> None:
    one = ADVERSARIES[name]
    text = program(TUPLE, one.between, functions=one.functions)
    plain = [outcome(program(TUPLE), data) for data in CALLDATA]
    assert [outcome(text, data) for data in CALLDATA] != plain, "nothing is changed"
    after = optimised(text, pipeline)
    for pattern in one.left:
        assert re.search(pattern, after), f"{pattern}: {after}"


@pytest.mark.parametrize("pipeline", PIPELINES)
def test_data_encoded_without_a_check_is_checked(pipeline: str) -> None:
    """The address is written unchanged, so the only check must stay."""
    text = program(TUPLE).replace(CHECKS["address"].replace("VALUE", "x1"), "")
    unmasked = text.replace(CLEANED["address"].replace("VALUE", "a1"), "a1")
    assert unmasked != text != program(TUPLE)
    dirty = CALLDATA[4]
    assert outcome(text, dirty) != outcome(unmasked, dirty)
    assert left(optimised(text, pipeline)) == ["revert("] * 3
    assert left(optimised(unmasked, pipeline)) == ["revert("] * 4


@pytest.mark.parametrize("pipeline", PIPELINES)
def test_more_is_decoded_than_was_encoded(pipeline: str) -> None:
    """The check of the length fails for certain."""
    text = program(TUPLE).replace("slt(sub(end, start), 128)", "slt(sub(end, start), 160)")
    after = optimised(text, pipeline)
    assert all("REVERT" in str(outcome(after, data)[0]).upper() for data in CALLDATA)
    assert "sstore(" not in after


def bytes_program(between: str = "") -> str:
    """Like `program`, for `bytes`: an offset, a length, and what is copied from calldata."""
    return f"""{{
        {{
            mstore(64, memoryguard(128))
            if lt(calldatasize(), 192) {{ revert(0, 0) }}
            let n := and(calldataload(0), 127)
            let e := encode(64, n)
            let s := add(e, 32)
            {between}
            let v := decode(s, add(s, mload(e)))
            log1(add(v, 32), mload(v), 7)
        }}
        function encode(at, length) -> encoded {{
            encoded := mload(64)
            mstore(add(encoded, 32), 32)
            mstore(add(encoded, 64), length)
            calldatacopy(add(encoded, 96), at, length)
            mstore(add(add(encoded, 96), length), 0)
            let size := add(96, and(add(length, 31), not(31)))
            mstore(encoded, sub(size, 32))
            finalize(encoded, size)
        }}
        function decode(start, end) -> value {{
            if slt(sub(end, start), 32) {{ revert(0, 0) }}
            let offset := mload(start)
            if gt(offset, 0xffffffffffffffff) {{ revert(0, 0) }}
            let from := add(start, offset)
            if iszero(slt(add(from, 31), end)) {{ revert(0, 0) }}
            let length := mload(from)
            if gt(length, 0xffffffffffffffff) {{ {PANIC} }}
            value := mload(64)
            finalize(value, add(and(add(length, 31), not(31)), 32))
            mstore(value, length)
            if gt(add(add(from, 32), length), end) {{ revert(0, 0) }}
            mcopy(add(value, 32), add(from, 32), length)
            mstore(add(add(value, 32), length), 0)
        }}
        function finalize(at, size) {{
            let end := add(at, and(add(size, 31), not(31)))
            if or(gt(end, 0xffffffffffffffff), lt(end, at)) {{ {PANIC} }}
            mstore(64, end)
        }}
    }}"""


@pytest.mark.parametrize("pipeline", PIPELINES)
def test_bytes_are_copied_but_not_measured_again(pipeline: str) -> None:
    """Both objects and the copy stay; offset and length are values."""
    after = optimised(bytes_program(), pipeline)
    assert re.findall(r"mload\(.*?\)", after) == ["mload(64)"], after
    assert "calldatacopy(" in after
    assert "mcopy(" in after


@pytest.mark.parametrize("pipeline", PIPELINES)
@pytest.mark.parametrize(
    "between", [f"mstore(s, {X})", f"mstore(add(s, 32), {X})", f"mstore(add(s, {W}), {X})"]
)
def test_bytes_that_are_changed_are_measured_again(between: str, pipeline: str) -> None:
    text = bytes_program(between)
    plain = [outcome(bytes_program(), data) for data in CALLDATA]
    assert [outcome(text, data) for data in CALLDATA] != plain, "nothing is changed"
    optimised(text, pipeline)
