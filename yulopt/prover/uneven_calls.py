"""The calls to inline so that two functions call all others equally often.

Functions that the text of one side calls more often were inlined on the other side, and perhaps
also functions that these call.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from yulopt.prover.function_pair import Pairs, Side


class UnevenCalls:
    """Compares the numbers of calls in corresponding functions."""

    def __init__(self, pairs: Pairs) -> None:
        own_names = {name: name for name in pairs.after_of}
        self._before = _Calls(pairs.before, own_names)
        self._after = _Calls(pairs.after, pairs.before_of)

    def with_all(self, before: str, after: str, inlined: frozenset[str]) -> frozenset[str]:
        """Functions, and those that one of two functions calls more often with these inlined, and
        so on; all by their names before. `before` and `after` may be `OUTERMOST`."""
        while True:
            one, other = self._before.of(before, inlined), self._after.of(after, inlined)
            uneven = {name for name in one | other if one[name] != other[name]}
            if uneven <= inlined:
                return inlined
            inlined |= uneven


class _Calls:
    """The numbers of calls on one side, where functions go by the names in `keys`."""

    def __init__(self, side: Side, keys: Mapping[str, str]) -> None:
        self._keys = keys
        self._recursive = side.recursive
        self._counts = side.code.call_counts

    def of(self, name: str, inlined: frozenset[str]) -> Counter[str]:
        """How often the text of a function calls each other function. Functions that are not
        recursive are inlined if they are `inlined`, or have no name in `keys`."""
        known: dict[str, Counter[str]] = {}

        def calls_in(name: str) -> Counter[str]:
            found = known.get(name)
            if found is None:
                found = known[name] = Counter()
                for callee, number in self._counts[name].items():
                    key = self._keys.get(callee)
                    if callee not in self._recursive and (key is None or key in inlined):
                        for inner, times in calls_in(callee).items():
                            found[inner] += number * times
                    elif key is not None:
                        found[key] += number
            return found

        return calls_in(name)
