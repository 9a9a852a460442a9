"""A byte of calldata other than zero is before its end."""

from __future__ import annotations

import pytest

from tests.prover.test_at_calls import are_proven
from yulopt.prover.facts import Facts
from yulopt.prover.graph import Graph


def programs(word: str, number: str, size: int) -> tuple[str, str]:
    """A program that stores if a word is a number and calldata has this size, and one that does
    not check the size."""
    template = "{{ if eq({0}, {1}) {{ {2} sstore(0, 1) stop() }} sstore(0, 2) }}"
    check = f"if lt(calldatasize(), {size}) {{ sstore(0, 2) stop() }}"
    return template.format(word, number, check), template.format(word, number, "")


@pytest.mark.parametrize(
    ("word", "number", "size"),
    [
        ("shr(224, calldataload(0))", "0x11223344", 4),
        ("shr(224, calldataload(0))", "0x11223300", 3),
        ("shr(224, calldataload(0))", "0x80000000", 1),
        ("shr(224, calldataload(9))", "0x11220044", 13),
        ("shr(248, calldataload(5))", "3", 6),
        ("calldataload(8)", "1", 40),
        ("calldataload(8)", "256", 39),
        ("calldataload(8)", "shl(248, 5)", 9),
    ],
)
def test_calldata_ends_after_a_byte_other_than_zero(word: str, number: str, size: int) -> None:
    assert are_proven(*programs(word, number, size), ())
    assert not are_proven(*programs(word, number, size + 1), ())


@pytest.mark.parametrize(
    ("word", "number"),
    [
        ("calldataload(8)", "0"),
        ("calldataload(not(40))", "1"),
        ("calldataload(calldataload(0))", "1"),
        ("shl(8, calldataload(0))", "256"),
        ("sload(8)", "1"),
    ],
)
def test_other_words(word: str, number: str) -> None:
    assert not are_proven(*programs(word, number, 1), ())


def test_short_calldata_is_no_selector() -> None:
    graph = Graph()
    facts = Facts(graph.terms, graph.words)
    loaded = graph.terms.make("calldataload", args=(graph.terms.zero,))
    selector = graph.words.shifted_right(224, loaded)
    is_selector = graph.words.apply("eq", (graph.terms.constant(0x11223344), selector))
    ends_with_zero = graph.words.apply("eq", (graph.terms.constant(0x11223300), selector))
    size = graph.terms.make("calldatasize")
    facts.limit(size, 0, 4)
    assert facts.decide(is_selector) is None
    facts.limit(size, 0, 3)
    assert facts.decide(is_selector) is False
    assert facts.decide(ends_with_zero) is None
    facts.limit(size, 0, 2)
    assert facts.decide(ends_with_zero) is False
