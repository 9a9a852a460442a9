"""Standard streams that are closed or full: an error or a quiet end, and the right exit status."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import BARE, BARE_RESULT
from tests.conftest import ROOT

CLOSED = "Error: cannot write: the stream is closed\n"
FULL = "Error: cannot write: No space left on device\n"

needs_full_device = pytest.mark.skipif(
    not Path("/dev/full").exists(), reason="a full disk is tried with /dev/full, which is not here"
)


def run_redirected(
    redirections: str, *arguments: str | Path, **environment: str
) -> tuple[int, str, str]:
    """The exit status and output of `yulopt` with its streams redirected by a shell."""
    result = subprocess.run(
        ["sh", "-c", f'exec "$@" {redirections}', "sh", sys.executable, "-m", "yulopt", *arguments],
        cwd=ROOT,
        env=os.environ | environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    return result.returncode, result.stdout, result.stderr


@pytest.mark.parametrize("arguments", [("--help",), ("steps",), ("--bare", "--steps", "g", "FILE")])
@pytest.mark.parametrize(
    ("redirection", "message"),
    [(">&-", CLOSED), pytest.param("> /dev/full", FULL, marks=needs_full_device)],
)
def test_standard_output_that_cannot_be_written(
    file: Path, arguments: tuple[str, ...], redirection: str, message: str
) -> None:
    given = [str(file) if argument == "FILE" else argument for argument in arguments]
    assert run_redirected(redirection, *given) == (1, "", message)


@pytest.mark.parametrize(
    "redirection", ["2>&-", pytest.param("2> /dev/full", marks=needs_full_device)]
)
def test_standard_error_that_cannot_be_written(file: Path, redirection: str) -> None:
    assert run_redirected(redirection, *BARE, file) == (0, BARE_RESULT, "")
    assert run_redirected(redirection, f"{file}.missing") == (1, "", "")
    assert run_redirected(redirection, "--unknown") == (2, "", "")


def test_standard_input_that_is_closed(file: Path) -> None:
    assert run_redirected("<&-", *BARE, file) == (0, BARE_RESULT, "")
    message = "<stdin>: error: cannot be read: the stream is closed\n"
    assert run_redirected("<&-", *BARE, "-") == (1, "", message)


def test_no_file_replaces_a_closed_stream(file: Path, tmp_path: Path) -> None:
    output = tmp_path / "out.yul"
    closed = "<&- >&- 2>&-"
    assert run_redirected(closed, *BARE, "--trace", "-o", output, file) == (0, "", "")
    assert output.read_text() == BARE_RESULT
    assert run_redirected(closed, *BARE, "--jobs", "2", file, f"{file}.missing") == (1, "", "")


def test_characters_that_the_encoding_lacks(tmp_path: Path) -> None:
    file = tmp_path / "a.yul"
    file.write_text("{ sstore(0, 1) /* \u65e5 */ }")
    arguments = ("explain", *BARE, "--line", "1", file)
    status, text, errors = run_redirected("", *arguments, PYTHONIOENCODING="latin-1")
    assert (status, errors) == (0, "")
    assert "line 1 of the input: { sstore(0, 1) /* \\u65e5 */ }\n" in text


def test_text_of_solc_is_utf_8_whatever_the_encoding(tmp_path: Path) -> None:
    file = tmp_path / "\u00e9.yul"
    file.write_text("{ }")
    arguments = ("solc", "--strict-assembly", "--bin", file)
    status, text, errors = run_redirected("", *arguments, PYTHONIOENCODING="latin-1")
    assert (status, errors) == (0, "")
    assert "\u00e9.yul (EVM) =======" in text


def test_the_standard_input_is_read_once() -> None:
    """Although `prove` looks at it twice: for a build of solc, and for a program."""
    done = subprocess.run(
        [sys.executable, "-m", "yulopt", "prove", "--yul-only", "-"],
        cwd=ROOT,
        input="{ sstore(0, add(1, 2)) }",
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "proven" in done.stdout
