"""The command `yulopt rvsdg`."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

from tests.conftest import Command
from tests.rvsdg.graphs import POWER

OBJECTS = 'object "A" { code { sstore(0, 1) } object "B" { code { sstore(1, 2) } } }'
NEGATE = "(func-1-inputs-1-outputs (* get-0 -1))"
WITHOUT_EGGLOG = importlib.util.find_spec("egglog") is None


@pytest.fixture
def power(tmp_path: Path) -> Path:
    path = tmp_path / "power.cfg"
    path.write_text(POWER)
    return path


def test_build(yulopt: Command, power: Path) -> None:
    result = yulopt("rvsdg", "build", power)
    assert result.exit_code == 0
    assert result.stdout.startswith("(func-2-inputs-1-outputs\n  (get-2\n    (loop\n")


def test_run_control_flow(yulopt: Command, power: Path) -> None:
    assert yulopt("rvsdg", "run", power, "-3", "0x3").stdout == "-27\n"


def test_run_a_graph(yulopt: Command) -> None:
    assert yulopt("rvsdg", "run", "-", "5", input=NEGATE).stdout == "-5\n"


def test_words_of_256_bits(yulopt: Command) -> None:
    result = yulopt("rvsdg", "run", "--word", "256", "-", "1", input=NEGATE)
    assert result.stdout == f"{2**256 - 1}\n"


def test_endless(yulopt: Command) -> None:
    text = "(func-0-inputs-1-outputs (get-0 (loop 0 (+ get-0 1) 1)))"
    result = yulopt("rvsdg", "run", "--fuel", "100", "-", input=text)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "<stdin>: error: more than 100 iterations and calls\n"


def test_from_yul(yulopt: Command) -> None:
    result = yulopt("rvsdg", "from-yul", "-", input="{ sstore(0, 1) }")
    assert result.stdout == (
        "(?0 (sstore 0 1 get-0 get-1)\n(func-2-inputs-2-outputs (get-0 ?0) (get-1 ?0)))\n"
    )


def test_from_yul_with_objects(yulopt: Command) -> None:
    result = yulopt("rvsdg", "from-yul", "-", input=OBJECTS)
    assert '; object "A"\n' in result.stdout
    assert '; object "B"\n' in result.stdout


def test_yul_again(yulopt: Command, tmp_path: Path) -> None:
    target = tmp_path / "out.yul"
    result = yulopt("rvsdg", "from-yul", "--emit", "yul", "-o", target, "-", input=OBJECTS)
    assert (result.exit_code, result.stdout) == (0, "")
    assert target.read_text().count("sstore(") == 2


@pytest.mark.parametrize(
    ("command", "text", "report"),
    [
        ("build", "function\ngoto a b", "<stdin>:2:1: error: 'goto' takes one label, not 2\n"),
        ("run", "(+ 1 ?x)", "<stdin>:1:6: error: the variable ?x is not bound\n(+ 1 ?x)\n     ^\n"),
        ("run", "(+ 1 get-0)", "<stdin>: error: get-0 is used outside of all regions\n"),
        ("from-yul", "{ x := 1 }", "<stdin>:1:3: error: "),
    ],
)
def test_bad_input(yulopt: Command, command: str, text: str, report: str) -> None:
    result = yulopt("rvsdg", command, "-", input=text)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(report)


def test_wrong_use(yulopt: Command, power: Path) -> None:
    assert yulopt("rvsdg", "run", power, "three").exit_code == 2
    assert yulopt("rvsdg", "build", "--word", "64", power).exit_code == 2
    assert yulopt("rvsdg", "frobnicate").exit_code == 2


@pytest.mark.skipif(WITHOUT_EGGLOG, reason="saturation needs egglog")
def test_opt(yulopt: Command) -> None:
    assert yulopt("rvsdg", "opt", "-", input="(+ 5 (* -1 2))").stdout == "3\n"


@pytest.mark.skipif(WITHOUT_EGGLOG, reason="egglog is not installed")
def test_exact_choice(yulopt: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    assert yulopt("rvsdg", "opt", "--exact", "--cost", "gas", "-", input="1").exit_code == 2
    sum_of_products = "(func-2-inputs-1-outputs (+ (* get-0 3) (* get-0 get-1)))"
    expected = "(func-2-inputs-1-outputs (* get-0 (+ get-1 3)))\n"
    if importlib.util.find_spec("scipy") is not None:
        result = yulopt("rvsdg", "opt", "--exact", "-", input=sum_of_products)
        assert (result.exit_code, result.stderr) == (0, "")
        assert result.stdout in (expected, expected.replace("get-1 3", "3 get-1"))
        monkeypatch.setattr("yulopt.rvsdg.exact._MOST_NODES", 5)
        result = yulopt("rvsdg", "opt", "--exact", "-", input=sum_of_products)
        assert result.exit_code == 0
        assert "note: the choice is not exact: " in result.stderr
        assert " nodes are too many, it takes fewer than 5\n" in result.stderr
    monkeypatch.undo()
    monkeypatch.setitem(sys.modules, "scipy.optimize", None)
    result = yulopt("rvsdg", "opt", "--exact", "-", input=sum_of_products)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == (
        "<stdin>: error: an exact choice needs the package 'scipy': pip install 'yulopt[exact]'\n"
    )
