"""Words of memory that a loop does not access: writes of them before the loop."""

from __future__ import annotations

import pytest

from tests.prover.proving import can_be_proven

_BODY = "mstore(and(i, 32), sload(i))"
# Loops that do not access the word at 64, and end with a result from elsewhere.
_APART = {
    "scratch": _BODY,
    "above": "mstore(add(96, shl(5, and(i, 7))), i)",
    "checked": "if gt(i, 9) { revert(0, 0) } mstore(add(0x80, shl(5, i)), i)",
    "a hash": "sstore(keccak256(0, 64), i) mstore(0, i)",
    "a hash above": "sstore(keccak256(96, sload(i)), i) mstore(0, i)",
    "a failure": "mstore(0, i) if sload(i) { revert(0, 64) }",
    "a byte": "mstore8(63, i) mstore8(96, i)",
    "a copy": "calldatacopy(0, i, 64) mcopy(96, 0, 32)",
    "a call": "pop(call(gas(), i, 0, 0, 64, 96, 32)) mstore(0, i)",
    "a log": "log1(0, 64, i) mstore(0, i)",
    "a nested loop": "for { let j := 0 } lt(j, i) { j := add(j, 1) } { mstore(and(j, 32), j) }",
}
# Loops that may access it.
_NOT_APART = {
    "a load": "mstore(0, add(mload(64), i))",
    "a part": "mstore(0, add(mload(33), i))",
    "a higher part": "mstore(0, add(mload(95), i))",
    "an unknown place": "mstore(0, add(mload(sload(i)), i))",
    "an address that wraps": "mstore(0, add(mload(add(96, shl(5, i))), i))",
    "an unchecked index": "if gt(i, 9) { mstore(0, mload(add(0x80, shl(5, sload(i))))) }",
    "a hash": "sstore(keccak256(0, 65), i) mstore(0, i)",
    "a hash of unknown size": "sstore(keccak256(0, sload(i)), i) mstore(0, i)",
    "a failure": "mstore(0, i) if sload(i) { revert(0, 96) }",
    "a return": "mstore(0, i) if sload(i) { return(32, 64) }",
    "a copy": "mcopy(0, 64, 32) mstore(32, i)",
    "a longer copy": "mcopy(128, 0, add(i, 64)) mstore(32, i)",
    "a call": "pop(call(gas(), i, 0, 0, 68, 96, 32)) mstore(0, i)",
    "a creation": "pop(create(0, 0, 68)) mstore(0, i)",
    "a log": "log1(0, 96, i) mstore(0, i)",
    "a function": "f(i)",
    "a nested loop": "for { let j := 0 } lt(j, i) { j := add(j, 1) } { mstore(j, mload(64)) }",
    "an unlikely path": "mstore(0, i) if eq(i, 77) { sstore(1, mload(64)) }",
}
_FUNCTION = "function f(x) { if x { f(sub(x, 1)) } mstore(0, mload(64)) }"


def _program(before: str, body: str, *, after: str = "", rest: str = "") -> str:
    return f"""{{
        {before}
        for {{ let i := calldataload(0) }} i {{ i := sub(i, 1) }} {{ {body} }}
        {after}
        return(0, 64)
        {rest}
    }}"""


# Loops that read the word at 64.
_READS = {
    "a load": "mstore(0, add(mload(64), i))",
    "a branch": "if sload(i) { mstore(0, mload(64)) }",
    "a nested loop": "for { let j := 0 } lt(j, i) { j := add(j, 1) } { mstore(0, mload(64)) }",
    "an address": "mstore(and(i, 32), 1) mstore(mload(64), i)",
}


@pytest.mark.parametrize("body", _READS.values(), ids=_READS)
def test_a_known_word_that_a_loop_reads(body: str) -> None:
    before = "let w := calldataload(32) if gt(w, 999) { stop() } if lt(w, 96) { stop() }"
    read, known = f"{before} mstore(64, w)", body.replace("mload(64)", "w")
    assert can_be_proven(_program(read, body), _program(before, known))
    assert not can_be_proven(_program(read, body), _program(before, body))
    for changed in ("mstore(64, i)", "mstore(63, i)", "mstore(sload(i), i)"):
        assert not can_be_proven(
            _program(read, f"{body} {changed}"), _program(before, f"{known} {changed}")
        )


@pytest.mark.parametrize("body", _APART.values(), ids=_APART)
def test_a_word_that_a_loop_does_not_access(body: str) -> None:
    assert can_be_proven(_program("mstore(64, 128)", body), _program("", body))
    assert can_be_proven(
        _program("mstore(64, 128)", body, after="sstore(0, mload(64))"),
        _program("", body, after="sstore(0, 128)"),
    )


