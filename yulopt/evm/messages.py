"""Messages between accounts: running the code of an account, calls, and creations.

Source: the Ethereum yellow paper, sections 7 and 8; EIP-150 (depth), 161 (nonces), 170, 3541 and
3860 (what may be deployed), 1014 (`create2`).
"""

from __future__ import annotations

from typing import Final

from yulopt.dialect import EvmVersion
from yulopt.dialect.keccak import keccak256
from yulopt.evm.code_image import MARKER_BYTES
from yulopt.evm.data_builtins import ADDRESS_MASK, require_writable
from yulopt.evm.frame import Frame, Message, Transaction
from yulopt.evm.halt import FAILURES, LIMITS, Halt, HaltKind, Result, exceptional
from yulopt.evm.precompiled import is_precompiled, run_precompiled
from yulopt.evm.world import Account
from yulopt.syntax.literals import WORD_BYTES, byte_length

_MAX_MESSAGES: Final = 1024
MAX_CODE: Final = 24576
"""The bytes that the code of a contract may have (EIP-170)."""
_MAX_CREATION_CODE: Final = 2 * MAX_CODE


# Running code


def _run_code(frame: Frame) -> Result:
    """Run the code of a frame. A failure undoes its effects; a limit is raised as `Halt`."""
    world = frame.transaction.world
    mark = len(world.changes)
    try:
        _execute(frame)
    except Halt as halt:
        if halt.kind in LIMITS:
            raise
        if halt.kind in FAILURES:
            world.undo_to(mark)
        return Result(halt.kind, halt.output, halt.reason)
    return Result(HaltKind.STOP)


def _execute(frame: Frame) -> None:
    frame.transaction.use_steps(1)
    if not frame.code:
        return
    transaction = frame.transaction
    program = transaction.programs.get(frame.code[:MARKER_BYTES], transaction.bytecode)
    if program.image is not None and not program.image.begins(frame.code):
        program = transaction.bytecode
    frame.image = program.image
    program.run(frame)


def send_call(
    transaction: Transaction,
    account: Account,
    code_address: int,
    calldata: bytes,
    *,
    sender: Account,
    caller: int,
    value: int,
    transferred: int,
    is_static: bool,
    depth: int,
) -> Result:
    """Run the code at `code_address` for `account`, after transferring `transferred` wei to it.

    The sender must have them.
    """
    world = transaction.world
    mark = len(world.changes)
    world.transfer(sender, account, transferred)
    if is_precompiled(code_address, transaction.environment.evm_version):
        result = run_precompiled(transaction, code_address, calldata)
    else:
        frame = Frame(
            transaction,
            account,
            world.account(code_address).code,
            caller=caller,
            value=value,
            calldata=calldata,
            is_static=is_static,
            depth=depth,
        )
        result = _run_code(frame)
    if not result.is_success:
        world.undo_to(mark)
    return result


def send_creation(
    transaction: Transaction,
    sender: Account,
    address: int,
    code: bytes,
    value: int,
    depth: int,
) -> Result:
    """Make a contract at an address with its creation code; the sender must have the value."""
    world, version = transaction.world, transaction.environment.evm_version
    account = world.account(address)
    if account.nonce or account.code:
        return Result(HaltKind.EXCEPTION, reason="there is a contract at the address already")
    mark = len(world.changes)
    world.start_contract(account, 1 if version >= EvmVersion.SPURIOUS_DRAGON else 0)
    world.transfer(sender, account, value)
    frame = Frame(transaction, account, code, caller=sender.address, value=value, depth=depth)
    result = _run_code(frame)
    if result.is_success:
        deployed = result.output
        if version >= EvmVersion.LONDON and deployed.startswith(b"\xef"):
            result = Result(HaltKind.EXCEPTION, reason="deployed code must not begin with 0xef")
        elif version >= EvmVersion.SPURIOUS_DRAGON and len(deployed) > MAX_CODE:
            result = Result(HaltKind.EXCEPTION, reason="the deployed code is too large")
        else:
            world.set_code(account, deployed)
    if not result.is_success:
        world.undo_to(mark)
    return result


def creation_address(sender: int, nonce: int) -> int:
    """The address of a contract that an account creates with this nonce."""
    encoded_nonce = nonce.to_bytes(byte_length(nonce), "big")
    if not (len(encoded_nonce) == 1 and nonce < 0x80):
        encoded_nonce = bytes([0x80 + len(encoded_nonce)]) + encoded_nonce
    content = b"\x94" + sender.to_bytes(20, "big") + encoded_nonce
    return _address(bytes([0xC0 + len(content)]) + content)


