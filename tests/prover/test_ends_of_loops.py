"""Loops that end the frame: each ends it in its own way."""

from __future__ import annotations

import random
from itertools import product

import pytest

from tests.slices import seeds
from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for
from yulopt.errors import Source
from yulopt.evm.environment import Limits
from yulopt.evm.outcome import Outcome
from yulopt.interpreter.run import run
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


ENDS = ("stop()", "invalid()", "revert(0, 0)", "revert(0, 32)", "return(0, 32)")


def ending(rng: random.Random) -> str:
    """A statement that may end the frame, often in a loop."""
    word = rng.choice(("calldataload(0)", "calldataload(32)", "sload(0)", "sload(1)"))
    body = f"if {rng.choice(('sload(0)', 'sload(1)', word))} {{ {rng.choice(ENDS)} }}"
    form = rng.randrange(6)
    if form == 0:
        return body
    head = f"for {{ }} {word} {{ }}"
    if form == 1:
        head = f"for {{ let i := 0 }} lt(i, {word}) {{ i := add(i, 1) }}"
    loop = f"{head} {{ {body} }}"
    return f"if calldataload(64) {{ {loop} }}" if form == 2 else f"{{ {loop} }}"


def outcome(program: str, words: tuple[int, ...]) -> Outcome:
    calldata = b"".join(word.to_bytes(32, "big") for word in words[:3])
    storage = dict(enumerate(words[3:]))
    return run(program, calldata=calldata, storage=storage, limits=Limits(steps=2000))


def differs(before: str, after: str) -> bool:
    """Whether some execution that ends differs."""
    for words in product((0, 2), repeat=5):
        one, other = outcome(before, words), outcome(after, words)
        ends = not (one.is_limit or other.is_limit)
        if ends and (one.kind, one.output) != (other.kind, other.output):
            return True
    return False


def test_random_statements_that_end_the_frame() -> None:
    """They are exchanged, and proven only if no execution differs."""
    proven = different = 0
    for seed in seeds(16, 4000):
        rng = random.Random(seed)
        statements = [ending(rng) for _ in range(rng.randint(2, 3))]
        first = rng.randrange(len(statements) - 1)
        swapped = statements.copy()
        swapped[first : first + 2] = reversed(swapped[first : first + 2])
        before, after = (f"{{ {' '.join(body)} sstore(9, 1) }}" for body in (statements, swapped))
        is_shown, is_different = is_proven(before, after), differs(before, after)
        assert not (is_different and is_shown), f"seed {seed}: {before} {after}"
        proven += is_shown
        different += is_different
    assert min(proven, different) > 0
