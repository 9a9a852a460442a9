"""Code outside functions, compared selector by selector.

A dispatcher runs other code for each selector, the first four bytes of the call data. Two programs
are the same if they are the same for each selector that one of them compares with, and for all
others. As call data never changes, each of these may be shown by a comparison of its own, with
other functions inlined, or with other readings of bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Set
from typing import Final, TypeAlias

from yulopt.prover.graph import Graph
from yulopt.prover.terms import Term

_SELECTOR_SHIFT: Final = 256 - 32

# Whether the code is the same where conditions hold or do not, found in a share of the time left.
Check: TypeAlias = Callable[[list[tuple[Term, bool]], float], bool]


class DispatchCases:
    """The selectors for which the code was shown to be the same, and the functions that were
    assumed to be the same then."""

    def __init__(self) -> None:
        self._shown: dict[int, frozenset[str]] = {}

    def show(
        self, graph: Graph, control: Term, assumed: Set[str], is_same: Check
    ) -> set[str] | None:
        """The functions that have to be the same for the code to be the same; None if that is not
        shown.

        The selectors are those that `control` compares with; `assumed` are the functions that
        `is_same` assumes.
        """
        conditions = _conditions(graph, control)
        for tried, (selector, condition) in enumerate(conditions.items()):
            # Later comparisons inline more functions, and so assume fewer.
            if is_same([(condition, True)], 1 / (len(conditions) + 1 - tried)):
                self._shown[selector] = frozenset(assumed)
        others = [(conditions[one], False) for one in self._shown.keys() & conditions.keys()]
        return set(assumed).union(*self._shown.values()) if is_same(others, 1.0) else None


def _conditions(graph: Graph, control: Term) -> dict[int, Term]:
    """The comparisons of the selector with numbers, before the end of control."""
    loaded = graph.terms.make("calldataload", args=(graph.terms.zero,))
    word = graph.words.shifted_right(_SELECTOR_SHIFT, loaded)
    found: dict[int, Term] = {}
    pending = [control]
    seen = {control}
    while pending:
        term = pending.pop()
        if term.op == "eq" and term.args[1] is word and term.args[0].is_constant:
            found[term.args[0].value] = term
        elif term.op == "ite":
            pending += [arg for arg in term.args if arg not in seen]
            seen.update(term.args)
    return found
