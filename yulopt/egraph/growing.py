"""The rules that find new forms, as far as they do not pause.

Each has a ruleset of its own; the library combines those that are to be applied.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from yulopt.egraph.back_off import BackOff
from yulopt.egraph.engine import Engine
from yulopt.egraph.rule_text import GROWING, ruleset_of

_ALL: Final = "all-growing"


class GrowingRules:
    """Applies those of the rules in an engine that do not pause; without `back_off`, all."""

    __slots__ = ("_back_off", "_engine", "_names", "_rulesets")

    def __init__(self, engine: Engine, names: Sequence[str], back_off: BackOff | None) -> None:
        self._engine = engine
        self._names = names
        self._back_off = back_off
        self._rulesets: dict[frozenset[str], str] = {}
        engine.run(self._combined(_ALL, frozenset()))

    def forget(self) -> None:
        """The engine is back in the state in which all rules are to be applied."""
        self._rulesets.clear()
        if self._back_off is not None:
            self._back_off.forget()

    def apply(self) -> bool:
        """Apply each rule once, everywhere; says whether that changed anything."""
        pausing = frozenset[str]() if self._back_off is None else self._back_off.pausing()
        changed, matches = self._engine.apply(f"(run {self._ruleset(pausing)} 1)")
        if self._back_off is not None:
            self._back_off.advance(matches)
        return changed

    def pausing(self) -> bool:
        """Whether a rule pauses."""
        return self._back_off is not None and bool(self._back_off.pausing())

    def resume(self) -> bool:
        """End the pauses that would end first; False if no rule pauses."""
        return self._back_off is not None and self._back_off.resume()

    def _ruleset(self, pausing: frozenset[str]) -> str:
        if not pausing:
            return _ALL
        if pausing not in self._rulesets:
            self._rulesets[pausing] = f"{_ALL}-but-{len(self._rulesets)}"
            self._engine.run(self._combined(self._rulesets[pausing], pausing))
        return self._rulesets[pausing]

    def _combined(self, name: str, pausing: frozenset[str]) -> str:
        applied = [ruleset_of(rule) for rule in self._names if rule not in pausing]
        return f"(unstable-combined-ruleset {name} {' '.join([GROWING, *applied])})"
