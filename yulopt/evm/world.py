"""The accounts of a small world, and an undo log of all changes to them.

Every change is logged with its inverse, so that a failed message can be rolled back, and the
changes of a transaction can be reported.
"""

from __future__ import annotations

from typing import Final

import attr

from yulopt.dialect.keccak import keccak256

EMPTY_CODE_HASH: Final = int.from_bytes(keccak256(b""), "big")


class Account:
    """One account. Zero words are not held in `storage` and `transient`.

    `is_new` is set while the transaction runs that creates the account as a contract;
    `is_destroyed` when it is to disappear at the end of the transaction. An account that was never
    used is equal to an empty one.
    """

    def __init__(self, address: int, balance: int = 0, nonce: int = 0, code: bytes = b"") -> None:
        self.address = address
        self.balance = balance
        self.nonce = nonce
        self.code = code
        self.storage: dict[int, int] = {}
        self.transient: dict[int, int] = {}
        self.is_new = False
        self.is_destroyed = False

    @property
    def is_empty(self) -> bool:
        """Whether it counts as not existing."""
        return not self.balance and not self.nonce and not self.code

    @property
    def code_hash(self) -> int:
        """The result of `extcodehash`."""
        if not self.code:
            return 0 if self.is_empty else EMPTY_CODE_HASH
        return int.from_bytes(keccak256(self.code), "big")


@attr.s(auto_attribs=True)
class Log:
    """An entry of the log: its account, topics and data."""

    address: int
    topics: tuple[int, ...]
    data: bytes


class Change:
    """A change of the world that can be undone."""

    def undo(self, world: World) -> None:
        """Undo the change, after all later ones."""
        raise NotImplementedError


class _SlotChange(Change):
    def __init__(self, account: Account, slot: int, old: int) -> None:
        self.account = account
        self.slot = slot
        self.old = old


class StorageChange(_SlotChange):
    """A slot of storage held `old`."""

    def undo(self, world: World) -> None:
        _put(self.account.storage, self.slot, self.old)


class TransientChange(_SlotChange):
    """A slot of transient storage held `old`."""

    def undo(self, world: World) -> None:
        _put(self.account.transient, self.slot, self.old)


class AccountChange(Change):
    """An account had other properties (all except its storage)."""

    def __init__(self, account: Account) -> None:
        self.account = account
        self.balance = account.balance
        self.nonce = account.nonce
        self.code = account.code
        self.is_new = account.is_new
        self.is_destroyed = account.is_destroyed

    def undo(self, world: World) -> None:
        account = self.account
        account.balance = self.balance
        account.nonce = self.nonce
        account.code = self.code
        account.is_new = self.is_new
        account.is_destroyed = self.is_destroyed


class LogWritten(Change):
    """There was one entry less in the log."""

    def undo(self, world: World) -> None:
        world.logs.pop()


class World:
    """Accounts by address, and the log of the current transaction."""

    def __init__(self) -> None:
        self.logs: list[Log] = []
        self.changes: list[Change] = []
        self._accounts: dict[int, Account] = {}

    @property
    def accounts(self) -> list[Account]:
        """All accounts that are not empty, by address."""
        return [
            self._accounts[address]
            for address in sorted(self._accounts)
            if not self._accounts[address].is_empty
        ]

    def account(self, address: int) -> Account:
        """The account at an address, an empty one if there is none."""
        account = self._accounts.get(address)
        if account is None:
            account = self._accounts[address] = Account(address)
        return account

    def copy(self) -> World:
        """A world of equal accounts, between transactions."""
        world = World()
        for address, account in self._accounts.items():
            twin = Account(address, account.balance, account.nonce, account.code)
            twin.storage = account.storage.copy()
            world._accounts[address] = twin
        return world

    # Transactions

    def start_transaction(self) -> None:
        """Forget the log, the transient storage, and the changes of the transaction before."""
        for change in self.changes:
            if isinstance(change, TransientChange):
                change.account.transient.clear()
        self.logs = []
        self.changes = []

    def finish_transaction(self) -> None:
        """Remove the accounts that have destroyed themselves, and clear the marks of new ones."""
        for change in self.changes[:]:
            if not isinstance(change, AccountChange):
                continue
            account = change.account
            if account.is_destroyed:
                for slot in list(account.storage):
                    self.set_storage(account, slot, 0)
                self.changes.append(AccountChange(account))
                account.balance = account.nonce = 0
                account.code = b""
            account.is_destroyed = account.is_new = False

    def undo_to(self, mark: int) -> None:
        """Undo all changes after the first `mark` ones."""
        while len(self.changes) > mark:
            self.changes.pop().undo(self)

    # Changes

    def set_storage(self, account: Account, slot: int, word: int) -> None:
        """Write a word to storage."""
        old = account.storage.get(slot, 0)
        if old != word:
            self.changes.append(StorageChange(account, slot, old))
            _put(account.storage, slot, word)

    def set_transient(self, account: Account, slot: int, word: int) -> None:
        """Write a word to transient storage."""
        old = account.transient.get(slot, 0)
        if old != word:
            self.changes.append(TransientChange(account, slot, old))
            _put(account.transient, slot, word)

    def transfer(self, sender: Account, recipient: Account, value: int) -> None:
        """Transfer wei; the sender must have them."""
        if value and sender is not recipient:
            self.changes.append(AccountChange(sender))
            self.changes.append(AccountChange(recipient))
            sender.balance -= value
            recipient.balance += value

    def burn(self, account: Account) -> None:
        """Destroy the whole balance of an account."""
        self.changes.append(AccountChange(account))
        account.balance = 0

    def increment_nonce(self, account: Account) -> None:
        """Count a creation, or a transaction."""
        self.changes.append(AccountChange(account))
        account.nonce += 1

    def start_contract(self, account: Account, nonce: int) -> None:
        """Make an account that of a contract that is being created."""
        self.changes.append(AccountChange(account))
        account.nonce = nonce
        account.is_new = True

    def set_code(self, account: Account, code: bytes) -> None:
        """Give an account its code."""
        self.changes.append(AccountChange(account))
        account.code = code

    def destroy(self, account: Account) -> None:
        """Mark an account for removal at the end of the transaction."""
        self.changes.append(AccountChange(account))
        account.is_destroyed = True

    def write_log(self, log: Log) -> None:
        """Append an entry to the log."""
        self.changes.append(LogWritten())
        self.logs.append(log)


def _put(table: dict[int, int], slot: int, word: int) -> None:
    if word:
        table[slot] = word
    else:
        table.pop(slot, None)
