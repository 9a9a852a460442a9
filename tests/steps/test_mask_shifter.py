"""The MaskShifter (q): replaces masks of low or high bits by two shifts."""

from __future__ import annotations

import pytest

from tests.slices import every_nth
from tests.steps.check import check_step, check_unchanged, result
from yulopt.interpreter.run import run

MAX = (1 << 256) - 1
BITS = (1, 8, 32, 64, 65, 128, 160, 192, 248, 255)
MASKS = [mask for bits in BITS for mask in ((1 << bits) - 1, MAX ^ ((1 << bits) - 1))]
VALUES = [
    "x",
    *(f"{name}({bits}, x)" for name in ("shl", "shr") for bits in (0, 1, 8, 64, 96, 128, 255)),
]


def stored(program: str, word: int) -> dict[int, int]:
    """The stored value if calldata begins with the word."""
    outcome = run(program, calldata=word.to_bytes(32, "big"))
    return {slot: value for (_, slot), value in outcome.storage.items()}


@pytest.mark.parametrize("mask", every_nth(3, MASKS))
def test_computed_values_are_unchanged(mask: int) -> None:
    statements = " ".join(
        f"sstore({n}, and({value}, {mask:#x}))" for n, value in enumerate(VALUES, start=1)
    )
    program = f"{{ let x := calldataload(0) {statements} }}"
    after = result("q", program, runs=1)
    for word in (0, 1, mask, ~mask & MAX, MAX, int("a5" * 32, 16)):
        assert stored(after, word) == stored(program, word), f"{word:#x}"


def test_masks_become_shifts() -> None:
    check_step(
        "q",
        f"""{{
            let x := calldataload(0)
            sstore(0, and(0x{"ff" * 20}, sload(x)))
            sstore(1, and(shr(64, x), 0x{"ff" * 16}))
            sstore(2, and(shl(64, x), 0x{"ff" * 16}))
            sstore(3, and(x, 0x{"ff" * 12 + "00" * 20}))
            sstore(4, and(shr(8, x), 0x{"ff" * 12 + "00" * 20}))
        }}""",
        """{
            let x := calldataload(0)
            sstore(0, shr(96, shl(96, sload(x))))
            sstore(1, shr(128, shl(64, x)))
            sstore(2, shr(128, shl(192, x)))
            sstore(3, shl(160, shr(160, x)))
            sstore(4, shl(160, shr(168, x)))
        }""",
        runs=1,
    )


def test_more_expensive_forms_stay() -> None:
    check_unchanged("q", "{ sstore(0, and(sload(0), 0xff)) }")
    # Where code runs often, one instruction with a constant is cheaper than two.
    word = f"0x{'ff' * 8}"
    often = f"{{ sstore(0, and(sload(0), {word})) }}"
    check_step("q", often, often, runs=100_000)


def test_other_masks_stay() -> None:
    mask = f"0x{'ff' * 19}0f"
    program = f"{{ sstore(0, and(sload(0), {mask})) sstore(1, or(1, 0x{'ff' * 20})) }}"
    check_step("q", program, program, runs=1)


def test_without_shifts_nothing_changes() -> None:
    program = f"{{ sstore(0, and(sload(0), 0x{'ff' * 20})) }}"
    check_unchanged("q", program, evm_version="byzantium")
