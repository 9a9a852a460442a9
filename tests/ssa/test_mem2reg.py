"""mem2reg: acceptance cases of the articles, and properties on random programs."""

from __future__ import annotations

from random import Random

import pytest

import yulopt
from tests.generator import generate
from tests.slices import seeds
from tests.ssa.equivalence import assert_same
from tests.ssa.graphs import labels
from tests.ssa.programs import (
    block,
    first_function,
    function_of,
    module_of,
    phi_counts,
    read,
    read_function,
)
from tests.ssa.promotion import promote
from tests.ssa.random_cells import random_cells, seen
from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for
from yulopt.ssa.analysis.dominators import DominatorTree
from yulopt.ssa.analysis.folding import remove_trivial_phis
from yulopt.ssa.analysis.loops import LoopForest
from yulopt.ssa.analysis.phi_placement import SsaKind, place_phis
from yulopt.ssa.ir.edges import predecessors
from yulopt.ssa.ir.function import Block, Function, Module
from yulopt.ssa.ir.instructions import Alloca, Load, Store
from yulopt.ssa.ir.verifier import verify_module
from yulopt.ssa.lowering import lower
from yulopt.ssa.pass_contract import Statistics
from yulopt.ssa.text.parser import parse_module
from yulopt.ssa.text.printer import print_function, print_module


def phis_of(function: Function, label: str) -> list[str]:
    text = print_function(function).split(f"\n{label}:")[1]
    lines = text.splitlines()[1:]
    return [line.strip() for line in lines[: len(block(function, label).phis)]]


def memory_instructions(function: Function) -> int:
    return sum(isinstance(one, (Alloca, Load, Store)) for one in function.all_instructions())


def lowered(source: str) -> Module:
    return lower(yulopt.parse(source).code, dialect_for(DEFAULT_EVM_VERSION))


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


def c3(variables: int) -> tuple[Function, Statistics]:
    names = [f"v{number}" for number in range(variables)]
    declarations = " ".join(f"let {name} := 0" for name in names)
    increments = " ".join(f"{name} := add({name}, 1)" for name in names)
    cases = " ".join(
        f"case {number} {{ {increments if number == 0 else ''} }}" for number in range(84)
    )
    sums = " ".join(f"r := add(r, {name})" for name in names)
    module = lowered(f"""{{
        function f(n) -> r {{
            {declarations}
            for {{ let i := 0 }} lt(i, n) {{ i := add(i, 1) }} {{ switch calldataload(i) {cases} }}
            {sums}
        }}
    }}""")
    function = module.functions["f"]
    return function, promote(function)


# Case C3 of chapter 08.
@pytest.mark.parametrize(
    ("variables", "dropped", "phis"), [(600, 26, 1149), (575, 1, 1149), (574, 0, 1149)]
)
def test_phi_cost_limit(variables: int, dropped: int, phis: int) -> None:
    function, counts = c3(variables)
    assert counts["allocas dropped"] == dropped
    assert counts["phis inserted"] == phis
    left = [one for one in function.entry.instructions if isinstance(one, Alloca)]
    last = [f"v{number}.addr" for number in range(variables - dropped, variables)]
    assert [one.result.name for one in left] == last


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


# Case T2 of chapter 08.
def test_minimal_ssa_has_phis_that_nobody_reads() -> None:
    function = function_of("T2")
    promote(function, kind=SsaKind.MINIMAL)
    assert phi_counts(function) == {"while.cond": 4, "return": 5}
    names = [phi.result.name for phi in block(function, "return").phis]
    assert names == ["retval.1", "a.2", "b.2", "i.2", "c.2"]


# Case T2 of chapter 08.
def test_maximal_ssa() -> None:
    module = module_of("T2")
    function = first_function(module)
    promote(function, kind=SsaKind.MAXIMAL)
    verify_module(module)
    assert sum(phi_counts(function).values()) == 36


# Case T2 of chapter 08.
@pytest.mark.parametrize("kind", [SsaKind.MINIMAL, SsaKind.MAXIMAL])
def test_only_the_pruned_phis_remain_without_dead_and_trivial_ones(kind: SsaKind) -> None:
    function = function_of("T2")
    promote(function, kind=kind)
    remove_trivial_phis([phi for one in function.blocks for phi in one.phis])
    function.sweep()
    remove_dead_phis(function)
    assert phi_counts(function) == {"while.cond": 3, "return": 1}


