"""Code that external functions share is followed once for each of them."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from typing import Final

import pytest

from tests.checker.builds import Build, observe, with_byte
from tests.checker.changed_bytes import another_byte
from tests.checker.test_proofs import open_functions
from tests.execution import first_difference
from tests.slices import amount, seeds
from yulopt.checker.comparison import CodeComparison
from yulopt.checker.decoding import Code
from yulopt.checker.witness import Witness
from yulopt.code_proofs.exploration import Exploration
from yulopt.prover.function_pair import Part
from yulopt.prover.graph import Graph

# Three functions with one end, after values that differ.
_END: Final = (
    "mstore(0, a) mstore(32, b) log1(0, 64, 7) sstore(1, add(a, b)) mstore(0, 1) return(0, 32)"
)
SHARED: Final = f"""{{
    switch shr(224, calldataload(0))
    case 0x11223344 {{
        let a := calldataload(4) let b := sload(a) if lt(b, a) {{ revert(0, 0) }} {_END}
    }}
    case 0x22334455 {{
        let a := caller() let b := sload(a) if iszero(b) {{ revert(0, 0) }} {_END}
    }}
    case 0x33445566 {{ let a := timestamp() let b := callvalue() if gt(b, a) {{ b := 3 }} {_END} }}
    default {{ revert(0, 0) }}
}}"""


@cache
def build(pipeline: str) -> Build:
    return Build(SHARED, "shared", pipeline=pipeline)


@pytest.mark.parametrize("pipeline", ["size", "gas"])
def test_each_function_has_its_own_copy(pipeline: str) -> None:
    (proof,) = build(pipeline).prove()
    assert open_functions(proof) == {}
    assert proof.proofs[0].method == "normal form"
    # There is one `return` in the code.
    assert build(pipeline).content.count(bytes([0xF3])) == 1


def test_each_entry_of_a_table_is_a_case() -> None:
    # The code that looks up a label may be shared by several tables.
    before, look_up = bytes.fromhex("5f357f"), bytes.fromhex("5b8160f0161c61ffff1656")
    body = bytes.fromhex("5b60005f5500")
    first, count = len(before) + 32 + len(look_up), 16
    entries = [first + index * len(body) for index in range(count)]
    table = b"".join(entry.to_bytes(2, "big") for entry in entries)
    content = before + table + look_up + body * count
    witness = Witness(content, {}, {}, {}, {}, {}, frozenset([len(before) - 1]))
    flow = Exploration(Code(witness, build("gas").dialect), witness, {}, 0, (), {})
    assert {flow.case(node) for node in flow.order} == {None, *entries}


@pytest.mark.parametrize(
    ("unread", "proven"),
    [
        # Which functions differ in the first comparison, and in all later ones.
        (((0x11223344,), (0x22334455, 0x33445566)), True),
        (((0x11223344, 0x33445566), ()), True),
        (((0x11223344, 0x33445566), (0x22334455, 0x33445566)), False),
    ],
)
def test_functions_are_shown_by_several_comparisons(
    unread: tuple[tuple[int, ...], tuple[int, ...]],
    proven: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    right = vars(CodeComparison)["_compare"]
    compared: list[Graph] = []

    def compare(
        comparison: CodeComparison, graph: Graph, unfolded: frozenset[str]
    ) -> tuple[list[Part], set[str]]:
        (control, *others), uneven = right(comparison, graph, unfolded)
        loaded = graph.terms.make("calldataload", args=(graph.terms.zero,))
        selector = graph.words.shifted_right(224, loaded)
        after = control.after
        for number in unread[min(len(compared), 1)]:
            condition = graph.words.equal(graph.terms.constant(number), selector)
            after = graph.choices.choose(condition, graph.control.point("unread"), after)
        compared.append(graph)
        return [replace(control, after=after), *others], uneven

    monkeypatch.setattr(CodeComparison, "_compare", compare)
    one = build("gas")
    proof = one.prove_inner(one.witnesses[one.inner], seconds=1.0, solvers=())
    assert proof.is_proven == proven
    assert len(compared) > 1


@pytest.mark.parametrize("seed", seeds(1, 20))
def test_other_bytes_are_not_proven(seed: int) -> None:
    generator = random.Random(seed)
    one = build("size")
    witness = one.witnesses[one.inner]
    calls = list(one.calls(generator))
    expected = observe(witness.content, calls)
    for _ in range(amount(25, 400)):
        changed = with_byte(witness, *another_byte(witness, generator))
        if one.prove_inner(changed, seconds=0.2).is_proven:
            observed = observe(changed.content, calls)
            assert first_difference(expected, observed) is None, f"seed {seed}"
