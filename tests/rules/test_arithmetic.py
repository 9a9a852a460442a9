"""The arithmetic on words of 256 bits with which rules compute."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.rule_terms import LARGEST, MAX, OSAKA, SMALLEST
from yulopt.rules import arithmetic
from yulopt.rules.arithmetic import COMPUTABLE, HELPERS


def negative(value: int) -> int:
    """The word for a negative number."""
    return 2**256 - value


@pytest.mark.parametrize(
    ("function", "operands", "result"),
    [
        (arithmetic.signed, (0,), 0),
        (arithmetic.signed, (LARGEST,), LARGEST),
        (arithmetic.signed, (SMALLEST,), -(2**255)),
        (arithmetic.signed, (MAX,), -1),
        (arithmetic.add, (MAX, 1), 0),
        (arithmetic.add, (MAX, MAX), MAX - 1),
        (arithmetic.sub, (0, 1), MAX),
        (arithmetic.sub, (0, SMALLEST), SMALLEST),
        (arithmetic.mul, (MAX, MAX), 1),
        (arithmetic.mul, (2**128, 2**128), 0),
        (arithmetic.div, (MAX, 0), 0),
        (arithmetic.div, (7, 2), 3),
        (arithmetic.div, (0, MAX), 0),
        (arithmetic.mod, (MAX, 0), 0),
        (arithmetic.mod, (7, 4), 3),
        (arithmetic.mod, (3, MAX), 3),
        (arithmetic.sdiv, (7, 0), 0),
        (arithmetic.sdiv, (negative(7), 2), negative(3)),
        (arithmetic.sdiv, (7, negative(2)), negative(3)),
        (arithmetic.sdiv, (negative(7), negative(2)), 3),
        (arithmetic.sdiv, (SMALLEST, MAX), SMALLEST),
        (arithmetic.sdiv, (SMALLEST, 1), SMALLEST),
        (arithmetic.smod, (7, 0), 0),
        (arithmetic.smod, (negative(7), 2), MAX),
        (arithmetic.smod, (7, negative(2)), 1),
        (arithmetic.smod, (negative(7), negative(4)), negative(3)),
        (arithmetic.smod, (SMALLEST, MAX), 0),
        (arithmetic.smod, (negative(6), 2), 0),
        (arithmetic.addmod, (MAX, MAX, 0), 0),
        (arithmetic.addmod, (MAX, 2, 2), 1),
        (arithmetic.addmod, (MAX, MAX, MAX - 1), 2),
        (arithmetic.mulmod, (MAX, MAX, 0), 0),
        (arithmetic.mulmod, (2**128, 2**128, MAX), 1),
        (arithmetic.mulmod, (MAX, MAX, 12), 9),
        (arithmetic.exp, (0, 0), 1),
        (arithmetic.exp, (0, MAX), 0),
        (arithmetic.exp, (2, 255), SMALLEST),
        (arithmetic.exp, (2, 256), 0),
        (arithmetic.exp, (3, MAX), pow(3, MAX, 2**256)),
        (arithmetic.exp, (MAX, MAX), MAX),
        (arithmetic.lt, (1, 1), 0),
        (arithmetic.lt, (LARGEST, SMALLEST), 1),
        (arithmetic.gt, (1, 1), 0),
        (arithmetic.gt, (SMALLEST, LARGEST), 1),
        (arithmetic.slt, (SMALLEST, LARGEST), 1),
        (arithmetic.slt, (MAX, 0), 1),
        (arithmetic.slt, (0, MAX), 0),
        (arithmetic.sgt, (LARGEST, SMALLEST), 1),
        (arithmetic.sgt, (MAX, MAX), 0),
        (arithmetic.eq, (MAX, MAX), 1),
        (arithmetic.eq, (MAX, 0), 0),
        (arithmetic.iszero, (0,), 1),
        (arithmetic.iszero, (SMALLEST,), 0),
        (arithmetic.bit_not, (0,), MAX),
        (arithmetic.bit_not, (MAX,), 0),
        (arithmetic.bit_and, (0b1100, 0b1010), 0b1000),
        (arithmetic.bit_or, (0b1100, 0b1010), 0b1110),
        (arithmetic.bit_xor, (0b1100, 0b1010), 0b0110),
        (arithmetic.byte, (0, SMALLEST), 0x80),
        (arithmetic.byte, (31, 0x1234), 0x34),
        (arithmetic.byte, (30, 0x1234), 0x12),
        (arithmetic.byte, (32, MAX), 0),
        (arithmetic.byte, (MAX, MAX), 0),
        (arithmetic.shl, (0, MAX), MAX),
        (arithmetic.shl, (255, 3), SMALLEST),
        (arithmetic.shl, (256, MAX), 0),
        (arithmetic.shl, (MAX, MAX), 0),
        (arithmetic.shr, (0, MAX), MAX),
        (arithmetic.shr, (255, MAX), 1),
        (arithmetic.shr, (256, MAX), 0),
        (arithmetic.shr, (MAX, MAX), 0),
        (arithmetic.sar, (1, SMALLEST), SMALLEST + 2**254),
        (arithmetic.sar, (255, SMALLEST), MAX),
        (arithmetic.sar, (MAX, SMALLEST), MAX),
        (arithmetic.sar, (MAX, LARGEST), 0),
        (arithmetic.sar, (8, 0x1234), 0x12),
        (arithmetic.signextend, (0, 0x17F), 0x7F),
        (arithmetic.signextend, (0, 0x180), MAX - 0x7F),
        (arithmetic.signextend, (1, 0x8000), MAX - 0x7FFF),
        (arithmetic.signextend, (30, 2**247), MAX - 2**247 + 1),
        (arithmetic.signextend, (30, MAX - 2**247), 2**247 - 1),
        (arithmetic.signextend, (31, SMALLEST), SMALLEST),
        (arithmetic.signextend, (MAX, 0x80), 0x80),
        (arithmetic.clz, (0,), 256),
        (arithmetic.clz, (1,), 255),
        (arithmetic.clz, (MAX,), 0),
        (arithmetic.log2, (1,), 0),
        (arithmetic.log2, (SMALLEST,), 255),
        (arithmetic.log2, (0,), MAX),
        (arithmetic.power_of_two, (0,), 0),
        (arithmetic.power_of_two, (1,), 1),
        (arithmetic.power_of_two, (SMALLEST,), 1),
        (arithmetic.power_of_two, (MAX,), 0),
        (arithmetic.minimum, (MAX, 0), 0),
    ],
)
def test_arithmetic(function: Callable[..., int], operands: tuple[int, ...], result: int) -> None:
    assert function(*operands) == result


def test_computable_operations_are_instructions_or_helpers() -> None:
    instructions = {item.name for item in OSAKA.builtins.values() if item.is_instruction}
    assert instructions.issuperset(COMPUTABLE - HELPERS)
