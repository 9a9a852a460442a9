"""The command `yulopt run`: execute a program and tell what it did.

There is no logic here, only options, files, and telling what is wrong.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from typing import Final

import click

from yulopt.cli.group import BAD_INPUT
from yulopt.cli.help import LIMITS, LOOK_CLOSER, SectionedCommand, epilog, section
from yulopt.cli.options import evm_version_option, file_argument, json_option
from yulopt.console import STANDARD_INPUT, progress, read_source
from yulopt.dialect import (
    parse_evm_version,
)
from yulopt.errors import YulError
from yulopt.evm.environment import DEFAULT_ORIGIN, Limits
from yulopt.literals import WORD_LIMIT

_THE_CALL: Final = section("The call")
_THE_CONTRACT: Final = section("The contract")
_THE_WORLD: Final = section("The world")
_HEX: Final = re.compile(r"(?:0x)?((?:[0-9a-fA-F]{2})*)", re.ASCII)
_NUMBER: Final = re.compile(r"0x[0-9a-fA-F]+|[0-9]+", re.ASCII)


def _number(limit: int) -> Callable[[str | int], int]:
    """Reads a decimal number, or one in hexadecimal digits after 0x, below a limit."""

    def read(value: str | int) -> int:
        text = str(value)
        if _NUMBER.fullmatch(text) is None:
            raise click.BadParameter(f"'{text}' is not a number like 42 or 0x2a.")
        number = int(text, 0) if text.startswith("0x") else int(text)
        if number >= limit:
            raise click.BadParameter(f"{text} has more than {limit.bit_length() - 1} bits.")
        return number

    return read


def _bytes(value: str | bytes) -> bytes:
    """Reads bytes in hexadecimal digits, with or without 0x."""
    if isinstance(value, bytes):
        return value
    match = _HEX.fullmatch(value)
    if match is None:
        raise click.BadParameter(f"'{value}' is not made of hexadecimal digits, two for each byte.")
    return bytes.fromhex(match[1])


_WORD: Final = _number(WORD_LIMIT)
_ADDRESS: Final = _number(1 << 160)
_COUNT: Final = _number(1 << 62)


def _account(value: str) -> tuple[int, str]:
    """Reads `ADDR=FILE`."""
    address, _, file = value.partition("=")
    if not file:
        raise click.BadParameter(f"'{value}' is not of the form ADDR=FILE.")
    return _ADDRESS(address), file


def _library(value: str) -> tuple[str, int]:
    """Reads `NAME=ADDR`, where the name may hold the sign `=`."""
    name, _, address = value.rpartition("=")
    if not name:
        raise click.BadParameter(f"'{value}' is not of the form NAME=ADDR.")
    return name, _ADDRESS(address)


@click.command(
    "run",
    cls=SectionedCommand,
    short_help="Execute a program.",
    epilog=epilog(
        """
  yulopt run token.yul --object token_deployed --calldata 0x18160ddd
  yulopt run token.yul --deploy --arguments 0x00..0a --calldata 0x18160ddd
  yulopt run loop.yul --storage before.json --trace
  yulopt run a.yul --account 0xb0b=b.yul --json
