"""Analyses of one unit of code: computed on demand, and kept until they are invalidated.

A unit is analysed as a whole: a function in SSA form, a module of such functions, the code of an
object. A table lists the analyses of such units. Code that changes a unit declares which ones
remain valid; all others are dropped, and recomputed on demand.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Generic, TypeVar

Unit_co = TypeVar("Unit_co", covariant=True)
Result = TypeVar("Result")
Result_co = TypeVar("Result_co", covariant=True)


class Analysis(Generic[Unit_co, Result_co]):
    """The recipe of an analysis.

    `kind`: its class, by which it is requested. `make` computes it for a unit, and may request
    other analyses of it. `agrees`: whether an old result is still valid, given a new one: equal, or
    at least conservative.
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
        """Whether an old result is still valid, given a new one."""
        assert isinstance(old, self.kind)
        assert isinstance(new, self.kind)
        return self._agrees(old, new)


class Analyses(Generic[Unit_co]):
    """The analyses of a unit.

    `table`: those that can be requested; others are looked up in `outer`, the analyses of a larger
    unit that contains this one. In test mode (`is_test`), pass runners check after each pass that
    cached analyses are valid.
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
        """Add an analysis to the table."""
        self._table.setdefault(analysis.kind, analysis)

    def get(self, kind: type[Result]) -> Result:
        """The analysis of this class for the current unit."""
        found = self._known.get(kind)
        if found is None:
            analysis = self._table.get(kind)
            if analysis is None:
                assert self._outer is not None, f"no table has a recipe for {kind}"
                return self._outer.get(kind)
            found = self._known[kind] = analysis.make(self.unit, self)
        assert isinstance(found, kind)
        return found

    def keep(self, preserved: Collection[type[object]] = ()) -> None:
        """The unit has changed: drop all but these."""
        for kind in [kind for kind in self._known if kind not in preserved]:
            del self._known[kind]

    def forget(self, kind: type[object]) -> None:
        """The unit was changed by a pass that otherwise preserves this analysis."""
        self._known.pop(kind, None)

    def expect(self, preserved: Iterable[type[object]]) -> None:
        """The unit will be changed so that these remain valid; test mode checks that."""
        if self.is_test:
            for kind in preserved:
                if kind in self._table or self._outer is not None:
                    self.get(kind)

    def wrong(self) -> list[type[object]]:
        """The cached analyses that are no longer valid, found by recomputing all."""
        fresh = Analyses(self.unit, self._table.values(), self._outer)
        return [
            kind
            for kind, old in self._known.items()
            if not self._table[kind].is_right(old, fresh.get(kind))
        ]
