"""What the commands `steps`, `sequences` and `rules` give with `--json`.

The records are an interface for other programs: keys may be added, but none changes its meaning.
"""

from __future__ import annotations

from typing import TypedDict

from yulopt.pipeline.documentation import read_documentation
from yulopt.pipeline.named_sequences import describe_sequence, read_sequence
from yulopt.pipeline.properties import PROPERTIES
from yulopt.pipeline.step import Step
from yulopt.pipeline.suite import is_extension, steps_by_letter
from yulopt.rules.rule import Rule


class Need(TypedDict):
    """A form that a program must have for a step, and the name of the step that brings it."""

    form: str
    step: str


class Example(TypedDict):
    """Yul before and after a step."""

    before: str
    after: str


class StepRecord(TypedDict):
    """One step.

    `letter` is null for a step that no sequence can name; `kind` is "step", "stage" (it runs at a
    fixed place of every run) or "extension" (solc does not have it). `summary` is one sentence,
    `text` the paragraphs below it. `example` is null if a step of another package has none.
    """

    name: str
    letter: str | None
    kind: str
    summary: str
    text: str
    needs: list[Need]
    example: Example | None


class SequenceRecord(TypedDict):
    """One named sequence.

    `steps` is the text that --steps takes, `names` has the names of the steps in it, by letter.
    """

    name: str
    purpose: str
    steps: str
    names: dict[str, str]


class RuleRecord(TypedDict):
    """One rule of the expression simplifier.

    `pattern` becomes `replacement` where all `conditions` hold, in EVM versions from `since` on;
    `instruction` is the outermost one of the pattern, `group` the theme of the rule.
    """

    name: str
    group: str
    instruction: str
    pattern: str
    replacement: str
    conditions: list[str]
    since: str


def step_record(step: Step) -> StepRecord:
    """The record of a step."""
    documentation = read_documentation(step)
    example: Example | None = None
    if documentation.before:
        example = {"before": documentation.before, "after": documentation.after}
    return {
        "name": step.name,
        "letter": step.letter or None,
        "kind": _kind(step),
        "summary": documentation.summary,
        "text": documentation.text,
        "needs": [
            {"form": name, "step": PROPERTIES[name].established_by} for name in step.requires
        ],
        "example": example,
    }


def _kind(step: Step) -> str:
    if is_extension(step):
        return "extension"
    return "step" if step.letter else "stage"


def sequence_record(name: str) -> SequenceRecord:
    """The record of the sequence of that name."""
    text = read_sequence(name)
    lettered = steps_by_letter()
    return {
        "name": name,
        "purpose": describe_sequence(name),
        "steps": text,
        "names": {letter: lettered[letter].name for letter in text if letter in lettered},
    }


def rule_record(rule: Rule) -> RuleRecord:
    """The record of a rule."""
    return {
        "name": rule.name,
        "group": rule.group,
        "instruction": rule.instruction,
        "pattern": str(rule.pattern),
        "replacement": str(rule.replacement),
        "conditions": [str(condition) for condition in rule.conditions],
        "since": rule.since.text,
    }
