"""Command lines with files, and their output, are those of solc."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.conftest import Command
from tests.dropin.compilers import by_solc
from tests.oracle import skip_unless_available
from yulopt.dropin.front import Reading
from yulopt.dropin.plain_forms import PlainForm, PlainFormError
from yulopt.persistence.json_values import JsonObject, object_at, write_json

LIBRARY = """library Half {
    function of_(uint256 x) external pure returns (uint256) { return x / 2; } }
"""
CONTRACT = """import "lib/Half.sol";
contract A { uint256 immutable a = 3; function f(uint256 x) external view returns (uint256) {
    return Half.of_(x) + a; } }
contract B { function g() external {} }
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "Half.sol").write_text(LIBRARY)
    (tmp_path / "A.sol").write_text(CONTRACT)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("YULOPT_CACHE", "off")
    return tmp_path


@pytest.fixture
def _front(monkeypatch: pytest.MonkeyPatch) -> None:
    skip_unless_available()
    monkeypatch.setenv("YULOPT_SOLC", os.environ["SOLC"])


def requested(*words: str, reading: Reading | None = None) -> list[JsonObject]:
    return list(PlainForm(words).requests(reading or Reading()))


# Requests


def test_options_become_settings(project: Path) -> None:
    (request,) = requested(
        *("A.sol", "x/=lib/", "--via-ir", "--optimize", "--optimize-runs=1", "--abi", "--bin"),
        *("--yul-optimizations", "u:", "--evm-version", "london", "--metadata-hash", "none"),
        *("--libraries", "lib/Half.sol:Half=0x12", "--no-cbor-metadata", "--debug-info=location"),
        *("--revert-strings", "strip"),
    )
    assert request == {
        "language": "Solidity",
        "sources": {"A.sol": {"content": CONTRACT}},
        "settings": {
            "viaIR": True,
            "optimizer": {
                "enabled": True,
                "runs": 1,
                "details": {"yulDetails": {"optimizerSteps": "u:"}},
            },
            "evmVersion": "london",
            "metadata": {"bytecodeHash": "none", "appendCBOR": False},
            "libraries": {"lib/Half.sol": {"Half": "0x12"}},
            "debug": {"debugInfo": ["location"], "revertStrings": "strip"},
            "remappings": ["x/=lib/"],
            "outputSelection": {"*": {"*": ["evm.bytecode.object", "abi"]}},
        },
    }


def test_libraries_may_be_longer_than_a_path(project: Path) -> None:
    libraries = ",".join(f"lib/Half.sol:Half{number}={'0x' + '12' * 20}" for number in range(20))
    (request,) = requested("A.sol", "--libraries", libraries)
    assert len(object_at(request, "settings", "libraries", "lib/Half.sol")) == 20


def test_sources_are_named_below_the_base_path(project: Path) -> None:
    (request,) = requested(str(project / "A.sol"), "./lib/../lib/Half.sol")
    assert list(object_at(request, "sources")) == ["A.sol", "lib/Half.sol"]
    (request,) = requested("lib/Half.sol", reading=Reading("lib"))
    assert list(object_at(request, "sources")) == ["Half.sol"]
    (request,) = requested("A.sol", reading=Reading("lib"))
    assert list(object_at(request, "sources")) == [str(project / "A.sol")]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("A.sol", "--frob"), "does not know the option --frob; solc itself may"),
        (("A.sol", "--ast-compact-json=x"), "does not know the option --ast-compact-json;"),
        (("A.sol", "--optimize-runs"), "the option --optimize-runs needs a value"),
        (("A.sol", "--libraries", "Half:0x"), "expected FILE:LIBRARY=ADDRESS, not 'Half:0x'"),
        (("A.sol", "--bin=x"), "the option --bin takes no value"),
        ((), "no input files"),
    ],
)
def test_wrong_command_lines_are_errors(
    project: Path, words: tuple[str, ...], message: str
) -> None:
    with pytest.raises(PlainFormError, match=message):
        PlainForm(words)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("nothere.sol",), 'Error: "nothere.sol" is not found\n'),
        (("--frob",), "Error: yulopt solc does not know the option --frob; solc itself may, "),
        (("--jobs", "x", "--version"), "Error: Invalid value for '--jobs'"),
        (("--standard-json", "nothere.json"), 'Error: "nothere.json" is not found\n'),
        (("--standard-json", "lib"), 'Error: "lib" is no file\n'),
        (("--front", "lib", "A.sol"), "Error: lib is a folder without the npm package solc; "),
        (("--front", "A.sol", "A.sol"), "Error: A.sol cannot be run: Permission denied\n"),
        (("--standard-json", "--bin"), "Error: --standard-json excludes --bin\n"),
        (("--standard-json", "a", "b"), "Error: --standard-json takes only one file\n"),
        (("x" * 300,), f'Error: "{"x" * 300}" is not found\n'),
        (("--include-path", "lib", "A.sol"), "Error: --include-path needs --base-path.\n"),
    ],
)
def test_wrong_calls_end_with_status_1_and_a_line(
    yulopt: Command, project: Path, words: tuple[str, ...], message: str
) -> None:
    result = yulopt("solc", *words)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(message)
    assert result.stderr.count("\n") == 1


# Output


