"""Equality saturation: the acceptance cases P1 to P16 of chapter 09, section 9.4, and limits."""

from __future__ import annotations

from pathlib import Path

import pytest

import yulopt
from tests.oracle import ROOT, SHARED
from tests.slices import at_length, every_nth, seeds
from tests.verification.programs import program
from tests.verification.sequences import Trial
from tests.verification.worker import verify_trials
from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for
from yulopt.errors import LimitWarning
from yulopt.gas.estimate import WeightedGas
from yulopt.ssa.kernel.running import run_pipeline
from yulopt.ssa.lowering import lower
from yulopt.ssa.pipeline import parse_pipeline
from yulopt.steps.through_ssa.equality_saturation import EqualitySaturation
from yulopt.suite.suite import make_context

pytest.importorskip("egglog", reason="saturation needs egglog")

DIALECT = dialect_for(DEFAULT_EVM_VERSION)
X = "let x := calldataload(0)"
ABC = "let a := calldataload(0) let b := calldataload(32) let c := calldataload(64)"
LARGE = 2**200


def squeezed(text: str) -> str:
    return " ".join(text.split())


def saturated(code: str) -> str:
    """The code after the step, on one line, without the blocks around it."""
    text = squeezed(yulopt.optimize(f"{{ {code} }}", "G", bare=True))
    return text.removeprefix("{ { ").removesuffix(" } }")


def stored(expression: str) -> str:
    """The result for an expression over x, which is read several times."""
    text = saturated(f"{X} sstore(x, x) sstore(0, {expression})")
    prefix = f"{X} sstore(x, x) sstore(0, "
    assert text.startswith(prefix), text
    return text.removeprefix(prefix).removesuffix(")")


@pytest.mark.parametrize(
    ("case", "expression", "expected"),
    [
        ("neutral operand", "add(x, 0)", "x"),
        ("product with a power of two", "mul(x, 8)", "shl(3, x)"),
        ("quotient by a power of two", "div(x, 4)", "shr(2, x)"),
        ("remainder by a power of two", "mod(x, 16)", "and(x, 15)"),
        ("remainder by zero", "mod(x, 0)", "0"),
        ("sum of numbers", "add(add(x, 1), 2)", "add(x, 3)"),
        ("shifts back and forth", "shl(8, shr(8, x))", "and(x, not(255))"),
        ("three negations", "iszero(iszero(iszero(x)))", "iszero(x)"),
        ("equal to zero", "eq(x, 0)", "iszero(x)"),
        ("difference of a value and itself", "sub(x, x)", "0"),
        ("less than itself", "lt(x, x)", "0"),
        ("exclusive or with itself", "xor(x, x)", "0"),
        ("quotient of a quotient that is zero", f"div(div(x, {LARGE}), {LARGE})", "0"),
        ("signed quotient stays", "sdiv(x, 4)", "sdiv(x, 4)"),
    ],
)
def test_cheapest_form(case: str, expression: str, expected: str) -> None:
    found = stored(expression)
    commuted = {"add(x, 3)": "add(3, x)", "and(x, 15)": "and(15, x)"}
    commuted["and(x, not(255))"] = "and(not(255), x)"
    assert found in (expected, commuted.get(expected)), case


def test_a_common_factor_is_taken_out() -> None:
    code = f"{ABC} sstore(a, b) sstore(c, add(mul(a, b), mul(a, c)))"
    assert saturated(code).endswith("sstore(c, mul(a, add(b, c)))")


def test_a_hash_is_not_pure() -> None:
    code = "let r := 0 if calldataload(0) { r := keccak256(0, 0x20) } sstore(0, r)"
    assert saturated(code) == code


def test_values_needed_only_in_branches_are_computed_there() -> None:
    both = "sstore(add(mul(calldataload(0), calldataload(32)), 7), {})"
    code = "switch calldataload(64) case 0 {{ {} }} case 1 {{ {} }} default {{ sstore(2, {}) }}"
    before = code.format(both.format(1), both.format(2), "add(callvalue(), 0)")
    after = code.format(both.format(1), both.format(2), "callvalue()")
    assert saturated(before) == after


