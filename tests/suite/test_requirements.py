"""Requirements of steps, and their checks in a run."""

from __future__ import annotations

import pytest

import yulopt
from tests.suite.test_suite import yul
from yulopt.suite.registry import steps_by_letter

# The form that a step needs

SAME_NAME = "{ { let x } { let x } }"
NOT_GROUPED = "{ sstore(0, 1) function f() { } }"
NOT_HOISTED = "{ { function f() { } } }"
INNER_FUNCTION = "{ { } function f() { function g() { } } }"
INITIALISER = "{ { for { let i } i { } { } } }"
INNER_INITIALISER = "{ { for { } 1 { } { for { let i } i { } { } } } }"

UNGROUPED_LETTERS = "i"
NESTED_LETTERS = "lvpFnDM"
LOOP_LETTERS = "nDcELmTMarSs"


@pytest.mark.parametrize("letter", sorted(UNGROUPED_LETTERS))
def test_steps_that_need_the_grouped_form(letter: str) -> None:
    with pytest.raises(yulopt.StepError) as caught:
        yulopt.optimize(NOT_GROUPED, letter, bare=True)
    assert caught.value.message == (
        f"step {steps_by_letter()[letter].name} ({letter}) needs one block followed by functions"
        " at the top level; run FunctionGrouper (g) before it"
    )


def test_the_flattener_needs_nothing_but_blocks_and_functions_at_the_top() -> None:
    with pytest.raises(yulopt.StepError, match=r"run FunctionGrouper \(g\) before it"):
        yulopt.optimize(NOT_GROUPED, "f", bare=True)
    source = "{ { { sstore(0, 1) } } function f() { } { { sstore(1, 1) } } }"
    assert yulopt.optimize(source, "f", bare=True) == (
        yul("{ { sstore(0, 1) } function f() { } { sstore(1, 1) } }") + "\n"
    )


@pytest.mark.parametrize("letter", sorted(NESTED_LETTERS))
def test_steps_that_need_functions_at_the_top(letter: str) -> None:
    for source in (NOT_HOISTED, INNER_FUNCTION):
        with pytest.raises(yulopt.StepError, match=r"run FunctionHoister \(h\) before it"):
            yulopt.optimize(source, letter, bare=True)


@pytest.mark.parametrize("letter", sorted(LOOP_LETTERS))
def test_steps_that_need_empty_initialisers(letter: str) -> None:
    for source in (INITIALISER, INNER_INITIALISER):
        with pytest.raises(yulopt.StepError, match=r"run ForLoopInitRewriter \(o\) before it"):
            yulopt.optimize(source, letter, bare=True)


def test_after_the_opening_every_step_finds_what_it_needs() -> None:
    for source in (SAME_NAME, NOT_GROUPED, NOT_HOISTED, INITIALISER):
        for letter in steps_by_letter():
            yulopt.optimize(source, "hgfo" + letter, bare=True)


def test_the_error_names_its_program() -> None:
    with pytest.raises(yulopt.StepError) as caught:
        yulopt.optimize(NOT_GROUPED, "i", bare=True)
    assert str(caught.value).startswith("<input>: error: step FullInliner (i) needs ")


def test_with_the_frame_no_step_lacks_anything() -> None:
    for source in (SAME_NAME, NOT_GROUPED, NOT_HOISTED, INITIALISER):
        yulopt.optimize(source, "iflvpFnDMcELmT:")
