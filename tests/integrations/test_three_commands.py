"""From a new project to a build in three commands, as docs/how-to/decide-with-a-report.md says.

The whole report is one of the tests at length: it searches and proves for 40 s. Otherwise it is a
quick one, which has the same table. The projects and the commands are those of the page. The folder
of YULOPT_HARDHAT has Hardhat 3 with OpenZeppelin and Solady (integrations/hardhat/prepare.sh);
YULOPT_FORGE names forge, or it is on the PATH.
"""

from __future__ import annotations

import os
import re
import resource
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.docs.pages import Block, blocks_of
from tests.docs.session import commands_of, matches
from tests.integrations.hardhat import PLUGIN, skip_unless_prepared
from tests.slices import AT_LENGTH
from yulopt.persistence.json_values import object_at, read_json

pytest.importorskip("pyrevm", reason="gas needs pyrevm: pip install 'yulopt[gas]'")

PAGE = ROOT / "docs/how-to/decide-with-a-report.md"
PACKAGES = Path(os.environ.get("YULOPT_HARDHAT", "/none"), "3", "node_modules")
# Of processor time, since other work may go on beside it; two processors share it.
_SECONDS = 120
_ROW = re.compile(r"  (?P<build>(?:solc|--pipeline)[ \w-]*?)  +(?P<bytes>[\d,]+) ")


class NewProject:
    """The files of one of the projects of the page, and what the commands there need."""

    def __init__(self, name: str, root: Path) -> None:
        skip_unless_prepared(3)
        self.root = root
        self._blocks = blocks_of(PAGE)
        for block in self._blocks:
            folder, _, file = block.file.partition("/")
            if folder == name:
                path = root / file
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(block.text)
        programs = root.parent / "programs"
        programs.mkdir()
        for program, words in (("yulopt", ""), ("yulopt-solc", " solc")):
            path = programs / program
            path.write_text(f'#!/bin/sh\nexec {sys.executable} -m yulopt{words} "$@"\n')
            path.chmod(0o755)
        node = PACKAGES / "node" / "bin"
        self.programs = programs
        self.environment = {
            **os.environ,
            "PATH": f"{programs}{os.pathsep}{node}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": os.pathsep.join([*sys.path, str(ROOT)]),
            "YULOPT_CACHE": str(root.parent / "cache"),
        }

    def commands(self, word: str) -> list[Block]:
        """The blocks with a command in which a word is."""
        return [block for block in self._blocks if word in block.text and not block.file]

    def run(self, command: str) -> str:
        """The output of a command, which must succeed within a minute on two processors."""
        before = _processor_seconds()
        done = subprocess.run(
            ["sh", "-c", command],
            cwd=self.root,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        assert _processor_seconds() - before < _SECONDS
        return done.stdout


def _processor_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def bytes_by_build(report: str) -> dict[str, int]:
    """The bytes of each build in the text of a report."""
    rows = (_ROW.match(text) for text in report.splitlines())
    return {row["build"]: int(row["bytes"].replace(",", "")) for row in rows if row is not None}


def check_report(project: NewProject, block: Block) -> dict[str, int]:
    """The report is that of the page, but for what depends on time; the bytes in it."""
    [(command, shown)] = commands_of(block.text)
    printed = project.run(command if AT_LENGTH else f"{command} --quick")
    # What the search finds depends on time, so that its row may be there or not.
    stable = "".join(
        line for line in printed.splitlines(keepends=True) if "solc via IR, tuned" not in line
    )
    head = shown.partition("\n...\n")[0] + "\n...\n"
    assert matches(_without_widths(stable), _without_widths(head))
    return bytes_by_build(printed)


def _without_widths(text: str) -> str:
    return re.sub(" +", " ", text)


def deployed_bytes(artifact: Path) -> int:
    code = object_at(read_json(artifact.read_text())).get("deployedBytecode")
    digits = object_at(code).get("object") if isinstance(code, dict) else code
    assert isinstance(digits, str)
    return len(digits) // 2 - 1


def test_hardhat(tmp_path: Path) -> None:
    project = NewProject("hardhat", tmp_path / "project")
    modules = project.root / "node_modules"
    modules.mkdir()
    for package in PACKAGES.iterdir():
        (modules / package.name).symlink_to(package)
    shutil.copytree(PLUGIN, modules / "yulopt-hardhat")
    (project.root / "package.json").write_text('{ "private": true, "type": "module" }')
    sizes = check_report(project, project.commands("yulopt report\n")[0])
    [build] = project.commands("npx hardhat compile\n")
    project.run(build.text)
    artifact = project.root / "artifacts/contracts/MyToken.sol/MyToken.json"
    assert deployed_bytes(artifact) == sizes["--pipeline gas"] < sizes["solc via IR"]


def test_foundry(tmp_path: Path) -> None:
    project = NewProject("foundry", tmp_path / "project")
    forge = os.environ.get("YULOPT_FORGE") or shutil.which("forge")
    if forge is None:
        pytest.skip("needs forge: YULOPT_FORGE, see integrations/foundry/prepare.sh")
    (project.programs / "forge").symlink_to(forge)
    (project.root / "lib").mkdir()
    shutil.copytree(PACKAGES / "solady", project.root / "lib/solady")
    (project.root / "node_modules").mkdir()
    for package in PACKAGES.iterdir():
        if package.name not in ("solady", "@openzeppelin"):
            (project.root / "node_modules" / package.name).symlink_to(package)
    sizes = check_report(project, project.commands("yulopt report\n")[1])
    [build] = project.commands("forge build --force\n")[-1:]
    project.run(build.text)
    artifact = project.root / "out/Points.sol/Points.json"
    assert deployed_bytes(artifact) == sizes["--pipeline gas"] < sizes["solc"]
