"""Lists of passes: refused before anything runs, with the reason, or right."""

from __future__ import annotations

from itertools import islice, product

import pytest

from tests.conftest import Command
from tests.ssa.pass_orders import LAST, REFUSED, SAME, PassOrders, names, pipelines
from yulopt.errors import SequenceError, StepError
from yulopt.ssa.ir.verifier import VerificationError
from yulopt.ssa.pass_contract import SSA
from yulopt.ssa.passes.dce import DeadCodeElimination
from yulopt.ssa.passes.phi_elimination import PhiElimination
from yulopt.ssa.pipeline import all_passes, parse_pipeline, run_pipeline
from yulopt.ssa.text.parser import parse_module
from yulopt.ssa.text.printer import print_module

# Saturation takes longer than all other passes; the campaign has it.
QUICK = [name for name in names() if name != "eqsat"]
TRIPLES_AT_ONCE = 101

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


@pytest.fixture(scope="module")
def orders() -> PassOrders:
    return PassOrders()


@pytest.mark.parametrize("first", QUICK)
def test_pairs_are_refused_or_right(orders: PassOrders, first: str) -> None:
    for second in QUICK:
        refused = first == LAST and SSA in all_passes()[second].requires
        assert orders.check(f"{first},{second}") == (REFUSED if refused else SAME), second


def test_some_triples_are_refused_or_right(orders: PassOrders) -> None:
    for pipeline in islice(pipelines(3), 50, None, TRIPLES_AT_ONCE):
        assert orders.check(pipeline) in (REFUSED, SAME), pipeline


def test_exactly_those_triples_are_refused_that_need_phis_after_phi_elimination() -> None:
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


@pytest.mark.parametrize("options", [(), ("--verify-each",)])
def test_refusal_names_the_pass_and_what_it_needs(
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


def test_passes_that_are_put_together_by_hand_are_checked() -> None:
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


def test_what_a_pass_says_it_preserves_is_verified(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PhiElimination, "requires", (SSA,))
    monkeypatch.setattr(PhiElimination, "preserves", (SSA,))
    with pytest.raises(VerificationError, match="after the pass phi-elimination: @f does not have"):
        run_pipeline([PhiElimination()], parse_module(SWAPS), verify_each=True)
