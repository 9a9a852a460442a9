"""The acceptance list of chapter 11, section 13: contents of an answer, by number.

Elsewhere are 2, 4 and 5 (`test_standard_json.py`), 15 (there and in `test_locations.py`), 14
(`test_messages.py`), 16 to 18 (`tests/integrations/`), and 19 (`test_robustness.py`).
"""

from __future__ import annotations

import hashlib
import re

import pytest

from tests.conftest import Command
from tests.dropin.compilers import answer_of_solc, answer_of_yulopt, by_solc, by_yulopt, front
from tests.dropin.project import EVERYTHING, request
from tests.dropin.test_messages import EXCHANGED, deep
from tests.dropin.test_standard_json import check
from tests.oracle import skip_unless_available
from tests.slices import every_nth
from yulopt.dropin.build import compile_with
from yulopt.dropin.choices import Choices
from yulopt.dropin.front import FRONT_VARIABLE
from yulopt.dropin.standard_json import compile_standard_json
from yulopt.persistence.cache import Cache
from yulopt.persistence.json_values import Json, JsonObject, object_at, read_json, write_json
from yulopt.suite.pipelines import Pipeline

USER = {
    "A.sol": """import {Fees} from "lib/Fees.sol";
contract A { function f(uint256 x) external pure returns (uint256) { return Fees.of_(x); } }
""",
    "lib/Fees.sol": """library Fees {
    function of_(uint256 x) external pure returns (uint256) { return x / 100; } }
""",
}
ADDRESS = "0x" + "1234567890" * 4
SMALL = {"A.sol": "contract A { function f() external pure returns (uint256) { return 1; } }"}
IMMUTABLES = {
    "A.sol": """abstract contract Base { uint256 internal immutable inherited = 1; }
contract A is Base {
    uint256 immutable once; uint256 immutable twice = 2; uint256 immutable never = 3;
    constructor(uint256 x) { once = x; }
    function f() external view returns (uint256) { return once + twice * inherited; }
    function g() external view returns (uint256) { return twice; }
}
library Stores { struct S { uint256 x; } function put(S storage s) external { s.x = 1; } }
library Pure { function one() external pure returns (uint256) { return 1; } }
"""
}
MAKER = {
    "A.sol": """contract B { uint256 immutable x; constructor(uint256 y) { x = y; }
    function f(uint256 y) external view returns (uint256 z) {
        for (uint256 i; i < y; ++i) z += x * i; } }
contract A { function make() external returns (B) { return new B(7); } }
contract Early { B public made = new B(8); }
"""
}
OWN_STEPS = "dhfoDgbvulfnTUtnIf"


@pytest.fixture(autouse=True)
def _front(monkeypatch: pytest.MonkeyPatch) -> None:
    skip_unless_available()
    monkeypatch.setenv(FRONT_VARIABLE, str(front().path))
    monkeypatch.setenv("YULOPT_CACHE", "off")


def chosen(asked: JsonObject, pipeline: Pipeline) -> Json:
    """The answer to a request under a pipeline of the project."""
    answer = compile_standard_json(
        write_json(asked),
        answer_of_solc,
        compile_with(Cache(None), 1),
        Choices(pipeline),
    )
    return read_json(answer)


def code(answer: Json, contract: str, output: str = "deployedBytecode") -> str:
    return str(object_at(answer, "contracts", "A.sol", contract, "evm", output)["object"])


def test_check_1_the_version(yulopt: Command) -> None:
    result = yulopt("solc", "--version")
    last = result.stdout.splitlines()[-1]
    assert result.exit_code == 0
    version = last.removeprefix("Version: ")
    assert re.fullmatch(r"\d+\.\d+\.\d+\+[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*", version)
    found = re.search(r"\d+\.\d+\.\d+\+commit\.\w+", last)
    assert found is not None
    assert front().version.startswith(found[0])


@pytest.mark.parametrize("via_ir", [False, None])
def test_check_3_without_via_ir_the_answer_is_that_of_solc(via_ir: Json) -> None:
    asked = request(sources=USER)
    object_at(asked, "settings")["viaIR"] = via_ir
    if via_ir is None:
        del object_at(asked, "settings")["viaIR"]
    text = write_json(asked)
    assert by_yulopt(text) == by_solc(text)


@pytest.mark.parametrize(
    "libraries", [{}, {"lib/Fees.sol": {"Fees": ADDRESS}}, {"": {"Fees": ADDRESS}}]
)
def test_check_6_libraries(libraries: Json) -> None:
    asked = request(sources=USER, libraries=libraries)
    check(asked)
    evm = object_at(by_yulopt(write_json(asked)), "contracts", "A.sol", "A", "evm")
    is_linked = "lib/Fees.sol" in object_at(libraries)
    for output in ("bytecode", "deployedBytecode"):
        assert ("__$" in str(object_at(evm, output)["object"])) is not is_linked
        assert (object_at(evm, output)["linkReferences"] == {}) is is_linked


