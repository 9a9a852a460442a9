"""Builtins that read and write data: memory, calldata, code, return data, storage, logs, and the
objects of the program.

Each one is a function of its frame, in the tables below if it only reads a value; a builtin without
a result returns 0. Builtins whose first argument is a literal, such as `datasize`, get its text as
well.

Source: the Ethereum yellow paper, appendix H, and the proposals that added instructions since.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from yulopt.dialect.keccak import keccak256
from yulopt.evm.code_image import CodeImage
from yulopt.evm.frame import Frame
from yulopt.evm.halt import exceptional, unsupported
from yulopt.evm.memory import padded_slice
from yulopt.evm.world import Account, Log
from yulopt.syntax.literals import WORD_BYTES, WORD_MASK

ADDRESS_MASK: Final = (1 << 160) - 1

# Memory


def mstore(frame: Frame, offset: int, word: int) -> int:
    frame.memory.store_word(offset, word)
    return 0


def mstore8(frame: Frame, offset: int, word: int) -> int:
    frame.memory.store_byte(offset, word & 0xFF)
    return 0


def mcopy(frame: Frame, arguments: list[int]) -> int:
    target, start, length = arguments
    if length:
        # The larger range determines the growth of memory, before anything is read.
        frame.memory.touch(max(target, start), length)
        frame.transaction.use_bytes(length)
        frame.memory.write(target, frame.memory.read(start, length))
    return 0


def keccak(frame: Frame, start: int, length: int) -> int:
    if frame.memory.is_out_of_reach(start, length):
        return 0
    content = frame.memory.read(start, length)
    frame.transaction.use_bytes(length)
    return int.from_bytes(keccak256(content), "big")


def _copy(frame: Frame, content: bytes, target: int, start: int, length: int) -> None:
    """Copy to memory from zero-extended data."""
    if length:
        frame.memory.touch(target, length)
        frame.transaction.use_bytes(length)
        frame.memory.write(target, padded_slice(content, start, length))


# Calldata, code and return data


def calldataload(frame: Frame, start: int) -> int:
    word = frame.calldata[start : start + WORD_BYTES]
    return int.from_bytes(word, "big") << 8 * (WORD_BYTES - len(word))


def calldatacopy(frame: Frame, arguments: list[int]) -> int:
    target, start, length = arguments
    _copy(frame, frame.calldata, target, start, length)
    return 0


def codecopy(frame: Frame, arguments: list[int]) -> int:
    target, start, length = arguments
    _copy(frame, frame.code, target, start, length)
    return 0


def returndatacopy(frame: Frame, arguments: list[int]) -> int:
    target, start, length = arguments
    if start + length > len(frame.return_data):
        raise exceptional("returndatacopy reads beyond the end of the return data")
    _copy(frame, frame.return_data, target, start, length)
    return 0


def extcodecopy(frame: Frame, arguments: list[int]) -> int:
    address, target, start, length = arguments
    _copy(frame, account_at(frame, address).code, target, start, length)
    return 0


# Storage and logs


def sstore(frame: Frame, slot: int, word: int) -> int:
    require_writable(frame)
    frame.transaction.world.set_storage(frame.account, slot, word)
    return 0


def tstore(frame: Frame, slot: int, word: int) -> int:
    require_writable(frame)
    frame.transaction.world.set_transient(frame.account, slot, word)
    return 0


def log(frame: Frame, arguments: list[int]) -> int:
    require_writable(frame)
    data = frame.memory.read(arguments[0], arguments[1])
    frame.transaction.use_bytes(len(data))
    frame.transaction.world.write_log(Log(frame.account.address, tuple(arguments[2:]), data))
    return 0


def account_at(frame: Frame, address: int) -> Account:
    """The account that the low bits of a word name."""
    return frame.transaction.world.account(address & ADDRESS_MASK)


def require_writable(frame: Frame) -> None:
    """Halt in a static call."""
    if frame.is_static:
        raise exceptional("a static call must not change anything")


NO_ARGUMENT: Final[dict[str, Callable[[Frame], int]]] = {
    "msize": lambda frame: frame.memory.size,
    "calldatasize": lambda frame: len(frame.calldata),
    "codesize": lambda frame: len(frame.code),
    "returndatasize": lambda frame: len(frame.return_data),
}
ONE_ARGUMENT: Final[dict[str, Callable[[Frame, int], int]]] = {
    "mload": lambda frame, offset: frame.memory.load_word(offset),
    "calldataload": calldataload,
    "extcodesize": lambda frame, address: len(account_at(frame, address).code),
    "extcodehash": lambda frame, address: account_at(frame, address).code_hash,
    "sload": lambda frame, slot: frame.account.storage.get(slot, 0),
    "tload": lambda frame, slot: frame.account.transient.get(slot, 0),
}
TWO_ARGUMENTS: Final[dict[str, Callable[[Frame, int, int], int]]] = {
    "mstore": mstore,
    "mstore8": mstore8,
    "keccak256": keccak,
    "sstore": sstore,
    "tstore": tstore,
    "log0": lambda frame, start, length: log(frame, [start, length]),
}
MORE_ARGUMENTS: Final[dict[str, Callable[[Frame, list[int]], int]]] = {
    "mcopy": mcopy,
    "calldatacopy": calldatacopy,
    "codecopy": codecopy,
    "datacopy": codecopy,
    "returndatacopy": returndatacopy,
    "extcodecopy": extcodecopy,
    "log1": log,
    "log2": log,
    "log3": log,
    "log4": log,
}


def datasize(frame: Frame, path: str, arguments: list[int]) -> int:
    return _image(frame).extent(path)[1]


def dataoffset(frame: Frame, path: str, arguments: list[int]) -> int:
    return _image(frame).extent(path)[0]


def loadimmutable(frame: Frame, name: str, arguments: list[int]) -> int:
    offset = _image(frame).immutables[name][0]
    return int.from_bytes(padded_slice(frame.code, offset, WORD_BYTES), "big")


def setimmutable(frame: Frame, name: str, arguments: list[int]) -> int:
    """Write over the words of the immutable in a copied image, whose address is the first argument.

    Nothing happens when no object reads it.
    """
    start, word = arguments
    for offset in _image(frame).assigned_immutable(name):
        # The assembled code adds the offset like any other word.
        frame.memory.store_word(start + offset & WORD_MASK, word)
    return 0


def linkersymbol(frame: Frame, name: str, arguments: list[int]) -> int:
    return frame.transaction.libraries.get(name, library_address(name))


def verbatim(frame: Frame, code: str, arguments: list[int]) -> int:
    raise unsupported("`verbatim` is bytecode, which is not executed here")


def library_address(name: str) -> int:
    """A synthetic address for a library without one."""
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
