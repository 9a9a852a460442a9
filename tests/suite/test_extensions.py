"""Steps of other packages: found by entry point, used like yulopt's own, refused if they collide.

Packages are installed as pip does it, as files in a folder that Python looks into, without pip.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import pytest

from tests.conftest import EXAMPLES, ROOT
from tests.processes import run_yulopt
from yulopt.suite.named_sequences import read_sequence

MODULE = '''"""ZeroDoubler (`{letter}`): writes 0 as add(0, 0).

Example::

    {{ sstore(1, 0) }}

becomes::

    {{ sstore(1, add(0, 0)) }}
"""

from yulopt.ast import Expression, ExpressionStatement, FunctionCall, Literal, is_zero_literal
from yulopt.ast import Case, Statement
from yulopt.step import Step
from yulopt.visitor import Transformer


class ZeroDoubler(Step):
    """Writes 0 as add(0, 0)."""

    name = "{name}"
    letter = "{letter}"

    def run(self, context, block):
        _Doubler(context.dialect).visit_block(block)


class _Doubler(Transformer):
    def __init__(self, dialect):
        self._add = dialect.builtin("add")

    def visit_expression(self, expression):
        if is_zero_literal(expression):
            zeros = [Literal(expression.kind, 0, "0") for _ in range(2)]
            return FunctionCall("add", zeros, self._add)
        return super().visit_expression(expression)
'''


def install(folder: Path, text: str, *, target: str = "zero_doubler:ZeroDoubler") -> None:
    """Put a package with one module and one entry point into a folder."""
    (folder / "zero_doubler.py").write_text(text)
    metadata = folder / "zero_doubler-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: zero-doubler\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(f"[yulopt.steps]\ndouble = {target}\n")


def change(folder: Path) -> None:
    """Let the step be a wrong one, of the same length."""
    module = folder / "zero_doubler.py"
    before = module.stat().st_mtime
    module.write_text(WRONG)
    # Python takes a module of the same second and size for unchanged.
    os.utime(module, (before + 2, before + 2))


def run(
    folder: Path, *arguments: str | Path, more: Mapping[str, str] = MappingProxyType({})
) -> subprocess.CompletedProcess[str]:
    """`yulopt` in a process that finds the packages of the folder, with `more` variables."""
    environment = os.environ | {"PYTHONPATH": str(folder)} | dict(more)
    return run_yulopt(arguments, folder=ROOT, environment=environment)


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    folder = tmp_path / "packages"
    folder.mkdir()
    install(folder, MODULE.format(name="ZeroDoubler", letter="Z"))
    return folder


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "file.yul"
    path.write_text("{ sstore(1, 0) }")
    return path


def test_in_a_sequence(installed: Path, file: Path) -> None:
    result = run(installed, "--bare", "--steps", "gZ", file)
    assert result.stdout == "{ { sstore(1, add(0, 0)) } }\n"
    assert result.stderr == ""
    assert run(installed, "--bare", "--step", "zerodoubler", file).returncode == 0
    without = run(installed.parent, "--bare", "--steps", "gZ", file)
    assert without.returncode == 1
    assert "'Z' is not a valid step abbreviation" in without.stderr


def test_in_the_trace_and_its_files(installed: Path, file: Path, tmp_path: Path) -> None:
    folder = tmp_path / "trace"
    steps = ("--bare", "--steps", "gZ")
    result = run(installed, *steps, "--trace", "--trace-dir", folder, "--stats", file)
    assert "Z ZeroDoubler (extension)" in result.stderr
    assert "\n+{ { sstore(1, add(0, 0)) } }\n" in result.stderr
    traced = folder / "0002-Z-ZeroDoubler.yul"
    assert traced.read_text() == result.stdout
    again = run(installed, "--bare", "--steps", "Z", folder / "0001-g-FunctionGrouper.yul")
    assert again.stdout == result.stdout


def test_in_the_history_of_a_line(installed: Path, file: Path) -> None:
    result = run(installed, "explain", file, "--line", "1", "--bare", "--steps", "Z")
    assert "Z ZeroDoubler (extension)" in result.stdout
    assert "sstore(1, add(0, 0))" in result.stdout


def test_in_the_list_and_explained(installed: Path) -> None:
    listed = run(installed, "steps").stdout
    own, _, extensions = listed.partition("Extensions, which solc does not have:")
    assert "ZeroDoubler" not in own
    assert "Z  ZeroDoubler" in extensions
    explained = run(installed, "steps", "Z").stdout
    assert explained.startswith("ZeroDoubler (Z) [extension]: writes 0 as add(0, 0).\n")
    assert "{ sstore(1, add(0, 0)) }" in explained


def test_without_a_docstring_the_class_explains_itself(tmp_path: Path) -> None:
    install(tmp_path, MODULE.format(name="ZeroDoubler", letter="Z").partition('"""\n\n')[2])
    result = run(tmp_path, "steps", "Z")
    assert result.stdout == "ZeroDoubler (Z) [extension]: Writes 0 as add(0, 0).\n"


def test_solcs_sequence_is_unchanged(installed: Path, tmp_path: Path) -> None:
    example = str(EXAMPLES[0])
    assert run(installed, example).stdout == run(tmp_path, example).stdout != ""
    assert "Z" not in read_sequence("default")


