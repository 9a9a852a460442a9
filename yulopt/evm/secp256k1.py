"""Recovering who signed, over the elliptic curve secp256k1: y^2 = x^3 + 7.

Source: SEC 1, section 4.1.6, and SEC 2, section 2.4.1 (Standards for Efficient Cryptography).
"""

from __future__ import annotations

from typing import Final, TypeAlias

from yulopt.dialect.keccak import keccak256

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
