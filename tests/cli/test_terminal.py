"""The command on a terminal: colours and progress."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

import yulopt as package
from tests.cli.conftest import BARE, BARE_RESULT
from tests.conftest import ROOT, Command
from yulopt.batch import files as batch
from yulopt.terminal import console
from yulopt.terminal.highlight import coloured_difference, highlight

# On a terminal


def run_on_terminal(*arguments: str | Path, **environment: str) -> str:
    """The output of a process to a terminal as its standard output and error."""
    pty = pytest.importorskip("pty", reason="a terminal is tried with the module pty")
    parent, child = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "yulopt", *arguments],
        cwd=ROOT,
        env=os.environ | {"TERM": "xterm", "NO_COLOR": ""} | environment,
        stdin=subprocess.DEVNULL,
        stdout=child,
        stderr=child,
    ):
        os.close(child)
        written = b""
        while True:
            try:
                data = os.read(parent, 65536)
            except OSError:  # Linux: the other side is closed
                data = b""
            if not data:
                break
            written += data
    os.close(parent)
    return written.decode().replace("\r\n", "\n")


def test_colours_on_a_terminal(file: Path) -> None:
    text = run_on_terminal(*BARE, file)
    assert "\x1b[34mlet\x1b[0m" in text
    assert "\x1b[36msstore\x1b[0m" in text
    assert run_on_terminal(*BARE, file, TERM="dumb") == BARE_RESULT
    assert run_on_terminal(*BARE, file, NO_COLOR="1") == BARE_RESULT


def test_difference_on_a_terminal() -> None:
    text = run_on_terminal("steps", "d")
    assert "\x1b[31m-    let x\x1b[0m\n" in text
    assert "\x1b[32m+    let x := 0\x1b[0m\n" in text
    assert "Difference" not in run_on_terminal("steps", "d", NO_COLOR="1")


def test_progress_on_a_terminal(
    yulopt: Command, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow(*_arguments: object, **_options: object) -> package.Object:
        time.sleep(0.3)
        return package.parse("{ }")

    monkeypatch.setattr(batch, "optimize_source", slow)
    monkeypatch.setattr(console, "_LONG_SECONDS", 0.1)
    assert yulopt(file).stderr == ""
    monkeypatch.setattr(console, "on_terminal", lambda stream: stream is sys.stderr)
    result = yulopt(file, file)
    assert f"\r\x1b[K[1/2] {file} ... 0 s" in result.stderr
    assert f"\r\x1b[K[2/2] {file} ... " in result.stderr
    assert result.stderr.endswith("\r\x1b[K")
    assert result.stdout == f"// {file}\n{package.print_yul(package.parse('{ }'))}" * 2


# Colours


def test_highlighting_only_adds_colours() -> None:
    text = 'object "a" { code { let x.if := add(0x1f, "let \\" //") /* for */ } } // if'
    coloured = highlight(text)
    assert uncoloured(coloured) == text
    assert "\x1b[34mlet\x1b[0m x.if :=" in coloured
    assert "\x1b[36madd\x1b[0m(\x1b[35m0x1f\x1b[0m, " in coloured
    assert '\x1b[32m"let \\" //"\x1b[0m' in coloured
    assert "\x1b[90m/* for */\x1b[0m" in coloured
    assert coloured.endswith("\x1b[90m// if\x1b[0m")


def test_difference_has_all_lines() -> None:
    lines = uncoloured(coloured_difference("a\nb\nc\nd\ne\nf", "a\nb\nc\nd\ne\ng")).splitlines()
    assert lines[3:] == [" a", " b", " c", " d", " e", "-f", "+g"]


def uncoloured(text: str) -> str:
    for code in (0, 1, 31, 32, 34, 35, 36, 90):
        text = text.replace(f"\x1b[{code}m", "")
    return text
