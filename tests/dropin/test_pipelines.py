"""A project can choose sequences and `runs`, for all contracts or for single ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.dropin.compilers import answer_of_solc, by_solc
from tests.oracle import skip_unless_available
from tests.slices import at_length
from yulopt.dialect.keccak import keccak256
from yulopt.dropin.build import compile_with
from yulopt.dropin.choices import Choices, is_test_or_script, named_pipeline
from yulopt.dropin.notices import is_own_code
from yulopt.dropin.pipelines import (
    AS_REQUESTED,
    in_back,
    in_front,
    is_open_to_choice,
    only_in_yulopt,
)
from yulopt.dropin.remarks import check_places
from yulopt.dropin.selection import Selection
from yulopt.dropin.standard_json import compile_standard_json
from yulopt.errors import SequenceError, YulError
from yulopt.persistence.cache import Cache
from yulopt.persistence.json_values import Json, JsonObject, object_at, read_json, write_json
from yulopt.persistence.toml_text import TomlPlace
from yulopt.suite.named_sequences import read_sequence
from yulopt.suite.pipelines import Pipeline

SOURCE = """contract A { uint256 public x;
    function f(uint256 y) external { for (uint256 i; i < y; ++i) x += i * (y + 1); } }
contract B { function make() external returns (A) { return new A(); } }
"""
OWN = "dhfoDgbvulfnTUtnIf"


def asked(**settings: Json) -> JsonObject:
    return {
        "language": "Solidity",
        "sources": {"A.sol": {"content": SOURCE}},
        "settings": {
            "viaIR": True,
            "optimizer": {"enabled": True, "runs": 200},
            "outputSelection": {"*": {"*": ["metadata", "evm.bytecode.object"]}},
            **settings,
        },
    }


def answered(
    choices: Choices, request: JsonObject, cache: Cache | None = None
) -> tuple[JsonObject, list[str]]:
    """The answer, and the notices of yulopt in it."""
    skip_unless_available()
    compile_all = compile_with(cache or Cache(None), 1)
    reported = compile_standard_json(write_json(request), answer_of_solc, compile_all, choices)
    answer = object_at(read_json(reported))
    return answer, own_messages(answer)


def compiled(choices: Choices, request: JsonObject) -> tuple[JsonObject, list[str]]:
    """The contracts of the answer, and its notices."""
    answer, reported = answered(choices, request)
    return object_at(answer, "contracts", "A.sol"), reported


def own_messages(answer: JsonObject) -> list[str]:
    """The messages with codes of yulopt, with their codes."""
    errors = answer.get("errors")
    entries = [object_at(one) for one in errors] if isinstance(errors, list) else []
    return [
        f"{one['errorCode']} {one['severity']}: {one['message']}"
        for one in entries
        if is_own_code(int(str(one.get("errorCode", 0))))
    ]


def by_stock(**optimizer: Json) -> JsonObject:
    request = asked(optimizer={"enabled": True, "runs": 200} | optimizer)
    return object_at(by_solc(write_json(request)), "contracts", "A.sol")


# Effects of choices


def test_each_contract_is_that_of_solc_under_its_settings() -> None:
    steps = "dhfoDgvulfnTUtnIf"
    choices = Choices(Pipeline(steps), {"A.sol:A": Pipeline(None, 1)})
    contracts, reported = compiled(choices, asked())
    expected = by_stock(details={"yulDetails": {"optimizerSteps": steps}})
    assert contracts == {"A": by_stock(runs=1)["A"], "B": expected["B"]}
    assert reported == [
        f"90001 info: yulopt compiles A.sol:{name} with steps or runs that the project chooses;"
        " they are in the metadata, so that explorers can verify the code"
        for name in "AB"
    ]


@at_length
def test_custom_steps_are_not_in_the_metadata_and_are_reported() -> None:
    contracts, reported = compiled(Choices(Pipeline(OWN)), asked())
    expected = by_stock()
    for name in ("A", "B"):
        ours, stock = object_at(contracts, name), object_at(expected, name)
        assert ours["metadata"] == stock["metadata"]
        assert ours["evm"] != stock["evm"]
    assert reported == [
        "90001 info: yulopt compiles A.sol:A and 1 other contract with steps or code generation"
        " that solc does not have (b); explorers cannot verify such code"
    ]


@pytest.mark.parametrize(
    "optimizer",
    [
        {"enabled": False},
        {"enabled": True, "details": {"yul": False}},
        {"enabled": True, "details": {"yulDetails": {"optimizerSteps": "u"}}},
    ],
)
def test_a_request_without_the_optimiser_or_with_steps_is_left_alone(optimizer: Json) -> None:
    settings: JsonObject = {"optimizer": optimizer}
    assert not is_open_to_choice(settings)
    assert in_front(Pipeline("u", 7), settings) == settings
    assert in_back(Pipeline(OWN, 7), settings).runs == 200


def test_a_pipeline_beyond_solc_is_for_yulopt_alone() -> None:
    settings: JsonObject = {"optimizer": {"enabled": True, "runs": 1000}}
    assert in_front(Pipeline.named("size"), settings) == settings
    size = in_back(Pipeline.named("size"), settings)
    assert (size.steps, size.runs, size.codegen) == (
        Pipeline.named("size").letters,
        1,
        "beyond",
    )
    gas = in_back(Pipeline.named("gas"), settings)
    assert (gas.runs, gas.codegen) == (1000, "beyond")
    # The passes over the assembly alone are enough for code that solc cannot make.
    assert only_in_yulopt(Pipeline("u", codegen="beyond")) == ["beyond"]
    assert in_front(Pipeline("u", codegen="beyond"), settings) == settings


def deep_contract() -> str:
    """A contract that is too deep for solc, for its assembly is not marked as memory-safe."""
    names = [f"x{number}" for number in range(20)]
    loads = " ".join(f"uint256 {name} = gasleft();" for name in names)
    stores = " ".join(f"s[{number}] = {name} + 1;" for number, name in enumerate(names))
    return f"""contract A {{ uint256[20] s; function f(uint256 p) external returns (uint256 r) {{
        {loads} assembly {{ mstore(p, 7) }} {stores} assembly {{ r := mload(p) }} }} }}"""


@pytest.mark.parametrize("memory_safe", [False, True])
def test_contracts_too_deep_for_solc_are_compiled_by_a_pipeline(memory_safe: bool) -> None:
    gas = Pipeline.named("gas")
    pipeline = Pipeline(gas.steps, gas.runs, gas.codegen, memory_safe=memory_safe)
    request = asked() | {"sources": {"A.sol": {"content": deep_contract()}}}
    contracts, _ = compiled(Choices(pipeline), request)
    code = object_at(contracts, "A", "evm", "bytecode")["object"]
    assert isinstance(code, str)
    # The first slot of frames in transient storage.
    assert (b"yulopt\0\0".hex() in code) is not memory_safe


def test_functions_that_fail_in_static_calls_are_reported(tmp_path: Path) -> None:
    request = asked() | {"sources": {"A.sol": {"content": deep_contract()}}}
    # The second answer is that of the cache.
    for _ in range(2):
        reported = answered(Choices(Pipeline.named("gas")), request, Cache(tmp_path))[1]
        assert reported[0].startswith("90002 warning: ")
        assert "cannot be called by staticcall: variables are in transient storage" in reported[0]


def test_files_of_hardhat_3_are_found_without_its_prefix() -> None:
    mine = Pipeline("u")
    choices = Choices(contracts={"contracts/A.sol:A": mine})
    assert choices.of("project/contracts/A.sol", "A") is mine
    assert choices.of("contracts/A.sol", "A") is mine
    assert choices.of("contracts/A.sol", "B") is choices.default


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("A.sol:b", "A.sol has no contract b; did you mean 'B'?"),
        ("A.so:A", "there is no A.so; did you mean 'A.sol'?"),
        ("b", "no file matches b; did you mean 'A.sol:B'?"),
        ("A.sol:", "A.sol has no contract ; it has 'A', 'B'"),
        ("./A.sol:A", "there is no ./A.sol; did you mean 'A.sol'?"),
        ("./Other.sol:A", "there is no ./Other.sol"),
        ("src/**", "no file matches src/**"),
        ("./lib/**", "no file matches ./lib/**"),
        ("lib/*.col", "no file matches lib/*.col"),
        ("lib/", "no file matches lib/; expected 'lib/**' for all below it"),
        ("./*.sol", "no file matches ./*.sol"),
        ("Other.sol:A", None),
        ("lib/**/A.sol", None),
        ("npm/a@1/**", None),
    ],
)
def test_a_missing_contract_or_file_is_an_error(
    tmp_path: Path, name: str, message: str | None
) -> None:
    """A file that this request does not have may be on the disk."""
    (tmp_path / "Other.sol").touch()
    (tmp_path / "lib" / "a").mkdir(parents=True)
    (tmp_path / "lib" / "a" / "A.sol").touch()
    place = TomlPlace(f"{tmp_path}/yulopt.toml", 2, 12, f"[contracts.'{name}']")
    choices = Choices(contracts={name: Pipeline("u")}, places={name: place})
    if message is None:
        compiled(choices, asked())
        return
    with pytest.raises(YulError) as error:
        compiled(choices, asked())
    assert error.value.report().startswith(f"{tmp_path}/yulopt.toml:2:12: error: {message}")
    assert error.value.report().endswith(f"\n[contracts.'{name}']\n           ^")


@pytest.mark.parametrize(
    ("name", "end"),
    [
        ("scr/**", "; did you mean 'src/**'?"),
        ("scr/*/A.sol", "; did you mean 'src/A.sol'?"),
        ("src/*.col", "; did you mean 'src/A.sol'?"),
        ("else/**", "; paths are relative to the folder of this file"),
    ],
)
def test_a_pattern_in_a_misspelt_folder_is_corrected(tmp_path: Path, name: str, end: str) -> None:
    place = TomlPlace(f"{tmp_path}/yulopt.toml", 2, 12, f"[contracts.'{name}']")
    choices = Choices(contracts={name: Pipeline("u")}, places={name: place})
    request: JsonObject = {"sources": {"src/A.sol": {}, "test/A.t.sol": {}}}
    with pytest.raises(YulError) as error:
        check_places(request, {}, Selection({}), choices)
    assert error.value.message == f"no file matches {name}{end}"


# A pipeline in the request


def test_a_name_is_a_pipeline_or_a_sequence_or_none() -> None:
    assert named_pipeline("size") == Pipeline.named("size")
    assert named_pipeline("small") == Pipeline(read_sequence("small"))
    for name in ("off", "none", "default"):
        assert named_pipeline(name) is AS_REQUESTED


def named_in_steps(name: str) -> JsonObject:
    details: Json = {"yulDetails": {"optimizerSteps": name}}
    return asked(optimizer={"enabled": True, "runs": 200, "details": details})


def test_a_request_can_name_a_pipeline_in_place_of_steps() -> None:
    """Build tools take it for another build, since it is another setting."""
    answer, _ = answered(Choices(Pipeline("u")), named_in_steps("pipeline=gas"))
    assert answer == answered(Choices(Pipeline.named("gas")), asked())[0]
    request = named_in_steps("pipeline=off")
    assert (
        object_at(answered(Choices(Pipeline("u")), request)[0], "contracts", "A.sol") == by_stock()
    )


def test_a_pipeline_in_a_request_is_checked() -> None:
    with pytest.raises(SequenceError, match=r"optimizerSteps: there is no pipeline .gass.; did"):
        answered(Choices(), named_in_steps("pipeline=gass"))


def test_for_solc_a_name_in_place_of_steps_is_an_error() -> None:
    """So it is never taken for a sequence, if a build runs solc itself."""
    skip_unless_available()
    answer = read_json(answer_of_solc(write_json(named_in_steps("pipeline=gas"))))
    assert "Invalid optimizer step sequence" in str(object_at(answer)["errors"])


# Patterns, tests and scripts


def test_the_longest_pattern_counts_and_a_contract_above_all() -> None:
    one, other, third = Pipeline("u"), Pipeline("f"), Pipeline("d")
    choices = Choices(contracts={"src/**": one, "src/*/A.sol": other, "src/a/A.sol:A": third})
    assert choices.of("src/a/A.sol", "A") is third
    assert choices.of("project/src/a/A.sol", "B") is other
    assert choices.of("src/a/b/A.sol", "A") is one
    assert choices.of("lib/A.sol", "A") is AS_REQUESTED


@pytest.mark.parametrize(
    ("file", "is_left"),
    [
        ("src/A.sol", False),
        ("src/A.t.sol", True),
        ("script/Deploy.s.sol", True),
        ("script/Deploy.sol", True),
        ("src/keeper/tests/Helper.sol", True),
        ("scripts/Deploy.sol", True),
        ("src/testsuite/Token.sol", False),
        ("test/utils/Mock.sol", True),
        ("project/contracts/A.t.sol", True),
        ("src/testing/A.sol", False),
        ("src/contest.sol", False),
    ],
)
def test_tests_and_scripts_keep_the_default_steps(file: str, is_left: bool) -> None:
    gas = Pipeline.named("gas")
    assert is_test_or_script(file) == is_left
    assert Choices(gas).of(file, "A") == (AS_REQUESTED if is_left else gas)
    # These cost no more than solc's own, and are in the metadata.
    assert Choices(Pipeline("u")).of(file, "A") == Pipeline("u")
    # An entry for a file also applies to a test.
    assert Choices(gas, {"**": gas}).of(file, "A") == gas


def test_a_test_creates_what_is_deployed() -> None:
    """The test itself has the code of solc around the code of the pipeline."""
    sources: Json = {
        "src/A.sol": {"content": "contract A { uint256 public x; function f() external { ++x; } }"},
        "test/A.t.sol": {
            "content": 'import "../src/A.sol";\ncontract T { function t() external returns (A) {'
            " return new A(); } }"
        },
    }
    settings: Json = {"*": {"*": ["evm.bytecode.object"]}}
    request = asked(outputSelection=settings) | {"sources": sources}
    answer, reported = answered(Choices(Pipeline.named("gas")), request)
    codes = object_at(answer, "contracts")
    stock = object_at(by_solc(write_json(request)), "contracts")
    inner, outer = code_of(codes, "src/A.sol", "A"), code_of(codes, "test/A.t.sol", "T")
    assert inner != code_of(stock, "src/A.sol", "A")
    assert inner in outer
    everywhere = Choices(Pipeline.named("gas"), {"**": Pipeline.named("gas")})
    by_gas = object_at(answered(everywhere, request)[0], "contracts")
    assert inner in code_of(by_gas, "test/A.t.sol", "T") != outer
    assert reported == [
        "90001 info: yulopt compiles src/A.sol:A with the pipeline 'gas', which goes beyond solc;"
        " explorers cannot verify such code (1 of tests and scripts left to solc's steps)"
    ]
    assert reported[0].count(":") < 3
    # As Foundry asks if only the test has changed.
    only_test: Json = {"test/A.t.sol": settings["*"]} if isinstance(settings, dict) else None
    again, _ = answered(
        Choices(Pipeline.named("gas")), asked(outputSelection=only_test) | {"sources": sources}
    )
    assert code_of(object_at(again, "contracts"), "test/A.t.sol", "T") == outer
    # IR without locations does not show the file of what it creates.
    silent = asked(outputSelection=settings, debug={"debugInfo": []}) | {"sources": sources}
    codes = object_at(answered(Choices(Pipeline.named("gas")), silent)[0], "contracts")
    assert code_of(codes, "src/A.sol", "A") in code_of(codes, "test/A.t.sol", "T")


CREATOR: Json = {
    "src/A.sol": {"content": "contract A { uint256 public x; function f() external { ++x; } }"},
    "src/F.sol": {
        "content": 'import "./A.sol";\ncontract F { function t() external returns (A) {'
        " return new A(); } }"
    },
}


@pytest.mark.parametrize("of_created", [Pipeline.named("gas"), Pipeline("u")], ids=["gas", "u"])
@pytest.mark.parametrize(
    "of_creator", [AS_REQUESTED, Pipeline("dhfo", runs=1), Pipeline.named("size")]
)
def test_what_is_created_has_its_own_settings_if_either_goes_beyond_solc(
    of_created: Pipeline, of_creator: Pipeline
) -> None:
    request = asked() | {"sources": CREATOR}
    choices = Choices(contracts={"src/A.sol": of_created, "src/F.sol": of_creator})
    answer, reported = answered(choices, request)
    codes = object_at(answer, "contracts")
    is_inside = code_of(codes, "src/A.sol", "A") in code_of(codes, "src/F.sol", "F")
    assert is_inside == any(map(only_in_yulopt, (of_created, of_creator)))
    # With code of a pipeline inside, explorers cannot verify it either.
    told = [text for text in reported if "src/F.sol:F" in text and "cannot verify" in text]
    assert bool(told) == is_inside


def test_code_that_inspects_a_contract_has_it_unchanged() -> None:
    sources: Json = {
        "src/A.sol": {"content": "contract A { function f() external {} }"},
        "test/A.t.sol": {
            "content": 'import "../src/A.sol";\ncontract T { function t() external pure returns'
            " (bytes memory) { return type(A).runtimeCode; } }"
        },
    }
    request = asked() | {"sources": sources}
    answer, _ = answered(Choices(Pipeline.named("gas")), request)
    stock = object_at(by_solc(write_json(request)), "contracts")
    codes = object_at(answer, "contracts")
    assert code_of(codes, "test/A.t.sol", "T") == code_of(stock, "test/A.t.sol", "T")


def code_of(contracts: JsonObject, file: str, contract: str) -> str:
    return str(object_at(contracts, file, contract, "evm", "bytecode")["object"])


def test_libraries_are_missing_in_what_a_test_creates_as_well() -> None:
    sources: Json = {
        "src/A.sol": {
            "content": "library L { function g(uint256 x) external pure returns (uint256) {"
            " return x; } } contract A { function f(uint256 x) external pure returns (uint256) {"
            " return L.g(x); } }"
        },
        "test/A.t.sol": {
            "content": 'import "../src/A.sol";\ncontract T { function t() external returns (A) {'
            " return new A(); } }"
        },
    }
    selection: Json = {"*": {"*": ["evm.bytecode", "evm.deployedBytecode.linkReferences"]}}
    request = asked(outputSelection=selection) | {"sources": sources}
    answer, _ = answered(Choices(Pipeline.named("gas")), request)
    evm = object_at(answer, "contracts", "test/A.t.sol", "T", "evm")
    code = object_at(evm, "bytecode")
    inner = code_of(object_at(answer, "contracts"), "src/A.sol", "A")
    assert "__$" in inner
    assert inner in str(code["object"])
    places = object_at(code, "linkReferences", "src/A.sol")["L"]
    assert isinstance(places, list)
    for place in places:
        start = object_at(place)["start"]
        assert isinstance(start, int)
        assert str(code["object"])[2 * start : 2 * start + 40].startswith("__$")
    assert str(code["object"]).count("__$") == len(places) > 0
    assert object_at(evm, "deployedBytecode", "linkReferences", "src/A.sol")["L"]
    # An address that is given goes to all of these places.
    address = "0x" + "12" * 20
    given = asked(outputSelection=selection, libraries={"src/A.sol": {"L": address}})
    linked, _ = answered(Choices(Pipeline.named("gas")), given | {"sources": sources})
    code = object_at(linked, "contracts", "test/A.t.sol", "T", "evm", "bytecode")
    assert str(code["object"]).count(address[2:]) == len(places)
    assert code["linkReferences"] == {}


LIBRARIES = """library L { function f(uint256 x) external pure returns (uint256) { return x + 1; } }
library M { function f(uint256 x) external pure returns (uint256) { return x + 2; } }
"""
IN_M = "contract A { function f(uint256 x) external view returns (uint256) { return M.f(x); } }\n"
IN_L = "contract B { function f(uint256 x) external view returns (uint256) { return L.f(x); } }\n"
IN_BOTH = """contract B { function f(uint256 x) external view returns (uint256) { return L.f(x); }
    function g() external returns (A) { return new A(); } }
