"""What is told while code runs: executed builtins, called functions, messages."""

from __future__ import annotations

from collections.abc import Callable

import attr


@attr.s(auto_attribs=True, eq=False)
class TraceEntry:
    """One thing that happened.

    `kind` is "builtin", "function" or "message"; `depth` counts the messages around it, `nesting`
    the functions of the program around it. `result` is None where there is none. `position` is the
    offset in the source, -1 if unknown.
    """

    kind: str
    name: str
    literals: tuple[str, ...]
    arguments: tuple[int, ...]
    result: int | None
    position: int
    depth: int
    nesting: int


class Tracer:
    """Passes entries on to a function."""

    def __init__(self, tell: Callable[[TraceEntry], None]) -> None:
        self.tell = tell
