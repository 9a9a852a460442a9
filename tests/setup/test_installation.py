"""Building, installing, using and uninstalling the package leaves nothing."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.slices import at_length
from yulopt.build_info import PURE_VARIABLE

SOURCES = (
    "LICENSE",
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "MANIFEST.in",
    "build_backend.py",
    "pyproject.toml",
    "setup.py",
    "yulopt",
    "steps",
    "sequences",
    "docs",
    "examples",
    "tests",
)


@dataclass
class Environment:
    """A virtual environment without packages of its own; it sees what this one has installed."""

    folder: Path

    @property
    def packages(self) -> Path:
        names = {"base": str(self.folder), "platbase": str(self.folder)}
        return Path(sysconfig.get_path("purelib", "venv", names))

    def python(self, *arguments: str | Path) -> str:
        python = Path(sysconfig.get_path("scripts", "venv", {"base": str(self.folder)}), "python")
        return run(python, *arguments)

    def files(self) -> set[Path]:
        """What is there but for bytecode, which Python writes and pip knows of."""
        return {path for path in self.folder.rglob("*") if path.suffix != ".pyc"}


def run(*command: str | Path, folder: Path = Path(sys.prefix)) -> str:
    """The standard output of a command, in an environment that asks for the pure form."""
    environment = os.environ | {PURE_VARIABLE: "1"}
    environment.pop("PYTHONPATH", None)
    result = subprocess.run(
        command, env=environment, cwd=folder, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


def pip(*arguments: str | Path) -> None:
    run(sys.executable, "-m", "pip", "--disable-pip-version-check", *arguments)


@pytest.fixture(name="clone", scope="module")
def fresh_clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources without anything that running them may have added."""
    clone = tmp_path_factory.mktemp("clone")
    for name in SOURCES:
        source = ROOT / name
        if source.is_dir():
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(source, clone / name, symlinks=True, ignore=ignored)
        else:
            shutil.copy(source, clone)
    return clone


@pytest.fixture(name="environment")
def empty_environment(tmp_path: Path) -> Environment:
    environment = Environment(tmp_path / "environment")
    venv.create(environment.folder, with_pip=False)
    others = [folder for folder in sys.path if Path(folder).name == "site-packages"]
    (environment.packages / "others.pth").write_text("\n".join(others))
    return environment


def files(folder: Path) -> set[Path]:
    """What is there but for bytecode, also of the build backend."""
    return {path for path in folder.rglob("*") if "__pycache__" not in path.parts[-2:]}


def test_only_a_wheel_needs_what_compiles(clone: Path) -> None:
    sources = files(clone)

    def needs(form: str) -> str:
        hook = f"import build_backend as b; print(b.get_requires_for_build_{form}())"
        return run(sys.executable, "-c", hook, folder=clone).splitlines()[-1]

    assert needs("editable") == needs("sdist") == "[]"
    assert "mypy[mypyc]" in needs("wheel")
    assert files(clone) == sources


# `.ci/run` looks at what the commands of the README leave.
@at_length
def test_building_using_and_uninstalling_leaves_nothing(
    clone: Path, environment: Environment, tmp_path: Path
) -> None:
    source = clone / "program.yul"
    source.write_text("{ sstore(0, add(1, 2)) }")
    sources, empty = files(clone), environment.files()

    pip("wheel", "--no-build-isolation", "--no-deps", "--wheel-dir", tmp_path, clone)
    assert files(clone) == sources
    python = ("--python", str(environment.folder))
    pip(*python, "install", "--no-index", "--no-deps", *tmp_path.glob("*.whl"))
    installed = environment.files()

    assert "sstore(0, 3)" in environment.python("-m", "yulopt", source)
    assert environment.files() == installed

    pip(*python, "uninstall", "--yes", "yulopt")
    assert environment.files() == empty
    assert files(clone) == sources


@at_length
def test_a_source_distribution_installs(
    clone: Path, environment: Environment, tmp_path: Path
) -> None:
    sources = files(clone)
    build = "from build_backend import build_sdist; print(build_sdist({0!r}))"
    command = ("-c", build.format(str(tmp_path)))
    archive = tmp_path / run(sys.executable, "-B", *command, folder=clone).splitlines()[-1]
    assert files(clone) == sources
    with tarfile.open(archive) as content:
        names = {name.partition("/")[2] for name in content.getnames()}
        description = content.extractfile(f"{archive.name.removesuffix('.tar.gz')}/PKG-INFO")
        assert description is not None
        text = description.read().decode()
    assert names >= {
        "CHANGELOG.md",
        "build_backend.py",
        "docs/index.md",
        "examples/erc20.yul",
        "steps/__init__.py",
    }
    assert not any(name.startswith("tests") for name in names)
    # On PyPI, nothing is beside the README.
    assert re.findall(r"\]\((?!https?:|#)[^)]*\)", text) == []
    assert "/raw/main/docs/explore.png)" in text
    python = ("--python", str(environment.folder))
    pip(*python, "install", "--no-index", "--no-build-isolation", "--no-deps", archive)
    source = tmp_path / "program.yul"
    source.write_text("{ sstore(0, add(1, 2)) }")
    assert "sstore(0, 3)" in environment.python("-m", "yulopt", source)


@at_length
def test_an_editable_install_leaves_nothing_in_the_sources(
    clone: Path, environment: Environment
) -> None:
    sources = files(clone)
    python = ("--python", str(environment.folder))
    pip(*python, "install", "--no-index", "--no-build-isolation", "--no-deps", "--editable", clone)
    assert files(clone) == sources
    place = environment.python("-c", "import yulopt; print(yulopt.__file__)")
    assert place.strip() == str(clone / "yulopt" / "__init__.py")
