"""Changes bytes of proven code at random: code that is still proven must behave the same.

python -m tests.checker.changed_bytes --changes 200 auction erc20
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from dataclasses import dataclass
from typing import Final

from tests.checker.builds import Build, example, observe, with_byte
from tests.execution import first_difference
from yulopt.checker.witness import Witness
from yulopt.syntax.literals import WORD_BYTES

# The EVM that executes the code does not know this instruction.
_CLZ: Final = 0x1E


@dataclass(frozen=True)
class Change:
    """A changed byte. `executed`: it is one of those that run; `differs`: execution shows it."""

    offset: int
    value: int
    proven: bool
    executed: bool
    differs: bool


def changes(
    build: Build,
    count: int,
    seed: int,
    *,
    seconds: float = 2.0,
    solvers: tuple[str, ...] = (),
) -> list[Change]:
    """The verdicts about random changes of bytes in the deployed code."""
    generator = random.Random(seed)
    witness = build.witnesses[build.inner]
    right = build.prove_inner(witness)
    assert right.is_proven
    executed = build.executed(right)
    calls = list(build.calls(generator))
    expected = observe(witness.content, calls)
    found = []
    for _ in range(count):
        offset, value = another_byte(witness, generator)
        changed = with_byte(witness, offset, value)
        proven = build.prove_inner(changed, seconds=seconds, solvers=solvers).is_proven
        observed = observe(changed.content, calls) if proven else expected
        differs = first_difference(expected, observed) is not None
        found.append(Change(offset, value, proven, offset in executed, differs))
    return found


def another_byte(witness: Witness, generator: random.Random) -> tuple[int, int]:
    """The offset of a byte, and another value for it, at random."""
    # Deployment overwrites the words of immutables, whatever is there.
    filled_in = {offset + byte for offset in witness.immutables for byte in range(WORD_BYTES)}
    offsets = [offset for offset in range(len(witness.content)) if offset not in filled_in]
    offset = generator.choice(offsets)
    value = witness.content[offset] ^ (1 << generator.randrange(8))
    if generator.random() < 0.5:
        value = (witness.content[offset] + generator.randrange(1, 256)) % 256
    return (offset, value) if value != _CLZ else another_byte(witness, generator)


def main() -> None:
    """Change bytes of examples, and print how many changes are proven."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--changes", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each function")
    parser.add_argument("--pipeline", default="", help="of the builds, by name")
    parser.add_argument("examples", nargs="+")
    arguments = parser.parse_args()
    wrong = 0
    for name in arguments.examples:
        build = example(name, arguments.pipeline)
        seed, seconds = arguments.seed, arguments.seconds
        found = changes(build, arguments.changes, seed, seconds=seconds, solvers=("z3",))
        wrong += sum(one.differs for one in found)
        count = Counter((one.proven, one.executed, one.differs) for one in found)
        print(
            f"{name}: {sum(not one.proven for one in found)} not proven,"
            f" {count[True, False, False]} proven of bytes that never run,"
            f" {count[True, True, False]} proven that do the same,"
            f" {sum(one.differs for one in found)} PROVEN WRONGLY",
            flush=True,
        )
        for one in found:
            if one.proven and (one.executed or one.differs):
                print(f"  {one}")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
