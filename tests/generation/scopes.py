"""A generator's state: scopes, and the functions in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass(eq=False)
class Function:
    """A function, known before its text is written; `parent` is the function it stands in."""

    name: str
    parameters: int
    results: int
    kind: str
    index: int
    parent: Function | None
    original: Function | None = None
    text: str = ""
    declared: list[str] = field(default_factory=list)
    calls: int = 0


@dataclass(eq=False)
class Scope:
    """The declarations so far in one block.

    `boundary` marks the scope of parameters and results. `component` is the part of a loop the
    block stands in ("init", "post", "body", or "").
    """

    parent: Scope | None = None
    function: Function | None = None
    component: str = ""
    boundary: bool = False
    names: set[str] = field(default_factory=set)
    own_variables: list[str] = field(default_factory=list)
    own_functions: list[Function] = field(default_factory=list)
    own_expressions: list[str] = field(default_factory=list)

    def child(self, component: str | None = None) -> Scope:
        return Scope(self, self.function, self.component if component is None else component)

    def enclosing(self) -> Iterator[Scope]:
        """This scope and those around it, from the inside out."""
        scope: Scope | None = self
        while scope is not None:
            yield scope
            scope = scope.parent

    def reachable(self) -> Iterator[Scope]:
        """The scopes whose variables can be used here: up to the enclosing function."""
        for scope in self.enclosing():
            yield scope
            if scope.boundary:
                return

    @property
    def depth(self) -> int:
        return sum(1 for _ in self.enclosing())

    @property
    def variables(self) -> list[str]:
        return [name for scope in self.reachable() for name in scope.own_variables]

    @property
    def expressions(self) -> list[str]:
        return [text for scope in self.reachable() for text in scope.own_expressions]

    def taken(self, name: str) -> bool:
        return any(name in scope.names for scope in self.enclosing())

    def callees(self, recursion: bool) -> list[Function]:
        """The visible functions; without `recursion` only those that cannot lead back here."""
        visible = [function for scope in self.enclosing() for function in scope.own_functions]
        limits: dict[Function | None, int] = {}
        current = None if recursion else self.function
        while current is not None:
            limits[current.parent] = current.index
            current = current.parent
        return [f for f in visible if f.index < limits.get(f.parent, f.index + 1)]
