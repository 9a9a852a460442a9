"""The gas of calls of a contract, executed on an EVM: revm, through the package pyrevm.

Counted is what a transaction uses, less refunds, without what it costs whatever the code is: 21000
gas, its data, and, for a creation, 32000, its words, and 200 gas for each byte that is deployed. So
the gas of a deployment is that of running the creation code. Each call is a transaction of its own:
accounts and slots are cold at its beginning, and what it did is there for the calls after it.

The rules and prices are always those of Cancun, which are the ones that the package has. For code
without `clz`, later versions differ only in what transactions with much data cost, and in some
precompiled contracts.

The package need not be installed (`yulopt[gas]`), so this module is imported only when it is used.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

import attr
from pyrevm import EVM, AccountInfo, BlockEnv, CfgEnv, Env

from yulopt.errors import YulError
from yulopt.evm.environment import Environment
from yulopt.gas.model import STORED_BYTE_GAS
from yulopt.syntax.literals import WORD_BYTES
from yulopt.tune.calls import Call, Calls

# Whatever is sent, the senders have it.
_BALANCE: Final = 1 << 128
_GAS: Final = 30_000_000
_TRANSACTION_GAS: Final = 21000
_CREATION_GAS: Final = 32000
_CREATION_WORD_GAS: Final = 2
_DATA_GAS: Final = 16
_ZERO_DATA_GAS: Final = 4
# Code may be measured that is too large for a chain.
_LARGEST_CODE: Final = 1 << 24
# Zero bytes that the package adds to all code.
_PADDING: Final = 33
# Where a contract is that nothing has deployed.
_CONTRACT: Final = "0x" + "a1" * 20

REVERT: Final = "revert"

# What the package tells only as a text.
_ACCOUNT: Final = re.compile(r"(0x[0-9a-f]{40}): Account \{")
_SLOT: Final = re.compile(r"\b(\w{1,80}): StorageSlot \{")
_REVERTED: Final = re.compile(r"Revert \{ gas_used: \d+, output: 0x([0-9a-f]*) \}")
_HALTED: Final = re.compile(r"Halt \{ reason: (.*), gas_used: \d+ \}")


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


def execute(creation: bytes, deployed: bytes, calls: Calls) -> list[Execution]:
    """Deploy a contract and call it; what came of the deployment, if there was one, and the calls.

    `deployed` is what the creation code deploys, with zero where something is filled in then.
    Raises `YulError` if a call fails that is not meant to, or succeeds that is meant to fail.
    """
    world, contract, executions = _deploy(creation, deployed, calls)
    for call in calls.calls:
        execution = (world.copy() if calls.are_made_up else world).call(contract, call)
        if not calls.are_made_up and bool(execution.failure) != call.reverts:
            raise YulError(_surprise(execution))
        executions.append(execution)
    return executions


def _deploy(creation: bytes, deployed: bytes, calls: Calls) -> tuple[World, str, list[Execution]]:
    """A world with the contract, its address, and the deployment that has succeeded."""
    for call in calls.deployments:
        world = World()
        contract, execution = world.deploy(creation, call)
        if not execution.failure:
            return world, contract, [execution]
        if not calls.are_made_up:
            raise YulError(_surprise(execution))
    world = World()
    return world, world.install(deployed), []


def _surprise(execution: Execution) -> str:
    """What is said of a call that did not end as it was meant to."""
    title, failure = execution.call.title, execution.failure
    if not failure:
        return f"the call '{title}' is meant to fail, and succeeds"
    how = "reverts" if failure == REVERT else f"fails ({failure})"
    if execution.output:
        how += f" with 0x{execution.output.hex()}"
    return f"the call '{title}' {how}; if it is meant to, write 'reverts' before it"


class World:
    """Accounts with their storage, on which transactions work one after the other."""

    def __init__(self) -> None:
        self._accounts: dict[str, AccountInfo] = {}
        self._storage: dict[str, dict[int, int]] = {}

    def copy(self) -> World:
        """Another world in the same state."""
        other = World()
        other._accounts = dict(self._accounts)
        other._storage = {address: dict(slots) for address, slots in self._storage.items()}
        return other

    def install(self, code: bytes) -> str:
        """The address of a contract that has this code, which nothing has deployed."""
        self._accounts[_CONTRACT] = AccountInfo(nonce=1, code=code)
        return _CONTRACT

    def deploy(self, code: bytes, call: Call) -> tuple[str, Execution]:
        """Run creation code, with the data of the call after it; where the contract is now."""
        content = code + call.data
        address = ""

        def run(evm: EVM) -> bytes:
            nonlocal address
            address = evm.deploy(_hex(call.sender), content, value=call.value, gas=_GAS).lower()
            return b""

        words = -(-len(content) // WORD_BYTES)
        free = _TRANSACTION_GAS + _CREATION_GAS + _CREATION_WORD_GAS * words + _data_gas(content)
        execution = self._transact(call, run, free)
        if not execution.failure:
            size = len(self._accounts[address].code or b"") - _PADDING
            execution = attr.evolve(execution, gas=execution.gas - STORED_BYTE_GAS * size)
        return address, execution

    def call(self, contract: str, call: Call) -> Execution:
        """Make a call."""
        target = contract if call.target is None else _hex(call.target)

        def run(evm: EVM) -> bytes:
            return bytes(
                evm.message_call(
                    _hex(call.sender), target, calldata=call.data, value=call.value, gas=_GAS
                )
            )

        return self._transact(call, run, _TRANSACTION_GAS + _data_gas(call.data))

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
        logs = [] if failure else [(log.address, log.topics, log.data[1]) for log in result.logs]
        effects = (*logs, *self._state())
        return Execution(call, result.gas_used - free, result.gas_used, failure, output, effects)

    def _state(self) -> list[object]:
        """The balance and nonce of each account, and what is in its slots. Code is left out."""
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
            coinbase=_hex(Environment().coinbase),
            basefee=0,
            gas_limit=_GAS,
        )
        limits = CfgEnv(limit_contract_code_size=_LARGEST_CODE)
        evm = EVM(env=Env(cfg=limits, block=block))
        for address, account in self._accounts.items():
            evm.insert_account_info(address, account)
        evm.set_balance(_hex(call.sender), _BALANCE)
        for address, slots in self._storage.items():
            for slot, word in slots.items():
                # This loads the account; it is cold again when that is undone.
                before = evm.snapshot()
                evm.insert_account_storage(address, slot, word)
                evm.revert(before)
        return evm

    def _keep(self, evm: EVM) -> None:
        """Take over what a transaction has done."""
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


def _data_gas(data: bytes) -> int:
    zeros = data.count(0)
    return (len(data) - zeros) * _DATA_GAS + zeros * _ZERO_DATA_GAS


def _hex(address: int) -> str:
    return f"0x{address:040x}"
