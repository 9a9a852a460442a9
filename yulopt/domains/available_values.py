"""The variables that hold a value, at each reachable program point.

Source: B. Alpern, M. Wegman and F. Zadeck, "Detecting equality of variables in programs", POPL
1988.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from yulopt.domains.domain import Domain
from yulopt.syntax.ast import Block, FunctionDefinition


class AvailableValues(Domain):
    """The variables in scope that hold a value."""

    def __init__(self) -> None:
        # The variables that were assigned a value, which may have changed since.
        self._holders: dict[int, dict[str, None]] = {}
        self._in_scope: set[str] = set()
        # The variables of the enclosing blocks, the outermost first.
        self._declared: list[list[str]] = []

    def holder(self, number: int) -> str | None:
        """A variable that has a value here."""
        return next(self.holders(number), None)

    def holders(self, number: int) -> Iterator[str]:
        """All variables that have a value here."""
        facts = self.facts
        for name in self._holders.get(number, ()):
            if name in self._in_scope and facts.variable(name) == number:
                yield name

    def declare(self, name: str, number: int) -> None:
        """A variable that will be inserted into the code has this value here."""
        self.facts.set_variable(name, number)
        self.assigned([name], is_new=True)

    # Hooks

    def begin(self, function: FunctionDefinition | None) -> None:
        self._holders = {}
        self._in_scope = set()
        self._declared = []

    def entered(self, function: FunctionDefinition) -> None:
        names = [*function.parameters, *function.returns]
        self._in_scope.update(names)
        self._note(names)

    def enter_block(self, block: Block | None) -> None:
        self._declared.append([])

    def leave_block(self, block: Block | None) -> None:
        self._in_scope.difference_update(self._declared.pop())

    def joined(self, changed: list[str]) -> None:
        self._note(changed)

    def assigned(self, names: list[str], *, is_new: bool) -> None:
        if is_new:
            self._declared[-1] += names
            self._in_scope.update(names)
        self._note(names)

    def enter_head(self) -> None:
        self._note(self.walk.in_loop)

    def _note(self, names: Sequence[str]) -> None:
        for name in names:
            if name in self._in_scope:
                self._holders.setdefault(self.facts.variable(name), {})[name] = None
