"""Executes basic blocks with numbers, without any of the tables of the passes.

Other contracts are simulated, and depend on all that they can observe: a call answers with a hash
of the state, and changes storage and memory by it.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from yulopt.assembly.items import Instruction, Item, Push, PushLabel
from yulopt.rules.arithmetic import COMPUTABLE, compute
from yulopt.syntax.literals import WORD_LIMIT

# How many slots lie on the stack before a block, the last of them on top.
SLOTS = 48
_CALLS = {"call": 7, "callcode": 7, "delegatecall": 6, "staticcall": 6}
_COPIES = {"calldatacopy": 3, "codecopy": 3, "returndatacopy": 3, "mcopy": 3}


class BlockMachine:
    """The state while a block runs; `stack` is the initial stack.

    `trace` are the effects that others see, in their order; `touched` is the end of the memory that
    was used.
    """

    def __init__(self, stack: Sequence[int]) -> None:
        self.stack = list(stack)
        self.memory: dict[int, int] = {}
        self.storage: dict[int, int] = {}
        self.transient: dict[int, int] = {}
        self.trace: list[tuple[object, ...]] = []
        self.touched = 0
        self.returned = 0
        self.highest = len(stack)
        self.lowest = len(stack)

    def run(self, items: Sequence[Item]) -> None:
        """Run some items, none of which may jump or end the execution."""
        for item in items:
            if isinstance(item, Push):
                self.stack.append(item.value)
            elif isinstance(item, PushLabel):
                self.stack.append(_hash("label", item.label.name))
            else:
                assert isinstance(item, Instruction)
                self._instruction(item.name)
            self.highest = max(self.highest, len(self.stack))

    def state(self) -> tuple[object, ...]:
        """The observable state after the block, except the stack."""
        return self.trace, self._memory(), self._storage(), self._transient(), self.returned

    def _memory(self) -> list[tuple[int, int]]:
        return sorted((key, value) for key, value in self.memory.items() if value)

    def _storage(self) -> list[tuple[int, int]]:
        return sorted((key, value) for key, value in self.storage.items() if value)

    def _transient(self) -> list[tuple[int, int]]:
        return sorted((key, value) for key, value in self.transient.items() if value)

    def _pop(self, count: int) -> list[int]:
        result = [self.stack.pop() for _ in range(count)]
        self.lowest = min(self.lowest, len(self.stack))
        return result

    def _instruction(self, name: str) -> None:
        stack = self.stack
        if name.startswith("dup"):
            depth = int(name[3:])
            self.lowest = min(self.lowest, len(stack) - depth)
            stack.append(stack[-depth])
        elif name.startswith("swap"):
            depth = 1 + int(name[4:])
            self.lowest = min(self.lowest, len(stack) - depth)
            stack[-1], stack[-depth] = stack[-depth], stack[-1]
        elif name in COMPUTABLE:
            count = {"addmod": 3, "mulmod": 3, "not": 1, "iszero": 1, "clz": 1}.get(name, 2)
            stack.append(compute(name, self._pop(count)))
        else:
            self._effect(name)

    def _effect(self, name: str) -> None:
        if name == "pop":
            self._pop(1)
        elif name in ("caller", "callvalue", "calldatasize", "address"):
            self.stack.append(_hash(name))
        elif name == "calldataload":
            self.stack.append(_hash(name, *self._pop(1)))
        elif name == "gas":
            # Executed instructions cost gas.
            changes = (len(self.trace), self._memory(), self._storage(), self._transient())
            self.stack.append(_hash(name, changes))
        elif name == "msize":
            self.stack.append(-(-self.touched // 32) * 32)
        elif name == "returndatasize":
            self.stack.append(self.returned % 64)
        elif name in ("balance", "extcodesize"):
            self.stack.append(_hash(name, *self._pop(1), self.returned))
        elif name in ("mload", "mstore", "mstore8", "keccak256"):
            self._access_memory(name)
        elif name in ("sload", "tload"):
            space = self.storage if name == "sload" else self.transient
            self.stack.append(space.get(self._pop(1)[0], 0))
        elif name in ("sstore", "tstore"):
            key, value = self._pop(2)
            (self.storage if name == "sstore" else self.transient)[key] = value
        elif name.startswith("log"):
            start, length, *topics = self._pop(2 + int(name[3:]))
            self.trace.append((name, self._read(start, length), *topics))
        elif name in _COPIES:
            start, source, length = self._pop(3)
            if name == "mcopy":
                content = self._read(source, length)
            else:
                whence = (name, source, self.returned if name == "returndatacopy" else 0)
                content = [_hash(*whence, index) % 256 for index in range(length % 256)]
            self._write(start, content)
        else:
            self._call(name)

    def _access_memory(self, name: str) -> None:
        if name == "mload":
            (start,) = self._pop(1)
            self.stack.append(int.from_bytes(bytes(self._read(start, 32)), "big"))
        elif name == "keccak256":
            self.stack.append(_hash(name, self._read(*self._pop(2))))
        else:
            start, value = self._pop(2)
            content = list(value.to_bytes(32, "big")) if name == "mstore" else [value % 256]
            self._write(start, content)

    def _call(self, name: str) -> None:
        arguments = self._pop(_CALLS[name])
        *_, start, length, answer, size = arguments
        seen = (name, arguments, self._read(start, length), self._storage(), self._transient())
        self.returned = _hash(*seen, len(self.trace))
        self.trace.append((*seen, self.returned))
        self._write(answer, [_hash(self.returned, index) % 256 for index in range(size % 256)])
        if name != "staticcall":
            for key in (0, 1, 32, self.returned):
                self.storage[key] = _hash("reentered", self.returned, key)
        self.stack.append(self.returned % 2)

    def _read(self, start: int, length: int) -> list[int]:
        # Lengths are cut, so that numbers of any size can be taken.
        length %= 256
        self._touch(start, length)
        return [self.memory.get((start + index) % WORD_LIMIT, 0) for index in range(length)]

    def _write(self, start: int, content: Sequence[int]) -> None:
        self._touch(start, len(content))
        for index, value in enumerate(content):
            self.memory[(start + index) % WORD_LIMIT] = value

    def _touch(self, start: int, length: int) -> None:
        if length:
            self.touched = max(self.touched, start + length)


def _hash(*content: object) -> int:
    return int.from_bytes(sha256(repr(content).encode()).digest(), "big")
