"""The state of the EVM: builtins, messages, accounts, by the rules of the versions."""

from __future__ import annotations

import hashlib

import pytest

import yulopt
from yulopt.dialect import DEFAULT_EVM_VERSION, EvmVersion, dialect_for
from yulopt.evm.chain import Chain
from yulopt.evm.data_builtins import LITERAL_ARGUMENT
from yulopt.evm.environment import Environment
from yulopt.evm.halt import HaltKind
from yulopt.evm.memory import Memory
from yulopt.evm.messages import creation_address, salted_address
from yulopt.evm.outcome import Outcome
from yulopt.evm.precompiled import recover_address
from yulopt.evm.semantics import (
    MANY_ARGUMENTS,
    NO_ARGUMENT,
    ONE_ARGUMENT,
    TWO_ARGUMENTS,
)
from yulopt.interpreter.run import add_program, run
from yulopt.rules.arithmetic import ARITHMETIC

CALLER, CONTRACT, OTHER = 0xC0, 0xA1, 0xB2


def world(*programs: str, version: EvmVersion = DEFAULT_EVM_VERSION) -> Chain:
    """A chain with contracts at CONTRACT and OTHER, which have 1000 wei each."""
    chain = Chain(environment=Environment(version, origin=CALLER))
    for address, text in zip((CONTRACT, OTHER), programs, strict=False):
        program = yulopt.parse(text, evm_version=version.text)
        account = chain.world.account(address)
        account.code = add_program(chain, program, str(address)).image.content
        account.nonce, account.balance = 1, 1000
    chain.world.account(CALLER).balance = 1000
    return chain


def call(*programs: str, data: bytes = b"", version: EvmVersion = DEFAULT_EVM_VERSION) -> Outcome:
    return world(*programs, version=version).call(CALLER, CONTRACT, data)


def word(number: int) -> bytes:
    return number.to_bytes(32, "big")


def test_every_builtin_has_a_meaning() -> None:
    tables = (NO_ARGUMENT, ONE_ARGUMENT, TWO_ARGUMENTS, MANY_ARGUMENTS, LITERAL_ARGUMENT)
    known = ARITHMETIC.union(*tables, {"memoryguard"})
    names = {name for version in EvmVersion for name in dialect_for(version).builtins}
    assert names == known


# Memory


def test_memory_grows_in_words() -> None:
    memory = Memory(1000)
    assert memory.size == 0
    memory.store_byte(32, 7)
    assert memory.size == 64
    assert memory.load_word(1) == 7
    memory.write(70, b"")
    assert memory.read(10**9, 0) == b""
    assert memory.size == 64


@pytest.mark.parametrize(
    ("code", "size"),
    [
        ("pop(mload(1))", 64),
        ("mstore8(64, 1)", 96),
        ("pop(keccak256(0x1000, 0))", 0),
        ("calldatacopy(31, 0, 2)", 64),
        ("mcopy(0, 96, 1)", 128),
        ("mcopy(0x1000, 0x2000, 0)", 0),
        ("pop(call(0, 0, 0, 0, 32, 100, 1))", 128),
        ("log0(0, 33)", 64),
    ],
)
def test_msize(code: str, size: int) -> None:
    outcome = run(f"{{ {code} let size := msize() mstore(0, size) return(0, 32) }}")
    assert outcome.output == word(size)


def test_copies_are_padded_with_zeros() -> None:
    source = "{ mstore(0, not(0)) calldatacopy(0, 1, 3) return(0, 4) }"
    assert run(source, calldata=b"\1\2\3").output == b"\2\3\0\xff"
    assert run("{ mstore(0, calldataload(2)) return(0, 32) }", calldata=b"abc").output[:2] == b"c\0"


def test_mcopy_of_ranges_that_overlap() -> None:
    source = "{ calldatacopy(0, 0, 4) mcopy(1, 0, 3) return(0, 4) }"
    assert run(source, calldata=b"abcd").output == b"aabc"


# Messages


def test_return_data_of_a_revert() -> None:
    outcome = call(
        f"""{{
            let success := call(gas(), {OTHER}, 0, 0, 0, 0, 2)
            returndatacopy(32, 0, returndatasize())
            mstore8(2, success)
            return(0, 40)
        }}""",
        '{ sstore(0, 1) log0(0, 0) mstore(0, "revert!!") revert(0, 8) }',
    )
    assert outcome.output == b"re".ljust(32, b"\0") + b"revert!!"
    assert not outcome.storage
    assert not outcome.logs


