"""evm-forward on the programs of the note on Noir's mem2reg, with words of memory for the cells.

An address is a word like any other, so a reference that is kept in a cell is an address in memory.
A program is run before and after.
"""

from __future__ import annotations

import re

import pytest

from tests.ssa.interpreter import empty_frame, run_function
from tests.ssa.programs import first_function, read, text_of
from yulopt.evm.environment import Limits
from yulopt.ssa.ir.function import Function, Module
from yulopt.ssa.ir.instructions import BuiltinCall
from yulopt.ssa.kernel.running import run_pipeline
from yulopt.ssa.pipeline import parse_pipeline
from yulopt.ssa.text.printer import print_function

PROGRAMS = {
    # A cell is made again by each iteration of the outer loop.
    "inner loop": """
        declare @constrain(i256, i256)
        func @f() {
        b0:
          br %b1
        b1:
          %v0 = phi i256 [ 0, %b0 ], [ %v20, %b5 ]
          %v13 = lt %v0, 2
          br %v13, %b3, %b2
        b3:
          %v2 = alloca i256
          store i256 7, %v2
          br %b4
        b4:
          %v1 = phi i256 [ 0, %b3 ], [ %v25, %b6 ]
          %v18 = lt %v1, 3
          br %v18, %b6, %b5
        b6:
          %v25 = add %v1, 1
          br %b4
        b5:
          %v9 = load i256, %v2
          call @constrain(%v9, 7)
          %v20 = add %v0, 1
          br %b1
        b2:
          ret
        }""",
    "through a pointer": """
        declare @constrain(i256, i256)
        func @f() {
        b0:
          %v0 = alloca i256
          store i256 0, %v0
          %v2 = alloca i256
          store i256 %v0, %v2
          %v3 = load i256, %v2
          %v4 = load i256, %v2
          br %b1
        b1:
          store i256 1, %v3
          store i256 2, %v4
          %v7 = load i256, %v3
          %v8 = eq %v7, 2
          call @constrain(%v8, 1)
          ret
        }""",
    "aliases in a loop": """
        declare @constrain(i256, i256)
        func @f() {
        b0:
          %v0 = alloca i256
          store i256 0, %v0
          %v2 = alloca i256
          store i256 %v0, %v2
          br %b1
        b1:
          %v3 = phi i256 [ 0, %b0 ], [ %v8, %b2 ]
          %v4 = eq %v3, 1
          br %v4, %b3, %b2
        b2:
          %v5 = load i256, %v2
          store i256 2, %v5
          %v8 = add %v3, 1
          br %b1
        b3:
          %v9 = load i256, %v0
          call @constrain(%v9, 2)
          %v11 = load i256, %v2
          %v12 = load i256, %v11
          call @constrain(%v12, 2)
          ret
        }""",
    "two parameters": """
        declare @constrain(i256, i256)
        func @f(%p: i256, %q: i256) {
        b0:
          store i256 0, %p
          store i256 1, %q
          %v4 = load i256, %p
          call @constrain(%v4, 0)
          ret
        }""",
}


def over_memory(text: str) -> str:
    """A program with a word of memory in the place of each cell, and a log for each call of a
    declared function, which could do anything."""
    addresses = iter(range(128, 1024, 32))
    text = re.sub(r"alloca i256", lambda _: f"add {next(addresses)}, 0", text)
    text = re.sub(r"store i256 (\S+), (\S+)", r"mstore \2, \1", text)
    text = text.replace("load i256,", "mload")
    text = re.sub(r"call @constrain\((.*?)\)", r"log2 0, 0, \1", text)
    text = re.sub(r"call @println\((.*?)\)", r"log1 0, 0, \1", text)
    return re.sub(r"declare .*", "", text)


def logs(module: Module, arguments: list[int]) -> object:
    frame = empty_frame(Limits(5000))
    run_function(module, first_function(module).name, arguments, frame=frame)
    return frame.transaction.world.logs


def loads(function: Function) -> set[str]:
    return {
        one.result.name
        for one in function.all_instructions()
        if isinstance(one, BuiltinCall) and one.builtin.name == "mload"
    }


def forwarded(name: str, pipeline: str) -> tuple[set[str], str]:
    """The loads that passes delete, and the text of the function; it still logs the same."""
    text = over_memory(PROGRAMS.get(name) or text_of(name))
    before, after = read(text), read(text)
    run_pipeline(parse_pipeline(pipeline), after, verify_each=True)
    function = first_function(after)
    for arguments in ([0, 0], [1, 0], [64, 64], [64, 80]):
        given = arguments[: len(function.parameters)]
        assert logs(after, given) == logs(before, given)
    return loads(first_function(before)) - loads(function), print_function(function)


KEEP = "evm-forward:value-phis=no"


@pytest.mark.parametrize(
    ("name", "pipeline", "replaced"),
    [
        ("N1", KEEP, "v5"),
        ("N1b", KEEP, "v3 v5 v7"),
        ("N2", KEEP, "v4 v6"),
        ("N2", f"{KEEP},evm-forward", "v4 v6 v7"),
        ("N4", KEEP, "v6"),
        ("N5", KEEP, ""),
        ("N6", KEEP, "v14"),
        ("N8", KEEP, ""),
        ("N9", KEEP, ""),
        ("inner loop", KEEP, "v9"),
        ("through a pointer", f"{KEEP},{KEEP}", "v3 v4 v7"),
        ("aliases in a loop", KEEP, ""),
        ("two parameters", KEEP, ""),
    ],
)
def test_loads_that_are_replaced(name: str, pipeline: str, replaced: str) -> None:
    assert forwarded(name, pipeline)[0] == set(replaced.split())


def test_pointers_in_memory_end_as_one_phi() -> None:
    text = forwarded("N2", "evm-forward,evm-forward,trivial-phis")[1]
    assert "phi i256 [ 1, %b1 ], [ 2, %b2 ]" in text


def test_a_pointer_is_followed_to_its_stores() -> None:
    text = forwarded("through a pointer", "evm-forward,evm-forward")[1]
    assert "%v8 = eq 2, 2" in text
