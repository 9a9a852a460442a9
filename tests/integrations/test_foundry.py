"""The protocol of Foundry, replayed where forge itself is not installed.

Answers are read strictly, as Foundry does it, and equal those of solc.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import pytest

from tests.dropin.project import FOUNDRY, MINIMAL
from tests.integrations.foundry import ANSWER, ProtocolError, Solc
from tests.oracle import skip_unless_available
from tests.slices import at_length
from yulopt.dialect import NEWEST
from yulopt.dropin.front import Front, Reading
from yulopt.persistence.cache import Cache
from yulopt.persistence.json_values import Json, JsonObject, object_at, read_json, write_json

# The result of `forge init` and a dependency, in small.
FILES = {
    "lib/fees/src/Fees.sol": """// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
library Fees {
    function of_(uint256 amount) external pure returns (uint256) { return amount / 100; }
}
""",
    "src/Counter.sol": """// SPDX-License-Identifier: MIT
pragma solidity ^0.8.13;
import {Fees} from "fees/Fees.sol";
contract Counter {
    uint256 public immutable step = 2;
    uint256 public number;
    function increment() external { number += step; }
    function fee() external view returns (uint256) { return Fees.of_(number); }
}
""",
    "test/Counter.t.sol": """// SPDX-License-Identifier: MIT
pragma solidity ^0.8.13;
import {Counter} from "../src/Counter.sol";
contract CounterTest {
    Counter counter;
    function setUp() public { counter = new Counter(); }
    function test() public { counter.increment(); assert(counter.number() == 2); }
}
""",
}
YUL = """object "Plain" {
    code { datacopy(0, dataoffset("runtime"), datasize("runtime")) return(0, datasize("runtime")) }
    object "runtime" { code { sstore(calldataload(0), add(1, 2)) stop() } }
}
"""
OUTPUTS = object_at(FOUNDRY, "*")["*"]


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    skip_unless_available()
    root = tmp_path_factory.mktemp("project")
    for name, text in FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


@pytest.fixture(scope="module")
def solc(root: Path) -> Solc:
    environment = {**os.environ, "YULOPT_SOLC": os.environ["SOLC"], "YULOPT_CACHE": "off"}
    return Solc(root, environment)


@cache
def front() -> Front:
    return Front(Path(os.environ["SOLC"]), Cache(None))


def request(
    sources: dict[str, str] = FILES, language: str = "Solidity", **settings: Json
) -> JsonObject:
    """A request with the settings that Foundry always sends."""
    return {
        "language": language,
        "sources": {name: {"content": text} for name, text in sources.items()},
        "settings": {
            "remappings": ["fees/=lib/fees/src/"],
            "optimizer": {"enabled": True, "runs": 200},
            "metadata": {"useLiteralContent": False, "bytecodeHash": "ipfs", "appendCBOR": True},
            "outputSelection": FOUNDRY,
            "evmVersion": "prague",
            "viaIR": True,
            "viaSSACFG": False,
            "experimental": False,
            "libraries": {},
            **settings,
        },
    }


def check(solc: Solc, asked: JsonObject, root: Path) -> JsonObject:
    """Compare with solc; the answer, without source maps."""
    text = write_json(asked)
    answer = solc.compile(text)
    reading = Reading(str(root), [str(root / "node_modules")], [str(root)])
    assert answer == read_json(front().compile(text, reading))
    return object_at(answer)


def test_the_version_is_that_of_solc(solc: Solc) -> None:
    assert solc.version().startswith(f"{NEWEST.version}+commit.")


def test_a_project_with_remappings(solc: Solc, root: Path) -> None:
    answer = check(solc, request(), root)
    counter = object_at(answer, "contracts", "src/Counter.sol", "Counter", "evm", "bytecode")
    assert "lib/fees/src/Fees.sol" in object_at(counter["linkReferences"])


def test_a_file_that_has_changed_with_linked_libraries(solc: Solc, root: Path) -> None:
    """Others are in the request, since they are imported, with empty lists."""
    selection: JsonObject = {
        "src/Counter.sol": {"*": OUTPUTS},
        "lib/fees/src/Fees.sol": {"*": []},
    }
    sources = {name: text for name, text in FILES.items() if not name.startswith("test")}
    libraries: Json = {"lib/fees/src/Fees.sol": {"Fees": "0x" + "1234567890" * 4}}
    asked = request(sources, outputSelection=selection, libraries=libraries)
    answer = check(solc, asked, root)
    assert list(object_at(answer, "contracts")) == ["src/Counter.sol"]
    counter = object_at(answer, "contracts", "src/Counter.sol", "Counter", "evm", "bytecode")
    assert counter["linkReferences"] == {}


@at_length
def test_coverage_via_the_minimum_of_the_ir(solc: Solc, root: Path) -> None:
    check(solc, request(optimizer=MINIMAL | {"runs": 200}), root)


def test_a_yul_file(solc: Solc, root: Path) -> None:
    """It arrives alone, and without remappings."""
    asked = request({"src/Plain.yul": YUL}, "Yul", remappings=[])
    answer = check(solc, asked, root)
    plain = object_at(answer, "contracts", "src/Plain.yul", "Plain", "evm", "bytecode")
    assert plain["object"]


@at_length
def test_every_extra_output(solc: Solc) -> None:
    selection: Json = {"*": {"*": ["*", "ir", "irOptimized"], "": ["ast"]}}
    sources = {"src/A.sol": "contract A { uint public x; function f() external { x += 2; } }"}
    answer = solc.compile(write_json(request(sources, outputSelection=selection)))
    contract = object_at(answer, "contracts", "src/A.sol", "A")
    assert {"abi", "metadata", "ir", "irOptimized", "evm"} <= contract.keys()


def test_imports_are_read_below_the_root(solc: Solc) -> None:
    sources = {"src/Counter.sol": FILES["src/Counter.sol"]}
    answer = object_at(solc.compile(write_json(request(sources))))
    assert object_at(answer, "sources").keys() == {"lib/fees/src/Fees.sol", "src/Counter.sol"}
    assert object_at(answer, "contracts", "src/Counter.sol", "Counter", "evm", "bytecode")["object"]


def test_errors_are_in_the_answer(solc: Solc) -> None:
    sources = {"src/A.sol": "contract A { function f() external { undefined(); } }"}
    answer = object_at(solc.compile(write_json(request(sources))))
    assert "contracts" not in answer
    errors = answer["errors"]
    assert isinstance(errors, list)
    assert "error" in [object_at(error)["severity"] for error in errors]


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        ({"errors": [{"type": "Warning"}]}, "without component"),
        ({"sources": {"A.sol": {"id": -1}}}, r"answer\.sources\.A\.sol\.id: no number"),
        ({"contracts": {"A": {"B": {"evm": {"bytecode": {}}}}}}, "bytecode: without object"),
    ],
)
def test_an_answer_of_another_shape_is_noticed(answer: Json, problem: str) -> None:
    with pytest.raises(ProtocolError, match=problem):
        ANSWER(answer, "answer")
