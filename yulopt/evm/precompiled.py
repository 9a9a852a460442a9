"""The contracts that are part of the EVM itself, at the addresses from 1 on.

Modelled are signatures (1), SHA-256 (2), RIPEMD-160 (3), identity (4) and modular powers (5); a
call of one of the others ends the transaction as unsupported.

Source: the Ethereum yellow paper, appendix E; EIP-198.
"""

from __future__ import annotations

import hashlib
from typing import Final

from Crypto.Hash import RIPEMD160

from yulopt.dialect import EvmVersion
from yulopt.evm.frame import Transaction
from yulopt.evm.halt import HaltKind, Result, unsupported
from yulopt.evm.memory import padded_slice
from yulopt.evm.secp256k1 import recover_address
from yulopt.syntax.literals import WORD_BYTES

# The last address in use, version by version.
_LAST: Final = (
    (EvmVersion.HOMESTEAD, 4),
    (EvmVersion.BYZANTIUM, 8),
    (EvmVersion.ISTANBUL, 9),
    (EvmVersion.CANCUN, 0x0A),
    (EvmVersion.PRAGUE, 0x11),
)
# Signatures over the curve P-256.
_P256: Final = 0x100
_LARGEST_NUMBER: Final = 1024
_V_OF_EVEN: Final = 27


def is_precompiled(address: int, version: EvmVersion) -> bool:
    """Whether the address belongs to the EVM itself."""
    if address == _P256:
        return version >= EvmVersion.OSAKA
    if not 1 <= address <= _LAST[-1][1]:
        return False
    return address <= max(last for since, last in _LAST if version >= since)


def run_precompiled(transaction: Transaction, address: int, data: bytes) -> Result:
    """What the contract gives for some calldata."""
    transaction.use_steps(1)
    transaction.use_bytes(len(data))
    if address == 1:
        output = _recover(data)
    elif address == 2:
        output = hashlib.sha256(data).digest()
    elif address == 3:
        output = RIPEMD160.new(data).digest().rjust(WORD_BYTES, b"\0")
    elif address == 4:
        output = data
    elif address == 5:
        output = _modular_power(data)
    else:
        raise unsupported(f"the precompiled contract {address:#x} is not modelled")
    return Result(HaltKind.RETURN, output)


def _recover(data: bytes) -> bytes:
    """The address that signed a hash; nothing for a wrong signature."""
    digest, parity, r, s = (_number(data, WORD_BYTES * index, WORD_BYTES) for index in range(4))
    found = recover_address(digest, parity - _V_OF_EVEN, r, s)
    return b"" if found is None else found.to_bytes(WORD_BYTES, "big")


def _modular_power(data: bytes) -> bytes:
    sizes = [_number(data, WORD_BYTES * index, WORD_BYTES) for index in range(3)]
    base_size, exponent_size, modulus_size = sizes
    if base_size == 0 and modulus_size == 0:
        return b""
    if max(sizes) > _LARGEST_NUMBER:
        raise unsupported(
            f"modular powers of numbers over {_LARGEST_NUMBER} bytes are not modelled"
        )
    start = 3 * WORD_BYTES
    base = _number(data, start, base_size)
    exponent = _number(data, start + base_size, exponent_size)
    modulus = _number(data, start + base_size + exponent_size, modulus_size)
    return (pow(base, exponent, modulus) if modulus else 0).to_bytes(modulus_size, "big")


def _number(data: bytes, start: int, size: int) -> int:
    return int.from_bytes(padded_slice(data, start, size), "big")
