"""The builtins that query the message, accounts and the block, and those that end execution.

Each one is a function of its frame, in the tables below if it only reads a value; a builtin without
a result returns 0.

Source: the Ethereum yellow paper, appendix H, and the proposals that added instructions since.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Final

from yulopt.dialect import EvmVersion
from yulopt.evm.data_builtins import account_at, require_writable
from yulopt.evm.environment import ENVIRONMENT_FIELDS, Environment
from yulopt.evm.frame import Frame
from yulopt.evm.halt import Halt, HaltKind, unsupported


def blobhash(frame: Frame, index: int) -> int:
    hashes = frame.transaction.environment.blob_hashes
    return hashes[index] if index < len(hashes) else 0


def pc(frame: Frame) -> int:
    raise unsupported("`pc` has no meaning in Yul")


# The end


def stop(frame: Frame) -> int:
    raise Halt(HaltKind.STOP)


def return_(frame: Frame, start: int, length: int) -> int:
    raise Halt(HaltKind.RETURN, frame.memory.read(start, length))


def revert(frame: Frame, start: int, length: int) -> int:
    raise Halt(HaltKind.REVERT, frame.memory.read(start, length))


def invalid(frame: Frame) -> int:
    raise Halt(HaltKind.INVALID)


def selfdestruct(frame: Frame, beneficiary: int) -> int:
    """From Cancun on (EIP-6780), only a contract made in this transaction disappears."""
    require_writable(frame)
    world, account = frame.transaction.world, frame.account
    recipient = account_at(frame, beneficiary)
    disappears = account.is_new or frame.transaction.environment.evm_version < EvmVersion.CANCUN
    if recipient is not account:
        world.transfer(account, recipient, account.balance)
    elif disappears:
        world.burn(account)
    if disappears:
        world.destroy(account)
    raise Halt(HaltKind.SELF_DESTRUCT)


def _field(name: str) -> Callable[[Frame], int]:
    """The builtin that returns this field of the block or the transaction."""
    read: Callable[[Environment], int] = attrgetter(name)
    return lambda frame: read(frame.transaction.environment)


NO_ARGUMENT: Final[dict[str, Callable[[Frame], int]]] = {
    "address": lambda frame: frame.account.address,
    "caller": lambda frame: frame.caller,
    "callvalue": lambda frame: frame.value,
    "selfbalance": lambda frame: frame.account.balance,
    **{builtin: _field(name) for builtin, name in ENVIRONMENT_FIELDS.items()},
    "pc": pc,
    "stop": stop,
    "invalid": invalid,
}
ONE_ARGUMENT: Final[dict[str, Callable[[Frame, int], int]]] = {
    "balance": lambda frame, address: account_at(frame, address).balance,
    "blockhash": lambda frame, block: frame.transaction.environment.block_hash(block),
    "blobhash": blobhash,
    "pop": lambda frame, word: 0,
    "selfdestruct": selfdestruct,
}
TWO_ARGUMENTS: Final[dict[str, Callable[[Frame, int, int], int]]] = {
    "return": return_,
    "revert": revert,
}
