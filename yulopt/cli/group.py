"""The commands of `yulopt`, each imported only when it is called: start-up must be fast.

No logic of the optimiser here.
"""

from __future__ import annotations

import importlib
import inspect
import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import click

from yulopt.cli.failures import report_error, report_failure
from yulopt.cli.help import BACK_END, IMPORTS, SectionedGroup, write_sections
from yulopt.errors import YulError, did_you_mean, printable_lines
from yulopt.terminal.console import reported_limits

# In the `meta` of a context: whether a command is called, so that there are no files.
COMMAND_CALLED: Final = "yulopt.command_called"

# The commands by purpose: the module beside this one that defines each, as `NAME_command`, and its
# short help.
_PURPOSES: Final = {
    "Look closer": {
        "explore": ("explore", "Write a page that shows what each step does."),
        "explain": ("explain", "Trace the history of a line or a variable."),
        "verify": ("verify", "Test whether a step changes a program's behaviour."),
        "prove": ("prove", "Prove that no step changes a program's behaviour."),
    },
    "Find settings": {
        "report": ("report", "Show the savings of yulopt for a project."),
        "compare": ("compare", "Compare settings by bytes, gas and time."),
        "fit": ("fit", "Find the largest runs whose code fits."),
        "tune": ("tune", "Search for settings that give better code."),
    },
    "EVM code": {
        "asm": ("assembly", "Print EVM assembly, or bytecode."),
        "stack": ("assembly", "Show stack usage, and what is too deep."),
        "memory": ("memory", "Show objects in memory, and prove accesses safe."),
        "run": ("run", "Execute a program."),
        "solc": ("solc", "Stand in for solc in a build."),
        "publish": ("publish", "Write a contract that explorers can verify."),
    },
    "Other forms": {
        "ssa": ("ssa", "Show the SSA form, and run passes over it."),
        "rvsdg": ("rvsdg", "Graphs of values, with equality saturation."),
    },
    "Look up": {
        "steps": ("catalogue", "List the steps, or explain one."),
        "sequences": ("catalogue", "List the named sequences, or explain one."),
        "rules": ("catalogue", "List the rules of the expression simplifier."),
    },
}
_COMMANDS: Final = {name: row for commands in _PURPOSES.values() for name, row in commands.items()}


class FilesOrCommand(SectionedGroup):
    """A group that takes files, unless the first argument is the name of a command."""

    # All of the help fits on a screen.
    left_out = frozenset((BACK_END.section, IMPORTS.section))

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write a table of all commands, by purpose."""
        purpose_width = max(map(len, _PURPOSES))
        name_width = max(map(len, _COMMANDS))
        rows = []
        for purpose, commands in _PURPOSES.items():
            for name, (_, summary) in commands.items():
                title = "" if name != next(iter(commands)) else purpose
                rows.append((f"{title.ljust(purpose_width)}  {name.ljust(name_width)}", summary))
        write_sections(formatter, {"Commands (yulopt COMMAND --help tells more)": rows})

    def format_epilog(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the end of the help without a blank line before it: all fits on a screen."""
        with formatter.indentation():
            formatter.write_text(inspect.cleandoc(self.epilog or ""))

    def list_commands(self, _ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, _ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        file, summary = _COMMANDS[cmd_name]
        module = importlib.import_module(f"yulopt.cli.{file}")
        command: object = getattr(module, f"{cmd_name}_command")
        assert isinstance(command, click.Command)
        command.short_help = summary
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.meta[COMMAND_CALLED] = bool(args) and args[0] in _COMMANDS
        ctx.allow_interspersed_args = not ctx.meta[COMMAND_CALLED]
        if not ctx.meta[COMMAND_CALLED]:
            _reject_misspelt_command(args)
        return super().parse_args(ctx, args)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        params = super().get_params(ctx)
        if ctx.meta.get(COMMAND_CALLED):
            return [param for param in params if not isinstance(param, click.Argument)]
        return params

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,
    ) -> click.Context:
        # Options like --help print their output here.
        with _reported_failures():
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> object:
        with _reported_failures(), reported_limits():
            return super().invoke(ctx)


@contextmanager
def _reported_failures() -> Iterator[None]:
    """Report every failure, and end the process with its exit status."""
    try:
        yield
    except click.ClickException as error:
        text = io.StringIO()
        error.show(text)
        # It may quote arguments verbatim.
        report_error(printable_lines(text.getvalue()).removesuffix("\n"))
        raise click.exceptions.Exit(error.exit_code) from None
    except (KeyboardInterrupt, YulError, OSError) as error:
        raise click.exceptions.Exit(report_failure(error)) from None


def _reject_misspelt_command(args: list[str]) -> None:
    """UsageError if the first argument looks like a command and is not a file."""
    first = args[0] if args else ""
    if not first.isalpha() or Path(first).exists():
        return
    hint = did_you_mean(first, _COMMANDS)
    # A single word may also be a missing file.
    if hint or len(args) > 1:
        hint = hint or "; `yulopt --help` lists the commands."
        raise click.UsageError(f"There is no file or command '{first}'{hint}")
