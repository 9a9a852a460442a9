"""Errors that suggest the intended name, or the next action."""

from __future__ import annotations

from pathlib import Path

import click.testing
import pytest

import yulopt
from yulopt.cli import cli
from yulopt.dialect import parse_evm_version
from yulopt.errors import did_you_mean


def message_of(source: str, *, evm_version: str | None = None) -> str:
    with pytest.raises(yulopt.YulError) as caught:
        yulopt.parse(source, evm_version=evm_version)
    return caught.value.message


# Close names


@pytest.mark.parametrize(
    ("source", "meant"),
    [
        pytest.param("{ pop(calldatload(0)) }", "calldataload", id="builtin"),
        pytest.param("{ SSTORE(0, 1) }", "sstore", id="builtin-in-capitals"),
        pytest.param("{ function store(x) { } stor(1) }", "store", id="function"),
        pytest.param("{ function f() { helpr() function helper() { } } }", "helper", id="inner"),
        pytest.param("{ let value := 1 sstore(0, vlaue) }", "value", id="variable"),
        pytest.param("{ let total totla := 1 }", "total", id="target"),
        pytest.param("{ function f(amount) { sstore(0, amuont) } }", "amount", id="parameter"),
    ],
)
def test_a_close_name_is_suggested(source: str, meant: str) -> None:
    assert message_of(source).endswith(f"; did you mean '{meant}'?")


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("{ frobnicate() }", id="like-nothing"),
        pytest.param("{ let x := y }", id="one-letter"),
        pytest.param("{ { let value } sstore(0, valu) }", id="out-of-scope"),
        pytest.param("{ let value function f() { sstore(0, valu) } }", id="outside-the-function"),
        pytest.param("{ sstore(0, valu) let value }", id="not-yet-declared"),
        pytest.param("{ let value := valu }", id="being-declared"),
        pytest.param("{ { function helper() { } } helpe() }", id="function-out-of-scope"),
        pytest.param("{ let helper helpe() }", id="variable-for-a-function"),
        pytest.param("{ function value() -> x { } sstore(0, valu) }", id="function-for-a-variable"),
    ],
)
def test_only_valid_names_are_suggested(source: str) -> None:
    assert "did you mean" not in message_of(source)


def test_only_builtins_of_the_version_are_suggested() -> None:
    assert message_of("{ pop(blobhesh(0)) }").endswith("; did you mean 'blobhash'?")
    assert "blobhash" not in message_of("{ pop(blobhesh(0)) }", evm_version="paris")


def test_a_builtin_of_a_later_version_is_named_with_its_version() -> None:
    message = message_of("{ pop(tload(0)) }", evm_version="paris")
    assert "cancun" in message
    assert "did you mean" not in message


def test_the_closest_name_is_suggested() -> None:
    assert did_you_mean("mstor", ["mstore8", "mstore", "sstore"]) == "; did you mean 'mstore'?"
    assert did_you_mean("mstor", []) == ""


# Other spellings, other languages


@pytest.mark.parametrize(
    ("source", "hint"),
    [
        pytest.param("{ let x = 1 }", "Yul assigns with ':='", id="="),
        pytest.param("{ if x == 1 { } }", "'eq'", id="=="),
        pytest.param("{ let x := 1; }", "nothing stands between", id=";"),
        pytest.param("{ let x := a + 1 }", "functions such as 'add'", id="+"),
        pytest.param("{ if a < 1 { } }", "functions such as 'add' and 'lt'", id="<"),
    ],
)
def test_equivalents_in_yul(source: str, hint: str) -> None:
    assert hint in message_of(source)


@pytest.mark.parametrize(
    "source",
    [
        "pragma solidity ^0.8.0;\ncontract C { }",
        "// SPDX-License-Identifier: MIT\npragma solidity ^0.8.0;",
        "contract C { }",
        "abstract contract C { }",
        "/* a */ interface I { }",
        'import "./a.sol";',
        "library L { }",
    ],
)
def test_solidity_is_distinguished_from_yul(source: str) -> None:
    message = message_of(source)
    assert "expected '{' or 'object' but found" in message
    assert "this is Solidity: `solc --ir -o FOLDER FILE` writes the Yul" in message


def test_the_headings_that_solc_prints_are_known() -> None:
    for source in ("\n======= a.sol:C =======\nIR:\n{ }", "{ }\n======= a.sol:D =======\n"):
        message = message_of(source)
        assert message.endswith("such headings, and `solc --ir -o FOLDER FILE` writes none")


@pytest.mark.parametrize("source", ["{ } contract C { }", "{ contract C }", "contracts", "{ === }"])
def test_words_of_solidity_elsewhere_are_ignored(source: str) -> None:
    assert "solc" not in message_of(source)


# Brackets


@pytest.mark.parametrize(
    ("source", "place"),
    [
        pytest.param("{", "the '{' in line 1, column 1", id="only"),
        pytest.param("{\n    if 1 {\n    }\n", "the '{' in line 1, column 1", id="outer"),
        pytest.param("{\n    if 1 {\n        f()\n", "the '{' in line 2, column 10", id="inner"),
        pytest.param('object "a" { code { } ', "the '{' in line 1, column 12", id="object"),
        pytest.param('object "a" {\n  code {\n', "the '{' in line 2, column 8", id="code"),
        pytest.param("{ sstore(add(1, 2), 3", "the '(' in line 1, column 9", id="parenthesis"),
        pytest.param("{ { f() }", "the '{' in line 1, column 1", id="after-a-call"),
    ],
)
def test_the_end_of_the_input_names_what_is_open(source: str, place: str) -> None:
    message = message_of(source)
    assert "found the end of the input" in message
    assert message.endswith(f"; {place} is not closed")


def test_an_end_without_brackets_names_none() -> None:
    assert "not closed" not in message_of("")
    assert "not closed" not in message_of('object "a"')


# EVM versions


@pytest.mark.parametrize(
    ("name", "meant"), [("Paris", "paris"), ("cancum", "cancun"), ("tangerinewhistle", None)]
)
def test_a_misspelt_evm_version(name: str, meant: str | None, tmp_path: Path) -> None:
    meant = meant or "tangerineWhistle"
    with pytest.raises(ValueError, match=f"did you mean '{meant}'"):
        parse_evm_version(name)
    with pytest.raises(ValueError, match=f"did you mean '{meant}'"):
        yulopt.optimize("{ }", evm_version=name)
    (tmp_path / "a.yul").write_text("{ }")
    arguments = ["--evm-version", name, str(tmp_path / "a.yul")]
    result = click.testing.CliRunner().invoke(cli, arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"did you mean '{meant}'?" in result.stderr


def test_a_misspelt_sequence_name() -> None:
    result = click.testing.CliRunner().invoke(cli, ["--sequence", "prety", "-"])
    assert result.exit_code == 2
    assert "did you mean 'pretty'?" in result.stderr
