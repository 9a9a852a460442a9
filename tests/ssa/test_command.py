"""The command `yulopt ssa`."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.conftest import Command
from tests.ssa.programs import text_of
from yulopt.ssa.text.dot import Overlays, dot_graph
from yulopt.ssa.text.parser import parse_module
from yulopt.ssa.text.printer import print_module

COUNTER = "{ let i for {} lt(i, 10) { i := add(i, 1) } {} sstore(0, i) }"

OBJECTS = """
    object "A" {
        code { sstore(0, f()) function f() -> r { r := 1 } }
        object "B" { code { sstore(1, 2) } }
    }
"""

WITH_DATA = """
    object "A" {
        code {
            datacopy(0, dataoffset("A_deployed"), datasize("A_deployed"))
            return(0, datasize("A_deployed"))
        }
        data "before" "text"
        object "A_deployed" {
            code {
                sstore(datasize("meta"), main(calldataload(0)))
                function main(x) -> r { for { } lt(r, x) { } { r := add(r, add(x, 2)) } }
            }
            object "Inner" { code { sstore(0, 1) } }
            data "odd\\x00" hex"00ff22"
            data "meta" "x"
        }
    }
"""


def test_yul_is_lowered(yulopt: Command) -> None:
    result = yulopt("ssa", "-", input=COUNTER)
    assert result.exit_code == 0
    assert "%i.addr = alloca i256" in result.stdout
    assert print_module(parse_module(result.stdout)) == result.stdout


@pytest.mark.parametrize("format", ["ssa", "ir"])
def test_passes_run(yulopt: Command, format: str) -> None:
    result = yulopt("ssa", "--passes", "mem2reg", "--emit", format, "-", input=COUNTER)
    assert "%i.1 = phi i256 [ 0, %entry ], [ %3, %for.post.0 ]" in result.stdout


def test_text_of_ssa_is_read(yulopt: Command) -> None:
    arguments = ("ssa", "--passes", "mem2reg:ssa=minimal", "--verify-each", "-")
    result = yulopt(*arguments, input=text_of("T2"))
    assert result.stdout.count(" = phi ") == 9


def test_passes_have_settings(yulopt: Command) -> None:
    result = yulopt("ssa", "--passes", "mem2reg:parameters=no", "-", input=text_of("T2"))
    assert "%n.addr = alloca parameter i256" in result.stdout
    assert "%a = alloca" not in result.stdout


def test_every_object_is_a_module(yulopt: Command) -> None:
    result = yulopt("ssa", "-", input=OBJECTS)
    assert result.stdout.startswith('object "A" {\nfunc @main() {')
    assert '\n\nobject "B" {\nfunc @main() {' in result.stdout


@pytest.mark.parametrize("passes", ["", "mem2reg", "optimize", "mem2reg,phi-elimination"])
def test_saved_text_is_read_again(yulopt: Command, some_example: Path, passes: str) -> None:
    saved = yulopt("ssa", "--passes", passes, some_example).stdout
    assert yulopt("ssa", "--verify-each", "-", input=saved).stdout == saved
    if "phi-elimination" not in passes:
        one, other = (
            yulopt("ssa", "--passes", "optimize", "--emit", "llvm", "-", input=text).stdout
            for text in (saved, yulopt("ssa", "-", input=saved).stdout)
        )
        assert one == other


@pytest.mark.parametrize("passes", ["", "mem2reg", "optimize", "mem2reg,phi-elimination"])
def test_saved_text_gives_the_same_program(yulopt: Command, passes: str) -> None:
    """With its objects and data, and by way of a file or at once."""
    saved = yulopt("ssa", "--passes", passes, "-", input=WITH_DATA).stdout
    written = yulopt("ssa", "--emit", "yul", "-", input=saved)
    assert written.exit_code == 0
    assert written.stdout.count("object ") == 3
    assert 'data "odd\\x00" hex"00ff22"' in written.stdout
    optimised = [
        yulopt("--steps", "hgfodvulrs", "-", input=text).stdout
        for text in (
            yulopt("ssa", "--passes", passes, "--emit", "yul", "-", input=WITH_DATA).stdout,
            written.stdout,
        )
    ]
    assert optimised[0] == optimised[1]


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (
            "declare @g()\nfunc @main() {\ne:\n  call @g()\n  ret\n}\n",
            "<stdin>:1:9: error: the function @g is declared, but not defined; for Yul it needs its"
            " code, as 'func @g(...) { ... }'\ndeclare @g()\n        ^\n",
        ),
    ],
)
def test_constructs_without_yul_are_reported_with_their_place(
    yulopt: Command, text: str, error: str
) -> None:
    result = yulopt("ssa", "--emit", "yul", "-", input=text)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == error


def test_one_function(yulopt: Command) -> None:
    result = yulopt("ssa", "--function", "f", "-", input=OBJECTS)
    assert result.stdout.startswith("func @f() -> %r: i256 {")
    assert result.stdout.count("func") == 1


def test_statistics(yulopt: Command) -> None:
    result = yulopt("ssa", "--passes", "mem2reg", "--stats", "-", input=COUNTER)
    counts = json.loads(result.stderr)["object"]["main"]
    assert counts["blocks"] == 6
    assert counts["phis"] == {"for.cond.0": 1}
    assert counts["allocas promoted"] == 1
    assert counts["allocas dropped"] == 0


def test_graph(yulopt: Command) -> None:
    arguments = ("ssa", "--passes", "mem2reg", "--emit", "dot", "-")
    result = yulopt(*arguments, input=text_of("T3"))
    assert (
        result.stdout
        == """\
