"""A slice of the campaign over generated Solidity, and that it finds a step which is wrong.

The whole is `python -m tests.campaigns.solidity`.
"""

from __future__ import annotations

import attr
import pytest

pytest.importorskip("eth_abi", reason="calls are coded by eth-abi: pip install '.[test]'")

from tests.broken_steps import break_step
from tests.campaigns.solidity.calls import Transaction
from tests.campaigns.solidity.campaign import Setting, check, find_failure, shrink, solc
from tests.campaigns.solidity.comparing import Scenario, compare, run
from tests.campaigns.solidity.compiling import EVM_VERSION, Code, Compiler
from tests.execution import Call
from tests.oracle import skip_unless_available
from tests.slices import at_length, seeds
from yulopt.dialect import Dialect
from yulopt.dialect.keccak import keccak256
from yulopt.passes.step import Context
from yulopt.steps.expression_simplifier import ExpressionSimplifier
from yulopt.suite.pipelines import pipeline_names
from yulopt.syntax.ast import Block, FunctionCall
from yulopt.syntax.visitor import Walker

NAMES = tuple(pipeline_names())


@pytest.fixture(scope="module")
def compiler() -> Compiler:
    skip_unless_available()
    return solc()


@pytest.mark.parametrize("seed", seeds(2, 100)[1:])
def test_programs_behave_the_same(seed: int, compiler: Compiler) -> None:
    """Each has four contracts and a library; `Main` contains the code of the others."""
    print(f"python -m tests.campaigns.solidity --seeds {seed}:{seed + 1} --shrink")
    tally = check(seed, [NAMES[seed % len(NAMES)]], compiler, size=1)
    assert not tally.refused
    assert not tally.failures
    assert tally.missing or tally.calls


def test_solc_confirms_the_reference(compiler: Compiler) -> None:
    program = compiler.compile(SIGNED)
    assert compiler.is_confirmed(SIGNED, program)
    other = attr.evolve(program, reference=Code(program.reference.main + "00"))
    assert not compiler.is_confirmed(SIGNED, other)


def test_a_store_that_changes_nothing_may_be_removed_from_a_static_call(
    compiler: Compiler,
) -> None:
    source = "contract Main { uint x; function f() external { x = x; } }"
    program = compiler.compile(source)
    found = program.compile("size", 200, EVM_VERSION)
    assert found is not None
    selector = keccak256(b"f()")[:4]
    for is_static in (False, True):
        call = Transaction(Call(selector, static=is_static), well_formed=True)
        difference, (outcome,) = compare(program, found, Scenario(b"", (call,)))
        assert not difference
        assert outcome.success
    # Code that halts is different from code that does not.
    difference, _ = compare(
        attr.evolve(program, reference=found), program.reference, Scenario(b"", (call,))
    )
    assert "success: reference True" in difference


def test_a_call_inside_may_fail_where_such_a_store_is_removed(compiler: Compiler) -> None:
    program = compiler.compile(
        "contract Main { uint x; function g() external { x = 1; }"
        " function f() external { try this.g() { } catch { x = x; } } }"
    )
    found = program.compile("size", 200, EVM_VERSION)
    assert found is not None
    call = Transaction(Call(keccak256(b"f()")[:4], static=True), well_formed=True)
    difference, _ = compare(program, found, Scenario(b"", (call,)))
    assert not difference


def test_what_depends_on_gas_is_not_compared(compiler: Compiler) -> None:
    """Each call has 63/64 of the gas, so cheaper code calls itself more often."""
    program = compiler.compile(
        "contract Main { event E(); function f() external"
        " { emit E(); (bool done,) = address(this).call(msg.data); done; } }"
    )
    found = program.compile("gas", 200, EVM_VERSION)
    assert found is not None
    call = Transaction(Call(keccak256(b"f()")[:4]), well_formed=True)
    scenario = Scenario(b"", (call,))
    one, other = (list(run(code, scenario, 0, 10**6)) for code in (program.reference, found))
    assert one != other
    difference, _ = compare(program, found, scenario)
    assert not difference


def test_a_store_that_changes_something_may_not_be_removed(compiler: Compiler) -> None:
    programs = [
        compiler.compile(f"contract Main {{ uint x = 1; function f() external {{ {code} }} }}")
        for code in ("x = 1; x = 2;", "x = 1;", "")
    ]
    nothing = programs[2].reference
    for program, is_same in zip(programs, (False, True, True), strict=True):
        call = Transaction(Call(keccak256(b"f()")[:4], static=True), well_formed=True)
        difference, _ = compare(program, nothing, Scenario(b"", (call,)))
        assert bool(difference) != is_same


class _Unsigned(Walker):
    """Compares as if there were no signs."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect

    def visit_call(self, call: FunctionCall) -> None:
        super().visit_call(call)
        if call.name in _UNSIGNED:
            call.name = _UNSIGNED[call.name]
            call.builtin = self._dialect.builtin(call.name)


# The seed of a program that shows it.
FOUND = 5
_UNSIGNED = {"slt": "lt", "sgt": "gt"}


def break_comparisons(monkeypatch: pytest.MonkeyPatch) -> None:
    simplifier = ExpressionSimplifier()

    def run(context: Context, block: Block) -> None:
        simplifier.run(context, block)
        _Unsigned(context.dialect).visit_block(block)

    break_step(monkeypatch, ExpressionSimplifier, run)


SIGNED = """
pragma solidity ^0.8.0;
contract Main {
    event Seen(bytes text);
    function unused(bytes memory text) external {
        emit Seen(bytes.concat(text, text));
    }
    function smallest(int256 a, int256 b) external pure returns (int256) {
        for (uint256 i = 0; i < 3; i++) {
            b ^= 5;
        }
        if (a < b) {
            return (a ^ 1);
        } else {
            return b;
        }
    }
}
"""


def test_a_wrong_step_is_found_in_generated_programs(
    monkeypatch: pytest.MonkeyPatch, compiler: Compiler
) -> None:
    break_comparisons(monkeypatch)
    assert check(FOUND, ["gas"], compiler, size=1).failures


@at_length
def test_a_wrong_step_is_shown_by_a_small_program(
    monkeypatch: pytest.MonkeyPatch, compiler: Compiler
) -> None:
    break_comparisons(monkeypatch)
    failure = find_failure(SIGNED, Setting("gas", 200, EVM_VERSION), compiler)
    assert failure is not None
    small = shrink(failure, compiler, 60)
    assert len(small.scenario.transactions) == 1
    assert "smallest" in small.source
    for needless in ("unused", "event", "for", "else"):
        assert needless not in small.source
    monkeypatch.undo()
    assert find_failure(small.source, small.setting, compiler) is None