@pytest.mark.usefixtures("_front")
def test_text_matches_the_answer_of_solc(yulopt: Command, project: Path) -> None:
    options = ("--via-ir", "--optimize", "--bin", "--bin-runtime", "--abi", "--opcodes", "--hashes")
    result = yulopt("solc", *options, "lib/Half.sol", "A.sol")
    (request,) = requested(*options, "lib/Half.sol", "A.sol")
    expected = object_at(by_solc(write_json(request)), "contracts")
    text = ""
    for file, name in (("A.sol", "A"), ("A.sol", "B"), ("lib/Half.sol", "Half")):
        contract = object_at(expected, file, name)
        evm = object_at(contract, "evm")
        code, deployed = object_at(evm, "bytecode"), object_at(evm, "deployedBytecode")
        hashes = [f"{h}: {f}\n" for f, h in object_at(evm, "methodIdentifiers").items()]
        text += (
            f"\n======= {file}:{name} =======\nOpcodes:\n{code['opcodes']}\n"
            f"Binary:\n{code['object']}\nBinary of the runtime part:\n{deployed['object']}\n"
            f"Function signatures:\n{''.join(hashes)}\n"
            f"Contract JSON ABI\n{write_json(contract['abi'])}\n"
        )
    assert result.exit_code == 0
    assert result.stdout == text


@pytest.mark.usefixtures("_front")
def test_imports_are_read(yulopt: Command, project: Path) -> None:
    result = yulopt("solc", "--bin", "--via-ir", "A.sol")
    assert result.exit_code == 0
    assert "======= lib/Half.sol:Half =======" in result.stdout
    missing = yulopt("solc", "--bin", "--via-ir", "A.sol", "--no-import-callback")
    assert (missing.exit_code, missing.stdout) == (1, "")
    assert 'ParserError: Source "lib/Half.sol" not found' in missing.stderr


@pytest.mark.usefixtures("_front")
def test_errors_go_to_standard_error(yulopt: Command, project: Path) -> None:
    (project / "A.sol").write_text("contract A { uint x = true; }")
    result = yulopt("solc", "--bin", "--via-ir", "A.sol")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "TypeError: Type bool is not implicitly convertible" in result.stderr
    assert "--> A.sol:1:23:\n" in result.stderr


@pytest.mark.usefixtures("_front")
def test_files_are_written_and_not_overwritten(yulopt: Command, project: Path) -> None:
    words = ("--via-ir", "--bin", "--abi", "--metadata", "-o", "out", "A.sol")
    assert yulopt("solc", *words).exit_code == 0
    names = sorted(path.name for path in (project / "out").iterdir())
    assert names == sorted(
        f"{name}{end}" for name in ("A", "B", "Half") for end in (".bin", ".abi", "_meta.json")
    )
    again = yulopt("solc", *words)
    assert again.exit_code == 1
    assert 'Refusing to overwrite existing file "out/' in again.stderr
    assert yulopt("solc", *words, "--overwrite").exit_code == 0


@pytest.mark.usefixtures("_front")
def test_two_outputs_are_not_written_to_one_file(yulopt: Command, project: Path) -> None:
    (project / "C.sol").write_text("contract C { } contract C_opt { }")
    words = ("--via-ir", "--ir", "--ir-optimized", "-o", "out", "--overwrite", "C.sol")
    result = yulopt("solc", *words)
    assert (result.exit_code, result.stdout) == (1, "")
    assert 'Error: two outputs would both be written to "out/C_opt.yul"; write ' in result.stderr
    assert not (project / "out").exists()


def test_all_files_can_be_written_or_none_is(yulopt: Command, project: Path) -> None:
    (project / "a.yul").write_text('object "A" { code { } }')
    (project / "out" / "A.asm").mkdir(parents=True)
    result = yulopt(
        "solc", "--strict-assembly", "a.yul", "--bin", "--asm", "-o", "out", "--overwrite"
    )
    message = "Error: out/A.asm: error: cannot be written: Is a directory\n"
    assert (result.exit_code, result.stdout, result.stderr) == (1, "", message)
    assert [path.name for path in (project / "out").iterdir()] == ["A.asm"]


@pytest.mark.usefixtures("_front")
def test_files_of_contracts_of_one_name_have_their_whole_names(
    yulopt: Command, project: Path
) -> None:
    (project / "C.sol").write_text("contract B {}")
    assert yulopt("solc", "--bin", "-o", "out", "A.sol", "C.sol").exit_code == 0
    names = {path.name for path in (project / "out").iterdir()}
    assert {"A.bin", "A_sol_B.bin", "C_sol_B.bin", "Half.bin"} == names


def test_programs_in_yul_need_no_solc(
    yulopt: Command, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    (project / "a.yul").write_text("{ let x := 1 sstore(0, x) }")
    result = yulopt("solc", "--strict-assembly", "--optimize", "a.yul", "--ir-optimized", "--bin")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == (
        "\n======= a.yul (EVM) =======\n\nPretty printed source:\n"
        'object "object" {\n    code { { sstore(0, 1) } }\n}\n'
        "\nBinary representation:\n60015f5500\n"
    )
    (project / "b.yul").write_text("{ let }")
    wrong = yulopt("solc", "--strict-assembly", "b.yul")
    assert (wrong.exit_code, wrong.stdout) == (1, "")
    assert "--> b.yul:1:7:\n" in wrong.stderr
