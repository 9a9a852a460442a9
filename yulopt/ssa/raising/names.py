"""Names in Yul for the values and variables of an SSA function.

Source: chapter 08, section 7.4 of the specification.
"""

from __future__ import annotations

import re
from typing import Final

from yulopt.names import NameDispenser
from yulopt.ssa.ir import NamedValue
from yulopt.ssa.source_names import stem

# What a value is called that has only a number.
_NAMELESS: Final = "_"
_NOT_IN_NAMES: Final = re.compile(r"[^A-Za-z0-9_$.]")


class YulNames:
    """Gives each value its name. Names are used once in a program, whatever function they are in.

    `dispenser` knows the names that are taken already.
    """

    __slots__ = ("_dispenser", "_names")

    def __init__(self, dispenser: NameDispenser) -> None:
        self._dispenser = dispenser
        self._names: dict[NamedValue, str] = {}

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
        if not hint:
            hint = _NAMELESS
        if hint[0].isdigit() or hint[0] == ".":
            hint = f"_{hint}"
        return self._dispenser.new_name(hint)

    def set(self, value: NamedValue, name: str) -> None:
        """Let a value have the name of another one, or of something of the source."""
        self._names[value] = name
