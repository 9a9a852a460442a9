"""Verdicts about pairs of functions."""

from __future__ import annotations

from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for
from yulopt.errors import Source
from yulopt.prover.verdict import CodeView, FunctionProver, ProofSettings, Status, Verdict
from yulopt.syntax.parser import parse_source

DIALECT = dialect_for(DEFAULT_EVM_VERSION)


def view(text: str) -> CodeView:
    return CodeView(parse_source(Source(text), DIALECT).code)


def verdict(before: str, after: str, pairs: dict[str, str] | None = None) -> Verdict:
    """About the code outside functions; functions of the same name are pairs."""
    one, other = view(before), view(after)
    same = {name: name for name in one.functions if name in other.functions}
    prover = FunctionProver(one, other, pairs or same, ProofSettings(DIALECT))
    return prover.prove(None, None)


def test_trees_that_differ_in_names_are_equal() -> None:
    found = verdict(
        "{ let x := f() sstore(0, x) function f() -> r {} }",
        "{ let y := g() sstore(0, y) function g() -> s {} }",
        {"f": "g"},
    )
    assert found.status is Status.PROVEN
    assert found.method == "equal trees"
    assert found.assumed == {("f", "g")}


def test_bounds_of_words_that_share_conditions_are_found_once() -> None:
    checks = [f"if lt(add(x, {number}), add(y, x)) {{ y := add(y, x) }}" for number in range(1, 18)]
    words = "let x := and(calldataload(0), 0xff) let y := and(calldataload(32), 0xff)"
    one, other = (
        f"{{ {words} {' '.join(checks)} sstore({slot}, y) }}" for slot in ("0", "sub(x, x)")
    )
    assert verdict(one, other).status is Status.PROVEN
