"""The interface of an EVM that measures the gas of transactions: a world of accounts.

The gas of a transaction is net of refunds and of its intrinsic cost: 21000 gas, its data, and, for
a creation, 32000, its words, and 200 gas for each deployed byte. So the gas of a deployment is that
of running the creation code. Each call is a transaction of its own: accounts and slots are cold at
its start, and its effects persist for later calls.

The rules and prices are always those of Cancun, which both EVMs support. For code without `clz`,
later versions differ only in the cost of transactions with much data, and in some precompiled
contracts.
"""

from __future__ import annotations

import importlib.util
from abc import ABC, abstractmethod
from typing import Final

import attr

from yulopt.syntax.literals import WORD_BYTES
from yulopt.tune.calls import Call

# Senders can afford any value.
BALANCE: Final = 1 << 128
GAS: Final = 30_000_000
TRANSACTION_GAS: Final = 21000
_CREATION_GAS: Final = 32000
_CREATION_WORD_GAS: Final = 2
_DATA_GAS: Final = 16
_ZERO_DATA_GAS: Final = 4
# The address of a contract that was installed directly.
CONTRACT: Final = int("a1" * 20, 16)

REVERT: Final = "revert"

# The packages that execute code, the fastest first. The first has no wheels for Python 3.13.
REVM: Final = "pyrevm"
_PY_EVM: Final = "eth"
_PACKAGES: Final = (REVM, _PY_EVM)


@attr.s(auto_attribs=True, frozen=True)
class Execution:
    """The outcome of a call: its gas, how it ended, its output, and its effects.

    `gas` is that of execution, `paid` all that the sender pays for. `failure` is empty for a
    success, `REVERT`, or the reason of an exceptional halt. `effects` are the logs, and the
    balance, nonce and storage of every account afterwards.
    """

    call: Call
    gas: int
    paid: int
    failure: str
    output: bytes
    effects: tuple[object, ...]


class World(ABC):
    """Accounts with their storage, changed by a sequence of transactions."""

    @abstractmethod
    def copy(self) -> World:
        """Another world in the same state."""

    @abstractmethod
    def install(self, code: bytes) -> str:
        """Install a contract with this code directly; its address."""

    @abstractmethod
    def deploy(self, code: bytes, call: Call) -> tuple[str, Execution]:
        """Run creation code, followed by the data of the call; the address of the contract."""

    @abstractmethod
    def call(self, contract: str, call: Call) -> Execution:
        """Make a call."""


def gas_is_measured() -> bool:
    """Whether there is a package that executes code."""
    return any(importlib.util.find_spec(package) is not None for package in _PACKAGES)


def creation_gas(content: bytes) -> int:
    """The intrinsic cost of a creation, without the deployed bytes."""
    return TRANSACTION_GAS + _CREATION_GAS + creation_word_gas(content) + data_gas(content)


def creation_word_gas(content: bytes) -> int:
    """The cost of the words of creation code (EIP-3860)."""
    return _CREATION_WORD_GAS * -(-len(content) // WORD_BYTES)


def data_gas(data: bytes) -> int:
    """The cost of the data of a transaction."""
    zeros = data.count(0)
    return (len(data) - zeros) * _DATA_GAS + zeros * _ZERO_DATA_GAS


def address_text(address: int) -> str:
    """An address as hexadecimal digits."""
    return f"0x{address:040x}"
