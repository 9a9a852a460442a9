"""Faults that passes over solc's assembly once had are found in the bytes, if made again.

Source: solc's list of known bugs (`docs/bugs.json`), for the names.
"""

from __future__ import annotations

import importlib
from typing import Final

import pytest

from tests.checker import builds
from tests.mutation.in_place import in_place
from tests.mutation.mutant import Mutant

_OPTIMIZER: Final = "yulopt.assembly.optimizer."
FAULTS: Final = {
    "KeccakCaching": (
        Mutant(
            f"{_OPTIMIZER}machine_state",
            "hashes of the same words with another length are equal",
            "key = (tuple(words), size)",
            "key = (tuple(words), 0)",
        ),
        "{ mstore(0, caller()) let a := keccak256(0, 4) let b := keccak256(0, 32) sstore(a, b) }",
    ),
    "ConstantOptimizerSubtraction": (
        Mutant(
            f"{_OPTIMIZER}constant_optimizer",
            "the lower part of a constant is added where it is subtracted",
            '"add" if lower > 0 else "sub"',
            '"add"',
        ),
        "{ sstore(0, 0x4fffffffffffffffd) }",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_known_faults_are_found(name: str) -> None:
    mutant, text = FAULTS[name]
    right = builds.Build(text, steps=":")
    assert all(proof.is_proven for proof in right.prove())
    with in_place(mutant):
        fresh = importlib.import_module(builds.__name__)
        replay = importlib.import_module("yulopt.code_proofs.code_replay")
        build = fresh.Build(text, steps=":")
        settings = fresh.ProofSettings(build.dialect, 1.0, ("z3",))
        (found,) = replay.prove_code(build.inner, build.witnesses, settings).proofs
    assert build.content != right.content
    assert found.status.value == "refuted", found.reason
