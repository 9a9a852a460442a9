"""A project can choose sequences and `runs`, for all contracts or for single ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.dropin.compilers import answer_of_solc, by_solc
from tests.oracle import skip_unless_available
from tests.slices import at_length
from yulopt.dropin.build import compile_with
from yulopt.dropin.pipelines import (
    Choices,
    in_back,
    in_front,
    is_open_to_choice,
    named_or_steps,
    only_in_yulopt,
)
from yulopt.dropin.project_file import ProjectFileError, find_project_file, read_project_file
from yulopt.dropin.standard_json import compile_standard_json
from yulopt.errors import SequenceError
from yulopt.persistence.cache import Cache
from yulopt.persistence.json_values import Json, JsonObject, object_at, read_json, write_json
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
    """The answer, and what was told besides."""
    skip_unless_available()
    told: list[str] = []
    answer = compile_standard_json(
        write_json(request),
        answer_of_solc,
        compile_with(cache or Cache(None), 1),
        choices,
        told.append,
    )
    return object_at(read_json(answer)), told


def compiled(choices: Choices, request: JsonObject) -> tuple[JsonObject, list[str]]:
    """The contracts of the answer, and what was told besides."""
    answer, told = answered(choices, request)
    return object_at(answer, "contracts", "A.sol"), told


def by_stock(**optimizer: Json) -> JsonObject:
    request = asked(optimizer={"enabled": True, "runs": 200} | optimizer)
    return object_at(by_solc(write_json(request)), "contracts", "A.sol")


# What a choice does


def test_each_contract_is_that_of_solc_under_its_settings() -> None:
    steps = "dhfoDgvulfnTUtnIf"
    choices = Choices(Pipeline(steps), {"A.sol:A": Pipeline(None, 1)})
    contracts, told = compiled(choices, asked())
    expected = by_stock(details={"yulDetails": {"optimizerSteps": steps}})
    assert contracts == {"A": by_stock(runs=1)["A"], "B": expected["B"]}
    assert told == []


@at_length
def test_own_steps_are_not_in_the_metadata_and_are_told_of() -> None:
    contracts, told = compiled(Choices(Pipeline(OWN)), asked())
    expected = by_stock()
    for name in ("A", "B"):
        ours, stock = object_at(contracts, name), object_at(expected, name)
        assert ours["metadata"] == stock["metadata"]
        assert ours["evm"] != stock["evm"]
    assert told == [
        "yulopt: A.sol:A and 1 other contract: steps or code generation that solc does not"
        " have (b); explorers cannot verify such code"
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
    balanced = in_back(Pipeline.named("balanced"), settings)
    assert (balanced.runs, balanced.codegen) == (1000, "beyond")
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
def test_what_is_too_deep_for_solc_is_compiled_by_a_pipeline(memory_safe: bool) -> None:
    gas = Pipeline.named("gas")
    pipeline = Pipeline(gas.steps, gas.runs, gas.codegen, memory_safe=memory_safe)
    request = asked() | {"sources": {"A.sol": {"content": deep_contract()}}}
    contracts, _ = compiled(Choices(pipeline), request)
    code = object_at(contracts, "A", "evm", "bytecode")["object"]
    assert isinstance(code, str)
    # The first slot of frames in transient storage.
    assert (b"yulopt\0\0".hex() in code) is not memory_safe


def test_functions_that_fail_in_static_calls_are_told_of(tmp_path: Path) -> None:
    request = asked() | {"sources": {"A.sol": {"content": deep_contract()}}}
    # The second answer is that of the cache.
    for _ in range(2):
        answer, _told = answered(Choices(Pipeline.named("gas")), request, Cache(tmp_path))
        errors = answer["errors"]
        assert isinstance(errors, list)
        warning = object_at(errors[-1])
        assert (warning["severity"], warning["type"]) == ("warning", "Warning")
        assert "cannot be called by staticcall: variables are in transient storage" in str(
            warning["message"]
        )


def test_files_of_hardhat_3_are_found_without_its_prefix() -> None:
    mine = Pipeline("u")
    choices = Choices(contracts={"contracts/A.sol:A": mine})
    assert choices.of("project/contracts/A.sol", "A") is mine
    assert choices.of("contracts/A.sol", "A") is mine
    assert choices.of("contracts/A.sol", "B") is choices.default


def test_a_contract_that_is_not_there_is_told_of() -> None:
    choices = Choices(contracts={"A.sol:Aa": Pipeline("u")}, places={"A.sol:Aa": "yulopt.toml:2"})
    assert compiled(choices, asked())[1] == ["yulopt.toml:2: A.sol has no contract Aa"]


def test_other_choices_have_other_tags() -> None:
    one, other = Choices(Pipeline("u")), Choices(Pipeline("u", 1))
    assert Choices().tag() == ""
    assert len({one.tag(), other.tag(), Choices(contracts={"a:A": Pipeline("u")}).tag()}) == 3
    assert one.tag() == Choices(Pipeline(" u ")).tag()


def test_a_name_is_a_pipeline_or_a_sequence_and_anything_else_are_steps() -> None:
    assert named_or_steps("size") == Pipeline.named("size")
    assert named_or_steps("small") == Pipeline(read_sequence("small"))
    assert named_or_steps("u:").steps == "u:"
    assert only_in_yulopt(named_or_steps(OWN)) == ["b"]
    with pytest.raises(SequenceError, match="'!' is not a valid step abbreviation"):
        named_or_steps("u!")


@pytest.mark.parametrize(
    ("text", "meant"), [("sise", "size"), ("gass", "gas"), ("defaut", "default")]
)
def test_what_is_almost_a_name_is_no_sequence(text: str, meant: str) -> None:
    """All of these are letters of steps."""
    with pytest.raises(SequenceError, match=f"no pipeline '{text}'; did you mean '{meant}'"):
        named_or_steps(text)


# The file


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "yulopt.toml"
    path.write_text(text)
    return path


def test_the_file_has_a_default_and_contracts(tmp_path: Path) -> None:
    choices = read_project_file(
        written(
            tmp_path,
            '[default]\nruns = 3\n\n[contracts."src/A.sol:A"]\nsequence = "small"\nruns = 1\n'
            '[contracts."src/B.sol:B"]\nsteps = "dh fo"\n'
            '[contracts."src/C.sol:C"]\npipeline = "gas"\nruns = 7\n'
            '[contracts."src/D.sol:D"]\npipeline = "gas"\nassume_memory_safe = true\n',
        )
    )
    assert choices.default == Pipeline(None, 3)
    assert choices.of("src/A.sol", "A") == Pipeline(read_sequence("small"), 1)
    assert choices.of("src/B.sol", "B") == Pipeline("dhfo")
    gas = Pipeline.named("gas")
    assert choices.of("src/C.sol", "C") == Pipeline(gas.steps, 7, gas.codegen)
    safe = Pipeline(gas.steps, gas.runs, gas.codegen, memory_safe=True)
    assert choices.of("src/D.sol", "D") == safe != gas
    assert choices.places["src/B.sol:B"].endswith("yulopt.toml:7")


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("a = ", 1, 5, "this is not TOML"),
        ("[defaults]\nruns = 1", 1, 1, "unknown key 'defaults'; did you mean 'default'"),
        ("[default]\n\nrun = 1", 3, 7, "unknown key 'run'; did you mean 'runs'"),
        ("[default]\nruns = true", 2, 8, "'runs' is a whole number"),
        ('[default]\npipeline = "gas"\nassume_memory_safe = 1', 3, 22, "is true or false"),
        ("[default]\nassume_memory_safe = true", 2, 22, "needs a 'pipeline'"),
        ("[default]\nruns = -1", 2, 8, "runs must be between 0 and"),
        ("[default]\nsteps = 3", 2, 9, "'steps' is a string"),
        ('[default]\nsteps = "u!"', 2, 9, "'!' is not a valid step abbreviation.* 2 of the steps"),
        ('[default]\nsequence = "smal"', 2, 12, "unknown sequence 'smal'.*did you mean 'small'"),
        ('[default]\nsteps = "u"\nsequence = "small"', 2, 9, "exclude each other"),
        ('[default]\nsteps = "u"\npipeline = "gas"', 2, 9, "exclude each other"),
        ('[default]\npipeline = "gass"', 2, 12, "unknown pipeline 'gass'.*did you mean 'gas'"),
        ('[contracts."A.sol"]\nruns = 1', 1, 1, "'A.sol' is no contract; expected 'path/File.sol"),
        ('[contracts]\n"a:A" = 3', 2, 9, "'a:A' is a table"),
        ("contracts = 3", 1, 13, "'contracts' is a table of contracts"),
        ('[default]\nruns = 1\n[contracts."a:A"]\nx = 1', 4, 5, "unknown key 'x'; expected"),
    ],
)
def test_errors_say_where_they_are(
    tmp_path: Path, text: str, line: int, column: int, message: str
) -> None:
    with pytest.raises(ProjectFileError, match=message) as error:
        read_project_file(written(tmp_path, text))
    assert (error.value.line, error.value.column) == (line, column)


def test_the_file_is_looked_for_up_to_the_root_of_the_project(tmp_path: Path) -> None:
    outer = written(tmp_path, "")
    inner = tmp_path / "project" / "src"
    inner.mkdir(parents=True)
    assert find_project_file(inner) is None
    (tmp_path / "project" / "foundry.toml").touch()
    assert find_project_file(inner) is None
    (tmp_path / "project" / "foundry.toml").unlink()
    (tmp_path / ".git").mkdir()
    assert find_project_file(inner) == outer.resolve()
    nearer = inner / "yulopt.toml"
    nearer.touch()
    assert find_project_file(inner) == nearer.resolve()