@pytest.mark.parametrize("libraries", [{}, {"Bücher.sol": {"Fees": ADDRESS}}])
def test_check_6_a_library_in_a_file_with_a_name_in_unicode(libraries: Json) -> None:
    text = (
        "library Fees { function f() external {} } contract A { function f() public { Fees.f(); } }"
    )
    check(request(EVERYTHING, sources={"Bücher.sol": text}, libraries=libraries))


def test_check_7_immutables() -> None:
    asked = request(sources=IMMUTABLES)
    check(asked)
    contracts = object_at(by_yulopt(write_json(asked)), "contracts", "A.sol")
    places = {
        name: object_at(contract, "evm", "deployedBytecode", "immutableReferences")
        for name, contract in contracts.items()
    }
    # Twice is read at two places, never at none.
    assert sorted(len(found) for found in places["A"].values() if isinstance(found, list)) == [
        *(1, 1, 2)
    ]
    assert list(places["Stores"]) == ["library_deploy_address"]
    assert places["Pure"] == {}


@pytest.mark.parametrize(
    ("pipeline", "enabled"),
    [
        (Pipeline(), True),
        (Pipeline(), False),
        (Pipeline("u:", 1), True),
        (Pipeline(OWN_STEPS), True),
    ],
)
def test_check_8_created_contracts_are_inside_their_creator(
    pipeline: Pipeline, enabled: bool
) -> None:
    answer = chosen(request(sources=MAKER, optimizer={"enabled": enabled}), pipeline)
    inner = code(answer, "B")
    assert len(inner) > 100
    assert inner in code(answer, "A")
    assert inner in code(answer, "Early", "bytecode")


def test_check_9_contracts_without_code() -> None:
    sources = {
        "A.sol": "interface I { function f() external; } abstract contract A is I { uint256 x; }",
        "Free.sol": "function free(uint256 x) pure returns (uint256) { return x + 1; }",
        "Nothing.sol": "pragma solidity >=0.8.0;",
    }
    check(request(EVERYTHING, sources=sources))


@pytest.mark.parametrize(
    "selection",
    [
        {},
        {"*": {"*": []}},
        {"*": {"": ["ast"]}},
        {"*": {"*": ["bogus"]}},
        {"Z.sol": {"*": ["evm.bytecode"]}},
        {"A.sol": {"A": ["evm.deployedBytecode.immutableReferences"]}},
        {"A.sol": {"*": ["evm.bytecode.object", "ir"], "": ["ast"]}, "No.sol": {"*": ["*"]}},
        {"A.sol": {"A": ["bogus", "evm.bytecode.linkReferences"]}},
        {"*": {"A": ["evm.methodIdentifiers"], "*": ["irOptimized"]}},
    ],
)
def test_check_10_selections(selection: Json) -> None:
    sources = {"A.sol": SMALL["A.sol"] + " interface I {}", "B.sol": "contract B {}"}
    asked = request(selection, sources=sources)
    check(asked)
    for contracts in object_at(by_yulopt(write_json(asked)), "contracts").values():
        for contract in object_at(contracts).values():
            assert ("ir" in object_at(contract)) is ('"ir"' in write_json(selection))


@pytest.mark.parametrize(
    "wrong",
    [
        "contract B { function f() public pure { fixed x = fixed(1); } }",
        deep("B", EXCHANGED),
        f"contract B {{ bytes constant b = hex'{'00' * 25000}';"
        " function f() public pure returns (bytes memory) { return b; } }",
    ],
    ids=["unimplemented", "too deep", "too large"],
)
@pytest.mark.parametrize(
    "selection",
    every_nth(
        4,
        [
            {"A.sol": {"A": ["evm.bytecode"]}, "*": {"*": ["abi"]}},
            {"A.sol": {"": ["ast"]}, "B.sol": {"": ["ast"], "C": ["evm"]}},
            {"B.sol": {"C": ["evm.assembly"], "*": ["bogus"]}},
            {"A.sol": {"A": ["evm.bytecode.bogus"]}, "B.sol": {"B": ["abi"]}},
            {"A.sol": {"A": ["evm.bytecode"]}, "B.sol": {"B": [], "": []}},
            {"A.sol": {"A": ["irOptimized"]}, "B.sol": {"B": ["abi"]}},
            {"A.sol": {"A": ["evm.gasEstimates"]}, "B.sol": {"B": ["ir"]}},
        ],
    ),
)
def test_check_10_messages_of_contracts_without_selected_code(
    selection: JsonObject, wrong: str
) -> None:
    """If any code is selected, solc compiles all contracts of which anything is selected."""
    check(request(selection, sources={"A.sol": SMALL["A.sol"], "B.sol": wrong}))


