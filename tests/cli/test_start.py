"""Start-up loads only needed modules. The simplest command lines behave like others."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import click
import pytest

from tests.cli.conftest import run_process
from tests.conftest import EXAMPLES, ROOT
from yulopt.cli import cli

# Runs the command, and prints the loaded modules at its end.
COMMAND = """
import atexit, sys
atexit.register(lambda: print(*sys.modules, file=sys.stderr))
from yulopt.cli import main
main()
"""
# Slow modules that a run of one file with default options does not need.
NOT_FOR_A_RUN = {
    "attr",
    "click",
    "concurrent.futures",
    "dataclasses",
    "difflib",
    "importlib.metadata",
    "importlib.resources",
    "inspect",
    "json",
    "lark",
    "multiprocessing",
    "regex",
    "secrets",
    "traceback",
    "yulopt.assembly.assembler",
    "yulopt.assembly.code_sizes",
    "yulopt.assembly.optimizer",
    "yulopt.batch.workers",
    "yulopt.cli.command",
    "yulopt.egraph",
    "yulopt.interpreter",
    "yulopt.suite.extensions",
    "yulopt.rvsdg",
    "yulopt.ssa",
    "yulopt.terminal.highlight",
    "yulopt.trace.recorder",
}
# Modules for reading or optimising programs.
NOT_FOR_LESS = {
    "yulopt.driver.optimization",
    "yulopt.suite.suite",
    "yulopt.rules",
    "yulopt.stack",
    "yulopt.syntax.parser",
}


def loaded(code: str, *arguments: str | Path) -> set[str]:
    """The modules that Python loads for this code, but for those that it loads for any."""
    with_it, without = (
        subprocess.run(
            [sys.executable, "-c", text, *arguments],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stderr.split()
        for text in (code, "import sys; print(*sys.modules, file=sys.stderr)")
    )
    return set(with_it) - set(without)


def test_a_plain_run(tmp_path: Path) -> None:
    file = tmp_path / "file.yul"
    file.write_text("{ sstore(0, add(1, 2)) }")
    modules = loaded(COMMAND, file)
    assert "yulopt.steps.unused_pruner" in modules
    assert modules & NOT_FOR_A_RUN == set()


def test_only_the_named_steps(tmp_path: Path) -> None:
    file = tmp_path / "file.yul"
    file.write_text("{ sstore(0, add(1, 2)) }")
    modules = loaded(COMMAND, "--bare", "--steps", "u", file)
    assert "yulopt.steps.unused_pruner" in modules
    assert "yulopt.steps.full_inliner" not in modules
    assert "yulopt.steps.through_ssa.ssa_roundtrip" not in modules


def test_the_version() -> None:
    modules = loaded(COMMAND, "--version")
    assert "yulopt.build_info" in modules
    assert modules & (NOT_FOR_A_RUN | NOT_FOR_LESS) == set()


def test_help() -> None:
    modules = loaded(COMMAND, "--help")
    assert "click" in modules
    needed = {"click", "inspect", "traceback", "yulopt.cli.command"}
    assert modules & (NOT_FOR_A_RUN | NOT_FOR_LESS) - needed == set()


def test_the_package() -> None:
    modules = loaded("import sys, yulopt; print(*sys.modules, file=sys.stderr)")
    assert {name for name in modules if name.startswith("yulopt.")} == {"yulopt.build_info"}
    assert modules & (NOT_FOR_A_RUN | NOT_FOR_LESS) == set()


@pytest.mark.parametrize(
    "text",
    [EXAMPLES[0].read_text("utf-8"), "{ let x := }", "{ f() }", "", "\ufeff{ }", None],
    ids=["a program", "bad syntax", "an unknown function", "nothing", "a byte-order mark", "none"],
)
def test_a_plain_run_is_like_any_run(tmp_path: Path, text: str | None) -> None:
    file = tmp_path / "file.yul"
    if text is not None:
        file.write_text(text, "utf-8")
    plain, other = run_process(file), run_process("--jobs", "1", file)
    assert (plain.returncode, plain.stdout, plain.stderr) == (
        other.returncode,
        other.stdout,
        other.stderr,
    )


@pytest.mark.parametrize(
    ("argument", "reported"),
    [
        ("", "the path is empty; is a variable not set?"),
        ("asm", "Missing argument 'FILE'"),
        ("stepss", "There is no file or command 'stepss'; did you mean 'steps'?"),
        ("--hlep", "'--help', '--step', '--steps'"),
        ("missing.yul", "missing.yul: error: cannot be read: No such file or directory"),
    ],
)
def test_an_argument_that_is_not_a_file(argument: str, reported: str) -> None:
    result = run_process(argument)
    assert result.returncode != 0
    assert result.stdout == ""
    assert reported in result.stderr


def test_no_command_looks_like_a_file() -> None:
    commands = cli.list_commands(click.Context(cli))
    assert [name for name in commands if not name.isalpha()] == []


def test_help_for_the_only_argument() -> None:
    assert run_process("-h").stdout.startswith("Usage: yulopt ")
