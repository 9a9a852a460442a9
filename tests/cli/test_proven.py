"""`--proven`: the report, the certificate next to the result, and conflicting options."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.broken_steps import break_step
from tests.conftest import Command
from tests.processes import run_yulopt
from yulopt import optimize
from yulopt.cli.command import cli
from yulopt.cli.proving import Proofs
from yulopt.interface import compile
from yulopt.passes.step import Context
from yulopt.proven import report
from yulopt.steps.unused_pruner import UnusedPruner
from yulopt.syntax.ast import Block, ExpressionStatement, FunctionCall

PROGRAM = "{ sstore(0, add(calldataload(0), 0)) let x := 7 sstore(1, x) log0(0, 0) }\n"


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setenv("YULOPT_CACHE", str(folder))
    return folder


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "program.yul"
    path.write_text(PROGRAM)
    return path


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(cli, [*map(str, arguments)], catch_exceptions=False)


def break_pruner(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the pruner remove logs, too."""

    def prune(_context: Context, block: Block) -> None:
        for inner in [block, *block.statements]:
            if isinstance(inner, Block):
                inner.statements[:] = [one for one in inner.statements if not _is_log(one)]

    break_step(monkeypatch, UnusedPruner, prune)


def _is_log(statement: object) -> bool:
    return (
        isinstance(statement, ExpressionStatement)
        and isinstance(statement.expression, FunctionCall)
        and statement.expression.name == "log0"
    )


def test_the_result_is_that_of_an_unproven_run(program: Path) -> None:
    result = run("--proven", program)
    assert result.exit_code == 0
    assert result.stdout == optimize(PROGRAM)
    assert result.stderr.startswith(f"{program}: proven, ")
    assert result.stderr.endswith("; nothing was rolled back\n")


def test_a_wrong_change_is_not_in_the_result(
    program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_pruner(monkeypatch)
    assert "log0" not in run(program).stdout
    output = tmp_path / "out.yul"
    # Other processes would have the right step.
    result = run("--proven", "-j", "1", "-o", output, program)
    assert result.exit_code == 0
    assert "log0(0, 0)" in output.read_text()
    assert "rolled back" in result.stderr
    assert "UnusedPruner (u)" in result.stderr
    assert "Please report this fault of yulopt" in result.stderr
    certificate = output.with_suffix(".proof.json")
    assert json.loads(certificate.read_text())["settings"]["rollbacks"]
    checked = run("prove", program, "--check", certificate)
    assert checked.exit_code == 0
    assert "PROVEN" in checked.stdout


def test_bytecode(program: Path, tmp_path: Path) -> None:
    output = tmp_path / "out.hex"
    for _ in range(2):  # The second one is read from the cache.
        arguments = ("--pipeline", "size", "--proven", "--bytecode", "-o", output, program)
        assert run("asm", *arguments).exit_code == 0
        assert output.read_text() == compile(PROGRAM, pipeline="size").bytecode.hex + "\n"
        assert output.with_suffix(".proof.json").exists()
        output.with_suffix(".proof.json").unlink()


def test_by_the_environment(program: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YULOPT_PROVEN", "1")
    assert "proven" in run(program).stderr
    monkeypatch.setenv("YULOPT_PROVEN", "0")
    assert run(program).stderr == ""
    # A build that is taken for proven must be.
    monkeypatch.setenv("YULOPT_PROVEN", "yse")
    result = run(program)
    assert result.exit_code == 1
    assert result.stderr == "environment: error: YULOPT_PROVEN: 'yse' is not 1 or 0\n"
    assert result.stdout == ""


@pytest.mark.parametrize(
    ("words", "others"), [((), "--bare and --in-place"), (("asm",), "--no-optimize and --bare")]
)
def test_messages_name_what_asked_for_proofs(
    yulopt: Command, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], others: str
) -> None:
    result = yulopt(*words, "--proven", "--bare", "a.yul")
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"Error: --proven excludes {others}." in result.stderr
    monkeypatch.setenv("YULOPT_PROVEN", "1")
    result = yulopt(*words, "--bare", "a.yul")
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"Error: YULOPT_PROVEN=1 excludes {others}." in result.stderr


@pytest.mark.parametrize(("said", "status"), [("1", 0), ("yse", 1)])
def test_by_the_environment_of_a_process(program: Path, said: str, status: int) -> None:
    """A command line of one file is not read by the library, but the variable is."""
    environment = os.environ | {"YULOPT_PROVEN": said}
    result = run_yulopt([program], folder=program.parent, environment=environment)
    assert result.returncode == status
    assert ("proven, " if status == 0 else "is not 1 or 0") in result.stderr


def test_several_files(program: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.yul"
    other.write_text("{ sstore(5, 6) }")
    result = run("--proven", "-o", tmp_path / "out", program, other)
    assert result.exit_code == 0
    assert {path.name for path in (tmp_path / "out").iterdir()} == {
        "program.yul",
        "program.proof.json",
        "other.yul",
        "other.proof.json",
    }


def test_without_a_solver(program: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    break_pruner(monkeypatch)
    monkeypatch.setattr(report, "installed_solvers", lambda: ())
    assert "pip install 'yulopt[prove]' adds z3" in run("--proven", "-j", "1", program).stderr


def test_with_statistics(program: Path) -> None:
    result = run("--proven", "--stats", program)
    assert "ExpressionSimplifier" in result.stderr
    assert result.stdout == optimize(PROGRAM)


commands = pytest.mark.parametrize("command", [(), ("asm",)], ids=["yulopt", "asm"])


@commands
def test_only_certificates_are_replaced(
    program: Path, tmp_path: Path, command: tuple[str, ...]
) -> None:
    output = tmp_path / "out.yul"
    other = tmp_path / "out.proof.json"
    other.write_text("{}")
    result = run(*command, "--proven", "-o", output, program)
    assert result.exit_code == 1
    # Nothing was proven before.
    assert result.stderr == (
        f"{other}: error: a proven build would replace this file, which was not written by one;"
        " name another output with -o\n"
    )
    assert other.read_text() == "{}"
    assert not output.exists()


@commands
def test_a_pipe_has_no_certificate(program: Path, tmp_path: Path, command: tuple[str, ...]) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert run(*command, "--proven", "-o", pipe, program).exit_code == 0
        assert os.read(reader, 100)
    finally:
        os.close(reader)
    assert not (tmp_path / "pipe.proof.json").exists()


@pytest.mark.parametrize("device", [os.devnull, "/dev/stdout", "/dev/fd/1"])
def test_a_device_has_no_certificate(device: str) -> None:
    assert Proofs().certificates([Path(device)]) == []


@pytest.mark.parametrize(
    ("arguments", "excluded"),
    [
        (["--bare", "--steps", "u"], "--bare"),
        (["--in-place"], "--in-place"),
        (["asm", "--no-optimize"], "--no-optimize"),
        (["asm", "--bare", "--steps", "u"], "--bare"),
    ],
)
def test_conflicting_options(program: Path, arguments: list[str], excluded: str) -> None:
    command = arguments[:1] if arguments[0] == "asm" else []
    result = run(*command, "--proven", *arguments[len(command) :], program)
    assert result.exit_code == 2
    assert "--proven excludes" in result.stderr
    assert excluded in result.stderr


def test_bad_input(tmp_path: Path) -> None:
    path = tmp_path / "bad.yul"
    path.write_text("{ sstore(0) }")
    result = run("--proven", path)
    assert result.exit_code == 1
    assert result.stderr.startswith(f"{path}:1:3: error:")
    assert result.stdout == ""
