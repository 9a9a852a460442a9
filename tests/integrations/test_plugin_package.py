"""The plug-in for Hardhat as a package of npm."""

from __future__ import annotations

import json
import shutil
import subprocess

import pytest

from tests.integrations.hardhat import PLUGIN

NPM = shutil.which("npm")
pytestmark = pytest.mark.skipif(NPM is None, reason="needs npm, which comes with Node.js")


def test_the_package_has_exactly_the_needed_files() -> None:
    """All exports of the package, and neither tests nor projects."""
    packed = subprocess.run(
        [str(NPM), "pack", "--dry-run", "--json"],
        cwd=PLUGIN,
        capture_output=True,
        text=True,
        check=True,
    )
    [package] = json.loads(packed.stdout)
    names = {file["path"] for file in package["files"]}
    assert package["filename"] == "yulopt-hardhat-0.1.0.tgz"
    lib = {f"lib/{path.name}" for path in (PLUGIN / "lib").iterdir()}
    assert names == lib | {"LICENSE", "README.md", "package.json", "soljson.js"}
