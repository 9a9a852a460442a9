"""`--json` of the catalogue commands: complete, and as documented."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import TypeAlias

from tests.conftest import ROOT, Command
from yulopt.passes.properties import PROPERTIES
from yulopt.rules.table import all_rules
from yulopt.suite.documentation import read_documentation, run_example
from yulopt.suite.named_sequences import describe_sequence, read_sequence, sequence_names
from yulopt.suite.registry import all_steps, is_extension, steps_by_letter
from yulopt.syntax.parser import parse
from yulopt.syntax.printer import print_yul

Json: TypeAlias = "Mapping[str, Json] | Sequence[Json] | str | None"
PAGE = ROOT / "docs/reference/command-line.md"
KEYS = {
    "steps": ["name", "letter", "kind", "summary", "text", "needs", "example"],
    "sequences": ["name", "purpose", "steps", "names"],
    "rules": ["name", "group", "instruction", "pattern", "replacement", "conditions", "since"],
}
INNER_KEYS = ["form", "step", "before", "after"]


def records(yulopt: Command, *words: str) -> list[dict[str, Json]]:
    result = yulopt(*words, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    found: list[dict[str, Json]] = json.loads(result.stdout)
    return found


def test_steps(yulopt: Command) -> None:
    found = records(yulopt, "steps")
    assert [record["name"] for record in found] == list(all_steps())
    for record, step in zip(found, all_steps().values(), strict=True):
        documentation = read_documentation(step)
        assert list(record) == KEYS["steps"]
        assert record["letter"] == (step.letter or None)
        assert record["kind"] == (
            "extension" if is_extension(step) else "step" if step.letter else "stage"
        )
        assert record["summary"] == documentation.summary
        assert record["text"] == documentation.text
        assert record["needs"] == [
            {"form": form, "step": PROPERTIES[form].established_by} for form in step.requires
        ]
        assert record["example"] == {"before": documentation.before, "after": documentation.after}


def test_an_example_shows_the_step(yulopt: Command) -> None:
    (record,) = records(yulopt, "steps", "u")
    example = record["example"]
    assert isinstance(example, dict)
    before, after = run_example(steps_by_letter()["u"], example["before"])
    assert after == example["after"]
    assert before == print_yul(parse(example["before"]).code)


def test_a_step_that_does_not_exist(yulopt: Command) -> None:
    result = yulopt("steps", "Z", "--json")
    assert (result.exit_code, result.stdout) == (2, "")


def test_sequences(yulopt: Command) -> None:
    found = records(yulopt, "sequences")
    assert [record["name"] for record in found] == sequence_names()
    for record, name in zip(found, sequence_names(), strict=True):
        assert list(record) == KEYS["sequences"]
        assert record["purpose"] == describe_sequence(name)
        assert record["steps"] == read_sequence(name)
        assert record["names"] == {
            letter: step.name
            for letter, step in steps_by_letter().items()
            if letter in read_sequence(name)
        }
    assert records(yulopt, "sequences", "pretty") == [
        record for record in found if record["name"] == "pretty"
    ]


def test_rules(yulopt: Command) -> None:
    found = records(yulopt, "rules")
    assert len(found) == len(all_rules())
    for record, rule in zip(found, all_rules(), strict=True):
        assert list(record) == KEYS["rules"]
        conditions = record["conditions"]
        assert isinstance(conditions, list)
        text = f"{record['pattern']} => {record['replacement']}"
        assert str(rule) == (f"{text} when {', '.join(conditions)}" if conditions else text)
        assert (record["name"], record["group"]) == (rule.name, rule.group)
        assert (record["instruction"], record["since"]) == (rule.instruction, rule.since.text)
    assert records(yulopt, "rules", "sub") == [
        record for record in found if record["instruction"] == "sub"
    ]


def test_the_documentation_names_every_key() -> None:
    section = PAGE.read_text().partition("## JSON")[2]
    for key in chain(*KEYS.values(), INNER_KEYS):
        assert f"`{key}`" in section


def test_the_documentation_names_every_key_of_a_run(yulopt: Command) -> None:
    section = PAGE.read_text().partition("## JSON")[2]
    record = json.loads(yulopt("run", "-", "--json", input="{ }").stdout)
    for key in (*record, "deployment", "calls"):
        assert f"`{key}`" in section
