"""Requirements, guarantees and preserved properties of passes, and checks of pass lists.

A property is a named form of code. A pass declares those that it requires, establishes, and
preserves. So a list of passes can be rejected before any of them runs.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import ClassVar, Generic, TypeVar

from mypy_extensions import mypyc_attr

Unit = TypeVar("Unit")


class Property(Generic[Unit]):
    """A form of code: its `name`, how it is tested (`holds`), and the pass or step that establishes
    it, if any.

    Not an attrs class, since mypyc does not compile generic ones.
    """

    def __init__(self, name: str, holds: Callable[[Unit], bool], established_by: str = "") -> None:
        self.name = name
        self.holds = holds
        self.established_by = established_by


@mypyc_attr(allow_interpreted_subclasses=True)
class PassRequirements:
    """Base class of passes in lists.

    `name`: its name in a list. `requires`: the properties that it relies on; `provides`: those that
    always hold after it; `preserves`: those that hold after it if they did before.
    """

    name: ClassVar[str] = ""
    requires: ClassVar[tuple[str, ...]] = ()
    provides: ClassVar[tuple[str, ...]] = ()
    preserves: ClassVar[tuple[str, ...]] = ()


class Conflict:
    """The item at an `index` of a list requires a property that does not hold there: because an
    earlier item destroyed it (`ended_by`), or because it never held."""

    def __init__(self, index: int, needs: str, ended_by: PassRequirements | None) -> None:
        self.index = index
        self.needs = needs
        self.ended_by = ended_by


def find_conflict(
    contracts: Sequence[PassRequirements], properties: Iterable[str], holding: Collection[str]
) -> Conflict | None:
    """The first conflict in a list, given the properties that hold before it."""
    ended: dict[str, PassRequirements | None] = {
        name: None for name in properties if name not in holding
    }
    for index, item in enumerate(contracts):
        for name in item.requires:
            if name in ended:
                return Conflict(index, name, ended[name])
        for name in properties:
            if name in item.provides:
                ended.pop(name, None)
            elif name not in item.preserves:
                ended.setdefault(name, item)
    return None
