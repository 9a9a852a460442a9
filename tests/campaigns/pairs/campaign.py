"""One pair of the campaign: generated, proven without a look at executions, and executed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from random import Random
from typing import Final, TypeAlias

import attr

from tests.campaigns.pairs.edits import edited
from tests.campaigns.pairs.executed import inputs, outcome, subject_of
from tests.campaigns.pairs.heap_programs import heap_program
from tests.campaigns.pairs.pair import sides
from tests.campaigns.pairs.program import Program
from tests.prover.proving import are_proven
from yulopt.errors import YulError
from yulopt.shrinking.shrinker import ProgramShrinker
from yulopt.shrinking.tree import parse_tree
from yulopt.verifier.equivalence import first_difference, is_comparable
from yulopt.verifier.inputs import Input

SIZES: Final = (1, 2, 2, 3, 3, 4, 5, 7)
# The share of executions that are wanted to differ.
_DIFFERENT: Final = ((0.0, 1.0), (0.0, 1.0), (0.1, 1.0), (0.1, 0.5))
# The share of pairs that are edited twice.
_SECOND_EDIT: Final = 0.15
# The share of programs that are edited inside of functions only, if they have any.
_IN_FUNCTIONS: Final = 0.25
_PROFILED: Final = 10
EXECUTED: Final = 40
# Of a pair that is proven.
_EXECUTED_PROVEN: Final = 150
SECONDS: Final = 0.5
_MAX_TRIES: Final = 60
_TRIES: Final = 12
_TRIES_OF_PROGRAM: Final = 3


# Whether two programs are proven to be equivalent, within some seconds.
Prove: TypeAlias = Callable[[str, str, float], bool]


class Verdict(Enum):
    """`SAME`: the edit is none. `OPEN`: not proven, and no execution shows a difference. `WRONG`:
    proven, although one does."""

    SAME = "same"
    PROVEN = "proven"
    OPEN = "open"
    DIFFERS = "differs"
    WRONG = "WRONG"


@attr.s(auto_attribs=True)
class Tally:
    """The verdicts, those for each edit, and the pairs that are wrongly proven."""

    verdicts: Counter[Verdict] = attr.Factory(Counter)
    of_edits: Counter[tuple[str, Verdict]] = attr.Factory(Counter)
    wrong: list[tuple[int, str]] = attr.Factory(list)

    def add(self, other: Tally) -> None:
        """Count those of another tally, too."""
        self.verdicts += other.verdicts
        self.of_edits += other.of_edits
        self.wrong += other.wrong

    def share(self, *verdicts: Verdict) -> float:
        """The share of some verdicts."""
        return sum(self.verdicts[one] for one in verdicts) / max(self.verdicts.total(), 1)

    def __str__(self) -> str:
        counts = ", ".join(f"{self.verdicts[one]} {one.value}" for one in Verdict)
        return f"{self.verdicts.total()} pairs: {counts}"


def pair_of(seed: int) -> tuple[str, str]:
    """The pair of a seed, and the name of its last edit; many pairs differ in some executions, or
    in few, if there are such edits of the program."""
    rng = Random(seed)
    least, most = rng.choice(_DIFFERENT)
    found: tuple[str, str] | None = None
    for attempt in range(_MAX_TRIES):
        if attempt % _TRIES_OF_PROGRAM == 0:
            if found is not None and attempt >= _TRIES:
                break
            text, style = heap_program(rng, rng.choice(SIZES))
            given = inputs(text, seed, _PROFILED)
            program = Program(parse_tree(text), given, in_functions=rng.random() < _IN_FUNCTIONS)
        pair = edited(rng, program, style)
        if pair is not None and rng.random() < _SECOND_EDIT:
            pair = edited(rng, program.edited(pair[1]), style) or pair
        if pair is None or not is_valid(str(pair[1])):
            continue
        found = str(pair[1]), pair[0]
        if least <= len(list(differences(found[0], given))) / len(given) <= most:
            break
    if found is None:
        raise AssertionError(f"seed {seed} gives no pair")
    return found


def is_valid(pair: str) -> bool:
    """Whether both programs of a pair are programs."""
    try:
        for text in sides(pair):
            subject_of(text)
    except (YulError, IndexError):
        # The shrinker may ask about what is no program at all.
        return False
    return True


def differences(pair: str, given: Iterable[Input]) -> Iterator[str]:
    """The first difference of each execution that shows one."""
    one, other = map(subject_of, sides(pair))
    for each in given:
        before, after = outcome(one, each), outcome(other, each)
        if is_comparable(before) and is_comparable(after):
            found = first_difference(before, after)
            if found is not None:
                yield f"{each}: {found}"


def difference(pair: str, given: Iterable[Input]) -> str:
    """The first difference that executions show, empty if there is none."""
    return next(differences(pair, given), "")


def judge(pair: str, seed: int, *, only_different: bool = False) -> Verdict:
    """The verdict on a pair. With `only_different`, pairs are proven only if they differ."""
    before, after = sides(pair)
    if before == after:
        return Verdict.SAME
    differs = bool(difference(pair, inputs(pair, seed, EXECUTED)))
    if only_different and not differs:
        return Verdict.OPEN
    if not are_proven(before, after, SECONDS):
        return Verdict.DIFFERS if differs else Verdict.OPEN
    if differs or difference(pair, inputs(pair, seed, _EXECUTED_PROVEN)):
        return Verdict.WRONG
    return Verdict.PROVEN


def check_seed(only_different: bool, seed: int) -> Tally:
    """The tally for the pair of a seed."""
    pair, edit = pair_of(seed)
    verdict = judge(pair, seed, only_different=only_different)
    tally = Tally(Counter([verdict]), Counter([(edit, verdict)]))
    if verdict is Verdict.WRONG:
        tally.wrong.append((seed, pair))
    return tally


def shrink(pair: str, seed: int, prove: Prove = are_proven) -> str:
    """A smaller pair that is wrongly proven, by `prove`."""
    best = pair
    given = inputs(pair, seed, _EXECUTED_PROVEN)

    def fails(text: str) -> bool:
        nonlocal best
        if not is_valid(text) or not difference(text, given) or not prove(*sides(text), SECONDS):
            return False
        best = text
        return True

    ProgramShrinker(fails).shrink(pair)
    return best