digraph {
  node [shape=record, fontname="monospace", fontsize=10]
  edge [fontname="monospace", fontsize=9]
  subgraph cluster_f0 {
    label="@counter"
    f0b0 [label="{entry:\\l|br %while.cond\\l}"]
    f0b1 [label="{while.cond:\\l|%i.1 = phi i256 [ 0, %entry ], [ %inc, %while.body ]\\l\
%cmp = lt %i.1, 10\\lbr %cmp, %while.body, %while.end\\l}"]
    f0b2 [label="{while.body:\\l|%inc = add %i.1, 1\\lbr %while.cond\\l}"]
    f0b3 [label="{while.end:\\l|ret %i.1\\l}"]
  }
  f0b0 -> f0b1
  f0b1 -> f0b2 [label="T"]
  f0b1 -> f0b3 [label="F"]
  f0b2 -> f0b1
}
"""
    )


def test_graph_with_everything(yulopt: Command) -> None:
    shown = [f"--show={name}" for name in ("dominators", "frontiers", "loops", "liveness")]
    result = yulopt("ssa", "--emit", "dot", *shown, "-", input=text_of("N9"))
    assert 'subgraph cluster_f0b1 {\n    label="loop b1"' in result.stdout
    assert 'subgraph cluster_f0b3 {\n    label="loop b4"' in result.stdout
    assert "f0b3 -> f0b4 [style=dashed, color=gray, constraint=false]" in result.stdout
    assert "|DF: b1, b4\\l" in result.stdout
    assert "|live: %v2, %v0, %v1\\l" in result.stdout


def test_labels_of_graphs_are_escaped() -> None:
    module = parse_module('func @f(%c: i256) { e: pop "{<|\\"" switch %c, %e [ 0: %e ] }')
    text = dot_graph(module.functions.values(), Overlays())
    assert 'pop \\"\\{\\<\\|\\\\\\"\\"\\l' in text
    assert 'f0b0 -> f0b0 [label="default"]\n  f0b0 -> f0b0 [label="0"]' in text


def test_picture_is_drawn_by_graphviz(
    yulopt: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "dot"
    program.write_text('#!/bin/sh\n/bin/echo "$@"\n/usr/bin/head -n 1\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    result = yulopt("ssa", "--emit", "svg", "-", input=COUNTER)
    assert result.stdout == "-Tsvg\ndigraph {\n"


def test_without_graphviz_the_package_to_install_is_named(
    yulopt: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    result = yulopt("ssa", "--emit", "svg", "-", input=COUNTER)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert result.stderr.startswith("--emit svg: error: cannot draw: the program 'dot' of Graphviz")
    assert result.stderr.count("\n") == 1


def test_failure_of_graphviz_is_reported(
    yulopt: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "dot"
    program.write_text("#!/bin/sh\n/bin/echo bad weather >&2\nexit 3\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    result = yulopt("ssa", "--emit", "svg", "-", input=COUNTER)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "--emit svg: error: cannot draw: bad weather\n"


def test_passes_are_listed(yulopt: Command) -> None:
    result = yulopt("ssa", "--list-passes")
    assert result.exit_code == 0
    assert "mem2reg" in result.stdout
    assert "promotes cells to values" in result.stdout
    assert "max-copies=50000" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("--passes", "mem2rag"), "--passes:1:1: error: there is no pass 'mem2rag'; did you mean"),
        (("--passes", "mem2reg,,dce"), "--passes:1:9: error: expected the name of a pass"),
        (("--passes", "mem2reg:sa=x"), "--passes:1:9: error: the pass mem2reg has no setting 'sa'"),
        (("--passes", "mem2reg:ssa=x"), "--passes:1:9: error: expected 'ssa=' and pruned or"),
        (("--passes", "mem2reg:max-copies=x"), "expected 'max-copies=' and a number"),
        (
            ("--function", "maim"),
            "--function: error: there is no function 'maim'; did",
        ),
    ],
)
def test_wrong_arguments(yulopt: Command, arguments: tuple[str, ...], error: str) -> None:
    result = yulopt("ssa", *arguments, "-", input=COUNTER)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert error in result.stderr


@pytest.mark.parametrize(
    ("source", "error"),
    [
        ("{ let x := y }", "<stdin>:1:12: error:"),
        ("func @f() {\ne:\n  br %x\n}", "<stdin>:3:6: error: there is no block x\n  br %x\n     ^"),
        (
            "func @f() {\ne:\n  br %e\n}",
            "<stdin>:2:1: error: V2: the entry block has",
        ),
    ],
)
def test_wrong_programs(yulopt: Command, source: str, error: str) -> None:
    result = yulopt("ssa", "-", input=source)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert error in result.stderr


def test_output_is_written_to_a_file(yulopt: Command, tmp_path: Path) -> None:
    result = yulopt("ssa", "-", "-o", tmp_path / "out.ssa", input=COUNTER)
    assert result.stdout == ""
    assert (tmp_path / "out.ssa").read_text("utf-8").startswith("func @main() {")
