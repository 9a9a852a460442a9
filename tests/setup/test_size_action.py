"""The action that checks sizes on GitHub: its inputs, and its script."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest
import yaml

from tests.conftest import ROOT
from tests.slices import at_length

FOLDER: Final = ROOT / "integrations" / "github-action"
INPUTS: Final = {
    "FILES": "*.yul",
    "BASELINE": "sizes.json",
    "SEQUENCES": "default small",
    "RUNS": "200",
    "EVM_VERSION": "",
    "ALLOW_GROWTH": "0",
    "ALLOW_WASTE": "",
}


def test_every_input_is_used_and_none_is_run() -> None:
    action = yaml.safe_load((FOLDER / "action.yml").read_text("utf-8"))
    assert isinstance(action, dict)
    runs = action["runs"]
    assert isinstance(runs, dict)
    steps = runs["steps"]
    assert isinstance(steps, list)
    passed = [value for step in steps for value in step.get("env", {}).values()]
    used = re.findall(r"inputs\.([\w-]+)", " ".join(passed))
    assert sorted(used) == sorted(action["inputs"])
    assert not any("inputs." in step.get("run", "") for step in steps)
    assert set(steps[-1]["env"]) == set(INPUTS)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A project with one contract and a record of its size."""
    if shutil.which("bash") is None:
        pytest.skip("the script needs bash")
    programs = tmp_path / "bin"
    programs.mkdir()
    command = programs / "yulopt"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m yulopt "$@"\n')
    command.chmod(0o755)
    shutil.copy(ROOT / "examples" / "sort.yul", tmp_path / "sort.yul")
    return tmp_path


def check(folder: Path, **inputs: str) -> subprocess.CompletedProcess[str]:
    return run(folder, str(FOLDER / "check.sh"), **INPUTS | inputs)


def run(folder: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """The result of bash in the project, where `yulopt` is this one."""
    environment = os.environ | variables
    environment |= {
        "PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "GITHUB_STEP_SUMMARY": str(folder / "summary.md"),
    }
    return subprocess.run(
        ["bash", *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


@at_length
def test_the_script(folder: Path) -> None:
    missing = check(folder)
    assert missing.returncode == 1
    reported = re.fullmatch(
        r"::error::There is no file 'sizes.json'. Make it with: (.*)\n", missing.stdout
    )
    assert reported is not None
    assert run(folder, "-c", reported[1]).returncode == 0
    fine = check(folder)
    assert (fine.returncode, fine.stderr) == (0, "")
    assert "sort.yul\n  default " in fine.stdout
    assert "sort.yul\n  default " in (folder / "summary.md").read_text()

    wasteful = check(folder, ALLOW_WASTE="1")
    assert wasteful.returncode == 1
    assert re.search(r"^::error::sort\.yul: the code has \d+ bytes", wasteful.stdout, re.MULTILINE)

    record = folder / "sizes.json"
    record.write_text(re.sub(r'"deployed_bytes": \d+', '"deployed_bytes": 100', record.read_text()))
    grown = check(folder)
    assert grown.returncode == 1
    assert "::error::sort.yul: the code has grown by " in grown.stdout


def test_no_files(folder: Path) -> None:
    result = check(folder, FILES="*.sol")
    assert result.returncode == 1
    assert result.stdout == "::error::There is no file like '*.sol'.\n"
