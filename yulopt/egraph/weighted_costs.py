"""The cheapest form of every value where operands run more or less often than what they belong to.

What is in a loop runs repeatedly, and one of several cases only sometimes; but its code is there
once. So a form costs gas when it runs, of which each operand has its share, and gas for its code,
which counts in full.

Values are settled from cheap to expensive as in `yulopt.egraph.tree_costs`, each after its
operands. This is exact as long as no share is below one. Otherwise a form can be cheaper than an
operand that seldom runs, and may then come too late, after another form of the same value.

Source: Knuth, "A Generalization of Dijkstra's Algorithm" (1977); chapter 09, section 7.1.
"""

from __future__ import annotations

from collections.abc import Sequence

from yulopt.egraph.export import ENode
from yulopt.egraph.tree_costs import Form, TreeCosts

# How often an operand runs, as a fraction.
Share = tuple[int, int]


class WeightedForm(Form):
    """A form that costs `own` each time it runs and `code` once; `shares` tells how often each
    operand runs for that."""

    __slots__ = ("code", "shares")

    def __init__(
        self,
        own: int,
        code: int,
        shares: tuple[Share, ...],
        operands: tuple[int, ...],
        key: str,
        node: ENode,
    ) -> None:
        super().__init__(own, operands, key, node)
        self.code = code
        self.shares = shares


class WeightedCosts(TreeCosts):
    """Like `TreeCosts`; `running` and `code` are the parts of `cost`, each time and once."""

    __slots__ = ("_values", "code", "running")

    def __init__(self, values: Sequence[Sequence[WeightedForm]]) -> None:
        self._values = values
        self.running: dict[int, int] = {}
        self.code: dict[int, int] = {}
        super().__init__(values)

    def _total(self, form: Form) -> int:
        for operand in form.operands:
            if operand not in self.running:
                chosen = self._values[operand][self.form[operand]]
                self.running[operand], self.code[operand] = self._sums(chosen)
        assert isinstance(form, WeightedForm)
        running, code = self._sums(form)
        return running + code

    def _sums(self, form: WeightedForm) -> tuple[int, int]:
        running, code = form.own, form.code
        for operand, (times, parts) in zip(form.operands, form.shares, strict=True):
            if times:
                running += self.running[operand] * times // parts
                code += self.code[operand]
        return running, code
