"""Loops that end the frame: each ends it in its own way."""

from __future__ import annotations

import pytest

from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for
from yulopt.errors import Source
from yulopt.prover.replay import WithoutExecutions
from yulopt.prover.step_proof import prove_step
from yulopt.prover.verdict import ProofSettings, Status
from yulopt.prover.versions import Version, version_of
from yulopt.syntax.parser import parse_source

DIALECT = dialect_for(DEFAULT_EVM_VERSION)
_STOPS = "for { } calldataload(0) { } { if sload(0) { stop() } }"
_FAILS = "for { } calldataload(32) { } { if sload(0) { invalid() } }"


def version(text: str) -> Version:
    return version_of(parse_source(Source(text), DIALECT).code)


def is_proven(before: str, after: str, solvers: tuple[str, ...] = ()) -> bool:
    """Whether the prover shows, with these solvers, that both programs do the same."""
    settings = ProofSettings(DIALECT, 5, solvers)
    proofs = prove_step(version(before), version(after), settings, WithoutExecutions(), {})
    return all(proof.status is Status.PROVEN for proof in proofs)


def counted(data: int, end: str) -> str:
    """A loop that ends the frame in its second iteration, with a word of data."""
    ends = f"if i {{ mstore(0, {data}) {end}(0, 32) }}"
    return f"for {{ let i := 0 }} lt(i, 9) {{ i := add(i, 1) }} {{ {ends} }}"


@pytest.mark.parametrize("solvers", [(), ("z3",)])
@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f"{{ {_STOPS} {_FAILS} }}", f"{{ {_FAILS} {_STOPS} }}"),
        (
            f"{{ if calldataload(64) {{ {_STOPS} }} {_FAILS} }}",
            f"{{ {_FAILS} if calldataload(64) {{ {_STOPS} }} }}",
        ),
        (
            f"{{ for {{ }} sload(1) {{ }} {{ {_STOPS} {_FAILS} }} }}",
            f"{{ for {{ }} sload(1) {{ }} {{ {_FAILS} {_STOPS} }} }}",
        ),
        (
            f"{{ {{ {counted(1, 'return')} }} {counted(2, 'return')} }}",
            f"{{ {{ {counted(2, 'return')} }} {counted(1, 'return')} }}",
        ),
        (
            f"{{ sstore(f(), g()) function f() -> r {{ {counted(1, 'revert')} }}"
            f" function g() -> r {{ {counted(2, 'revert')} }} }}",
            f"{{ let a := f() sstore(a, g()) function f() -> r {{ {counted(1, 'revert')} }}"
            f" function g() -> r {{ {counted(2, 'revert')} }} }}",
        ),
    ],
)
def test_the_order_of_loops_that_end_differently(
    before: str, after: str, solvers: tuple[str, ...]
) -> None:
    assert is_proven(before, before, solvers)
    assert not is_proven(before, after, solvers)


def test_loops_that_end_in_one_way() -> None:
    for loop in (_STOPS, _FAILS, counted(1, "return")):
        renamed = loop.replace("let i", "let k").replace("(i,", "(k,").replace(" i :=", " k :=")
        renamed = renamed.replace("if i", "if k")
        assert is_proven(f"{{ {loop} sstore(0, 1) }}", f"{{ {renamed} sstore(0, 1) }}")
