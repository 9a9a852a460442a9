"""Builds of stock solc are reproduced, compared and proven, and known faults are named."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Final

import pytest

from tests.conftest import Command
from tests.dropin.compilers import by_solc
from tests.oracle import available
from tests.slices import at_length
from tests.suite.known_faults import KNOWN_FAULTS
from yulopt.audit.same_code import check_code
from yulopt.audit.subject import Subject
from yulopt.driver.build import compile_source
from yulopt.dropin.front import FRONT_VARIABLE
from yulopt.dropin.settings import requested_options
from yulopt.errors import Source, YulError
from yulopt.persistence.cache import CACHE_VARIABLE
from yulopt.persistence.json_values import Json, JsonObject, object_at
from yulopt.syntax.objects import deployed_object

needs_solc = pytest.mark.skipif(available() is not None, reason=str(available()))

_FILE: Final = "Token.json"
_SETTINGS: Final[JsonObject] = {
    "compilationTarget": {"src/Token.sol": "Token"},
    "evmVersion": "cancun",
    "optimizer": {"enabled": True, "runs": 200},
    "viaIR": True,
}
# The object ends with what solc's metadata look like.
_PROGRAM: Final = """object "Token_1" {
    code {
        datacopy(128, dataoffset("Token_1_deployed"), datasize("Token_1_deployed"))
        setimmutable(128, "7", calldataload(0))
        return(128, datasize("Token_1_deployed"))
    }
    object "Token_1_deployed" {
        code { sstore(calldataload(0), add(loadimmutable("7"), calldataload(32))) }
        data ".metadata" hex"a164736f6c6343000825000a"
    }
}
"""
SOLIDITY: Final = """// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
contract Counter {
    uint public count;
    uint public immutable limit;
    constructor(uint l) { limit = l; }
    function add(uint n) external { require(n < limit); count += n; }
}
"""


def code_of(text: str, settings: JsonObject = _SETTINGS) -> tuple[bytearray, bytearray, list[int]]:
    """Creation and runtime code that solc makes, and where immutables are in the latter."""
    compiled, parts = compile_source(Source(text), requested_options(settings))
    runtime = deployed_object(compiled.program)
    deployed = parts[runtime or compiled.program]
    places = [at for offsets in deployed.immutables.values() for at in offsets]
    return bytearray(parts[compiled.program].content), bytearray(deployed.content), places


def artefact(
    text: str = _PROGRAM,
    *,
    version: str = "0.8.37+commit.f401782d",
    settings: JsonObject = _SETTINGS,
    creation: bytes = b"",
    runtime: bytes = b"",
) -> str:
    """An artefact of Foundry, with right code unless it is given."""
    right = code_of(text, settings)
    return json.dumps(
        {
            "abi": [],
            "bytecode": {"object": "0x" + bytes(creation or right[0]).hex()},
            "deployedBytecode": {"object": "0x" + bytes(runtime or right[1]).hex()},
            "ir": text,
            "metadata": {"compiler": {"version": version}, "settings": settings},
        }
    )


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the commands run."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "cache"))
    monkeypatch.setenv(FRONT_VARIABLE, os.environ.get("SOLC", "none"))
    return tmp_path


def test_an_artefact(yulopt: Command, folder: Path) -> None:
    (folder / _FILE).write_text(artefact())
    result = yulopt("prove", _FILE)
    assert result.exit_code == 0
    assert "src/Token.sol:Token, by solc 0.8.37 via IR, EVM version cancun" in result.stdout
    assert "the creation code is the same" in result.stdout
    assert "stale_offsets (not here)" in result.stdout
    assert "NOT MISCOMPILED" in result.stdout
    # With options of a run, it is a run over its IR.
    assert "known faults" not in yulopt("prove", "--steps", "u:", _FILE).stdout


def test_a_constant_that_is_like_metadata(yulopt: Command, folder: Path) -> None:
    """Without the hash of its sources, the metadata is known before the code is."""
    piece = bytes.fromhex("a164736f6c6343000825000a")
    text = _PROGRAM.replace("calldataload(32)))", f"0x{piece.hex()}))")
    creation, runtime, _ = code_of(text)
    (folder / _FILE).write_text(artefact(text))
    for code in (creation, runtime):
        last, first = code.rfind(piece), code.find(piece)
        assert last > first
        changed = bytes([*code[:last], *bytes(len(piece)), *code[last + len(piece) :]])
        assert yulopt("prove", _FILE, "--code", f"0x{changed.hex()}").exit_code == 0
        changed = bytes([*code[:first], *bytes(len(piece)), *code[first + len(piece) :]])
        result = yulopt("prove", _FILE, "--code", f"0x{changed.hex()}")
        assert result.exit_code == 1
        assert f"another byte at {first:#x}" in result.stderr


def test_code_that_differs(yulopt: Command, folder: Path) -> None:
    creation, runtime, _ = code_of(_PROGRAM)
    wrong = bytes([runtime[0] ^ 1, *runtime[1:]])
    (folder / _FILE).write_text(artefact(runtime=wrong))
    result = yulopt("prove", _FILE)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "the runtime code has another byte at" in result.stderr
    (folder / _FILE).write_text(artefact())
    result = yulopt("prove", _FILE, "--code", "0x" + bytes(creation[:-9]).hex())
    assert result.exit_code == 1
    assert f"the creation code has {len(creation) - 9} bytes, not {len(creation)}" in result.stderr


def test_placeholders_and_metadata_may_differ(yulopt: Command, folder: Path) -> None:
    (folder / _FILE).write_text(artefact())
    creation, runtime, places = code_of(_PROGRAM)
    assert places
    for at in places:
        runtime[at : at + 32] = b"\x11" * 32
    runtime[-1] ^= 0xFF
    (folder / "deployed.hex").write_text("0x" + runtime.hex() + "\n")
    result = yulopt("prove", _FILE, "--code", "deployed.hex")
    assert "the runtime code is the same" in result.stdout
    assert result.exit_code == 0
    # One byte beside them counts.
    runtime[places[0] + 32] ^= 1
    result = yulopt("prove", _FILE, "--code", "0x" + runtime.hex())
    assert result.exit_code == 1
    result = yulopt("prove", _FILE, "--code", "0x" + creation.hex() + "00" * 32)
    assert "; 32 bytes follow it" in result.stdout


_TWICE: Final = _PROGRAM.replace(
    "code { sstore(",
    """code {
            if calldataload(64) { sstore(loadimmutable("7"), linkersymbol("A:B")) stop() }
            sstore(linkersymbol("A:B"), 0)
            sstore(""",
)


@pytest.mark.parametrize(
    ("width", "of"), [(32, "the immutable 7"), (20, "the library A:B")], ids=["word", "address"]
)
def test_what_is_filled_in_has_one_value(width: int, of: str) -> None:
    source, options = Source(_TWICE), requested_options(_SETTINGS)
    compiled, parts = compile_source(source, options)
    runtime = code_of(_TWICE)[1]
    empty = bytes([0x5F + width, *bytes(width)])
    first, second = (at + 1 for at in range(len(runtime)) if runtime[at:].startswith(empty))
    runtime[first : first + width] = b"\x11" * width
    subject = Subject(source, "Token", options, given=runtime.hex())
    with pytest.raises(YulError, match=f"the runtime code has several values for {of}"):
        check_code(subject, compiled.program, parts)
    runtime[second : second + width] = b"\x11" * width
    subject = Subject(source, "Token", options, given=runtime.hex())
    assert [one.kind for one in check_code(subject, compiled.program, parts)] == ["runtime code"]


def test_a_known_fault_that_changed_the_code(yulopt: Command, folder: Path) -> None:
    program = next(iter(KNOWN_FAULTS.values())).program
    text = f'object "Token_1" {{ code {program} }}'
    (folder / _FILE).write_text(artefact(text))
    result = yulopt("prove", _FILE, "--shrink", "0")
    assert result.exit_code == 1
    assert "stale_offsets (CHANGES THIS CODE)" in result.stdout
    assert "reassigned_bases (not here)" in result.stdout
    assert "NOT MISCOMPILED" not in result.stdout
    assert "MISCOMPILED: a step changes the behaviour of the contract" in result.stdout


def test_the_release_decides(yulopt: Command, folder: Path) -> None:
    (folder / _FILE).write_text(artefact(version="0.8.30+commit.73712a01"))
    result = yulopt("prove", _FILE)
    assert "by solc 0.8.30 via IR" in result.stdout
    assert "misses_recursion (not here)" in result.stdout
    (folder / _FILE).write_text(artefact(version="0.8.19+commit.7dd6d404"))
    result = yulopt("prove", _FILE)
    assert result.exit_code == 1
    assert "solc 0.8.19 built it, which is not supported; these releases are: 0.8.26" in (
        result.stderr
    )
    # Without metadata, the code itself has the version.
    document = json.loads(artefact())
    del document["metadata"]["compiler"]
    (folder / _FILE).write_text(json.dumps(document))
    assert "by solc 0.8.37 via IR" in yulopt("prove", _FILE).stdout


def test_builds_that_are_not_via_ir(yulopt: Command, folder: Path) -> None:
    settings = {key: value for key, value in _SETTINGS.items() if key != "viaIR"}
    (folder / _FILE).write_text(artefact(settings=settings))
    result = yulopt("prove", _FILE)
    assert "note: it was not built via IR" in result.stderr
    assert "known faults" not in result.stdout
    result = yulopt("prove", _FILE, "--code", "0x00")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "was not built via IR (viaIR is off)" in result.stderr


def test_bad_input(yulopt: Command, folder: Path) -> None:
    (folder / _FILE).write_text(artefact())
    (folder / "token.yul").write_text(_PROGRAM)
    result = yulopt("prove", _FILE, "--code", "0x00", "--steps", "u")
    assert result.exit_code == 2
    assert "--code and --steps exclude each other" in result.stderr
    result = yulopt("prove", "token.yul", "--code", "0x00")
    assert result.exit_code == 1
    assert "this Yul program does not record how it was built" in result.stderr
    result = yulopt("prove", _FILE, "--code", "0xzz")
    assert result.exit_code == 1
    assert "not a sequence of bytes in hexadecimal digits" in result.stderr
    (folder / "empty.hex").write_text("0x\n")
    for nothing in ("0x", "empty.hex", ""):
        result = yulopt("prove", _FILE, "--code", nothing)
        assert (result.exit_code, result.stdout) == (1, "")
        assert "there is no code" in result.stderr
    for runs in (-1, 2**64):
        settings: JsonObject = {**_SETTINGS, "optimizer": {"enabled": True, "runs": runs}}
        changed = json.loads(artefact())
        changed["metadata"]["settings"] = settings
        (folder / "runs.json").write_text(json.dumps(changed))
        result = yulopt("prove", "runs.json")
        assert (result.exit_code, result.stdout) == (1, "")
        assert "runs must be between" in result.stderr
    result = yulopt("prove", _FILE, "--code", "missing.hex")
    assert result.exit_code == 1
    assert "missing.hex" in result.stderr


def test_a_pipeline_is_none_of_stock_solc(yulopt: Command, folder: Path) -> None:
    steps: JsonObject = {"optimizerSteps": "pipeline=gas"}
    optimizer: JsonObject = {"enabled": True, "runs": 200, "details": {"yulDetails": steps}}
    (folder / _FILE).write_text(
        artefact().replace(json.dumps(_SETTINGS["optimizer"]), json.dumps(optimizer))
    )
    result = yulopt("prove", _FILE)
    assert (result.exit_code, "the creation code is the same" in result.stdout) == (0, True)


# With a front-end solc


@needs_solc
def test_solidity(yulopt: Command, folder: Path) -> None:
    (folder / "Counter.sol").write_text(SOLIDITY)
    result = yulopt("prove", "Counter.sol")
    assert result.exit_code == 0
    assert "Counter.sol:Counter, by solc 0.8.37 via IR" in result.stdout
    assert "the runtime code is the same" in result.stdout


@needs_solc
@at_length
def test_a_build_info_without_ir_and_the_deployed_code(yulopt: Command, folder: Path) -> None:
    settings: JsonObject = {"viaIR": True, "optimizer": {"enabled": True, "runs": 1}}
    outputs: Json = ["metadata", "evm.bytecode", "evm.deployedBytecode"]
    request: JsonObject = {
        "language": "Solidity",
        "sources": {"Counter.sol": {"content": SOLIDITY}},
        "settings": {**settings, "outputSelection": {"*": {"*": outputs}}},
    }
    answer = by_solc(json.dumps(request))
    (folder / "build.json").write_text(
        json.dumps({"_format": "hh-sol-build-info-1", "input": request, "output": answer})
    )
    deployed = object_at(answer, "contracts", "Counter.sol", "Counter", "evm", "deployedBytecode")
    code = str(deployed["object"])
    result = yulopt("prove", "build.json", "--code", f"0x{code}")
    assert result.exit_code == 0
    assert "runs 1\nthe runtime code is the same" in result.stdout
    assert "NOT MISCOMPILED" in result.stdout
