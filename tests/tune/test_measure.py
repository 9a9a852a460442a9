"""Measurements match the output of `yulopt.compile`."""

from __future__ import annotations

from pathlib import Path

import pytest

import yulopt
from yulopt.assembly.compiled import CompiledObject
from yulopt.driver.build import Front, generate_program
from yulopt.driver.options import NO_CODE, Options
from yulopt.errors import Source, StackTooDeepError
from yulopt.syntax.objects import deployed_object
from yulopt.syntax.parser import parse
from yulopt.tune.measure import BytesMeasure, Measured

# More values than the stack can reach, all of them used in the end.
TOO_DEEP = (
    "{ "
    + " ".join(f"let v{n} := calldataload({n})" for n in range(20))
    + " sstore(v0, v1) "
    + " ".join(f"sstore(v{n}, {n})" for n in range(20))
    + " }"
)


def test_bytes_are_those_of_the_compiled_program(some_example: Path) -> None:
    source = some_example.read_text("utf-8")
    compiled = yulopt.compile(source, runs=1)
    deployed = compiled.bytecode if compiled.deployed is None else compiled.deployed
    generated = code_of(yulopt.optimize(source, runs=1))
    assert BytesMeasure().measure(generated, Options(runs=1)) == Measured(
        compiled.bytecode.size, deployed.size, None
    )


def code_of(source: str) -> CompiledObject:
    """The code generated for a program without steps."""
    return generate_program(Front(Source(source), Options(optimized=NO_CODE)))


def test_the_deployed_object_goes_by_its_name() -> None:
    inner = 'object "Other" { code { } } object "C_deployed" { code { } }'
    program = parse(f'object "C" {{ code {{ }} {inner} }}')
    deployed = deployed_object(program)
    assert deployed is not None
    assert deployed.name == "C_deployed"


def test_a_stack_that_is_too_deep_is_an_error() -> None:
    generated = code_of(f'object "C" {{ code {TOO_DEEP} }}')
    with pytest.raises(StackTooDeepError):
        BytesMeasure().measure(generated, Options())
