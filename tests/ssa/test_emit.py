"""`yulopt ssa --emit yul` and `--emit llvm`."""

from __future__ import annotations

import pytest

import yulopt as package
from tests.conftest import Command
from tests.ssa.programs import text_of

COUNTER = "{ let i for {} lt(i, 10) { i := add(i, 1) } {} sstore(0, i) }"
OBJECTS = """
    object "A" {
        code { sstore(0, f()) function f() -> r { r := 1 } }
        object "B" { code { sstore(1, 2) } }
    }
"""


def test_a_block_stays_a_block(yulopt: Command) -> None:
    result = yulopt("ssa", "--passes", "mem2reg", "--emit", "yul", "-", input=COUNTER)
    assert result.stdout == (
        "{\n    {\n        let i := 0\n        for { } lt(i, 10) { }\n"
        "        { i := add(i, 1) }\n        sstore(0, i)\n    }\n}\n"
    )


def test_objects_stay(yulopt: Command) -> None:
    result = yulopt("ssa", "--emit", "yul", "-", input=OBJECTS)
    program = package.parse(result.stdout)
    assert [child.name for child in program.sub_objects] == ["B"]


def test_yul_from_the_text_of_ssa(yulopt: Command) -> None:
    result = yulopt("ssa", "--passes", "mem2reg", "--emit", "yul", "-", input=text_of("T1"))
    assert result.stdout.splitlines()[1].strip() == "function max(a, b) -> r"


def test_llvm(yulopt: Command) -> None:
    result = yulopt("ssa", "--emit", "llvm", "-", input=OBJECTS)
    assert '; object "A"' in result.stdout
    assert "define i256 @f() {" in result.stdout
    assert "declare void @yul_sstore(ptr, ptr)" in result.stdout


@pytest.mark.parametrize("format", ["yul", "llvm"])
def test_whole_programs_only(yulopt: Command, format: str) -> None:
    result = yulopt("ssa", "--emit", format, "--function", "f", "-", input=OBJECTS)
    assert result.exit_code == 2
    assert "writes whole programs" in result.stderr


def test_constructs_that_yul_lacks_are_errors(yulopt: Command) -> None:
    result = yulopt("ssa", "--emit", "yul", "-", input=text_of("N2"))
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(
        "<stdin>:1:9: error: the function @println is declared, but not defined; for Yul it needs"
    )
