"""The commands `steps`, `sequences` and `rules`, which document the optimiser.

With `--json` they print records, a stable interface for other programs: keys may be added, but none
changes its meaning.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import TypeAlias

import click
from click.shell_completion import CompletionItem

from yulopt.cli.help import command
from yulopt.cli.options import NameChoice, complete_steps, find_step, json_option
from yulopt.dialect import EvmVersion
from yulopt.passes.properties import PROPERTIES
from yulopt.passes.step import Step
from yulopt.rules.table import all_rules
from yulopt.rules.terms import Rule
from yulopt.suite.documentation import read_documentation, run_example
from yulopt.suite.named_sequences import describe_sequence, read_sequence, sequence_names
from yulopt.suite.registry import all_steps, is_extension, steps_by_letter
from yulopt.terminal.console import bold, has_colour
from yulopt.terminal.highlight import coloured_difference, highlight

Record: TypeAlias = dict[str, object]


def _complete_rules(
    _ctx: click.Context, _param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    instructions = sorted({rule.instruction for rule in all_rules()})
    return [CompletionItem(name) for name in instructions if name.startswith(incomplete)]


@command(
    "steps",
    """
  yulopt steps              all steps, with their letters
  yulopt steps u            what step u does, with its example run live
  yulopt steps FullInliner  the same by name
  yulopt steps --json       all of it, for programs
""",
)
@click.argument("step", required=False, shell_complete=complete_steps)
@json_option
def steps_command(step: str | None, as_json: bool) -> None:
    """List all steps, or explain STEP (a letter or a name) and run its example."""
    found = None if step is None else find_step(step)
    if as_json:
        steps = list(all_steps().values()) if found is None else [found]
        _echo_json([_step_record(one) for one in steps])
    elif found is None:
        _list_steps()
    else:
        _explain_step(found)


@command(
    "sequences",
    """
  yulopt sequences          all named sequences
  yulopt sequences pretty   what it is for, and its steps
""",
)
@click.argument("name", required=False, type=NameChoice(sequence_names()), metavar="[NAME]")
@json_option
def sequences_command(name: str | None, as_json: bool) -> None:
    """List the named sequences, or explain the sequence NAME."""
    if as_json:
        names = sequence_names() if name is None else [name]
        _echo_json([_sequence_record(one) for one in names])
        return
    if name is None:
        width = max(map(len, sequence_names()))
        for known in sequence_names():
            purpose = describe_sequence(known).partition("\n")[0]
            click.echo(f"{bold(known.ljust(width))}  {purpose}")
        return
    text = read_sequence(name)
    click.echo(f"{describe_sequence(name)}\n\n{text}\n")
    for letter in dict.fromkeys(text):
        if letter in steps_by_letter():
            _echo_summary(steps_by_letter()[letter])


@command(
    "rules",
    """
  yulopt rules              all rules, in groups
  yulopt rules sub          those for one instruction, in the order of attempt
""",
)
@click.argument("instruction", required=False, shell_complete=_complete_rules)
@json_option
def rules_command(instruction: str | None, as_json: bool) -> None:
    """List the rules that step s applies, or those for one INSTRUCTION in the order of attempt."""
    rules = [rule for rule in all_rules() if instruction in (None, rule.instruction)]
    if not rules:
        known = ", ".join(sorted({rule.instruction for rule in all_rules()}))
        raise click.BadParameter(
            f"there are no rules for '{instruction}', only for: {known}.",
            param_hint="'INSTRUCTION'",
        )
    if as_json:
        _echo_json([_rule_record(rule) for rule in rules])
        return
    width = max(len(rule.name) for rule in rules)
    group = ""
    for rule in rules:
        if rule.group != group and instruction is None:
            group = rule.group
            click.echo(f"\n{bold(group)}\n")
        since = f"   (from {rule.since.text} on)" if rule.since > min(EvmVersion) else ""
        click.echo(f"  {rule.name.ljust(width)}  {rule}{since}")


def _echo_json(records: Sequence[Record]) -> None:
    click.echo(json.dumps(records, indent=2))


def _list_steps() -> None:
    lettered = steps_by_letter()
    click.echo("Steps, each with its letter:\n")
    own = [letter for letter, step in lettered.items() if not is_extension(step)]
    for letter in sorted(own, key=lambda letter: (letter.lower(), letter)):
        _echo_summary(lettered[letter])
    click.echo("\nFixed stages of every run, which have no letter:\n")
    for step in all_steps().values():
        if not step.letter and not is_extension(step):
            _echo_summary(step)
    extensions = [step for step in all_steps().values() if is_extension(step)]
    if extensions:
        click.echo("\nExtensions, which solc does not have:\n")
        for step in extensions:
            _echo_summary(step)
    click.echo("\n`yulopt steps u` explains step u and runs its example.")


def _echo_summary(step: Step) -> None:
    width = max(map(len, all_steps()))
    summary = read_documentation(step).summary
    click.echo(f"  {bold(step.letter or ' ')}  {step.name.ljust(width)}  {summary}")


def _explain_step(step: Step) -> None:
    documentation = read_documentation(step)
    letter = f" ({step.letter})" if step.letter else ""
    if is_extension(step):
        letter += " [extension]"
    click.echo(f"{bold(step.name + letter)}: {documentation.summary}")
    if documentation.text:
        click.echo(f"\n{documentation.text}")
    if step.requires:
        click.echo(f"\n{bold('Needs')}")
        for name in step.requires:
            click.echo(f"  {name}, from {PROPERTIES[name].established_by}")
    if not documentation.before:
        return
    before, after = run_example(step, documentation.before)
    colour = has_colour(sys.stdout)
    for title, code in (("Before", before), ("After", after)):
        click.echo(f"\n{bold(title)}\n\n{highlight(code) if colour else code}")
    if colour:
        click.echo(f"\n{bold('Difference')}\n\n{coloured_difference(before, after)}")


def _step_record(step: Step) -> Record:
    """The record of a step.

    `letter` is null for a step that no sequence can name; `kind` is "step", "stage" (it runs at a
    fixed point of every run) or "extension" (solc does not have it). `summary` is one sentence,
    `text` the paragraphs below it. `needs` has each form that the step requires, and the step that
    establishes it. `example` is null if a step of another package has none.
    """
    documentation = read_documentation(step)
    example = None
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


def _sequence_record(name: str) -> Record:
    """The record of a named sequence.

    `steps` is the text that --steps takes, `names` has the names of the steps in it, by letter.
    """
    text = read_sequence(name)
    lettered = steps_by_letter()
    return {
        "name": name,
        "purpose": describe_sequence(name),
        "steps": text,
        "names": {letter: lettered[letter].name for letter in text if letter in lettered},
    }


def _rule_record(rule: Rule) -> Record:
    """The record of a rule of the expression simplifier.

    `pattern` becomes `replacement` where all `conditions` hold, in EVM versions from `since` on;
    `instruction` is the outermost one of the pattern, `group` the theme of the rule.
    """
    return {
        "name": rule.name,
        "group": rule.group,
        "instruction": rule.instruction,
        "pattern": str(rule.pattern),
        "replacement": str(rule.replacement),
        "conditions": [str(condition) for condition in rule.conditions],
        "since": rule.since.text,
    }
