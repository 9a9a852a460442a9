"""The options of a run: steps, sequences, the EVM version, and the other settings."""

from __future__ import annotations

from pathlib import Path

import pytest

import yulopt as package
from tests.cli.conftest import BARE, BARE_RESULT, SOURCE
from tests.conftest import EXAMPLES, Command
from yulopt.suite.named_sequences import read_sequence


def test_the_default_is_the_default_sequence(yulopt: Command, file: Path) -> None:
    result = yulopt(file)
    assert result.exit_code == 0
    assert result.stderr == ""
    assert result.stdout == package.optimize(SOURCE)
    assert result.stdout == yulopt("--sequence", "default", file).stdout


@pytest.mark.parametrize("option", ["--steps", "--yul-optimizations"])
def test_steps(yulopt: Command, option: str) -> None:
    text = EXAMPLES[0].read_text()
    result = yulopt(option, "dhfoDgvulfnTUtnIf", EXAMPLES[0])
    assert result.exit_code == 0
    assert result.stdout == package.optimize(text, "dhfoDgvulfnTUtnIf")


def test_a_named_sequence(yulopt: Command) -> None:
    result = yulopt("--sequence", "prelude", EXAMPLES[0])
    assert result.stdout == yulopt("--steps", read_sequence("prelude"), EXAMPLES[0]).stdout


def test_bare_runs_only_the_given_steps(yulopt: Command, file: Path) -> None:
    assert yulopt(*BARE, file).stdout == BARE_RESULT
    assert (
        yulopt("--bare", "--steps", "", file).stdout
        == "{\n    let x := 1\n    { sstore(0, x) }\n}\n"
    )


def test_options_may_follow_files(yulopt: Command, file: Path) -> None:
    assert yulopt(file, *BARE).stdout == BARE_RESULT


def test_evm_version(yulopt: Command) -> None:
    source = "{ sstore(0, 0xffffffffffffffffffffffffffffffffffffffff) }"
    new = yulopt("--steps", ":", "-", input=source)
    old = yulopt("--steps", ":", "--evm-version", "homestead", "-", input=source)
    assert new.stdout == package.optimize(source, ":")
    assert old.stdout == package.optimize(source, ":", evm_version="homestead")
    assert new.stdout != old.stdout


def test_evm_version_decides_what_is_a_builtin(yulopt: Command) -> None:
    source = "{ mcopy(0, 1, 2) }"
    assert yulopt(*BARE, "--evm-version", "cancun", "-", input=source).exit_code == 0
    assert yulopt(*BARE, "--evm-version", "paris", "-", input=source).exit_code == 1


def test_optimize_runs(yulopt: Command) -> None:
    source = """
        object "A" {
            code { }
            object "A_deployed" { code { sstore(0, 0xff00000000000000000000000000000000) } }
        }
    """
    few = yulopt("--steps", ":", "--optimize-runs", "0", "-", input=source)
    many = yulopt("--steps", ":", "--optimize-runs", str(2**64 - 1), "-", input=source)
    assert few.stdout == package.optimize(source, ":", runs=0)
    assert many.stdout == package.optimize(source, ":", runs=2**64 - 1)
    assert few.stdout != many.stdout


def test_no_stack_allocation(yulopt: Command) -> None:
    # More variables than the stack reaches: with allocation they move to memory.
    names = [f"x{number}" for number in range(20)]
    source = (
        "{ mstore(0x40, memoryguard(0x80)) "
        + " ".join(f"let {name} := calldataload({name[1:]})" for name in names)
        + " ".join(f" sstore({name}, {name})" for name in names)
        + "}"
    )
    with_allocation = yulopt("--steps", ":", "-", input=source)
    without = yulopt("--steps", ":", "--no-stack-allocation", "-", input=source)
    assert with_allocation.stdout == package.optimize(source, ":")
    assert without.stdout == package.optimize(source, ":", stack_allocation=False)
    assert with_allocation.stdout != without.stdout