@pytest.mark.parametrize("body", _APART.values(), ids=_APART)
def test_the_word_is_the_same_after_the_loop(body: str) -> None:
    after = "mstore(0, mload(64))"
    assert not can_be_proven(
        _program("mstore(64, 128)", body, after=after), _program("", body, after=after)
    )
    assert not can_be_proven(
        _program("mstore(64, 128)", body), _program("", body, after="mstore(0, 128)")
    )


@pytest.mark.parametrize("body", _NOT_APART.values(), ids=_NOT_APART)
def test_a_word_that_a_loop_may_access(body: str) -> None:
    for other in ("", "mstore(64, 128)"):
        assert not can_be_proven(
            _program("mstore(64, not(9))", body, rest=_FUNCTION),
            _program(other, body, rest=_FUNCTION),
        )


@pytest.mark.parametrize("most", [3, 4])
def test_a_loop_that_reads_an_array(most: int) -> None:
    """The last word of the array is before the one that is written elsewhere."""
    body = f"if gt(i, {most}) {{ revert(0, 0) }} sstore(i, mload(add(128, shl(5, i))))"
    array = "mstore(128, 5) mstore(160, sload(9)) mstore(192, 6)"
    for place in (64, 256):
        found = can_be_proven(
            _program(f"mstore({place}, 7) {array}", body, after="mstore(0, 1) mstore(32, 1)"),
            _program(array, body, after="mstore(0, 1) mstore(32, 1)"),
        )
        assert found == (place < 128 or most < 4)


@pytest.mark.parametrize("written", ["mstore(33, i)", "mstore8(95, i)", "mstore(64, i)"])
def test_a_word_that_a_loop_may_change(written: str) -> None:
    after = "sstore(0, mload(64))"
    assert not can_be_proven(
        _program("mstore(64, 128)", written, after=after),
        _program("mstore(64, 128)", written, after="sstore(0, 128)"),
    )


@pytest.mark.parametrize("part", ["lt(i, mload(64))", "iszero(eq(mload(64), i))"])
def test_conditions_and_post_blocks_count(part: str) -> None:
    text = f"""{{
        BEFORE
        for {{ let i := calldataload(0) }} {part} {{ i := sub(i, 1) }} {{ {_BODY} }}
        return(0, 64)
    }}"""
    post = """{
        BEFORE
        for { let i := calldataload(0) } i { i := sub(i, mload(64)) } { mstore(0, i) }
        return(0, 64)
    }"""
    for program in (text, post):
        assert not can_be_proven(
            program.replace("BEFORE", "mstore(64, 128)"), program.replace("BEFORE", "")
        )


def test_an_earlier_write_of_a_word_that_is_written_again() -> None:
    after = "sstore(0, mload(64))"
    for late in ("mstore(64, 7)", "mstore(63, 7)", "mstore(calldataload(32), 7)"):
        assert not can_be_proven(
            _program(f"mstore(64, 128) {late}", _BODY, after=after),
            _program(f"mstore(64, 128) {late}", _BODY, after="sstore(0, 128)"),
        )


def test_loops_that_leave_a_function() -> None:
    def program(before: str, read: str) -> str:
        return f"""{{
            {before}
            f(calldataload(0))
            sstore(0, {read})
            return(0, 64)
            function f(i) {{
                for {{ }} i {{ i := sub(i, 1) }} {{ {_BODY} if sload(i) {{ leave }} }}
                mstore(64, 5)
            }}
        }}"""

    assert can_be_proven(program("mstore(64, 128)", "1"), program("", "1"))
    assert not can_be_proven(
        program("mstore(64, 128)", "mload(64)"), program("mstore(64, 128)", "5")
    )
    assert not can_be_proven(program("mstore(64, 128)", "mload(64)"), program("", "mload(64)"))


def test_words_that_were_written_on_some_paths() -> None:
    joined = {
        "both": "switch calldataload(32) case 0 { mstore(64, 128) } default { mstore(64, 7) }",
        "one": "if calldataload(32) { mstore(64, 128) }",
        "before": "mstore(64, 128) if calldataload(32) { mstore(calldataload(64), 9) }",
        "later": "mstore(64, 128) if calldataload(32) { mstore(33, 9) }",
    }
    for written in joined.values():
        for after in ("sstore(0, mload(64))", "mstore(0, mload(64))"):
            before = f"{written} let word := mload(64)"
            assert can_be_proven(
                _program(written, _BODY, after=after),
                _program(before, _BODY, after=after.replace("mload(64)", "word")),
            )
            assert not can_be_proven(
                _program(written, _BODY, after=after), _program("", _BODY, after=after)
            )
    assert can_be_proven(_program(joined["both"], _BODY), _program("", _BODY))
    assert can_be_proven(_program(joined["one"], _BODY), _program("", _BODY))
    assert not can_be_proven(_program(joined["before"], _BODY), _program("", _BODY))
    assert not can_be_proven(_program(joined["later"], _BODY), _program("", _BODY))