def test_invariants_are_computed_before_the_loop() -> None:
    loop = "let i := 0 for { } lt(i, 10) { i := add(i, 1) } { sstore(i, mul(a, b)) }"
    code = f"let a := calldataload(0) let b := calldataload(32) {loop}"
    assert saturated(code) == (
        "let _1 := mul(calldataload(0), calldataload(32))"
        " let i := 0 for { } lt(i, 10) { i := add(i, 1) } { sstore(i, _1) }"
    )


def test_an_exponentiation_that_may_not_be_needed_stays_in_the_loop() -> None:
    code = """
        let a := calldataload(0) let b := calldataload(32)
        for { let i := 0 } lt(i, 10) { i := add(i, 1) } { if sload(i) { sstore(i, exp(a, b)) } }
    """
    assert saturated(code) == squeezed(code)


# The whole step


def test_the_form_of_constants_depends_on_the_number_of_executions() -> None:
    """Often executed, a long constant is better than a short one and an instruction more."""
    code = f"{{ {X} sstore(x, and(x, {2**256 - 256})) }}"
    rare = squeezed(yulopt.optimize(code, "G", bare=True, runs=1))
    often = squeezed(yulopt.optimize(code, "G", bare=True, runs=1_000_000))
    assert "not(255)" not in often
    assert "and(x" in rare


def test_code_that_does_not_become_cheaper_is_unchanged() -> None:
    code = "let unusual_name := calldataload(0) sstore(unusual_name, unusual_name)"
    assert saturated(code) == code


@at_length
def test_equal_inputs_give_equal_outputs() -> None:
    text = (ROOT / "examples" / "fixed_point.yul").read_text("utf-8")
    first = yulopt.optimize(text, "dhfoDgvulfnTUtnIfG")
    assert all(yulopt.optimize(text, "dhfoDgvulfnTUtnIfG") == first for _ in range(2))


def run_pass(code: str, settings: str = "") -> dict[str, dict[str, int]]:
    block = yulopt.parse(code).code
    make_context(block, DIALECT)
    module = lower(block, DIALECT)
    return run_pipeline(parse_pipeline(f"mem2reg,eqsat{settings}"), module, verify_each=True)


def many_expressions(count: int) -> str:
    """A function with this many pure expressions, in parts that share some of them."""
    lines = ["let v0 := calldataload(0)"]
    for number in range(1, count // 2 + 1):
        back = max(0, number - 7)
        lines.append(f"let v{number} := add(mul(v{back}, {number}), v{number - 1})")
        if number % 50 == 0:
            lines.append(f"sstore({number}, v{number})")
    return f"{{ {' '.join(lines)} }}"


def test_limits_are_reported() -> None:
    with pytest.warns(LimitWarning, match="limit of iterations"):
        done = run_pass(many_expressions(400), ":iterations=1")["main"]
    assert done["limits reached"] == 1
    assert run_pass("{ sstore(0, add(calldataload(0), 0)) }")["main"]["limits reached"] == 0


@at_length
def test_five_thousand_expressions() -> None:
    with pytest.warns(LimitWarning):
        done = run_pass(many_expressions(5000))["main"]
    assert done["e-nodes"] > 5000


def programs() -> list[Path]:
    return sorted([*(ROOT / "examples").glob("*.yul"), *(SHARED / "corpus").glob("*.yul")])


def test_no_function_becomes_more_expensive() -> None:
    """`tests/verify_campaign` compares behaviour; this test compares costs."""
    for path in every_nth(12, programs()):
        program = yulopt.parse(path.read_text("utf-8"))
        for tree in (program, *program.sub_objects):
            context = make_context(tree.code, DIALECT)
            gas = WeightedGas(DIALECT, context.expected_executions)
            before = gas(tree.code)
            EqualitySaturation().run(context, tree.code)
            assert gas(tree.code) <= before, path.name


@pytest.mark.parametrize("seed", seeds(5, at_length=60))
def test_generated_programs_behave_the_same(seed: int) -> None:
    """A small part of `python -m tests.verify_campaign --steps hgfoG`."""
    given = program(seed)
    tally = verify_trials(given, [Trial("hgfoG")])
    assert not tally.differences
