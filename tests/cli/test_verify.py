"""`yulopt verify`: the report, options, and errors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.broken_steps import break_step
from tests.cli.conftest import run_process, wrong_file_report
from tests.conftest import Command
from yulopt.passes.step import Context
from yulopt.steps.expression_simplifier import ExpressionSimplifier
from yulopt.syntax.ast import Block, Literal
from yulopt.syntax.visitor import Walker

PROGRAM = """{
    if calldataload(0) { f(5) }
    for { } calldatasize() { } { }
    function f(x) { sstore(x, 1) }
}
"""


class _Doubler(Walker):
    def visit_literal(self, literal: Literal) -> None:
        literal.value, literal.text = 2 * literal.value, None


def broken_run(context: Context, block: Block) -> None:
    _Doubler().visit_block(block)


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "program.yul"
    path.write_text(PROGRAM)
    return path


def test_nothing_found(yulopt: Command, program: Path) -> None:
    result = yulopt("verify", "--bare", "--steps", "hgfo", program, "--tries", "50")
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[0] == "object  inputs  blocks reached  functions reached  steps  versions"
    # With calldata the program does not end, and so what is after the condition is not reached.
    assert lines[1].split() == ["object", "6", "4", "of", "9", "0", "of", "1", "5", "0"]
    assert lines[2].startswith("not compared: ")
    assert lines[2].endswith(" out of steps (object)")
    assert lines[3:] == [
        "",
        "No difference found with 6 inputs, which reached 4 of 9 blocks (44 %).",
    ]


def test_all_blocks_of_all_objects(yulopt: Command) -> None:
    source = """object "A" {
        code { if calldataload(0) { sstore(0, add(1, 2)) } return(0, datasize("B")) }
        object "B" { code { sstore(1, add(1, 2)) } }
    }"""
    result = yulopt("verify", "--tries", "50", "-", input=source)
    rows = [line.split() for line in result.stdout.splitlines()[1:3]]
    assert [row[2:5] for row in rows] == [["3", "of", "3"], ["1", "of", "1"]]
    inputs = sum(int(row[1]) for row in rows)
    verdict = f"No difference found with {inputs} inputs, which reached all 4 blocks."
    assert result.stdout.splitlines()[3:] == ["", verdict]


def test_json(yulopt: Command, program: Path) -> None:
    result = yulopt("verify", "--sequence", "prelude", "--json", program)
    record = json.loads(result.stdout)
    assert result.exit_code == 0
    assert record["difference"] is None
    (reached,) = record["objects"]
    assert 0 < record["blocksReached"] == reached["blocksReached"] < record["blocks"]
    assert (record["inputs"], record["blocks"]) == (reached["inputs"], reached["blocks"])
    assert record["objects"][0]["object"] == "object"


def test_a_difference(yulopt: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    break_step(monkeypatch, ExpressionSimplifier, broken_run)
    source = "{ log0(0, 0) sstore(0, 1) }"
    result = yulopt("verify", "--bare", "--steps", "hgfos", "-", "--shrink", "5", input=source)
    assert result.exit_code == 1
    start = result.stdout.index("Step ")
    address = "0x" + "a1" * 20
    effect = f"  storage:\n  before  [{address}, 0x0]: 0x1\n  after   [{address}, 0x0]: 0x2\n"
    assert result.stdout[start:] == (
        "Step ExpressionSimplifier (s), number 6 over object object,"
        " changed the program's behaviour.\n"
        f"  with    calldata 0x\n{effect}\n"
        "It does so with this program\n\n{ sstore(0, 1) }\n\n"
        "which becomes\n\n{ sstore(0, 2) }\n\n"
        f"  with    calldata 0x\n{effect}"
    )
    result = yulopt("verify", "--bare", "--steps", "hgfos", "-", "--json", input=source)
    record = json.loads(result.stdout)
    assert result.exit_code == 1
    assert record["difference"]["letter"] == "s"
    assert record["difference"]["effect"] == "storage"
    assert record["difference"]["small"]["program"] == "{ sstore(0, 1) }"


def test_seeds_and_tries(yulopt: Command, program: Path) -> None:
    one, other = (
        yulopt("verify", "--steps", ":", "--tries", "300", "--seed", "3", program).stdout
        for _ in range(2)
    )
    assert one == other


def test_bad_input(yulopt: Command, wrong_file: Path) -> None:
    result = yulopt("verify", wrong_file)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == wrong_file_report(wrong_file)
    result = yulopt("verify", "--steps", "?", wrong_file)
    assert result.exit_code == 1
    assert "'?' is not a valid step abbreviation" in result.stderr


def test_wrong_usage(yulopt: Command, program: Path) -> None:
    result = yulopt("verify", "--steps", "u", "--sequence", "prelude", program)
    assert result.exit_code == 2
    assert yulopt("verify", "--tries", "0", program).exit_code == 2


def test_as_a_process(program: Path) -> None:
    result = run_process("verify", "--steps", ":", program)
    assert result.returncode == 0
    assert "\x1b" not in result.stdout + result.stderr
