"""Words of memory that hold spilled variables after a step.

Such a step raises `memoryguard`, by whose promise the program does not access memory between the
old value and the new one: code may be given any value from the literal on. So both sides are
executed with the new value, and words in between that the code accesses by literal addresses are
separate variables, without aliases. Their values are unknown at the start of a function, and after
a call that is not inlined.

Nothing else accesses them only if the code after the step accesses the rest of memory exactly as
the code before it, which made the promise. So accesses are observable, in their order, as in code
with `msize`. An earlier step may have broken the promise: accesses to reserved memory at constant
addresses are not proven.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attr

from yulopt.dialect.builtins import AddressSpace
from yulopt.prover.answers import CodeView
from yulopt.prover.calls import CallGraph
from yulopt.prover.terms import Term
from yulopt.syntax.ast import Block, FunctionCall, Literal
from yulopt.syntax.literals import WORD_BYTES
from yulopt.syntax.visitor import Walker

_GUARD: Final = "memoryguard"


@attr.s(auto_attribs=True, frozen=True)
class SpilledWords:
    """The words that hold variables after a step.

    `first` and `guard` are the values of `memoryguard` before and after it. `names` maps addresses
    to variables; `written` has the names that a call may write, by the function after the step.
    """

    first: int
    guard: int
    names: Mapping[int, str]
    written: Mapping[str, frozenset[str]]

    @property
    def key(self) -> str:
        """A text that identifies the words; `written` follows from the code."""
        return f"{self.first} {self.guard} {sorted(self.names)}"

    def reserves(self, start: Term, size: Term) -> bool:
        """Whether some of these bytes certainly lie in the memory that the step reserves."""
        if not (start.is_constant and size.is_constant):
            return False
        return _overlap(range(self.first, self.guard), start.value, size.value)

    def accessed(self, call: FunctionCall) -> str | None:
        """The variable that a builtin loads or stores, None for other builtins."""
        address = _literal_address(call)
        return None if address is None else self.names.get(address)


def spilled_words(before: CodeView, after: CodeView) -> SpilledWords | None:
    """The words that a step has reserved for variables; None for other steps."""
    old, new = _guards(before.calls), _guards(after.calls)
    if len(old) != 1 or len(new) != 1 or old == new:
        return None
    (first,), (end,) = old, new
    if first is None or end is None or first > end:
        return None
    graph = after.calls
    if graph.contains_msize or before.calls.contains_msize:
        return None
    reserved = range(first, end)
    if _Promise(reserved).is_broken_in(before.block):
        return None
    addresses = {name: _own_addresses(after, name) for name in (*after.functions, None)}
    found = {one for own in addresses.values() for one in own if one in reserved}
    # Words overlap neither each other nor unreserved memory.
    if any((one - first) % WORD_BYTES or one + WORD_BYTES > end for one in found):
        return None
    names = {address: f"@{address:#x}" for address in found}
    written = {
        name: frozenset(
            names[one]
            for callee in graph.reachable_from([name])
            for one in addresses[callee]
            if one in names
        )
        for name in after.functions
    }
    return SpilledWords(first, end, names, written)


def guards(block: Block) -> set[int | None]:
    """The arguments of `memoryguard` in code; None stands for those that are not literals."""
    return _guards(CallGraph(block))


def _guards(graph: CallGraph) -> set[int | None]:
    arguments = [call.arguments[0] for call in graph.of_builtins.get(_GUARD, ())]
    return {one.value if isinstance(one, Literal) else None for one in arguments}


def _overlap(reserved: range, start: int, size: int) -> bool:
    """Whether some of `size` bytes from `start` on are reserved."""
    return bool(size) and start < reserved.stop and start + size > reserved.start


def _literal_address(call: FunctionCall) -> int | None:
    if call.builtin is None or call.name not in ("mload", "mstore"):
        return None
    return _literal(call, 0)


def _own_addresses(code: CodeView, name: str | None) -> set[int]:
    """The literal addresses in a function, or in the code outside functions."""
    if name is not None:
        return _addresses_in(code.functions[name].body)
    return _addresses_in(code.block)


def _addresses_in(block: Block) -> set[int]:
    walker = _Addresses()
    walker.visit_block(block)
    return walker.found


class _Promise(Walker):
    """Whether code accesses reserved memory at literal addresses."""

    def __init__(self, reserved: range) -> None:
        self._reserved = reserved
        self._is_broken = False

    def is_broken_in(self, block: Block) -> bool:
        """Whether code in a block does."""
        self.visit_block(block)
        return self._is_broken

    def visit_call(self, call: FunctionCall) -> None:
        """Check a call."""
        super().visit_call(call)
        for operation in () if call.builtin is None else call.builtin.operations:
            if operation.space is AddressSpace.MEMORY:
                size = operation.fixed_length
                if size is None:
                    length = operation.length
                    size = _literal(call, operation.length_limit if length is None else length)
                start = _literal(call, operation.start)
                if start is not None and size is not None:
                    self._is_broken = self._is_broken or _overlap(self._reserved, start, size)


def _literal(call: FunctionCall, index: int | None) -> int | None:
    """The value of an argument, if it is a literal."""
    argument = None if index is None else call.arguments[index]
    return argument.value if isinstance(argument, Literal) else None


class _Addresses(Walker):
    def __init__(self) -> None:
        self.found: set[int] = set()

    def visit_call(self, call: FunctionCall) -> None:
        address = _literal_address(call)
        if address is not None:
            self.found.add(address)
        super().visit_call(call)
