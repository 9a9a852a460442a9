"""The option --prices."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import Command
from tests.gas.test_schedule import CALLED_FIVE_TIMES


@pytest.fixture
def program(tmp_path: Path) -> Path:
    file = tmp_path / "C.yul"
    file.write_text(CALLED_FIVE_TIMES)
    return file


@pytest.fixture
def dear(tmp_path: Path) -> Path:
    file = tmp_path / "chain.toml"
    file.write_text("stored-byte = 100_000\n")
    return file


def test_bytecode_and_yul(yulopt: Command, program: Path, dear: Path) -> None:
    for command in (["asm", "--bytecode"], []):
        words = [*command, "--pipeline", "gas"]
        usual = yulopt(*words, program).stdout
        assert usual
        priced = yulopt(*words, "--prices", dear, program)
        assert (priced.exit_code, priced.stderr) == (0, "")
        assert len(priced.stdout) < len(usual)


def test_prices_need_a_step_that_uses_them(yulopt: Command, program: Path, dear: Path) -> None:
    for command in ([], ["asm"]):
        result = yulopt(*command, "--prices", dear, program)
        assert result.exit_code == 2
        assert "--prices needs --pipeline" in result.stderr


def test_wrong_files(yulopt: Command, program: Path, dear: Path) -> None:
    dear.write_text("stored-byte = -1\n")
    for command in ([], ["asm"]):
        result = yulopt(*command, "--pipeline", "gas", "--prices", dear, program)
        assert (result.exit_code, result.stdout) == (1, "")
        assert f"{dear}:1:15: error: 'stored-byte' must be gas" in result.stderr
        assert "Traceback" not in result.stderr


def test_a_trace_is_replayed_with_prices(
    yulopt: Command, program: Path, dear: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "trace"
    words = ("--pipeline", "gas", "--prices", dear, "--trace-dir", folder)
    assert yulopt(*words, program, "-o", tmp_path / "out.yul").exit_code == 0
    assert "stored-byte = 100000\n" in (folder / "0000-input.prices").read_text()
    assert "--prices 0000-input.prices" in (folder / "index.md").read_text()


def test_a_certificate_has_the_prices(
    yulopt: Command, program: Path, dear: Path, tmp_path: Path
) -> None:
    pytest.importorskip("z3", reason="the prover needs z3-solver")
    proof = tmp_path / "C.proof.json"
    words = ("prove", "--pipeline", "gas", "--prices", dear, "--certificate", proof, program)
    result = yulopt(*words)
    assert proof.exists(), result.stderr
    assert json.loads(proof.read_text())["settings"]["prices"] == {"stored-byte": 100_000}
