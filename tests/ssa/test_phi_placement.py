"""Placement of phis: pruned, minimal and maximal SSA form, and the cost limit of phis."""

from __future__ import annotations

from random import Random

import pytest

from tests.slices import seeds
from tests.ssa.graphs import labels
from tests.ssa.programs import (
    block,
    first_function,
    function_of,
    lowered,
    module_of,
    phi_counts,
    phis_of,
    read_function,
)
from tests.ssa.promotion import promote
from tests.ssa.random_cells import random_cells
from yulopt.ssa.analysis.dominators import DominatorTree
from yulopt.ssa.analysis.folding import remove_trivial_phis
from yulopt.ssa.analysis.phi_placement import SsaKind, place_phis
from yulopt.ssa.ir.edges import predecessors
from yulopt.ssa.ir.function import Block, Function
from yulopt.ssa.ir.instructions import Alloca, Load, Store
from yulopt.ssa.kernel.pass_contract import Statistics
from yulopt.ssa.kernel.verifier import verify_module

# Pruned, minimal, maximal


# Case T2 of chapter 08.
def test_minimal_ssa_has_unused_phis() -> None:
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


# Where a cell is live


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


def test_a_replaced_cell_needs_no_phi_above() -> None:
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


# The limit of costs


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
