"""Which function is which, although steps give functions other names."""

from __future__ import annotations

from collections.abc import Sequence

import attr


@attr.s(auto_attribs=True)
class Identity:
    """A function of an object, and what it was called, one name after the other.

    The code outside functions counts as one without a name.
    """

    object_number: int
    names: list[str]


class Identities:
    """Numbers the functions of all objects; `all` has them by number."""

    def __init__(self) -> None:
        self.all: list[Identity] = []
        # The functions that an object has now, by name, and all it ever had, by their last name.
        self._present: dict[int, dict[str, int]] = {}
        self._known: dict[int, dict[str, int]] = {}

    def follow(self, object_number: int, names: Sequence[str]) -> list[int]:
        """The numbers of the functions that an object has now, which are called so.

        As many functions in the same order, of which some have names that are new, were renamed.
        """
        before = self._present.get(object_number, {})
        known = self._known.setdefault(object_number, {})
        present = set(names)
        gone = [name for name in before if name not in present]
        new = [name for name in names if name not in before]
        if gone and len(before) == len(names):
            pairs = [(old, name) for old, name in zip(before, names, strict=True) if old != name]
            if [old for old, _ in pairs] == gone and [name for _, name in pairs] == new:
                for old, name in pairs:
                    known[name] = known.pop(old)
                    self.all[known[name]].names.append(name)
        for name in new:
            if name not in known:
                known[name] = len(self.all)
                self.all.append(Identity(object_number, [name]))
        self._present[object_number] = {name: known[name] for name in names}
        return [known[name] for name in names]
