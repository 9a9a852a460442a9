"""What an EVM offers that measures the gas of transactions: a world of accounts, and its limits.

Counted is what a transaction uses, less refunds, without what it costs whatever the code is: 21000
gas, its data, and, for a creation, 32000, its words, and 200 gas for each byte that is deployed. So
the gas of a deployment is that of running the creation code. Each call is a transaction of its own:
accounts and slots are cold at its beginning, and what it did is there for the calls after it.

The rules and prices are always those of Cancun, which are the ones that both EVMs have. For code
without `clz`, later versions differ only in what transactions with much data cost, and in some
precompiled contracts.
"""

from __future__ import annotations

import importlib.util
from abc import ABC, abstractmethod
from typing import Final

import attr

from yulopt.syntax.literals import WORD_BYTES
from yulopt.tune.calls import Call

# Whatever is sent, the senders have it.
BALANCE: Final = 1 << 128
GAS: Final = 30_000_000
TRANSACTION_GAS: Final = 21000
_CREATION_GAS: Final = 32000
_CREATION_WORD_GAS: Final = 2
_DATA_GAS: Final = 16
_ZERO_DATA_GAS: Final = 4
# Where a contract is that nothing has deployed.
CONTRACT: Final = int("a1" * 20, 16)

REVERT: Final = "revert"

# The packages that execute code, the fastest first. The first has no wheels for Python 3.13.
REVM: Final = "pyrevm"
_PY_EVM: Final = "eth"
_PACKAGES: Final = (REVM, _PY_EVM)


@attr.s(auto_attribs=True, frozen=True)
class Execution:
    """What came of a call: its gas, how it ended, its output, and its effects.

    `gas` is that of running code, `paid` all that the sender pays for. `failure` is empty for a
    success, `REVERT`, or the reason why the EVM has given up. `effects` are the logs, and the
    balance, nonce and storage of every account afterwards.
    """

    call: Call
    gas: int
    paid: int
    failure: str
    output: bytes
    effects: tuple[object, ...]


class World(ABC):
    """Accounts with their storage, on which transactions work one after the other."""

    @abstractmethod
    def copy(self) -> World:
        """Another world in the same state."""

    @abstractmethod
    def install(self, code: bytes) -> str:
        """The address of a contract that has this code, which nothing has deployed."""

    @abstractmethod
    def deploy(self, code: bytes, call: Call) -> tuple[str, Execution]:
        """Run creation code, with the data of the call after it; where the contract is now."""

    @abstractmethod
    def call(self, contract: str, call: Call) -> Execution:
        """Make a call."""


def gas_is_measured() -> bool:
    """Whether there is a package that executes code."""
    return any(importlib.util.find_spec(package) is not None for package in _PACKAGES)


def creation_gas(content: bytes) -> int:
    """What a creation costs whatever the code does, but for the bytes that it deploys."""
    return TRANSACTION_GAS + _CREATION_GAS + creation_word_gas(content) + data_gas(content)


def creation_word_gas(content: bytes) -> int:
    """What the words of creation code cost (EIP-3860)."""
    return _CREATION_WORD_GAS * -(-len(content) // WORD_BYTES)


def data_gas(data: bytes) -> int:
    """What the data of a transaction costs."""
    zeros = data.count(0)
    return (len(data) - zeros) * _DATA_GAS + zeros * _ZERO_DATA_GAS


def address_text(address: int) -> str:
    """An address as hexadecimal digits."""
    return f"0x{address:040x}"
