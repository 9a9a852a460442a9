"""Mutations of a text as bytes; the result need not be a text."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final, TypeAlias

from tests.fuzzing import pieces
from tests.fuzzing.token_mutations import nearby_range

ByteMutation: TypeAlias = Callable[[Random, bytes], bytes]


def truncate(rng: Random, data: bytes) -> bytes:
    return data[: rng.randint(0, len(data))]


def behead(rng: Random, data: bytes) -> bytes:
    return data[rng.randint(0, len(data)) :]


def change_byte(rng: Random, data: bytes) -> bytes:
    place = rng.randint(0, max(0, len(data) - 1))
    return data[:place] + bytes([rng.randrange(256)]) + data[place + 1 :]


def flip_bit(rng: Random, data: bytes) -> bytes:
    place = rng.randint(0, max(0, len(data) - 1))
    changed = bytes(byte ^ 1 << rng.randrange(8) for byte in data[place : place + 1])
    return data[:place] + changed + data[place + 1 :]


def insert_bytes(rng: Random, data: bytes) -> bytes:
    place = rng.randint(0, len(data))
    new = rng.choice(
        (
            rng.randbytes(rng.choice((1, 1, 2, 10))),
            rng.choice(pieces.CHARACTERS).encode(),
            rng.choice(pieces.CHARACTERS).encode(),
            rng.choice(pieces.BLANKS).encode(),
            rng.choice(pieces.CHARACTERS_OUTSIDE_TEXT),
            chr(rng.choice((rng.randrange(0x800), rng.randrange(0x10000, 0x110000)))).encode(),
        )
    )
    return data[:place] + new + data[place:]


def delete_bytes(rng: Random, data: bytes) -> bytes:
    start, end = nearby_range(rng, len(data))
    return data[:start] + data[end:]


def copy_bytes(rng: Random, data: bytes) -> bytes:
    start, end = nearby_range(rng, len(data))
    place = rng.randint(0, len(data))
    return data[:place] + data[start:end] + data[place:]


def change_line_ends(rng: Random, data: bytes) -> bytes:
    return data.replace(b"\n", rng.choice((b"\r\n", b"\r", b" ", b"\x0b", b"\xe2\x80\xa8")))


BYTE_MUTATIONS: Final[tuple[ByteMutation, ...]] = (
    *(truncate, behead, change_byte, flip_bit, insert_bytes, insert_bytes, delete_bytes),
    *(copy_bytes, change_line_ends),
)
