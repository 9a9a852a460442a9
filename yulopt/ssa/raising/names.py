"""Names in Yul for the values and variables of an SSA function.

Source: chapter 08, section 7.4 of the specification.
"""

from __future__ import annotations

import re
from typing import Final

from yulopt.ssa.ir.function import NamedValue
from yulopt.ssa.ir.source_names import stem
from yulopt.syntax.names import NameDispenser

_NOT_IN_NAMES: Final = re.compile(r"[^A-Za-z0-9_$.]")


class YulNames:
    """Gives each value its name. Names are used once in a program, whatever function they are in.

    `dispenser` knows the names that are taken already; but those of `own` are for the function
    that is raised now.
    """

    __slots__ = ("_dispenser", "_nameless", "_names", "own")

    def __init__(self, dispenser: NameDispenser) -> None:
        self._dispenser = dispenser
        self._nameless = 0
        self._names: dict[NamedValue, str] = {}
        self.own: set[str] = set()

    def of(self, value: NamedValue) -> str:
        """The name of a value; the first request decides on it."""
        name = self._names.get(value)
        if name is None:
            name = self.fresh(stem(value))
            self._names[value] = name
        return name

    def fresh(self, hint: str) -> str:
        """A name that nothing has yet, similar to the hint."""
        hint = _NOT_IN_NAMES.sub("_", hint).rstrip(".")
        if hint in self.own:
            self.own.discard(hint)
            return hint
        if not hint:
            return self._numbered()
        if hint[0].isdigit() or hint[0] == ".":
            hint = f"_{hint}"
        return self._dispenser.new_name(hint)

    def _numbered(self) -> str:
        """The next free one of `_1`, `_2`, ..."""
        while True:
            self._nameless += 1
            name = f"_{self._nameless}"
            if not self._dispenser.is_illegal(name):
                return self._dispenser.new_name(name)

    def set(self, value: NamedValue, name: str) -> None:
        """Let a value have the name of another one, or of something of the source."""
        self._names[value] = name
