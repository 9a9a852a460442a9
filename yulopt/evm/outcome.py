"""The externally observable effects of a transaction."""

from __future__ import annotations

import attr

from yulopt.evm.frame import Message, Transaction
from yulopt.evm.halt import LIMITS, SUCCESSES, HaltKind, Result
from yulopt.evm.world import AccountChange, Log, StorageChange, TransientChange


@attr.s(auto_attribs=True)
class AccountState:
    """The properties of an account apart from its storage."""

    balance: int
    nonce: int
    code: bytes


@attr.s(auto_attribs=True)
class Outcome:
    """The ending of a transaction, and its changes.

    `storage` and `transient`: the changed words, by address and slot; `accounts`: the new state of
    accounts with changed balance, nonce or code. `messages`: all messages sent by code. `created`:
    the address of the account that the transaction itself created, 0 if none. `steps`: those used
    (see `Limits`), which are not an effect.
    """

    kind: HaltKind
    output: bytes = b""
    reason: str = ""
    logs: list[Log] = attr.Factory(list)
    storage: dict[tuple[int, int], int] = attr.Factory(dict)
    transient: dict[tuple[int, int], int] = attr.Factory(dict)
    accounts: dict[int, AccountState] = attr.Factory(dict)
    messages: list[Message] = attr.Factory(list)
    created: int = 0
    steps: int = 0

    @property
    def is_success(self) -> bool:
        """Whether the effects are kept."""
        return self.kind in SUCCESSES

    @property
    def is_limit(self) -> bool:
        """Whether the interpreter gave up, so that the behaviour of a real EVM is unknown."""
        return self.kind in LIMITS


def observe(transaction: Transaction, result: Result, created: int = 0) -> Outcome:
    """The outcome of a transaction that has ended."""
    outcome = Outcome(result.kind, result.output, result.reason, created=created)
    outcome.steps = transaction.steps
    outcome.messages = transaction.messages
    world = transaction.world
    outcome.logs = world.logs
    # The first change of an entry has its original value.
    storage: dict[tuple[int, int], int] = {}
    transient: dict[tuple[int, int], int] = {}
    accounts: dict[int, AccountState] = {}
    for change in world.changes:
        if isinstance(change, StorageChange):
            storage.setdefault((change.account.address, change.slot), change.old)
        elif isinstance(change, TransientChange):
            transient.setdefault((change.account.address, change.slot), change.old)
        elif isinstance(change, AccountChange):
            before = AccountState(change.balance, change.nonce, change.code)
            accounts.setdefault(change.account.address, before)
    for (address, slot), old in sorted(storage.items()):
        word = world.account(address).storage.get(slot, 0)
        if word != old:
            outcome.storage[address, slot] = word
    for (address, slot), old in sorted(transient.items()):
        word = world.account(address).transient.get(slot, 0)
        if word != old:
            outcome.transient[address, slot] = word
    for address, old_state in sorted(accounts.items(), key=lambda item: item[0]):
        account = world.account(address)
        state = AccountState(account.balance, account.nonce, account.code)
        if state != old_state:
            outcome.accounts[address] = state
    return outcome
