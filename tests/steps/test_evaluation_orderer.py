"""The EvaluationOrderer (2): the order of operands and of statements, chosen for the stack."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

import yulopt
from tests.conftest import EXAMPLES
from tests.slices import every_nth
from tests.steps.check import check_step, check_unchanged, printed, result
from yulopt.assembly.code_sizes import CodeSizes
from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for, parse_evm_version
from yulopt.driver.build import Front
from yulopt.driver.options import Options
from yulopt.errors import Source
from yulopt.stack.graph_builder import build_control_flow_graph
from yulopt.stack.layout_costs import LayoutCosts
from yulopt.steps.evaluation_orderer import EvaluationOrderer
from yulopt.suite.suite import make_context
from yulopt.syntax.copying import copy_block


def test_a_constant_is_pushed_onto_the_variable() -> None:
    check_step(
        "2",
        "{ for { let i := 0 } lt(i, calldatasize()) { i := add(i, 1) } { sstore(i, i) } }",
        "{ for { let i := 0 } lt(i, calldatasize()) { i := add(1, i) } { sstore(i, i) } }",
    )


_MIRRORED: Final = {
    **{name: name for name in ("add", "mul", "and", "or", "xor", "eq")},
    "lt": "gt",
    "gt": "lt",
    "slt": "sgt",
    "sgt": "slt",
}


@pytest.mark.parametrize(("before", "after"), _MIRRORED.items())
def test_operations_with_exchanged_operands(before: str, after: str) -> None:
    program = "{ let x := calldataload(0) sstore(0, %s) }"
    check_step(
        "2",
        program % f"{before}(sub(x, 7), sload(1))",
        program % f"{after}(sload(1), sub(x, 7))",
    )


@pytest.mark.parametrize("name", ["sub", "div", "sdiv", "mod", "smod", "exp", "shl", "byte"])
def test_operations_that_are_not_commutative_stay(name: str) -> None:
    check_unchanged("2", f"{{ let x := calldataload(0) sstore(0, {name}(mul(x, 7), sload(1))) }}")


def test_statements_move_as_far_as_that_pays() -> None:
    program = """{
        let a := sload(0)
        %s
        log2(c, a, d, b)
        log0(b, a)
        log2(d, b, d, a)
    }"""
    first, second, moved = "let b := sload(1)", "let c := sload(2)", "let d := sload(3)"
    check_step(
        "2",
        program % f"{first} {second} {moved}",
        program % f"{moved} {first} {second}",
    )


def test_trials_end_in_very_long_functions() -> None:
    program = "{ let a := sload(0) let b := sload(1) let c := sload(2) log1(b, a, c) log0(b, b) }"
    dialect = dialect_for(DEFAULT_EVM_VERSION)
    block = yulopt.parse(program).code
    for limit, is_better in ((10_000, True), (5, False)):
        graph = build_control_flow_graph(block, dialect)
        costs = LayoutCosts(graph.entry, None, has_push0=True, max_operations=limit)
        (one,) = costs.blocks
        # Each variable has two operations.
        others = one.operations[2:6] + one.operations[:2] + one.operations[6:]
        assert costs.try_order(one, others) is is_better
        graph.release()


def test_comparisons_of_a_switch_are_no_code() -> None:
    check_unchanged(
        "2",
        "{ switch calldataload(0) case 1 { sstore(0, 1) } case 2 { sstore(0, 2) } default { } }",
    )


@pytest.mark.parametrize("version", ["homestead", "tangerineWhistle"])
def test_without_layouts_nothing_is_changed(version: str) -> None:
    program = "{ for { let i := 0 } lt(i, calldatasize()) { i := add(i, 1) } { sstore(i, i) } }"
    if dialect_for(parse_evm_version(version)).forwards_all_gas:
        check_step("2", program, program.replace("add(i, 1)", "add(1, i)"), evm_version=version)
    else:
        check_unchanged("2", program, evm_version=version)


def test_without_stack_allocation_nothing_is_changed() -> None:
    program = "{ let x := calldataload(0) sstore(0, add(sub(x, 7), sload(1))) }"
    for stack_allocation in (True, False):
        code = yulopt.parse(program).code
        context = make_context(code, stack_allocation=stack_allocation)
        EvaluationOrderer().run(context, code)
        assert (yulopt.print_yul(code) == printed(program)) == (not stack_allocation)


@pytest.mark.parametrize("path", every_nth(3, EXAMPLES), ids=lambda path: path.stem)
def test_the_code_of_no_function_grows(path: Path) -> None:
    options = Options()
    front = Front(Source(path.read_text()), options)
    program = front.optimized(front.read())
    sizes = CodeSizes(options.dialect)
    for code in [program.code, *(child.code for child in program.sub_objects)]:
        before = sizes(code)
        changed = copy_block(code)
        EvaluationOrderer().run(make_context(changed, dialect_for(DEFAULT_EVM_VERSION)), changed)
        after = sizes(changed)
        assert set(after) == set(before)
        assert all((after[name] or 0) <= (size or 0) for name, size in before.items())


@pytest.mark.parametrize("end", ["stop()", "revert(0, 32)"])
def test_loads_stay_after_what_may_end_the_execution(end: str) -> None:
    program = "{{ {{ let p := calldataload(0) let a := calldataload(32) let y := f(p)"
    program += " let x := mload(p) sstore(y, x) }} function f(c) -> z {{ {} z := caller() }} }}"
    ends = program.format(f"if c {{ {end} }}")
    assert result("2", ends) == printed(ends)
    goes_on = program.format("")
    assert result("2", goes_on) != printed(goes_on)


def test_operands_that_load_stay_after_what_may_end_the_execution() -> None:
    program = "{{ {{ let p := calldataload(0) sstore(0, add(mload(p), f(0))) }}"
    program += " function f(c) -> z {{ {} z := caller() }} }}"
    ends = program.format("if c { stop() }")
    assert "add(mload(" in result("2", ends)
    assert "add(f(" in result("2", program.format(""))
