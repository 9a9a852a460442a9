"""Notices of yulopt about a build are entries of `errors`, which build tools show."""

from __future__ import annotations

import re
from collections.abc import Collection

import pytest

from tests.conftest import ROOT
from tests.dropin.compilers import answer_of_solc, by_solc
from tests.dropin.test_messages import EXCHANGED, HEAD, deep
from tests.dropin.test_pipelines import deep_contract, own_messages
from tests.oracle import skip_unless_available
from tests.slices import at_length
from yulopt.dropin.build import compile_with
from yulopt.dropin.choices import Choices
from yulopt.dropin.contract import STACK_TOO_DEEP
from yulopt.dropin.notices import NOTICES
from yulopt.dropin.standard_json import compile_standard_json
from yulopt.persistence.cache import Cache
from yulopt.persistence.json_values import Json, JsonObject, object_at, read_json, write_json
from yulopt.suite.pipelines import Pipeline

OPTIMIZED: JsonObject = {"enabled": True}


def request(source: str = "contract A { uint256 public x; }", **settings: Json) -> JsonObject:
    selection: Json = {"*": {"*": ["evm.bytecode.object"]}}
    return {
        "language": "Solidity",
        "sources": {"A.sol": {"content": HEAD + source}},
        "settings": {
            "viaIR": True,
            "optimizer": OPTIMIZED,
            "outputSelection": selection,
            **settings,
        },
    }


def answered(asked: JsonObject, choices: Choices) -> JsonObject:
    skip_unless_available()
    compile_all = compile_with(Cache(None), 1)
    return object_at(
        read_json(compile_standard_json(write_json(asked), answer_of_solc, compile_all, choices))
    )


def codes(asked: JsonObject, pipeline: Pipeline, ignored: Collection[int] = ()) -> list[str]:
    answer = answered(asked, Choices(pipeline, ignored=ignored))
    return [message.partition(":")[0] for message in own_messages(answer)]


GAS = Pipeline.named("gas")
SAFE = Pipeline(GAS.steps, None, GAS.codegen, memory_safe=True)
WITH_STEPS: JsonObject = {"enabled": False, "details": {"yul": True, "yulDetails": {}}}

OWN_STEPS: JsonObject = {"enabled": True, "details": {"yulDetails": {"optimizerSteps": "u"}}}


@pytest.mark.parametrize(
    ("asked", "pipeline", "expected"),
    [
        (request(), Pipeline(), []),
        (request(), Pipeline(None, 1), ["90001 info"]),
        (request(), GAS, ["90001 info"]),
        (request(deep_contract()), GAS, ["90002 warning", "90001 info"]),
        (request(), SAFE, ["90001 info", "90003 info"]),
        (request(viaIR=False), Pipeline(), ["90004 warning"]),
        (request(viaIR=False, stopAfter="parsing"), Pipeline(), []),
        (request(viaIR=False, outputSelection={"*": {"*": ["abi"]}}), Pipeline(), []),
        (request(optimizer={"enabled": False}), GAS, ["90005 warning"]),
        # As `forge coverage --ir-minimum` asks.
        (request(optimizer=WITH_STEPS), Pipeline(), []),
        (request(optimizer=OWN_STEPS), Pipeline(), []),
        (request(optimizer=OWN_STEPS), GAS, ["90013 info"]),
        (request(optimizer=OWN_STEPS), Pipeline().as_proven(), ["90013 info"]),
        (request(outputSelection={"*": {"*": ["evm", "yulCFGJson"]}}, experimental=True),
         Pipeline(), ["90006 warning"]),
    ],
)  # fmt: skip
def test_each_notice_is_given_once_and_can_be_ignored(
    asked: JsonObject, pipeline: Pipeline, expected: list[str]
) -> None:
    reported = own_messages(answered(asked, Choices(pipeline)))
    assert [message.partition(":")[0] for message in reported] == expected
    # More colons beside the name of a file have Foundry show it twice.
    assert all(message.count(":") < 3 for message in reported)
    numbers = [int(code.split()[0]) for code in expected]
    assert codes(asked, pipeline, numbers) == []
    for number in numbers:
        assert codes(asked, pipeline, [number]) == [
            code for code in expected if not code.startswith(str(number))
        ]


