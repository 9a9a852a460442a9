"""Breaks code generation on purpose: code that is proven must behave like the correct code.

python -m tests.checker.mutants --every 4
python -m tests.checker.mutants --every 4 --pipeline gas --proven   proven builds by broken passes
python -m tests.checker.mutants --recorded   of code generation, in the program that shows each
"""

from __future__ import annotations

import argparse
import importlib
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final

from tests.checker import builds
from tests.checker.builds import Build
from tests.code_generation.programs import all_programs
from tests.execution import Call, Machine, Outcome, first_difference
from tests.mutation.in_place import in_place
from tests.mutation.mutant import CodeMutant, Mutant
from tests.mutation.table import MUTANTS
from yulopt.errors import YulError

_BROKEN: Final = ("yulopt.assembly.", "yulopt.stack.")
_WRONG: Final = "PROVEN WRONGLY"
# Arguments of constructors, one of which each example takes.
_ARGUMENTS: Final = [
    b"".join(word.to_bytes(32, "big") for word in words) for words in ((2, 2, 5, 7), (1000, 5))
]
# Programs that tell where objects and data are; proofs take these offsets from the bytes.
_OFFSETS: Final = ("data_order", "equal_objects", "nested_paths")
_NAMES: Final = ("auction", "immutables", "loops", "recursion", "strings", "multisig")


def mutants() -> list[Mutant]:
    """The mistakes in code generation, and in passes over the assembly."""
    return [mutant for mutant in MUTANTS if mutant.module.startswith(_BROKEN)]


def judged(
    mutant: Mutant, names: Sequence[str], pipeline: str, *, proven: bool = False
) -> Iterator[tuple[str, str]]:
    """For each example, what became of its bytes, and of their proof.

    If it is `proven`, passes that leave bytes open are left out of the broken build.
    """
    right = {name: builds.example(name, pipeline) for name in names}
    with in_place(mutant):
        fresh = importlib.import_module(builds.__name__)
        for name in names:
            make = partial(fresh.example, name, pipeline, proven=proven)
            yield name, _judged(right[name], make)


def judged_as_recorded(mutant: CodeMutant) -> str:
    """The same for the program that is recorded to show the mistake."""
    name = mutant.caught_by
    if name not in all_programs():
        return "a report, not code"
    if name in _OFFSETS:
        return "other offsets of objects"
    try:
        right = builds.recorded(name)
    except YulError:
        return "no code, since the stack is too deep"
    with in_place(mutant):
        fresh = importlib.import_module(builds.__name__)
        return _judged(right, partial(fresh.recorded, name))


def _judged(right: Build, make: Callable[[], Build]) -> str:
    try:
        broken = make()
        if broken.content == right.content:
            return "the same bytes"
        proofs = broken.prove()
    except Exception:
        return "an exception"
    if not all(proof.is_proven for proof in proofs):
        return "open"
    calls = list(right.calls(random.Random(0)))
    expected = observe(right, calls)
    assert expected is not None
    observed = observe(broken, calls)
    if observed is None or first_difference(expected, observed) is not None:
        return _WRONG
    return "proven, and the same in executions"


def observe(build: Build, calls: list[Call]) -> list[Outcome] | None:
    """The behaviour of the contract that creation code deploys; None if it deploys none."""
    machine = Machine()
    if build.inner is build.program:
        address: str | None = machine.install(build.content)
    else:
        deployed = (machine.deploy(build.content + arguments) for arguments in _ARGUMENTS)
        address = next(filter(None, deployed), None)
    return None if address is None else [machine.call(address, call) for call in calls]


def main() -> None:
    """Judge mutants, and print what was found."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--every", type=int, default=1, help="take every Nth mutant only")
    parser.add_argument("--pipeline", default="", help="of the builds, by name")
    parser.add_argument("--proven", action="store_true", help="make proven builds")
    parser.add_argument("--examples", nargs="+", default=_NAMES, help="the examples that are built")
    parser.add_argument("--recorded", action="store_true", help="programs that show each")
    arguments = parser.parse_args()
    total: Counter[str] = Counter()
    for mutant in mutants()[:: arguments.every]:
        if arguments.recorded:
            if isinstance(mutant, CodeMutant):
                outcome = judged_as_recorded(mutant)
                total[outcome] += 1
                print(f"{mutant.name}: {outcome}", flush=True)
            continue
        found = dict(
            judged(mutant, arguments.examples, arguments.pipeline, proven=arguments.proven)
        )
        total.update(found.values())
        print(f"{mutant.name}: {dict(Counter(found.values()))}", flush=True)
        for name, outcome in found.items():
            if outcome == _WRONG:
                print(f"  {name}: {outcome}", flush=True)
    print(dict(total))
    sys.exit(1 if total[_WRONG] else 0)


if __name__ == "__main__":
    main()
