"""Steps as they are named on the command line: by letter or by name."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem

from yulopt.errors import did_you_mean
from yulopt.pipeline.step import Step
from yulopt.pipeline.suite import all_steps, steps_by_letter


def complete_steps(
    _ctx: click.Context, _param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    names = [*steps_by_letter(), *all_steps()]
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]


def find_step(text: str) -> Step:
    """The step with that letter or name; letters are exact, capitals in names do not matter."""
    if text in steps_by_letter():
        return steps_by_letter()[text]
    names = {name.lower(): name for name in all_steps()}
    name = names.get(text.lower())
    if name is not None:
        return all_steps()[name]
    hint = did_you_mean(text, all_steps(), "`yulopt steps` lists them all")
    raise click.BadParameter(f"there is no step '{text}'{hint}", param_hint="'STEP'")