def remove_dead_phis(function: Function) -> None:
    needed = [
        operand
        for one in function.blocks
        for instruction in (*one.instructions, one.terminator)
        if instruction is not None
        for operand in instruction.operands
    ]
    phis = {phi.result: phi for one in function.blocks for phi in one.phis}
    live = set()
    while needed:
        value = needed.pop()
        if value in phis and value not in live:
            live.add(value)
            needed.extend(phis[value].operands)
    dead = [phi for value, phi in phis.items() if value not in live]
    for phi in dead:
        phi.drop_operands()
    for phi in dead:
        phi.erase()
    function.sweep()


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


# Places of zeros, and forms of control flow


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
    # Where phis are not pruned, the loop has one, which nobody reads.
    assert (phi_counts(function) == {}) == (kind is SsaKind.PRUNED)
    assert "add 0, " in print_function(function)


def test_a_loop_may_read_a_cell_before_the_first_store() -> None:
    function = read_function("""
        func @f(%c: i256) {
        entry:
          %x = alloca i256
          br %loop
        loop:
          %old = load i256, %x
          %new = add %old, 1
          store i256 %new, %x
          br %c, %loop, %end
        end:
          ret
        }
    """)
    promote(function)
    assert phis_of(function, "loop") == ["%x.1 = phi i256 [ 0, %entry ], [ %new, %loop ]"]


def test_what_a_phi_replaces_needs_no_phi_above_it() -> None:
    function = read_function("""
        func @f(%c: i256, %d: i256) {
        entry:
          %x = alloca i256
          store i256 1, %x
          br %loop
        loop:
          br %c, %one, %other
        one:
          store i256 2, %x
          br %join
        other:
          store i256 3, %x
          br %join
        join:
          br %use
        use:
          %value = load i256, %x
          sstore 0, %value
          br %d, %loop, %end
        end:
          ret
        }
    """)
    promote(function)
    assert phi_counts(function) == {"join": 1}


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


# Properties


def live_blocks(function: Function, cell: Alloca) -> set[Block]:
    """The blocks at whose start a cell is still read, by the definition."""
    before = predecessors(function)
    reading, defining = set(), set()
    for one in function.blocks:
        for instruction in one.instructions:
            if isinstance(instruction, Load) and instruction.cell is cell.result:
                if one not in defining:
                    reading.add(one)
            elif instruction is cell or (
                isinstance(instruction, Store) and instruction.cell is cell.result
            ):
                defining.add(one)
    live = set(reading)
    work = list(reading)
    while work:
        for predecessor in before[work.pop()]:
            if predecessor not in live and predecessor not in defining:
                live.add(predecessor)
                work.append(predecessor)
    return live


@pytest.mark.parametrize("seed", seeds(25, at_length=300))
def test_pruned_phis_are_those_where_the_cell_is_live(seed: int) -> None:
    rng = Random(seed)
    function = random_cells(rng, rng.randint(2, 14)).functions["f"]
    cells = [one for one in function.all_instructions() if isinstance(one, Alloca)]
    tree, before = DominatorTree(function), predecessors(function)
    minimal = place_phis(function, cells, tree, before, SsaKind.MINIMAL)
    pruned = place_phis(function, cells, tree, before)
    for cell in cells:
        expected = minimal[cell] & live_blocks(function, cell)
        assert labels(pruned[cell]) == labels(expected)


@pytest.mark.parametrize("kind", SsaKind)
@pytest.mark.parametrize("seed", seeds(8, at_length=60))
def test_random_functions_do_the_same(seed: int, kind: SsaKind) -> None:
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
        assert LoopForest(function).is_reducible


@pytest.mark.parametrize("seed", seeds(6, at_length=60))
def test_generated_programs_do_the_same(seed: int) -> None:
    assert_same(generate(seed, size=25, evm_version="cancun"), promote_all, seed=seed)


@pytest.mark.parametrize("seed", seeds(8, at_length=60))
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
