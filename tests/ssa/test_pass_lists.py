"""Lists of passes: rejected before anything runs, with the reason, or right."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from tests.conftest import Command
from tests.slices import amount, at_length, every_nth
from tests.ssa.list_functions import FUNCTIONS
from tests.ssa.pass_lists import REFUSED, RIGHT, FunctionUnderTest, check, lists, names
from yulopt.errors import SequenceError, StepError
from yulopt.passes.analyses import Analyses
from yulopt.ssa.analysis.dominators import DominatorTree
from yulopt.ssa.ir.function import Function, Module
from yulopt.ssa.kernel.analysis_table import CONTROL_FLOW
from yulopt.ssa.kernel.pass_contract import PREHEADERS, PROPERTIES, SSA, Statistics
from yulopt.ssa.kernel.running import run_pipeline
from yulopt.ssa.kernel.verifier import VerificationError
from yulopt.ssa.passes.dce import DeadCodeElimination
from yulopt.ssa.passes.licm import LoopInvariantCodeMotion
from yulopt.ssa.passes.mem2reg import Mem2Reg
from yulopt.ssa.passes.phi_elimination import PhiElimination
from yulopt.ssa.passes.simplify_cfg import SimplifyCfg
from yulopt.ssa.pipeline import all_passes, parse_pipeline
from yulopt.ssa.text.parser import parse_module
from yulopt.ssa.text.printer import print_module

# Saturation takes longer than all other passes; the campaign has it.
QUICK = [name for name in names() if name != "eqsat"]
LONGER_LISTS = amount(10, 1000)
# After it, no pass can run that needs phis.
LAST = "phi-elimination"

SWAPS = """
func @f(%n: i256) -> i256 {
entry:
  br %loop
loop:
  %x = phi i256 [ 1, %entry ], [ %y, %loop ]
  %y = phi i256 [ 2, %entry ], [ %x, %loop ]
  %more = lt %y, %n
  br %more, %loop, %done
done:
  ret %x
}
"""
LOOP = "{ for { let i := 0 } lt(i, 3) { i := add(i, 1) } { sstore(i, calldataload(0)) } }"


@pytest.fixture(scope="module")
def functions() -> list[FunctionUnderTest]:
    return [FunctionUnderTest(text) for text in FUNCTIONS.values()]


@pytest.mark.parametrize("length", every_nth(2, [1, 2]))
def test_all_short_lists_are_refused_or_right(
    functions: list[FunctionUnderTest], length: int
) -> None:
    for one in lists(length, QUICK):
        assert check(one, functions) in (REFUSED, RIGHT)


def test_some_longer_lists_are_refused_or_right(functions: list[FunctionUnderTest]) -> None:
    rng = Random("lists")
    for _ in range(LONGER_LISTS):
        check(",".join(rng.choice(QUICK) for _ in range(rng.randint(3, 6))), functions)


@at_length
def test_each_pass_changes_one_of_the_functions(functions: list[FunctionUnderTest]) -> None:
    for one in lists(2, QUICK):
        check(one, functions)
    changing = {item.name for function in functions for item in function.changing}
    assert changing == set(QUICK)


def test_exactly_the_triples_that_need_eliminated_phis_are_rejected() -> None:
    for one in product(all_passes(), repeat=3):
        try:
            parse_pipeline(",".join(one))
            is_refused = False
        except SequenceError:
            is_refused = True
        needs_phis = any(
            LAST in one[:number] and SSA in all_passes()[after].requires
            for number, after in enumerate(one)
        )
        assert is_refused == needs_phis, one


# Refusals


@pytest.mark.parametrize("options", [(), ("--verify-each",)])
def test_rejection_names_the_pass_and_its_requirement(
    yulopt: Command, options: tuple[str, ...]
) -> None:
    passes = "mem2reg, phi-elimination:mode=note,  licm"
    result = yulopt("ssa", "--passes", passes, *options, "-", input="{ sstore(0, 1) }")
    assert (result.exit_code, result.stdout) == (1, "")
    place = " " * passes.index("licm")
    assert result.stderr == (
        f"--passes:1:{len(place) + 1}: error: the pass licm needs static single assignment form,"
        " which ends with the pass phi-elimination; put licm before phi-elimination\n"
        f"{passes}\n{place}^\n"
    )


@pytest.mark.parametrize("last", ["licm", "dce", "adce", "optimise", "gvn"])
def test_passes_that_broke_code_after_phi_elimination_are_refused(
    yulopt: Command, last: str
) -> None:
    command = ("ssa", "--passes", f"mem2reg,phi-elimination,{last}", "--emit", "yul", "-")
    result = yulopt(*command, input=LOOP)
    assert (result.exit_code, result.stdout) == (1, "")
    name = last.replace("optimise", "optimize")
    assert f"error: the pass {name} needs static single assignment form" in result.stderr


@pytest.mark.parametrize("last", ["simplify-cfg", "tail-merging", "loop-preheaders"])
def test_passes_without_phis_may_follow_phi_elimination(yulopt: Command, last: str) -> None:
    command = ("ssa", "--verify-each", "--passes", f"mem2reg,phi-elimination,{last}", "-")
    result = yulopt(*command, input=LOOP)
    assert (result.exit_code, result.stderr) == (0, "")


def test_hand_made_pass_lists_are_checked() -> None:
    module = parse_module(SWAPS)
    before = print_module(module)
    with pytest.raises(StepError, match=r"the pass dce needs .* put dce before"):
        run_pipeline([PhiElimination(), DeadCodeElimination()], module)
    assert print_module(module) == before


def test_functions_without_phis_are_not_given_to_passes_that_need_them(yulopt: Command) -> None:
    made = yulopt("ssa", "--passes", "phi-elimination", "-", input=SWAPS)
    again = yulopt("ssa", "--passes", "phi-elimination", "-", input=made.stdout)
    assert again.stdout == made.stdout
    result = yulopt("ssa", "--passes", "gvn", "-", input=made.stdout)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == (
        "<stdin>: error: the pass gvn needs static single assignment form, which @f has lost"
        " already; run gvn on it as it was before\n"
    )


# Provided properties


def test_preheaders_are_inserted_where_a_pass_needs_them() -> None:
    passes = [item.name for item in parse_pipeline("licm, dce, licm, simplify-cfg, licm")]
    assert passes == ("loop-preheaders licm dce licm simplify-cfg loop-preheaders licm".split())


def test_by_hand_preheaders_must_be_requested() -> None:
    text = SWAPS.replace("br %loop", "br %n, %loop, %done", 1).replace("ret %x", "ret 0")
    with pytest.raises(
        StepError,
        match="the pass licm needs preheaders of loops, which @f does not have; put loop-preheaders"
        " before licm",
    ):
        run_pipeline([LoopInvariantCodeMotion()], parse_module(text))
    with pytest.raises(
        StepError, match="which ends with the pass simplify-cfg; put loop-preheaders between them"
    ):
        run_pipeline([SimplifyCfg(), LoopInvariantCodeMotion()], parse_module(SWAPS))


def test_established_properties_are_provided() -> None:
    for needed in PROPERTIES.values():
        if needed.established_by:
            assert needed.name in all_passes()[needed.established_by].provides
        assert any(needed.name in kind.requires for kind in all_passes().values())


# Passes that lie


def test_declared_preservation_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PhiElimination, "preserves", (SSA,))
    with pytest.raises(VerificationError, match="after the pass phi-elimination: @f does not have"):
        run_pipeline([PhiElimination()], parse_module(SWAPS), verify_each=True)


def test_declared_properties_are_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SimplifyCfg, "provides", (PREHEADERS,))
    text = SWAPS.replace("br %loop", "br %n, %loop, %done", 1).replace("ret %x", "ret 0")
    with pytest.raises(VerificationError, match="@f does not have preheaders of loops"):
        run_pipeline([SimplifyCfg()], parse_module(text), verify_each=True)


def test_declared_preservation_of_analyses_is_checked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = SWAPS.replace("br %loop", "br %next\nnext:\n  br %loop", 1).replace(
        "%entry ]", "%next ]"
    )
    run_pipeline([SimplifyCfg()], parse_module(text), verify_each=True)
    monkeypatch.setattr(SimplifyCfg, "preserves_analyses", CONTROL_FLOW)
    with pytest.raises(
        VerificationError, match="after the pass simplify-cfg: ControlDependence is not preserved"
    ):
        run_pipeline([SimplifyCfg()], parse_module(text), verify_each=True)


def test_an_unreported_change_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(
        self: Mem2Reg, module: Module, function: Function, analyses: Analyses[Function]
    ) -> Statistics:
        analyses.get(DominatorTree)
        function.blocks[-1].label = "renamed"
        return {"allocas promoted": 0}

    monkeypatch.setattr(Mem2Reg, "run", run)
    with pytest.raises(VerificationError, match="@f has changed, but the pass does not say so"):
        run_pipeline([Mem2Reg()], parse_module(SWAPS), verify_each=True)
