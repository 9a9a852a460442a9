"""Back-off scheduling of the rules that find new forms.

A rule that matches too often pauses, so that it does not crowd out the others: one that exceeded
its limit of matches in an iteration pauses for some iterations; each time, the next pause is twice
as long, and the limit is doubled after it. It catches up after the pause: the library applies a
rule to everything new since its last application. Each rule has its own ruleset; the library
combines those to be applied.

The library's own scheduler is unsuitable here. It lives for one command only, while between
commands limits are checked and numbers are folded; it then forgets the pauses, scans the whole
e-graph again, and recompiles all rules. It also matches subsumed e-nodes, so that they grow back.
In return it counts matches before they are applied; here, the iteration in which a rule matches too
often is the last one before its pause.

Source: Willsey et al., "egg: Fast and Extensible Equality Saturation" (2021), section 5; chapter
09, sections 6.2 and 6.3 of the specification.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from yulopt.egraph.engine import Engine
from yulopt.egraph.rules import GROWING, ruleset_of

_ALL: Final = "all-growing"


class BackOff:
    """Decides which rules pause. At first, each rule is allowed `matches` in an iteration, and a
    pause lasts `iterations`; with 0, any match causes a pause."""

    __slots__ = ("_end_of_pause", "_iteration", "_iterations", "_matches", "_pauses")

    def __init__(self, matches: int, iterations: int) -> None:
        self._matches = matches
        self._iterations = iterations
        self._iteration = 0
        self._pauses: dict[str, int] = {}
        self._end_of_pause: dict[str, int] = {}

    def forget(self) -> None:
        """Start over, with no pauses."""
        self._iteration = 0
        self._pauses.clear()
        self._end_of_pause.clear()

    def pausing(self) -> frozenset[str]:
        """The rules that pause in this iteration."""
        return frozenset(self._end_of_pause)

    def advance(self, matches: Mapping[str, int]) -> None:
        """End an iteration, in which rules had these numbers of matches."""
        self._iteration += 1
        self._end_pauses()
        for rule, count in matches.items():
            pauses = self._pauses.get(rule, 0)
            if count > self._matches << pauses:
                self._pauses[rule] = pauses + 1
                self._end_of_pause[rule] = self._iteration + (self._iterations << pauses)

    def resume(self) -> bool:
        """Otherwise saturated: end the pauses that would end first; False if no rule pauses, so
        that the e-graph is saturated."""
        if not self._end_of_pause:
            return False
        self._iteration = min(self._end_of_pause.values())
        self._end_pauses()
        return True

    def _end_pauses(self) -> None:
        self._end_of_pause = {
            rule: end for rule, end in self._end_of_pause.items() if end > self._iteration
        }


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
        """Reset: all rules are to be applied."""
        self._rulesets.clear()
        if self._back_off is not None:
            self._back_off.forget()

    def apply(self) -> bool:
        """Apply each rule once, everywhere; returns whether that changed anything."""
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
