"""Fixtures of the command line: a valid file, an invalid one, and `yulopt` as a process."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.processes import run_yulopt

SOURCE = "{ let x := 1 { sstore(0, x) } }\n"
BARE = ("--bare", "--steps", "gf")
BARE_RESULT = "{\n    {\n        let x := 1\n        sstore(0, x)\n    }\n}\n"
OBJECT = 'object "A" {\n    code { sstore(0, 1) }\n}\n'


@pytest.fixture(autouse=True, scope="session")
def _interrupts_are_not_ignored() -> None:
    """A shell starts background commands with interrupts ignored, which processes inherit."""
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "file.yul"
    path.write_text(SOURCE)
    return path


@pytest.fixture
def wrong_file(tmp_path: Path) -> Path:
    path = tmp_path / "wrong.yul"
    path.write_text("{\n\tsstore(0, x)\n}\n")
    return path


def wrong_file_report(path: Path) -> str:
    return (
        f"{path}:2:12: error: identifier 'x' not found\n"
        "\tsstore(0, x)\n"
        "\t          ^\n"
    )  # fmt: skip


def run_process(*arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return run_yulopt(arguments, folder=ROOT, environment=os.environ | environment)
