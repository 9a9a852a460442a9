"""The launcher that looks like a native solc."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.conftest import Command

# Hardhat 3's distinction of text from machine code.
LOOKED_AT = 8000
TEXT = bytes([*b"\t\n\r", *range(32, 127)])


def is_machine_code(content: bytes) -> bool:
    start = content[:LOOKED_AT]
    return len(start.translate(None, TEXT)) > 0.3 * len(start)


def test_it_starts_yulopt_solc(yulopt: Command, tmp_path: Path) -> None:
    path = tmp_path / "a launcher"
    result = yulopt("solc", "--install-launcher", path)
    assert (result.exit_code, result.output) == (
        0,
        f"{path} starts {sys.executable} -m yulopt solc.\n",
    )
    assert is_machine_code(path.read_bytes())
    done = subprocess.run([path, "--help"], capture_output=True, text=True, check=True)
    assert "Usage: yulopt solc" in done.stdout


def test_folders_of_a_project_are_not_mistaken_for_yulopt(yulopt: Command, tmp_path: Path) -> None:
    path = tmp_path / "launcher"
    yulopt("solc", "--install-launcher", path)
    (tmp_path / "yulopt").mkdir()
    (tmp_path / "yulopt" / "__init__.py").write_text("raise SystemExit(3)")
    subprocess.run([path, "--help"], cwd=tmp_path, capture_output=True, check=True)


def test_a_launcher_is_replaced(yulopt: Command, tmp_path: Path) -> None:
    path = tmp_path / "launcher"
    yulopt("solc", "--install-launcher", path)
    content = path.read_bytes()
    path.write_bytes(content.replace(sys.executable.encode(), b"/old/python"))
    assert yulopt("solc", "--install-launcher", path).exit_code == 0
    assert path.read_bytes() == content


def test_no_other_file_is_replaced(yulopt: Command, tmp_path: Path) -> None:
    path = tmp_path / "mine"
    path.write_text("#!/bin/sh\nexec python -m mine\n")
    result = yulopt("solc", "--install-launcher", path)
    assert result.exit_code == 1
    assert result.output == (
        f"Error: {path} exists and is not a launcher of yulopt; remove it, or name another file.\n"
    )
    assert path.read_text() == "#!/bin/sh\nexec python -m mine\n"


def test_a_missing_folder_is_reported(yulopt: Command, tmp_path: Path) -> None:
    path = tmp_path / "no" / "launcher"
    result = yulopt("solc", "--install-launcher", path)
    assert result.exit_code == 1
    assert "cannot be written: No such file or directory" in result.output
