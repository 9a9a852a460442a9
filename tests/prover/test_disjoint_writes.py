"""Writes to constant addresses come before those to other addresses that are disjoint here."""

from __future__ import annotations

import pytest

from tests.prover.test_step_proof import proofs


def program(*writes: str, check: str) -> str:
    """Some writes at a distance that is checked, and a read of the memory around them."""
    return f"""{{
        let size := calldataload(0)
        if {check} {{ revert(0, 0) }}
        {" ".join(writes)}
        sstore(0, keccak256(0, 4096))
    }}"""


END = "mstore(add(128, size), 7)"
FIRST = "mstore(0, caller())"
SECOND = "mstore(96, 5)"


@pytest.mark.parametrize("check", ["gt(size, 99)", "shr(64, size)"])
@pytest.mark.parametrize(
    "writes", [(FIRST, SECOND, END), (SECOND, END, FIRST), (END, SECOND, FIRST)]
)
def test_disjoint_writes_in_any_order(check: str, writes: tuple[str, ...]) -> None:
    before = program(END, FIRST, SECOND, check=check)
    assert [proof.method for proof in proofs(before, program(*writes, check=check))] == [
        "normal form"
    ]


@pytest.mark.parametrize(
    ("check", "second"),
    [
        # The sum may be any address.
        ("iszero(size)", SECOND),
        ("lt(size, 99)", SECOND),
        # The last byte of a word is the first one at 128.
        ("gt(size, 99)", "mstore(97, 5)"),
        # So it is that of 0 and more, after all addresses.
        ("lt(size, sub(0, 159))", SECOND),
    ],
)
def test_writes_that_may_meet_keep_their_order(check: str, second: str) -> None:
    before, after = (program(*writes, check=check) for writes in ((END, second), (second, END)))
    assert [proof.status.value for proof in proofs(before, after)] != ["proven"]


def test_the_last_address_before_all_others() -> None:
    """Here the word ends just before address 0."""
    check = "xor(size, sub(0, 160))"
    before, after = (program(*writes, check=check) for writes in ((END, FIRST), (FIRST, END)))
    assert [proof.status.value for proof in proofs(before, after)] == ["proven"]
