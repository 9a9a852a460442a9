"""Corrections to how `sphinx_click` shows commands.

It takes the texts of commands for reStructuredText; these are hooks that it calls with the lines
of a part, to be changed in place.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:  # Tests use some of this package without Sphinx.
    from sphinx.application import Sphinx

from yulopt.cli.group import COMMAND_CALLED

# What click writes in front of a paragraph whose lines must stay as they are.
_AS_IT_IS = "\b"


def correct_options(_app: Sphinx, _ctx: click.Context, lines: list[str]) -> None:
    """Choices are not listed again if the text lists them, and defaults are no Python literals."""
    kept: list[str] = []
    for line in lines:
        choices = line.strip().removeprefix(":options: ").split(" | ")
        if line.strip().startswith(":options: ") and ", ".join(choices) in "\n".join(kept):
            continue
        line = line.replace(":options:", ":choices:", 1)
        kept.append(re.sub(r":default: ``'(.*)'``", r":default: ``\1``", line))
    lines[:] = kept


def correct_epilog(_app: Sphinx, ctx: click.Context, lines: list[str]) -> None:
    """Paragraphs whose lines must stay as they are become code, under their first line."""
    # What follows are the commands, in front of which no files are given.
    ctx.meta[COMMAND_CALLED] = True
    written: list[str] = []
    paragraphs = (ctx.command.epilog or "").split("\n\n")
    for paragraph in filter(None, paragraphs):
        first, *others = paragraph.strip("\n").removeprefix(_AS_IT_IS).strip("\n").splitlines()
        if others and first.endswith((":", ".")) and others[0].startswith("  "):
            indented = [f"    {line.strip()}" for line in others]
            written += [first, "", ".. code-block:: sh", "", *indented, ""]
        else:
            written += [first, *others, ""]
    lines[:] = written