"""


@pytest.mark.parametrize(
    ("contracts", "expected"),
    [
        # Without the hash of metadata, they differ in the library only.
        (IN_M + IN_L, {"L": 1, "M": 1}),
        # One is created by the test and by the other one.
        (IN_M + IN_BOTH, {"L": 1, "M": 2}),
    ],
)
def test_no_library_is_lost_in_what_a_test_creates(
    contracts: str, expected: dict[str, int]
) -> None:
    test = (
        'import {A, B} from "src/A.sol";\ncontract T { function t() external returns (A, B) {'
        " A a = new A(); B b = new B(); return (a, b); } }"
    )
    sources = {"src/A.sol": LIBRARIES + contracts, "test/A.t.sol": test}
    selection: Json = {"*": {"*": ["evm.bytecode"]}}
    request = asked(outputSelection=selection, metadata={"bytecodeHash": "none"})
    request |= {"sources": {name: {"content": text} for name, text in sources.items()}}
    answer, _ = answered(Choices(Pipeline.named("gas")), request)
    code = object_at(answer, "contracts", "test/A.t.sol", "T", "evm", "bytecode")
    digits, found, marks = str(code["object"]), [], []
    for library, places in object_at(code, "linkReferences", "src/A.sol").items():
        assert isinstance(places, list)
        placeholder = f"__${keccak256(f'src/A.sol:{library}'.encode()).hex()[:34]}$__"
        marks.append(placeholder[3:-3])
        for place in places:
            start = object_at(place)["start"]
            assert isinstance(start, int)
            found.append(start)
            assert digits[2 * start : 2 * start + 40] == placeholder
        assert len(places) == expected[library]
    assert len(set(found)) == digits.count("__$") == sum(expected.values())
    # As in solc, `opcodes` has a zero for an address that is missing.
    assert all(f"0x{name.upper()}" not in str(code["opcodes"]) for name in marks)
