"""The verifier: its choice of inputs, and broken steps that it catches and shrinks."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import yulopt
from tests.broken_steps import break_step
from tests.generation.taming import tamed
from tests.generator import generate, random_sequence
from tests.stack_generator import generate_stack_pressure
from yulopt.dialect import EvmVersion, dialect_for
from yulopt.errors import Source
from yulopt.passes.step import Context
from yulopt.steps.common_subexpression_eliminator import CommonSubexpressionEliminator
from yulopt.steps.unused_store_eliminator import UnusedStoreEliminator
from yulopt.syntax.ast import Block, Expression, FunctionCall
from yulopt.syntax.parser import parse_source
from yulopt.syntax.visitor import Transformer
from yulopt.verifier.exploration import Exploration, explore
from yulopt.verifier.subject import LIMITS, subjects
from yulopt.verifier.verifier import StepDifference, Verification, verify

DIALECT = dialect_for(EvmVersion.OSAKA)
LETTERS = "acCdDeEfFghiIjlLmMnoOprsStTuUvVx"
SEEDS = range(12)


# Inputs


def explored(source: str, tries: int = 300) -> Exploration:
    subject = subjects(parse_source(Source(source), DIALECT), DIALECT)[0]
    return explore(subject, Random(1), tries, LIMITS)


@pytest.mark.parametrize(
    "condition",
    [
        "eq(calldataload(0), 0x1234567890abcdef)",
        "eq(shr(224, calldataload(0)), 0xd09de08a)",
        "eq(calldataload(4), mul(calldataload(36), 0x123457))",
        "gt(sload(0), 0xffffffffffff)",
        "eq(sload(sload(3)), 77777)",
        "eq(callvalue(), 123456789)",
        "eq(caller(), 0xabcdef0123456789)",
        "eq(calldatasize(), 77)",
        "and(lt(calldataload(0), 5000), gt(calldataload(0), 4990))",
        "gt(call(gas(), 0x9999, 0, 0, 0, 0, 0), 1)",
        "gt(returndatasize_of(0x9999), 40)",
    ],
)
def test_places_after_conditions_are_reached(condition: str) -> None:
    found = explored(f"""{{
        if {condition} {{ sstore(0, 5) }}
        function returndatasize_of(a) -> size {{
            pop(call(gas(), a, 0, 0, 64, 0, 0))
            size := returndatasize()
        }}
    }}""")
    reachable = condition != "gt(call(gas(), 0x9999, 0, 0, 0, 0, 0), 1)"
    assert (found.coverage.blocks == found.coverage.all_blocks) == reachable


def test_nested_conditions() -> None:
    found = explored(
        """{
        switch calldataload(0)
        case 0xaaaaaaaaaaaa {
            if eq(calldataload(32), 0xbbbbbbbbbbbb) {
                switch sload(calldataload(64)) case 0xcccccccccccc { sstore(1, 1) }
            }
        }
        case 0xdddddddddddd { f() }
        function f() { if iszero(callvalue()) { leave } sstore(2, 2) }
        function never_called() { sstore(3, 3) }
    }""",
        1000,
    )
    assert found.coverage.blocks == found.coverage.all_blocks
    assert (found.coverage.functions, found.coverage.all_functions) == (1, 1)


def test_inputs_are_reproducible() -> None:
    source = generate(5, size=30)
    one, other = explored(source), explored(source)
    assert one.inputs == other.inputs
    assert one.outcomes == other.outcomes


def test_inconclusive_inputs_are_counted() -> None:
    found = explored("{ for { } calldatasize() { } { } sstore(0, 1) }")
    assert found.given_up["out of steps"] > 0
    assert not any(outcome.is_limit for outcome in found.outcomes)


# Steps as they are


def test_examples(some_example: Path) -> None:
    verification = verify(some_example.read_text("utf-8"), tries=40)
    assert verification.difference is None
    for report in verification.objects:
        assert report.steps > 100
        assert report.coverage.blocks > 0


@pytest.mark.parametrize("seed", SEEDS)
def test_generated_programs(seed: int) -> None:
    rng = Random(seed)
    if seed:
        text = generate(seed, size=25, memoryguard=seed % 3 == 0)
    else:
        text = generate_stack_pressure(seed, memoryguard=True)
    steps = None if seed % 3 else random_sequence(rng, LETTERS)
    verification = verify(tamed(text, DIALECT), steps, tries=30, seed=seed)
    assert verification.difference is None


def test_counted_figures() -> None:
    verification = verify("{ let x := 1 sstore(0, x) }", "hgfo", bare=True)
    (report,) = verification.objects
    assert (report.path, report.steps) == ("object", 5)
    # Hoisting and grouping functions, and flattening blocks, changes nothing but the form.
    assert report.versions == 0
    (report,) = verify("{ let x := add(1, 2) sstore(0, x) }", "hgfosu", bare=True).objects
    assert report.versions == 1


def test_bad_input() -> None:
    with pytest.raises(yulopt.YulError, match="identifier 'x' not found"):
        verify("{ sstore(0, x) }")
    with pytest.raises(yulopt.StepError, match="needs"):
        verify("{ stop() }", "f", bare=True)


# Broken steps


class _Swapper(Transformer):
    """Exchanges the arguments of `sub`."""

    def visit_call(self, call: FunctionCall) -> Expression:
        super().visit_call(call)
        if call.name == "sub":
            call.arguments.reverse()
        return call


def broken_run(context: Context, block: Block) -> None:
    _Swapper().visit_block(block)


def found_difference(verification: Verification) -> StepDifference:
    assert verification.difference is not None
    return verification.difference


def test_a_broken_step_is_named_and_the_program_shrunk(monkeypatch: pytest.MonkeyPatch) -> None:
    break_step(monkeypatch, CommonSubexpressionEliminator, broken_run)
    source = """
        object "A" {
            code { sstore(0, 1) }
            object "A_deployed" {
                code {
                    let unrelated := calldataload(64)
                    switch shr(224, calldataload(0))
                    case 0x11111111 { sstore(unrelated, 2) }
                    case 0x22222222 {
                        for { let i := 0 } lt(i, 3) { i := add(i, 1) } { sstore(i, g(i)) }
                    }
                    default { log0(0, unrelated) }
                    function g(x) -> y { y := add(sub(x, calldataload(4)), 1) }
                }
            }
        }
    """
    found = found_difference(verify(source, "x:c", tries=100, shrink_seconds=20))
    assert found.step.name == "CommonSubexpressionEliminator"
    assert found.path == "A.A_deployed"
    # After the Disambiguator, four steps of the frame, x, g, and then this one.
    assert found.number == 8
    assert found.difference.effect == "storage"
    assert found.given.calldata.startswith(bytes.fromhex("22222222"))
    assert found.small is not None
    assert "sub(" in found.small.before
    assert len(found.small.before.split()) < 30
    assert found.small.before != found.small.after


def test_the_step_before_is_not_blamed(monkeypatch: pytest.MonkeyPatch) -> None:
    break_step(monkeypatch, CommonSubexpressionEliminator, broken_run)
    source = "{ sstore(0, sub(calldataload(0), calldataload(32))) }"
    assert verify(source, "hgfosux", bare=True).difference is None
    found = found_difference(verify(source, "hgfosuxcu", bare=True))
    assert (found.step.letter, found.number) == ("c", 9)


def test_a_store_that_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(context: Context, block: Block) -> None:
        class Loser(Transformer):
            def visit_call(self, call: FunctionCall) -> Expression:
                super().visit_call(call)
                if call.name == "sstore" and len(call.arguments) == 2:
                    call.name, call.builtin = "mstore", context.dialect.builtin("mstore")
                return call

        Loser().visit_block(block)

    break_step(monkeypatch, UnusedStoreEliminator, run)
    found = found_difference(
        verify("{ if eq(calldataload(0), 0x5566778899) { sstore(7, 8) } }", shrink_seconds=5)
    )
    assert found.step.name == "UnusedStoreEliminator"
    assert found.difference.effect == "storage"
    assert found.small is not None
    assert found.small.given.calldata == b""


def test_variables_that_move_to_memory() -> None:
    names = [f"v{number}" for number in range(22)]
    source = (
        "{ let p := memoryguard(0x80) mstore(p, 1) "
        + " ".join(f"let {name} := sload({name[1:]})" for name in names)
        + " sstore(100, mload(p)) "
        + " ".join(f"sstore({name}, {name})" for name in names)
        + " mstore(p, 5) sstore(101, mload(p)) }"
    )
    assert "memoryguard(0x0160)" in yulopt.optimize(source, ":")
    assert verify(source, ":").difference is None
