"""Input selection: many inputs are tried, and those that reach new blocks are kept.

A simple form of coverage-guided fuzzing. Later inputs are built from the queries of runs with kept
inputs (slots of storage, compared words, called accounts); and if a word of the input was compared
with another one, that is substituted for it.

Source: Aschermann and others, REDQUEEN: Fuzzing with Input-to-State Correspondence (2019).
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable
from random import Random
from typing import Final

import attr

from yulopt.evm.environment import Limits
from yulopt.evm.frame import TraceEntry, Tracer
from yulopt.evm.outcome import Outcome
from yulopt.graphs.orders import breadth_first
from yulopt.interpreter.code import Block, Branch, Call, Function, Jump, MultiBranch
from yulopt.interpreter.machine import Program
from yulopt.syntax.literals import WORD_BYTES, WORD_MASK
from yulopt.verifier.inputs import BEHAVIOURS, CALLER, CONTRACT, Input, WordPool, replacements
from yulopt.verifier.subject import Subject

_COMPARISONS: Final = frozenset({"eq", "lt", "gt", "slt", "sgt", "sub", "xor"})
_FIRST_SLOTS: Final = 4
_MAX_SLOTS: Final = 24
_MAX_CALLDATA: Final = 1024
_MAX_COMPARISONS: Final = 300
_MAX_PLANNED: Final = 500
_MAX_ACCOUNTS: Final = 8
_MAX_ELEMENTS: Final = 6
_FIRST_CONTRACT_ADDRESS: Final = 0x12
# The number of inputs kept without new coverage, because other values may behave differently.
_EXTRA_INPUTS: Final = 5


@attr.s(auto_attribs=True)
class Exploration:
    """The chosen inputs, each with its outcome, and their coverage.

    `given_up`: the number of inputs for which the interpreter gave up, by reason.
    """

    inputs: list[Input]
    outcomes: list[Outcome]
    coverage: Coverage
    given_up: Counter[str]


def explore(
    subject: Subject, rng: Random, tries: int, limits: Limits, words: Iterable[int] = ()
) -> Exploration:
    """Try a number of inputs (and at least each selector once) and choose some of them.

    Inputs are built from words in the code, and from `words`.
    """
    explorer = _Explorer(subject, rng, limits, words)
    explorer.run(tries)
    reached = coverage(subject.original, explorer.reached)
    return Exploration(explorer.inputs, explorer.outcomes, reached, explorer.given_up)


class _Explorer:
    def __init__(self, subject: Subject, rng: Random, limits: Limits, words: Iterable[int]) -> None:
        self.inputs: list[Input] = []
        self.outcomes: list[Outcome] = []
        self.reached: set[Block] = set()
        self.given_up: Counter[str] = Counter()
        self._subject = subject
        self._rng = rng
        self._limits = limits
        self._pool = WordPool(subject.code)
        for word in words:
            self._pool.add(word)
        self._blocks = reachable_blocks(subject.original)
        self._slots: dict[int, None] = dict.fromkeys(range(_FIRST_SLOTS))
        # The offsets of calldata reads, and the comparisons in the run of each input.
        self._offsets: dict[int, None] = {}
        self._comparisons: list[dict[tuple[int, int], None]] = []
        # Inputs in which a word was replaced by one it was compared with, for the first time.
        self._queue: deque[Input] = deque()
        self._compared: set[tuple[int, int]] = set()
        self._accounts: dict[int, None] = {}

    def run(self, tries: int) -> None:
        """Try inputs, at first simple ones."""
        extra = 0
        for number in range(max(tries, len(self._pool.selectors) + 1)):
            if number == 0:
                given = Input()
            elif number <= len(self._pool.selectors):
                given = self._random(self._pool.selectors[number - 1])
            elif self._queue and self._rng.random() < 0.6:
                given = self._queue.popleft()
            elif self.inputs and self._rng.random() < 0.6:
                given = self._changed(self._rng.randrange(len(self.inputs)))
            else:
                given = self._random(self._selector())
            if self._try(given) and extra < _EXTRA_INPUTS:
                extra += 1
                self._keep(given)
            if extra == _EXTRA_INPUTS and len(self.reached) == len(self._blocks):
                break

    def _try(self, given: Input) -> bool:
        """Run an input; returns whether it is comparable but reaches nothing new.

        One that reaches new blocks is kept. If the interpreter gives up, nothing counts as reached.
        """
        for block in self._blocks:
            block.reached = False
        outcome = self._subject.run(self._subject.original, given, self._limits)
        if outcome.is_limit:
            self.given_up[outcome.kind.value] += 1
            return False
        new = [block for block in self._blocks if block.reached and block not in self.reached]
        if new:
            self.reached.update(new)
            self._keep(given)
            self._fill_queue(given)
        return not new

    def _fill_queue(self, given: Input) -> None:
        """Schedule the words that the last input was compared with."""
        for one, other in self._comparisons[-1]:
            if (one, other) not in self._compared and len(self._queue) < _MAX_PLANNED:
                self._compared.add((one, other))
                self._queue.extend(self._replaced(given, one, other))

    def _replaced(self, given: Input, word: int, wanted: int) -> list[Input]:
        return replacements(given, word, wanted, list(self._offsets), list(self._slots))

    def _keep(self, given: Input) -> None:
        """Keep an input, and learn from its run."""
        self._comparisons.append({})
        outcome = self._subject.run(
            self._subject.original, given, self._limits, Tracer(self._learn, wants_switches=True)
        )
        self.inputs.append(given)
        self.outcomes.append(outcome)
        for message in outcome.messages:
            if message.target >= _FIRST_CONTRACT_ADDRESS and message.target != CONTRACT:
                self._learn_account(message.target)

    def _learn(self, entry: TraceEntry) -> None:
        name, arguments = entry.name, entry.arguments
        if entry.kind == "switch":
            for label in arguments[1:]:
                self._learn_comparison(arguments[0], label)
        elif name in _COMPARISONS and entry.kind == "builtin":
            self._learn_comparison(arguments[0], arguments[1])
            self._learn_comparison(arguments[1], arguments[0])
        elif name == "iszero":
            self._learn_comparison(arguments[0], 1 if arguments[0] == 0 else 0)
        elif name == "sload" and len(self._slots) < _MAX_SLOTS:
            self._slots[arguments[0]] = None
        elif name == "calldataload" and arguments[0] < _MAX_CALLDATA:
            self._offsets[arguments[0]] = None

    def _learn_comparison(self, one: int, other: int) -> None:
        if one != other and len(self._comparisons[-1]) < _MAX_COMPARISONS:
            self._comparisons[-1][one, other] = None
            self._pool.add(other)

    def _learn_account(self, address: int) -> None:
        if len(self._accounts) < _MAX_ACCOUNTS:
            self._accounts[address] = None

    # New inputs

    def _selector(self) -> int | None:
        selectors = self._pool.selectors
        return self._rng.choice(selectors) if selectors and self._rng.random() < 0.8 else None

    def _random(self, selector: int | None) -> Input:
        rng = self._rng
        given = Input(self._calldata(selector))
        if rng.random() < 0.2:
            given.value = rng.choice((1, 1000))
        given.storage = self._storage(rng.choice((0.0, 0.3, 0.8)))
        given.immutables = {name: self._word() for name in self._subject.image.immutables}
        if rng.random() < 0.5:
            given.arguments = self._words(rng.randint(1, 4))
        given.behaviours = self._behaviours()
        return given

    def _changed(self, index: int) -> Input:
        """An input that differs in one part from one that was kept."""
        rng, given = self._rng, self.inputs[index]
        comparisons = self._comparisons[index]
        if comparisons and rng.random() < 0.6:
            one, other = rng.choice(list(comparisons))
            wanted = (other + rng.choice((0, 0, 0, 1, -1))) & WORD_MASK
            replaced = self._replaced(given, one, wanted)
            if replaced:
                return rng.choice(replaced)
        return self._mutation(given)

    def _mutation(self, given: Input) -> Input:
        rng = self._rng
        changed = attr.evolve(given)
        kind = rng.randrange(6)
        if kind <= 1:
            changed.calldata = self._changed_bytes(given.calldata)
        elif kind == 2:
            changed.storage = {**given.storage, **self._storage(0.3)}
        elif kind == 3:
            changed.behaviours = self._behaviours()
        elif kind == 4:
            changed.caller = rng.choice((CALLER, self._word() & ((1 << 160) - 1)))
            changed.value = rng.choice((0, 0, 1, 1000))
        else:
            changed.immutables = {name: self._word() for name in given.immutables}
            changed.arguments = self._changed_bytes(given.arguments)
        if changed.caller == CONTRACT:
            changed.caller = CALLER
        return changed

    def _calldata(self, selector: int | None) -> bytes:
        rng = self._rng
        if selector is None and rng.random() < 0.3:
            return rng.randbytes(rng.randint(0, 40))
        head = b"" if selector is None else selector.to_bytes(4, "big")
        if rng.random() < 0.3:
            return head + self._array()
        return head + self._words(rng.choice((0, 1, 2, 3, 4, 6)))

    def _array(self) -> bytes:
        """Arguments the last of which is an array, or bytes, in the encoding of the ABI."""
        rng = self._rng
        before = rng.choice((0, 0, 1, 2))
        offset = WORD_BYTES * (before + 1)
        length = rng.randrange(_MAX_ELEMENTS)
        return (
            self._words(before)
            + offset.to_bytes(WORD_BYTES, "big")
            + length.to_bytes(WORD_BYTES, "big")
            + self._words(min(length, rng.randint(1, _MAX_ELEMENTS)))
        )

    def _changed_bytes(self, content: bytes) -> bytes:
        """With another word at some offset, or another length."""
        rng = self._rng
        if rng.random() < 0.2 or len(content) < WORD_BYTES:
            return content + self._words(1) if rng.random() < 0.7 else content[:-1]
        start = len(content) % WORD_BYTES + WORD_BYTES * rng.randrange(len(content) // WORD_BYTES)
        return content[:start] + self._words(1) + content[start + WORD_BYTES :]

    def _storage(self, density: float) -> dict[int, int]:
        rng = self._rng
        storage = {slot: self._word() for slot in self._slots if rng.random() < density}
        return {slot: word for slot, word in storage.items() if word}

    def _behaviours(self) -> dict[int, str]:
        kinds = [*BEHAVIOURS, ""]
        chosen = {address: self._rng.choice(kinds) for address in self._accounts}
        return {address: kind for address, kind in chosen.items() if kind}

    def _word(self) -> int:
        return self._pool.choose(self._rng)

    def _words(self, count: int) -> bytes:
        return b"".join(self._word().to_bytes(WORD_BYTES, "big") for _ in range(count))


@attr.s(auto_attribs=True)
class Coverage:
    """Coverage: the executed basic blocks and functions among the reachable ones."""

    blocks: int = 0
    all_blocks: int = 0
    functions: int = 0
    all_functions: int = 0

    @property
    def is_complete(self) -> bool:
        """Whether all blocks were executed."""
        return self.blocks == self.all_blocks

    def add(self, other: Coverage) -> None:
        """Count those of another program, too."""
        self.blocks += other.blocks
        self.all_blocks += other.all_blocks
        self.functions += other.functions
        self.all_functions += other.all_functions


def reachable_blocks(program: Program) -> list[Block]:
    """All blocks reachable by paths from the entry, regardless of values."""
    return breadth_first([program.functions[0].entry], _successors)


def _successors(block: Block) -> list[Block]:
    exit = block.exit
    if isinstance(exit, Jump):
        return [exit.target]
    if isinstance(exit, Branch):
        return [exit.nonzero, exit.zero]
    if isinstance(exit, MultiBranch):
        return [*exit.targets.values(), exit.default]
    if isinstance(exit, Call):
        return [exit.function.entry, exit.next]
    return []


def coverage(program: Program, reached: set[Block]) -> Coverage:
    """The figures for the blocks that were reached."""
    reachable = set(reachable_blocks(program))
    functions: list[Function] = [
        function for function in program.functions[1:] if function.entry in reachable
    ]
    return Coverage(
        len(reached & reachable),
        len(reachable),
        sum(function.entry in reached for function in functions),
        len(functions),
    )
