"""Queries closed by a solver are written for another one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.campaigns.smtlib import opinions
from tests.conftest import Command
from tests.prover.test_verdict import DIALECT, view
from yulopt.prover.answers import ProofSettings
from yulopt.prover.verdict import FunctionProver, Status

z3 = pytest.importorskip("z3", reason="z3-solver is not installed")

_PROGRAM = "{ let a := calldataload(0) sstore(0, add(a, 0)) }"


def write(folder: Path) -> str:
    program = folder / "masks.yul"
    program.write_text(_PROGRAM)
    return str(program)


def test_closed_questions_are_written(tmp_path: Path) -> None:
    before = view(
        "{ let a := calldataload(0) let b := calldataload(1) sstore(0, add(and(a, b), or(a, b))) }"
    )
    after = view("{ let a := calldataload(0) let b := calldataload(1) sstore(0, add(a, b)) }")
    settings = ProofSettings(DIALECT, 5.0, smtlib=tmp_path)
    verdict = FunctionProver(before, after, {}, settings).prove(None, None)
    assert (verdict.status, verdict.method) == (Status.PROVEN, "smt")
    (file,) = tmp_path.glob("*.smt2")
    assert file.read_text().startswith("(set-logic ALL)\n(set-info :status unsat)\n")
    assert file.stem in {query.digest for query in verdict.queries}
    solver = z3.Solver()
    solver.from_file(str(file))
    assert solver.check() == z3.unsat


def test_another_solver_confirms(tmp_path: Path) -> None:
    pytest.importorskip("cvc5", reason="cvc5 is not installed")
    question = "(set-logic ALL)\n(declare-const x (_ BitVec 8))\n(assert {})\n(check-sat)\n"
    for name, condition in (("right", "(distinct (bvand x x) x)"), ("wrong", "(= x #x03)")):
        (tmp_path / f"{name}.smt2").write_text(question.format(condition))
    found = opinions(tmp_path.glob("*.smt2"), 5.0)
    assert {file.stem: one for file, one in found.items()} == {"right": "unsat", "wrong": "sat"}


def test_open_and_different_queries_are_not_written(tmp_path: Path) -> None:
    before = view("{ sstore(0, mul(calldataload(0), 3)) }")
    after = view("{ sstore(0, add(calldataload(0), 3)) }")
    settings = ProofSettings(DIALECT, 2.0, smtlib=tmp_path)
    verdict = FunctionProver(before, after, {}, settings).prove(None, None)
    assert verdict.status is not Status.PROVEN
    assert not list(tmp_path.glob("*.smt2"))


def test_the_command_makes_the_folder(yulopt: Command, tmp_path: Path) -> None:
    program = write(tmp_path)
    assert yulopt("prove", program, "--smtlib", str(tmp_path / "a" / "b")).exit_code == 0
    assert (tmp_path / "a" / "b").is_dir()
    result = yulopt("prove", program, "--smtlib", f"{program}/x")
    assert result.exit_code == 1
    assert "cannot be created" in result.stderr


def test_no_folder_is_made_for_wrong_usage_or_input(yulopt: Command, tmp_path: Path) -> None:
    program, wrong, folder = write(tmp_path), tmp_path / "wrong.yul", tmp_path / "queries"
    wrong.write_text("{ let }")
    for words, status in (
        (("--steps", "u", "--sequence", "small", program), 2),
        (("--check", tmp_path / "missing.json", program), 2),
        ((tmp_path / "missing.yul",), 1),
        ((wrong,), 1),
    ):
        assert yulopt("prove", "--smtlib", folder, *words).exit_code == status
        assert not folder.exists()
