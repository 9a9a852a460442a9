"""Names of files with control characters or without an encoding: shown with escapes everywhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import BARE, BARE_RESULT, SOURCE
from tests.cli.test_terminal import run_on_terminal
from tests.conftest import Command
from yulopt.errors import printable

# A sequence that deletes a line of the terminal, a line break, and a byte that is not UTF-8.
NAME = os.fsdecode(b"a\x1b[2K\n\r\xff\xc3\xa9.yul")
SHOWN = r"a\x1b[2K\n\r\xff" + "\u00e9.yul"


@pytest.fixture
def odd_file(tmp_path: Path) -> Path:
    path = tmp_path / NAME
    try:
        path.write_text(SOURCE)
    except OSError as error:
        pytest.skip(f"a file with such a name needs another file system ({error})")
    return path


@pytest.fixture
def shown(tmp_path: Path) -> str:
    return f"{tmp_path}/{SHOWN}"


def test_printable() -> None:
    assert printable(NAME) == SHOWN
    assert printable("a b\\n'\u65e5") == "a b\\n'\u65e5"
    assert printable("\t\x7f\x85\u202e\u2028\ud800") == r"\t\x7f\x85\u202e\u2028\ud800"


def test_in_headers(yulopt: Command, odd_file: Path, file: Path, shown: str) -> None:
    result = yulopt(*BARE, "--trace", file, odd_file)
    assert result.stdout == f"// {file}\n{BARE_RESULT}// {shown}\n{BARE_RESULT}"
    assert re.findall("^// .*", result.stderr, re.MULTILINE) == [f"// {file}", f"// {shown}"]


def test_in_errors(yulopt: Command, odd_file: Path, shown: str, tmp_path: Path) -> None:
    odd_file.write_text("{ x := 1 }")
    assert yulopt(odd_file).stderr.startswith(f"{shown}:1:3: error: ")
    for command in (["asm"], ["run"], ["verify"], ["ssa"], ["rvsdg", "from-yul"]):
        assert yulopt(*command, odd_file).stderr.startswith(f"{shown}:1:3: error: ")
    assert yulopt(f"{odd_file}.x").stderr.startswith(f"{shown}.x: error: cannot be read: ")
    target = odd_file / "out.yul"
    (tmp_path / "file.yul").write_text(SOURCE)
    assert yulopt(*BARE, "-o", target, tmp_path / "file.yul").stderr == (
        f"{shown}/out.yul: error: cannot be written: Not a directory\n"
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ("--sequence", NAME),
        ("--trace-dir", NAME, NAME),
        ("steps", NAME),
        ("rules", NAME),
        ("asm", "x.yul", NAME),
        ("run", "--account", NAME, "x.yul"),
        (f"--{NAME}", "x.yul"),
    ],
)
def test_in_errors_of_usage(
    yulopt: Command, odd_file: Path, arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(odd_file.parent)
    result = yulopt(*arguments)
    assert result.exit_code == 2
    assert all(line.isprintable() for line in result.stderr.split("\n"))


def test_on_a_terminal(odd_file: Path, file: Path, shown: str) -> None:
    text = run_on_terminal(*BARE, odd_file, file)
    assert shown in text
    assert "\x1b[2K" not in text


def test_in_a_trace_directory(yulopt: Command, odd_file: Path, shown: str, tmp_path: Path) -> None:
    folder = tmp_path / "trace"
    for _ in range(2):
        assert yulopt(*BARE, "--trace-dir", folder, odd_file).exit_code == 0
        assert (folder / "index.md").read_text().startswith(f"# Trace of {shown}\n")


def test_in_a_page(odd_file: Path) -> None:
    # A process, since its working directory is where the page goes.
    result = subprocess.run(
        [sys.executable, "-m", "yulopt", "explore", *BARE, NAME],
        cwd=odd_file.parent,
        capture_output=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    page = odd_file.with_suffix(".html").read_text("utf-8")
    assert SHOWN in page
    assert NAME not in page


@pytest.mark.parametrize(
    "command",
    [
        ["verify"],
        ["prove"],
        ["stack"],
        ["memory"],
        ["asm", "--codegen", "beyond", "--steps", ":"],
    ],
    ids=lambda command: command[0],
)
def test_in_names_of_objects(yulopt: Command, tmp_path: Path, command: list[str]) -> None:
    # Some values are out of reach of the stack, so that there are warnings.
    names = [f"x{number}" for number in range(20)]
    code = " ".join(f"let {name} := sload({name[1:]})" for name in names)
    code += " mstore(calldataload(0), 1) " + " ".join(f"sstore({name}, {name})" for name in names)
    source = tmp_path / "o.yul"
    source.write_text(f'object "a\\x07" {{ code {{ {code} }} }}')
    result = yulopt(*command, source)
    text = result.stdout + result.stderr
    assert r"a\x07" in text
    assert "\x07" not in text


def test_in_names_of_sequences(yulopt: Command, file: Path) -> None:
    result = yulopt("fit", "--steps", "a\x07=dhfo", file)
    assert r"'a\x07' fits" in result.stdout
    assert "\x07" not in result.stdout
