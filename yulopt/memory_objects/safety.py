"""Whether code obeys Solidity's rules of memory: a proof, or the obstacles to it.

The rules: code uses the words below the first free memory, which are scratch space, the free memory
pointer, the zero slot and what the compiler has reserved; and memory from the free memory pointer
on, either allocated by raising the pointer or used temporarily without.

Their use: memory can be reserved before the first free memory, by raising the first pointer, for
variables that the stack does not reach. So the claim is: if the first pointer were raised by more
than any code can reach, no access would be between its old and its new value. An address derived
from the pointer moves with it; others stay. A program that never uses the pointer obeys the rules
if it uses known addresses only; memory after the last of them can then be reserved as well.

The first pointer is not really raised by that much. So its height must have no other consequences:
a value of at least `RAISED` represents one of at least the first pointer; and of other results
computed from it, such as comparisons with constants, only facts that hold for any pointer are used.

Raising the pointer must be unobservable, too, unless the program has a `memoryguard`, and so
accepts any pointer. So nothing is proven if a pointer is compared with a value that is not one, if
more than a sum, a difference or a masked value is computed from it, or if it is stored, logged,
passed on, or used as a length or a condition; nor if the word of the free memory pointer, or
another word that is known to be a pointer, is read otherwise than by loading it. That also holds
for values that are only derived from a pointer, or are one on some paths only; these may not be
used as addresses. Solidity's check that an allocation ends in reach has the same result at any
height, but only as a whole; sizes near 2**64 are assumed to fail anyway. Other pointers in memory
are assumed to be for the program itself.

Source: "Layout in memory" and "Memory safety" in the Solidity documentation.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from yulopt.analysis.call_graph import OUTERMOST, call_graph
from yulopt.analysis.side_effects import find_calls
from yulopt.dialect import WRITE, AddressSpace, Operation
from yulopt.domains.addresses import (
    OUT_OF_REACH,
    Span,
    Sum,
    as_sum,
    bounds,
    distance,
)
from yulopt.domains.facts import Operands
from yulopt.domains.free_pointer import Allocation, Pointer
from yulopt.domains.identities import apply
from yulopt.domains.memory import Memory, pointer_fixpoint
from yulopt.memory.layout import FIRST_FREE, FREE_POINTER, FREE_POINTER_END
from yulopt.memory_objects.derived_values import DerivedValues
from yulopt.memory_objects.verdicts import RAISED, Access, FoundAccess, are_safe, judged
from yulopt.syntax.ast import (
    Block,
    ForLoop,
    FunctionCall,
    FunctionDefinition,
    Identifier,
    If,
    Literal,
)
from yulopt.syntax.literals import WORD_BYTES, WORD_MASK

# The bytes of the pointer before these are zero: no pointer reaches 2**128.
_HEIGHT: Final = FREE_POINTER_END - 16
# Further builtins that may take a pointer; in memory it is for the program itself.
_KEEPING: Final = ("mstore", "pop")
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
    `asks_size`: `msize` would reveal the use of memory. `sees_pointer`: the program could observe
    that the first pointer is raised.
    """

    proven: bool
    first_free: int | None
    uses_pointer: bool
    asks_size: bool
    sees_pointer: bool
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
    watches_reads = True

    def __init__(self, code: Block, assumed: Pointer) -> None:
        super().__init__(code, assumed, RAISED)
        self._derived = DerivedValues(code)
        # The numbers of values that may depend on the height of the pointer, of differences of
        # pointers, which do not, and of values that are pointers on some paths only.
        self._tainted: set[int] = set()
        self._differences: set[int] = set()
        self._mixed: set[int] = set()
        # The halves of checks of allocations: the end that they check, and which half it is.
        self._checks: dict[int, tuple[int, str]] = {}
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
        # Whether a result may depend on the height of the pointer.
        self._is_seen = False

    def begin(self, function: FunctionDefinition | None) -> None:
        super().begin(function)
        self._starts = {}
        # Numbers of values are those of one function.
        self._tainted = set()
        self._differences = set()
        self._mixed = set()
        self._checks = {}

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
        if not writes and span is not None and span.length:
            is_load = call.name == "mload"
            if self._may_read_derived(span):
                self._see()
            if self._shows_free_pointer(span, is_load=is_load) or (
                not is_load and self._shows_stored_pointer(span)
            ):
                self._see()
        self._accesses.append(FoundAccess(call, self._name_here(), writes, where, inside))

    def _where(self, start: Sum, length: int) -> tuple[int, int, int] | None:
        """The bounds of an address and a length; None if the address is anywhere."""
        least, most = bounds(self.facts, start)
        is_bounded = least >= 0 and most < self.facts.words.limit
        return (least, most, length) if is_bounded else None

    def _may_read_derived(self, span: Span) -> bool:
        """Whether a read may see a word at a constant address, other than the pointer's own, at
        which a derived value is stored somewhere; not if the word there is known to be another."""
        least, most = bounds(self.facts, span.start)
        known = {
            start.constant: cell for cell, (start, _) in self._words.known() if not start.terms
        }
        for word in self._derived.words - {FREE_POINTER}:
            if least >= word + WORD_BYTES or most + span.length <= word:
                continue
            is_whole = least == most == word and span.length == WORD_BYTES
            cell = known.get(word)
            if cell is None or (self._is_tainted(self.facts.variable(cell)) and not is_whole):
                return True
        return False

    def _shows_stored_pointer(self, span: Span) -> bool:
        """Whether a read may see a word that is known to be a pointer."""
        return any(
            self._is_tainted(self.facts.variable(cell))
            and self._words.may_touch(span, word, self.pointer.floors)
            for cell, word in self._words.known()
            if word.start != (FREE_POINTER, ())
        )

    def _shows_free_pointer(self, span: Span, *, is_load: bool) -> bool:
        """Whether a read, other than a load of its word, may see the free memory pointer."""
        if is_load and span.start == (FREE_POINTER, ()):
            return False
        least, most = bounds(self.facts, span.start)
        if least >= FREE_POINTER_END or most + span.length <= _HEIGHT:
            return False
        # Whether another word is there.
        return not any(
            not start.terms
            and FREE_POINTER <= start.constant <= _HEIGHT
            and not self._is_tainted(self.facts.variable(cell))
            for cell, (start, _) in self._words.known()
        )

    def _object_around(self, span: Span) -> int | None:
        for number, start in reversed(self._starts.items()):
            least, most = distance(self.facts, span.start, start)
            if least >= 0 and most + span.length <= self._objects[number].least:
                return number
        return None

    def _name_here(self) -> str:
        return OUTERMOST if self.walk.function is None else self.walk.function.name

    # Values that depend on the height of the pointer

    def variable_read(self, variable: Identifier, number: int) -> None:
        self._note_value(variable.name, number)

    def returned(self, name: str, operands: Operands, results: list[int]) -> None:
        super().returned(name, operands, results)
        for variable, number in zip(self._derived.functions[name].returns, results, strict=True):
            self._note_value(variable, number)

    def _note_value(self, variable: str, number: int) -> None:
        """Note a value of a variable."""
        if variable in self._derived.marked:
            self._taint(number)
        if variable in self._derived.mixed:
            self._mixed.add(number)

    def joined(self, changed: list[str]) -> None:
        super().joined(changed)
        self._note_words(changed)

    def enter_head(self) -> None:
        super().enter_head()
        self._note_words(self.walk.in_loop)

    def _note_words(self, changed: list[str]) -> None:
        """Note that some of the words of memory, which have changed, may be pointers."""
        for cell, word in self._words.known():
            is_derived = word.start.constant in self._derived.words
            if cell in changed and is_derived and not word.start.terms:
                self._taint(self.facts.variable(cell))

    def _taint(self, number: int) -> None:
        if number not in self._differences and self.facts.values_of(number).constant is None:
            self._tainted.add(number)

    def _is_tainted(self, number: int) -> bool:
        """Whether a value may depend on the height of the pointer."""
        return number in self._tainted or self._is_raised(number)

    def computed(self, name: str, operands: Operands) -> int | None:
        number = apply(self.facts, name, operands)
        if not any(map(self._is_tainted, operands)):
            return number
        if name in ("lt", "gt"):
            self._note_check(operands if name == "lt" else operands[::-1], number)
        if self._shows_height(name, operands, number):
            self._see()
        if any(map(self._is_raised, operands)) and not self._holds_if_lower(name, operands, number):
            number = apply(self.facts, name, tuple(map(self._lowered, operands)))
        if name == "sub" and all(map(self._is_pointer, operands)):
            self._differences.add(number)
        elif name in _COMPARISONS:
            if number in self._checks and not self._is_invariant(name, operands):
                # The other half is needed.
                self._tainted.add(number)
        elif name != "or" and self.facts.definition(number)[0] == name:
            # Other results are an operand, or part of one.
            self._taint(number)
        return number

    def selected(self, value: int) -> int:
        if self._is_tainted(value):
            self._see()
        return self._lowered(value)

    def branched(self, statement: If | ForLoop, condition: int) -> None:
        # A pointer is never zero, whatever its height is.
        if condition in self._tainted and not self._is_raised(condition):
            self._see()

    def effect(self, call: FunctionCall, operands: Operands) -> int | None:
        builtin = call.builtin
        assert builtin is not None
        if self.walk.is_final:
            starts = {one.start for one in builtin.operations if one.space is AddressSpace.MEMORY}
            for index, operand in enumerate(operands):
                if index in starts:
                    if operand in self._tainted and not self._is_pointer(operand):
                        self._see()
                elif call.name not in _KEEPING and self._is_tainted(operand):
                    self._see()
        if call.name == "setimmutable" and self.walk.is_final:
            # It writes somewhere in the code that begins there.
            where = self._where(as_sum(self.facts, operands[0]), RAISED)
            self._accesses.append(FoundAccess(call, self._name_here(), True, where, None))
        is_pointer = (
            call.name == "mload" and self.facts.values_of(operands[0]).constant == FREE_POINTER
        )
        if is_pointer and not self._derived.spreads(call):
            self._see()
        number = super().effect(call, operands)
        if is_pointer and number is not None:
            self._taint(number)
        return number

    def _see(self) -> None:
        self._is_seen = self._is_seen or (self.walk.is_final and self._guarded is None)

    def _shows_height(self, name: str, operands: Operands, number: int) -> bool:
        """Whether a result, some of whose operands may depend on the height, may show it."""
        if name in _COMPARISONS:
            return number not in self._checks and not self._is_invariant(name, operands)
        if name == "or" and self._is_whole_check(operands):
            return False
        if name == "add":
            return all(map(self._is_tainted, operands))
        if name == "sub":
            return self._is_tainted(operands[1]) and not all(map(self._is_pointer, operands))
        # A mask may round the pointer; its result is not a pointer any more.
        return name != "and"

    def _is_invariant(self, name: str, operands: Operands) -> bool:
        """Whether a comparison is of pointers, or the order of one and a number above all."""
        if all(map(self._is_pointer, operands)):
            return True
        if name not in ("lt", "gt"):
            return False
        for one, other in (operands, operands[::-1]):
            limit = self.facts.values_of(other).constant
            if limit is not None and limit >= OUT_OF_REACH - 1:
                return self._is_pointer(one)
        return False

    def _note_check(self, operands: Operands, number: int) -> None:
        """Note a comparison, whether the first operand is less, that is half of the check of an
        allocation: its end is beyond reach, or below its start."""
        smaller, larger = operands
        if self.facts.values_of(number).constant is not None:
            return
        is_limit = self.facts.values_of(smaller).constant == OUT_OF_REACH - 1
        if is_limit and self._is_allocation(larger):
            self._checks[number] = (larger, "end")
        elif self._is_allocation(smaller) and self._is_pointer(larger):
            self._checks[number] = (smaller, "wraps")

    def _is_allocation(self, number: int) -> bool:
        """Whether a value is the sum of a pointer and a size."""
        name, operands = self.facts.definition(number)
        if name != "add":
            return False
        pointers = [operand for operand in operands if self._is_tainted(operand)]
        return len(pointers) == 1 and self._is_pointer(pointers[0])

    def _is_whole_check(self, operands: Operands) -> bool:
        """Whether a disjunction is the check that the end of an allocation is in reach."""
        one, other = (self._checks.get(operand) for operand in operands)
        if one is None or other is None:
            return False
        return one[0] == other[0] and one[1] != other[1]

    def _is_pointer(self, number: int) -> bool:
        """Whether a value is a pointer on all paths, which is higher by what the first one is."""
        is_derived = number in self._tainted and number not in self._mixed
        return is_derived and self._is_raised(number)

    def _is_raised(self, number: int) -> bool:
        values = self.facts.values_of(number)
        return values.constant is None and values.least >= RAISED

    def _lowered(self, number: int) -> int:
        """An unknown value that depends on the height of the pointer."""
        if not self._is_raised(number):
            return number
        return self.facts.fresh(self.facts.words.interval(0, self.facts.values_of(number).most))

    def _holds_if_lower(self, name: str, operands: Operands, number: int) -> bool:
        """Whether the facts about a result also hold for lower pointers."""
        facts = self.facts
        result = facts.values_of(number)
        if name == "sub" and all(map(self._is_raised, operands)):
            return True
        if name == "add" or (name == "sub" and self._is_raised(operands[0])):
            return result.least >= RAISED or result.most == WORD_MASK
        if name == "and":
            masks = [facts.values_of(operand).constant for operand in operands]
            return any(mask is not None and mask & _ADDRESS == _ADDRESS for mask in masks)
        if name in _COMPARISONS:
            return result.constant is None or self._is_settled(operands)
        return False

    def _is_settled(self, operands: Operands) -> bool:
        """Whether the order of values is that of pointers, or of a pointer and a number above."""
        is_pointer = self._is_pointer if self.walk.is_final else self._is_raised
        if all(map(is_pointer, operands)):
            return True
        for one, other in (operands, operands[::-1]):
            limit = self.facts.values_of(other).least
            if is_pointer(one) and limit >= max(OUT_OF_REACH - 1, self.facts.values_of(one).most):
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
        proven = self.found.kept and is_known and not self._is_seen and are_safe(accesses)
        known = first if is_known else None
        sees = self._is_seen
        return SafetyReport(proven, known, True, asks_size, sees, self._objects, accesses)

    def _without_pointer(self, asks_size: bool) -> SafetyReport:
        accesses = [judged(one, None) for one in self._accesses]
        ends = [sum(one.span[1:]) for one in self._accesses if one.span and one.span[2]]
        end = max(ends, default=0) if are_safe(accesses) else None
        return SafetyReport(end is not None, end, False, asks_size, False, [], accesses)
