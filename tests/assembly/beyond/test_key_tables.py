"""Tables of selectors after the code: perfect hashes, and searches that find the same by them."""

from __future__ import annotations

from random import Random

import pytest

from tests.assembly.beyond.searches import outcomes
from tests.assembly.passes import context, run_pass
from tests.execution import Call, Machine, first_difference
from tests.slices import seeds
from yulopt.assembly.assembler import assemble_parts
from yulopt.assembly.beyond.driver import BEYOND_PASSES
from yulopt.assembly.beyond.hash_and_displace import hash_and_displace
from yulopt.assembly.beyond.jump_tables import JumpTables
from yulopt.assembly.branch_relaxation import relax
from yulopt.assembly.items import (
    ENTRY_BYTES,
    Item,
    PushDataOffset,
    PushImmutable,
    PushTable,
)
from yulopt.assembly.text import items_text, read_items
from yulopt.dialect import DEFAULT_EVM_VERSION
from yulopt.dialect.keccak import keccak256
from yulopt.driver.build import Front, generate_program
from yulopt.driver.options import NO_CODE, Options
from yulopt.errors import Source
from yulopt.interface import compile as compile_program
from yulopt.syntax.objects import Data

SMALLEST = context(runs=1)
SELECTOR = "4 calldataload 0xe0 shr "
_REVERT = "0 dup1 revert "


@pytest.mark.parametrize("count", [7, 16, 33, 64, 100, 128])
@pytest.mark.parametrize("seed", seeds(2, at_length=100))
def test_each_key_has_a_slot_and_few_are_empty(count: int, seed: int) -> None:
    keys = Random(seed).sample(range(1 << 32), count)
    function = hash_and_displace(keys, ENTRY_BYTES)
    assert function is not None, seed
    slots = {function.slot(key) for key in keys}
    assert len(slots) == count
    assert max(slots) < function.slots <= count + count // 4 + 2
    assert function.displacements < 1 << 8 * function.groups


def test_keys_that_are_alike_have_slots_of_their_own() -> None:
    for keys in ([*range(20)], [*range(0, 6_400, 64)], [1 << bit for bit in range(32)]):
        function = hash_and_displace(keys, ENTRY_BYTES)
        assert function is not None
        assert len({function.slot(key) for key in keys}) == len(keys)


def test_too_many_keys_have_no_function() -> None:
    assert hash_and_displace(range(300), ENTRY_BYTES) is None


class Dispatch:
    """A program that finds one of random selectors, with guards before some of them."""

    def __init__(self, random: Random) -> None:
        self.keys = random.sample(range(1 << 32), random.randrange(18, 60))
        # What other values find may read the stack.
        default = random.choice((_REVERT, "@other jump ", "8 sstore stop "))
        start = random.choice(("", "7 64 mstore ", "callvalue 7 sstore "))
        below = random.choice(("", "callvalue "))
        words = [start, below, SELECTOR]
        blocks = []
        for number, key in enumerate(self.keys):
            # Each key after it has a copy of a guard.
            if default == _REVERT and number >= len(self.keys) - 3 and random.random() < 0.3:
                words.append("callvalue @failed jumpi ")
            words.append(f"dup1 {key} eq @l{number} jumpi ")
            # The first word of memory is zero.
            blocks.append(f"l{number}: 0 mload {number + 1} add 2 sstore {self._rest(random)} ")
        last = "failed: 0 dup1 revert other: 9 sstore callvalue 10 sstore stop"
        self.text = "".join([*words, default, *blocks, last])

    @staticmethod
    def _rest(random: Random) -> str:
        return random.choice(("stop", "3 sstore stop", "pop 5 4 sstore stop"))

    def values(self, random: Random) -> list[int]:
        """The words that calls send: each selector, its neighbours, and others."""
        near = [key ^ 1 << random.randrange(32) for key in self.keys]
        far = [random.getrandbits(32) for _ in range(20)]
        rest = random.getrandbits(224)
        return [key << 224 | rest for key in (*self.keys, *near, *far, 0, (1 << 32) - 1)]


