"""Analyses of one unit of code: computed on demand, and kept until they are invalidated.

A unit is what is analysed as a whole: a function in SSA form, a module of such functions, the code
of an object. A table says how each analysis of such units is made. Whoever changes a unit declares
what is still valid after that; everything else is dropped, and computed again on demand.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Generic, TypeVar

Unit_co = TypeVar("Unit_co", covariant=True)
Result = TypeVar("Result")
Result_co = TypeVar("Result_co", covariant=True)


class Analysis(Generic[Unit_co, Result_co]):
    """How an analysis is made.

    `kind` is its class, by which it is asked for. `make` makes it of a unit, and may ask for other
    analyses of that. `agrees` is whether one from before is still right where a new one would be
    the other: the same, or at least nothing that promises too much.
    """

    def __init__(
        self,
        kind: type[Result_co],
        make: Callable[[Unit_co, Analyses[Unit_co]], Result_co],
        agrees: Callable[[Result_co, Result_co], bool],
    ) -> None:
        self.kind = kind
        self.make = make
        self._agrees = agrees

    def is_right(self, old: object, new: object) -> bool:
        """Whether what was found before is still right, going by a new analysis."""
        assert isinstance(old, self.kind)
        assert isinstance(new, self.kind)
        return self._agrees(old, new)


class Analyses(Generic[Unit_co]):
    """The analyses of a unit.

    `table` has those that can be asked for; others are looked up in `outer`, the analyses of
    something larger that the unit belongs to. In test mode (`is_test`), whoever runs passes checks
    after each of them that what is remembered is right.
    """

    def __init__(
        self,
        unit: Unit_co,
        table: Iterable[Analysis[Unit_co, object]],
        outer: Analyses[object] | None = None,
        *,
        is_test: bool = False,
    ) -> None:
        self.unit = unit
        self.is_test = is_test
        self._table = {analysis.kind: analysis for analysis in table}
        self._outer = outer
        self._known: dict[type[object], object] = {}

    def add(self, analysis: Analysis[Unit_co, object]) -> None:
        """Let another analysis be asked for."""
        self._table.setdefault(analysis.kind, analysis)

    def get(self, kind: type[Result]) -> Result:
        """The analysis of this class, as the unit is now."""
        found = self._known.get(kind)
        if found is None:
            analysis = self._table.get(kind)
            if analysis is None:
                assert self._outer is not None, f"no table says how to make {kind}"
                return self._outer.get(kind)
            found = self._known[kind] = analysis.make(self.unit, self)
        assert isinstance(found, kind)
        return found

    def keep(self, preserved: Collection[type[object]] = ()) -> None:
        """The unit has been changed: forget all but these."""
        for kind in [kind for kind in self._known if kind not in preserved]:
            del self._known[kind]

    def forget(self, kind: type[object]) -> None:
        """The unit has been changed by something that otherwise preserves this analysis."""
        self._known.pop(kind, None)

    def expect(self, preserved: Iterable[type[object]]) -> None:
        """The unit will be changed so that these stay right; in test mode, that will be seen."""
        if self.is_test:
            for kind in preserved:
                if kind in self._table or self._outer is not None:
                    self.get(kind)

    def wrong(self) -> list[type[object]]:
        """The remembered analyses that are not right any more; to know it, all are made again."""
        fresh = Analyses(self.unit, self._table.values(), self._outer)
        return [
            kind
            for kind, old in self._known.items()
            if not self._table[kind].is_right(old, fresh.get(kind))
        ]
