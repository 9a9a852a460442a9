"""Immutables that are assigned at several places in the code, or by code that is copied.

In solc's code, only the first assignment writes anything.
"""

from __future__ import annotations

import pytest

import yulopt
from tests.execution import Call, observe
from yulopt.suite.pipelines import BEYOND_CODEGEN, SOLC_CODEGEN, Pipeline, pipeline_names

_CASES = " ".join(f"case {7 * number} {{ sstore({number}, 1) stop() }}" for number in range(20))
# Each deploys code that returns 1 word more than its argument.
FUNCTION = """
    if eq(given, 1) { assign(2) finish() }
    if eq(given, 5) { sstore(0, 1) assign(6) finish() }
    assign(add(given, 1))
    finish()
    function assign(x) { setimmutable(0, "x", x) }
    function finish() { return(0, datasize("D")) }
"""
LARGE_FUNCTION = FUNCTION.replace('"x", x)', '"x", x) if gt(x, 9) { log1(0, 0, x) log1(0, 0, 7) }')
DEFAULT = f"""
    let next := add(given, 1)
    switch given {_CASES} default {{ setimmutable(0, "x", next) }}
    return(0, datasize("D"))
"""
SEQUENCE = """
    setimmutable(0, "x", 2)
    if gt(given, 1) { setimmutable(0, "x", add(given, 1)) }
    return(0, datasize("D"))
"""
PROGRAMS = {"function": FUNCTION, "large function": LARGE_FUNCTION, "default": DEFAULT}


def program(code: str) -> str:
    return f"""object "C" {{
        code {{
            codecopy(0, sub(codesize(), 32), 32)
            let given := mload(0)
            codecopy(0, dataoffset("D"), datasize("D"))
            {code}
        }}
        object "D" {{ code {{ mstore(0, loadimmutable("x")) return(0, 32) }} }}
    }}"""


def returned(bytecode: str) -> list[int]:
    """The word that the deployed code returns, for several arguments."""
    results = [observe(bytecode, [Call(b"")], constructor_words=[word]) for word in GIVEN]
    return [int.from_bytes(result[0].output, "big") for result in results]


GIVEN = (1, 2, 5, 30, 1000)
EXPECTED = [word + 1 for word in GIVEN]


@pytest.mark.parametrize("codegen", [BEYOND_CODEGEN, SOLC_CODEGEN])
@pytest.mark.parametrize("pipeline", pipeline_names())
@pytest.mark.parametrize("name", PROGRAMS)
def test_pipelines_copy_no_assignment(name: str, pipeline: str, codegen: str) -> None:
    chosen = Pipeline.named(pipeline, codegen=codegen)
    compiled = yulopt.compile(program(PROGRAMS[name]), pipeline=chosen)
    assert returned(compiled.bytecode.hex) == EXPECTED


def test_all_assignments_of_a_program_count_beyond_solc() -> None:
    compiled = yulopt.compile(program(SEQUENCE), codegen="beyond")
    assert returned(compiled.bytecode.hex) == EXPECTED


@pytest.mark.parametrize("step", ["i", "F", "J", "b"])
def test_steps_copy_no_assignment(step: str) -> None:
    text = program(DEFAULT if step == "b" else FUNCTION)
    # One step beyond solc's, so solc's own steps are free of its faults.
    after = yulopt.optimize(text, f"fgho{step}y:", runs=10**6)
    assert after.count("setimmutable") == 1


def test_steps_of_solc_copy_assignments_as_solc_does() -> None:
    assert yulopt.optimize(program(FUNCTION), "fghoi:").count("setimmutable") > 1
    compiled = yulopt.compile(program(SEQUENCE))
    assert returned(compiled.bytecode.hex) != EXPECTED
