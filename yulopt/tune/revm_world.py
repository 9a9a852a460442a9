"""Transactions on revm, through the package pyrevm.

The package need not be installed, so this module is imported only when it is used.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

import attr
from pyrevm import EVM, AccountInfo, BlockEnv, CfgEnv, Env

from yulopt.errors import YulError
from yulopt.evm.environment import Environment
from yulopt.gas.schedule import STORED_BYTE_GAS
from yulopt.tune.calls import Call
from yulopt.tune.world import (
    BALANCE,
    CONTRACT,
    GAS,
    REVERT,
    TRANSACTION_GAS,
    Execution,
    World,
    address_text,
    creation_gas,
    data_gas,
)

# Code may be measured that is too large for a chain.
_LARGEST_CODE: Final = 1 << 24
# Zero bytes that the package adds to all code.
_PADDING: Final = 33

# Values that the package gives only as text.
_ACCOUNT: Final = re.compile(r"(0x[0-9a-f]{40}): Account \{")
_SLOT: Final = re.compile(r"\b(\w{1,80}): StorageSlot \{")
_REVERTED: Final = re.compile(r"Revert \{ gas_used: \d+, output: 0x([0-9a-f]*) \}")
_HALTED: Final = re.compile(r"Halt \{ reason: (.*), gas_used: \d+ \}")


class RevmWorld(World):
    """A world in which revm executes transactions."""

    def __init__(self) -> None:
        self._accounts: dict[str, AccountInfo] = {}
        self._storage: dict[str, dict[int, int]] = {}

    def copy(self) -> RevmWorld:
        other = RevmWorld()
        other._accounts = dict(self._accounts)
        other._storage = {address: dict(slots) for address, slots in self._storage.items()}
        return other

    def install(self, code: bytes) -> str:
        address = address_text(CONTRACT)
        self._accounts[address] = AccountInfo(nonce=1, code=code)
        return address

    def deploy(self, code: bytes, call: Call) -> tuple[str, Execution]:
        content = code + call.data
        address = ""

        def run(evm: EVM) -> bytes:
            nonlocal address
            address = evm.deploy(
                address_text(call.sender), content, value=call.value, gas=GAS
            ).lower()
            return b""

        execution = self._transact(call, run, creation_gas(content))
        if not execution.failure:
            size = len(self._accounts[address].code or b"") - _PADDING
            execution = attr.evolve(execution, gas=execution.gas - STORED_BYTE_GAS * size)
        return address, execution

    def call(self, contract: str, call: Call) -> Execution:
        target = contract if call.target is None else address_text(call.target)

        def run(evm: EVM) -> bytes:
            return bytes(
                evm.message_call(
                    address_text(call.sender), target, calldata=call.data, value=call.value, gas=GAS
                )
            )

        return self._transact(call, run, TRANSACTION_GAS + data_gas(call.data))

    def _transact(self, call: Call, run: Callable[[EVM], bytes], free: int) -> Execution:
        evm = self._evm(call)
        failure, output = "", b""
        try:
            output = run(evm)
        except RuntimeError as error:
            failure, output = _failure(str(error))
        self._keep(evm)
        result = evm.result
        assert result is not None
        logs = (
            []
            if failure
            else [(log.address.lower(), log.topics, log.data[1]) for log in result.logs]
        )
        effects = (*logs, *self._state())
        return Execution(call, result.gas_used - free, result.gas_used, failure, output, effects)

    def _state(self) -> list[object]:
        """The balance, nonce and slots of each account, without code."""
        state: list[object] = []
        for address, account in sorted(self._accounts.items(), key=lambda item: item[0]):
            slots = self._storage.get(address, {})
            words = sorted((slot, word) for slot, word in slots.items() if word)
            if words or account.balance or account.nonce:
                state.append((address, account.balance, account.nonce, words))
        return state

    def _evm(self, call: Call) -> EVM:
        """An EVM for one transaction, in which nothing has been touched."""
        block = BlockEnv(
            number=call.block,
            timestamp=call.time,
            coinbase=address_text(Environment().coinbase),
            basefee=0,
            gas_limit=GAS,
        )
        limits = CfgEnv(limit_contract_code_size=_LARGEST_CODE)
        evm = EVM(env=Env(cfg=limits, block=block))
        for address, account in self._accounts.items():
            evm.insert_account_info(address, account)
        evm.set_balance(address_text(call.sender), BALANCE)
        for address, slots in self._storage.items():
            for slot, word in slots.items():
                # This loads the account; it is cold again when that is undone.
                before = evm.snapshot()
                evm.insert_account_storage(address, slot, word)
                evm.revert(before)
        return evm

    def _keep(self, evm: EVM) -> None:
        """Apply the effects of a transaction."""
        for address, account in evm.journal_state.items():
            self._accounts[address.lower()] = account
        state = evm.journal_str.partition("transient_storage: {")[0]
        found = list(_ACCOUNT.finditer(state))
        ends = [account.start() for account in found[1:]] + [len(state)]
        for start, end in zip(found, ends, strict=True):
            slots = self._storage.setdefault(start[1], {})
            for match in _SLOT.finditer(state, start.end(), end):
                slot = int(match[1], 0)
                slots[slot] = evm.storage(start[1], slot)


def _failure(message: str) -> tuple[str, bytes]:
    """Why a transaction failed, and its output; raises `YulError` if it was none."""
    reverted = _REVERTED.search(message)
    if reverted is not None:
        return REVERT, bytes.fromhex(reverted[1])
    halted = _HALTED.search(message)
    if halted is None:
        raise YulError(f"the EVM refuses a transaction: {message}")
    return halted[1], b""
