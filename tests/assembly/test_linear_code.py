"""Code in the order of the text, as solc generates it without `stackAllocation`."""

from __future__ import annotations

from typing import Any

import pytest

import yulopt
from tests.assembly.solc import Question, Solc, shared_solc
from tests.generator import generate
from tests.oracle import skip_unless_available
from yulopt.assembly.assembler import assemble
from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for, parse_evm_version
from yulopt.driver.build import Front, generate_program
from yulopt.driver.options import Options
from yulopt.errors import Source
from yulopt.suite.pipelines import pipeline_names


def verdict(source: str, evm_version: str, stack_allocation: bool, solc: Solc) -> str:
    question = Question(source, evm_version=evm_version, stack_allocation=stack_allocation)
    expected = solc.compile(question)
    dialect = dialect_for(parse_evm_version(evm_version))
    compiled = generate_program(
        Front(
            Source(source),
            Options(":", evm_version=dialect.version.text, stack_allocation=stack_allocation),
        )
    )
    if compiled.first_problem() is not None:
        return "too deep" if "too deep" in (expected.error or "") else "refused"
    given = assemble(compiled, dialect).to_hex()
    if expected.error is not None:
        return f"solc: {expected.error}"
    return "same" if given == expected.bytecode else "different"


@pytest.mark.parametrize(
    ("evm_version", "stack_allocation"),
    [(DEFAULT_EVM_VERSION.text, False), ("paris", False), ("homestead", True)],
)
def test_random_programs_have_the_code_of_solc(evm_version: str, stack_allocation: bool) -> None:
    skip_unless_available()
    solc = shared_solc()
    found = {}
    for seed in range(40):
        source = generate(seed, size=20, evm_version=evm_version, objects=0.3, variables=6)
        found[seed] = verdict(source, evm_version, stack_allocation, solc)
    assert {seed: what for seed, what in found.items() if what not in ("same", "too deep")} == {}
    assert sum(what == "same" for what in found.values()) >= 20


@pytest.mark.parametrize("settings", [{"evm_version": "homestead"}, {"stack_allocation": False}])
@pytest.mark.parametrize(
    ("code", "after"), [("sstore(0, 1)", "5500"), ("if calldataload(0) { sstore(0, 1) }", "5b00")]
)
def test_beyond_solc_code_stops_at_its_end(settings: dict[str, Any], code: str, after: str) -> None:
    program = f'object "C" {{ code {{ {code} }} data "d" "x" }}'
    assert yulopt.compile(program, **settings).bytecode.hex.endswith(f"{after[:2]}fe")
    for pipeline in pipeline_names():
        hexadecimal = yulopt.compile(program, pipeline=pipeline, **settings).bytecode.hex
        assert hexadecimal.endswith(f"{after}fe")
