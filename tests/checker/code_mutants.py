"""Makes faults in generated code: code that is proven must behave like the correct code.

Labels, jump tables, return addresses of shared code, slots of the stack, words in memory,
immutables, and data.

python -m tests.checker.code_mutants --mutants 150 --pipeline gas auction factory immutables
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import attr

from tests.checker.builds import Build, example
from tests.checker.mutants import observe
from tests.execution import first_difference
from yulopt.checker.decoding import Code
from yulopt.checker.witness import Witness
from yulopt.syntax.objects import Data, Object

_JUMPDEST: Final = 0x5B
_LABEL_BYTES: Final = 2
# Places where code can be changed, as new bytes by their offsets.
_Changes = Iterator[tuple[int, bytes]]


def _labels(code: Code, witness: Witness) -> _Changes:
    """A label is pushed instead of another one."""
    pushes = [one for one in code.instructions.values() if one.offset in witness.labels]
    for one in pushes:
        for other in pushes:
            is_alike = other.following - other.offset == one.following - one.offset
            if is_alike and other.number != one.number and one.number in code.targets:
                yield one.offset, witness.content[other.offset : other.following]


def _tables(code: Code, witness: Witness) -> _Changes:
    """Two entries of a jump table are exchanged."""
    for one in code.instructions.values():
        width = one.following - one.offset - 1
        if one.offset not in witness.labels or width < 2 * _LABEL_BYTES:
            continue
        operand = witness.content[one.offset + 1 : one.following]
        parts = [operand[at : at + _LABEL_BYTES] for at in range(0, width, _LABEL_BYTES)]
        for first in range(len(parts)):
            for second in range(first):
                swapped = list(parts)
                swapped[first], swapped[second] = parts[second], parts[first]
                if swapped != parts:
                    yield one.offset + 1, b"".join(swapped)


def _returns(code: Code, witness: Witness) -> _Changes:
    """Shared code returns to where another call of it returns."""
    jumps = [one for one in code.instructions.values() if one.name == "jump"]
    places = {one.following for one in jumps} & code.targets
    for one in code.instructions.values():
        if one.offset in witness.labels and one.number in places:
            width = one.following - one.offset - 1
            for place in sorted(places - {one.number}):
                if place < 1 << 8 * width:
                    yield one.offset + 1, place.to_bytes(width, "big")


def _slots(code: Code, witness: Witness) -> _Changes:
    """Another slot of the stack is copied, or exchanged."""
    for one in code.instructions.values():
        if one.name in ("dup", "swap"):
            for number in {one.number - 1, one.number + 1} & set(range(1, 17)):
                yield one.offset, bytes([witness.content[one.offset] + number - one.number])


def _pops(code: Code, witness: Witness) -> _Changes:
    """A slot stays on the stack."""
    for one in code.instructions.values():
        if one.name == "pop":
            yield one.offset, bytes([_JUMPDEST])


def _words(code: Code, witness: Witness) -> _Changes:
    """Another number is pushed, such as the place of a word in memory, or of an immutable."""
    pushes = [
        one
        for one in code.instructions.values()
        if one.name == "push"
        and one.following > one.offset + 1
        and one.offset not in witness.labels
    ]
    for one in pushes:
        for other in pushes:
            is_alike = other.following - other.offset == one.following - one.offset
            if is_alike and other.number != one.number:
                yield one.offset, witness.content[other.offset : other.following]


def _pairs(code: Code, witness: Witness) -> _Changes:
    """Two instructions of one byte are exchanged."""
    content = witness.content
    for one in code.instructions.values():
        other = code.instructions.get(one.following)
        is_next = other is not None and one.following == one.offset + 1 == other.following - 1
        if is_next and content[one.offset] != content[one.following]:
            yield one.offset, content[one.offset : one.following + 1][::-1]


_KINDS: Final[Mapping[str, Callable[[Code, Witness], _Changes]]] = {
    "label": _labels,
    "jump table": _tables,
    "return address": _returns,
    "slot": _slots,
    "pop": _pops,
    "number": _words,
    "order": _pairs,
}


@dataclass(frozen=True)
class Outcome:
    """The outcome of a fault: whether the code is proven, and whether executions show the fault."""

    kind: str
    offset: int
    proven: bool
    differs: bool


class Mutants:
    """The mistakes that can be made in a build."""

    def __init__(self, build: Build, seconds: float) -> None:
        self._build = build
        self._seconds = seconds
        self._codes = {
            one: Code(witness, build.dialect) for one, witness in build.witnesses.items()
        }
        self._right = dict(build.witnesses)
        self._calls = list(build.calls(random.Random(0)))
        expected = observe(build, self._calls)
        assert expected is not None
        self._expected = expected

    def outcomes(self, count: int, generator: random.Random) -> Iterator[Outcome]:
        """The outcomes of `count` random faults, as evenly spread over the kinds as possible."""
        made = 0
        for _ in range(10 * count):
            if made == count:
                return
            kind = generator.choice([*_KINDS, "immutable", "data"])
            found = self._mistake(kind, generator)
            if found is not None:
                made += 1
                yield self._outcome(kind, *found)

    def _mistake(self, kind: str, generator: random.Random) -> tuple[Object, int, bytes] | None:
        program = generator.choice([*self._right])
        witness = self._right[program]
        if kind == "immutable":
            assigned = {at for found in witness.assigned.values() for at in found}
            changes = [
                (offset, new)
                for offset, new in _words(self._codes[program], witness)
                if self._codes[program].at(offset).number in assigned
            ]
        elif kind == "data":
            changes = [
                (offset + at, bytes([witness.content[offset + at] ^ 1]))
                for path, offset in witness.offsets.items()
                if isinstance(data := program.find(path), Data)
                for at in range(len(data.content))
            ]
        else:
            changes = list(_KINDS[kind](self._codes[program], witness))
        return (program, *generator.choice(changes)) if changes else None

    def _outcome(self, kind: str, program: Object, offset: int, new: bytes) -> Outcome:
        build = self._build
        witnesses = self._changed(program, offset, new)
        build.witnesses = witnesses
        try:
            proven = all(one.is_proven for one in build.prove(seconds=self._seconds))
            content = build.parts[build.program].content
            build.parts[build.program].content = witnesses[build.program].content
            observed = observe(build, self._calls)
            differs = observed is None or first_difference(self._expected, observed) is not None
            build.parts[build.program].content = content
        finally:
            build.witnesses = self._right
        return Outcome(kind, offset, proven, differs)

    def _changed(self, program: Object, offset: int, new: bytes) -> dict[Object, Witness]:
        """The witnesses with bytes replaced, also in the objects that have them."""
        found = dict(self._right)
        while True:
            content = bytearray(found[program].content)
            content[offset : offset + len(new)] = new
            found[program] = attr.evolve(found[program], content=bytes(content))
            outer = [one for one in found if program in one.sub_objects]
            if not outer:
                return found
            offset += next(
                at for path, at in found[outer[0]].offsets.items() if outer[0].find(path) is program
            )
            program = outer[0]


def main() -> None:
    """Make mistakes in examples, and print what became of them."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--mutants", type=int, default=150)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=0.5, help="for each function")
    parser.add_argument("--pipeline", default="", help="of the builds, by name")
    parser.add_argument("examples", nargs="+")
    arguments = parser.parse_args()
    total: Counter[str] = Counter()
    wrong = False
    for name in arguments.examples:
        build = example(name, arguments.pipeline)
        mutants = Mutants(build, arguments.seconds)
        for one in mutants.outcomes(arguments.mutants, random.Random(arguments.seed)):
            is_wrong = one.proven and one.differs
            wrong |= is_wrong
            outcome = "proven" if one.proven else "open"
            shown = "shown by execution" if one.differs else "the same in executions"
            total[f"{one.kind}: {outcome}, {shown}"] += 1
            if is_wrong:
                print(f"{name}: {one} PROVEN WRONGLY (--seed {arguments.seed})", flush=True)
    for outcome, count in sorted(total.items()):
        print(f"{count:5} {outcome}")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
