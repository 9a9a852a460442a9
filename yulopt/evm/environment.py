"""The block and transaction environment of code, and the limits of the interpreter."""

from __future__ import annotations

from typing import Final

import attr

from yulopt.dialect import DEFAULT_EVM_VERSION, EvmVersion
from yulopt.dialect.keccak import keccak256

# Blocks that `blockhash` knows.
_KNOWN_BLOCKS: Final = 256
DEFAULT_ORIGIN: Final = int("c0" * 20, 16)


@attr.s(auto_attribs=True, eq=False)
class Environment:
    """The block and the transaction; all values are words.

    `gas`: the constant result of `gas()`: gas is not counted, and a program must not depend on it.
    """

    evm_version: EvmVersion = DEFAULT_EVM_VERSION
    origin: int = DEFAULT_ORIGIN
    gas_price: int = 0
    gas: int = 30_000_000
    block_number: int = 20_000_000
    timestamp: int = 1_700_000_000
    coinbase: int = int("b0" * 20, 16)
    difficulty: int = 0
    prevrandao: int = 0
    gas_limit: int = 30_000_000
    chain_id: int = 1
    base_fee: int = 0
    blob_base_fee: int = 1
    blob_hashes: tuple[int, ...] = ()
    slot_number: int = 9_000_000

    def block_hash(self, number: int) -> int:
        """The hash of one of the last 256 blocks (synthesised from its number), else 0."""
        if not max(0, self.block_number - _KNOWN_BLOCKS) <= number < self.block_number:
            return 0
        return int.from_bytes(keccak256(str(number).encode()), "big")


# The fields of `Environment` by the builtins that return them.
ENVIRONMENT_FIELDS: Final = {
    "origin": "origin",
    "gasprice": "gas_price",
    "gas": "gas",
    "number": "block_number",
    "timestamp": "timestamp",
    "coinbase": "coinbase",
    "difficulty": "difficulty",
    "prevrandao": "prevrandao",
    "gaslimit": "gas_limit",
    "chainid": "chain_id",
    "basefee": "base_fee",
    "blobbasefee": "blob_base_fee",
    "slotnum": "slot_number",
}


@attr.s(auto_attribs=True, eq=False)
class Limits:
    """The limits at which the interpreter gives up on a transaction.

    `steps`: executed basic blocks, plus one per 1024 copied or hashed bytes. `memory`: bytes of
    memory of one message. `call_depth`: functions of the program that are called and have not
    returned, in one message. `reads_are_free`: see `Memory`.
    """

    steps: int = 10_000_000
    memory: int = 16 * 1024 * 1024
    call_depth: int = 10_000
    reads_are_free: bool = False
