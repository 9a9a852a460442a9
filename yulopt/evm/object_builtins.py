"""The builtins with an argument that must be a literal: access to the object, and others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from yulopt.dialect.keccak import keccak256
from yulopt.evm.code_image import CodeImage
from yulopt.evm.data_builtins import ADDRESS_MASK
from yulopt.evm.frame import Frame
from yulopt.evm.halt import unsupported
from yulopt.evm.memory import padded_slice
from yulopt.syntax.literals import WORD_BYTES, WORD_MASK


def datasize(frame: Frame, path: str, arguments: list[int]) -> int:
    return _image(frame).place(path)[1]


def dataoffset(frame: Frame, path: str, arguments: list[int]) -> int:
    return _image(frame).place(path)[0]


def loadimmutable(frame: Frame, name: str, arguments: list[int]) -> int:
    place = _image(frame).immutables[name][0]
    return int.from_bytes(padded_slice(frame.code, place, WORD_BYTES), "big")


def setimmutable(frame: Frame, name: str, arguments: list[int]) -> int:
    """Write over the words of the immutable in a copied image, whose place is the first argument.

    Nothing happens when no object reads it.
    """
    start, word = arguments
    for place in _image(frame).assigned_immutable(name):
        # The assembled code adds the offset like any other word.
        frame.memory.store_word(start + place & WORD_MASK, word)
    return 0


def linkersymbol(frame: Frame, name: str, arguments: list[int]) -> int:
    return frame.transaction.libraries.get(name, library_address(name))


def verbatim(frame: Frame, code: str, arguments: list[int]) -> int:
    raise unsupported("`verbatim` is bytecode, which is not executed here")


def library_address(name: str) -> int:
    """A made-up address for a library that was given none."""
    return int.from_bytes(keccak256(name.encode("latin-1", "replace")), "big") & ADDRESS_MASK


def _image(frame: Frame) -> CodeImage:
    assert frame.image is not None
    return frame.image


LITERAL_ARGUMENT: Final[dict[str, Callable[[Frame, str, list[int]], int]]] = {
    "datasize": datasize,
    "dataoffset": dataoffset,
    "loadimmutable": loadimmutable,
    "setimmutable": setimmutable,
    "linkersymbol": linkersymbol,
}
