"""A release has one number everywhere."""

from __future__ import annotations

import json
import os
import re
import tomllib
from pathlib import Path

from tests.conftest import ROOT
from yulopt.build_info import VERSION


def test_the_plugin_for_hardhat_has_the_same_number() -> None:
    package = json.loads((ROOT / "integrations/hardhat/package.json").read_text("utf-8"))
    assert package["version"] == VERSION


def test_the_changelog_begins_with_unreleased_changes() -> None:
    headings = re.findall(r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.M)
    assert headings[0] == "Unreleased"
    assert all(re.fullmatch(r"\d+\.\d+\.\d+ - \d{4}-\d\d-\d\d", one) for one in headings[1:])
    # Until the first release, the number is the one that it will have.
    assert [one.split(" ")[0] for one in headings[1:2]] in ([], [VERSION])


def test_every_package_is_installed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    # Links to the folders of steps and sequences are followed. A folder of data is a package, too,
    # since setuptools warns otherwise.
    found = {
        ".".join(Path(folder).relative_to(ROOT).parts)
        for folder, _, files in os.walk(ROOT / "yulopt", followlinks=True)
        if files and Path(folder).name != "__pycache__"
    }
    assert found == set(project["tool"]["setuptools"]["packages"])