def salted_address(sender: int, salt: int, code: bytes) -> int:
    """The address of a contract created by `create2`."""
    parts = (b"\xff", sender.to_bytes(20, "big"), salt.to_bytes(WORD_BYTES, "big"), keccak256(code))
    return _address(b"".join(parts))


def _address(content: bytes) -> int:
    return int.from_bytes(keccak256(content), "big") & ADDRESS_MASK


# The builtins


def call(frame: Frame, arguments: list[int]) -> int:
    """`call(gas, address, value, input, input size, output, output size)`; 1 for success."""
    _, address, value, start, length, target, size = arguments
    if value:
        require_writable(frame)
    return _call(frame, "call", address, value, start, length, target, size)


def callcode(frame: Frame, arguments: list[int]) -> int:
    """Like `call`, but the code works on the storage of this account."""
    _, address, value, start, length, target, size = arguments
    return _call(frame, "callcode", address, value, start, length, target, size)


def delegatecall(frame: Frame, arguments: list[int]) -> int:
    """Like `callcode`, with the caller and the value of this message."""
    _, address, start, length, target, size = arguments
    return _call(frame, "delegatecall", address, 0, start, length, target, size)


def staticcall(frame: Frame, arguments: list[int]) -> int:
    """Like `call` without a value; nothing may be changed."""
    _, address, start, length, target, size = arguments
    return _call(frame, "staticcall", address, 0, start, length, target, size)


def _call(
    frame: Frame,
    kind: str,
    address: int,
    value: int,
    start: int,
    length: int,
    target: int,
    size: int,
) -> int:
    calldata = frame.memory.read(start, length)
    frame.memory.touch(target, size)
    frame.transaction.use_bytes(length)
    frame.return_data = b""
    if frame.depth >= _MAX_MESSAGES or frame.account.balance < value:
        return 0
    address &= ADDRESS_MASK
    transaction, account = frame.transaction, frame.account
    if not is_precompiled(address, transaction.environment.evm_version):
        _note(frame, kind, address, value, calldata, 0)
    works_here = kind in ("callcode", "delegatecall")
    is_delegated = kind == "delegatecall"
    result = send_call(
        transaction,
        account if works_here else transaction.world.account(address),
        address,
        calldata,
        sender=account,
        caller=frame.caller if is_delegated else account.address,
        value=frame.value if is_delegated else value,
        transferred=0 if works_here else value,
        is_static=frame.is_static or kind == "staticcall",
        depth=frame.depth + 1,
    )
    frame.return_data = result.output
    frame.memory.write(target, result.output[:size])
    return int(result.is_success)


def create(frame: Frame, arguments: list[int]) -> int:
    """`create(value, start, length)`; the address of the new account, 0 for a failure."""
    value, start, length = arguments
    return _create(frame, "create", value, start, length, 0)


def create2(frame: Frame, arguments: list[int]) -> int:
    """`create2(value, start, length, salt)`, whose address does not depend on the nonce."""
    value, start, length, salt = arguments
    return _create(frame, "create2", value, start, length, salt)


def _create(frame: Frame, kind: str, value: int, start: int, length: int, salt: int) -> int:
    require_writable(frame)
    transaction, account = frame.transaction, frame.account
    if length > _MAX_CREATION_CODE and transaction.environment.evm_version >= EvmVersion.SHANGHAI:
        raise exceptional("the creation code is too large")
    code = frame.memory.read(start, length)
    transaction.use_bytes(length)
    frame.return_data = b""
    if frame.depth >= _MAX_MESSAGES or account.balance < value:
        return 0
    nonce = account.nonce
    _note(frame, kind, 0, value, code, salt)
    transaction.world.increment_nonce(account)
    if kind == "create":
        address = creation_address(account.address, nonce)
    else:
        address = salted_address(account.address, salt, code)
    result = send_creation(transaction, account, address, code, value, frame.depth + 1)
    if result.is_success:
        return address
    frame.return_data = result.output
    return 0


def _note(frame: Frame, kind: str, target: int, value: int, data: bytes, salt: int) -> None:
    """Keep the message for the outcome."""
    account = frame.account
    frame.transaction.messages.append(
        Message(
            kind,
            account.address,
            target,
            value,
            data,
            salt,
            frozenset(account.storage.items()),
            frozenset(account.transient.items()),
        )
    )
