"""The contracts that are part of the EVM itself, at the addresses from 1 upwards.

Modelled are signatures (1), over the elliptic curve secp256k1, SHA-256 (2), RIPEMD-160 (3),
identity (4) and modular exponentiation (5); a call of one of the others ends the transaction as
unsupported.

Source: the Ethereum yellow paper, appendix E; EIP-198; SEC 1, section 4.1.6, and SEC 2, section
2.4.1 (Standards for Efficient Cryptography).
"""

from __future__ import annotations

import hashlib
from typing import Final, TypeAlias

from Crypto.Hash import RIPEMD160

from yulopt.dialect import EvmVersion
from yulopt.dialect.keccak import keccak256
from yulopt.evm.frame import Transaction
from yulopt.evm.halt import HaltKind, Result, unsupported
from yulopt.evm.memory import padded_slice
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
    """The output of the contract for some calldata."""
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
            f"modular exponentiation of numbers over {_LARGEST_NUMBER} bytes are not modelled"
        )
    start = 3 * WORD_BYTES
    base = _number(data, start, base_size)
    exponent = _number(data, start + base_size, exponent_size)
    modulus = _number(data, start + base_size + exponent_size, modulus_size)
    return (pow(base, exponent, modulus) if modulus else 0).to_bytes(modulus_size, "big")


def _number(data: bytes, start: int, size: int) -> int:
    return int.from_bytes(padded_slice(data, start, size), "big")


_FIELD: Final = (1 << 256) - (1 << 32) - 977
_ORDER: Final = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
_GENERATOR: Final = (
    0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798,
    0x483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8,
)

# None is the point at infinity.
_Point: TypeAlias = tuple[int, int] | None


def recover_address(digest: int, parity: int, r: int, s: int) -> int | None:
    """The address whose key signed the digest with (r, s); None if there is none.

    `parity` is that of the y coordinate of the point with the x coordinate `r`.
    """
    if parity not in (0, 1) or not 0 < r < _ORDER or not 0 < s < _ORDER:
        return None
    square = (r * r * r + 7) % _FIELD
    y = pow(square, (_FIELD + 1) // 4, _FIELD)
    if y * y % _FIELD != square:
        return None
    if y % 2 != parity:
        y = _FIELD - y
    inverse = pow(r, -1, _ORDER)
    key = _add(
        _multiply((r, y), s * inverse % _ORDER), _multiply(_GENERATOR, -digest * inverse % _ORDER)
    )
    if key is None:
        return None
    content = key[0].to_bytes(32, "big") + key[1].to_bytes(32, "big")
    return int.from_bytes(keccak256(content)[12:], "big")


def _add(one: _Point, other: _Point) -> _Point:
    if one is None:
        return other
    if other is None:
        return one
    x, y = one
    if x == other[0]:
        if (y + other[1]) % _FIELD == 0:
            return None
        slope = 3 * x * x * pow(2 * y, -1, _FIELD) % _FIELD
    else:
        slope = (other[1] - y) * pow(other[0] - x, -1, _FIELD) % _FIELD
    sum_x = (slope * slope - x - other[0]) % _FIELD
    return sum_x, (slope * (x - sum_x) - y) % _FIELD


def _multiply(point: _Point, factor: int) -> _Point:
    """Double and add."""
    result: _Point = None
    while factor:
        if factor & 1:
            result = _add(result, point)
        point = _add(point, point)
        factor >>= 1
    return result
