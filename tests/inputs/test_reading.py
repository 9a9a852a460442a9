"""Every supported form of input, its contents, and the errors for other forms."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import yulopt
from tests.inputs.artefacts import (
    FACTORY,
    METADATA,
    SETTINGS,
    SOLC_TEXT,
    TOKEN,
    TOKEN_FILE,
    answer,
    artefact,
    build_info,
    ir_optimized,
)
from yulopt import InputProgram, YulError, read_program
from yulopt.errors import Source
from yulopt.inputs.reading import programs_in
from yulopt.persistence.json_values import Json
from yulopt.terminal.console import begins_like_yul

FOUND_SETTINGS = {"evm_version": "paris", "runs": 7, "steps": "gf", "stack_allocation": False}


def settings_of(program: InputProgram) -> dict[str, object]:
    return {name: getattr(program, name) for name in FOUND_SETTINGS}


def error_of(source: str | Path, contract: str | None = None) -> str:
    with pytest.raises(YulError) as caught:
        read_program(source, contract)
    return caught.value.report()


def written(path: Path, content: Json) -> Path:
    path.write_text(json.dumps(content, indent=2))
    return path


# What is plain Yul


@pytest.mark.parametrize(
    "text",
    [
        'object "A" { code { } }',
        "{ }",
        "{}",
        "{ sstore(0, 1) }",
        "\n  // {\n/* object */ /// @use-src\n{ }",
        '{ /* " */ f() }',
        '{ // "a":\n }',
        '{ "a" f() }',
        '{ "a", "b" }',
        "object",
        "function f() { }",
        "",
        "  // nothing",
        "/* open",
        "0x6080",
    ],
)
def test_yul_stays_as_it_is(text: str) -> None:
    assert read_program(text) == InputProgram(text, "<input>")


def test_a_contract_of_a_single_program() -> None:
    assert error_of("{ }", "A") == (
        "<input>: error: this is a single program, in which there is no contract 'A' to choose"
    )


# What solc prints


def test_the_text_of_solc() -> None:
    token = read_program(SOLC_TEXT, "Token")
    assert (token.text.strip(), token.name) == (TOKEN.strip(), f"<input> ({TOKEN_FILE}:Token)")
    assert read_program(SOLC_TEXT, "Factory").text.strip() == FACTORY.strip()


def test_line_breaks_of_windows() -> None:
    program = read_program(SOLC_TEXT.replace("\n", "\r\n"), "Factory")
    assert program.text.split() == FACTORY.split()


def test_optimised_ir_alone() -> None:
    text = f"======= A.sol:A =======\nOptimized IR:\n{ir_optimized('A')}\n"
    program = read_program(text)
    assert program.text.strip() == ir_optimized("A").strip()
    assert program.notes == (
        "it has only the IR that solc has already optimised (irOptimized, not ir)",
    )


def test_the_text_of_strict_assembly() -> None:
    text = (
        f"\n======= a.yul (EVM) =======\n\nPretty printed source:\n{ir_optimized('A')}\n\n"
        "Binary representation:\n6001\n\nText representation:\n  0x01\n"
    )
    program = read_program(text)
    assert (program.text.strip(), program.contract) == (ir_optimized("A").strip(), "a.yul")


def test_a_heading_without_a_banner() -> None:
    program = read_program(f"IR:\n{TOKEN}")
    assert (program.text.strip(), program.name) == (TOKEN.strip(), "<input>")


def test_warnings_before_the_banner() -> None:
    text = f"Warning: Unused variable.\n --> A.sol:1:1:\n{SOLC_TEXT}"
    assert read_program(text, "Token").text.strip() == TOKEN.strip()


def test_text_of_solc_without_ir() -> None:
    assert error_of("\n======= A.sol:A =======\nBinary:\n6001\n") == (
        "<input>: error: this is output of solc without IR; add the option --ir to the command"
        " line of solc"
    )


def test_ir_that_ends_too_early() -> None:
    program = read_program('======= A.sol:A =======\nIR:\nobject "A" {\n    code {')
    with pytest.raises(YulError, match=r"<input> \(A.sol:A\):2:"):
        yulopt.parse(program.text, filename=program.name)


# JSON


@pytest.mark.parametrize(
    "document",
    [answer(), build_info(), build_info("ethers-rs-sol-build-info-1"), {"output": answer()}],
    ids=["answer", "Hardhat 2", "Foundry", "output alone"],
)
def test_contracts_of_files_in_json(document: Json) -> None:
    program = read_program(json.dumps(document), "Token")
    assert program.text == TOKEN
    assert program.contract == f"{TOKEN_FILE}:Token"
    assert settings_of(program) == FOUND_SETTINGS


def test_an_artefact_of_foundry(tmp_path: Path) -> None:
    program = read_program(written(tmp_path / "Token.json", artefact(ir=TOKEN, irOptimized="{ }")))
    assert program.text == TOKEN
    assert program.name == f"{tmp_path / 'Token.json'} ({TOKEN_FILE}:Token)"
    assert settings_of(program) == FOUND_SETTINGS
    assert program.notes == ()


def test_an_artefact_with_optimised_ir_alone() -> None:
    program = read_program(json.dumps(artefact(irOptimized=ir_optimized("Token"))))
    assert program.text == ir_optimized("Token")
    assert "irOptimized" in program.notes[0]


def test_the_two_files_of_hardhat_3(tmp_path: Path) -> None:
    first = written(
        tmp_path / "1.json",
        {
            "_format": "hh3-sol-build-info-1",
            "input": {"language": "Solidity", "settings": SETTINGS},
        },
    )
    second = written(
        tmp_path / "1.output.json",
        {
            "_format": "hh3-sol-build-info-output-1",
            "output": {"contracts": {"project/A.sol": {"A": {"ir": TOKEN}}}},
        },
    )
    for path in (first, second):
        program = read_program(path)
        assert (program.text, program.contract) == (TOKEN, "project/A.sol:A")
        assert settings_of(program) == FOUND_SETTINGS


def test_a_request_in_yul() -> None:
    request = {"language": "Yul", "sources": {"a.yul": {"content": "{ sstore(0, 1) }"}}}
    assert read_program(json.dumps(request)).text == "{ sstore(0, 1) }"


def test_of_repeated_keys_in_a_request_the_last_one_counts() -> None:
    text = '{"language": "Solidity", "language": "Yul", "sources": {"a.yul": {"content": "{ }"}}}'
    assert read_program(text).text == "{ }"


def test_the_metadata_completes_the_request() -> None:
    document = build_info() | {"input": {"language": "Solidity", "settings": {"evmVersion": "x"}}}
    assert settings_of(read_program(json.dumps(document), "Token")) == FOUND_SETTINGS


def with_pipeline(name: str) -> str:
    """A build info with settings that name a pipeline."""
    optimizer: Json = {"details": {"yulDetails": {"optimizerSteps": f"pipeline={name}"}}}
    request: Json = {"language": "Solidity", "settings": {"optimizer": optimizer}}
    return json.dumps(build_info() | {"input": request})


@pytest.mark.parametrize(
    ("name", "option"), [("gas", "--pipeline gas"), ("small", "--sequence small"), ("off", "")]
)
def test_a_pipeline_in_place_of_steps_is_told(name: str, option: str) -> None:
    program = read_program(with_pipeline(name), "Token")
    assert program.steps == FOUND_SETTINGS["steps"]
    note = f"its settings name a pipeline; {option} compiles it so"
    assert program.notes == ((note,) if option else ())


def test_an_unknown_pipeline_in_place_of_steps() -> None:
    assert "there is no pipeline 'gass'" in error_of(with_pipeline("gass"), "Token")


@pytest.mark.parametrize("steps", ["", ":", None, 7])
def test_settings_without_options_are_left_out(steps: Json) -> None:
    optimizer: Json = {"runs": -1, "details": {"yulDetails": {"optimizerSteps": steps}}}
    metadata: Json = {**METADATA, "settings": {"evmVersion": "moon", "optimizer": optimizer}}
    program = read_program(json.dumps(artefact(ir=TOKEN, metadata=metadata)))
    assert set(settings_of(program).values()) == {None}
    assert program.notes == ("it was compiled for the EVM version 'moon', which is unknown",)


# Which contract


def test_several_contracts_are_listed() -> None:
    assert error_of(json.dumps(answer())) == (
        "<input>: error: 2 contracts in it have code; choose one with --contract:\n"
        "  Token    src/Token.sol\n"
        "  Factory  src/Factory.sol"
    )


def test_the_only_contract_with_code_is_chosen() -> None:
    document = answer()
    assert isinstance(document["contracts"], dict)
    del document["contracts"]["src/Factory.sol"]
    program = read_program(json.dumps(document))
    assert program.contract == f"{TOKEN_FILE}:Token"
    assert program.notes == ("1 contract without code left out (IToken)",)


@pytest.mark.parametrize("name", ["Token", "src/Token.sol:Token", "Token.sol:Token"])
def test_a_contract_by_its_name(name: str) -> None:
    assert read_program(json.dumps(answer()), name).text == TOKEN


@pytest.mark.parametrize(
    ("name", "reported"),
    [
        ("Tokem", "there is no contract 'Tokem' in it; did you mean 'Token'?"),
        ("lib/Token.sol:Token", "in it; did you mean 'src/Token.sol:Token'?"),
        ("X", "there is no contract 'X' in it; those with code are:\n  Token    src/Token.sol\n"),
        ("IToken", "'IToken' has no code; it is an interface, or abstract"),
    ],
)
def test_a_missing_contract(name: str, reported: str) -> None:
    assert reported in error_of(json.dumps(answer()), name)


def test_a_name_in_two_files() -> None:
    document = answer()
    assert isinstance(document["contracts"], dict)
    document["contracts"]["test/Token.sol"] = {"Token": {"ir": FACTORY}}
    assert error_of(json.dumps(document), "Token") == (
        "<input>: error: 2 contracts in it are called 'Token'; choose one with --contract:\n"
        "  src/Token.sol:Token\n"
        "  test/Token.sol:Token"
    )
    assert read_program(json.dumps(document), "test/Token.sol:Token").text == FACTORY


def test_many_contracts_are_not_all_listed() -> None:
    contracts = {f"C{number}": {"ir": TOKEN} for number in range(60)}
    report = error_of(json.dumps({"contracts": {"A.sol": contracts}}))
    assert report.endswith("\n  C39  A.sol\n  and 20 more")


def test_all_contracts_with_code() -> None:
    programs = programs_in(Source(json.dumps(answer())), None)
    assert [program.contract for program in programs] == [
        "src/Token.sol:Token",
        "src/Factory.sol:Factory",
    ]


def test_an_empty_object_is_json_by_the_name_of_its_file() -> None:
    assert begins_like_yul(Source("{ }"))
    assert begins_like_yul(Source("{ stop() }", "a.json"))
    assert not begins_like_yul(Source(" {\n}\n", "a.json"))


# What is wrong


@pytest.mark.parametrize(
    ("text", "reported"),
    [
        (json.dumps(answer())[:300], "<input>:1:"),
        (json.dumps(answer())[:300], "malformed JSON: it ends too early; was the file cut off?"),
        ('{"contr', "<input>:1:2: error: malformed JSON: it ends too early"),
        ('{"contracts": ', "it ends too early"),
        ('{"contracts": x}', "<input>:1:15: error: malformed JSON: Expecting value"),
        ('{"a": ' + "[" * 100_000, "malformed JSON: "),
        (
            '{"abi": [{"}": "{"}],\n "ir": "", "b": {"ir": ""}, "\\u0069r": "{ }"}',
            '<input>:2:29: error: the key "\\u0069r" occurs twice in this object',
        ),
        ('{"name": "x", "version": 1}', 'contains no Yul: an object with "name", "version"'),
        ("[1, 2]", "this JSON contains no Yul: a list"),
        ('{"output": {"path": 1}}', 'this JSON contains no Yul: an object with "output"'),
        (
            '{"contracts": {"A.sol:A": {"bin": "60"}}, "version": "0.8.37"}',
            "the output of solc --combined-json, which has no IR; use: solc --ir",
        ),
        (
            '{"errors": [{"severity": "error", "formattedMessage": "ParserError: no\\n"}]}',
            "solc found errors:\nParserError: no",
        ),
        (
            '{"_format": "hh-sol-artifact-1", "abi": [], "bytecode": "0x"}',
            "this is an artefact of Hardhat, which never has IR; give yulopt the file in"
            " artifacts/build-info",
        ),
        ('{"language": "Vyper", "sources": {}}', "a request to solc in the language 'Vyper'"),
        (json.dumps({"contracts": {"A.sol": {"A": {"ir": ""}}}}), "no contract in it has code"),
        (
            json.dumps({"contracts": {"A.sol": {"A": {"ir": '{ "\ud800" }'}}}}),
            "the IR of 'A.sol:A' contains half of a surrogate pair",
        ),
    ],
)
def test_files_that_cannot_be_read(text: str, reported: str) -> None:
    assert reported in error_of(text)


@pytest.mark.parametrize(
    ("document", "reported"),
    [
        ({"contracts": {"A.sol": {"A": {"abi": []}}}}, 'add "ir" to settings.outputSelection of'),
        (artefact(), 'add extra_output = ["ir"] to foundry.toml'),
        (
            {"_format": "hh-sol-build-info-1", "output": {"contracts": {"A.sol": {"A": {}}}}},
            'add outputSelection: { "*": { "*": ["ir"] } } to settings',
        ),
        (
            {"_format": "ethers-rs-sol-build-info-1", "output": {"contracts": {}}},
            'extra_output = ["ir"]',
        ),
    ],
)
def test_without_ir_the_missing_setting_is_named(document: Json, reported: str) -> None:
    report = error_of(json.dumps(document))
    assert " without IR; " in report
    assert reported in report


def test_arguments_of_other_types() -> None:
    with pytest.raises(TypeError, match="source must be str or Path, not bytes"):
        read_program(b"{ }")  # type: ignore[arg-type]
