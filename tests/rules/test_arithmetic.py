"""The arithmetic on words of 256 bits with which rules compute."""

from __future__ import annotations

import pytest

from tests.rule_terms import LARGEST, MAX, OSAKA, SMALLEST
from yulopt.rules.arithmetic import COMPUTABLE, HELPERS, compute, signed


def negative(value: int) -> int:
    """The word for a negative number."""
    return 2**256 - value


@pytest.mark.parametrize(
    ("name", "operands", "result"),
    [
        ("add", (MAX, 1), 0),
        ("add", (MAX, MAX), MAX - 1),
        ("sub", (0, 1), MAX),
        ("sub", (0, SMALLEST), SMALLEST),
        ("mul", (MAX, MAX), 1),
        ("mul", (2**128, 2**128), 0),
        ("div", (MAX, 0), 0),
        ("div", (7, 2), 3),
        ("div", (0, MAX), 0),
        ("mod", (MAX, 0), 0),
        ("mod", (7, 4), 3),
        ("mod", (3, MAX), 3),
        ("sdiv", (7, 0), 0),
        ("sdiv", (negative(7), 2), negative(3)),
        ("sdiv", (7, negative(2)), negative(3)),
        ("sdiv", (negative(7), negative(2)), 3),
        ("sdiv", (SMALLEST, MAX), SMALLEST),
        ("sdiv", (SMALLEST, 1), SMALLEST),
        ("smod", (7, 0), 0),
        ("smod", (negative(7), 2), MAX),
        ("smod", (7, negative(2)), 1),
        ("smod", (negative(7), negative(4)), negative(3)),
        ("smod", (SMALLEST, MAX), 0),
        ("smod", (negative(6), 2), 0),
        ("addmod", (MAX, MAX, 0), 0),
        ("addmod", (MAX, 2, 2), 1),
        ("addmod", (MAX, MAX, MAX - 1), 2),
        ("mulmod", (MAX, MAX, 0), 0),
        ("mulmod", (2**128, 2**128, MAX), 1),
        ("mulmod", (MAX, MAX, 12), 9),
        ("exp", (0, 0), 1),
        ("exp", (0, MAX), 0),
        ("exp", (2, 255), SMALLEST),
        ("exp", (2, 256), 0),
        ("exp", (3, MAX), pow(3, MAX, 2**256)),
        ("exp", (MAX, MAX), MAX),
        ("lt", (1, 1), 0),
        ("lt", (LARGEST, SMALLEST), 1),
        ("gt", (1, 1), 0),
        ("gt", (SMALLEST, LARGEST), 1),
        ("slt", (SMALLEST, LARGEST), 1),
        ("slt", (MAX, 0), 1),
        ("slt", (0, MAX), 0),
        ("sgt", (LARGEST, SMALLEST), 1),
        ("sgt", (MAX, MAX), 0),
        ("eq", (MAX, MAX), 1),
        ("eq", (MAX, 0), 0),
        ("iszero", (0,), 1),
        ("iszero", (SMALLEST,), 0),
        ("not", (0,), MAX),
        ("not", (MAX,), 0),
        ("and", (0b1100, 0b1010), 0b1000),
        ("or", (0b1100, 0b1010), 0b1110),
        ("xor", (0b1100, 0b1010), 0b0110),
        ("byte", (0, SMALLEST), 0x80),
        ("byte", (31, 0x1234), 0x34),
        ("byte", (30, 0x1234), 0x12),
        ("byte", (32, MAX), 0),
        ("byte", (MAX, MAX), 0),
        ("shl", (0, MAX), MAX),
        ("shl", (255, 3), SMALLEST),
        ("shl", (256, MAX), 0),
        ("shl", (MAX, MAX), 0),
        ("shr", (0, MAX), MAX),
        ("shr", (255, MAX), 1),
        ("shr", (256, MAX), 0),
        ("shr", (MAX, MAX), 0),
        ("sar", (1, SMALLEST), SMALLEST + 2**254),
        ("sar", (255, SMALLEST), MAX),
        ("sar", (MAX, SMALLEST), MAX),
        ("sar", (MAX, LARGEST), 0),
        ("sar", (8, 0x1234), 0x12),
        ("signextend", (0, 0x17F), 0x7F),
        ("signextend", (0, 0x180), MAX - 0x7F),
        ("signextend", (1, 0x8000), MAX - 0x7FFF),
        ("signextend", (30, 2**247), MAX - 2**247 + 1),
        ("signextend", (30, MAX - 2**247), 2**247 - 1),
        ("signextend", (31, SMALLEST), SMALLEST),
        ("signextend", (MAX, 0x80), 0x80),
        ("clz", (0,), 256),
        ("clz", (1,), 255),
        ("clz", (MAX,), 0),
        ("log2", (1,), 0),
        ("log2", (SMALLEST,), 255),
        ("log2", (0,), MAX),
        ("power_of_two", (0,), 0),
        ("power_of_two", (1,), 1),
        ("power_of_two", (SMALLEST,), 1),
        ("power_of_two", (MAX,), 0),
        ("min", (MAX, 0), 0),
    ],
)
def test_arithmetic(name: str, operands: tuple[int, ...], result: int) -> None:
    assert compute(name, operands) == result


def test_signed_words() -> None:
    words = [0, LARGEST, SMALLEST, MAX]
    assert [signed(word) for word in words] == [0, LARGEST, -(2**255), -1]


def test_computable_operations_are_instructions_or_helpers() -> None:
    instructions = {item.name for item in OSAKA.builtins.values() if item.is_instruction}
    assert instructions.issuperset(COMPUTABLE - HELPERS)
