"""The package's interface for the playground, without a browser."""

from __future__ import annotations

import gc
import json
import os
from typing import Any

import pytest

import yulopt
from docs.playground import bridge, proofs
from tests.conftest import EXAMPLES
from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for
from yulopt.dropin.front import Reading, find_front
from yulopt.errors import Source
from yulopt.persistence.cache import Cache
from yulopt.persistence.json_values import JsonObject, object_at, read_json
from yulopt.prover.step_proof import FunctionProof, prove_step
from yulopt.prover.versions import Version, version_of
from yulopt.syntax.parser import parse_source

EVM = DEFAULT_EVM_VERSION.text
[TOKEN] = [path.read_text() for path in EXAMPLES if path.stem == "erc20"]
SOLIDITY = """
pragma solidity ^0.8.0;
contract Box {
    uint256 value;
    function set(uint256 to) external { value = to; }
}
"""

LETS = " ".join(f"let v{number} := add(sload({number}), {number + 3})" for number in range(20))
USES = " ".join(f"sstore({number}, add(v{number}, {number}))" for number in range(20))
TOO_DEEP = f"{{ mstore(64, 128) {LETS} mstore(mload(64), v0) {USES} log0(mload(64), 32) }}"


def request(language: str, content: str, **settings: object) -> str:
    optimizer = {"enabled": True, "runs": 200}
    wanted = ["abi", "ir", "irOptimized", "evm.bytecode", "evm.deployedBytecode"]
    chosen = {"optimizer": optimizer, "outputSelection": {"*": {"*": wanted}}, **settings}
    return json.dumps(
        {"language": language, "sources": {"in": {"content": content}}, "settings": chosen}
    )


def answered(text: str) -> JsonObject:
    return object_at(read_json(text))


def compiled(pipeline: str = "size") -> JsonObject:
    answer = answered(bridge.compile_request(request("Yul", TOKEN), pipeline, "[]"))
    [contract] = object_at(answer, "answer", "contracts", "in").values()
    return object_at(contract)


@pytest.mark.parametrize("pipeline", ["", "size", "gas", "dhfoDgvulfnTUtnIf"])
def test_yul_becomes_the_code_of_the_command_line(pipeline: str) -> None:
    code = object_at(compiled(pipeline), "evm", "bytecode")["object"]
    expected = (
        yulopt.compile(TOKEN, pipeline=pipeline)
        if pipeline in ("size", "gas")
        else yulopt.compile(TOKEN, pipeline or None)
    )
    assert code == expected.bytecode.hex


def test_wrong_yul_has_a_place() -> None:
    text = bridge.compile_request(request("Yul", "{ sstore(1, a) }"), "size", "[]")
    [error] = json.loads(text)["answer"]["errors"]
    assert error["sourceLocation"]["start"] == 12


def test_a_wrong_sequence_is_an_error() -> None:
    text = bridge.compile_request(request("Yul", "{ }"), "?", "[]")
    assert answered(text)["error"] == (
        "'?' is not a valid step abbreviation; 'yulopt steps' lists them all"
    )
    # It is off during a compile only.
    assert gc.isenabled()


def test_solidity_asks_solc_once_for_each_setting() -> None:
    if "SOLC" not in os.environ:
        pytest.skip("needs solc (see CONTRIBUTING.md)")
    front = find_front(os.environ["SOLC"], Cache(None))
    known: list[object] = []
    asked: list[int] = []
    codes = []
    # Steps of solc are part of the metadata; those of a pipeline beyond are not.
    for pipeline in ("size", "gas", "dhfoDgvulfnTUtnIf"):
        while True:
            text = request("Solidity", SOLIDITY, viaIR=True)
            result = answered(bridge.compile_request(text, pipeline, json.dumps(known)))
            if "question" not in result:
                break
            reported = front.compile(json.dumps(result["question"]), Reading(allow=[]))
            known.append({"request": result["question"], "answer": reported})
        asked.append(len(known))
        contract = object_at(result["answer"], "contracts", "in", "Box")
        codes.append(str(object_at(contract, "evm", "bytecode")["object"]))
    assert asked == [1, 1, 2]
    assert len(codes[0]) < len(codes[2])


def test_assembly_has_every_byte() -> None:
    bytecode = object_at(compiled(), "evm", "deployedBytecode")
    code = str(bytecode["object"])
    rows = json.loads(bridge.assembly(code, str(bytecode["sourceMap"]), EVM))
    offsets = [row[0] for row in rows]
    assert offsets[0] == 0
    assert offsets == sorted(set(offsets))
    data = rows[-1]
    assert data[1].endswith(" bytes of data")
    assert data[0] + int(data[1].split()[0]) == len(code) // 2
    assert all(row[2] is not None for row in rows[:-1])


