"""The prover's own analysis of which functions can return."""

from __future__ import annotations

from operator import attrgetter
from pathlib import Path
from typing import Final

import pytest

import yulopt
from tests.conftest import ROOT
from tests.prover.test_step_proof import DIALECT
from yulopt.analysis.control_flow import function_control_flow
from yulopt.analysis.declarations import function_definitions
from yulopt.errors import Source
from yulopt.prover.calls import CallGraph
from yulopt.prover.returning import returning_functions
from yulopt.prover.versions import version_of
from yulopt.syntax.parser import parse_source

# The body of `f`, and whether `f` can return.
_BODIES: Final = {
    "": True,
    "revert(0, 0)": False,
    "let x := add(1, 2) stop()": False,
    "if calldatasize() { invalid() }": True,
    "if calldatasize() { leave } invalid()": True,
    "invalid() leave": False,
    "switch calldatasize() case 0 { stop() } default { invalid() }": False,
    "switch calldatasize() case 0 { stop() }": True,
    "switch calldatasize() case 0 { stop() } default { sstore(0, 1) }": True,
    "switch ends() case 0 { leave }": False,
    "if ends() { leave }": False,
    "let x := ends()": False,
    "sstore(ends(), 1) leave": False,
    "for { } 1 { } { }": True,
    "for { ends_alone() } 1 { } { leave }": False,
    "for { } ends() { } { leave }": False,
    "for { } 1 { } { leave } stop()": True,
    "for { } 1 { leave } { } stop()": True,
    "for { } 1 { } { stop() }": True,
    "ends_alone() leave": False,
    "f()": False,
    "if calldatasize() { leave } f()": True,
    "g()": False,
    "function h() { leave } h()": True,
    "function h() { leave } stop()": False,
}
_OTHERS: Final = (
    "function ends() -> r { revert(0, 0) } function ends_alone() { ends_too() }"
    " function ends_too() { selfdestruct(0) } function g() { f() }"
)


@pytest.mark.parametrize("body", _BODIES)
def test_a_function_that_can_return(body: str) -> None:
    returning = _returning(f"{{ {{ f() }} function f() {{ {body} }} {_OTHERS} }}")
    assert ("f" in returning) == _BODIES[body]


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*.yul")), ids=attrgetter("stem"))
def test_the_steps_know_the_same(path: Path) -> None:
    text = yulopt.optimize(path.read_text(), "hg")
    for object_ in parse_source(Source(text), DIALECT).all_objects():
        functions = {one.name: one for one in function_definitions(object_.code)}
        graph = CallGraph(object_.code)
        flow = function_control_flow(object_.code)
        expected = {name for name in functions if flow[name].can_continue}
        assert returning_functions(functions, graph) == expected


def _returning(text: str) -> frozenset[str]:
    code = version_of(parse_source(Source(text), DIALECT).code).code
    assert code is not None
    return returning_functions(code.functions, CallGraph(code.block))
