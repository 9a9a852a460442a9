"""Cached facts about functions equal recomputed ones."""

from __future__ import annotations

import pytest

import yulopt
from tests.generator import generate
from tests.slices import seeds
from yulopt.passes.code_facts import (
    FUNCTION_FACTS,
    EndsOfFunctions,
    SideEffectsOfFunctions,
    code_analyses,
)
from yulopt.passes.step import Context, Step, run_step
from yulopt.suite.registry import all_steps, steps_by_letter
from yulopt.suite.sequence import parse_sequence
from yulopt.suite.suite import make_context, run_group
from yulopt.syntax.ast import Block

CODE = """{
    function f() -> r { r := sload(0) if r { stop() } }
    sstore(1, f())
}"""
# All steps of solc, most of them more than once.
SEQUENCE = (
    "hgfoDgvulfnTUtnIfxarrscLMcCTUtTOntnfDIulecSEjVmOpcul[xarrcL]gvifMCTUcarrLsTFOtfDncarrIulcjmul"
)


def test_steps_preserve_what_they_declare() -> None:
    for seed in seeds(20, 400):
        block = yulopt.parse(generate(seed, size=60)).code
        context = make_context(block)
        context.analyses = code_analyses(block, context.dialect, is_test=True)
        run_group(parse_sequence(SEQUENCE, steps_by_letter()).main, context, block)


class Forgetful(Step):
    """Removes all statements, but reports no change."""

    name = "Forgetful"
    preserves_analyses = FUNCTION_FACTS

    def run(self, context: Context, block: Block) -> None:
        block.statements[:] = yulopt.parse("{ function f() -> r { } }").code.statements


def test_steps_that_declare_too_much_are_detected() -> None:
    block = yulopt.parse(CODE).code
    context = make_context(block)
    context.analyses = code_analyses(block, context.dialect, is_test=True)
    assert context.function_flow(block)["f"].can_terminate
    with pytest.raises(AssertionError, match="the step Forgetful does not preserve"):
        run_step(Forgetful(), context, block)


def test_a_step_preserves_exactly_what_it_declares() -> None:
    block = yulopt.parse(CODE).code
    context = make_context(block)
    analyses = context.analyses = code_analyses(block, context.dialect)
    ends = analyses.get(EndsOfFunctions)
    effects = analyses.get(SideEffectsOfFunctions)
    run_step(all_steps()["LoadResolver"], context, block)
    assert analyses.get(EndsOfFunctions) is ends
    assert analyses.get(SideEffectsOfFunctions) is not effects


def test_nothing_is_cached_where_other_code_may_change_the_program() -> None:
    block = yulopt.parse(CODE).code
    context = make_context(block)
    assert context.function_flow(block)["f"].can_terminate
    block.statements[:] = []
    assert not context.function_flow(block)
