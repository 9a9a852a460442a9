"""One simplification rule."""

from __future__ import annotations

import attr

from yulopt.dialect import EvmVersion
from yulopt.rules.terms import Operation, Term


@attr.s(auto_attribs=True, eq=False)
class Rule:
    """`pattern` may be replaced by `replacement` where all `conditions` hold.

    `name` identifies the rule, `group` is the theme it belongs to, and `since` the first EVM
    version that has all instructions in it.
    """

    name: str
    group: str
    pattern: Operation
    replacement: Term
    conditions: tuple[Term, ...]
    since: EvmVersion

    @property
    def instruction(self) -> str:
        """The name of the outermost instruction of the pattern."""
        return self.pattern.name

    def __str__(self) -> str:
        text = f"{self.pattern} => {self.replacement}"
        if self.conditions:
            text += f" when {', '.join([str(condition) for condition in self.conditions])}"
        return text
