"""dce, adce, trivial-phis, phi-scc: dead code, and phis with a single value."""

from __future__ import annotations

from random import Random

import pytest

from tests.slices import seeds
from tests.ssa.interpreter import run_function
from tests.ssa.optimised import assert_becomes, assert_stays, body, optimised
from tests.ssa.programs import first_function, phi_counts, read, text_of
from tests.ssa.random_functions import random_module
from yulopt.ssa.analysis.folding import remove_trivial_phis
from yulopt.ssa.ir.function import Function, Phi, Result, Value
from yulopt.ssa.kernel.running import run_pipeline
from yulopt.ssa.pipeline import parse_pipeline
from yulopt.ssa.text.printer import print_function

REMOVABLE = ["add %a, 1", "sload %a", "mload %a", "keccak256 %a, 32", "balance %a", "gas"]
NEEDED = ["call 0, %a, 0, 0, 0, 0, 0", "create 0, 0, 0", "call @loop(%a)", "call @unknown(%a)"]
FUNCTIONS = """
declare @unknown(i256) -> i256
func @reads(%a: i256) -> i256 { e: %0 = sload %a ret %0 }
func @loop(%a: i256) -> i256 { e: br %l l: br %a, %l, %o o: ret %a }
"""


@pytest.mark.parametrize("instruction", [*REMOVABLE, "call @reads(%a)"])
@pytest.mark.parametrize("name", ["dce", "adce"])
def test_unused_result(name: str, instruction: str) -> None:
    before = f"func @f(%a: i256) {{ e: %0 = {instruction} ret }}{FUNCTIONS}"
    assert_becomes(before, "e:\nret", name)


@pytest.mark.parametrize("instruction", NEEDED)
@pytest.mark.parametrize("name", ["dce", "adce"])
def test_effects_stay(name: str, instruction: str) -> None:
    assert_stays(f"func @f(%a: i256) {{\ne:\n%0 = {instruction}\nret\n}}{FUNCTIONS}", name)


@pytest.mark.parametrize("instruction", ["mload %a", "keccak256 %a, 32"])
def test_reads_of_memory_stay_where_its_size_matters(instruction: str) -> None:
    size = "func @g() -> i256 { e: %0 = msize ret %0 }"
    assert_stays(f"func @f(%a: i256) {{\ne:\n%0 = {instruction}\nret\n}}{size}", "dce")


@pytest.mark.parametrize("name", ["dce", "adce"])
def test_loops_without_effects_stay(name: str) -> None:
    assert_stays(
        """
        func @f(%n: i256) {
        e:
          br %head
        head:
          %i = phi i256 [ 0, %e ], [ %next, %body ]
          %more = lt %i, %n
          br %more, %body, %out
        body:
          %next = add %i, 1
          br %head
        out:
          ret
        }""",
        name,
    )


def test_adce_keeps_endless_loops_and_the_paths_to_them() -> None:
    assert_stays(
        """
        func @f(%c: i256, %d: i256) {
        e:
          br %c, %head, %out
        head:
          br %d, %one, %two
        one:
          br %head
        two:
          br %head
        out:
          ret
        }""",
        "adce",
    )


def test_adce_enters_loops_through_their_headers() -> None:
    # Nothing in `head` is needed, but a jump from the entry to `test` would make a second entry.
    assert_becomes(
        """
        func @f(%c: i256) {
        e:
          br %c, %left, %right
        left:
          br %head
        right:
          br %head
        head:
          br %test
        test:
          %x = call @next()
          br %x, %head, %out
        out:
          ret
        }
        declare @next() -> i256""",
        """
        e:
          br %head
        head:
          br %test
        test:
          %x = call @next()
          br %x, %head, %out
        out:
          ret
        """,
        "adce",
    )


def test_minimal_and_maximal_ssa_become_pruned() -> None:
    # T2: 9 and 36 phis become the 4 of pruned SSA.
    pruned = optimised(text_of("T2"), "mem2reg")
    for kind, placed in (("minimal", 9), ("maximal", 36)):
        module = read(text_of("T2"))
        run_pipeline(parse_pipeline(f"mem2reg:ssa={kind}"), module)
        function = first_function(module)
        assert sum(phi_counts(function).values()) == placed
        run_pipeline(parse_pipeline("dce, trivial-phis"), module, verify_each=True)
        assert phi_counts(function) == {"while.cond": 3, "return": 1}
        assert sum(line.count(" phi ") for line in pruned.splitlines()) == 4
        values = [run_function(module, "fib", [n]) for n in (0, 1, 10)]
        assert values == [[0], [1], [55]]


def test_phi_of_itself_is_zero() -> None:
    module = read(
        "func @f(%c: i256) -> i256 { e: br %l l: %p = phi i256 [ 0, %e ], [ %p, %l ] br %c, %l, %o "
        "o: ret %p }"
    )
    assert body(optimised(print_function(first_function(module)), "trivial-phis")).endswith("ret 0")


def naive_phi_groups(function: Function) -> None:
    """Replace groups of redundant phis as their definition says, one at a time."""
    changed = True
    while changed:
        changed = False
        phis = [phi for block in function.blocks for phi in block.phis]
        for seed in phis:
            # The largest group that has only one value from outside, grown from one assumption.
            for outside in dict.fromkeys(_reached(seed)):
                group = _closed_group(phis, outside)
                if seed in group:
                    seed.result.replace_all_uses(outside)
                    seed.erase()
                    function.sweep()
                    changed = True
                    break
            if changed:
                break


def _reached(phi: Phi) -> list[Value]:
    """The values that a phi reads, directly or through phis."""
    found: list[Value] = []
    seen = {phi}
    work = [phi]
    while work:
        for operand in work.pop().operands:
            if operand is not phi.result:
                found.append(operand)
            definition = operand.instruction if isinstance(operand, Result) else None
            if isinstance(definition, Phi) and definition not in seen:
                seen.add(definition)
                work.append(definition)
    return found


def _closed_group(phis: list[Phi], outside: Value) -> set[Phi]:
    """The phis that can only have one value from outside."""
    group = {phi for phi in phis if phi.result is not outside}
    while True:
        results = {phi.result for phi in group}
        kept = {
            phi
            for phi in group
            if all(operand == outside or operand in results for operand in phi.operands)
        }
        if kept == group:
            return group
        group = kept


def test_phi_groups_are_those_of_the_definition() -> None:
    removed = 0
    for seed in seeds(30, at_length=300):
        module = random_module(Random(f"phis {seed}"))
        expected = random_module(Random(f"phis {seed}"))
        run_pipeline(parse_pipeline("phi-scc"), module, verify_each=True)
        naive_phi_groups(expected.functions["f"])
        text = print_function(module.functions["f"])
        assert text == print_function(expected.functions["f"]), f"seed {seed}"
        function = module.functions["f"]
        before = sum(phi_counts(random_module(Random(f"phis {seed}")).functions["f"]).values())
        removed += before - sum(phi_counts(function).values())
        assert remove_trivial_phis([phi for block in function.blocks for phi in block.phis]) == 0
    assert removed > 25
