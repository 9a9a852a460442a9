"""Transactions on py-evm, which is slower than revm and gives the same results.

It is written in Python, so it is there for every version. It keeps to the limits of code on a
chain: a creation that deploys more than 24,576 bytes fails.

The package need not be installed, so this module is imported only when it is used.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import attr
from eth._utils.address import generate_contract_address
from eth.abc import ComputationAPI, MessageAPI, StateAPI, TransactionContextAPI
from eth.constants import BLANK_ROOT_HASH, CREATE_CONTRACT_ADDRESS
from eth.db.atomic import AtomicDB
from eth.db.backends.memory import MemoryDB
from eth.exceptions import Revert
from eth.vm.execution_context import ExecutionContext
from eth.vm.forks.cancun.state import CancunState
from eth.vm.message import Message
from eth_typing import Address, BlockNumber, Hash32

from yulopt.assembly.bytecode import ADDRESS_BYTES
from yulopt.evm.environment import Environment
from yulopt.gas.schedule import STORED_BYTE_GAS
from yulopt.syntax.deep_stack import run_with_deep_stack
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
    creation_word_gas,
    data_gas,
)

_NO_HASH: Final = Hash32(bytes(32))
# At most this part of the used gas is refunded (EIP-3529).
_REFUND_DIVISOR: Final = 5


class PyEvmWorld(World):
    """A world in which py-evm executes transactions."""

    def __init__(self) -> None:
        self._content: dict[bytes, bytes] = {}
        self._root = BLANK_ROOT_HASH
        # All written slots, since the tries only have hashes.
        self._slots: dict[Address, set[int]] = {}

    def copy(self) -> PyEvmWorld:
        other = PyEvmWorld()
        other._content = dict(self._content)
        other._root = self._root
        other._slots = {address: set(slots) for address, slots in self._slots.items()}
        return other

    def install(self, code: bytes) -> str:
        state = self._state(None)
        address = _bytes(CONTRACT)
        state.set_nonce(address, 1)
        state.set_code(address, code)
        self._keep(state)
        return address_text(CONTRACT)

    def deploy(self, code: bytes, call: Call) -> tuple[str, Execution]:
        content = code + call.data
        state = self._state(call)
        sender = _bytes(call.sender)
        address = generate_contract_address(sender, state.get_nonce(sender))
        message = Message(
            # The package takes what the words cost when it runs the code.
            gas=GAS - creation_gas(content) + creation_word_gas(content),
            to=CREATE_CONTRACT_ADDRESS,
            sender=sender,
            value=call.value,
            data=b"",
            code=content,
            create_address=address,
        )
        run = state.computation_class.apply_create_message
        # Calls do not count, as in pyrevm.
        state.increment_nonce(sender)
        execution = self._transact(state, call, message, run, creation_gas(content))
        if not execution.failure:
            deposit = STORED_BYTE_GAS * len(state.get_code(address))
            execution = attr.evolve(execution, gas=execution.gas - deposit)
        return "0x" + address.hex(), execution

    def call(self, contract: str, call: Call) -> Execution:
        state = self._state(call)
        target = _bytes(int(contract, 16) if call.target is None else call.target)
        free = TRANSACTION_GAS + data_gas(call.data)
        message = Message(
            gas=GAS - free,
            to=target,
            sender=_bytes(call.sender),
            value=call.value,
            data=call.data,
            code=state.get_code(target),
        )
        return self._transact(state, call, message, state.computation_class.apply_message, free)

    def _transact(
        self,
        state: _RecordingState,
        call: Call,
        message: Message,
        run: Callable[[StateAPI, MessageAPI, TransactionContextAPI], ComputationAPI],
        free: int,
    ) -> Execution:
        for address in (message.sender, message.storage_address, state.coinbase):
            state.mark_address_warm(address)
        context = state.get_transaction_context_class()(gas_price=0, origin=message.sender)
        # Calls of contracts are calls of Python, up to 1,024 deep.
        computation = run_with_deep_stack(lambda: run(state, message, context))
        for address in computation.get_accounts_for_deletion():
            state.delete_account(address)
        used = GAS - computation.get_gas_remaining()
        used -= min(computation.get_gas_refund(), used // _REFUND_DIVISOR)
        failure, output = _failure(computation)
        logs = [] if failure else [_log(*entry) for entry in computation.get_log_entries()]
        self._keep(state)
        effects = (*logs, *self._effects())
        return Execution(call, used - free, used, failure, output, effects)

    def _state(self, call: Call | None) -> _RecordingState:
        """The state for one transaction, in which nothing has been touched."""
        block = Environment()
        context = ExecutionContext(
            coinbase=_bytes(block.coinbase),
            timestamp=block.timestamp if call is None else call.time,
            block_number=BlockNumber(block.block_number if call is None else call.block),
            difficulty=0,
            mix_hash=_NO_HASH,
            gas_limit=GAS,
            prev_hashes=[],
            chain_id=block.chain_id,
            base_fee_per_gas=0,
            excess_blob_gas=0,
        )
        state = _RecordingState(AtomicDB(MemoryDB(self._content)), context, self._root)
        state.slots = self._slots
        if call is not None:
            state.set_balance(_bytes(call.sender), BALANCE)
        # The price of a slot depends on its value before the transaction.
        state.lock_changes()
        return state

    def _keep(self, state: _RecordingState) -> None:
        """Apply the effects of a transaction."""
        state.persist()
        self._root = state.state_root

    def _effects(self) -> list[object]:
        """The balance, nonce and slots of each account, without code."""
        state = self._state(None)
        found: list[object] = []
        for address, slots in sorted(self._slots.items()):
            words = [(slot, state.get_storage(address, slot)) for slot in sorted(slots)]
            words = [(slot, word) for slot, word in words if word]
            balance, nonce = state.get_balance(address), state.get_nonce(address)
            if words or balance or nonce:
                found.append(("0x" + address.hex(), balance, nonce, words))
        return found


class _RecordingState(CancunState):
    """A state that remembers which accounts and slots were written."""

    slots: dict[Address, set[int]]

    def set_storage(self, address: Address, slot: int, value: int) -> None:
        self.slots.setdefault(address, set()).add(slot)
        super().set_storage(address, slot, value)

    def set_balance(self, address: Address, balance: int) -> None:
        self.slots.setdefault(address, set())
        super().set_balance(address, balance)

    def set_nonce(self, address: Address, nonce: int) -> None:
        self.slots.setdefault(address, set())
        super().set_nonce(address, nonce)

    def delta_balance(self, address: Address, delta: int) -> None:
        self.set_balance(address, self.get_balance(address) + delta)

    def increment_nonce(self, address: Address) -> None:
        self.set_nonce(address, self.get_nonce(address) + 1)


def _failure(computation: ComputationAPI) -> tuple[str, bytes]:
    """Why a transaction failed, empty if it did not, and its output."""
    if not computation.is_error:
        return "", computation.output if not computation.msg.is_create else b""
    if isinstance(computation.error, Revert):
        return REVERT, computation.output
    return type(computation.error).__name__, b""


def _log(address: bytes, topics: tuple[int, ...], data: bytes) -> object:
    return "0x" + address.hex(), [f"0x{topic:064x}" for topic in topics], data


def _bytes(address: int) -> Address:
    return Address(address.to_bytes(ADDRESS_BYTES, "big"))
