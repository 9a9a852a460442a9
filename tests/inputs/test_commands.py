"""The commands with inputs that contain Yul: the program, its settings, and its target."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import run_process
from tests.conftest import Command
from tests.inputs.artefacts import SOLC_TEXT, TOKEN, answer, artefact, build_info, ir
from yulopt import optimize

TOLD = (
    "note: its settings are used: EVM version paris, runs 7, steps 'gf', no stack allocation\n"
)  # fmt: skip


@pytest.fixture
def build(tmp_path: Path) -> Path:
    path = tmp_path / "build.json"
    path.write_text(json.dumps(build_info()))
    return path


@pytest.fixture
def solc_text(tmp_path: Path) -> Path:
    path = tmp_path / "ir.txt"
    path.write_text(SOLC_TEXT)
    return path


# Settings


def test_settings_of_the_build_are_used_and_reported(yulopt: Command, build: Path) -> None:
    result = yulopt("--contract", "Token", build)
    assert result.stdout == optimize(
        TOKEN, "gf", evm_version="paris", runs=7, stack_allocation=False
    )
    assert result.stderr == f"{build}: {TOLD}"


@pytest.mark.parametrize(
    ("options", "reported"),
    [
        (("--evm-version", "osaka"), "runs 7, steps 'gf', no stack allocation"),
        (("--optimize-runs", "200"), "EVM version paris, steps 'gf', no stack allocation"),
        (("--steps", "u"), "EVM version paris, runs 7, no stack allocation"),
        (("--sequence", "default"), "EVM version paris, runs 7, no stack allocation"),
        (("--bare",), "EVM version paris, runs 7, no stack allocation"),
        (("--no-stack-allocation",), "EVM version paris, runs 7, steps 'gf'"),
    ],
)
def test_options_override_settings(
    yulopt: Command, build: Path, options: tuple[str, ...], reported: str
) -> None:
    for words in ((), ("asm",)):
        result = yulopt(*words, "--contract", "Token", *options, build)
        assert result.stderr.startswith(f"{build}: note: its settings are used: {reported}\n")


def test_complete_options_cause_no_notes(yulopt: Command, build: Path) -> None:
    result = yulopt(
        "--contract=Token", "--evm-version=paris", "--optimize-runs=7", "--steps=u",
        "--no-stack-allocation", build,
    )  # fmt: skip
    assert result.stderr == ""


def test_malformed_steps(yulopt: Command, tmp_path: Path) -> None:
    path = tmp_path / "A.json"
    document = build_info()
    assert isinstance(document["input"], dict)
    document["input"]["settings"] = {
        "optimizer": {"details": {"yulDetails": {"optimizerSteps": "g["}}}
    }
    path.write_text(json.dumps(document))
    result = yulopt("--contract", "Token", path)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "optimizerSteps:1:" in result.stderr


@pytest.mark.parametrize(
    ("words", "reported"),
    [
        (("run",), "EVM version paris"),
        (("ssa",), "EVM version paris"),
        (("rvsdg", "from-yul"), "EVM version paris"),
        (("compare", "--no-gas"), "EVM version paris, runs 7"),
        (("fit", "--sequence", "default"), "EVM version paris, no stack allocation"),
        (("verify", "--tries", "1"), "EVM version paris, runs 7, steps 'gf', no stack allocation"),
        (("stack", "--no-optimize"), "EVM version paris, runs 7, no stack allocation"),
    ],
    ids=lambda value: value if isinstance(value, str) else value[0],
)
def test_only_settings_of_a_command_are_used(
    yulopt: Command, build: Path, words: tuple[str, ...], reported: str
) -> None:
    result = yulopt(*words, "--contract", "Token", build)
    assert result.exit_code == 0
    assert result.stderr == f"{build}: note: its settings are used: {reported}\n"


# Every command


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("explain", "--line", "1"),
        ("explore", "-o", "-"),
        ("verify", "--tries", "1"),
        ("asm",),
        ("stack",),
        ("run",),
        ("ssa",),
        ("rvsdg", "from-yul"),
        ("fit", "--sequence", "default"),
        ("compare", "--no-gas", "--json", "--sequence", "default"),
        ("tune", "--evaluations", "1", "--no-confirm", "--jobs", "1"),
    ],
    ids=" ".join,
)
def test_every_command_reads_all_inputs(
    yulopt: Command, solc_text: Path, words: tuple[str, ...]
) -> None:
    name = words[0] if words else ""
    wanted = 1 if name == "explain" else 0
    result = yulopt(*words, "--contract", "Token", solc_text)
    assert result.exit_code == wanted, result.stderr
    if name not in ("compare", "tune"):
        several = yulopt(*words, solc_text)
        assert (several.exit_code, several.stdout) == (1, "")
        assert several.stderr.startswith(f"{solc_text}: error: 2 contracts in it have code; choose")
    unknown = yulopt(*words, "--contract", "Tokens", solc_text)
    assert (unknown.exit_code, unknown.stdout) == (1, "")
    assert "there is no contract 'Tokens' in it; did you mean 'Token'?" in unknown.stderr


def test_tune_begins_with_the_settings_of_the_build(yulopt: Command, build: Path) -> None:
    words = ("tune", "--evaluations", "1", "--no-confirm", "--jobs", "1", "--json")
    result = yulopt(*words, build)
    record = json.loads(result.stdout)
    assert (record["evmVersion"], record["stackAllocation"]) == ("paris", False)
    assert len(record["programs"]) == 2
    assert {program["default"]["runs"] for program in record["programs"]} == {7}
    assert "EVM version paris, runs 7, no stack allocation" in result.stderr


def test_compare_takes_all_contracts(yulopt: Command, solc_text: Path) -> None:
    result = yulopt("compare", "--no-gas", solc_text)
    assert f"\n{solc_text} (src/Factory.sol:Factory)\n" in result.stdout
    assert f"\n{solc_text} (src/Token.sol:Token)\n" in result.stdout


def test_compare_needs_one_evm_version(yulopt: Command, tmp_path: Path) -> None:
    for version in ("paris", "london"):
        document = build_info()
        document["input"] = {"settings": {"evmVersion": version}}
        tmp_path.joinpath(version).write_text(json.dumps(document))
    files = tmp_path / "paris", tmp_path / "london"
    result = yulopt("compare", "--no-gas", *files)
    assert result.exit_code == 1
    assert "compiled with different settings (london, paris); choose with --evm-" in result.stderr
    assert yulopt("compare", "--no-gas", "--evm-version", "paris", *files).exit_code == 0


def test_a_called_account_may_be_an_artefact(yulopt: Command, tmp_path: Path) -> None:
    path = tmp_path / "A.json"
    path.write_text(json.dumps(artefact(ir=TOKEN)))
    caller = "{ pop(call(gas(), 0xb0b, 0, 0, 0, 0, 0)) }"
    result = yulopt("run", "-", "--account", f"0xb0b={path}", input=caller)
    assert result.exit_code == 0


# Where results go


def test_each_contract_has_a_file_in_a_directory(
    yulopt: Command, build: Path, tmp_path: Path
) -> None:
    plain = tmp_path / "plain.yul"
    plain.write_text("{ sstore(0, 1) }")
    result = yulopt("-o", tmp_path / "out", build, plain)
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == f"{build}: note: 1 contract without code left out (IToken)\n" + (
        f"{build}: {TOLD}"
    )
    written = {path.name: path.read_text() for path in (tmp_path / "out").iterdir()}
    settings = {"evm_version": "paris", "runs": 7, "stack_allocation": False}
    assert written == {
        "Token.yul": optimize(TOKEN, "gf", **settings),  # type: ignore[arg-type]
        "Factory.yul": optimize(ir("Factory", 2), "gf", **settings),  # type: ignore[arg-type]
        "plain.yul": optimize("{ sstore(0, 1) }"),
    }


def test_a_name_in_two_files_has_its_file_before_it(
    yulopt: Command, tmp_path: Path, build: Path
) -> None:
    document = answer()
    assert isinstance(document["contracts"], dict)
    document["contracts"]["test/../Token.sol"] = {"Token": {"ir": TOKEN}}
    build.write_text(json.dumps(document))
    assert yulopt("-o", f"{tmp_path / 'out'}/", build).exit_code == 0
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "Factory.yul",
        "src_Token_sol_Token.yul",
        "test____Token_sol_Token.yul",
    ]


def test_the_standard_input_may_hold_several_contracts(yulopt: Command, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert yulopt("-j", "2", "-o", f"{out}/", "-", input=SOLC_TEXT).exit_code == 0
    assert sorted(path.name for path in out.iterdir()) == ["Factory.yul", "Token.yul"]


def test_a_file_with_an_error_stops_no_other(yulopt: Command, build: Path, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.json"
    wrong.write_text('{"a": 1}')
    result = yulopt("-o", tmp_path / "out", wrong, build)
    assert result.exit_code == 1
    assert f"{wrong}: error: this JSON contains no Yul" in result.stderr
    assert (tmp_path / "out" / "Token.yul").exists()


@pytest.mark.parametrize("command", [(), ("asm",), ("prove",), ("--in-place",)])
def test_an_empty_object_in_a_file_of_json_is_no_yul(
    yulopt: Command, tmp_path: Path, command: tuple[str, ...]
) -> None:
    text = "{ \n}\n"
    path = tmp_path / "empty.json"
    path.write_text(text)
    result = yulopt(*command, path)
    assert (result.exit_code, result.stdout) == (1, "")
    (line,) = result.stderr.splitlines()
    assert line.startswith(f"{path}: error: this JSON contains no Yul: an empty object")
    assert path.read_text() == text
    # Elsewhere this is an empty block.
    assert yulopt("--bare", "--steps", ":", "-", input=text).exit_code == 0


def test_both_files_of_hardhat_3_may_be_named(yulopt: Command, tmp_path: Path) -> None:
    for name, content in (("1.json", "input"), ("1.output.json", "output")):
        (tmp_path / name).write_text(json.dumps({content: build_info()[content]}))
    files = tmp_path / "1.output.json", tmp_path / "1.json"
    assert yulopt("-o", tmp_path / "out", *files).exit_code == 0
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "Factory.yul",
        "Token.yul",
    ]
    assert yulopt("compare", "--no-gas", *files).stdout.count(" (src/Token.sol:Token)") == 1


def test_two_results_of_one_name(yulopt: Command, build: Path, solc_text: Path) -> None:
    result = yulopt("-o", build.parent / "out", build, solc_text)
    assert result.exit_code == 2
    assert "Two FILEs would both be written to " in result.stderr
    assert not (build.parent / "out").exists()


def test_a_result_does_not_overwrite_an_input(yulopt: Command, tmp_path: Path) -> None:
    path = tmp_path / "Token.yul"
    path.write_text(SOLC_TEXT)
    result = yulopt("-o", f"{tmp_path}/", path)
    assert result.exit_code == 2
    assert path.read_text() == SOLC_TEXT


def test_only_plain_yul_is_replaced(yulopt: Command, solc_text: Path) -> None:
    result = yulopt("--in-place", "--contract", "Token", solc_text)
    assert result.exit_code == 1
    assert "error: --in-place replaces only plain Yul; use --output" in result.stderr
    assert solc_text.read_text() == SOLC_TEXT


def test_traces_of_several_contracts(yulopt: Command, build: Path, tmp_path: Path) -> None:
    folder = tmp_path / "trace"
    assert yulopt("-o", tmp_path / "out", "--trace-dir", folder, build, build).exit_code == 2
    assert yulopt("-o", f"{tmp_path}/out/", "--trace-dir", folder, build).exit_code == 0
    assert sorted(path.name for path in folder.iterdir()) == ["Factory", "Token"]


def test_the_only_contract_goes_to_the_named_file(yulopt: Command, tmp_path: Path) -> None:
    path = tmp_path / "A.json"
    path.write_text(json.dumps(artefact(ir=TOKEN)))
    assert yulopt("-o", tmp_path / "a.yul", path).exit_code == 0
    assert (tmp_path / "a.yul").read_text().startswith('/// @use-src 0:"src/Token.sol"\n')


# Errors


def test_an_error_in_the_program_names_contract_and_place(yulopt: Command, tmp_path: Path) -> None:
    path = tmp_path / "A.json"
    path.write_text(json.dumps(artefact(ir=TOKEN.replace("callvalue()", "nothing()"))))
    result = yulopt(path)
    assert (result.exit_code, result.stdout) == (1, "")
    assert f"{path} (src/Token.sol:Token):6:19: error: function 'nothing' not found\n" in (
        result.stderr
    )
    assert "        sstore(1, nothing())\n                  ^\n" in result.stderr


def test_the_simplest_command_line_reads_all_inputs(
    yulopt: Command, solc_text: Path, tmp_path: Path
) -> None:
    path = tmp_path / "A.json"
    path.write_text(json.dumps(artefact(ir=TOKEN)))
    for file, status in ((path, 0), (solc_text, 1)):
        plain, other = run_process(file), yulopt(file, "--jobs", "1")
        assert (plain.returncode, plain.stdout, plain.stderr) == (
            status,
            other.stdout,
            other.stderr,
        )
