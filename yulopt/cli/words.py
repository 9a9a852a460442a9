"""Readers of words, bytes, and pairs in the command line; they raise errors about the usage."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

import click

from yulopt.syntax.literals import WORD_LIMIT

_HEX: Final = re.compile(r"(?:0x)?((?:[0-9a-fA-F]{2})*)", re.ASCII)
# A number as people write it.
NUMBER: Final = re.compile(r"0x[0-9a-fA-F]+|[0-9]+", re.ASCII)


def number_below(limit: int) -> Callable[[str | int], int]:
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
        raise click.BadParameter(f"'{value}' is not made of hexadecimal digits, two for each byte.")
    return bytes.fromhex(match[1])


read_word: Final = number_below(WORD_LIMIT)
read_address: Final = number_below(1 << 160)
read_count: Final = number_below(1 << 62)


def read_account(value: str) -> tuple[int, str]:
    """Reads `ADDR=FILE`."""
    address, _, file = value.partition("=")
    if not file:
        raise click.BadParameter(f"'{value}' is not of the form ADDR=FILE.")
    return read_address(address), file


def read_library(value: str) -> tuple[str, int]:
    """Reads `NAME=ADDR`, where the name may hold the sign `=`."""
    name, _, address = value.rpartition("=")
    if not name:
        raise click.BadParameter(f"'{value}' is not of the form NAME=ADDR.")
    return name, read_address(address)
