"""mem2reg: the reference programs of the articles, and forms of control flow."""

from __future__ import annotations

import pytest

from tests.ssa.programs import (
    first_function,
    function_of,
    module_of,
    phi_counts,
    phis_of,
    read,
    read_function,
)
from tests.ssa.promotion import memory_instructions, promote
from yulopt.ssa.analysis.phi_placement import SsaKind
from yulopt.ssa.ir.instructions import Alloca, Load, Store
from yulopt.ssa.kernel.verifier import verify_module
from yulopt.ssa.text.printer import print_function

# The note on Noir


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("N1", {"b1": 2}),
        ("N1b", {"b1": 1}),
        ("N4", {"b1": 1}),
        ("N5", {"b1": 2}),
        ("N6", {"b1": 1, "b4": 1}),
        ("N8", {"b1": 3, "b6": 2}),
        ("N9", {"b1": 2, "b4": 2}),
        ("T1", {"if.end": 1}),
        ("T2", {"while.cond": 3, "return": 1}),
        ("T3", {"while.cond": 1}),
        ("T4", {"if.end2": 1, "if.end": 1}),
    ],
)
def test_phis_of_reference_programs(name: str, counts: dict[str, int]) -> None:
    module = module_of(name)
    function = first_function(module)
    promote(function)
    verify_module(module)
    assert phi_counts(function) == counts


# Case N1 of chapter 08.
def test_simple_loop() -> None:
    function = function_of("N1")
    promote(function)
    assert phis_of(function, "b1")[1] == "%v0.1 = phi i256 [ 0, %b0 ], [ %v4, %b2 ]"
    text = print_function(function)
    assert "%v4 = add %v0.1, 1\n  call @println(%v4)" in text
    assert "b3: ; preds = %b1\n  call @println(%v0.1)" in text


# Case N4 of chapter 08.
def test_a_loop_that_changes_nothing_needs_no_phi() -> None:
    function = function_of("N4")
    promote(function)
    assert "call @constrain(7, 7)" in print_function(function)


# Case N5 of chapter 08.
def test_a_store_in_the_loop_counts() -> None:
    function = function_of("N5")
    promote(function)
    assert phis_of(function, "b1")[1] == "%v1.1 = phi i256 [ 7, %b0 ], [ %v9, %b3 ]"
    assert print_function(function).count("call @constrain(%v1.1, 7)") == 2
    assert "call @constrain(%v1.1, 7)\n  ret" in print_function(function)


# Case N8 of chapter 08.
def test_leading_zeroes() -> None:
    function = function_of("N8")
    promote(function)
    assert phis_of(function, "b1")[1:] == [
        "%v1.1 = phi i256 [ 0, %b0 ], [ %v1.2, %b6 ]",
        "%v3.1 = phi i256 [ 0, %b0 ], [ %v3.2, %b6 ]",
    ]
    assert phis_of(function, "b6") == [
        "%v1.2 = phi i256 [ %v20, %b5 ], [ %v1.1, %b4 ]",
        "%v3.2 = phi i256 [ %v3.1, %b5 ], [ 1, %b4 ]",
    ]


# Case N9 of chapter 08.
def test_a_loop_in_a_loop() -> None:
    function = function_of("N9")
    promote(function)
    assert phis_of(function, "b1")[1] == "%v2.1 = phi i256 [ 0, %b0 ], [ %v2.2, %b5 ]"
    assert phis_of(function, "b4")[1] == "%v2.2 = phi i256 [ %v2.1, %b3 ], [ %v24, %b6 ]"


# The note on a C compiler


def promoted_names(mode_a: bool) -> list[str]:
    function = function_of("C1")
    promote(function, parameters=not mode_a)
    left = {one.result.name for one in function.all_instructions() if isinstance(one, Alloca)}
    return [name for name in ("p.addr", "plain", "late") if name not in left]


# Case C1 of chapter 08.
def test_promotability() -> None:
    assert promoted_names(mode_a=True) == ["plain", "late"]
    assert promoted_names(mode_a=False) == ["p.addr", "plain", "late"]
    function = function_of("C1")
    assert promote(function, parameters=False)["allocas promoted"] == 2
    assert promote(function)["allocas promoted"] == 1


# Case C2 of chapter 08.
def test_cells_are_zero_at_first() -> None:
    function = function_of("C2")
    promote(function)
    assert print_function(function) == "func @C2() -> i256 {\nentry:\n  ret 0\n}\n"


# Case C10 of chapter 08.
def test_two_modes() -> None:
    function = function_of("T2")
    promote(function, parameters=False)
    (cell,) = (one for one in function.all_instructions() if isinstance(one, Alloca))
    assert cell.result.name == "n.addr"
    users = [user for user, _ in cell.result.uses]
    assert [isinstance(user, Load) for user in users].count(True) == 2
    assert [isinstance(user, Store) for user in users].count(True) == 1
    assert phi_counts(function) == {"while.cond": 3, "return": 1}
    promote(function)
    at_once = function_of("T2")
    promote(at_once)
    assert print_function(function) == print_function(at_once)


