"""Changes that are proven part by part: a chain of versions, each with one more part of a change.

If a version does what the one before it does, for all versions of a chain, then the last one does
what the first one did. Where a change as a whole is too much for a proof, its parts may be little:
in each of them all but one place is the same on both sides.

Where a step raises `memoryguard`, that is not done: a proof about all of it relies on the promise
that the program before it makes about memory (see `spilled_words`).

Which parts there are, and in which order they are made, is not argued: all that counts is that
each version of the chain is code, and is proven to do the same as the one before it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import attr

from yulopt.prover.mixtures import Mixtures, Part
from yulopt.prover.spilled_words import guards
from yulopt.prover.versions import Version

# With more parts, a change is all over the code.
_MAX_PARTS: Final = 64
# After as many parts that are not proven, the others are not tried.
_MAX_FAILURES: Final = 4


@attr.s(auto_attribs=True, frozen=True)
class Chain:
    """What became of the parts of a change.

    `version` is the last one that is proven, in which the parts in `made` are; those in `left` are
    not.
    """

    version: Version
    made: tuple[Part, ...] = ()
    left: tuple[Part, ...] = ()

    def left_of(self, name: str) -> tuple[int, ...]:
        """The parts of the change of a function that are left, where others are made."""
        if all(one != name for one, _ in self.made):
            return ()
        return tuple(number for one, number in self.left if one == name)


def prove_in_parts(
    before: Version,
    after: Version,
    names: list[str],
    is_proven: Callable[[Version, Version], bool],
) -> Chain:
    """Make one part after the other of what a step does to some functions, if that is proven."""
    mixtures = Mixtures(before, after, names)
    parts = mixtures.parts if len(mixtures.parts) <= _MAX_PARTS else []
    if guards(before.whole) != guards(after.whole):
        parts = []
    made: list[Part] = []
    failures = 0
    version = before
    for part in parts:
        following = mixtures.version([*made, part])
        # The last version is for the caller to prove.
        is_last = following is not None and following.texts == after.texts
        if following is None or is_last or not is_proven(version, following):
            failures += 1
            if failures > _MAX_FAILURES:
                break
            continue
        made.append(part)
        version = following
    return Chain(version, tuple(made), tuple(part for part in parts if part not in made))
