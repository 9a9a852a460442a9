"""Messages: a missing library, and a reached limit."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import yulopt as package
from tests.conftest import ROOT, Command
from yulopt.egraph.engine import MISSING, Engine
from yulopt.egraph.saturation import Limits
from yulopt.errors import LimitWarning, YulError
from yulopt.ssa.passes import eqsat

CODE = "{ sstore(0, add(calldataload(0), 0)) }"
WITHOUT_LIBRARY = """
import sys
sys.modules["egglog"] = sys.modules["egglog.bindings"] = None
from yulopt.cli import main
main()
"""


def test_a_missing_library_is_reported_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "egglog", None)
    monkeypatch.setitem(sys.modules, "egglog.bindings", None)
    with pytest.raises(YulError) as caught:
        Engine()
    assert str(caught.value).count("\n") == 0
    assert "pip install 'yulopt[egraph]'" in MISSING


@pytest.mark.parametrize("command", [[], ["verify"], ["explain", "--line", "1"]])
def test_a_missing_library_is_reported_with_the_file(tmp_path: Path, command: list[str]) -> None:
    """In a process of its own, since an engine that was made before is used again."""
    file = tmp_path / "code.yul"
    file.write_text(CODE)
    result = subprocess.run(
        [sys.executable, "-c", WITHOUT_LIBRARY, *command, "--bare", "--steps", "G", file],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr == f"{file}: error: {MISSING}\n"


def test_a_limit_is_reported_on_the_command_line(
    yulopt: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("egglog", reason="saturation needs egglog")
    monkeypatch.setattr(eqsat, "Limits", lambda _, nodes, seconds: Limits(0, nodes, seconds))
    file = tmp_path / "code.yul"
    file.write_text(CODE)
    result = yulopt("--bare", "--steps", "G", file)
    assert result.exit_code == 0
    assert result.stderr.splitlines() == [
        f"{file}: warning: saturation of the code outside functions met the limit of iterations;"
        " what was found is used"
    ]
    with pytest.warns(LimitWarning, match="limit of iterations"):
        package.optimize(CODE, "G", bare=True)


def test_other_commands_report_a_limit_in_one_line(yulopt: Command) -> None:
    pytest.importorskip("egglog", reason="saturation needs egglog")
    result = yulopt("ssa", "--passes", "mem2reg,eqsat:iterations=0", "-", input=CODE)
    assert result.exit_code == 0
    assert result.stderr.splitlines() == [
        "warning: saturation of the code outside functions met the limit of iterations;"
        " what was found is used"
    ]
