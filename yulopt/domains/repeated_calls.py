"""Calls of functions that return what an earlier call has returned, and change nothing.

A function that reads nothing that varies by itself returns the same for the same arguments as long
as what it reads has not changed: the words of memory and the slots of storage that it reads, if
their addresses are known relative to its parameters, or else all of memory, storage, transient
storage, or other state. It may write only words of memory at such addresses, as for a hash: another
call writes the same, which changes nothing if they still contain what they did after the first one.
What the function does before it ends the program does not count: a call that is repeated cannot end
it, since the first call did not.

So the results of a call are values, as those of a load are, which variables may hold. They do not
show that it has returned, since a result may be another value, such as an argument, or a constant
under the conditions of a path; a cell does.

Sources: B. Alpern, M. Wegman and F. Zadeck, "Detecting equality of variables in programs", POPL
1988; K. Cooper and K. Kennedy, "Interprocedural side-effect analysis in linear time", PLDI 1988.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from yulopt.dialect import READ, WRITE, Builtin
from yulopt.domains.addresses import Sum, as_sum
from yulopt.domains.available_values import AvailableValues
from yulopt.domains.domain import Domain
from yulopt.domains.facts import Operands
from yulopt.domains.memory import Memory
from yulopt.domains.storage import (
    ANY_SLOT,
    LOADED_SPACES,
    MAX_NOTED,
    NO_BASE,
    STORAGE,
    TRANSIENT,
    Slots,
    Storage,
)
from yulopt.syntax.ast import (
    Assignment,
    Block,
    ExpressionStatement,
    FunctionCall,
    FunctionDefinition,
    Statement,
    VariableDeclaration,
)
from yulopt.syntax.literals import WORD_BYTES

_MEMORY: Final = "memory"
_OTHER: Final = "other state"
# What differs each time it is read: the gas left, the size of memory; and what a log adds to.
_VARYING: Final = "varying"
_SPACES: Final = (_MEMORY, STORAGE, TRANSIENT, _OTHER)
# Hashes of longer memory read any of it.
_MAX_WORDS: Final = 8

# A statement that assigns the results of a call, or one without results.
Calling = VariableDeclaration | Assignment | ExpressionStatement


class _Uses(NamedTuple):
    """What a function may read and write before it returns: words, slots, or anything in a space.

    What it reads after it has certainly written it does not count. `certain`: what it has written
    whenever it returns.
    """

    reads: list[Slots]
    writes: list[Slots]
    certain: frozenset[Slots] = frozenset()

    def may_repeat(self) -> bool:
        """Whether it is known which words the function may write."""
        return all(map(_is_exact, self.writes))


class _Returned(NamedTuple):
    """The values of the results of a call, and of the words it may write, after it."""

    results: list[int]
    contents: list[int]


_ANYTHING: Final = _Uses([], [Slots(space, ANY_SLOT, 0) for space in _SPACES])


class RepeatedCalls(Domain):
    """`found`: after the walk, the statements whose call repeats another, and the variables that
    hold its results.

    The domains of values, memory and storage come before it in the walk.
    """

    def __init__(self, values: AvailableValues, memory: Memory, storage: Storage) -> None:
        self.found: dict[Calling, list[str]] = {}
        self._values = values
        self._memory = memory
        self._storage = storage
        # Recursive functions are missing.
        self._uses: dict[str, _Uses] = {}
        self._reads: set[Slots] = set()
        self._writes: set[Slots] = set()
        # The words written before each exit so far, None if there is none.
        self._certain: set[Slots] | None = None
        # The reads and writes at the start of the enclosing blocks, and the number of exits so far.
        self._before_block: list[tuple[set[Slots], set[Slots], int]] = []
        # The calls that have returned, by the values of their cells.
        self._returned: dict[int, _Returned] = {}
        # The cell of the current call, if it may be repeated, the last call with this cell, and
        # whether another one changes nothing.
        self._cell: str | None = None
        self._earlier: _Returned | None = None
        self._changes_nothing = False
        # The innermost statement.
        self._statement: Statement | None = None

    # Functions

    def begin(self, function: FunctionDefinition | None) -> None:
        self._reads = set()
        self._writes = set()
        self._certain = None
        self._returned = {}
        for space in _SPACES:
            self.facts.set_variable(_version(space), self.facts.fresh_any())

    def leave(self) -> None:
        stored = {word for word in self._writes if self.facts.has_variable(_stored(word))}
        self._certain = stored if self._certain is None else self._certain & stored

    def summarised(self, function: FunctionDefinition) -> None:
        certain = frozenset(self._certain or ())
        self._uses[function.name] = _Uses(sorted(self._reads), sorted(self._writes), certain)

    def cells(self) -> list[str]:
        return [_version(space) for space in _SPACES]

    # Statements

    def enter_block(self, block: Block) -> None:
        self._before_block.append((self._reads.copy(), self._writes.copy(), self.walk.ways_out()))

    def leave_block(self, block: Block) -> None:
        reads, writes, ways_out = self._before_block.pop()
        if not self.facts.is_reachable and self.walk.ways_out() == ways_out:
            # The function does not return from here.
            self._reads, self._writes = reads, writes

    def enter_statement(self, statement: Statement) -> None:
        self._statement = statement

    def leave_statement(self, statement: Statement) -> None:
        self._statement = None

    # Reads and writes

    def effect(self, call: FunctionCall, operands: Operands) -> int | None:
        builtin = call.builtin
        assert builtin is not None
        if not builtin.control_flow.can_continue:
            return None
        effects = builtin.side_effects
        uses = {
            _MEMORY: effects.memory,
            STORAGE: effects.storage,
            TRANSIENT: effects.transient_storage,
            _OTHER: effects.other_state,
        }
        if not effects.movable_apart_from_effects and WRITE not in uses.values():
            self._read(_any_of(_VARYING))
        for space, use in uses.items():
            if use == READ:
                for one in self._read_by(builtin, space, operands):
                    self._read(one)
            elif use == WRITE and builtin.name == "mstore":
                word = self._described(space, as_sum(self.facts, operands[0]))
                self._write(word, is_certain=True)
            elif use == WRITE:
                self._write(_any_of(space), is_certain=False)
        return None

    def _read_by(self, builtin: Builtin, space: str, operands: Operands) -> list[Slots]:
        """What a builtin reads of a space."""
        length: int | None = 0
        if builtin.name == "mload" or builtin.name in LOADED_SPACES:
            length = WORD_BYTES
        elif builtin.name == "keccak256":
            length = self.facts.values_of(operands[1]).constant
        if not length or length > _MAX_WORDS * WORD_BYTES:
            return [_any_of(space)]
        start = as_sum(self.facts, operands[0])
        return [
            self._described(space, Sum(start.constant + offset, start.terms))
            for offset in range(0, length, WORD_BYTES)
        ]

    def _described(self, space: str, key: Sum) -> Slots:
        """A word or slot in terms of the function's parameters, if possible."""
        described = self._storage.described(space, key)
        return described if _is_exact(described) else _any_of(space)

    def _read(self, read: Slots) -> None:
        if not self.facts.has_variable(_stored(read)):
            self._reads.add(read if len(self._reads) < MAX_NOTED else _any_of(read.space))

    def _write(self, written: Slots, *, is_certain: bool) -> None:
        self._writes.add(written if len(self._writes) < MAX_NOTED else _any_of(written.space))
        self.walk.change(_version(written.space), self.facts.fresh_any())
        if is_certain and _is_exact(written):
            self.facts.set_variable(_stored(written), self.facts.constant(1))

    # Calls

    def calling(self, name: str, operands: Operands) -> None:
        if isinstance(self._statement, Calling):
            # Only the last call of a statement is that whose results it assigns.
            self.found.pop(self._statement, None)
        uses = self._uses.get(name, _ANYTHING)
        self._cell = self._earlier = None
        self._changes_nothing = False
        if uses.may_repeat():
            facts = self.facts
            state = [self._state(read, operands) for read in uses.reads]
            self._cell = cell = _called(name, (*operands, *state))
            if facts.has_variable(cell):
                self._earlier = self._returned.get(facts.variable(cell))
            words = [self._state(word, operands) for word in uses.writes]
            self._changes_nothing = self._earlier is not None and words == self._earlier.contents

    def called(self, name: str, operands: Operands) -> None:
        uses = self._uses.get(name, _ANYTHING)
        for read in uses.reads:
            self._read(self._in_caller(read, operands))
        for written in uses.writes:
            self._write(self._in_caller(written, operands), is_certain=written in uses.certain)

    def _in_caller(self, used: Slots, operands: Operands) -> Slots:
        """What a called function uses in terms of the parameters of the caller."""
        return self._described(used.space, self._sum(used, operands)) if _is_exact(used) else used

    def returned(self, name: str, operands: Operands, results: list[int]) -> None:
        facts, cell, earlier = self.facts, self._cell, self._earlier
        if cell is None or not facts.is_reachable:
            return
        if earlier is not None:
            for index, number in enumerate(earlier.results):
                facts.require(number, facts.values_of(results[index]))
                results[index] = number
        words = self._uses[name].writes
        if earlier is not None and self._changes_nothing:
            for word, content in zip(words, earlier.contents, strict=True):
                self._memory.hold(self._sum(word, operands), content)
            if self.walk.is_final:
                self._note(results)
        else:
            contents = [self._state(word, operands) for word in words]
            number = facts.fresh_any()
            self._returned[number] = _Returned(results.copy(), contents)
            facts.set_variable(cell, number)

    def _note(self, results: list[int]) -> None:
        holders = [holder for holder in map(self._values.holder, results) if holder is not None]
        if len(holders) == len(results) and isinstance(self._statement, Calling):
            self.found[self._statement] = holders

    def _sum(self, used: Slots, operands: Operands) -> Sum:
        """The address or key that a function uses when it is called with these operands."""
        if used.base == NO_BASE:
            return Sum(used.constant, ())
        argument = as_sum(self.facts, operands[used.base])
        return Sum(argument.constant + used.constant, argument.terms)

    def _state(self, used: Slots, operands: Operands) -> int:
        """The value of what a function uses when it is called with these operands."""
        if used.space == _VARYING:
            return self.facts.fresh_any()
        if not _is_exact(used):
            return self.facts.variable(_version(used.space))
        key = self._sum(used, operands)
        if used.space == _MEMORY:
            return self._memory.load(key)
        return self._storage.load(used.space, key)


def _any_of(space: str) -> Slots:
    return Slots(space, ANY_SLOT, 0)


def _is_exact(used: Slots) -> bool:
    """Whether it is one word of memory, or one slot."""
    return used.base >= 0 or used.base == NO_BASE


def _version(space: str) -> str:
    """The cell whose value is another one after each write to the space."""
    return f"@version {space}"


def _called(name: str, values: Operands) -> str:
    """The cell whose value stands for the last call of the function with these arguments, and these
    values of what it reads, that has certainly returned.

    What is known of its results need not hold on other paths.
    """
    return f"@called {name} {values}"


def _stored(word: Slots) -> str:
    """The cell that exists where the function has certainly written to this word of memory."""
    return f"@stored {word}"
