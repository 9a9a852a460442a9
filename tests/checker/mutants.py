"""Breaks code generation on purpose: what is proven then must do what the right code does.

python -m tests.checker.mutants --every 4
"""

from __future__ import annotations

import argparse
import importlib
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final

from tests.checker import builds
from tests.checker.builds import Build
from tests.execution import Call, Machine, Outcome
from tests.mutation.in_place import in_place
from tests.mutation.mutant import Mutant
from tests.mutation.table import MUTANTS

_BROKEN: Final = ("yulopt.assembly.", "yulopt.stack.")
_NAMES: Final = ("auction", "immutables", "loops", "recursion", "strings", "multisig")


def mutants() -> list[Mutant]:
    """The mistakes in code generation, and in passes over the assembly."""
    return [mutant for mutant in MUTANTS if mutant.module.startswith(_BROKEN)]


def judged(mutant: Mutant, names: Sequence[str], pipeline: str) -> Iterator[tuple[str, str]]:
    """For each example, what became of its bytes, and of their proof."""
    right = {name: builds.example(name, pipeline) for name in names}
    with in_place(mutant):
        fresh = importlib.import_module(builds.__name__)
        for name in names:
            yield name, _judged(right[name], partial(fresh.example, name, pipeline))


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
    if observe(broken, calls) != observe(right, calls):
        return "PROVEN WRONGLY"
    return "proven, and the same in executions"


def observe(build: Build, calls: list[Call]) -> list[Outcome] | None:
    """What the contract does that creation code makes; None if it makes none."""
    machine = Machine()
    if build.inner is build.program:
        address: str | None = machine.install(build.content)
    else:
        address = machine.deploy(build.content)
    return None if address is None else [machine.call(address, call) for call in calls]


def main() -> None:
    """Judge mutants, and print what was found."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--every", type=int, default=1, help="take every Nth mutant only")
    parser.add_argument("--pipeline", default="", help="of the builds, by name")
    arguments = parser.parse_args()
    total: Counter[str] = Counter()
    for mutant in mutants()[:: arguments.every]:
        found = dict(judged(mutant, _NAMES, arguments.pipeline))
        total.update(found.values())
        print(f"{mutant.name}: {dict(Counter(found.values()))}", flush=True)
        for name, outcome in found.items():
            if outcome.startswith("PROVEN"):
                print(f"  {name}: {outcome}", flush=True)
    print(dict(total))


if __name__ == "__main__":
    main()