def test_without_via_ir_nothing_else_is_changed() -> None:
    asked = request(viaIR=False)
    answer = answered(asked, Choices())
    errors = answer.pop("errors")
    stock = object_at(by_solc(write_json(asked)))
    before = stock.pop("errors", [])
    assert answer == stock
    assert isinstance(errors, list)
    assert isinstance(before, list)
    assert errors[:-1] == before


def test_stack_too_deep_errors_suggest_a_remedy() -> None:
    """The error of solc is first, and unchanged."""
    asked = request() | {"sources": {"A.sol": {"content": HEAD + deep("A", EXCHANGED)}}}
    errors = answered(asked, Choices())["errors"]
    assert isinstance(errors, list)
    stock = object_at(by_solc(write_json(asked)))["errors"]
    assert isinstance(stock, list)
    assert errors[:-1] == stock
    assert object_at(errors[0])["type"] == STACK_TOO_DEEP
    advice = object_at(errors[-1])
    assert (advice["errorCode"], advice["severity"]) == ("90010", "info")
    assert re.match(
        r"yulopt finds .* of A\.sol:A too deep in the stack; the pipelines 'size', 'gas',"
        r" 'balanced' move variables to memory, and can compile it \(YULOPT_PIPELINE=gas",
        str(advice["message"]),
    )


def test_the_function_is_named_as_in_the_source() -> None:
    names = [f"x{number}" for number in range(20)]
    loads = " ".join(f"uint256 {name} = gasleft();" for name in names)
    stores = " ".join(f"s[{number}] = {name} + 1;" for number, name in enumerate(names))
    body = f"{{ {loads} assembly {{ mstore(p, 7) }} {stores} assembly {{ r := mload(p) }} }}"
    source = (
        "contract A { uint256[20] s; function g() external { swap(1); swap(2); }"
        f" function swap(uint256 p) internal returns (uint256 r) {body} }}"
    )
    errors = answered(request(source), Choices())["errors"]
    assert isinstance(errors, list)
    assert "yulopt finds function swap of A.sol:A too deep" in str(object_at(errors[-1])["message"])


def test_the_documentation_lists_all_codes() -> None:
    page = (ROOT / "docs" / "reference" / "project-file.md").read_text("utf-8")
    for notice in NOTICES.values():
        assert f"| {notice.code} | {notice.kind.lower()} | {notice.about} |" in page


# The limit of size

# One assignment for each case is faster, and larger, than a loop.
IR = "irOptimized"
LARGE = (
    "contract A { uint256 public x; function f(uint256 a) public returns (uint256 r) {"
    " r = uint256(keccak256(abi.encode(a, a + 1))); x += r / (a + 3); }"
    + "".join(
        f" function g{n}(uint256 a) external {{ x = f(a * {n}) + f(x) * f(a + {n}); }}"
        for n in range(2)
    )
    + " } contract Factory { function make() external returns (A) { return new A(); } }"
)


def deployed(answer: JsonObject, contract: str, output: str = "deployedBytecode") -> str:
    found = object_at(answer, "contracts", "A.sol", contract, "evm", output)
    return str(found["object"])


def large_request() -> JsonObject:
    selection: Json = {"*": {"*": ["evm.bytecode.object", "evm.deployedBytecode.object"]}}
    return request(LARGE, optimizer={"enabled": True, "runs": 1_000_000}, outputSelection=selection)