def has_table(items: list[Item]) -> bool:
    return any(isinstance(item, PushTable) for item in items)


@pytest.mark.parametrize("seed", seeds(6, at_length=500))
def test_dispatchers_find_the_same(seed: int) -> None:
    random = Random(seed)
    dispatch = Dispatch(random)
    values = dispatch.values(random)
    before = outcomes(read_items(dispatch.text), values)
    for kinds in ((JumpTables,), BEYOND_PASSES):
        items = read_items(dispatch.text)
        for kind in kinds:
            kind().run(items, SMALLEST)
        assert has_table(items), seed
        difference = first_difference(before, outcomes(items, values))
        assert difference is None, (seed, difference, dispatch.text)


KEYS = range(0x10203040, 0xF0000000, 0x0F1E2D3C)
_COMPARED = "".join([f"dup1 {key} eq @l{key} jumpi " for key in KEYS])
_TARGETS = " ".join([f"l{key}: {key} 0 sstore stop" for key in KEYS])


@pytest.mark.parametrize(
    "text",
    [
        # A key of more than four bytes is never found.
        f"{SELECTOR} dup1 {1 << 32} eq @l{KEYS[0]} jumpi {_COMPARED}{_REVERT}{_TARGETS}",
        # The search is reached again, after memory was used.
        f"again: {SELECTOR}{_COMPARED}{_REVERT}"
        + _TARGETS.replace("stop", "7 0 mstore @again jump"),
        # A call may write to memory.
        f"32 0 0 0 0 2 gas staticcall pop {SELECTOR}{_COMPARED}{_REVERT}{_TARGETS}",
        # The address is unknown.
        f"7 callvalue mstore {SELECTOR}{_COMPARED}{_REVERT}{_TARGETS}",
    ],
)
def test_searches_without_a_table_of_selectors(text: str) -> None:
    items = read_items(text)
    JumpTables().run(items, SMALLEST)
    assert not has_table(items)


def test_values_of_more_bits_are_compared() -> None:
    text = f"4 calldataload 0xdf shr {_COMPARED}{_REVERT}{_TARGETS}"
    items = read_items(text)
    JumpTables().run(items, SMALLEST)
    assert not has_table(items)


def test_labels_after_a_table_are_as_short_as_before() -> None:
    """Labels below 256 take one byte, however long the table is."""
    keys = ",".join([f"{key:#x}:end" for key in range(0x1000, 0x1000 + 60)])
    items = read_items(f"callvalue @{keys} pop pop @end jump end: stop")
    widths = relax(items, 0, {}, has_push0=True)
    assert list(widths.labels.values()) == [1]
    assert widths.offset == 2


def test_few_selectors_are_compared() -> None:
    few = "".join([f"dup1 {key} eq @l{key} jumpi " for key in KEYS[:7]])
    assert run_pass(JumpTables(), f"{SELECTOR}{few}{_REVERT}{_TARGETS}", SMALLEST) == "same"


def test_the_notation_has_tables_of_keys() -> None:
    text = "@0x11:one,0x22:two 1 pop"
    assert items_text(read_items(text + " one: stop two: stop")).startswith(text)


def contract(count: int, *, data: str = "", rest: str = "") -> str:
    """A program with an object that has this number of functions, and one more."""
    cases = "".join(
        f"case {key:#x} {{ sstore({number}, calldataload(4)) mstore(0, {number}) return(0, 32) }}"
        for number, key in enumerate(_keys(count))
    )
    cases += f"case 1 {{ {rest} }}"
    return f"""object "a" {{
        code {{ codecopy(0, dataoffset("b"), datasize("b")) return(0, datasize("b")) }}
        object "b" {{
            code {{ switch shr(224, calldataload(0)) {cases} default {{ revert(0, 0) }} }}
            {data}
        }}
    }}"""


