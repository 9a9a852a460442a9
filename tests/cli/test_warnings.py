"""The warning of an ordinary run that leaves variables out of reach of the code generator."""

from __future__ import annotations

from pathlib import Path

import yulopt as package
from tests.conftest import Command

VALUES = " ".join(f"let v{number} := sload({number})" for number in range(20))
STORES = " ".join(f"sstore({100 + number}, v{number})" for number in range(20))


def test_unreachable_variables_are_reported_in_one_line(yulopt: Command, tmp_path: Path) -> None:
    file = tmp_path / "deep.yul"
    file.write_text(f"{{ {VALUES} sstore(0, 0) {STORES} }}")
    result = yulopt("--steps", ":", file)
    assert result.exit_code == 0
    assert result.stdout == package.optimize(file.read_text(), ":")
    assert result.stderr.count("\n") == 1
    assert result.stderr.startswith(f"{file}: warning: stack too deep: ")
    assert "yulopt stack" in result.stderr


def test_with_a_memory_guard_they_are_spilled_without_a_warning(
    yulopt: Command, tmp_path: Path
) -> None:
    file = tmp_path / "guarded.yul"
    file.write_text(f"{{ mstore(64, memoryguard(128)) {VALUES} sstore(0, 0) {STORES} }}")
    result = yulopt("--steps", ":", file)
    assert result.exit_code == 0
    assert result.stderr == ""


def test_yulopt_stack_fails_for_code_that_cannot_be_compiled(
    yulopt: Command, tmp_path: Path
) -> None:
    file = tmp_path / "deep.yul"
    file.write_text(f"{{ {VALUES} sstore(0, 0) {STORES} }}")
    result = yulopt("stack", "--steps", ":", file)
    assert result.exit_code == 1
    assert "v1" in result.stdout
