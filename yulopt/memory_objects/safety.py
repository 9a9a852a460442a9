"""Whether code obeys Solidity's rules of memory: a proof, or the obstacles to it.

The rules: code uses the words below the first free memory, which are scratch space, the free memory
pointer, the zero slot and what the compiler has reserved; and memory from the free memory pointer
on, either allocated by raising the pointer or used temporarily without.

Memory between the two can then be reserved, by raising the first pointer. So the claim is: if it
were raised by more than any code can reach, no access would be between its old and its new value.
An address derived from the pointer moves with it; others stay. A program that never uses the
pointer obeys the rules if it uses known addresses only; memory after the last of them is unused.

The first pointer is not really raised by that much. So its height must have no other consequences:
a value of at least `RAISED` is a number, or an address derived from the pointer, which is then at
least as far above the first pointer as the value is above `RAISED`. Of other results computed from
such values, such as comparisons with constants, only facts that hold for any pointer are used.

The rules do not say that raising the pointer is unobservable: a program may store or log it, or
hash memory that contains it. Only the program can promise that, with a `memoryguard`, or its user.

Source: "Layout in memory" and "Memory safety" in the Solidity documentation.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from yulopt.analysis.call_graph import OUTERMOST, call_graph
from yulopt.analysis.side_effects import find_calls
from yulopt.dialect import WRITE, Operation
from yulopt.domains.addresses import OUT_OF_REACH, Span, Sum, as_sum, bounds, distance
from yulopt.domains.facts import Operands
from yulopt.domains.free_pointer import Allocation, Pointer
from yulopt.domains.identities import apply
from yulopt.domains.memory import Memory, pointer_fixpoint
from yulopt.memory.layout import FIRST_FREE, FREE_POINTER
from yulopt.memory_objects.verdicts import RAISED, Access, FoundAccess, are_safe, judged
from yulopt.syntax.ast import Block, FunctionCall, FunctionDefinition, Literal
from yulopt.syntax.literals import WORD_MASK

_COMPARISONS: Final = ("lt", "gt", "slt", "sgt", "eq")
# The bits of an address in reach.
_ADDRESS: Final = OUT_OF_REACH - 1


class MemoryObject(NamedTuple):
    """An allocation: memory between the free memory pointer and its raised value.

    `call` raises it, in the function `name`, empty outside, by between `least` and `most` bytes.
    """

    call: FunctionCall
    name: str
    least: int
    most: int


class SafetyReport(NamedTuple):
    """Facts about the memory that the code of an object uses.

    `proven`: it obeys the rules. Then memory from `first_free` on is only accessed through the
    pointer, so that memory can be reserved there by raising the first pointer; without
    `uses_pointer`, memory from `first_free` on is never touched. `first_free` is None if unknown.
    `asks_size`: `msize` would reveal the use of memory.
    """

    proven: bool
    first_free: int | None
    uses_pointer: bool
    asks_size: bool
    objects: list[MemoryObject]
    accesses: list[Access]


def memory_safety(code: Block) -> SafetyReport:
    """The proof for the code of an object, or the obstacles to it.

    The code has unique names and its functions at the top level. The promise of `memoryguard` is
    trusted only to the extent of `yulopt.domains.free_pointer`.
    """
    return pointer_fixpoint(code, _Safety).report()


class _Safety(Memory):
    watches_arithmetic = True

    def __init__(self, code: Block, assumed: Pointer) -> None:
        super().__init__(code, assumed, RAISED)
        self._code = code
        self._accesses: list[FoundAccess] = []
        self._objects: list[MemoryObject] = []
        # The start of those of the current function.
        self._starts: dict[int, Sum] = {}
        # The first pointer set by the program.
        self._first_pointers: list[int | None] = []
        guarded = [call.arguments[0] for call in find_calls(code, "memoryguard")]
        # The initial free memory, if the program asks for it.
        self._guarded = min(
            (one.value for one in guarded if isinstance(one, Literal)), default=None
        )
        self._uses_pointer = False

    def begin(self, function: FunctionDefinition | None) -> None:
        super().begin(function)
        self._starts = {}

    def allocated(self, call: FunctionCall, allocation: Allocation) -> None:
        start, least, most = allocation
        self._starts[len(self._objects)] = start
        self._objects.append(MemoryObject(call, self._name_here(), least, most))

    def accessed(
        self, call: FunctionCall, operation: Operation, span: Span | None, operands: Operands
    ) -> None:
        where = inside = None
        if span is not None:
            where = self._where(span.start, span.length)
            self._uses_pointer |= span.start == (FREE_POINTER, ())
            inside = self._object_around(span)
        writes = operation.effect == WRITE
        self._accesses.append(FoundAccess(call, self._name_here(), writes, where, inside))

    def _where(self, start: Sum, length: int) -> tuple[int, int, int] | None:
        """The bounds of an address and a length; None if the address is anywhere."""
        least, most = bounds(self.facts, start)
        is_bounded = least >= 0 and most < self.facts.words.limit
        return (least, most, length) if is_bounded else None

    def _object_around(self, span: Span) -> int | None:
        for number, start in reversed(self._starts.items()):
            least, most = distance(self.facts, span.start, start)
            if least >= 0 and most + span.length <= self._objects[number].least:
                return number
        return None

    def _name_here(self) -> str:
        return OUTERMOST if self.walk.function is None else self.walk.function.name

    # Values that depend on the height of the pointer

    def computed(self, name: str, operands: Operands) -> int | None:
        number = apply(self.facts, name, operands)
        if any(map(self._is_raised, operands)) and not self._holds_if_lower(name, operands, number):
            return apply(self.facts, name, tuple(map(self._lowered, operands)))
        return number

    def selected(self, value: int) -> int:
        return self._lowered(value)

    def effect(self, call: FunctionCall, operands: Operands) -> int | None:
        if call.name == "setimmutable" and self.walk.is_final:
            # It writes somewhere in the code that begins there.
            where = self._where(as_sum(self.facts, operands[0]), RAISED)
            self._accesses.append(FoundAccess(call, self._name_here(), True, where, None))
        return super().effect(call, operands)

    def _is_raised(self, number: int) -> bool:
        values = self.facts.values_of(number)
        return values.constant is None and values.least >= RAISED

    def _lowered(self, number: int) -> int:
        """An unknown value that may be lower."""
        if not self._is_raised(number):
            return number
        return self.facts.fresh(self.facts.words.interval(0, self.facts.values_of(number).most))

    def _holds_if_lower(self, name: str, operands: Operands, number: int) -> bool:
        """Whether the facts about a result also hold for lower pointers."""
        facts = self.facts
        result = facts.values_of(number)
        if name == "sub" and all(map(self._is_raised, operands)):
            # A pointer in both has cancelled out.
            terms = as_sum(facts, number).terms
            return not any(
                self._is_raised(term) or facts.definition(term)[0] == "sub" for term in terms
            )
        if name == "add" or (name == "sub" and self._is_raised(operands[0])):
            if all(map(self._is_raised, operands)):
                return False
            return result.least >= RAISED or result.most == WORD_MASK
        if name == "and":
            masks = [facts.values_of(operand).constant for operand in operands]
            return any(mask is not None and mask & _ADDRESS == _ADDRESS for mask in masks)
        if name in _COMPARISONS:
            return result.constant is None or self._is_settled(operands)
        return False

    def _is_settled(self, operands: Operands) -> bool:
        """Whether the order of values is that of a number above all pointers and a lower value."""
        for one, other in (operands, operands[::-1]):
            limit = self.facts.values_of(other).constant
            if limit is not None and limit >= max(_ADDRESS, self.facts.values_of(one).most):
                return True
        return False

    def first_pointer(self, value: int) -> int:
        facts = self.facts
        known = facts.values_of(value).constant
        if known is None and bounds(facts, as_sum(facts, value))[0] >= RAISED:
            # The program asked for the start of free memory, so this was raised.
            known = self._guarded
        if facts.definition(value)[0] != "memoryguard":
            value = facts.fresh(self.facts.words.interval(RAISED, OUT_OF_REACH - 1))
        if self.walk.is_final:
            self._first_pointers.append(known)
        return value

    def report(self) -> SafetyReport:
        """The result."""
        asks_size = call_graph(self._code).contains_msize
        if not self._uses_pointer:
            return self._without_pointer(asks_size)
        pointers = [one for one in self._first_pointers if one is not None]
        first = min(pointers, default=FIRST_FREE)
        accesses = [judged(one, first) for one in self._accesses]
        is_known = len(pointers) == len(self._first_pointers) == 1
        is_known = is_known and first >= FIRST_FREE
        proven = self.found.kept and is_known and are_safe(accesses)
        known = first if is_known else None
        return SafetyReport(proven, known, True, asks_size, self._objects, accesses)

    def _without_pointer(self, asks_size: bool) -> SafetyReport:
        accesses = [judged(one, None) for one in self._accesses]
        ends = [sum(one.span[1:]) for one in self._accesses if one.span and one.span[2]]
        end = max(ends, default=0) if are_safe(accesses) else None
        return SafetyReport(end is not None, end, False, asks_size, [], accesses)
