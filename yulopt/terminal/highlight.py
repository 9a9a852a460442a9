"""Colours for Yul and for differences on a terminal.

Only colours are added: without them, the text is the input.
"""

from __future__ import annotations

import difflib
import re
from typing import Final

import click

from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for

_TOKEN: Final = re.compile(
    r"""
      (?P<comment> //[^\n]* | /\*.*?\*/ )
    | (?P<string>  (?:hex)?"(?:\\.|[^"\\\n])*" | (?:hex)?'(?:\\.|[^'\\\n])*' )
    | (?P<keyword> \b(?:object|code|data|function|let|if|switch|case|default|for|break|continue
                       |leave)\b(?![$.]) )
    | (?P<literal> \b(?:0x[0-9a-fA-F]+|[0-9]+|true|false)\b(?![$.]) )
    | (?P<name>    [A-Za-z_$][\w$.]* )
    """,
    re.VERBOSE | re.DOTALL,
)
_COLOURS: Final = {
    "comment": "bright_black",
    "string": "green",
    "keyword": "blue",
    "literal": "magenta",
    "builtin": "cyan",
}


_ASSEMBLY_TOKEN: Final = re.compile(
    r"""
      (?P<string>  "[^"\n]*" )
    | (?P<keyword> @\w+:? | \b(?:object|data)\b )
    | (?P<literal> \b0x[0-9a-f]+\b )
    | (?P<builtin> \b[A-Z][A-Z0-9]+\b )
    """,
    re.VERBOSE,
)


def highlight(text: str) -> str:
    """Yul text with colours."""
    return _TOKEN.sub(_coloured, text)


def highlight_assembly(text: str) -> str:
    """EVM assembly with colours."""
    return _ASSEMBLY_TOKEN.sub(_coloured, text)


def coloured_difference(before: str, after: str) -> str:
    """The unified difference of two short texts, with all lines, removed red and added green."""
    old, new = before.splitlines(), after.splitlines()
    lines = difflib.unified_diff(
        old, new, "before", "after", n=max(len(old), len(new)), lineterm=""
    )
    return "\n".join(coloured_line(line) for line in lines)


def _coloured(match: re.Match[str]) -> str:
    kind, text = match.lastgroup, match[0]
    if kind == "name" and dialect_for(DEFAULT_EVM_VERSION).builtin(text) is not None:
        kind = "builtin"
    colour = _COLOURS.get(kind or "")
    return click.style(text, fg=colour) if colour else text


def coloured_line(line: str) -> str:
    """A line of a unified difference, coloured by its kind."""
    if line.startswith(("---", "+++")):
        return click.style(line, bold=True)
    colour = {"-": "red", "+": "green", "@": "cyan"}.get(line[:1])
    return click.style(line, fg=colour) if colour else line
