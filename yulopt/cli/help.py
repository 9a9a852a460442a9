"""The layout of command help: options in sections, examples, exit statuses.

Every option may belong to a section (`WHAT_TO_RUN.option(...)`); those without one come last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeAlias

import click

if TYPE_CHECKING:
    from click.types import OptionHelpExtra

# Text begins in this column, and below names that are longer.
_NAMES_WIDTH: Final = 24
Row: TypeAlias = tuple[str, str]
Decorator: TypeAlias = Callable[[Callable[..., None]], Callable[..., None]]


class SectionOption(click.Option):
    """An option in a section of the help."""

    section: ClassVar[str]
    shows_one_name: ClassVar[bool]

    @classmethod
    def option(cls, *names: str, **settings: Any) -> Decorator:
        """The decorator for an option in this section; its default, if any, is in the help."""
        settings.setdefault("show_default", "default" in settings)
        return click.option(*names, cls=cls, **settings)

    @classmethod
    def flag(cls, *names: str, help: str) -> Decorator:
        """The decorator for an option without a value."""
        return cls.option(*names, is_flag=True, help=help)

    def get_help_extra(self, ctx: click.Context) -> OptionHelpExtra:
        """The suffix of the text, without ranges of numbers, which errors report."""
        extra = super().get_help_extra(ctx)
        extra.pop("range", None)
        return extra

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """The names and the text in the help."""
        record = super().get_help_record(ctx)
        if record is None or not self.shows_one_name:
            return record
        names, text = record
        return names.replace("".join(f", {name}" for name in self.opts[1:]), ""), text


def section(title: str, *, one_name: bool = False) -> type[SectionOption]:
    """The class of the options in the section of that title.

    With `one_name`, the help does not show the other names of an option.
    """

    class InSection(SectionOption):
        section = title
        shows_one_name = one_name

    return InSection


WHAT_TO_RUN: Final = section("What to run")
OUTPUT: Final = section("Output")
LOOK_CLOSER: Final = section("Look closer")
LIMITS: Final = section("Limits")
IMPORTS: Final = section("Imports in Solidity")
BACK_END: Final = section("Back end")


class SectionedCommand(click.Command):
    """A command whose help shows options in their sections, except hidden ones."""

    left_out: ClassVar[frozenset[str]] = frozenset()

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options in their sections, and the commands of a group."""
        sections: dict[str, list[Row]] = {}
        unsectioned: list[Row] = []
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx) if isinstance(param, click.Option) else None
            if record is None:
                continue
            if isinstance(param, SectionOption):
                sections.setdefault(param.section, []).append(record)
            else:
                unsectioned.append(record)
        for title in self.left_out:
            sections.pop(title, None)
        if unsectioned:
            sections["Other" if sections else "Options"] = unsectioned
        write_sections(formatter, sections)
        if isinstance(self, click.Group):
            self.format_commands(ctx, formatter)


class SectionedGroup(SectionedCommand, click.Group):
    """A group of commands with such help."""


def write_sections(formatter: click.HelpFormatter, sections: dict[str, list[Row]]) -> None:
    """Write tables with titles, with the second columns aligned."""
    width = max((len(name) for name in _names(sections) if len(name) <= _NAMES_WIDTH), default=0)
    for title, rows in sections.items():
        with formatter.section(title):
            formatter.write_dl([(name.ljust(width), text) for name, text in rows], col_max=width)


def _names(sections: dict[str, list[Row]]) -> Iterable[str]:
    return (name for rows in sections.values() for name, _ in rows)


def command(
    name: str,
    examples: str,
    note: str = "",
    *,
    cls: type[SectionedCommand] = SectionedCommand,
    fine: str = "all is well",
    failed: str = "bad input",
) -> Callable[[Callable[..., None]], click.Command]:
    """The decorator for a command whose help ends with that `epilog`."""
    return click.command(name, cls=cls, epilog=epilog(examples, note, fine=fine, failed=failed))


def epilog(
    examples: str,
    note: str = "",
    *,
    fine: str = "all is well",
    failed: str = "bad input",
    wrong_usage: int | None = 2,
    is_dense: bool = False,
) -> str:
    """The end of the help of a command: examples, a note, and the meaning of its exit status.

    `wrong_usage` is None if it has no status of its own. `is_dense`: no line is left empty between
    the examples and the exit status.
    """
    parts = ["\b\nExamples:\n" + examples.strip("\n")]
    if note:
        parts.append(f"\b\n{note}")
    usage = " or wrong usage" if wrong_usage is None else f"; {wrong_usage} wrong usage"
    status = f"Exit status: 0 {fine}; 1 {failed}{usage}; 130 interrupted."
    if is_dense:
        return f"{parts[0]}\n{status}"
    parts.append(status)
    return "\n\n".join(parts)
