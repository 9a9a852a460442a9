"""The module docstring of a step, parsed.

The source file is read instead of `__doc__`, which compiled modules lack; sources are shipped
beside them. Docstrings have a fixed form: a heading, paragraphs, an example (the code before and
after the step), and the source of the specified behaviour.
"""

from __future__ import annotations

import ast
import re
import sys
from importlib import resources
from pathlib import Path
from textwrap import dedent
from typing import Final

import attr

from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for
from yulopt.passes.step import Step
from yulopt.suite.registry import is_installed
from yulopt.suite.suite import make_context, require_properties
from yulopt.syntax.arguments import DEFAULT_RUNS
from yulopt.syntax.parser import parse
from yulopt.syntax.printer import print_yul

_HEADING: Final = re.compile(
    r"(?P<name>[\w-]+)(?: \((?:`(?P<letter>\w)`|no letter)\))?: (?P<rest>.+)"
)
_BEFORE: Final = "Example::"
_AFTER: Final = "becomes::"
_SOURCE: Final = "Source: "
_CONDITIONS: Final = "Right if:"
_CONDITION: Final = re.compile(r"^\* ([^:]+):", re.MULTILINE)


@attr.s(auto_attribs=True, frozen=True)
class Documentation:
    """The documentation of a step.

    `name` and `letter` (possibly empty) are from the heading, `summary` is the rest of it; `text`:
    the paragraphs below; `conditions`: the names of the listed conditions of correctness; `before`
    and `after`: the code of the example; `source`: the chapter that specifies the step, or empty.
    """

    name: str
    letter: str
    summary: str
    text: str
    before: str
    after: str
    source: str
    conditions: tuple[str, ...] = ()


def read_documentation(step: Step) -> Documentation:
    """The documentation of a step; ValueError names a missing part of its docstring.

    A step of another package need not have such a docstring; then only its name and the first line
    of its class docstring are given.
    """
    try:
        return read_module_documentation(type(step).__module__)
    except (ValueError, OSError):
        if not is_installed(step):
            raise
    summary = (type(step).__doc__ or "").strip().partition("\n")[0]
    return Documentation(step.name, step.letter, summary, "", "", "", "")


def read_module_documentation(name: str) -> Documentation:
    """The documentation in the docstring of the module `name`, in the form of those of steps."""
    package, _, module = name.rpartition(".")
    folder = resources.files(package) if package else Path(sys.modules[name].__file__ or "").parent
    text = folder.joinpath(f"{module}.py").read_text("utf-8")
    try:
        return parse_documentation(ast.get_docstring(ast.parse(text)) or "")
    except ValueError as error:
        raise ValueError(f"the docstring of {package}.{module} has {error}") from None


def parse_documentation(docstring: str) -> Documentation:
    """The parts of a docstring whose indentation is already removed; ValueError names a missing
    one."""
    parts = iter(_parts(docstring))
    heading = _HEADING.fullmatch(" ".join(next(parts, "").split()))
    if heading is None:
        raise ValueError("no heading of the form 'Name (`letter`): what it does.'")
    code: dict[str, str] = {}
    paragraphs: list[str] = []
    source = ""
    for part in parts:
        if part in (_BEFORE, _AFTER):
            code[part] = _code(next(parts, ""), part)
        elif part.startswith(_SOURCE):
            source = part.removeprefix(_SOURCE)
        else:
            paragraphs.append(part)
    for marker in (_BEFORE, _AFTER):
        if marker not in code:
            raise ValueError(f"no '{marker}'")
    return Documentation(
        name=heading["name"],
        letter=heading["letter"] or "",
        summary=heading["rest"],
        text="\n\n".join(paragraphs),
        before=code[_BEFORE],
        after=code[_AFTER],
        source=source,
        conditions=_conditions(paragraphs),
    )


def _conditions(paragraphs: list[str]) -> tuple[str, ...]:
    """The names of the items of the list after `Right if:`, up to the colon."""
    if _CONDITIONS not in paragraphs:
        return ()
    listed = paragraphs[paragraphs.index(_CONDITIONS) + 1 :]
    return tuple(_CONDITION.findall(listed[0])) if listed else ()


def run_example(step: Step, source: str) -> tuple[str, str]:
    """Small deployed code before and after the Disambiguator and the step, as printed."""
    program = parse(source, filename=step.name)
    before = print_yul(program.code)
    context = make_context(program.code, dialect_for(DEFAULT_EVM_VERSION), DEFAULT_RUNS)
    require_properties(step, program.code)
    step.run(context, program.code)
    return before, print_yul(program.code)


def _parts(docstring: str) -> list[str]:
    """Paragraphs and blocks of code. Empty lines inside a block of code do not divide it."""
    parts: list[str] = []
    for part in re.split(r"\n\n+", docstring.strip("\n")):
        if parts and _is_code(part) and _is_code(parts[-1]):
            parts[-1] += "\n\n" + part
        else:
            parts.append(part)
    return parts


def _is_code(part: str) -> bool:
    return part.startswith(" ")


def _code(part: str, marker: str) -> str:
    if not _is_code(part):
        raise ValueError(f"no code after '{marker}'")
    return dedent(part)
