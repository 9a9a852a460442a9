"""A few of the programs with many variables of which `tests.stack.deep_programs` checks more."""

from __future__ import annotations

import pytest

from tests.stack.deep_programs import check, deep_program, difference
from yulopt.assembly.compilation import compile as compile_program


@pytest.mark.parametrize("seed", [7, 11])
def test_programs_with_many_variables(seed: int) -> None:
    assert check(seed) == ""


def test_variables_that_are_too_deep_after_others_have_moved() -> None:
    source = deep_program(2023)
    made = compile_program(source, ":", codegen="beyond", evm_version="cancun")
    assert difference(source, made.bytecode.hex) == ""
