"""The bytes that code generation emits for Yul are proven, and others are not."""

from __future__ import annotations

from functools import cache
from typing import Final

import attr
import pytest

from tests.checker.builds import Build, example, with_byte
from tests.checker.changed_bytes import changes
from tests.slices import amount, seeds
from yulopt.checker.objects import ObjectProof
from yulopt.prover.answers import Status

_CHANGES: Final = 200

# Functions that are called often are not inlined.
PROGRAM: Final = """object "C" {
    code {
        datacopy(0, dataoffset("C_deployed"), datasize("C_deployed"))
        setimmutable(0, "limit", calldatasize())
        return(0, datasize("C_deployed"))
    }
    object "C_deployed" {
        code {
            switch calldataload(0)
            case 0 { sstore(0, bounded(calldataload(32))) sstore(1, bounded(calldataload(64))) }
            case 1 { sstore(2, total(bounded(calldataload(32)))) sstore(3, total(caller())) }
            case 2 { datacopy(0, dataoffset("text"), datasize("text")) return(0, 37) }
            default { revert(0, 0) }
            function bounded(x) -> y {
                if gt(x, loadimmutable("limit")) { mstore(0, x) revert(0, 32) }
                y := add(x, sload(x))
            }
            function total(count) -> sum {
                for { let i := 0 } lt(i, count) { i := add(i, 1) } {
                    if eq(sload(i), 7) { break }
                    sum := add(mul(sum, 3), sload(i))
                }
            }
        }
        data "text" "a text that is longer than one word."
    }
}"""


@cache
def build() -> Build:
    return Build(PROGRAM)


def open_functions(proof: ObjectProof) -> dict[str, str]:
    return {one.function: one.reason for one in proof.proofs if one.status is not Status.PROVEN}


@pytest.mark.parametrize("name", ["auction", "immutables", "recursion", "sort", "transient_lock"])
def test_examples_are_proven(name: str) -> None:
    for proof in example(name).prove():
        assert open_functions(proof) == {}


def test_a_program_is_proven() -> None:
    outer, inner = build().prove()
    assert (open_functions(outer), open_functions(inner)) == ({}, {})
    assert {"bounded", "total"} <= build().witnesses[build().inner].entries.keys()


def test_the_oldest_code_generator() -> None:
    other = Build(PROGRAM)
    witnesses = other.witnesses
    claimed = {one: attr.evolve(witness, address_always=True) for one, witness in witnesses.items()}
    other.witnesses = claimed
    # All functions of the program return, so `address_always` makes no difference.
    assert all(proof.is_proven for proof in other.prove())


def test_a_wrong_entry_is_not_believed() -> None:
    witness = build().witnesses[build().inner]
    entries = dict(witness.entries)
    entries["bounded"], entries["total"] = entries["total"], entries["bounded"]
    proof = build().prove_inner(attr.evolve(witness, entries=entries))
    # The code outside functions is proven with both executed, without any assumption.
    assert open_functions(proof).keys() == {"bounded", "total"}
    assert proof.proofs[0].assumed == []


def test_without_entries_functions_are_executed_in_their_callers() -> None:
    witness = build().witnesses[build().inner]
    proof = build().prove_inner(attr.evolve(witness, entries={}))
    assert open_functions(proof) == {}


def test_without_an_entry_a_function_is_proven_only_if_its_callers_are() -> None:
    witness = build().witnesses[build().inner]
    changed = with_byte(witness, 0, 0x0C)
    found = open_functions(build().prove_inner(attr.evolve(changed, entries={})))
    assert found.keys() == {"", "bounded", "total"}


def test_without_labels_code_is_open() -> None:
    witness = build().witnesses[build().inner]
    proof = build().prove_inner(attr.evolve(witness, labels=frozenset()))
    assert "to an unknown target" in open_functions(proof)[""]


def test_immutables_at_other_places() -> None:
    outer = build().program
    witness = build().witnesses[outer]
    (offsets,) = witness.assigned.values()
    moved = {"limit": tuple(offset + 1 for offset in offsets)}
    other = Build(PROGRAM)
    other.witnesses[other.program] = attr.evolve(other.witnesses[other.program], assigned=moved)
    assert open_functions(other.prove()[0]) == {
        "": "immutables are not written where they are read"
    }
    # The code writes to another place than the witness and the deployed code say.
    content = other.witnesses[other.program].content
    push = bytes([0x61, *offsets[0].to_bytes(2, "big")])
    if push not in content:
        push = bytes([0x60, offsets[0]])
    at = content.index(push) + len(push) - 1
    right = attr.evolve(witness, content=other.witnesses[other.program].content)
    other.witnesses[other.program] = with_byte(right, at, content[at] + 1)
    assert not other.prove()[0].is_proven


