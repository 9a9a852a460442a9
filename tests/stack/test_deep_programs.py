"""A few of the programs with many variables of which `tests.stack.deep_programs` checks more."""

from __future__ import annotations

import pytest

from tests.stack.deep_programs import check, deep_program, difference
from yulopt.assembly.assembler import assemble
from yulopt.dialect import dialect_for, parse_evm_version
from yulopt.driver.build import Front, generate_program
from yulopt.driver.options import Options
from yulopt.errors import Source


@pytest.mark.parametrize("seed", [7])
def test_programs_with_many_variables(seed: int) -> None:
    assert check(seed) == ""


def test_variables_too_deep_after_spilling_others() -> None:
    source = deep_program(1059)
    dialect = dialect_for(parse_evm_version("cancun"))
    compiled = generate_program(
        Front(Source(source), Options(":", evm_version="cancun", codegen="beyond"))
    )
    assert compiled.spilled is not None
    first, *later = compiled.spilled.words
    assert later
    for begin, end in later:
        assert first[1] <= begin < end
    assert difference(source, assemble(compiled, dialect).content.hex()) == ""
