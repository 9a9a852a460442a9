"""Changes bytes of proven code at random: what is proven then must do the same.

python -m tests.checker.changed_bytes --changes 200 auction erc20
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from dataclasses import dataclass

from tests.checker.builds import Build, example, observe, with_byte
from yulopt.checker.witness import Witness
from yulopt.syntax.literals import WORD_BYTES


@dataclass(frozen=True)
class Change:
    """A changed byte. `executed`: it is one of those that run; `differs`: execution shows it."""

    offset: int
    value: int
    proven: bool
    executed: bool
    differs: bool


def changes(build: Build, count: int, seed: int, solvers: tuple[str, ...] = ()) -> list[Change]:
    """What is found out about bytes that were changed at random in the deployed code."""
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
        proven = build.prove_inner(changed, solvers=solvers).is_proven
        differs = proven and observe(changed.content, calls) != expected
        found.append(Change(offset, value, proven, offset in executed, differs))
    return found


def another_byte(witness: Witness, generator: random.Random) -> tuple[int, int]:
    """The offset of a byte, and another value for it, at random."""
    # Deployment overwrites the words of immutables, whatever is there.
    filled_in = {offset + byte for offset in witness.immutables for byte in range(WORD_BYTES)}
    offsets = [offset for offset in range(len(witness.content)) if offset not in filled_in]
    offset = generator.choice(offsets)
    if generator.random() < 0.5:
        return offset, witness.content[offset] ^ (1 << generator.randrange(8))
    return offset, (witness.content[offset] + generator.randrange(1, 256)) % 256


def main() -> None:
    """Change bytes of examples, and print how many changes are proven."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--changes", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("examples", nargs="+")
    arguments = parser.parse_args()
    for name in arguments.examples:
        build = example(name)
        found = changes(build, arguments.changes, arguments.seed, ("z3",))
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


if __name__ == "__main__":
    main()
