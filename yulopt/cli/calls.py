"""The options --call and --constructor of `yulopt run`: a signature, and its arguments.

click has no options whose number of values depends on the first one, so these are removed from the
command line before click reads the rest.
"""

from __future__ import annotations

import re
import shlex
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import click

from yulopt.cli.help import SectionedCommand, section
from yulopt.cli.options import combined
from yulopt.cli.session import DEPLOYMENT, Request
from yulopt.syntax.literals import WORD_LIMIT

if TYPE_CHECKING:
    from yulopt.interpreter.abi import Signature


THE_CALL: Final = section("The call")
THE_CONTRACT: Final = section("The contract")
CALL: Final = "--call"
_CONSTRUCTOR: Final = "--constructor"
_SENDER: Final = "--from"
VALUE: Final = "--value"
_MISSING: Final = f"{CALL} and {_CONSTRUCTOR} need the package 'eth-abi': pip install 'yulopt[abi]'"
# In the `meta` of a context: the requests, in the order given.
_REQUESTS: Final = "yulopt.requests"


class CallingCommand(SectionedCommand):
    """A command that has these options; `constructor_and_calls` returns their values."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Remove the calls, and let click read the rest."""
        if not ctx.resilient_parsing:
            args, ctx.meta[_REQUESTS] = _extract_requests(args)
        return super().parse_args(ctx, args)


constructor_option: Final = THE_CONTRACT.option(
    _CONSTRUCTOR,
    metavar="SIGNATURE ARG...",
    expose_value=False,
    help="With --deploy: the constructor and its arguments.",
)
"""The option for the constructor; click never sees its values."""


call_options: Final = combined(
    THE_CALL.option(
        CALL,
        metavar="SIGNATURE ARG...",
        expose_value=False,
        help="A call, such as `get(uint256)` with one argument, or `get(uint256)(bool)` to"
        " decode the returned values; calls are made in the order given.",
    ),
    THE_CALL.option(
        _SENDER,
        metavar="ADDR",
        expose_value=False,
        help="The sender of the next --call (or of the deployment).",
    ),
    THE_CALL.option(VALUE, metavar="N", expose_value=False, help="The wei sent with it."),
)
"""The options for calls; `constructor_and_calls` returns their values, which are not passed on."""


def constructor_and_calls(ctx: click.Context) -> tuple[Request | None, list[Request]]:
    """The request to the constructor, if any, and the calls; an error for two constructors."""
    requests: list[Request] = ctx.meta[_REQUESTS]
    constructors = [one for one in requests if one.title == DEPLOYMENT]
    if len(constructors) > 1:
        raise click.UsageError(f"{_CONSTRUCTOR} can be given only once.")
    calls = [one for one in requests if one.title != DEPLOYMENT]
    return constructors[0] if constructors else None, calls


def _extract_requests(args: list[str]) -> tuple[list[str], list[Request]]:
    """The command line without the requests, and these."""
    words = deque(args)
    rest: list[str] = []
    requests: list[Request] = []
    before: dict[str, int] = {}
    while words:
        word = words.popleft()
        option, equals, attached = word.partition("=")
        if word == "--":
            rest += [word, *words]
            break
        if option not in (CALL, _CONSTRUCTOR, _SENDER, VALUE) or not (equals or words):
            # click reports the missing value.
            rest.append(word)
            continue
        value = attached if equals else words.popleft()
        if option in (_SENDER, VALUE):
            before[option] = _number(option, value)
        else:
            sender, wei = before.pop(_SENDER, None), before.pop(VALUE, 0)
            requests.append(_request(option, value, words, sender, wei))
    for option in before:
        raise click.UsageError(f"{option} must precede the {CALL} that it applies to.")
    return rest, requests


def _request(option: str, text: str, words: deque[str], sender: int | None, value: int) -> Request:
    """The request of a signature, with arguments from the next words."""
    try:
        from yulopt.interpreter.abi import parse_signature
    except ImportError:
        raise click.ClickException(_MISSING) from None
    try:
        signature = parse_signature(text)
        arguments = _arguments(signature, words)
        data = signature.encode(arguments)
    except ValueError as error:
        raise click.BadParameter(f"{error}.", param_hint=f"'{option}'") from None
    if option == _CONSTRUCTOR:
        return Request(DEPLOYMENT, data, value, sender, signature)
    title = f"{signature} {shlex.join(arguments)}".rstrip()
    return Request(title, signature.selector + data, value, sender, signature)


def _arguments(signature: Signature, words: deque[str]) -> list[str]:
    """As many of the words as the signature has inputs; ValueError if there are too few."""
    count = len(signature.inputs)
    arguments: list[str] = []
    while len(arguments) < count:
        if not words or words[0].startswith("--"):
            plural = "s" if count > 1 else ""
            raise ValueError(f"{signature} takes {count} argument{plural}, not {len(arguments)}")
        arguments.append(words.popleft())
    return arguments


def _number(option: str, text: str) -> int:
    try:
        return read_address(text) if option == _SENDER else read_word(text)
    except click.BadParameter as error:
        error.param_hint = f"'{option}'"
        raise


_HEX: Final = re.compile(r"(?:0x)?((?:[0-9a-fA-F]{2})*)", re.ASCII)
# A number in decimal or hexadecimal digits.
NUMBER: Final = re.compile(r"0x[0-9a-fA-F]+|[0-9]+", re.ASCII)


def _number_below(limit: int) -> Callable[[str | int], int]:
    """Reads a decimal number, or one in hexadecimal digits after 0x, below a limit."""

    def read(value: str | int) -> int:
        text = str(value)
        if NUMBER.fullmatch(text) is None:
            raise click.BadParameter(f"'{text}' is not a number like 42 or 0x2a.")
        number = int(text, 0) if text.startswith("0x") else int(text)
        if number >= limit:
            raise click.BadParameter(f"{text} has more than {limit.bit_length() - 1} bits.")
        return number

    return read


def read_bytes(value: str | bytes) -> bytes:
    """Reads bytes in hexadecimal digits, with or without 0x."""
    if isinstance(value, bytes):
        return value
    match = _HEX.fullmatch(value)
    if match is None:
        raise click.BadParameter(f"'{value}' needs two hexadecimal digits for each byte.")
    return bytes.fromhex(match[1])


read_word: Final = _number_below(WORD_LIMIT)
read_address: Final = _number_below(1 << 160)
read_count: Final = _number_below(1 << 62)


def read_account(value: str) -> tuple[int, str]:
    """Reads `ADDR=FILE`."""
    address, _, file = value.partition("=")
    if not file:
        raise click.BadParameter(f"'{value}' is not of the form ADDR=FILE.")
    return read_address(address), file


def read_library(value: str) -> tuple[str, int]:
    """Reads `NAME=ADDR`, where the name may contain `=`."""
    name, _, address = value.rpartition("=")
    if not name:
        raise click.BadParameter(f"'{value}' is not of the form NAME=ADDR.")
    return name, read_address(address)