""",
        'A storage file holds a JSON object of slots and words: {"0x0": "0x2a", "0x1": 7}.',
        fine="the program was executed, also if it reverted",
        failed="bad input, or a limit was reached",
    ),
)
@file_argument
@click.option(
    "--calldata",
    metavar="HEX",
    type=_bytes,
    default=b"",
    cls=_THE_CALL,
    help="What it is called with.",
)
@click.option(
    "--callvalue",
    metavar="N",
    type=_WORD,
    default=0,
    cls=_THE_CALL,
    help="How many wei are sent along.",
)
@click.option(
    "--caller",
    metavar="ADDR",
    type=_ADDRESS,
    default=DEFAULT_ORIGIN,
    cls=_THE_CALL,
    help=f"Who calls.  [default: 0x{DEFAULT_ORIGIN:x}]",
)
@click.option(
    "--storage",
    "storage_file",
    metavar="FILE.json",
    type=click.Path(),
    cls=_THE_CONTRACT,
    help="What is in the contract's storage before.",
)
@click.option(
    "--object",
    "object_path",
    metavar="PATH",
    default="",
    cls=_THE_CONTRACT,
    help="Run this object's code; `A.B` is B inside A.",
)
@click.option(
    "--deploy",
    is_flag=True,
    cls=_THE_CONTRACT,
    help="Run the creation code first, then call what it deploys.",
)
@click.option(
    "--arguments",
    metavar="HEX",
    type=_bytes,
    default=b"",
    cls=_THE_CONTRACT,
    help="With --deploy: what follows the creation code.",
)
@click.option(
    "--account",
    "accounts",
    metavar="ADDR=FILE",
    type=_account,
    multiple=True,
    cls=_THE_WORLD,
    help="Another contract, with a program; can be repeated.",
)
@click.option(
    "--library",
    "libraries",
    metavar="NAME=ADDR",
    type=_library,
    multiple=True,
    cls=_THE_WORLD,
    help="What `linkersymbol` gives for a name; can be repeated.",
)
@evm_version_option
@click.option(
    "--gas-free-step-limit",
    "step_limit",
    metavar="N",
    type=_COUNT,
    default=Limits().steps,
    show_default=True,
    cls=LIMITS,
    help="Give up after so many steps (gas is not counted).",
)
@click.option(
    "--memory-limit",
    metavar="BYTES",
    type=_COUNT,
    default=Limits().memory,
    show_default=True,
    cls=LIMITS,
    help="Give up when a message needs more memory.",
)
@click.option(
    "--call-depth-limit",
    metavar="N",
    type=_COUNT,
    default=Limits().call_depth,
    show_default=True,
    cls=LIMITS,
    help="Give up when so many calls of functions are nested.",
)
@click.option(
    "--trace",
    is_flag=True,
    cls=LOOK_CLOSER,
    help="Every executed builtin, on standard error.",
)
@json_option
@click.pass_context
def run_command(
    ctx: click.Context,
    file: str,
    calldata: bytes,
    callvalue: int,
    caller: int,
    storage_file: str | None,
    object_path: str,
    deploy: bool,
    arguments: bytes,
    accounts: tuple[tuple[int, str], ...],
    libraries: tuple[tuple[str, int], ...],
    evm_version: str,
    step_limit: int,
    memory_limit: int,
    call_depth_limit: int,
    trace: bool,
    as_json: bool,
) -> None:
    """Execute the program in FILE ('-' is the standard input) and print what it did.

    The code becomes that of a contract, which is called: with what it returns, its logs, and the
    storage and the accounts that it changes. Messages go to other accounts of a small world, in
    which there are only the caller, the contract, and each --account.
    """
    if arguments and not deploy:
        raise click.UsageError("--arguments needs --deploy.")
    # Loaded only when it is used, so that the other commands start faster.
    from yulopt.interpreter.command import Session

    session = Session(
        parse_evm_version(evm_version),
        caller,
        Limits(step_limit, memory_limit, call_depth_limit),
        dict(libraries),
    )
    name = "<stdin>" if file == STANDARD_INPUT else file
    try:
        code = session.load(file, name).find(object_path).content
        storage = {} if storage_file is None else read_storage(storage_file)
        for address, other in accounts:
            session.add_account(address, other)
        if trace:
            session.trace()
        with progress(click.format_filename(name), time.monotonic()):
            if deploy:
                session.deploy(code + arguments, storage)
            else:
                session.install(code, storage)
            session.call(calldata, callvalue)
        session.check_limits()
    except YulError as error:
        if error.filename == "<input>":
            error.filename = name
        click.echo(error.report(), err=True)
        ctx.exit(BAD_INPUT)
    click.echo(session.json_text() if as_json else session.text(), nl=False)


def read_storage(file: str) -> dict[int, int]:
    """The slots and words in a JSON file; raises `YulError`."""
    source = read_source(file, file)
    try:
        content: object = json.loads(source.text)
    except json.JSONDecodeError as error:
        raise source.syntax_error(error.pos, f"not JSON: {error.msg}") from None
    except RecursionError:
        raise YulError("nested too deep", filename=file) from None
    if not isinstance(content, dict):
        raise YulError("a storage file holds an object of slots and words", filename=file)
    return {_storage_word(slot, file): _storage_word(word, file) for slot, word in content.items()}


def _storage_word(value: object, file: str) -> int:
    text = str(value)
    if isinstance(value, bool) or _NUMBER.fullmatch(text) is None:
        raise YulError(f"{text!r} is not a word like 42 or 0x2a", filename=file)
    word = int(text, 0) if text.startswith("0x") else int(text)
    if word >= WORD_LIMIT:
        raise YulError(f"{text} has more than 256 bits", filename=file)
    return word
