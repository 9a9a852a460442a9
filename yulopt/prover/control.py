"""Control flow as a term: choices between leaves.

The leaf `fall` is the next statement; `point` is the target of a `leave`, `break` or `continue`;
`halt` and `halted` end the frame, or never terminate.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from yulopt.prover.choices import Choices
from yulopt.prover.terms import Term, Terms


class Control:
    """Builds and transforms such terms."""

    def __init__(self, terms: Terms, choices: Choices) -> None:
        self._terms = terms
        self._choices = choices
        self._points = 0
        self._falls: dict[Term, bool] = {terms.fall: True}

    def point(self, kind: str) -> Term:
        """A new leaf."""
        self._points += 1
        return self._terms.make("point", (kind, str(self._points)))

    def can_fall(self, control: Term) -> bool:
        """Whether the next statement may be reached."""
        found = self._falls.get(control)
        if found is None:
            found = control.op == "ite" and (
                self.can_fall(control.args[1]) or self.can_fall(control.args[2])
            )
            self._falls[control] = found
        return found

    def sequence(self, parts: list[Term], last: Term) -> Term:
        """The parts of control in sequence, and then `last`."""
        for part in reversed(parts):
            last = self.then(part, last)
        return last

    def then(self, control: Term, after: Term) -> Term:
        """Control that continues with `after` where it falls through."""
        if control is self._terms.fall or after is self._terms.fall:
            return after if control is self._terms.fall else control
        fall = self._terms.fall
        mapped = self.select(control, lambda leaf: after if leaf is fall else leaf)
        assert mapped is not None
        return mapped

    def select(self, control: Term, of_leaf: Callable[[Term], Term | None]) -> Term | None:
        """The value of `of_leaf` at the leaf that control reaches.

        Leaves for which it returns None count as unreachable; None if all do.
        """
        known: dict[Term, Term | None] = {}

        def at(node: Term) -> Term | None:
            if node.op != "ite":
                return of_leaf(node)
            if node in known:
                return known[node]
            condition, one, other = node.args
            first, second = at(one), at(other)
            if first is None or second is None:
                found = first or second
            else:
                found = self._choices.choose(condition, first, second)
            known[node] = found
            return found

        return at(control)

    def replaced(self, control: Term, leaves: Mapping[Term, Term]) -> Term:
        """Control with some leaves replaced by other control."""
        found = self.select(control, lambda leaf: leaves.get(leaf, leaf))
        assert found is not None
        return found

    def leaves(self, control: Term) -> list[Term]:
        """All leaves."""
        found: dict[Term, None] = {}

        def note(leaf: Term) -> Term:
            found[leaf] = None
            return leaf

        self.select(control, note)
        return list(found)
