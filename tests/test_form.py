"""Compiled and pure form: the loaded one, and the choice at installation."""

import os
import subprocess
import sys

from yulopt.build_info import PURE_VARIABLE, VERSION, build_kind
from yulopt.syntax import ast

PROGRAM = "import yulopt.syntax.ast; print(yulopt.syntax.ast.__file__)"


def run(*arguments: str, pure: bool) -> str:
    environment = {name: value for name, value in os.environ.items() if name != PURE_VARIABLE}
    if pure:
        environment[PURE_VARIABLE] = "1"
    result = subprocess.run(
        [sys.executable, *arguments], env=environment, capture_output=True, text=True, check=True
    )
    return result.stdout.strip()


def test_the_variable_forces_the_sources() -> None:
    assert run("-c", PROGRAM, pure=True).endswith("ast.py")


def test_without_the_variable_the_compiled_module_is_preferred() -> None:
    compiled = not run("-c", PROGRAM, pure=False).endswith(".py")
    version = run("-m", "yulopt", "--version", pure=False)
    assert ("(compiled)" if compiled else "(pure Python)") in version


def test_the_version_names_the_form() -> None:
    first, second = run("-m", "yulopt", "--version", pure=True).splitlines()
    assert first == f"yulopt {VERSION} (pure Python), equal to solc 0.8.37"
    assert second.startswith("Releases of solc: 0.8.")


def test_form_of_this_process() -> None:
    assert build_kind() == ("pure Python" if str(ast.__file__).endswith(".py") else "compiled")