@pytest.mark.parametrize(
    ("kind", "storage"),
    [
        ("call(gas(), {0}, 5, 0, 0, 0, 0)", {(OTHER, 0): CONTRACT, (OTHER, 1): 5}),
        ("callcode(gas(), {0}, 5, 0, 0, 0, 0)", {(CONTRACT, 0): CONTRACT, (CONTRACT, 1): 5}),
        ("delegatecall(gas(), {0}, 0, 0, 0, 0)", {(CONTRACT, 0): CALLER, (CONTRACT, 1): 9}),
        ("staticcall(gas(), {0}, 0, 0, 0, 0)", {}),
    ],
)
def test_storage_caller_and_value_of_each_call(
    kind: str, storage: dict[tuple[int, int], int]
) -> None:
    chain = world(
        f"{{ pop({kind.format(OTHER)}) }}", "{ sstore(0, caller()) sstore(1, callvalue()) }"
    )
    outcome = chain.call(CALLER, CONTRACT, value=9)
    assert outcome.storage == storage
    (message,) = outcome.messages
    assert message.kind == kind.partition("(")[0]
    assert chain.world.account(OTHER).balance == (1005 if kind.startswith("call(") else 1000)


def test_reentrancy() -> None:
    outcome = call(
        f"""{{
            sstore(0, add(sload(0), 1))
            if calldatasize() {{ return(0, 32) }}
            sstore(1, call(gas(), {OTHER}, 0, 0, 0, 0, 0))
            sstore(2, sload(0))
        }}""",
        "{ pop(call(gas(), caller(), 0, 0, 1, 0, 0)) }",
    )
    assert outcome.storage == {(CONTRACT, 0): 2, (CONTRACT, 1): 1, (CONTRACT, 2): 2}
    # The view of the other contract: storage at the time of the message.
    assert outcome.messages[0].storage == {(0, 1)}


def test_insufficient_balance() -> None:
    outcome = call(f"{{ sstore(0, add(call(0, {OTHER}, 1001, 0, 0, 0, 0), 10)) }}", "{ }")
    assert outcome.storage == {(CONTRACT, 0): 10}


@pytest.mark.parametrize(
    "code",
    [
        "sstore(0, 1)",
        "tstore(0, 1)",
        "log0(0, 0)",
        "pop(create(0, 0, 0))",
        "selfdestruct(0)",
        "pop(call(0, 9, 1, 0, 0, 0, 0))",
    ],
)
def test_a_static_call_must_not_change_anything(code: str) -> None:
    source = f"{{ sstore(0, add(staticcall(gas(), {OTHER}, 0, 0, 0, 0), 10)) }}"
    assert call(source, f"{{ {code} }}").storage == {(CONTRACT, 0): 10}


def test_a_static_call_may_read() -> None:
    source = f"{{ sstore(0, add(staticcall(gas(), {OTHER}, 0, 0, 0, 0), 10)) }}"
    nothing = "{ pop(sload(0)) pop(tload(0)) pop(call(0, 5000, 0, 0, 0, 0, 0)) }"
    assert call(source, nothing).storage == {(CONTRACT, 0): 11}


def test_calls_are_at_most_1024_deep() -> None:
    outcome = call("{ sstore(0, add(sload(0), 1)) pop(call(0, address(), 0, 0, 0, 0, 0)) }")
    assert outcome.storage == {(CONTRACT, 0): 1025}


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("stop()", HaltKind.STOP),
        ("return(0, 0)", HaltKind.RETURN),
        ("selfdestruct(0)", HaltKind.SELF_DESTRUCT),
        ("revert(0, 0)", HaltKind.REVERT),
        ("invalid()", HaltKind.INVALID),
        ("returndatacopy(0, 0, 1)", HaltKind.EXCEPTION),
        ("returndatacopy(0, 1, 0)", HaltKind.EXCEPTION),
    ],
)
def test_endings(code: str, kind: HaltKind) -> None:
    outcome = call(f"{{ sstore(0, 1) {code} }}")
    assert outcome.kind == kind
    assert bool(outcome.storage) == outcome.is_success


# Accounts


def test_addresses_of_new_contracts() -> None:
    """The examples of EIP-1014, and the first contract of an account."""
    assert salted_address(0, 0, b"\0") == 0x4D1A2E2BB4F88F0250F26FFFF098B0B30B26BF38
    assert salted_address(0xDEADBEEF << 128, 0, b"\0") == 0xB928F69BB1D91CD65274E3C79D8986362984FDA3
    first = creation_address(0x6AC7EA33F8831EA9DCC53393AAA88B25A785DBF0, 0)
    assert first == 0xCD234A471B72BA2F1CCF0A70FCABA648A5EECD8D


def test_bytecode_made_by_the_program_is_executed() -> None:
    """Creation code that deploys PUSH1 42, PUSH1 0, MSTORE, PUSH1 32, PUSH1 0, RETURN."""
    outcome = call("""{
        mstore(0, hex"69602a60005260206000f3600052600a6016f3")
        let made := create(0, 0, 19)
        pop(call(gas(), made, 0, 0, 0, 0, 32))
        sstore(0, mload(0))
        sstore(1, extcodesize(made))
    }""")
    assert outcome.storage == {(CONTRACT, 0): 42, (CONTRACT, 1): 10}


