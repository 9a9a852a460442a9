"""Random assembly: blocks that end alike, jump to one another, and call functions.

Every block finds three words on the stack above whatever lies below. Jumps lead forwards only, so
that programs end. What is computed is stored, returned, or reverted with.
"""

from __future__ import annotations

from random import Random

from tests.execution import Call, Machine, Outcome
from tests.test_execution import DIALECT
from yulopt.assembly.assembler import assemble
from yulopt.assembly.compiled import CompiledObject
from yulopt.assembly.generated import generated_code
from yulopt.assembly.items import Item
from yulopt.assembly.text import read_items
from yulopt.syntax.ast import Block
from yulopt.syntax.objects import Object

BLOCKS = 9
FUNCTIONS = 2
_MASKS = [(1 << bits) - 1 for bits in (1, 8, 16, 64, 160, 255, 256)]
CONSTANTS = [
    *(str(number) for number in (0, 1, 2, 31, 255, 256)),
    *(hex(mask) for mask in _MASKS),
    *(hex((1 << 256) - 1 - mask) for mask in _MASKS),
    hex(1 << 64),
    hex(1 << 255),
    hex(0x4E487B71 << 224),
    "0x" + "55" * 32,
    "0x" + "112233445566778899aabbccddeeff00" * 2,
]
_PIECES = [
    "{c} add",
    "{c} and",
    "swap1",
    "swap2",
    "dup2 xor",
    "dup3 sub",
    "dup2 lt iszero",
    "{c} dup2 gt iszero add",
    "{c} slt iszero dup3 add",
    "{c} dup2 and dup2 eq add",
    "callvalue add",
    "{s} calldataload add",
    "dup1 {s} sstore",
    "{s} sload add",
    "dup2 {s} mstore",
    "{s} mload add",
    "dup1 0 mstore 32 0 keccak256 xor",
    "dup2 dup2 mul swap1 pop",
]
_CONDITIONS = [
    "dup1",
    "dup1 iszero",
    "{c} dup2 gt",
    "{c} dup2 lt iszero",
    "{c} dup2 and dup2 sub",
    "dup1 {c} lt",
    "dup2 dup2 eq",
    "dup1 iszero iszero dup2 sub",
    "dup1 {c} sgt iszero",
]
_ENDS = [
    "0 sstore stop",
    "0 mstore 32 0 return",
    "0 dup1 revert",
    "0 mstore 1 add 32 mstore 64 0 revert",
    "invalid",
]


def program(random: Random) -> str:
    """A program in the notation of `yulopt.assembly.text`."""
    writer = _Writer(random)
    words = ["4 calldataload", "callvalue", "36 calldataload"]
    for number in range(BLOCKS):
        words += [f"b{number}:", writer.pieces(), writer.exit(number)]
    for number in range(FUNCTIONS):
        unary = " ".join(random.choice(("{c} add", "{c} xor", "not", "iszero")) for _ in range(3))
        words += [f"f{number}: swap1", writer.fill(unary), "swap1 jump[return]"]
    return " ".join(words)


class _Writer:
    def __init__(self, random: Random) -> None:
        self._random = random
        self._calls = 0
        # Few different ends, so that blocks share them.
        self._tails = [self.fill(" ".join(random.choices(_PIECES, k=4))) for _ in range(3)]

    def fill(self, text: str) -> str:
        """The text with constants and places."""
        while "{" in text:
            text = text.replace("{c}", self._random.choice(CONSTANTS), 1)
            text = text.replace("{s}", str(32 * self._random.randrange(3)), 1)
        return text

    def pieces(self) -> str:
        """Code that leaves as many words as it finds."""
        random = self._random
        words = [self.fill(random.choice(_PIECES)) for _ in range(random.randrange(4))]
        if random.random() < 0.3:
            name = f"r{self._calls}"
            self._calls += 1
            words.append(f"@{name} @f{random.randrange(FUNCTIONS)} jump[call] {name}:")
        if random.random() < 0.7:
            words.append(random.choice(self._tails))
        return " ".join(words)

    def exit(self, number: int) -> str:
        """The end of a block; the last one does not continue."""
        random = self._random
        if number == BLOCKS - 1 or random.random() < 0.25:
            return random.choice(_ENDS)
        later = [f"@b{random.randrange(number + 1, BLOCKS)}" for _ in range(2)]
        if random.random() < 0.3:
            return f"{later[0]} jump"
        condition = self.fill(random.choice(_CONDITIONS))
        return f"{condition} {later[0]} jumpi" + random.choice(["", f" {later[1]} jump"])


def compiled(items: list[Item], *children: CompiledObject) -> CompiledObject:
    """An object with this assembly."""
    inner = [child.program for child in children]
    return CompiledObject(
        Object("program", Block([]), [*inner]), generated_code(items, []), [*children]
    )


def bytes_of(items: list[Item], *, smallest_labels: bool = True) -> bytes:
    """The bytecode of some items."""
    whole = compiled(items)
    whole.code.has_smallest_labels = smallest_labels
    return assemble(whole, DIALECT).content


def outcomes(items: list[Item]) -> list[Outcome]:
    """The effects of some calls of the code, each alone."""
    code = bytes_of(items)
    results = []
    for number in (0, 1, 255, 256, 1 << 64, (1 << 160) - 1, (1 << 256) - 1):
        for other in (0, 1, 7):
            data = bytes(4) + number.to_bytes(32, "big") + other.to_bytes(32, "big")
            machine = Machine()
            results.append(machine.call(machine.install(code), Call(data, value=other)))
    return results


def read(text: str) -> list[Item]:
    """The items of a program."""
    return read_items(text)
