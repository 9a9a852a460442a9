"""The steps that take code through SSA form: R, P, W and Q."""

from __future__ import annotations

from pathlib import Path

import pytest

import yulopt
from tests.conftest import EXAMPLES
from tests.slices import every_nth
from yulopt.gas.metrics import code_size_including_functions
from yulopt.suite.registry import is_extension, steps_by_letter

LETTERS = "RPWQ"
# Letters of solc's steps.
SOLC = set("acCdDeEfFghiIjlLmMnoOprsStTuUvVx")

some_examples = pytest.mark.parametrize("path", every_nth(3, EXAMPLES), ids=lambda path: path.stem)


def size(text: str) -> int:
    """The size of the code of all objects."""
    objects = [yulopt.parse(text)]
    for program in objects:
        objects.extend(program.sub_objects)
    return sum(code_size_including_functions(program.code) for program in objects)


def test_letters_are_not_those_of_solc() -> None:
    assert not set(LETTERS) & SOLC
    assert all(is_extension(steps_by_letter()[letter]) for letter in LETTERS)


@some_examples
def test_sequences_mix_both_worlds(path: Path) -> None:
    text = path.read_text("utf-8")
    for sequence in ("hgfoPcRu", "oQxa[r]EscLMVcul", "dhgfoWD[vulP]tUnIf"):
        yulopt.parse(yulopt.optimize(text, sequence, bare=True))
        yulopt.parse(yulopt.optimize(text, sequence))


@pytest.mark.parametrize("letter", LETTERS)
def test_nested_functions_and_initialisers_may_be_there(letter: str) -> None:
    source = """{
        for { let i := 0 } lt(i, 3) { i := add(i, 1) }
        { sstore(i, f(i)) function f(x) -> y { y := add(x, 1) log0(g(), y) function g() -> z { } } }
    }"""
    result = yulopt.optimize(source, letter, bare=True)
    assert "function f(x) -> y" in result
    assert result.count("for {") == 1
    yulopt.parse(result)


def test_ssa_opt_never_makes_a_function_larger() -> None:
    for path in every_nth(3, EXAMPLES):
        text = path.read_text("utf-8")
        before, after = (yulopt.optimize(text, steps, bare=True) for steps in ("hgfo", "hgfoQ"))
        assert size(after) <= size(before), path.stem


def test_default_sequence_after_ssa_form_is_not_larger() -> None:
    """Geometric mean over the examples; see benchmarks/ssa_round_trip.py."""
    product = 1.0
    sample = every_nth(3, EXAMPLES)
    for path in sample:
        text = path.read_text("utf-8")
        by_ssa = yulopt.optimize(yulopt.optimize(text, "P", bare=True))
        product *= size(by_ssa) / size(yulopt.optimize(text))
    assert product ** (1 / len(sample)) <= 1.0