@pytest.mark.parametrize(
    ("name", "letter", "problem"),
    [
        ("ZeroDoubler", "u", "the letter 'u' is that of UnusedPruner; it needs another letter"),
        ("unusedPruner", "Z", "there is a step UnusedPruner already; it needs another name"),
        ("ZeroDoubler", "[", "its letter '[' is not one character that can stand in a sequence"),
        ("ZeroDoubler", "ab", "its letter 'ab' is not one character"),
        ("Z", "Z", "its name 'Z' is not an identifier of two characters or more"),
    ],
)
def test_a_step_that_collides(tmp_path: Path, name: str, letter: str, problem: str) -> None:
    install(tmp_path, MODULE.format(name=name, letter=letter))
    result = run(tmp_path, "steps", "u")
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr.startswith("zero-doubler (yulopt.steps): error: the step 'double'")
    assert problem in result.stderr
    assert "pip uninstall zero-doubler" in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize(
    ("text", "target", "problem"),
    [
        ("1 / 0", "zero_doubler:ZeroDoubler", "cannot be imported: ZeroDivisionError"),
        (
            "class A: pass",
            "zero_doubler:A",
            "is not a class derived from yulopt.passes.step.Step",
        ),
        ("A = 5", "zero_doubler:B", "cannot be imported: AttributeError"),
    ],
)
def test_a_broken_package(tmp_path: Path, text: str, target: str, problem: str) -> None:
    install(tmp_path, text, target=target)
    result = run(tmp_path, "steps")
    assert result.returncode == 1
    assert problem in result.stderr
    assert "Traceback" not in result.stderr


def test_a_run_of_builtin_steps_loads_no_others(tmp_path: Path, file: Path) -> None:
    install(tmp_path, "1 / 0")
    fine = run(tmp_path, file)
    assert (fine.returncode, fine.stderr) == (0, "")
    result = run(tmp_path, "--steps", "Z", file)
    assert result.returncode == 1
    assert "cannot be imported: ZeroDivisionError" in result.stderr


# A step that fails

FAILING = """from yulopt.passes.step import Step


class ZeroDoubler(Step):
    name = "ZeroDoubler"
    letter = "Z"

    def run(self, context, block):
        {body}


def outer(depth):
    return outer(depth - 1) if depth else {{}}["missing"]
"""


@pytest.fixture
def failing(tmp_path: Path) -> Path:
    folder = tmp_path / "failing"
    folder.mkdir()
    install(folder, FAILING.format(body="outer(20)"))
    return folder


@pytest.mark.parametrize("options", [(), ("--bare",), ("--trace",), ("--jobs", "2")])
def test_a_step_that_fails(failing: Path, file: Path, options: tuple[str, ...]) -> None:
    result = run(failing, *options, "--steps", "gZ", file, file)
    assert (result.returncode, result.stdout) == (1, "")
    assert "Traceback" not in result.stderr
    first, *lines = result.stderr.splitlines()
    message = "step ZeroDoubler (Z) of the package zero-doubler failed: KeyError: 'missing'"
    assert first == f"{file}: error: {message}"
    own = failing / "zero_doubler.py"
    assert lines[0] == f'  File "{own}", line 9, in run'
    assert lines[1] == "    outer(20)"
    assert "  ... 17 more calls ..." in lines
    assert lines.count(first) == 1, "once more, for the other file"
    assert not any("suite.py" in line for line in lines)


def test_a_step_that_fails_from_python(failing: Path) -> None:
    code = """if True:
        import yulopt
        try:
            yulopt.optimize("{ sstore(1, 0) }", "gZ")
        except yulopt.ExtensionError as error:
            print(error)
            print(repr(error.__cause__))
            print(error.origin.splitlines()[0])
    """
    environment = os.environ | {"PYTHONPATH": f"{failing}{os.pathsep}{ROOT}"}
    shown = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    message = "step ZeroDoubler (Z) of the package zero-doubler failed: KeyError: 'missing'"
    assert shown[0] == f"<input>: error: {message}"
    assert shown[1] == "KeyError('missing')"
    assert shown[2].endswith("line 9, in run")


def test_an_error_of_yulopt_in_a_step_is_unchanged(tmp_path: Path, file: Path) -> None:
    body = "from yulopt.errors import YulError; raise YulError('not for me', filename='here')"
    install(tmp_path, FAILING.format(body=body))
    result = run(tmp_path, "--steps", "Z", file)
    assert (result.returncode, result.stderr) == (1, "here: error: not for me\n")


# What was computed with a step before it changed


WRONG = MODULE.format(name="ZeroDoubler", letter="Z").replace(
    '[Literal(expression.kind, 0, "0") for _ in range(2)]',
    '[Literal(expression.kind, 1, "1") for _ in range(2)]',
)


def test_code_by_a_step_that_changed_is_made_again(installed: Path, tmp_path: Path) -> None:
    request = {
        "language": "Yul",
        "sources": {"a.yul": {"content": "{ sstore(calldataload(0), 0) }"}},
        "settings": {
            "optimizer": {"enabled": True},
            "outputSelection": {"*": {"*": ["irOptimized"]}},
        },
    }
    (tmp_path / "request.json").write_text(json.dumps(request))
    cache = ("--cache", tmp_path / "cache")

    def made(steps: str) -> str:
        chosen = {"YULOPT_STEPS": steps, "YULOPT_SOLC": ""}
        arguments = ("solc", *cache, "--standard-json", tmp_path / "request.json")
        return run(installed, *arguments, more=chosen).stdout

    assert "add(0, 0)" in made("gZ:")
    change(installed)
    assert "add(1, 1)" in made("gZ:")


def test_a_step_that_changed_is_proven_again(installed: Path, file: Path, tmp_path: Path) -> None:
    arguments = ("--proven", "--steps", "gZ:", "-o", tmp_path / "out.yul", file)
    chosen = {"YULOPT_CACHE": str(tmp_path / "cache")}
    assert "nothing was rolled back" in run(installed, *arguments, more=chosen).stderr
    change(installed)
    assert "nothing was rolled back" not in run(installed, *arguments, more=chosen).stderr
    assert "add(1, 1)" not in (tmp_path / "out.yul").read_text()
