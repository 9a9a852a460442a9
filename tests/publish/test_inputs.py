"""The inputs of `yulopt publish`: Solidity in projects, and builds of it."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests import oracle
from tests.conftest import Command
from tests.publish.contracts import FILE, SOLIDITY, built
from tests.slices import every_nth
from yulopt.dropin.front import FRONT_VARIABLE
from yulopt.persistence.json_values import object_at, read_json

pytestmark = pytest.mark.skipif(oracle.available() is not None, reason=str(oracle.available()))

NAME = "Immutables"
# The hash of the metadata, and its length, end the code.
METADATA_BYTES = 53
PROJECTS = {
    "foundry": {"foundry.toml": "[profile.default]\nsrc = 'src'\nvia_ir = true\n", FILE: SOLIDITY},
    "hardhat": {
        "hardhat.config.js": "module.exports = { paths: { sources: 'src' } };\n",
        FILE: SOLIDITY,
    },
    "answer": {},
}


@pytest.mark.parametrize("kind", every_nth(3, list(PROJECTS)))
def test_a_contract_keeps_its_interface_and_its_metadata(
    kind: str, tmp_path: Path, yulopt: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(FRONT_VARIABLE, os.environ["SOLC"])
    path = tmp_path / FILE
    for name, text in PROJECTS[kind].items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    if kind == "answer":
        path = tmp_path / "answer.json"
        path.write_text(json.dumps({"contracts": {FILE: {NAME: built(NAME)}}}))
    out = tmp_path / "out"
    flags = ("--contract", NAME, "--pipeline", "size", "--no-proof")
    result = yulopt("publish", path, *flags, "-o", out)
    assert result.exit_code == 0, result.output
    artefact = object_at(read_json((out / f"{NAME}.json").read_text()))
    assert artefact["origin"] == f"{FILE}:{NAME}"
    assert artefact["abi"] == built(NAME)["abi"]
    published = str(object_at(artefact, "deployedBytecode")["object"])
    assert len(published) > 2 * METADATA_BYTES
    if kind == "answer":
        own = str(object_at(built(NAME), "evm", "deployedBytecode")["object"])
        assert published[-2 * METADATA_BYTES :] == own[-2 * METADATA_BYTES :]