def test_data_that_was_moved() -> None:
    witness = build().witnesses[build().inner]
    offset = witness.offsets["text"]
    proof = build().prove_inner(attr.evolve(witness, offsets={"text": offset + 1}))
    assert "are not those of 'text'" in open_functions(proof)[""]
    proof = build().prove_inner(with_byte(witness, offset + 3, 0))
    assert "are not those of 'text'" in open_functions(proof)[""]


def test_another_runtime_code() -> None:
    outer, inner = build().program, build().inner
    other = Build(PROGRAM)
    inside = with_byte(other.witnesses[other.inner], 0, 0)
    other.witnesses[other.inner] = inside
    assert "are not those of 'C_deployed'" in open_functions(other.prove()[0])[""]
    assert outer is not inner


def test_a_useless_recursion_of_the_bytes() -> None:
    """`f` has no effects, so that a call of it by itself leaves no trace in terms."""
    # What has branches is not inlined.
    text = "{ sstore(0, f(1)) sstore(1, f(2)) function f(x) -> y { if sload(x) { y := x } } }"
    program = Build(text, steps=":")
    witness = program.witnesses[program.inner]
    entry = witness.entries["f"]
    # jumpdest, push the address after the call, push an argument, push the entry, jump, jumpdest,
    # pop the result, and the function as it was.
    length = len(witness.content)
    call = bytes([0x5B, 0x61, *(length + 9).to_bytes(2, "big"), 0x5F, 0x61])
    call += length.to_bytes(2, "big") + bytes([0x56, 0x5B, 0x50]) + witness.content[entry + 1 :]
    changed = attr.evolve(
        witness,
        content=witness.content + call,
        entries={"f": length},
        labels=frozenset(range(length + len(call))),
    )
    proof = program.prove_inner(changed)
    assert "recursive" in open_functions(proof)["f"]


# push1 8, push1 1, push1 f, jump; jumpdest, sstore(0, ...), push1 0x13, push1 2, push1 f, jump;
# jumpdest, sstore(1, ...), stop; jumpdest of f.
_CALLS: Final = "600860016019 56fe 5b5f55 601360026019 56fe 5b600155 00fe 5b"


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("54 90 56", ""),
        ("80 54 82 56", "a different number of slots"),
        ("54 90 6001 01 56", "to an unknown target"),
        ("54 91 50 56", "below its part of the stack"),
        ("54 90 80 56", "a different number of slots"),
        ("54 6001 01 90 56", "differ"),
        ("80 54 90 5f 52 90 56", "differ"),
        ("0c", "not an instruction"),
    ],
)
def test_a_function_by_hand(body: str, reason: str) -> None:
    program = Build(
        "{ sstore(0, f(1)) sstore(1, f(2)) function f(x) -> y { y := sload(x) } }", steps=":"
    )
    witness = attr.evolve(
        program.witnesses[program.inner],
        content=bytes.fromhex((_CALLS + body).replace(" ", "")),
        entries={"f": 0x19},
        labels=frozenset({0, 4, 0x0B, 0x0F}),
    )
    proof = program.prove_inner(witness)
    if reason:
        assert reason in open_functions(proof)["f"]
        assert not proof.is_proven
    else:
        assert open_functions(proof) == {}


@pytest.mark.parametrize("seed", seeds(1, 8))
def test_changed_bytes(seed: int) -> None:
    found = changes(build(), amount(12, _CHANGES), seed)
    assert not any(one.differs for one in found)
    assert any(not one.proven for one in found)


@pytest.mark.parametrize("check", ["if shr(64, n) { revert(0, 0) }", "if gt(n, 4) { stop() }"])
def test_reads_go_past_writes_whose_place_is_checked(check: str) -> None:
    assert _is_proven_as_constant(check)


@pytest.mark.parametrize("check", ["", "if shr(64, n) { sstore(1, 1) }", "if lt(n, 4) { n := 4 }"])
def test_reads_do_not_go_past_writes_to_any_place(check: str) -> None:
    assert not _is_proven_as_constant(check)


def _is_proven_as_constant(check: str) -> bool:
    """Whether a word counts as what it was before a write to an address that is checked so."""
    one, other = (
        Build(
            f"{{ mstore(64, 128) let n := calldataload(0) {check}"
            f"  mstore(add(n, 128), caller()) sstore(0, {word}) }}",
            steps=":",
        )
        for word in ("128", "mload(64)")
    )
    return one.prove_inner(other.witnesses[other.inner], seconds=0.2).is_proven
