"""Replays of counterexamples: their environment."""

from __future__ import annotations

import pytest

from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for
from yulopt.evm.environment import Environment
from yulopt.prover.replay import environment_of
from yulopt.prover.verdict import Counterexample

DIALECT = dialect_for(DEFAULT_EVM_VERSION)


@pytest.mark.parametrize(
    ("builtin", "read"),
    [
        ("timestamp", lambda environment: environment.timestamp),
        ("number", lambda environment: environment.block_number),
        ("slotnum", lambda environment: environment.slot_number),
    ],
)
def test_the_environment_of_an_example_is_replayed(builtin: str, read: object) -> None:
    assert callable(read)
    example = Counterexample(environment={builtin: 7})
    assert read(environment_of(example, DIALECT)) == 7
    assert read(Environment(DIALECT.version)) != 7