@pytest.mark.parametrize(
    "metadata",
    [
        {},
        {"bytecodeHash": "none"},
        {"bytecodeHash": "bzzr1"},
        {"appendCBOR": False},
        {"useLiteralContent": True},
    ],
)
def test_check_11_metadata(metadata: JsonObject) -> None:
    asked = request(sources=SMALL, metadata=metadata)
    check(asked)
    answer = by_yulopt(write_json(asked))
    reported = str(object_at(answer, "contracts", "A.sol", "A")["metadata"])
    has_hash = metadata in ({}, {"useLiteralContent": True})
    assert (f"1220{ipfs_hash(reported.encode())}" in code(answer, "A")) is has_hash


def ipfs_hash(content: bytes) -> str:
    """The digest in the IPFS address of a file of one block."""

    def number(value: int) -> bytes:
        return bytes([value]) if value < 128 else bytes([value % 128 + 128]) + number(value // 128)

    length = number(len(content))
    file = b"\x08\x02\x12" + length + content + b"\x18" + length
    return hashlib.sha256(b"\x0a" + number(len(file)) + file).hexdigest()


def test_check_12_stock_solc_rebuilds_the_code_from_the_metadata() -> None:
    steps = "dhfoDgvulfnTUtnIf"
    answer = chosen(request(sources=MAKER), Pipeline(steps, 5))
    reported = read_json(str(object_at(answer, "contracts", "A.sol", "A")["metadata"]))
    optimizer = object_at(reported, "settings", "optimizer")
    assert optimizer["runs"] == 5
    assert steps in str(object_at(optimizer, "details", "yulDetails")["optimizerSteps"])
    again = by_solc(write_json(request(sources=MAKER, optimizer=optimizer)))
    for name in ("A", "B", "Early"):
        assert code(answer, name, "bytecode") == code(again, name, "bytecode")


WRONG = {
    "nothing": "",
    "not JSON": "{",
    "a list": "[]",
    "unknown key": write_json(request(bogus=1)),
    "unknown outermost key": write_json(request() | {"bogus": 1}),
    "unknown language": write_json(request() | {"language": "Fe"}),
    "no sources": write_json(request(sources={})),
    "a source as url": write_json(request() | {"sources": {"A.sol": {"urls": ["A.sol"]}}}),
    "missing import": write_json(request(sources={"A.sol": 'import "B.sol";'})),
    "bad sequence": write_json(
        request(optimizer={"enabled": True, "details": {"yulDetails": {"optimizerSteps": "X"}}})
    ),
    "bad version": write_json(request(evmVersion="moon")),
    "type error": write_json(request(sources={"A.sol": "contract A { uint x = true; }"})),
    "parser error": write_json(request(sources={"A.sol": "contract {"})),
    "stopAfter": write_json(request(stopAfter="parsing")),
    "wrong selection": write_json(request({"*": ["evm"]})),
    "half a pair": write_json(request(sources={"A.sol": "HALF"})).replace("HALF", "\\ud83d"),
    "a pair": write_json(request({}, {"A.sol": "PAIR"})).replace("PAIR", "\\ud83d\\ude00"),
    "experimental": write_json(request({"*": {"*": ["yulCFGJson", "evm.bytecode"]}}, SMALL)),
    "lone surrogate": '{"language": "Solidity", "sources": {"\\ud800": {"content": ""}}}',
}


@pytest.mark.parametrize("text", WRONG.values(), ids=WRONG)
def test_check_13_errors_are_those_of_solc(text: str) -> None:
    assert answer_of_yulopt(text) == answer_of_solc(text)


@pytest.mark.parametrize("name", ["nothing", "type error"])
def test_check_13_with_errors_the_command_ends_well(yulopt: Command, name: str) -> None:
    result = yulopt("solc", "--standard-json", "--no-import-callback", input=WRONG[name])
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == answer_of_solc(WRONG[name]) + "\n"


def test_check_13_bytes_that_are_not_text_are_handled_as_by_solc(yulopt: Command) -> None:
    text = write_json(
        request(sources={"A.sol": "// \ufffd\ncontract A { function f() external {} }"})
    )
    assert "\ufffd" in text
    content = text.encode().replace("\ufffd".encode(), b"\xff")
    result = yulopt("solc", "--standard-json", "--no-import-callback", input=content)
    assert (result.exit_code, result.stderr) == (0, "")
    assert read_json(result.stdout) == by_solc(text)
