"""Properties that functions may have and passes rely on, and lists of passes that fit together.

A pass names what it `requires`, and what still holds after it (`preserves`). So a list of passes
can be refused before any of them runs.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final

import attr

from yulopt.ssa.ir.function import Function
from yulopt.ssa.pass_contract import SSA, Pass

PROPERTIES: Final[dict[str, Callable[[Function], bool]]] = {
    SSA: lambda function: not function.post_ssa,
}


@attr.s(auto_attribs=True, eq=False)
class Conflict:
    """The pass at an `index` of a list needs a property that does not hold there: because an
    earlier pass ended it (`ended_by`), or because it did not hold from the beginning."""

    index: int
    needs: str
    ended_by: Pass | None


def find_conflict(passes: Sequence[Pass], holding: Collection[str]) -> Conflict | None:
    """The first pass of a list that cannot do its work if these properties hold before the list."""
    ended: dict[str, Pass | None] = {name: None for name in PROPERTIES if name not in holding}
    for index, item in enumerate(passes):
        for name in item.requires:
            if name in ended:
                return Conflict(index, name, ended[name])
        for name in PROPERTIES:
            if name not in item.preserves:
                ended.setdefault(name, item)
    return None