@pytest.mark.parametrize(
    ("version", "code", "made"),
    [
        (EvmVersion.BERLIN, "60ef60005360016000f3", True),
        (EvmVersion.LONDON, "60ef60005360016000f3", False),
        (EvmVersion.TANGERINE_WHISTLE, "6160016000f3", True),
        (EvmVersion.TANGERINE_WHISTLE, "6160016000f3".replace("6001", "7001"), True),
        (EvmVersion.SPURIOUS_DRAGON, "6160016000f3", False),
        (EvmVersion.SPURIOUS_DRAGON, "6160006000f3", True),
    ],
)
def test_deployable_code(version: EvmVersion, code: str, made: bool) -> None:
    """From London on no code that begins with 0xef; from Spurious Dragon on at most 24576 bytes."""
    source = f'{{ mstore(0, hex"{code}") sstore(0, iszero(create(0, 0, {len(code) // 2}))) }}'
    assert call(source, version=version).storage == ({} if made else {(CONTRACT, 0): 1})


def test_a_destroyed_contract_disappears_before_cancun() -> None:
    source = f"{{ sstore(0, 1) selfdestruct({OTHER}) }}"
    for version, remains in ((EvmVersion.SHANGHAI, False), (EvmVersion.CANCUN, True)):
        chain = world(source, "{ }", version=version)
        outcome = chain.call(CALLER, CONTRACT)
        assert outcome.kind == HaltKind.SELF_DESTRUCT
        assert chain.world.account(OTHER).balance == 2000
        assert bool(chain.world.account(CONTRACT).code) == remains
        assert bool(chain.world.account(CONTRACT).storage) == remains


def test_transient_storage_lasts_for_one_transaction() -> None:
    chain = world("{ sstore(0, tload(0)) tstore(0, 7) }")
    assert chain.call(CALLER, CONTRACT).transient == {(CONTRACT, 0): 7}
    assert not chain.call(CALLER, CONTRACT).storage


def test_hash_of_code() -> None:
    source = f"""{{
        sstore(0, extcodehash({OTHER}))
        sstore(1, extcodehash(0x5000))
        sstore(2, eq(extcodehash({CALLER}), keccak256(0, 0)))
        extcodecopy({OTHER}, 0, 0, extcodesize({OTHER}))
        sstore(3, eq(sload(0), keccak256(0, extcodesize({OTHER}))))
    }}"""
    outcome = call(source, "{ }")
    assert {slot for _, slot in outcome.storage} == {0, 2, 3}


def test_block_hashes_of_the_last_256_blocks() -> None:
    source = """{
        sstore(0, iszero(blockhash(number())))
        sstore(1, gt(blockhash(sub(number(), 1)), 0))
        sstore(2, gt(blockhash(sub(number(), 256)), 0))
        sstore(3, iszero(blockhash(sub(number(), 257))))
    }"""
    assert call(source).storage == {(CONTRACT, slot): 1 for slot in range(4)}


# Precompiled contracts


def precompiled(address: int, data: bytes, version: EvmVersion = DEFAULT_EVM_VERSION) -> bytes:
    chain = Chain(environment=Environment(version))
    outcome = chain.call(CALLER, address, data)
    assert outcome.is_success
    return outcome.output


def test_hashes_and_identity() -> None:
    assert precompiled(2, b"abc") == hashlib.sha256(b"abc").digest()
    assert precompiled(3, b"abc").hex() == "0" * 24 + "8eb208f7e05d987a9b044a8e98c6b087f15a0bfc"
    assert precompiled(4, b"abc") == b"abc"


def test_modular_powers() -> None:
    data = word(1) + word(2) + word(1) + bytes([3]) + (500).to_bytes(2, "big") + bytes([7])
    assert precompiled(5, data) == bytes([3**500 % 7])
    assert precompiled(5, data, EvmVersion.HOMESTEAD) == b""


def test_signatures() -> None:
    """A signature made with the private key 1."""
    digest = 0x4B688DF40BCEDBE641DDB16FF0A1842D9C67EA1C3BF63F3E0471BAA664531D1A
    order = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
    x = 0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798
    s = (digest + x) % order  # with the nonce 1, whose point is the generator
    signer = 0x7E5F4552091A69125D5DFCB7B8C2659029395BDF
    assert recover_address(digest, 0, x, s) == signer
    assert precompiled(1, word(digest) + word(27) + word(x) + word(s)) == word(signer)
    assert precompiled(1, word(digest) + word(28) + word(x) + word(s)) not in (b"", word(signer))
    assert precompiled(1, word(digest) + word(29) + word(x) + word(s)) == b""
    assert recover_address(digest, 0, 0, s) is None
    assert recover_address(digest, 0, 5, s) is None
