"""Jumps by a table of labels, and slots that were exchanged at entries of functions."""

from __future__ import annotations

from functools import cache
from typing import Final

import attr
import pytest

from tests.checker.builds import Build, example
from tests.checker.test_proofs import open_functions
from yulopt.checker.decoding import Code, Instruction
from yulopt.checker.witness import Witness

_LABEL_BYTES: Final = 2


@cache
def token(pipeline: str) -> Build:
    return example("erc20", pipeline)


def witness(pipeline: str) -> Witness:
    build = token(pipeline)
    return build.witnesses[build.inner]


def instructions_of_jump() -> tuple[Instruction, list[Instruction]]:
    """The instruction that pushes a table, and those up to the jump."""
    build = token("gas")
    code = Code(witness("gas"), build.dialect)
    table = max(code.instructions.values(), key=lambda one: one.number * (one.offset < 0x40))
    following = [one for one in code.instructions.values() if one.offset > table.offset]
    following.sort(key=lambda one: one.offset)
    end = next(index for index, one in enumerate(following) if one.name == "jump")
    return table, following[:end]


def proven(changed: Witness, pipeline: str = "gas") -> bool:
    return token(pipeline).prove_inner(changed, seconds=0.5).is_proven


def with_bytes(offset: int, new: bytes) -> Witness:
    right = witness("gas")
    content = right.content[:offset] + new + right.content[offset + len(new) :]
    return attr.evolve(right, content=content)


def test_a_table_is_followed() -> None:
    table, following = instructions_of_jump()
    assert table.name == "push"
    assert [one.name for one in following][-3:] == ["shr", "push", "and"]
    proof = token("gas").prove_inner(witness("gas"))
    assert open_functions(proof) == {}


def test_exchanged_entries_are_not_proven() -> None:
    table, _ = instructions_of_jump()
    content = witness("gas").content
    start, end = table.offset + 1, table.following
    entries = [content[at : at + _LABEL_BYTES] for at in range(start, end, _LABEL_BYTES)]
    for index in range(0, len(entries) - 1, 4):
        if entries[index] == entries[index + 1]:
            continue
        exchanged = [*entries]
        exchanged[index], exchanged[index + 1] = entries[index + 1], entries[index]
        assert not proven(with_bytes(start, b"".join(exchanged)))


@pytest.mark.parametrize("change", [1, 8, 0x10, 0x80])
def test_other_entries_are_not_chosen(change: int) -> None:
    _, following = instructions_of_jump()
    for push in (one for one in following if one.name == "push"):
        assert not proven(with_bytes(push.following - 1, bytes([push.number % 256 ^ change])))


def test_without_the_label_a_table_is_not_followed() -> None:
    right = witness("gas")
    table, _ = instructions_of_jump()
    assert not proven(attr.evolve(right, labels=right.labels - {table.offset}))


@cache
def reordered() -> str:
    """The function at whose entry slots are not in their order."""
    orders = witness("balanced").orders.items()
    (name,) = (name for name, order in orders if list(order) != sorted(order))
    return name


def test_the_order_of_slots_at_entries() -> None:
    right = witness("balanced")
    order = right.orders[reordered()]
    assert sorted(order) == [*range(len(order))]
    assert open_functions(token("balanced").prove_inner(right, seconds=0.5)) == {}


@pytest.mark.parametrize("order", [(), (0, 1)])
def test_a_wrong_order_is_not_believed(order: tuple[int, ...]) -> None:
    right = witness("balanced")
    assert order != right.orders[reordered()]
    changed = attr.evolve(right, orders={**right.orders, reordered(): order})
    found = open_functions(token("balanced").prove_inner(changed, seconds=0.5))
    assert found.keys() == {reordered()}


@pytest.mark.parametrize("order", [(0, 0), (1,), (2, 1, 0), tuple(range(7))])
def test_without_an_order_a_function_is_executed_where_it_is_called(order: tuple[int, ...]) -> None:
    right = witness("balanced")
    changed = attr.evolve(right, orders={**right.orders, reordered(): order})
    assert open_functions(token("balanced").prove_inner(changed, seconds=0.5)) == {}
