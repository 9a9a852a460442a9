"""Control-flow graphs are freed by reference counting, without a garbage collector."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

import yulopt
from yulopt.assembly.compiled import compile_object
from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for
from yulopt.stack.layout_generator import stack_report


@pytest.fixture
def garbage() -> Iterator[list[object]]:
    """Objects that only a garbage collector would free: filled by `gc.collect`."""
    # Existing objects are skipped: visiting them would take longer than the test.
    gc.collect()
    gc.freeze()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    yield gc.garbage
    gc.set_debug(0)
    gc.garbage.clear()
    gc.enable()


SOURCES = {
    "loop": "{ for { } calldataload(0) { sstore(0, 1) } { if calldataload(1) { break } } }",
    "loop that is never closed": "{ for { } 1 { sstore(0, 1) } { revert(0, 0) } }",
    "recursion": "{ f(1) function f(a) { if a { f(sub(a, 1)) } } }",
    "code after the end": "{ revert(0, 0) for { } calldataload(0) { } { sstore(0, 1) } }",
    "switch whose cases all end": """{
        switch calldataload(0) case 0 { stop() } default { revert(0, 0) }
        for { } calldataload(0) { } { if calldataload(1) { continue } }
    }""",
    "function without calls": "{ function f() { for { } 1 { } { if callvalue() { leave } } } }",
}


@pytest.mark.parametrize("source", SOURCES.values(), ids=list(SOURCES))
def test_no_cycles_are_left(source: str, garbage: list[object]) -> None:
    dialect = dialect_for(DEFAULT_EVM_VERSION)
    program = yulopt.parse(source)
    stack_report(program.code, dialect)
    compile_object(program, dialect)
    gc.collect()
    assert of_the_stack(garbage) == []


def test_no_cycles_are_left_of_a_run(example: Path, garbage: list[object]) -> None:
    yulopt.optimize(example.read_text("utf-8"))
    gc.collect()
    assert of_the_stack(garbage) == []


def of_the_stack(objects: list[object]) -> list[str]:
    """The classes of the objects that belong to graphs."""
    return [
        type(item).__name__ for item in objects if type(item).__module__.startswith("yulopt.stack.")
    ]
