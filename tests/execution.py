"""Runs bytecode on a real EVM (revm, through the package pyrevm) and returns the outcome.

A `Machine` is a small world with one account that calls; `observe` makes a contract of some
bytecode in a new world and returns what several calls do there. Gas is limited, so that endless
loops end; what the limits of gas, memory, or the EVM stack stop is marked as `exhausted`, because
how soon they do is nothing that two correct compilations have in common.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import pytest

try:
    from pyrevm import EVM, AccountInfo, BlockEnv, CfgEnv, Env
except ModuleNotFoundError:
    pytest.skip(
        "a real EVM needs the package pyrevm: pip install '.[test]'", allow_module_level=True
    )

CALLER = "0x" + "c0" * 20
CONTRACT = "0x" + "a1" * 20
GAS = 4_000_000
_LARGEST_CODE = 2**20
_EXHAUSTION = ("OutOfGas", "MemoryOOG", "MemoryLimitOOG", "StackOverflow")
_LINKER_PLACEHOLDER = re.compile(r"__\$[0-9a-f]{34}\$__")
LIBRARY = "0x" + "1b" * 20
# sstore(7, calldataload(0)) mstore(0, calldatasize()) return(0, 32)
_LIBRARY_CODE = bytes.fromhex("5f35600755365f5260205ff3")
_ACCOUNT = re.compile(
    r"(0x[0-9a-f]{40}): Account \{ info: AccountInfo \{ balance: (\w+), nonce: (\d+),"
)
_SLOT = re.compile(
    r"\b(\w{1,80}): StorageSlot \{ previous_or_original_value: \w+, present_value: (\w+) \}"
)
_OUTPUT = re.compile(r"output: 0x([0-9a-f]*)")


@dataclass(frozen=True)
class Call:
    """The data of a call."""

    data: bytes
    value: int = 0
    static: bool = False


@dataclass(frozen=True)
class Log:
    """One log entry."""

    address: str
    topics: tuple[str, ...]
    data: bytes


@dataclass(frozen=True)
class Outcome:
    """The outcome of a call: success, returned data, logs, and the state after it.

    `storage` has no zero words; its keys are an address and a slot. `accounts` has the balance and
    the nonce of each account that the call has touched. `exhausted` is set if a limit of the
    machine was met, `halted` if the call has failed otherwise than by `revert`.
    """

    success: bool
    output: bytes
    logs: tuple[Log, ...]
    storage: dict[tuple[str, int], int]
    accounts: dict[str, tuple[int, int]]
    exhausted: bool = False
    halted: bool = False


def link(bytecode: str) -> bytes:
    """Bytes from hexadecimal digits, with an address in the place of missing libraries."""
    return bytes.fromhex(_LINKER_PLACEHOLDER.sub(LIBRARY[2:], bytecode))


class Machine:
    """A world in which `CALLER` has money, and there is a contract at `LIBRARY`.

    Each call has this much gas. Code may be larger than on the main network, as unoptimised code
    is.
    """

    def __init__(self, gas: int = GAS) -> None:
        block = BlockEnv(
            number=20_000_000,
            coinbase="0x" + "b0" * 20,
            timestamp=1_700_000_000,
            basefee=0,
            gas_limit=max(30_000_000, gas),
        )
        self.gas = gas
        self.evm = EVM(env=Env(cfg=CfgEnv(limit_contract_code_size=_LARGEST_CODE), block=block))
        self.evm.insert_account_info(CALLER, AccountInfo(nonce=1))
        self.evm.set_balance(CALLER, 10**24)
        self.evm.insert_account_info(LIBRARY, AccountInfo(nonce=1, code=_LIBRARY_CODE))
        self.names: dict[str, str] = {}

    def install(self, code: bytes, address: str = CONTRACT) -> str:
        """The address of a contract that has this code."""
        self.evm.insert_account_info(address, AccountInfo(nonce=1, code=code))
        self.evm.set_balance(address, 10**18)
        return address

    def deploy(self, creation_code: bytes, value: int = 0) -> str | None:
        """The address of the contract that creation code makes, None if it fails."""
        try:
            address = self.evm.deploy(CALLER, creation_code, value=value)
        except RuntimeError:
            return None
        return address

    def call(self, address: str, call: Call) -> Outcome:
        """Call a contract."""
        self.evm.reset_transient_storage()
        try:
            output = bytes(
                self.evm.message_call(
                    CALLER,
                    address,
                    calldata=call.data,
                    value=call.value,
                    gas=self.gas,
                    is_static=call.static,
                )
            )
        except RuntimeError as error:
            message = str(error)
            returned = _OUTPUT.search(message)
            output = bytes.fromhex(returned[1]) if returned else b""
            exhausted = any(reason in message for reason in _EXHAUSTION)
            return self._outcome(False, output, [], exhausted, "Revert" not in message)
        result = self.evm.result
        assert result is not None
        assert result.is_success
        logs = [(log.address, tuple(log.topics), bytes(log.data[1])) for log in result.logs]
        return self._outcome(True, output, logs, False)

    def _outcome(
        self,
        success: bool,
        output: bytes,
        logs: Sequence[tuple[str, tuple[str, ...], bytes]],
        exhausted: bool,
        halted: bool = False,
    ) -> Outcome:
        state = self.evm.journal_str.partition(", transient_storage: ")[0]
        accounts = list(_ACCOUNT.finditer(state))
        self._number_contracts(accounts)
        rename = self._rename
        ends = [account.start() for account in accounts[1:]] + [len(state)]
        storage = {
            (rename(account[1]), int(slot[1], 0)): int(rename(f"{int(slot[2], 0):064x}"), 16)
            for account, end in zip(accounts, ends, strict=True)
            for slot in _SLOT.finditer(state, account.end(), end)
            if int(slot[2], 0)
        }
        touched = {
            rename(account[1]): (int(account[2], 0), int(account[3]))
            for account, end in zip(accounts, ends, strict=True)
            if "Touched" in state[state.rfind("status: ", account.end(), end) : end]
        }
        filled = {address: numbers for address, numbers in touched.items() if any(numbers)}
        renamed_logs = tuple(
            Log(rename(address.lower()), tuple(map(rename, topics)), rename_bytes(rename, data))
            for address, topics, data in logs
        )
        returned = rename_bytes(rename, output)
        return Outcome(success, returned, renamed_logs, storage, filled, exhausted, halted)

    def _number_contracts(self, accounts: Iterable[re.Match[str]]) -> None:
        """Give names to the contracts that the last call has created.

        Their addresses may depend on the bytes of the code.
        """
        created = {account[1] for account in accounts if account[3] != "0"}
        for address in sorted(created.difference(self.names, (CALLER, CONTRACT, LIBRARY))):
            self.names[address] = f"0x{0xC0DE0000 + len(self.names):040x}"

    def _rename(self, text: str) -> str:
        for address, name in self.names.items():
            text = text.replace(address[2:], name[2:])
        return text


def rename_bytes(rename: Callable[[str], str], content: bytes) -> bytes:
    return bytes.fromhex(rename(content.hex()))


def observe(
    bytecode: str, calls: Sequence[Call], *, constructor_words: Sequence[int] | None = None
) -> list[Outcome]:
    """The outcomes of successive calls of a contract, in a new world.

    The bytecode is the contract's; or, if there are `constructor_words` (which are appended), it
    makes the contract. The list is empty if that fails.
    """
    machine = Machine()
    code = link(bytecode)
    if constructor_words is None:
        address: str | None = machine.install(code)
    else:
        arguments = b"".join(word.to_bytes(32, "big") for word in constructor_words)
        address = machine.deploy(code + arguments)
    if address is None:
        return []
    return [machine.call(address, call) for call in calls]


def first_difference(one: Sequence[Outcome], other: Sequence[Outcome]) -> int | None:
    """The number of the first call that had another outcome, None if there is none.

    What comes after a call that has met a limit of the machine is not compared.
    """
    if len(one) != len(other):
        return min(len(one), len(other))
    for number, (first, second) in enumerate(zip(one, other, strict=True)):
        if first.exhausted or second.exhausted:
            return None
        if first != second:
            return number
    return None