@at_length
def test_a_pipeline_keeps_to_the_limit_where_a_smaller_variant_fits() -> None:
    """Contracts that create the contract deploy the small code, too."""
    asked = large_request()
    usual = answered(asked, Choices(GAS))
    smallest = answered(asked, Choices(Pipeline.named("size")))
    sizes = [len(deployed(one, "A")) // 2 for one in (usual, smallest)]
    assert sizes[1] < sizes[0]
    limit = sum(sizes) // 2
    fitted = answered(asked, Choices(GAS, max_size=limit))
    assert len(deployed(fitted, "A")) // 2 <= limit
    assert deployed(fitted, "A", "bytecode") in deployed(fitted, "Factory")
    # The text alone is that of the code.
    asked["settings"] = object_at(asked, "settings") | {"outputSelection": {"*": {"A": [IR]}}}
    texts = [
        object_at(answered(asked, choices), "contracts", "A.sol", "A")[IR]
        for choices in (Choices(GAS), Choices(GAS, max_size=limit))
    ]
    assert texts[0] != texts[1]
    (reported,) = (one for one in own_messages(fitted) if one.startswith("90008"))
    assert (
        "90001 info: yulopt compiles A.sol:Factory with the pipeline 'gas', which goes beyond solc,"
        " and 1 with smaller variants; explorers cannot verify such code"
    ) in own_messages(fitted)
    assert re.match(
        rf"90008 info: yulopt compiles this contract with the pipeline '\w+' with [\d,]+ runs?"
        rf" \([\d,]+ bytes\), since the pipeline 'gas' with 1,000,000 runs makes {sizes[0]:,} bytes"
        rf" of deployed code, and {limit:,} is the most",
        reported,
    )


def test_a_smaller_variant_does_not_count_for_the_pipeline() -> None:
    selection: Json = {"*": {"*": ["evm.deployedBytecode.object"]}}
    source = (
        "contract A { uint[] public x; function f(bytes memory b) public { x.push(b.length); } }"
        " contract B {}"
    )
    asked = request(source, optimizer={"enabled": True, "runs": 300}, outputSelection=selection)
    smallest = len(deployed(answered(asked, Choices(Pipeline.named("size"))), "A")) // 2
    told = own_messages(answered(asked, Choices(GAS, max_size=smallest)))
    assert [one for one in told if one.startswith("90001")] == [
        "90001 info: yulopt compiles A.sol:B with the pipeline 'gas', which goes beyond solc, and 1"
        " with smaller variants; explorers cannot verify such code"
    ]
    asked["settings"] = object_at(asked, "settings") | {
        "outputSelection": {"*": {"A": ["evm.deployedBytecode.object"]}}
    }
    told = own_messages(answered(asked, Choices(GAS, max_size=smallest)))
    assert [one for one in told if one.startswith("90001")] == [
        "90001 info: yulopt compiles A.sol:A with smaller variants of the pipeline 'gas', which"
        " goes beyond solc; explorers cannot verify such code"
    ]


def test_a_contract_that_never_fits_is_compiled_as_chosen() -> None:
    selection: Json = {"*": {"*": ["evm.bytecode.object", "evm.deployedBytecode.object"]}}
    asked = request(
        "contract A { uint[] public x; function f(bytes memory b) public { x.push(b.length); } }",
        optimizer={"enabled": True, "runs": 300},
        outputSelection=selection,
    )
    usual, smallest = (
        deployed(answered(asked, Choices(pipeline)), "A")
        for pipeline in (GAS, Pipeline.named("size"))
    )
    fitted = answered(asked, Choices(GAS, max_size=10))
    assert deployed(fitted, "A") == usual
    (told,) = (one for one in own_messages(fitted) if one.startswith("90008"))
    assert told.startswith(
        f"90008 info: the pipeline 'gas' with 300 runs makes {len(usual) // 2} bytes of deployed"
        " code of this contract, 10 is the most, and no smaller variant fits"
    )
    assert len(smallest) < len(usual)
    assert told.endswith(f"makes {len(smallest) // 2} bytes")


def test_code_of_solc_itself_is_never_made_smaller() -> None:
    asked = large_request()
    assert answered(asked, Choices(max_size=10)) == answered(asked, Choices())
