"""The builtins that query the message, accounts and the block, and those that end execution.

Each one is a function of its frame; a builtin without a result returns 0.

Source: the Ethereum yellow paper, appendix H, and the proposals that added instructions since.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from yulopt.dialect import EvmVersion
from yulopt.evm.data_builtins import ADDRESS_MASK, require_writable
from yulopt.evm.frame import Frame
from yulopt.evm.halt import Halt, HaltKind, unsupported

# The message, accounts, and the block


def address(frame: Frame) -> int:
    return frame.account.address


def caller(frame: Frame) -> int:
    return frame.caller


def callvalue(frame: Frame) -> int:
    return frame.value


def balance(frame: Frame, address: int) -> int:
    return frame.transaction.world.account(address & ADDRESS_MASK).balance


def selfbalance(frame: Frame) -> int:
    return frame.account.balance


def origin(frame: Frame) -> int:
    return frame.transaction.environment.origin


def gasprice(frame: Frame) -> int:
    return frame.transaction.environment.gas_price


def gas(frame: Frame) -> int:
    return frame.transaction.environment.gas


def coinbase(frame: Frame) -> int:
    return frame.transaction.environment.coinbase


def timestamp(frame: Frame) -> int:
    return frame.transaction.environment.timestamp


def number(frame: Frame) -> int:
    return frame.transaction.environment.block_number


def difficulty(frame: Frame) -> int:
    return frame.transaction.environment.difficulty


def prevrandao(frame: Frame) -> int:
    return frame.transaction.environment.prevrandao


def gaslimit(frame: Frame) -> int:
    return frame.transaction.environment.gas_limit


def chainid(frame: Frame) -> int:
    return frame.transaction.environment.chain_id


def basefee(frame: Frame) -> int:
    return frame.transaction.environment.base_fee


def blobbasefee(frame: Frame) -> int:
    return frame.transaction.environment.blob_base_fee


def slotnum(frame: Frame) -> int:
    return frame.transaction.environment.slot_number


def blockhash(frame: Frame, block: int) -> int:
    return frame.transaction.environment.block_hash(block)


def blobhash(frame: Frame, index: int) -> int:
    hashes = frame.transaction.environment.blob_hashes
    return hashes[index] if index < len(hashes) else 0


def pc(frame: Frame) -> int:
    raise unsupported("`pc` has no meaning in Yul")


# The end


def pop(frame: Frame, word: int) -> int:
    return 0


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
    recipient = world.account(beneficiary & ADDRESS_MASK)
    disappears = account.is_new or frame.transaction.environment.evm_version < EvmVersion.CANCUN
    if recipient is not account:
        world.transfer(account, recipient, account.balance)
    elif disappears:
        world.burn(account)
    if disappears:
        world.destroy(account)
    raise Halt(HaltKind.SELF_DESTRUCT)


NO_ARGUMENT: Final[dict[str, Callable[[Frame], int]]] = {
    "address": address,
    "caller": caller,
    "callvalue": callvalue,
    "selfbalance": selfbalance,
    "origin": origin,
    "gasprice": gasprice,
    "gas": gas,
    "coinbase": coinbase,
    "timestamp": timestamp,
    "number": number,
    "difficulty": difficulty,
    "prevrandao": prevrandao,
    "gaslimit": gaslimit,
    "chainid": chainid,
    "basefee": basefee,
    "blobbasefee": blobbasefee,
    "slotnum": slotnum,
    "pc": pc,
    "stop": stop,
    "invalid": invalid,
}
ONE_ARGUMENT: Final[dict[str, Callable[[Frame, int], int]]] = {
    "balance": balance,
    "blockhash": blockhash,
    "blobhash": blobhash,
    "pop": pop,
    "selfdestruct": selfdestruct,
}
TWO_ARGUMENTS: Final[dict[str, Callable[[Frame, int, int], int]]] = {
    "return": return_,
    "revert": revert,
}
