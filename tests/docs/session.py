"""Executes the blocks of a page, in a folder like a fresh clone."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Final

from tests.conftest import ROOT
from tests.docs.pages import Block
from tests.processes import run_python, run_yulopt


class PageError(Exception):
    """A block of a page fails."""


_PROMPT: Final = "$ "
_LEFT_OUT: Final = "..."
# What some commands need, and the set-up of the README leaves out: by the extra, the package.
_EXTRAS: Final = {"egraph": "egglog"}
# What is not the same each time, and what stands for it.
_VARYING: Final = (
    (r"\d+(\.\d+)? (?=m?s\b)", "0 "),
    # The last column of the table of `yulopt prove`.
    (r"(?m)((?: +\d+){5}) +\d+\.\d$", r"\1  0.0"),
    (r"\(compiled\)", "(pure Python)"),
)
# What only a shell understands, where it is not quoted.
_SHELL_SYNTAX: Final = re.compile(r"[|&;<>()$`*?\[\]{}~\\]")
_QUOTED_OR_COMMENT: Final = re.compile(r"'[^']*'|\"[^\"$`\\]*\"|(?<!\S)#.*")


class Session:
    """A folder with the examples, where the commands of one page run one after the other.

    `yulopt` and `python` are those of this environment. A `pyproject.toml` that a page writes is
    installed at once, as `pip install` would do it, with the modules beside it. With
    `without_extras`, packages for extras of yulopt are missing until the page installs them.
    """

    def __init__(self, folder: Path, *, without_extras: bool = False) -> None:
        self._home = folder / "yulopt"
        self._packages = folder / "site-packages"
        programs = folder / "bin"
        for path in (self._home, self._packages, programs):
            path.mkdir()
        (self._home / "examples").symlink_to(ROOT / "examples")
        for name, arguments in (("yulopt", "-m yulopt"), ("python", "")):
            path = programs / name
            path.write_text(f'#!/bin/sh\nexec "{sys.executable}" {arguments} "$@"\n')
            path.chmod(0o755)
        unwanted = ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR")
        self._environment = {key: value for key, value in os.environ.items() if key not in unwanted}
        self._environment["YULOPT_CACHE"] = str(folder / "cache")
        self._environment["PATH"] = f"{programs}{os.pathsep}{os.environ['PATH']}"
        self._environment["PYTHONPATH"] = str(self._packages)
        self._hidden = dict(_EXTRAS) if without_extras else {}
        for package in self._hidden.values():
            self._packages.joinpath(f"{package}.py").write_text("raise ImportError(__name__)\n")

    def run(self, blocks: list[Block]) -> list[str]:
        """Execute all blocks of a page; returns their texts with the actual output.

        Raises `PageError` if a command of `sh` or Python code fails, or if Python prints what the
        page does not show.
        """
        texts = []
        printed: str | None = None
        for block in blocks:
            if printed is not None and block.follows:
                texts.append(_shown_or(printed, block.text))
                printed = None
                continue
            if printed:
                raise PageError(f"the Python code before line {block.line} prints:\n{printed}")
            printed = None
            if block.exempt:
                self._install_extras(block.text)
            elif block.file:
                self._write(block)
            elif block.language == "python":
                printed = self._evaluate(block.text)
            elif block.language == "sh":
                self._execute_all(block)
            texts.append(self._console(block) if block.language == "console" else block.text)
        if printed:
            raise PageError(f"the Python code at the end prints:\n{printed}")
        return texts

    def _console(self, block: Block) -> str:
        if block.exempt:
            return block.text
        text = ""
        for command, shown in commands_of(block.text):
            text += f"{_PROMPT}{command}\n" + _shown_or(self._execute(command)[1], shown)
        return text

    def _execute_all(self, block: Block) -> None:
        for number, command in enumerate(block.text.splitlines()):
            status, output = self._execute(command)
            if status != 0:
                raise PageError(f"line {block.line + number}: `{command}` fails:\n{output}")

    def _write(self, block: Block) -> None:
        path = self._home / block.file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(block.text)
        if path.name == "pyproject.toml":
            self._install(path)

    def _install(self, file: Path) -> None:
        project = tomllib.loads(file.read_text())["project"]
        for module in file.parent.glob("*.py"):
            (self._packages / module.name).write_text(module.read_text())
        metadata = self._packages / f"{project['name']}-{project['version']}.dist-info"
        metadata.mkdir()
        name, version = project["name"], project["version"]
        (metadata / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
        )
        points = "".join(
            f"[{group}]\n" + "".join(f"{point} = {target}\n" for point, target in targets.items())
            for group, targets in project["entry-points"].items()
        )
        (metadata / "entry_points.txt").write_text(points)

    def _install_extras(self, text: str) -> None:
        for extra in [extra for extra in self._hidden if f"[{extra}]" in text]:
            self._packages.joinpath(f"{self._hidden.pop(extra)}.py").unlink()

    def _execute(self, command: str) -> tuple[int, str]:
        arguments = _arguments_of_yulopt(command)
        if arguments is None:
            result = subprocess.run(
                ["bash", "-c", command],
                cwd=self._home,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                timeout=120,
                check=False,
            )
        else:
            result = run_yulopt(
                arguments, folder=self._home, environment=self._environment, together=True
            )
        return result.returncode, result.stdout

    def _evaluate(self, code: str) -> str:
        result = run_python(code, folder=self._home, environment=self._environment, together=True)
        if result.returncode != 0:
            raise PageError(f"Python code fails:\n{code}\n{result.stdout}")
        return result.stdout


def commands_of(text: str) -> list[tuple[str, str]]:
    """The commands of a `console` block, each with what is shown below it."""
    commands: list[tuple[str, str]] = []
    for line in text.splitlines(keepends=True):
        if line.startswith(_PROMPT):
            commands.append((line.removeprefix(_PROMPT).rstrip("\n"), ""))
        else:
            if not commands:
                raise PageError(f"a `console` block begins with a command, not with: {line}")
            command, shown = commands.pop()
            commands.append((command, shown + line))
    return commands


def _arguments_of_yulopt(command: str) -> list[str] | None:
    """The arguments of a command that is nothing but `yulopt`, without anything for a shell."""
    if _SHELL_SYNTAX.search(_QUOTED_OR_COMMENT.sub("", command)):
        return None
    words = shlex.split(command, comments=True)
    return words[1:] if words[0] == "yulopt" else None


def matches(printed: str, shown: str) -> bool:
    """Whether `shown` matches the output, apart from omitted lines and varying parts."""
    pattern = "".join(
        r"(?:.*\n)*?" if line == _LEFT_OUT else re.escape(line) + r"\n"
        for line in _steady(shown).splitlines()
    )
    return re.fullmatch(pattern, _steady(printed)) is not None


def _shown_or(printed: str, shown: str) -> str:
    return shown if matches(printed, shown) else printed


def _steady(text: str) -> str:
    """The text without varying parts, and without blanks at ends of lines."""
    lines = "".join(line.rstrip() + "\n" for line in text.rstrip("\n").splitlines())
    for pattern, replacement in _VARYING:
        lines = re.sub(pattern, replacement, lines)
    return lines
