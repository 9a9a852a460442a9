"""Names of values and blocks: fresh ones, and those of the source's variables.

Lowering numbers values; only cells have the names of variables, and mem2reg removes these. Before
that, a value that is stored into the cell of `x` is therefore named `x.1`, `x.2`, ..., as phis are.

Source: chapter 08, sections 1.3 and 7.4 of the specification.
"""

from __future__ import annotations

import re
from typing import Final

from yulopt.ssa.ir.function import Function, NamedValue, Result
from yulopt.ssa.ir.instructions import Store


class NameSupply:
    """Hands out names that are not in use; values and blocks have separate name spaces.

    It scans the function on construction, so a pass should create it once.
    """

    def __init__(self, function: Function) -> None:
        self._values = {parameter.name for parameter in function.parameters}
        self._labels: set[str] = set()
        self._counters: dict[str, int] = {}
        for block in function.blocks:
            self._labels.add(block.label)
            for instruction in block.all_instructions():
                for result in instruction.results:
                    self._values.add(result.name)

    def value(self, hint: str) -> str:
        """`hint` for a value if that is free, else the next of `hint.1`, `hint.2`, ..."""
        if hint not in self._values:
            self._values.add(hint)
            return hint
        return self.version(hint)

    def version(self, stem: str) -> str:
        """The next free of `stem.1`, `stem.2`, ... for a value."""
        return self._numbered(stem + ".", 1, self._values, "%")

    def temporary(self) -> str:
        """The next free number as the name of a value."""
        return self._numbered("", 0, self._values, "%")

    def label(self, hint: str) -> str:
        """`hint` for a block if that is free, else the next of `hint.1`, `hint.2`, ..."""
        if hint not in self._labels:
            self._labels.add(hint)
            return hint
        return self._numbered(hint + ".", 1, self._labels, ":")

    def _numbered(self, stem: str, first: int, used: set[str], space: str) -> str:
        key = space + stem
        number = self._counters.get(key, first)
        while f"{stem}{number}" in used:
            number += 1
        self._counters[key] = number + 1
        name = f"{stem}{number}"
        used.add(name)
        return name


_CELL_SUFFIX: Final = ".addr"
_VERSION: Final = re.compile(r"(?:\.[0-9]+)+$")


def name_after_variables(function: Function) -> None:
    """Name numbered values after the variables whose cells they are stored into."""
    names = NameSupply(function)
    for instruction in function.all_instructions():
        if isinstance(instruction, Store):
            value, cell = instruction.value, instruction.cell
            if isinstance(value, Result) and value.name.isdigit() and isinstance(cell, NamedValue):
                value.name = names.version(cell.name.removesuffix(_CELL_SUFFIX))


def stem(value: NamedValue) -> str:
    """The name of the variable that a value belongs to, empty if it has only a number."""
    name = _VERSION.sub("", value.name.removesuffix(_CELL_SUFFIX))
    return "" if name.isdigit() else name
