"""Fresh names for values and blocks of one function.

Source: chapter 08, section 1.3 of the specification.
"""

from __future__ import annotations

from yulopt.ssa.ir.function import Function


class NameSupply:
    """Hands out names that are not in use; values and blocks have separate name spaces.

    It reads the function once, so a pass makes one and keeps it.
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
