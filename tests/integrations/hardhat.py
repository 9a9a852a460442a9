"""Projects of integrations/hardhat/projects, built and tested by a real Hardhat.

The folder of the environment variable YULOPT_HARDHAT has Hardhat 2 in `2` and Hardhat 3 in `3`, as
integrations/hardhat/prepare.sh installs them.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.conftest import ROOT

PLUGIN = ROOT / "integrations" / "hardhat"
# The script of each Hardhat, and the configuration of a project that it reads.
_COMMANDS = {
    2: ("hardhat/internal/cli/bootstrap.js", "hardhat.config.cjs"),
    3: ("hardhat/dist/src/cli.js", "hardhat.config.js"),
}
_SECONDS = 300
NO_NODE = "needs the command 'node': install Node.js 20 or newer, and put it on the PATH"


def skip_unless_prepared(number: int) -> None:
    if not _prepared(number).is_dir():
        pytest.skip(
            f"needs Hardhat {number}: run integrations/hardhat/prepare.sh FOLDER,"
            " and set YULOPT_HARDHAT to that folder"
        )
    if shutil.which("node") is None:
        pytest.skip(NO_NODE)


def _prepared(number: int) -> Path:
    return Path(os.environ.get("YULOPT_HARDHAT", "/none"), str(number), "node_modules")


class Project:
    """A copy of a project for one version of Hardhat, in a new folder."""

    def __init__(self, name: str, number: int, folder: Path, executable: Path) -> None:
        """`executable` is the yulopt-solc that is used, if one is."""
        self.number = number
        self.folder = folder
        source = PLUGIN / "projects"
        shutil.copytree(source / name, folder)
        for file in ("package.json", self.configuration.name):
            shutil.copyfile(source / file, folder / file)
        modules = folder / "node_modules"
        modules.mkdir()
        for package in _prepared(number).iterdir():
            (modules / package.name).symlink_to(package)
        self._install_plugin(modules / "yulopt-hardhat")
        home = str(folder.parent)
        names = ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "HOME")
        self.environment = {
            **os.environ,
            **dict.fromkeys(names, home),
            # Nothing is asked, sent or coloured.
            "CI": "true",
            "HARDHAT_DISABLE_TELEMETRY_PROMPT": "true",
            "NO_COLOR": "1",
            "YULOPT_EXECUTABLE": str(executable),
        }

    @property
    def configuration(self) -> Path:
        """The configuration that Hardhat reads."""
        return self.folder / _COMMANDS[self.number][1]

    def _install_plugin(self, folder: Path) -> None:
        """As npm does it: what `files` names is installed."""
        description = json.loads((PLUGIN / "package.json").read_text())
        folder.mkdir()
        for name in ("package.json", *description["files"]):
            path = PLUGIN / name
            copy = shutil.copytree if path.is_dir() else shutil.copyfile
            copy(path, folder / name)

    def take_out_yulopt(self) -> list[str]:
        """What remains is a project that solc compiles; the lines that have been taken out."""
        lines = self.configuration.read_text().splitlines(keepends=True)
        kept = [line for line in lines if "yulopt" not in line]
        self.configuration.write_text("".join(kept))
        return [line.strip() for line in lines if "yulopt" in line]

    def hardhat(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a task of Hardhat."""
        script, configuration = _COMMANDS[self.number]
        node = _prepared(3) / "node/bin/node" if self.number == 3 else shutil.which("node")
        command = [str(node), f"node_modules/{script}", "--config", configuration, *arguments]
        return subprocess.run(
            command,
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=_SECONDS,
            check=False,
        )

    def build(self) -> None:
        done = self.hardhat("compile" if self.number == 2 else "build")
        assert done.returncode == 0, done.stdout
        assert "Compiled" in done.stdout

    def test(self) -> TestRun:
        """Run the tests, of which some fail."""
        kind = () if self.number == 2 else ("solidity",)
        done = self.hardhat("test", *kind)
        assert done.returncode != 0
        return TestRun.read(done.stdout)

    def artifacts(self) -> dict[str, str]:
        """The build: the text of each file, by its path."""
        folder = self.folder / "artifacts"
        paths = [path for path in folder.rglob("*") if path.is_file()]
        return {str(path.relative_to(folder)): path.read_text() for path in paths}


@dataclass(frozen=True)
class TestRun:
    """The results of tests: those that passed, and the failures with their stack traces."""

    __test__ = False

    passed: list[str]
    failures: list[str]

    @classmethod
    def read(cls, text: str) -> TestRun:
        """The output of Hardhat, in either version; the order of tests varies."""
        passed = re.findall(r"✔ (.*?)(?: \(\d+m?s\))?$", text, re.MULTILINE)
        _, *failures = re.split(r"^  \d+\) ", text.partition(" failing")[2], flags=re.MULTILINE)
        return cls(sorted(passed), sorted(failure.rstrip() for failure in failures))
