"""Constants are folded and synthesised anew; the synthesised code computes the constant."""

from __future__ import annotations

from random import Random

import pytest

from tests.assembly.passes import context, run_pass
from yulopt.assembly.beyond.constant_folding import ConstantFolder
from yulopt.assembly.beyond.constant_synthesis import ConstantSynthesizer
from yulopt.assembly.items import Push
from yulopt.assembly.text import read_items

MOST = (1 << 256) - 1


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("1 1 0xa0 shl sub stop", f"{(1 << 160) - 1:#x} stop"),
        ("3 5 sub", "2"),
        ("5 dup1 mul", "0x19"),
        ("0 not 0xff shr", "1"),
        ("5 0 div", "0"),
        ("7 3 5 2 addmod", "7 1"),
        # Slots below belong to others, and a label may be reached with other values.
        ("add 1 add", "same"),
        ("1 l: 2 add @l jump", "same"),
        ("1 swap1 2 add", "same"),
        ("1 dup2 add", "same"),
        ("1 sload 2 add", "same"),
        # `calldataload` and the like are not known.
        ("4 calldataload 2 mul", "same"),
    ],
)
def test_folding(before: str, after: str) -> None:
    assert run_pass(ConstantFolder(), before) == after


def words(seed: int) -> list[int]:
    random = Random(seed)
    low = [(1 << bits) - 1 for bits in (8, 16, 17, 32, 64, 96, 160, 255, 256)]
    repeated = [MOST // factor for factor in (3, 5, 15, 17, 255, 257, 65535, (1 << 32) + 1)]
    return [
        *low,
        *(MOST ^ mask for mask in low),
        *repeated,
        *(word + 1 for word in repeated),
        *(number << shift for number in (1, 0x4E487B71, 0x8C379A0) for shift in (8, 96, 224)),
        10**18,
        MOST - 10**18,
        *(random.getrandbits(random.randrange(1, 257)) for _ in range(30)),
        *(random.getrandbits(40) << random.randrange(216) for _ in range(10)),
    ]


@pytest.mark.parametrize("evm_version", ["byzantium", "paris", "osaka"])
@pytest.mark.parametrize("runs", [1, 200, 100_000])
def test_the_code_of_a_constant_computes_it(runs: int, evm_version: str) -> None:
    for word in [0, 1, 255, 256, *words(runs)]:
        settings = context(runs=runs, evm_version=evm_version)
        items = read_items(f"{word & MOST:#x} stop")
        size = settings.size(items, 2)
        ConstantSynthesizer().run(items, settings)
        assert settings.size(items, 2) <= size
        if evm_version == "byzantium":
            assert not {"shl", "shr"} & {getattr(item, "name", "") for item in items}
        ConstantFolder().run(items, settings)
        first = items[0]
        assert isinstance(first, Push)
        assert (len(items), first.value) == (2, word & MOST)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f"{(1 << 160) - 1:#x} stop", "0 not 0x60 shr stop"),
        (f"{MOST ^ ((1 << 96) - 1):#x} stop", "0 not 0x60 shl stop"),
        (f"{MOST:#x} stop", "0 not stop"),
        (f"{MOST // 3:#x} stop", "3 0 not div stop"),
        # The second of two equal ones is a copy; 0 is as short.
        ("32 32 stop", "0x20 dup1 stop"),
        ("0 0 stop", "same"),
        ("32 pop 32 stop", "same"),
        ("32 @l jump l: 32 stop", "0x20 dup1 stop"),
        ("0xffff stop", "same"),
    ],
)
def test_synthesis(before: str, after: str) -> None:
    assert run_pass(ConstantSynthesizer(), before) == after


def test_gas_counts_where_code_runs_often() -> None:
    mask = f"{(1 << 64) - 1:#x} and 0 sstore stop"
    assert run_pass(ConstantSynthesizer(), mask, context(runs=10_000)) == "same"
    cold = f"{(1 << 64) - 1:#x} 0 mstore 32 0 revert"
    after = run_pass(ConstantSynthesizer(), cold, context(runs=10_000))
    assert after == "0 not 0xc0 shr 0 mstore 0x20 0 revert"
