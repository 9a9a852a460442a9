"""`yulopt prove`: the report, the certificate, options, and errors."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.broken_steps import break_step
from tests.cli.conftest import wrong_file_report
from tests.cli.test_verify import broken_run
from tests.conftest import Command
from yulopt.steps.expression_simplifier import ExpressionSimplifier

PROGRAM = """{
    if calldataload(0) { f(add(5, 6)) }
    function f(x) { sstore(x, 1) }
}
"""

# The range analysis knows the lowest bits of both words, which no normal form compares.
NEEDS_A_SOLVER = """{
    let x := calldataload(0)
    if iszero(and(x, 1)) { stop() }
    let y := shl(1, calldataload(32))
    if eq(x, y) { sstore(0, 1) }
    sstore(2, y)
}
"""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "program.yul"
    path.write_text(PROGRAM)
    return path


def test_all_is_proven(yulopt: Command, program: Path) -> None:
    result = yulopt("prove", "--bare", "--steps", "hgfox", program)
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[:2] == ["Not covered: code generation, from Yul to bytes; gas.", ""]
    assert lines[2].split() == "step runs functions proven different open seconds".split()
    assert lines[3].split()[:-1] == ["FunctionGrouper", "(g)", "1", "1", "1", "0", "0"]
    assert lines[4].split()[:-1] == ["ExpressionSplitter", "(x)", "1", "2", "2", "0", "0"]
    assert lines[5].split()[:-1] == ["total", "2", "3", "3", "0", "0"]
    assert lines[-1].startswith("PROVEN: no step changes what the program does; 3 of 3 changed")


def test_several_processes_give_the_same_result(yulopt: Command, program: Path) -> None:
    results = [
        yulopt("prove", "--steps", "hgfoxc", program, "--json", "-", *options)
        for options in ((), ("-j", "2"))
    ]
    assert [result.exit_code for result in results] == [0, 0]
    one, other = (json.loads(result.stdout)["proofs"] for result in results)
    for record in (*one, *other):
        record["seconds"] = 0
    assert one == other


def test_a_step_that_is_wrong_is_not_proven(
    yulopt: Command, program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_step(monkeypatch, ExpressionSimplifier, broken_run)
    result = yulopt("prove", "--bare", "--steps", "s", program)
    assert result.exit_code == 1
    assert "ExpressionSimplifier (s), number 2 over object" in result.stdout
    assert not result.stdout.splitlines()[-1].startswith("PROVEN")


def test_one_function(yulopt: Command, program: Path) -> None:
    result = yulopt("prove", "--bare", "--steps", "hgfox", "--function", "f", program)
    assert result.exit_code == 0
    assert "no step changes what function f does" in result.stdout
    result = yulopt("prove", "--function", "ff", program)
    assert result.exit_code == 1
    assert "no program of the run has a function 'ff'" in result.stderr


def test_a_certificate_is_checked(yulopt: Command, program: Path, tmp_path: Path) -> None:
    certificate = tmp_path / "proof.json"
    made = yulopt("prove", "--bare", "--steps", "hgfox", program, "--certificate", certificate)
    assert made.exit_code == 0
    record = json.loads(certificate.read_text())
    assert record["format"] == "yulopt-proofs-2"
    assert record["settings"]["sequence"] == "hgfox"
    assert [(proof["step"], proof["before"]) for proof in record["proofs"]] == [
        ("FunctionGrouper", ""),
        ("ExpressionSplitter", ""),
        ("ExpressionSplitter", "f"),
    ]
    checked = yulopt("prove", program, "--check", certificate)
    assert checked.exit_code == 0
    assert checked.stdout.splitlines()[-1].startswith("PROVEN")


def test_a_limit_is_a_number(yulopt: Command, program: Path) -> None:
    result = yulopt("prove", "--time", "nan", program)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "'nan' is not a number." in result.stderr


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ('"hashAfter": "', '"hashAfter": "0', 37, '"hashAfter" is "0'),
        ('"method": "normal form"', '"method": "smt"', 37, '"method" is "smt"'),
        ('"number": 3', '"number": 4', 37, '"number" is 4, but comes out as 3'),
        ('"sequence": "hgfox"', '"sequence": "hgfo"', 8, '"output" is'),
        ('"runs": 200', '"runs": "200"', 15, "a int is expected"),
        ('"runs": 200', '"runs": NaN', 1, "NaN is not a number"),
        ('"runs": 200', '"runs": -1', 15, "runs must be between 0"),
        ('"solcVersion": "0.8.37"', '"solcVersion": "0.8.1"', 17, "0.8.1"),
        ('"osaka"', '"pisa"', 14, "unknown EVM version 'pisa'"),
        ('"sha256": "', '"sha256": "0', 6, "the certificate is about another program"),
        ("yulopt-proofs-2", "yulopt-proofs-0", 2, '"format": "yulopt-proofs-2" is expected'),
        ('"proofs": [', '"proofs": ', 38, "not JSON: Expecting"),
        ("}\n  ]", "},\n    {}\n  ]", 40, "the run has 3 changed functions, not 4"),
    ],
)
def test_a_changed_certificate_is_rejected_with_its_line(
    yulopt: Command, program: Path, tmp_path: Path, old: str, new: str, line: int, reason: str
) -> None:
    certificate = tmp_path / "proof.json"
    yulopt("prove", "--bare", "--steps", "hgfox", program, "--certificate", certificate)
    text = certificate.read_text()
    assert old in text
    certificate.write_text(text.replace(old, new, 1))
    result = yulopt("prove", program, "--check", certificate)
    assert (result.exit_code, result.stdout) == (1, "")
    first = result.stderr.splitlines()[0]
    assert reason in first
    assert first.startswith(f"{certificate}:{line}:")


def test_options_that_exclude_each_other(yulopt: Command, program: Path) -> None:
    result = yulopt("prove", program, "--check", program, "--steps", "u")
    assert result.exit_code == 2
    assert "--check and --steps exclude each other" in result.stderr


def test_the_program_is_not_overwritten(yulopt: Command, program: Path) -> None:
    result = yulopt("prove", program, "--certificate", program)
    assert result.exit_code == 2
    assert program.read_text() == PROGRAM


def test_a_bad_program(yulopt: Command, wrong_file: Path) -> None:
    result = yulopt("prove", wrong_file)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == wrong_file_report(wrong_file)


def test_without_a_solver_normal_forms_are_compared(
    yulopt: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, certificate = tmp_path / "program.yul", tmp_path / "proof.json"
    path.write_text(NEEDS_A_SOLVER)
    options = ("--bare", "--steps", "K", path)
    with_solver = yulopt("prove", *options, "--certificate", certificate)
    assert with_solver.exit_code == 0, with_solver.stdout
    assert '"method": "smt"' in certificate.read_text()
    monkeypatch.setitem(sys.modules, "z3", None)
    result = yulopt("prove", *options)
    assert (result.exit_code, result.stderr) == (1, "")
    assert "no solver" in result.stdout
    assert "normal forms only; pip install 'yulopt[prove]' adds z3" in result.stdout
    assert yulopt("prove", "--bare", "--steps", "hgfo", path).exit_code == 0
    checked = yulopt("prove", path, "--check", certificate)
    assert (checked.exit_code, checked.stdout) == (1, "")
    assert "z3 is not installed; pip install 'yulopt[prove]'" in checked.stderr


def test_the_solver_can_be_chosen(
    yulopt: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, certificate = tmp_path / "program.yul", tmp_path / "proof.json"
    path.write_text(NEEDS_A_SOLVER)
    options = ("--bare", "--steps", "K", path, "--certificate", certificate)
    assert yulopt("prove", *options, "--solver", "z3").exit_code == 0
    record = json.loads(certificate.read_text())
    assert list(record["solvers"]) == ["z3"]
    asked = {query["solver"] for proof in record["proofs"] for query in proof["queries"]}
    assert asked == {"z3"}
    monkeypatch.setitem(sys.modules, "bitwuzla", None)
    result = yulopt("prove", *options, "--solver", "bitwuzla")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "bitwuzla is not installed; pip install 'yulopt[bitwuzla]' adds it" in result.stderr


def test_without_time(yulopt: Command, program: Path, tmp_path: Path) -> None:
    certificate = tmp_path / "proof.json"
    hurried = yulopt("prove", program, "--time", "1e-9", "--certificate", certificate)
    assert hurried.exit_code == 1
    assert "time" in hurried.stdout
    assert hurried.stdout.splitlines()[-1].startswith("OPEN")
    # Open proofs may succeed with more time.
    assert yulopt("prove", program, "--check", certificate, "--time", "10").exit_code == 0


def test_a_difference_is_shown_with_a_small_program(
    yulopt: Command, program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_step(monkeypatch, ExpressionSimplifier, broken_run)
    certificate = tmp_path / "proof.json"
    result = yulopt("prove", "--bare", "--steps", "s", program, "--certificate", certificate)
    assert result.exit_code == 1
    assert "which becomes" in result.stdout
    assert result.stdout.splitlines()[-1].startswith("DIFFERENT")
    proofs = json.loads(certificate.read_text())["proofs"]
    assert any("counterexample" in proof for proof in proofs)
    checked = yulopt("prove", program, "--check", certificate)
    assert checked.exit_code == 1
    assert checked.stdout.splitlines()[-1].startswith("DIFFERENT")
