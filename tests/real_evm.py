"""The same transaction in the interpreter and on a real EVM (revm, through the package pyrevm).

The interpreted program has its real bytecode as its code, so that even questions about sizes and
bytes of code have the same answers. Gas is not counted by the interpreter; so calls are given all
the gas there is, and what depends on gas is found out by giving the EVM more of it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest

try:
    from pyrevm import EVM, AccountInfo, BlockEnv, Env, TxEnv
except ModuleNotFoundError:
    pytest.skip("a real EVM needs the package pyrevm", allow_module_level=True)

from tests.generation.taming import GAS_WORD as GAS
from tests.generation.taming import normalise
from yulopt.assembly.assembler import assemble_parts
from yulopt.assembly.bytecode import ADDRESS_BYTES, Bytecode
from yulopt.assembly.compiled import compile_object
from yulopt.dialect import Dialect, EvmVersion
from yulopt.dialect.keccak import keccak256
from yulopt.errors import Source
from yulopt.evm.chain import Chain
from yulopt.evm.code_image import CodeImage
from yulopt.evm.environment import Environment, Limits
from yulopt.evm.outcome import Outcome
from yulopt.evm.world import Account
from yulopt.interpreter.machine import compile_tree
from yulopt.suite.suite import make_context
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.syntax.objects import Data, Object
from yulopt.syntax.parser import parse_source

CALLER = 0xC0C0C0C0C0C0C0C0C0C0C0C0C0C0C0C0C0C0C0C0
CONTRACT = 0xA1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1A1
COINBASE = 0xB0B0B0B0B0B0B0B0B0B0B0B0B0B0B0B0B0B0B0B0
LIBRARY = 0x1B1B1B1B1B1B1B1B1B1B1B1B1B1B1B1B1B1B1B1B
# sstore(7, calldataload(0)) mstore(0, calldatasize()) return(0, 32)
WRITER_CODE = bytes.fromhex("5f35600755365f5260205ff3")
# mstore(0, caller()) mstore(32, callvalue()) mstore(64, sload(0)) revert(0, 96)
REVERTER_CODE = bytes.fromhex("335f5234602052 5f54604052 60605ffd".replace(" ", ""))
# call(gas(), caller(), 0, 0, 0, 0, 0), then all the return data
CALL_BACK_CODE = bytes.fromhex("5f5f5f5f5f335af1 5f52 3d5f6020 3e 3d602001 5ff3".replace(" ", ""))
OTHERS = {LIBRARY: WRITER_CODE, 0x20: WRITER_CODE, 0x1F: REVERTER_CODE, 0x40: CALL_BACK_CODE}
# The address, besides CONTRACT, that has the code of the program.
TWIN = 0xFF
# The EVM of the tests always follows the rules of this version, which has the instructions of all
# versions before it, too.
RULES = EvmVersion.CANCUN
MORE_GAS = 10 * GAS
PREVRANDAO = 0x1234567890ABCDEF << 190
BLOB_HASH = (1 << 248) | 0xB10B
# A call forwards 63/64 of the gas, so calls can be as deep as this without any trouble.
_MANY_MESSAGES = 200
_EXHAUSTION = ("OutOfGas", "MemoryOOG", "MemoryLimitOOG", "StackOverflow")


@dataclass(frozen=True)
class Input:
    """A call: calldata, value, and the storage of the contract before it."""

    data: bytes = b""
    value: int = 0
    storage: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True)
class State:
    """Balance, nonce, hash of the code, and storage of an account."""

    balance: int
    nonce: int
    code_hash: str
    storage: Mapping[int, int]


@dataclass(frozen=True)
class Effects:
    """The observable outcome of a transaction, on which both machines must agree."""

    success: bool
    output: bytes
    logs: tuple[tuple[int, tuple[int, ...], bytes], ...]
    accounts: Mapping[int, State]


@dataclass(frozen=True)
class Exhausted:
    """The reason why a machine has given up."""

    reason: str


# Preparing a program


class Incomparable(Exception):
    """The reason why a program cannot be run on both machines."""


class Subject:
    """A program for both machines: its bytecode, and its compiled code with that as its image.

    `tame` keeps it from using much memory, or many rounds of loops.
    """

    def __init__(self, text: str, dialect: Dialect, *, tame: bool = False) -> None:
        if "verbatim_" in text:
            raise Incomparable("verbatim")
        self.program = self._parse(text, dialect, tame)
        unique = self._parse(text, dialect, tame)
        run_with_deep_stack(lambda: _make_names_unique(unique, dialect))
        compiled = compile_object(unique, dialect)
        if compiled.first_problem() is not None:
            raise Incomparable("stack too deep")
        parts = assemble_parts(compiled, dialect)
        if parts[unique].immutables:
            raise Incomparable("immutables that nothing assigns")
        self.libraries = {
            name: LIBRARY for part in parts.values() for name in part.linker_symbols.values()
        }
        image = _real_image(unique, parts)
        self.bytecode = image.content
        self.programs = compile_tree(self.program, image)
        markers = {program.image.marker for program in self.programs if program.image}
        contents = {program.image.content for program in self.programs if program.image}
        if len(markers) < len(contents) or not self.bytecode:
            raise Incomparable("bytecode that begins like that of another object")

    @staticmethod
    def _parse(text: str, dialect: Dialect, tame: bool) -> Object:
        program = parse_source(Source(text), dialect)
        normalise(program, dialect, tame=tame)
        return program


def _make_names_unique(program: Object, dialect: Dialect) -> None:
    make_context(program.code, dialect)
    for child in program.sub_objects:
        _make_names_unique(child, dialect)


def _real_image(program: Object, parts: Mapping[Object | Data, Bytecode]) -> CodeImage:
    bytecode = parts[program]
    inside = {
        target: (bytecode.offsets.get(target, 0), len(part.content))
        for target, part in parts.items()
    }
    children = [_real_image(child, parts) for child in program.sub_objects]
    return CodeImage(program, _linked(bytecode), inside, bytecode.immutables, children)


def _linked(bytecode: Bytecode) -> bytes:
    content = bytearray(bytecode.content)
    for offset in bytecode.linker_symbols:
        content[offset : offset + ADDRESS_BYTES] = LIBRARY.to_bytes(ADDRESS_BYTES, "big")
    return bytes(content)


# The interpreter


def interpret(subject: Subject, given: Input, steps: int = 100_000) -> tuple[Effects, Outcome]:
    """Run a call in the interpreter."""
    environment = Environment(
        RULES,
        origin=CALLER,
        gas=GAS,
        coinbase=COINBASE,
        gas_limit=2**64 - 1,
        blob_hashes=(BLOB_HASH,),
    )
    environment.prevrandao = environment.difficulty = PREVRANDAO
    chain = Chain(None, environment, Limits(steps, 4 * 1024 * 1024), subject.libraries)
    for program in subject.programs:
        chain.add_program(program)
    for address, code in {**OTHERS, CONTRACT: subject.bytecode, TWIN: subject.bytecode}.items():
        account = chain.world.account(address)
        account.nonce, account.code, account.balance = 1, code, 10**18
    chain.world.account(CONTRACT).storage.update(given.storage)
    caller = chain.world.account(CALLER)
    caller.balance, caller.nonce = 10**24, 1
    outcome = chain.call(CALLER, CONTRACT, given.data, given.value)
    accounts = {a.address: _state(a) for a in chain.world.accounts if a.address != CALLER}
    logs = tuple((log.address, log.topics, log.data) for log in outcome.logs)
    return Effects(outcome.is_success, outcome.output, logs, accounts), outcome


def _state(account: Account) -> State:
    digest = "0x" + keccak256(account.code).hex()
    return State(account.balance, account.nonce, digest, dict(account.storage))


# The real EVM


def execute(subject: Subject, given: Input, gas: int = GAS) -> Effects | Exhausted:
    """Run a call on the real EVM."""
    block = BlockEnv(
        number=20_000_000,
        coinbase=_hex(COINBASE),
        timestamp=1_700_000_000,
        basefee=0,
        prevrandao=PREVRANDAO.to_bytes(32, "big"),
    )
    tx = TxEnv(blob_hashes=[BLOB_HASH.to_bytes(32, "big")], max_fee_per_blob_gas=1)
    evm = EVM(env=Env(block=block, tx=tx))
    evm.insert_account_info(_hex(CALLER), AccountInfo(nonce=1))
    evm.set_balance(_hex(CALLER), 10**24)
    for address, code in {**OTHERS, CONTRACT: subject.bytecode, TWIN: subject.bytecode}.items():
        evm.insert_account_info(_hex(address), AccountInfo(nonce=1, code=code))
        evm.set_balance(_hex(address), 10**18)
    for slot, word in given.storage.items():
        evm.insert_account_storage(_hex(CONTRACT), slot, word)
    try:
        output = bytes(
            evm.message_call(
                _hex(CALLER), _hex(CONTRACT), calldata=given.data, value=given.value, gas=gas
            )
        )
    except RuntimeError as error:
        message = str(error)
        for reason in _EXHAUSTION:
            if reason in message:
                return Exhausted(reason)
        returned = re.search(r"output: 0x([0-9a-f]*)", message)
        output = bytes.fromhex(returned[1]) if returned else b""
        return Effects(False, output, (), _accounts(evm))
    result = evm.result
    assert result is not None
    logs = tuple(
        (int(log.address, 16), tuple(int(topic, 16) for topic in log.topics), bytes(log.data[1]))
        for log in result.logs
    )
    return Effects(True, output, logs, _accounts(evm))


_ACCOUNT = re.compile(
    r"(0x[0-9a-f]{40}): Account \{ info: AccountInfo \{ balance: (\w+), nonce: (\d+),"
    r" code_hash: (0x[0-9a-f]{64}),"
)
_SLOT = re.compile(
    r"\b(\w{1,80}): StorageSlot \{ previous_or_original_value: \w+, present_value: (\w+) \}"
)
_STATUS = re.compile(r"status: AccountStatus\(([^)]*)\)")


def _accounts(evm: EVM) -> dict[int, State]:
    """The accounts that are not empty, among those that the transaction has touched."""
    text = evm.journal_str.partition(", transient_storage: ")[0]
    found = list(_ACCOUNT.finditer(text))
    ends = [account.start() for account in found[1:]] + [len(text)]
    accounts: dict[int, State] = {}
    for account, end in zip(found, ends, strict=True):
        status = _STATUS.search(text, account.end(), end)
        slots = {
            int(slot[1], 0): int(slot[2], 0)
            for slot in _SLOT.finditer(text, account.end(), end)
            if int(slot[2], 0)
        }
        state = State(int(account[2], 0), int(account[3]), account[4], slots)
        destroyed = status is not None and "SelfDestructed" in status[1]
        empty = not state.balance and not state.nonce and state.code_hash == _EMPTY_HASH
        if not destroyed and not empty and int(account[1], 16) != CALLER:
            accounts[int(account[1], 16)] = state
    return accounts


_EMPTY_HASH = "0x" + keccak256(b"").hex()


def _hex(address: int) -> str:
    return f"0x{address:040x}"


# Comparing


def compare(subject: Subject, given: Input) -> str:
    """Run both; returns "equal", "both exhausted", "incomparable: ..." or "different: ..."."""
    found, outcome = interpret(subject, given)
    expected = execute(subject, given)
    if outcome.is_limit:
        if isinstance(expected, Exhausted):
            return "both exhausted"
        return f"incomparable: interpreter {outcome.kind.value}, EVM goes on"
    difference = "exhausted" if isinstance(expected, Exhausted) else _difference(expected, found)
    if not difference:
        return "equal"
    again = execute(subject, given, MORE_GAS)
    if isinstance(again, Exhausted):
        return f"incomparable: EVM {again.reason}"
    if not _difference(again, found):
        return "equal"
    if isinstance(expected, Exhausted) or _difference(expected, again):
        return "incomparable: result depends on gas"
    if len(outcome.messages) > _MANY_MESSAGES:
        return "incomparable: calls so deep that all gas is used up, however much it is"
    return f"different: {difference}"


def _difference(expected: Effects | Exhausted, found: Effects) -> str:
    if isinstance(expected, Exhausted):
        return expected.reason
    for name in ("success", "output", "logs"):
        one, other = getattr(expected, name), getattr(found, name)
        if one != other:
            return f"{name}: EVM {one}, interpreter {other}"
    for address, state in expected.accounts.items():
        here = found.accounts.get(address)
        if here is None:
            return f"account {address:#x} is missing in the interpreter: {state}"
        if (state.balance, state.nonce, state.code_hash) != (
            here.balance,
            here.nonce,
            here.code_hash,
        ):
            return f"account {address:#x}: EVM {state}, interpreter {here}"
        # The EVM reports only used slots.
        for slot in {*state.storage, *here.storage}:
            if address == CONTRACT and slot not in state.storage:
                continue
            if state.storage.get(slot, 0) != here.storage.get(slot, 0):
                return f"storage {address:#x} {slot:#x}: EVM {state}, interpreter {here}"
    return ""
