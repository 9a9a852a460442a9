"""A checkout works where symbolic links are not supported, and git or zip writes them as files."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import EXAMPLES, ROOT

LINKS = ("steps", "sequences")


@pytest.fixture(name="checkout", scope="module")
def checkout_without_links(tmp_path_factory: pytest.TempPathFactory) -> Path:
    checkout = tmp_path_factory.mktemp("checkout")
    ignored = shutil.ignore_patterns("__pycache__", *LINKS)
    shutil.copytree(ROOT / "yulopt", checkout / "yulopt", ignore=ignored)
    for name in LINKS:
        (checkout / "yulopt" / name).write_text(f"../{name}")
        shutil.copytree(ROOT / name, checkout / name, ignore=shutil.ignore_patterns("__pycache__"))
    return checkout


def run(folder: Path, *arguments: str | Path) -> str:
    return subprocess.run(
        [sys.executable, "-m", "yulopt", *arguments],
        env=os.environ | {"PYTHONPATH": str(folder)},
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def test_the_links_are_those_of_the_package() -> None:
    assert {path.name for path in (ROOT / "yulopt").iterdir() if path.is_symlink()} == set(LINKS)


@pytest.mark.parametrize(
    "arguments",
    [("--sequence", "default"), ("--pipeline", "gas"), ("--steps", "R")],
    ids=["a named sequence", "a pipeline", "a step through SSA form"],
)
def test_it_optimises(checkout: Path, arguments: tuple[str, ...]) -> None:
    assert run(checkout, *arguments, EXAMPLES[0]) == run(ROOT, *arguments, EXAMPLES[0])


def test_it_lists_steps_and_sequences(checkout: Path) -> None:
    for command in ("steps", "sequences"):
        assert run(checkout, command) == run(ROOT, command)
