"""The help of all commands: its layout, and one name and one text for each thing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import click
import pytest

from tests.conftest import EXAMPLES, Command
from yulopt.cli.command import cli


def commands() -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """All commands with the words that call them."""
    pending: list[tuple[tuple[str, ...], click.Command]] = [((), cli)]
    while pending:
        words, command = pending.pop()
        yield words, command
        if isinstance(command, click.Group):
            context = click.Context(command)
            for name in command.list_commands(context):
                inner = command.get_command(context, name)
                assert inner is not None
                pending.append(((*words, name), inner))


every_command = pytest.mark.parametrize(
    "words", [pytest.param(words, id=" ".join(("yulopt", *words))) for words, _ in commands()]
)


@pytest.mark.parametrize("option", ["-h", "--help"])
def test_the_help_teaches_and_fits_on_a_screen(yulopt: Command, option: str) -> None:
    result = yulopt(option)
    lines = result.stdout.splitlines()
    assert result.exit_code == 0
    assert lines[0] == "Usage: yulopt [OPTIONS] FILE... | COMMAND"
    assert len(lines) <= 63
    assert [line for line in lines[1:] if line and not line.startswith(" ")] == [
        "What to run:",
        "Output:",
        "Look closer:",
        "Other:",
        "Commands (yulopt COMMAND --help tells more):",
    ]
    assert "  Examples:" in lines


def test_the_help_lists_each_command_once_by_purpose(yulopt: Command) -> None:
    table = yulopt("--help").stdout.partition("Commands (")[2].partition("\n  Examples:")[0]
    for purpose in ("Look closer", "EVM code", "Other forms", "Look up"):
        assert table.count(f"\n  {purpose}  ") == 1
    listed = [line[15:].split()[0] for line in table.splitlines()[1:]]
    assert sorted(listed) == sorted(cli.list_commands(click.Context(cli)))


def test_the_help_has_the_summary_of_each_command(yulopt: Command) -> None:
    table = yulopt("--help").stdout.partition("Commands (")[2].partition("\n  Examples:")[0]
    listed = dict(line[15:].split(maxsplit=1) for line in table.splitlines()[1:])
    context = click.Context(cli)
    for name, summary in listed.items():
        command = cli.get_command(context, name)
        assert command is not None
        assert command.get_short_help_str(100) == summary


def test_no_arguments_show_the_help(yulopt: Command) -> None:
    assert yulopt().output == yulopt("--help").stdout


def test_version(yulopt: Command) -> None:
    result = yulopt("--version")
    assert result.exit_code == 0
    assert result.stdout.startswith("yulopt ")


@every_command
def test_every_help_has_examples_and_exit_statuses(yulopt: Command, words: tuple[str, ...]) -> None:
    result = yulopt(*words, "--help")
    assert result.exit_code == 0
    assert result.stdout.startswith(f"Usage: {' '.join(('yulopt', *words))} [OPTIONS]")
    status = " ".join(result.stdout.partition("\n  Exit status: ")[2].split())
    meanings = [meaning.split(" ", 1) for meaning in status.rstrip(".").split("; ")]
    if words == ("solc",):
        # It ends as solc does.
        assert meanings[1:] == [["1", "bad input or wrong usage"], ["130", "interrupted"]]
    else:
        assert [number for number, _ in meanings] == ["0", "1", "2", "130"]
        assert meanings[2:] == [["2", "wrong usage"], ["130", "interrupted"]]
    assert f"\n    yulopt {' '.join(words)}".rstrip() in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 100


def test_an_option_of_several_commands_has_one_meaning() -> None:
    # The meaning of these differs between commands.
    own = {"output", "format", "stats", "trace", "function_name", "help"}
    own |= {"checked", "seconds", "exact"}
    texts: dict[str, set[str]] = defaultdict(set)
    for _, command in commands():
        for param in command.params:
            if isinstance(param, click.Option) and param.name not in own:
                texts[param.opts[0]].add(param.help or "")
    texts["--optimize-runs"].discard("With --cost gas: expected executions of deployed code.")
    assert {name: found for name, found in texts.items() if len(found) > 1} == {}


@every_command
def test_ranges_are_reported_only_when_violated(yulopt: Command, words: tuple[str, ...]) -> None:
    assert "<=x" not in "".join(yulopt(*words, "--help").stdout.split())


# Spelling


def test_names_are_spelt_as_solc_spells_them() -> None:
    for words, command in commands():
        for param in command.params:
            assert not any("optimis" in name for name in (*words, *param.opts))


@pytest.mark.parametrize(
    ("usual", "british"),
    [
        (("--optimize-runs", "1", "-"), ("--optimise-runs=1", "-")),
        (("--yul-optimizations", "u", "-"), ("--yul-optimisations", "u", "-")),
        (("asm", "--no-optimize", "-"), ("asm", "--no-optimise", "-")),
        (
            ("rvsdg", "from-yul", "--optimize", "-"),
            ("rvsdg", "from-yul", "--optimise", "--optimise-runs", "200", "-"),
        ),
        (("ssa", "--passes", "optimize", "-"), ("ssa", "--passes", "optimise", "-")),
        (
            ("ssa", "--passes", "mem2reg,optimize:rounds=1", "-"),
            ("ssa", "--passes", "mem2reg,optimise:rounds=1", "-"),
        ),
    ],
)
def test_the_british_spelling_is_understood(
    yulopt: Command, usual: tuple[str, ...], british: tuple[str, ...]
) -> None:
    text = next(path for path in EXAMPLES if path.stem == "counter").read_text()
    result = yulopt(*british, input=text)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == yulopt(*usual, input=text).stdout


@every_command
def test_no_help_shows_the_british_spelling_of_a_name(
    yulopt: Command, words: tuple[str, ...]
) -> None:
    text = yulopt(*words, "--help").stdout
    assert "-optimis" not in text
    assert "passes optimis" not in text