def test_a_parameter_cell_without_a_store_is_not_promoted() -> None:
    function = read_function("""
        func @f() -> i256 { e: %p = alloca parameter i256 %0 = load i256, %p ret %0 }
    """)
    assert promote(function) == {}


# The article on tinyoptimizer


# Case T1 of chapter 08.
def test_max() -> None:
    function = function_of("T1")
    promote(function)
    assert print_function(function) == (
        "func @max(%a: i256, %b: i256) -> i256 {\n"
        "entry:\n"
        "  %cmp = sgt %b, %a\n"
        "  br %cmp, %if.then, %if.end\n"
        "if.then: ; preds = %entry\n"
        "  br %if.end\n"
        "if.end: ; preds = %entry, %if.then\n"
        "  %result.1 = phi i256 [ %a, %entry ], [ %b, %if.then ]\n"
        "  ret %result.1\n"
        "}\n"
    )


# Case T2 of chapter 08.
def test_fib() -> None:
    function = function_of("T2")
    promote(function)
    assert phis_of(function, "while.cond") == [
        "%a.1 = phi i256 [ 0, %if.end ], [ %b.1, %while.body ]",
        "%b.1 = phi i256 [ 1, %if.end ], [ %add, %while.body ]",
        "%i.1 = phi i256 [ 1, %if.end ], [ %add2, %while.body ]",
    ]
    assert phis_of(function, "return") == [
        "%retval.1 = phi i256 [ 0, %if.then ], [ %b.1, %while.end ]"
    ]
    assert memory_instructions(function) == 0


# Case T3 of chapter 08.
def test_counter() -> None:
    function = function_of("T3")
    promote(function)
    assert phis_of(function, "while.cond") == [
        "%i.1 = phi i256 [ 0, %entry ], [ %inc, %while.body ]"
    ]


# Case T4 of chapter 08.
def test_sopfr() -> None:
    module = module_of("T4")
    auxiliary, outer = module.functions.values()
    promote(auxiliary)
    promote(outer)
    assert phis_of(auxiliary, "if.end2") == [
        "%rec.1 = phi i256 [ %4, %if.then ], [ %13, %if.then2 ]"
    ]
    assert phis_of(auxiliary, "if.end") == [
        "%rec.2 = phi i256 [ %rec.1, %if.end2 ], [ %17, %if.else ]"
    ]
    assert phi_counts(outer) == {}
    assert memory_instructions(auxiliary) == memory_instructions(outer) == 0


# Zeros at first, and forms of control flow


@pytest.mark.parametrize("kind", SsaKind)
def test_an_alloca_in_a_loop_is_zero_each_time(kind: SsaKind) -> None:
    function = read_function("""
        func @f(%c: i256) -> i256 {
        entry:
          br %loop
        loop:
          %x = alloca i256
          %old = load i256, %x
          store i256 7, %x
          %new = load i256, %x
          br %c, %loop, %end
        end:
          %last = load i256, %x
          %sum = add %old, %last
          ret %sum
        }
    """)
    promote(function, kind=kind)
    # Without pruning, the loop has a dead phi.
    assert (phi_counts(function) == {}) == (kind is SsaKind.PRUNED)
    assert "add 0, " in print_function(function)


def test_phis_of_equal_loads_disappear() -> None:
    function = read_function("""
        func @f(%c: i256) -> i256 {
        entry:
          %x = alloca i256
          store i256 %c, %x
          br %c, %a, %b
        a:
          %one = load i256, %x
          br %end
        b:
          %other = load i256, %x
          br %end
        end:
          %value = phi i256 [ %one, %a ], [ %other, %b ]
          ret %value
        }
    """)
    promote(function)
    assert phi_counts(function) == {}
    assert "ret %c" in print_function(function)


def test_edges_to_one_block_are_joined_before_it_gets_phis() -> None:
    module = read("""
        func @f(%c: i256) -> i256 {
        entry:
          %x = alloca i256
          switch %c, %a [ 0: %b, 1: %b ]
        a:
          store i256 7, %x
          br %b
        b:
          %0 = load i256, %x
          ret %0
        }
    """)
    function = module.functions["f"]
    promote(function)
    verify_module(module)
    assert phis_of(function, "b") == ["%x.1 = phi i256 [ 0, %entry.b.split ], [ 7, %a ]"]


def test_trivial_phis_disappear() -> None:
    function = read_function("""
        func @f(%c: i256) -> i256 {
        entry:
          %x = alloca i256
          br %c, %a, %b
        a:
          store i256 7, %x
          br %end
        b:
          store i256 7, %x
          br %end
        end:
          %0 = load i256, %x
          ret %0
        }
    """)
    assert promote(function)["phis inserted"] == 0
    assert "ret 7" in print_function(function)
