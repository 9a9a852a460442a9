"""Changes that are proven part by part: a chain of versions, each with one more part of a change.

If each version of a chain is equivalent to the one before it, the last one is equivalent to the
first one. A change that is too large for one proof may have small parts: in each of them, both
sides differ in one place only.

Steps that raise `memoryguard` are not split: a proof about all of it relies on the promise that the
program before it makes about memory (see `spilled_words`).

The choice and order of the parts need no justification: it suffices that each version of the chain
is valid code, and is proven equivalent to the one before it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import attr

from yulopt.prover.mixtures import Mixtures, Part
from yulopt.prover.spilled_words import guards
from yulopt.prover.versions import Version

# In changes with more parts, several that follow each other are applied at once.
_MAX_PROOFS: Final = 64
# After this many proofs that fail, the other parts are not tried.
_MAX_FAILURES: Final = 4


@attr.s(auto_attribs=True, frozen=True)
class Chain:
    """The outcome for the parts of a change.

    `version` is the last proven one, with the parts in `made` applied; those in `left` are not
    proven.
    """

    version: Version
    made: tuple[Part, ...] = ()
    left: tuple[Part, ...] = ()

    def left_of(self, name: str) -> tuple[int, ...]:
        """The unproven parts of the change of a function of which others are proven."""
        if all(one != name for one, _ in self.made):
            return ()
        return tuple(number for one, number in self.left if one == name)


def prove_in_parts(
    before: Version,
    after: Version,
    names: list[str],
    is_proven: Callable[[Version, Version], bool],
) -> Chain:
    """Apply the parts of the changes of some functions one after the other, if they are proven."""
    mixtures = Mixtures(before, after, names)
    parts = mixtures.parts if guards(before.whole) == guards(after.whole) else []
    size = max(1, -(-len(parts) // _MAX_PROOFS))
    made: list[Part] = []
    failures = 0
    version = before
    for first in range(0, len(parts), size):
        group = parts[first : first + size]
        following = mixtures.version([*made, *group])
        # The caller proves the last version.
        is_last = following is not None and following.texts == after.texts
        if following is None or is_last or not is_proven(version, following):
            failures += 1
            if failures > _MAX_FAILURES:
                break
            continue
        made += group
        version = following
    return Chain(version, tuple(made), tuple(part for part in parts if part not in made))
