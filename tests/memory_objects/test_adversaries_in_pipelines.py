"""Adversarial programs behave the same on a real EVM after all pipelines."""

from __future__ import annotations

import pytest

from tests.execution import Call, observe
from tests.slices import every_nth
from tests.steps import (
    test_memory_promoter,
    test_pointer_sinker,
    test_storage_forwarder,
    test_unread_store_eliminator,
)
from tests.steps.adversary import Adversary
from tests.steps.memory_adversaries import ADVERSARIES
from tests.steps.pointer_adversaries import POINTER_ADVERSARIES
from tests.steps.storage_adversaries import STORAGE_ADVERSARIES
from tests.steps.unread_adversaries import UNREAD_ADVERSARIES
from tests.test_execution import EVM_VERSION, compile_here
from yulopt.interface import compile
from yulopt.suite.pipelines import pipeline_names

GROUPS = (
    (ADVERSARIES, test_memory_promoter.CALLDATA),
    (POINTER_ADVERSARIES, test_pointer_sinker.CALLDATA),
    (UNREAD_ADVERSARIES, test_unread_store_eliminator.CALLDATA),
    (STORAGE_ADVERSARIES, test_storage_forwarder.CALLDATA),
)
# A program that copies its own code sees that this has changed.
CASES = [
    pytest.param(adversary, calldata, id=name)
    for adversaries, calldata in GROUPS
    for name, adversary in adversaries.items()
    if "codecopy" not in adversary.program
]


@pytest.mark.parametrize(("adversary", "calldata"), every_nth(4, CASES))
def test_pipelines_preserve_behaviour(adversary: Adversary, calldata: list[bytes]) -> None:
    program = f'object "a" {{ code {adversary.program} }}'
    unoptimised = compile_here(program, unoptimised=True)
    assert unoptimised is not None
    calls = [Call(data) for data in calldata]
    expected = observe(unoptimised, calls)
    for name in pipeline_names():
        made = compile(program, pipeline=name, evm_version=EVM_VERSION).bytecode.hex
        for before, after in zip(expected, observe(made, calls), strict=True):
            assert before == after or before.exhausted or after.exhausted, name
