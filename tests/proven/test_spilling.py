"""Unreachable values in a proven build: spilled if that is proven, or rejected."""

from __future__ import annotations

from typing import Final

import pytest

from tests.slices import every_nth
from yulopt.driver.build import Front, finish, generate_program
from yulopt.driver.options import Options
from yulopt.errors import Source, StackTooDeepError
from yulopt.persistence.cache import Cache
from yulopt.proven.build import prove_build
from yulopt.prover.certificate import check_certificate, read_certificate
from yulopt.suite.pipelines import BEYOND_CODEGEN

OPTIONS: Final = Options("u:", codegen=BEYOND_CODEGEN, proven=True)
_LOADS: Final = " ".join(f"let x{number} := sload({number})" for number in range(18))
_STORES: Final = " ".join(f"sstore({number}, add(x{number}, 1))" for number in range(18))
DEEP: Final = f"{{ {_LOADS} {_STORES} }}"


def bytes_of(text: str) -> int:
    """The bytes of a proven build, whose certificate is checked; raises `StackTooDeepError`."""
    source = Source(text, "p.yul")
    built = prove_build(source, OPTIONS, cache=Cache(None))
    compiled = generate_program(Front(source, OPTIONS, built.observer()))
    parts = finish(compiled, OPTIONS, source)
    read = read_certificate(Source(built.certificate, "c.json"))
    assert check_certificate(read, source).is_proven
    return len(parts[compiled.program].content)


_ITSELF: Final = f"{_LOADS} if n {{ f(sub(n, 1)) }} {_STORES}"
_MOVED: Final = {
    "no memory": DEEP,
    "with a guard": DEEP.replace("{", "{ mstore(64, memoryguard(128))", 1),
    "function that calls itself": f"{{ f(9) function f(n) {{ {_ITSELF} }} }}",
}
_REFUSED: Final = {
    # Transient storage can be seen by others.
    "pointer without a guard": DEEP.replace(
        "{", "{ mstore(64, 128) mstore(mload(64), calldataload(0))", 1
    ),
    # Any word of memory may be another one.
    "stores at any address": DEEP.replace("{", "{ mstore(calldataload(0), 1)", 1),
    "function that calls itself and allocates": (
        "{ mstore(64, memoryguard(128)) f(9) function f(n)"
        f" {{ let q := mload(64) mstore(64, add(q, 32)) mstore(q, n) {_ITSELF} log0(q, 32) }} }}"
    ),
}


@pytest.mark.parametrize("text", _MOVED.values(), ids=_MOVED)
def test_spills_to_memory_are_proven(text: str) -> None:
    assert bytes_of(text)


@pytest.mark.parametrize("name", every_nth(2, list(_REFUSED)))
def test_unproven_spills_are_rejected(name: str) -> None:
    with pytest.raises(StackTooDeepError, match=r"is proven correct.*without --proven"):
        bytes_of(_REFUSED[name])
