"""Completion, and the commands that explain steps, sequences and rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import BARE, BARE_RESULT, SOURCE, run_process
from tests.conftest import Command
from yulopt.rules.table import all_rules
from yulopt.suite.documentation import read_documentation
from yulopt.suite.named_sequences import describe_sequence, read_sequence, sequence_names
from yulopt.suite.registry import all_steps, steps_by_letter

# Completion


@pytest.mark.parametrize(
    ("words", "completions"),
    [
        ("yulopt st", ["stack", "steps"]),
        ("yulopt --seq", ["--sequence"]),
        ("yulopt --sequence pre", ["prelude", "pretty"]),
        ("yulopt --evm-version pa", ["paris"]),
        ("yulopt file.yul --ba", ["--base-path", "--backend", "--bare"]),
        ("yulopt steps Block", ["BlockFlattener"]),
        ("yulopt sequences li", ["literals"]),
    ],
)
def test_completion(words: str, completions: list[str]) -> None:
    answer = run_process(
        _YULOPT_COMPLETE="bash_complete", COMP_WORDS=words, COMP_CWORD=str(words.count(" "))
    )
    given = [line.partition(",") for line in answer.stdout.splitlines()]
    assert [value for kind, _, value in given if kind == "plain"] == completions


# Steps


def test_list_of_steps(yulopt: Command) -> None:
    lines = yulopt("steps").stdout.splitlines()
    listed = [tuple(line.split()[:2]) for line in lines if line.startswith("  ") and line[2] != " "]
    assert sorted(listed) == sorted((step.letter, step.name) for step in steps_by_letter().values())
    without_letter = [line.split()[0] for line in lines if line.startswith("     ")]
    expected = [step.name for step in all_steps().values() if not step.letter]
    assert sorted(without_letter) == sorted(expected)


@pytest.mark.parametrize("name", ["f", "BlockFlattener", "blockflattener"])
def test_explanation_of_a_step(yulopt: Command, name: str) -> None:
    result = yulopt("steps", name)
    documentation = read_documentation(all_steps()["BlockFlattener"])
    assert result.exit_code == 0
    assert result.stdout.startswith(f"BlockFlattener (f): {documentation.summary}\n")
    assert documentation.text in result.stdout
    assert "only blocks and functions at the top level, from FunctionGrouper (g)" in result.stdout
    assert f"\nAfter\n\n{documentation.after}\n" in result.stdout


@pytest.mark.parametrize("letter", ["t", "T"])
def test_letters_are_case_sensitive(yulopt: Command, letter: str) -> None:
    assert yulopt("steps", letter).stdout.startswith(f"{steps_by_letter()[letter].name} (")


@pytest.mark.parametrize("name", list(all_steps()))
def test_every_step_can_be_explained(yulopt: Command, name: str) -> None:
    result = yulopt("steps", name)
    assert result.exit_code == 0
    assert "\nBefore\n" in result.stdout


def test_a_file_with_the_name_of_a_command(
    yulopt: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "steps").write_text(SOURCE)
    monkeypatch.chdir(tmp_path)
    assert yulopt("./steps", *BARE).stdout == BARE_RESULT
    assert yulopt(*BARE, "steps").stdout == BARE_RESULT
    assert yulopt("steps").stdout.startswith("Steps")


# Sequences


def test_list_of_sequences(yulopt: Command) -> None:
    lines = yulopt("sequences").stdout.splitlines()
    assert [line.split()[0] for line in lines] == sequence_names()


@pytest.mark.parametrize("name", sequence_names())
def test_explanation_of_a_sequence(yulopt: Command, name: str) -> None:
    result = yulopt("sequences", name)
    assert result.exit_code == 0
    assert result.stdout.startswith(f"{describe_sequence(name)}\n\n{read_sequence(name)}\n")
    for letter in set(read_sequence(name)) & set(steps_by_letter()):
        assert f"  {letter}  {steps_by_letter()[letter].name} " in result.stdout


# Rules


def test_rules_for_one_instruction_are_in_the_order_of_attempt(yulopt: Command) -> None:
    result = yulopt("rules", "sub")
    lines = [line.split("  ") for line in result.stdout.splitlines()]
    assert [line[1].strip() for line in lines] == [
        rule.name for rule in all_rules() if rule.instruction == "sub"
    ]


def test_all_rules_are_listed_by_group(yulopt: Command) -> None:
    output = yulopt("rules").stdout
    for rule in all_rules():
        assert f"  {rule}" in output
        assert f"\n{rule.group}\n" in output


def test_an_instruction_without_rules_is_wrong_usage(yulopt: Command) -> None:
    result = yulopt("rules", "sar")
    assert result.exit_code == 2
    assert "there are no rules for 'sar'" in result.stderr
    assert result.stdout == ""
