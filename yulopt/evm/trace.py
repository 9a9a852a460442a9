"""What is told while code runs: executed builtins, called functions, switches."""

from __future__ import annotations

from collections.abc import Callable

import attr


@attr.s(auto_attribs=True, eq=False)
class TraceEntry:
    """One thing that happened.

    `kind` is "builtin", "function" or "switch" (whose arguments are its value and the labels of its
    cases); `depth` counts the messages around it, `nesting`
    the functions of the program around it. `result` is None where there is none. `position` is the
    offset in the source, -1 if unknown; `marker` is that of the program's image.
    """

    kind: str
    name: str
    literals: tuple[str, ...]
    arguments: tuple[int, ...]
    result: int | None
    position: int
    marker: bytes
    depth: int
    nesting: int


class Tracer:
    """Passes entries on to a function; those of switches only if they are wanted."""

    def __init__(self, tell: Callable[[TraceEntry], None], *, wants_switches: bool = False) -> None:
        self.tell = tell
        self.wants_switches = wants_switches
