"""mem2reg on programs in Yul and on random functions: phis and behaviour."""

from __future__ import annotations

from random import Random

import pytest

from tests.generator import generate
from tests.slices import seeds
from tests.ssa.equivalence import assert_same
from tests.ssa.graphs import is_reducible
from tests.ssa.programs import (
    lowered,
    phi_counts,
    phis_of,
)
from tests.ssa.promotion import memory_instructions, promote
from tests.ssa.random_cells import random_cells, seen
from yulopt.ssa.analysis.phi_placement import SsaKind
from yulopt.ssa.ir.function import Module
from yulopt.ssa.kernel.verifier import verify_module
from yulopt.ssa.text.parser import parse_module
from yulopt.ssa.text.printer import print_function, print_module

# The programs of the articles, written in Yul


@pytest.mark.parametrize(
    ("body", "counts"),
    [
        (
            """let foo := 0
            for { let i := 0 } lt(i, 3) { i := add(i, 1) } { foo := add(foo, 1) sstore(i, foo) }
            sstore(3, foo)""",
            {"for.cond.0": 2},
        ),
        (
            """let foo := 7
            for { let i := 0 } lt(i, 2) { i := add(i, 1) } {
                for { let j := 0 } lt(j, 3) { j := add(j, 1) } { }
            }
            sstore(foo, 7)""",
            {"for.cond.0": 1, "for.cond.1": 1},
        ),
        (
            """let x := 1 let y := 2
            for { let i := 0 } lt(i, n) { i := add(i, 1) } { let t := x x := y y := t }
            r := x""",
            {"for.cond.0": 3},
        ),
        (
            """let a := 0 let b := 1 let c := 0 let i := 1
            if iszero(n) { leave }
            for {} slt(i, n) { i := add(i, 1) } { c := b b := add(a, b) a := c }
            r := b""",
            {"for.cond.1": 3, "ret": 1},
        ),
    ],
    ids=["N1", "N6", "C4", "T2y"],
)
def test_programs_in_yul(body: str, counts: dict[str, int]) -> None:
    module = lowered(f"{{ function f(n) -> r {{ {body} }} }}")
    function = module.functions["f"]
    promote(function)
    verify_module(module)
    assert phi_counts(function) == counts


def test_swap_in_a_loop() -> None:
    function = lowered("""{
        function f(n) -> r {
            let x := 1 let y := 2
            for { let i := 0 } lt(i, n) { i := add(i, 1) } { let t := x x := y y := t }
            r := x
        }
    }""").functions["f"]
    promote(function)
    assert phis_of(function, "for.cond.0")[:2] == [
        "%x.1 = phi i256 [ 1, %entry ], [ %y.1, %for.post.0 ]",
        "%y.1 = phi i256 [ 2, %entry ], [ %x.1, %for.post.0 ]",
    ]


def test_a_declaration_in_a_loop_is_zero_each_time() -> None:
    module = lowered("""{
        function f(n) -> r {
            for { let i := 0 } lt(i, n) { i := add(i, 1) } { let x r := add(r, x) x := 7 }
        }
    }""")
    function = module.functions["f"]
    promote(function)
    assert "= add %r.1, 0\n" in print_function(function)
    assert phi_counts(function) == {"for.cond.0": 2}


# Random ones


@pytest.mark.parametrize("kind", SsaKind)
@pytest.mark.parametrize("seed", seeds(4, at_length=60))
def test_random_functions_behave_the_same(seed: int, kind: SsaKind) -> None:
    rng = Random(seed)
    module = random_cells(rng, rng.randint(2, 14))
    expected = [seen(module, choices) for choices in range(5)]
    promote(module.functions["f"], kind=kind)
    verify_module(module)
    assert memory_instructions(module.functions["f"]) == 0
    assert [seen(module, choices) for choices in range(5)] == expected


def promote_all(module: Module) -> None:
    for function in module.functions.values():
        promote(function)
        assert memory_instructions(function) == 0
        assert is_reducible(function)


@pytest.mark.parametrize("seed", seeds(3, at_length=60))
def test_generated_programs_behave_the_same(seed: int) -> None:
    assert_same(generate(seed, size=25, evm_version="cancun"), promote_all, seed=seed)


@pytest.mark.parametrize("seed", seeds(4, at_length=60))
def test_mode_a_and_then_b_is_mode_b(seed: int) -> None:
    source = generate(seed, size=25, objects=0)
    one, other = lowered(source), lowered(source)
    for first, second in zip(one.functions.values(), other.functions.values(), strict=True):
        promote(first, parameters=False)
        promote(first)
        promote(second)
        assert sum(phi_counts(first).values()) == sum(phi_counts(second).values())
        assert memory_instructions(first) == memory_instructions(second) == 0
    text = print_module(one)
    assert print_module(parse_module(text)) == text
