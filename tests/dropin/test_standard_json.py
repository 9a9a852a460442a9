"""Answers in standard JSON are those of solc: whole answers, source maps included."""

from __future__ import annotations

import pytest

from tests.dropin.compilers import answer_of_solc, by_solc, by_yulopt
from tests.dropin.project import EVERYTHING, FOUNDRY, HARDHAT_2, HARDHAT_3, MINIMAL, request
from tests.oracle import skip_unless_available
from tests.slices import at_length, every_nth
from yulopt.dropin.build import compile_with
from yulopt.dropin.standard_json import compile_standard_json
from yulopt.persistence.cache import Cache
from yulopt.persistence.json_values import Json, JsonObject, object_at, read_json, write_json


@pytest.fixture(scope="module", autouse=True)
def _oracle() -> None:
    skip_unless_available()


def check(asked: JsonObject) -> None:
    """Compare both answers, source maps included."""
    text = write_json(asked)
    assert by_yulopt(text) == by_solc(text)


@pytest.mark.parametrize("selection", every_nth(4, [EVERYTHING, HARDHAT_2, HARDHAT_3, FOUNDRY]))
def test_whole_projects(selection: Json) -> None:
    check(request(selection))


@pytest.mark.parametrize(
    "optimizer",
    every_nth(2, [{"enabled": False}, {"enabled": True, "runs": 1000000}, MINIMAL]),
)
def test_settings_of_the_optimizer(optimizer: Json) -> None:
    check(request(optimizer=optimizer))


@at_length
def test_other_evm_version_and_no_locations() -> None:
    check(request(evmVersion="paris", debug={"debugInfo": []}))


@pytest.mark.parametrize("language", ["Solidity", "Yul"])
def test_a_negative_zero_is_no_unsigned_number(language: str) -> None:
    sources: JsonObject = {
        "Solidity": {"A.sol": {"content": "contract A {}"}},
        "Yul": {"A.yul": {"content": "{ sstore(0, 1) }"}},
    }
    settings: JsonObject = {
        "viaIR": True,
        "optimizer": {"enabled": True, "runs": 200},
        "outputSelection": {"*": {"*": ["evm.bytecode.object"]}},
    }
    asked: JsonObject = {"language": language, "sources": sources[language], "settings": settings}
    text = write_json(asked).replace("200", "-0")
    assert "must be an unsigned number" in answer_of_solc(text)
    assert by_yulopt(text) == by_solc(text)


def test_missing_outputs_are_reported() -> None:
    source = {"A.sol": "contract A { function f() external {} }"}
    asked = request({"*": {"*": ["irOptimizedAst", "evm.bytecode"]}}, source, experimental=True)
    reported = compile_standard_json(
        write_json(asked), answer_of_solc, compile_with(Cache(None), 1)
    )
    answer = read_json(reported)
    errors = object_at(answer)["errors"]
    assert isinstance(errors, list)
    assert "irOptimizedAst" in str(object_at(errors[-1])["message"])
    assert object_at(errors[-1])["severity"] == "warning"