@pytest.mark.parametrize(
    ("code", "rows"),
    [
        ("6001600201", [["PUSH1 0x1", 3, 1], ["PUSH1 0x2", 3, 2], ["ADD", 3, 1]]),
        ("5f545b565b", [["PUSH0", 2, 1], ["SLOAD", 100, 1], ["JUMPDEST", 1, 0], ["JUMP", 8, -1],
                        ["JUMPDEST", 1, 0]]),
        ("80915050fe", [["DUP1", 3, 1], ["SWAP2", 3, 1], ["POP", 2, 0], ["POP", 2, -1],
                        ["INVALID", 0, -1]]),
    ],
)  # fmt: skip
def test_each_instruction_has_gas_and_height(code: str, rows: list[list[object]]) -> None:
    source_map = ";" * (len(rows) - 1)
    source_map = "3:4:0" + source_map
    found = json.loads(bridge.assembly(code, source_map, EVM))
    assert [row[1:4] for row in found] == rows
    assert [row[4] for row in found] == [[0, 3, 7]] * len(rows)


def test_the_steps_lead_to_the_optimised_program() -> None:
    text = request("Yul", TOKEN)
    optimised = yulopt.optimize(TOKEN)
    listed = json.loads(bridge.steps(text, "", "in:Token", TOKEN))
    assert listed["runs"] > len(listed["steps"]) > 10
    last = json.loads(bridge.step(len(listed["steps"]) - 1))
    assert last["program"].strip() == optimised.strip()
    assert last["difference"][0].startswith("@@ ")


def test_the_steps_are_those_of_the_code_where_the_stack_is_too_deep() -> None:
    text = request("Yul", TOO_DEEP)
    answer = answered(bridge.compile_request(text, "size", "[]"))
    [contract] = object_at(answer, "answer", "contracts", "in").values()
    optimised = str(object_at(contract)["irOptimized"])
    listed = json.loads(bridge.steps(text, "size", "in", TOO_DEEP))
    last = json.loads(bridge.step(len(listed["steps"]) - 1))
    assert last["program"].strip() == optimised.strip()


def test_steps_are_proven_without_a_solver() -> None:
    listed = json.loads(bridge.steps(request("Yul", TOKEN), "dhfoDgvusn", "in", TOKEN))
    found = [json.loads(proofs.proofs(number)) for number, _ in enumerate(listed["steps"])]
    assert {state for step in found for _, state, _ in step} == {"proven"}
    assert "normal form" in {how for step in found for _, _, how in step}


def test_a_proof_is_about_the_texts_that_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    proven = []

    def noting(before: Version, after: Version, *rest: Any) -> list[FunctionProof]:
        proven.append((before.texts, after.texts))
        return prove_step(before, after, *rest)

    monkeypatch.setattr(proofs, "prove_step", noting)
    # The pipeline changes parts of programs, which other recorders count as steps.
    bridge.steps(request("Yul", TOKEN), "size", "in", TOKEN)
    numbers = range(0, len(bridge.looked_at.changes), 20)
    for number in numbers:
        proofs.proofs(number)
    assert len(proven) == len(numbers)
    assert all(before != after for before, after in proven)


def test_a_wrong_step_is_different(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(before: Version, after: Version, *rest: Any) -> list[FunctionProof]:
        program = parse_source(Source("{ sstore(0, 2) }"), dialect_for(DEFAULT_EVM_VERSION))
        return prove_step(before, version_of(program.code), *rest)

    monkeypatch.setattr(proofs, "prove_step", wrong)
    text = "{ sstore(0, add(1, 2)) }"
    bridge.steps(request("Yul", text), "s", "in", text)
    [[name, state, how]] = json.loads(proofs.proofs(0))
    assert (name, state) == ("code outside functions", "different")
    assert how.startswith("with ")


def test_a_page_of_explore() -> None:
    page = bridge.explore(
        request("Yul", "{ sstore(0, add(1, 2)) }"), "", "x.yul", "{ sstore(0, 3) }"
    )
    assert "<title>x.yul - yulopt explore</title>" in page


def test_calls() -> None:
    code = str(object_at(compiled(), "evm", "bytecode")["object"])
    supply = f"{1000:064x}"
    calls = [{"data": f"0x{supply}"}, {"data": "0x18160ddd"}, {"data": "0x", "value": "1"}]
    deployed, total, failed = json.loads(bridge.run(code, json.dumps(calls), EVM))
    assert deployed["created"]
    assert total["output"] == f"0x{supply}"
    assert not failed["success"]


def test_nothing_is_called_if_nothing_was_deployed() -> None:
    outcomes = json.loads(bridge.run("5f5ffd", json.dumps([{"data": ""}, {"data": ""}]), EVM))
    assert [outcome["outcome"] for outcome in outcomes] == ["revert"]
