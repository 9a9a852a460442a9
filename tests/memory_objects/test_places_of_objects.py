"""Addresses of objects: a removed one takes no space at the end, others do not move."""

from __future__ import annotations

import re

import pytest

import yulopt
from tests.memory_objects.test_note_examples import objects
from tests.steps.memory_programs import outcome

PIPELINES = ("gas", "size", "balanced")


def optimised(statements: str, pipeline: str) -> str:
    """The statements after a pipeline; they behave the same."""
    program = f"{{ {statements} }}"
    after = yulopt.optimize(program, pipeline=pipeline)
    for word in (0, 1, 32, 64, 1 << 255):
        data = word.to_bytes(32, "big") * 3
        assert outcome(after, data) == outcome(program, data), after
    return after


def stored(after: str) -> list[str]:
    """The addresses of stores; `memoryguard` is where free memory begins."""
    plain = after.replace("memoryguard(0x80)", "guard")
    return re.findall(r"mstore\((add\(guard, \d+\)|\w+),", plain)


WRITTEN = "mstore(p, calldataload(0)) mstore(q, calldataload(32))"


@pytest.mark.parametrize("pipeline", PIPELINES)
def test_addresses_of_objects_one_after_the_other_are_sums(pipeline: str) -> None:
    """The pointer is neither loaded nor raised."""
    after = optimised(objects(p=2, q=1) + WRITTEN + " log0(p, 32) log0(q, 32)", pipeline)
    assert stored(after) == ["guard", "add(guard, 64)"], after
    assert "mload(" not in after


@pytest.mark.parametrize("pipeline", PIPELINES)
def test_objects_that_become_values_are_gone(pipeline: str) -> None:
    used = " sstore(mload(p), mload(q)) sstore(mload(q), 1)"
    after = optimised(objects(p=2, q=1) + WRITTEN + used, pipeline)
    assert stored(after) == []
    assert "mload(" not in after


@pytest.mark.parametrize("pipeline", PIPELINES)
def test_objects_after_a_removed_one_keep_their_addresses(pipeline: str) -> None:
    """Unread words are not written; the other object does not move to their place."""
    after = optimised(objects(p=2, q=1) + WRITTEN + " sstore(0, mload(p)) log0(q, 32)", pipeline)
    assert stored(after) == ["add(guard, 64)"], after


@pytest.mark.parametrize("pipeline", PIPELINES)
@pytest.mark.parametrize(
    "statements",
    [
        # Both are read after the stores of both.
        objects(p=1, q=1) + WRITTEN + " log0(p, 32) log0(q, 32) log0(p, 64)",
        # The pointer escapes, so it is raised, though the object is never read.
        objects(p=1) + "mstore(p, 7) sstore(0, mload(64))",
        objects(p=1) + "mstore(p, 7) mstore(0, mload(64)) log0(0, 32)",
        objects(p=1) + "mstore(p, 7) log0(calldataload(0), 96)",
        # The first object is read by its neighbour's address, or by an unknown one.
        objects(p=1, q=1) + WRITTEN + " log0(sub(q, 32), 32)",
        objects(p=1, q=1) + WRITTEN + " log0(add(p, and(calldataload(64), 32)), 32)",
    ],
)
def test_code_that_observes_addresses_of_objects(statements: str, pipeline: str) -> None:
    optimised(statements, pipeline)
    assert outcome(f"{{ {statements} }}", b"") != outcome("{ }", b"")
