"""Contracts in Solidity, one for each kind of content besides code that bytes may have."""

from __future__ import annotations

import json
from functools import cache
from typing import Final

from tests import oracle
from tests.dropin.compilers import by_solc
from yulopt.driver.options import Options
from yulopt.dropin.front import Front
from yulopt.errors import Source
from yulopt.persistence.cache import Cache
from yulopt.persistence.json_values import JsonObject, object_at
from yulopt.publish.publication import Publication, Subject, publish
from yulopt.suite.pipelines import BEYOND_CODEGEN, SOLC_CODEGEN, Pipeline

FILE: Final = "src/Contracts.sol"
SOLIDITY: Final = """// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
library Sums {
    function total(uint256[] storage values) external view returns (uint256 sum) {
        for (uint256 i = 0; i < values.length; i++) sum += values[i];
    }
}
contract Linked {
    uint256[] private values;
    function add(uint256 value) external { values.push(value); }
    function total() external view returns (uint256) { return Sums.total(values); }
}
contract Immutables {
    address public immutable owner = msg.sender;
    uint256 public immutable since = block.number;
    function age() external view returns (uint256) { return block.number - since; }
}
contract Arguments {
    uint256 public limit;
    string public name;
    constructor(uint256 limit_, string memory name_) { limit = limit_; name = name_; }
}
contract Factory {
    function make(uint256 limit) external returns (Arguments) {
        return new Arguments(limit, "made");
    }
}
contract Starter {
    Immutables public first = new Immutables();
}
"""
CONTRACTS: Final = ("Linked", "Immutables", "Arguments", "Factory", "Starter")


class Stock(Front):
    """Stock solc in one process for all tests; with `tampering`, another byte in all code."""

    def __init__(self, *, tampering: bool = False) -> None:
        super().__init__(oracle.package_of(), Cache(None))
        self._tampering = tampering

    def compile(self, request: str, _reading: object = None) -> str:
        answer = oracle.answer_of_solc(request)
        return answer.replace('"object":"60', '"object":"61') if self._tampering else answer


@cache
def built(name: str) -> JsonObject:
    """The output of solc for a contract via IR."""
    wanted = ["abi", "ir", "evm.bytecode", "evm.deployedBytecode"]
    request = {
        "language": "Solidity",
        "sources": {FILE: {"content": SOLIDITY}},
        "settings": {"viaIR": True, "outputSelection": {"*": {"*": wanted}}},
    }
    return object_at(by_solc(json.dumps(request)), "contracts", FILE, name)


def subject(name: str) -> Subject:
    """A contract that is to be published."""
    output = built(name)
    source = Source(str(output["ir"]), f"{name}.ir.yul")
    return Subject(source, name, f"{FILE}:{name}", output["abi"], "--pipeline size")


def options(pipeline: str, codegen: str = SOLC_CODEGEN) -> Options:
    """The options of the compilation."""
    return Options().with_pipeline(Pipeline.named(pipeline, codegen=codegen))


@cache
def published(name: str) -> Publication:
    """The publication of the contract with the pipeline `size`."""
    return publish(subject(name), options("size"), Stock())


@cache
def exactly_published(name: str) -> Publication:
    """The contract in its exact form, of the pipeline `size`."""
    return publish(subject(name), options("size", BEYOND_CODEGEN), Stock(), exact=True)
