"""Seeded random generator of valid Yul, for comparing the optimiser with the reference compiler.

In goes a seed and a few wishes (`generate`), out comes the text of a program that solc accepts: a
bare block or a tree of objects. Same arguments, same text. The programs do nothing sensible: they
are made of the shapes that optimiser steps look for (`generation.shapes`) in random structure, with
names chosen to be awkward for renaming. Each program draws its own weights for the kinds of
statements ("swarm testing"), so that each kind is frequent in some programs and absent in others.

`random_sequence` gives random step sequences to go with them.
"""

from __future__ import annotations

from random import Random

from tests.generation.code import CodeWriter
from tests.generation.objects import ObjectWriter


def generate(
    seed: int,
    *,
    size: int = 30,
    evm_version: str = "osaka",
    memoryguard: bool = False,
    objects: float = 0.3,
    variables: int = 11,
) -> str:
    """A random program of about `size` lines, valid for the EVM version.

    `memoryguard`: the code calls `memoryguard` and often has more live variables than the stack
    can reach. `objects`: probability of a tree of objects instead of a bare block. `variables`:
    how many variables may be visible at one place, about; with more, solc more often gives up.
    """
    rng = Random(seed)
    chances = {"msize": 0.06, "verbatim": 0.06, "linkersymbol": 0.08, "recursion": 0.2}
    features = {feature for feature, chance in chances.items() if rng.random() < chance}
    variables = rng.choice((variables, variables, variables + 2, variables + 4, 4))
    if memoryguard:
        features.add("memoryguard")
        variables = rng.choice((variables, variables + 5, 2 * variables))
    size = max(2, round(size * rng.choice((0.3, 0.7, 1, 1.5))))
    if rng.random() < objects:
        name = rng.choice(("C_12", "A", "C_12_deployed", "my.object", "Token_345"))
        return ObjectWriter(rng, evm_version, variables, features).object(name, size)[0] + "\n"
    return CodeWriter(rng, evm_version, variables, features, [], []).code(size) + "\n"


def random_sequence(
    rng: Random, letters: str, max_length: int = 25, brackets: float = 1 / 3, cleanup: float = 0.5
) -> str:
    """A random step sequence over `letters`.

    `brackets` is the probability of repeated groups, `cleanup` the probability of a `:`; what
    follows it is empty half of the time.
    """
    steps = [rng.choice(letters) for _ in range(rng.randint(0, max_length))]
    if rng.random() < brackets:
        for _ in range(rng.choice((1, 1, 2, 3))):
            start = end = rng.randint(0, len(steps))
            depth = 0
            for position in range(start, len(steps)):  # group only what is balanced in itself
                depth += (steps[position] == "[") - (steps[position] == "]")
                if depth < 0 or (depth == 0 and rng.random() < 0.2):
                    break
                end = position + 1 if depth == 0 else end
            steps[start:end] = ["[", *steps[start:end], "]"]
    if rng.random() < cleanup:
        length = rng.choice((0, rng.randint(1, max(1, max_length // 3))))
        steps += [":", *(rng.choice(letters) for _ in range(length))]
    return "".join(steps)
