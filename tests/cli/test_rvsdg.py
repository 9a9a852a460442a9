"""The command `yulopt rvsdg`."""

from __future__ import annotations

import importlib.util
import re
import sys
import time
from pathlib import Path

import pytest

from tests.conftest import Command
from tests.rvsdg.graphs import POWER
from yulopt.egraph.saturation import Session
from yulopt.terminal import console

OBJECTS = 'object "A" { code { sstore(0, 1) } object "B" { code { sstore(1, 2) } } }'
NEGATE = "(func-1-inputs-1-outputs (* get-0 -1))"
needs_egglog = pytest.mark.skipif(
    importlib.util.find_spec("egglog") is None,
    reason="saturation needs egglog: pip install '.[egraph]'",
)


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


@needs_egglog
def test_opt(yulopt: Command) -> None:
    assert yulopt("rvsdg", "opt", "-", input="(+ 5 (* -1 2))").stdout == "3\n"


@needs_egglog
def test_exact_choice(yulopt: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    assert yulopt("rvsdg", "opt", "--exact", "--cost", "gas", "-", input="1").exit_code == 2
    sum_of_products = "(func-2-inputs-1-outputs (+ (* get-0 3) (* get-0 get-1)))"
    expected = "(func-2-inputs-1-outputs (* get-0 (+ get-1 3)))\n"
    if importlib.util.find_spec("scipy") is not None:
        result = yulopt("rvsdg", "opt", "--exact", "-", input=sum_of_products)
        assert (result.exit_code, result.stderr) == (0, "")
        assert result.stdout in (expected, expected.replace("get-1 3", "3 get-1"))
        monkeypatch.setattr("yulopt.rvsdg.extract._MAX_NODES", 5)
        result = yulopt("rvsdg", "opt", "--exact", "-", input=sum_of_products)
        assert result.exit_code == 0
        assert "note: <stdin>: the choice is not exact: " in result.stderr
        assert " nodes are too many, it takes fewer than 5\n" in result.stderr
    monkeypatch.undo()
    monkeypatch.setitem(sys.modules, "scipy.optimize", None)
    result = yulopt("rvsdg", "opt", "--exact", "-", input=sum_of_products)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == (
        "<stdin>: error: an exact choice needs the package 'scipy': pip install 'yulopt[exact]'\n"
    )


SUMS = "(func-3-inputs-1-outputs (+ (+ get-0 get-1) (* -1 (+ get-1 get-0))))"
TWICE = "(func-0-inputs-1-outputs (get-0 (loop 0 (+ get-0 1) (> 1 get-0))))"
SAME_SUM_TWICE = """{
    let a := calldataload(0)
    let b := calldataload(1)
    let c := calldataload(2)
    sstore(0, sub(add(add(a, b), c), add(a, add(c, b))))
}"""


@needs_egglog
def test_statistics_of_saturation(yulopt: Command) -> None:
    result = yulopt("rvsdg", "opt", "--stats", "-", input=SUMS)
    assert result.stdout == "(func-3-inputs-1-outputs 0)\n"
    header, row = result.stderr.splitlines()
    assert header.split("  ")[0] == "graph"
    name, rounds, nodes, classes, _seconds, unit, ended_by, before, after = row.split()
    assert (name, unit, ended_by, before, after) == ("<stdin>", "s", "-", "5", "1")
    assert 0 < int(rounds) < int(classes) < int(nodes)
    result = yulopt("rvsdg", "from-yul", "--optimize", "--stats", "-", input=OBJECTS)
    assert [line.split()[0] for line in result.stderr.splitlines()] == ["graph", '"A"', '"B"']


@needs_egglog
def test_statistics_of_a_second_saturation(yulopt: Command) -> None:
    command = ("rvsdg", "from-yul", "--optimize", "--stats", "--cost", "gas", "-")
    recursion = "{ function f(a) { if a { f(sload(a)) } } f(calldataload(0)) }"
    _header, *rows = yulopt(*command, input=recursion).stderr.splitlines()
    assert [row.split("  ")[0] for row in rows] == ["<stdin>", "<stdin>, without copies"]
    first, second = (row.split() for row in rows)
    assert int(first[-6]) > int(second[-6])
    assert [*first[-2:], *second[-2:]] == [first[-1]] * 4


@needs_egglog
@pytest.mark.parametrize(
    ("limit", "value"), [("--iters", "1"), ("--nodes", "5"), ("--seconds", "0")]
)
def test_limits_are_reported(yulopt: Command, limit: str, value: str) -> None:
    result = yulopt("rvsdg", "opt", limit, value, "-", input=SUMS)
    assert result.exit_code == 0
    assert result.stderr.startswith(
        "note: <stdin>: saturation was not finished; it reached the limit"
        f" {limit} {value} (rounds: "
    )
    assert result.stderr.count("\n") == 1
    assert yulopt("rvsdg", "opt", "-", input=SUMS).stderr == ""


@needs_egglog
def test_progress_of_saturation(yulopt: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    step = Session.step

    def slow(session: Session) -> bool:
        time.sleep(0.1)
        return step(session)

    monkeypatch.setattr(Session, "step", slow)
    monkeypatch.setattr(console, "_LONG_SECONDS", 0.05)
    monkeypatch.setattr(console, "_RENEWAL_SECONDS", 0.05)
    quiet = yulopt("rvsdg", "from-yul", "--optimize", "-", input=OBJECTS)
    assert quiet.stderr == ""
    monkeypatch.setattr(console, "on_terminal", lambda stream: stream is sys.stderr)
    result = yulopt("rvsdg", "from-yul", "--optimize", "-", input=OBJECTS)
    assert re.search(r'<stdin>: round \d+, \d+ e-nodes, \d\.\d s in "A" \.\.\. \d s', result.stderr)
    assert re.search(r'e-nodes, \d\.\d s in "B" \.\.\. ', result.stderr)
    assert result.stderr.endswith("\r\x1b[K")
    assert result.stdout == quiet.stdout
    alone = yulopt("rvsdg", "opt", "-", input=TWICE)
    assert re.search(r"<stdin>: round 1, \d+ e-nodes, \d\.\d s \.\.\. ", alone.stderr)


@needs_egglog
def test_loops_are_peeled_on_demand(yulopt: Command) -> None:
    assert "loop" in yulopt("rvsdg", "opt", "-", input=TWICE).stdout
    result = yulopt("rvsdg", "opt", "--peel", "-", input=TWICE)
    assert result.stdout == "(func-0-inputs-1-outputs 2)\n"
    program = "{ for { let i } lt(i, 1) { i := add(i, 1) } { sstore(i, i) } }"
    command = ("rvsdg", "from-yul", "--optimize", "--emit", "yul", "--cost", "gas", "-")
    assert "for {" in yulopt(*command, input=program).stdout
    peeled = yulopt(*command, "--peel", input=program)
    assert "for {" not in peeled.stdout
    assert "sstore(0, 0)" in peeled.stdout


@needs_egglog
def test_sums_in_all_orders_on_demand(yulopt: Command) -> None:
    command = ("rvsdg", "from-yul", "--optimize", "--emit", "yul", "-")
    assert "add(" in yulopt(*command, input=SAME_SUM_TWICE).stdout
    result = yulopt(*command, "--ac", input=SAME_SUM_TWICE)
    assert "sstore(0, 0)" in result.stdout
    assert "add(" not in result.stdout


@needs_egglog
@pytest.mark.parametrize("cost", ["tree", "dag", "gas"])
def test_only_a_cheaper_program_replaces_the_input(yulopt: Command, cost: str) -> None:
    """The comparison is with the input, not with the Yul of its graph, which is larger."""
    text = (
        "{\n    let x := calldataload(0)\n    for { } lt(x, 9) { x := add(x, calldataload(x)) }\n"
        "    { if eq(x, 7) { revert(0, 0) } }\n    sstore(0, x)\n}\n"
    )
    graph_alone = yulopt("rvsdg", "from-yul", "--emit", "yul", "-", input=text)
    assert len(graph_alone.stdout) > len(text)
    command = ("rvsdg", "from-yul", "--optimize", "--cost", cost, "--emit", "yul", "-")
    assert yulopt(*command, input=text).stdout == text


@needs_egglog
def test_verify_each(yulopt: Command, power: Path) -> None:
    plain, checked = (
        yulopt("rvsdg", "opt", "--peel", "--iters", "3", *more, power)
        for more in ((), ("--verify-each",))
    )
    assert (checked.exit_code, checked.stdout) == (0, plain.stdout)
