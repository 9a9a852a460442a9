"""A local search for cheap forms of shared values: the cost of an acyclic graph.

A value that is needed several times is computed once and then read, at a price. Finding the best
choice of forms is NP-hard; the search starts from the cheapest trees, or from known consistent
forms, and improves them locally: another form is tried for each needed value, and kept if the total
becomes cheaper. The effect of a trial is found by reference counting: a value that loses its last
reference is no longer computed, nor are values that only it needed.

Choices that only pay in combination are found by the *prepaid move*: an unneeded value is computed
anyway, forms that could use it are tried, and everything is undone if that did not pay.

Source: chapter 09, section 7.2.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from yulopt.egraph.tree_costs import Form, TreeCosts

# The maximum number of forms tried for all values, and of reference changes for them.
_MAX_WORK: Final = 3_000_000
_SWEEPS: Final = 3


class SharedCosts:
    """Chooses forms for all values that `roots` need (a root is needed once per occurrence).

    `keep`: the cost of keeping a value for several readers; `read`: the cost for each of them.
    `start`: initial forms of some values, closed under operands, in order; all others start with
    those of `tree`. After `improve`, `choice` has the form of each value, `count` its references.
    """

    def __init__(
        self,
        forms: Sequence[Sequence[Form]],
        tree: TreeCosts,
        roots: Sequence[int],
        keep: int,
        read: int,
        start: Mapping[int, Form] | None = None,
    ) -> None:
        self._forms = [tree.possible_forms(one) for one in forms]
        self._keep = keep
        self._read = read
        self._work = 0
        # The values that changed their form since the last prepaid move began, with the old one.
        self._log: list[tuple[int, Form]] = []
        self.total = 0
        self.count = [0] * len(forms)
        self.choice: list[Form | None] = [None] * len(forms)
        # The values with a form that reads a value, needed or not.
        self._chosen_by: list[dict[int, None]] = [{} for _ in forms]
        # A value has a higher level than all values that its form needs.
        self._level = [0] * len(forms)
        known = start or {}
        for level, value in enumerate(dict.fromkeys([*known, *tree.order])):
            form = known.get(value) or forms[value][tree.form[value]]
            self.choice[value] = form
            self._level[value] = level
            for operand in form.operands:
                self._chosen_by[operand][value] = None
        for root in roots:
            self._require(root)

    def improve(self) -> None:
        """Search until nothing improves, or the work limit is reached."""
        for _ in range(_SWEEPS):
            before = self.total
            self._sweep()
            self._prepaid_moves()
            if self.total == before or self._work > _MAX_WORK:
                break

    def improve_fully(self, candidates: Sequence[int]) -> None:
        """The same, with prepaid moves for these values, in which any value may change its form."""
        self.improve()
        self._improve_thoroughly(candidates)
        self.improve()

    def needed(self) -> list[int]:
        """All needed values, operands first."""
        return sorted(
            [value for value, count in enumerate(self.count) if count],
            key=self._level.__getitem__,
        )

    def form(self, value: int) -> Form:
        """The form that is chosen for a value."""
        chosen = self.choice[value]
        assert chosen is not None
        return chosen

    # Moves

    def _sweep(self) -> None:
        for value in reversed(self.needed()):
            if self._work > _MAX_WORK:
                return
            if self.count[value] and len(self._forms[value]) > 1:
                self._try_forms(value, self._forms[value])

    def _improve_thoroughly(self, candidates: Sequence[int]) -> None:
        for value in candidates:
            if self._work > _MAX_WORK:
                return
            if not self.count[value] and self.choice[value] is not None:
                self._prepay(value, None)

    def _prepaid_moves(self) -> None:
        """Compute an unneeded value, for forms of needed values that could read it."""
        readers: dict[int, list[tuple[int, Form]]] = {}
        for value in self.needed():
            for form in self._forms[value]:
                for operand in dict.fromkeys(form.operands):
                    if not self.count[operand]:
                        readers.setdefault(operand, []).append((value, form))
        for operand, reading in readers.items():
            if self._work > _MAX_WORK:
                return
            if len(reading) > 1 and not self.count[operand] and self.choice[operand] is not None:
                self._prepay(operand, reading)

    def _prepay(self, wanted: int, reading: list[tuple[int, Form]] | None) -> None:
        """Try forms as if a value was needed anyway: those given, or all."""
        before = self.total
        self._log.clear()
        self._require(wanted)
        if reading is None:
            self._sweep()
        else:
            for value, form in reading:
                if self.count[value]:
                    self._try_forms(value, [form])
        self._release(wanted)
        if self.total >= before:
            # Undo everything in reverse order.
            self._require(wanted)
            for value, old in reversed(self._log):
                self._choose(value, old)
                self._raise_level(value)
            self._release(wanted)

    def _try_forms(self, value: int, forms: Sequence[Form]) -> None:
        """Choose the form with the lowest total cost."""
        best = start = self.form(value)
        lowest = self.total
        for form in forms:
            if form is best or not self._is_possible(value, form):
                continue
            self._choose(value, form)
            if self.total < lowest:
                best, lowest = form, self.total
            else:
                self._choose(value, best)
            if self._work > _MAX_WORK:
                break
        if best is not start:
            self._log.append((value, start))
            self._raise_level(value)

    def _is_possible(self, value: int, form: Form) -> bool:
        """Whether the form does not need the value itself."""
        self._work += 1
        level = self._level
        seen: set[int] = set()
        stack = list(form.operands)
        while stack:
            operand = stack.pop()
            if operand == value:
                return False
            if operand in seen or level[operand] <= level[value]:
                continue
            seen.add(operand)
            self._work += 1
            chosen = self.choice[operand]
            if chosen is None:
                return False
            stack.extend(chosen.operands)
        return all(self.choice[operand] is not None for operand in form.operands)

    def _choose(self, value: int, form: Form) -> None:
        """Change the form of a value that is needed."""
        old = self.form(value)
        self.choice[value] = form
        self.total += form.own - old.own
        for operand in form.operands:
            self._require(operand)
        for operand in old.operands:
            self._release(operand)
            self._chosen_by[operand].pop(value, None)
        for operand in form.operands:
            self._chosen_by[operand][value] = None

    def _raise_level(self, value: int) -> None:
        """After a choice, raise levels where necessary, from a value upwards."""
        stack = [value]
        while stack:
            one = stack.pop()
            self._work += 1
            needed = max([self._level[operand] for operand in self.form(one).operands], default=-1)
            if self._level[one] <= needed:
                self._level[one] = needed + 1
                stack.extend(self._chosen_by[one])

    # Counting references

    def _require(self, value: int) -> None:
        """One more reader."""
        stack = [value]
        while stack:
            one = stack.pop()
            self._work += 1
            self.count[one] += 1
            count = self.count[one]
            if count == 1:
                form = self.form(one)
                self.total += form.own
                stack.extend(form.operands)
            else:
                self.total += self._read if count > 2 else self._keep + 2 * self._read

    def _release(self, value: int) -> None:
        """One reader less."""
        stack = [value]
        while stack:
            one = stack.pop()
            self._work += 1
            self.count[one] -= 1
            count = self.count[one]
            if count == 0:
                form = self.form(one)
                self.total -= form.own
                stack.extend(form.operands)
            else:
                self.total -= self._read if count > 1 else self._keep + 2 * self._read
