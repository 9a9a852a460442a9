"""The Python interface: arguments, results, steps, and the representation of nodes."""

from __future__ import annotations

import functools
import itertools
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import yulopt
import yulopt.steps
from tests.conftest import ROOT
from yulopt.build_info import VERSION
from yulopt.passes.step import Step
from yulopt.suite.named_sequences import read_sequence
from yulopt.suite.registry import all_steps, is_installed
from yulopt.syntax.ast import (
    Block,
    ExpressionStatement,
    FunctionCall,
    FunctionDefinition,
    If,
    Literal,
    LiteralKind,
    Switch,
)

SOURCE = "{ let x := add(1, 2) sstore(0, x) }"
COUNTER = ROOT / "examples" / "counter.yul"
ERC20 = ROOT / "examples" / "erc20.yul"


# Arguments. `Any`, because no type checker lets these pass.

Function = Callable[..., Any]
optimize: Function = yulopt.optimize
with_report: Function = yulopt.optimize_with_report
parse: Function = yulopt.parse
run_steps: Function = yulopt.run_steps
print_yul: Function = yulopt.print_yul
make_context: Function = yulopt.make_context


@pytest.mark.parametrize("function", [optimize, with_report], ids=["optimize", "with_report"])
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (((Path("a.yul"),), {}), "source must be str, not .*Path; read the file first"),
        (((b"{ }",), {}), "source must be str, not bytes; decode it first"),
        (((None,), {}), "source must be str, not NoneType"),
        (((SOURCE, ["u"]), {}), "steps must be str or None, not list"),
        (((SOURCE,), {"steps": b"u"}), "steps must be str or None, not bytes"),
        (((SOURCE,), {"sequence": 1}), "sequence must be str or None, not int"),
        (((SOURCE,), {"runs": "200"}), "runs must be int, not str"),
        (((SOURCE,), {"runs": 200.0}), "runs must be int, not float"),
        (((SOURCE,), {"runs": True}), "runs must be int, not bool"),
        (((SOURCE,), {"runs": None}), "runs must be int, not NoneType"),
        (((SOURCE,), {"bare": "yes"}), "bare must be bool, not str"),
        (((SOURCE,), {"stack_allocation": 1}), "stack_allocation must be bool, not int"),
        (((SOURCE,), {"evm_version": 13}), "evm_version must be str or None, not int"),
    ],
)
def test_arguments_of_other_types(
    function: Function, arguments: tuple[tuple[object, ...], dict[str, object]], message: str
) -> None:
    positional, named = arguments
    with pytest.raises(TypeError, match=message):
        function(*positional, **named)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (functools.partial(parse, Path("a.yul")), "source must be str, not .*Path"),
        (functools.partial(parse, "{ }", filename=Path("a.yul")), "filename must be str"),
        (functools.partial(parse, "{ }", evm_version=1), "evm_version must be str or None"),
        (functools.partial(run_steps, "{ }", "u"), "program must be Object or Block, not str"),
        (functools.partial(run_steps, yulopt.parse("{ }"), None), "steps must be str"),
        (functools.partial(run_steps, yulopt.parse("{ }"), "u", runs="1"), "runs must be int"),
        (functools.partial(run_steps, yulopt.parse("{ }"), "u", evm_version=1), "evm_version"),
        # A compiled function has checked the type before, and says it in its own way.
        (functools.partial(print_yul, "{ }"), "Object.*str"),
        (functools.partial(make_context, yulopt.parse("{ }")), "Block.*Object"),
    ],
)
def test_arguments_of_other_functions(call: Function, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        call()


@pytest.mark.parametrize("function", [optimize, with_report], ids=["optimize", "with_report"])
def test_arguments_with_wrong_values(function: Function) -> None:
    for runs in (-1, 2**64):
        with pytest.raises(ValueError, match="runs must be between 0 and"):
            function(SOURCE, runs=runs)
    with pytest.raises(ValueError, match="did you mean 'pretty'"):
        function(SOURCE, sequence="prety")
    with pytest.raises(ValueError, match="exclude each other"):
        function(SOURCE, "u", sequence="pretty")
    with pytest.raises(ValueError, match="unknown EVM version 'rome'"):
        function(SOURCE, evm_version="rome")


def test_run_steps_takes_only_numbers_of_runs_that_solc_takes() -> None:
    with pytest.raises(ValueError, match="runs must be between 0 and"):
        yulopt.run_steps(yulopt.parse(SOURCE), "u", runs=-1)


# Sequences, results, version


def test_a_sequence_that_has_a_name() -> None:
    source = ERC20.read_text()
    pretty = yulopt.optimize(source, sequence="pretty")
    assert pretty == yulopt.optimize(source, read_sequence("pretty"))
    assert pretty != yulopt.optimize(source)


def test_the_version() -> None:
    assert yulopt.__version__ == VERSION


@pytest.mark.parametrize("settings", [{}, {"bare": True}, {"runs": 1, "evm_version": "paris"}])
def test_a_result_has_the_text_and_what_the_steps_did(settings: dict[str, Any]) -> None:
    source = (ROOT / "examples" / "counter.yul").read_text()
    steps = "hgfoxscu"
    result = yulopt.optimize_with_report(source, steps, **settings)
    assert result.text == yulopt.optimize(source, steps, **settings)
    assert 0 < result.after.known_size < result.before.known_size
    assert result.after.gas > 0
    assert {step.name for step in result.steps} >= {"Disambiguator", "ExpressionSplitter"}
    for path in {step.object_path for step in result.steps}:
        of_object = [step for step in result.steps if step.object_path == path]
        for first, second in itertools.pairwise(of_object):
            assert first.after == second.before
        assert all(step.changed or step.before == step.after for step in of_object)
    changes = sum(step.after.known_size - step.before.known_size for step in result.steps)
    assert changes == result.after.known_size - result.before.known_size


def test_a_result_knows_the_length_of_the_code() -> None:
    result = yulopt.optimize_with_report("{ sstore(0, add(1, 2)) }")
    # PUSH1 3 PUSH0 SSTORE STOP
    assert result.code_bytes() == 5
    assert yulopt.optimize_with_report("{ }").code_bytes() == 1
    for pipeline in (None, "size"):
        code = yulopt.compile(COUNTER.read_text(), pipeline=pipeline).bytecode
        with_report = yulopt.optimize_with_report(COUNTER.read_text(), pipeline=pipeline)
        assert with_report.code_bytes() == code.size
    assert (
        yulopt.optimize_with_report(COUNTER.read_text(), "hgfo", bare=True).code_bytes() is not None
    )


def test_a_result_without_code_is_marked() -> None:
    names = [f"x{number}" for number in range(20)]
    reads = " ".join(f"let {name} := calldataload({at})" for at, name in enumerate(names))
    writes = " ".join(f"sstore({at}, {name})" for at, name in enumerate(names))
    assert (
        yulopt.optimize_with_report(f"{{ {reads} {writes} }}", "", bare=True).code_bytes() is None
    )
    data = 'object "A" { code { sstore(0, datasize("B.d")) } object "B" { code { } data "d" "" } }'
    assert yulopt.optimize_with_report(data, "", bare=True).code_bytes() is None


# Steps


def test_every_step_of_yulopt_can_be_imported_from_one_place() -> None:
    own = {step.name: type(step) for step in all_steps().values() if not is_installed(step)}
    assert set(yulopt.steps.__all__) == {kind.__name__ for kind in own.values()}
    assert sorted(yulopt.steps.__all__) == yulopt.steps.__all__
    for kind in own.values():
        assert getattr(yulopt.steps, kind.__name__) is kind
    assert set(dir(yulopt.steps)) >= set(yulopt.steps.__all__)


def test_a_step_from_there_runs() -> None:
    from yulopt.steps import ExpressionSplitter, UnusedPruner

    program = yulopt.parse("{ let x := 1 sstore(add(1, 2), 3) }")
    context = yulopt.make_context(program.code)
    steps: tuple[Step, ...] = (UnusedPruner(), ExpressionSplitter())
    for step in steps:
        step.run(context, program.code)
    assert "sstore(_4, _1)" in yulopt.print_yul(program.code)
    assert "let x" not in yulopt.print_yul(program.code)


@pytest.mark.parametrize("module", ["yulopt", "yulopt.steps"])
def test_other_names_are_not_attributes(module: str) -> None:
    with pytest.raises(AttributeError, match=f"module '{module}' has no attribute 'frobnicate'"):
        _ = sys.modules[module].frobnicate


def test_unused_modules_are_not_loaded() -> None:
    code = """if True:
        import sys
        import yulopt
        print("yulopt.result" in sys.modules, "yulopt.steps.unused_pruner" in sys.modules)
        from yulopt.steps import UnusedPruner
        opt = "yulopt.steps.through_ssa.ssa_opt"
        print("yulopt.steps.unused_pruner" in sys.modules, opt in sys.modules)
        yulopt.optimize_with_report
        print("yulopt.result" in sys.modules)
    """
    shown = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert shown.stdout.splitlines() == ["False False", "True False", "True"]


# How nodes are shown


@pytest.mark.parametrize(
    ("statement", "kind"),
    [
        ("{ }", "Block"),
        ("{ let y z := 1 }", "Block"),
        ("let y", "VariableDeclaration"),
        ("let y, w := g()", "VariableDeclaration"),
        ("z := 0x10", "Assignment"),
        ("z, x := g()", "Assignment"),
        ("sstore(0, true)", "ExpressionStatement"),
        ('sstore(0, "a\\"b\\n")', "ExpressionStatement"),
        ("if false { leave }", "If"),
        ("switch x case 1 { } default { z := 2 }", "Switch"),
        ("for { let i } i { i := 1 } { break continue }", "ForLoop"),
        ("function h() { }", "FunctionDefinition"),
        ("function h(a, b) -> c, d { }", "FunctionDefinition"),
    ],
)
def test_a_node_shows_its_class_and_its_text(statement: str, kind: str) -> None:
    program = yulopt.parse(f"{{ function f(x, z) {{ {statement} }} function g() -> a, b {{ }} }}")
    (function, _) = program.code.statements
    shown = [repr(node) for node in body_of(function).statements]
    assert shown == [f"<{kind} {statement}>"]


def body_of(function: object) -> Block:
    assert isinstance(function, FunctionDefinition)
    return function.body


def test_a_case_and_a_computed_number() -> None:
    (switch,) = yulopt.parse("{ switch 1 case 2 { } default { } }").code.statements
    assert isinstance(switch, Switch)
    assert [repr(case) for case in switch.cases] == ["<Case case 2 { }>", "<Case default { }>"]
    assert repr(Literal(LiteralKind.NUMBER, 7)) == "<Literal 7>"


def test_a_long_text_is_cut_off() -> None:
    program = yulopt.parse("{" + " sstore(0, 1)" * 100 + " }")
    assert repr(program.code) == (
        "<Block { sstore(0, 1) sstore(0, 1) sstore(0, 1) sstore(0, 1) sst...>"
    )


def test_objects_and_data() -> None:
    source = 'object "a" { code { stop() } data "d" hex"1234" object "b" { code { } } }'
    program = yulopt.parse(source)
    assert repr(program) == "<Object 'a': <Block { stop() }> and 2 inside>"
    assert [repr(child) for child in program.children] == [
        "<Data 'd', 2 bytes>",
        "<Object 'b': <Block { }> and 0 inside>",
    ]


def test_deep_and_large_trees_are_shown_at_once() -> None:
    """Neither the stack nor the memory grows with the tree."""
    call = FunctionCall("f", [])
    block = Block([])
    for _ in range(10_000):
        call = FunctionCall("f", [call])
        block = Block([If(call, block)])
    wide = Block([ExpressionStatement(FunctionCall("stop", []))] * 1_000_000)
    tracemalloc.start()
    try:
        shown = [repr(node) for node in (call, block, wide)]
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert [len(text) for text in shown] == [75, 68, 68]
    assert peak < 100_000


def test_the_shown_tree_may_be_damaged() -> None:
    """In the middle of a step, say: a node is shown as well as it can be."""
    assert repr(ExpressionStatement(FunctionCall("", []))) == "<ExpressionStatement ()>"
    assert repr(Switch(Literal(LiteralKind.NUMBER, 1), [])) == "<Switch switch 1 >"