def test_tables_come_before_objects_and_data() -> None:
    copied = 'datacopy(0, dataoffset("d"), datasize("d")) log0(0, datasize("d"))'
    source = contract(40, data='data "d" hex"c0ffee"', rest=copied)
    outcomes_of = []
    for pipeline in ("size", None):
        made = compile_program(source, pipeline=pipeline)
        assert made.deployed is not None
        assert ("table(0x" in made.assembly) == (pipeline is not None)
        code = bytes.fromhex(made.deployed.hex)
        assert code.endswith(bytes.fromhex("c0ffee"))
        machine = Machine()
        place = machine.install(code)
        calls = [key.to_bytes(4, "big") + bytes(32) for key in (*_keys(40), 1, 2, 0x12345679)]
        outcomes_of.append([machine.call(place, Call(call)) for call in calls])
    assert outcomes_of[0] == outcomes_of[1]


def _keys(count: int) -> list[int]:
    return [0x12345678 + 0x01020304 * number for number in range(count)]


def test_tables_need_room_for_two_byte_labels() -> None:
    for count in (300, 900):
        large = "".join([f"sstore({key}, xor(sload({key}), {_word(key)}))" for key in range(count)])
        made = compile_program(contract(40, rest=large), pipeline="size")
        assert made.deployed is not None
        assert ("table(0x" in made.assembly) == (made.deployed.size < 1 << 15)


def test_code_that_never_runs_has_tables() -> None:
    """With `--optimize-runs 0`, only the bytes count."""
    deployed = contract(40).replace('"b"', '"b_deployed"')
    made = compile_program(deployed, pipeline="gas", runs=0)
    assert "table(0x" in made.assembly


def _word(number: int) -> int:
    return int.from_bytes(keccak256(bytes([number >> 8, number & 0xFF])), "big")


def test_listings_have_tables_of_keys() -> None:
    made = compile_program(contract(40), pipeline="size")
    [line] = [line for line in made.assembly.splitlines() if "table(" in line]
    assert line.strip().startswith("PUSH2 table(0x")
    assert all(f"{key:#x}: " in line for key in _keys(40))


@pytest.mark.parametrize(("between", "distance"), [(0, 26), (24, 26), (25, 27), (60, 62)])
def test_the_word_with_the_first_entry_has_no_placeholder(between: int, distance: int) -> None:
    """After the placeholder are `between` instructions, `stop` and `invalid`."""
    options = Options(evm_version=DEFAULT_EVM_VERSION.text, optimized=NO_CODE)
    compiled = generate_program(Front(Source("{ }"), options))
    compiled.code.has_smallest_labels = True
    end = read_items("pop " * between + "stop")
    compiled.code.items[:] = [*read_items("@0x11:end,0x22:end end:"), PushImmutable("i"), *end]
    code = assemble_parts(compiled, SMALLEST.dialect)[compiled.program]
    [placeholder] = code.immutables["i"]
    assert code.content.index(bytes.fromhex("00000011")) - (placeholder + 32) == distance


@pytest.mark.parametrize("smallest", [False, True])
def test_offsets_fit_although_a_table_is_at_a_distance_from_the_code(smallest: bool) -> None:
    options = Options(evm_version=DEFAULT_EVM_VERSION.text, optimized=NO_CODE)
    for count in range(130, 200):
        source = Source('object "a" { code { } data "d" hex"c0ffee" }')
        compiled = generate_program(Front(source, options))
        [data] = compiled.program.children
        assert isinstance(data, Data)
        compiled.code.has_smallest_labels = smallest
        compiled.code.items[:] = [
            *read_items("callvalue " * count + "@0x11:end,0x22:end end:"),
            PushDataOffset("d", data),
            PushImmutable("i"),
            *read_items("stop"),
        ]
        code = assemble_parts(compiled, SMALLEST.dialect)[compiled.program]
        [placeholder] = code.immutables["i"]
        width = placeholder - 1 - (count + 5)
        offset = int.from_bytes(code.content[placeholder - 1 - width : placeholder - 1], "big")
        assert code.content[offset:] == bytes.fromhex("c0ffee"), count
