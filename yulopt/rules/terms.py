"""Rules and their trees: patterns, replacements and conditions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from yulopt.dialect import EvmVersion
from yulopt.rules.arithmetic import compute
from yulopt.syntax.literals import WORD_MASK

NAMED_NUMBERS: Final = {"MAX": WORD_MASK, "ADDRESS_MASK": (1 << 160) - 1}
NUMBER_VARIABLES: Final = frozenset("ABC")
ANY_VARIABLES: Final = frozenset("WXYZ")

_NUMBER_NAMES: Final = {value: name for name, value in NAMED_NUMBERS.items()}


class Term:
    """A node of such a tree."""


class Number(Term):
    """A specific number."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Number) and self.value == other.value

    def __str__(self) -> str:
        return _NUMBER_NAMES.get(self.value) or str(self.value)


class NumberVariable(Term):
    """`A`, `B`, `C`: any number, known when the rule is applied."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NumberVariable) and self.name == other.name

    def __str__(self) -> str:
        return self.name


class AnyVariable(Term):
    """`W`, `X`, `Y`, `Z`: any operand."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AnyVariable) and self.name == other.name

    def __str__(self) -> str:
        return self.name


class Operation(Term):
    """An instruction, or in a formula a helper, with its operands in Yul's order."""

    def __init__(self, name: str, operands: tuple[Term, ...]) -> None:
        self.name = name
        self.operands = operands

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Operation) and (
            self.name == other.name and self.operands == other.operands
        )

    def __str__(self) -> str:
        return f"{self.name}({', '.join([str(operand) for operand in self.operands])})"


class Computed(Term):
    """`{formula}`: the value of a formula, in a replacement."""

    def __init__(self, formula: Term) -> None:
        self.formula = formula

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Computed) and self.formula == other.formula

    def __str__(self) -> str:
        return f"{{{self.formula}}}"


class Comparison(Term):
    """Two formulas compared as unsigned numbers; `relation` is one of `RELATIONS`."""

    def __init__(self, left: Term, relation: str, right: Term) -> None:
        self.left = left
        self.relation = relation
        self.right = right

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Comparison) and (
            self.left == other.left
            and self.relation == other.relation
            and self.right == other.right
        )

    def __str__(self) -> str:
        return f"{self.left} {self.relation} {self.right}"


RELATIONS: Final = ("<", "<=", "==", ">=", ">")


class Rule:
    """`pattern` may be replaced by `replacement` where all `conditions` hold.

    `name` identifies the rule, `group` is the theme it belongs to, and `since` the first EVM
    version that has all instructions in it.
    """

    def __init__(
        self,
        name: str,
        group: str,
        pattern: Operation,
        replacement: Term,
        conditions: tuple[Term, ...],
        since: EvmVersion,
    ) -> None:
        self.name = name
        self.group = group
        self.pattern = pattern
        self.replacement = replacement
        self.conditions = conditions
        self.since = since

    @property
    def instruction(self) -> str:
        """The name of the outermost instruction of the pattern."""
        return self.pattern.name

    def __str__(self) -> str:
        text = f"{self.pattern} => {self.replacement}"
        if self.conditions:
            text += f" when {', '.join([str(condition) for condition in self.conditions])}"
        return text


def evaluate(term: Term, values: Mapping[str, int]) -> int:
    """The value of a term for these values of its variables; comparisons are 0 or 1.

    All operations in it must be computable (`yulopt.rules.arithmetic`).
    """
    if isinstance(term, Number):
        return term.value
    if isinstance(term, (NumberVariable, AnyVariable)):
        return values[term.name]
    if isinstance(term, Operation):
        return compute(term.name, [evaluate(operand, values) for operand in term.operands])
    if isinstance(term, Computed):
        return evaluate(term.formula, values)
    assert isinstance(term, Comparison)
    left = evaluate(term.left, values)
    right = evaluate(term.right, values)
    if left == right:
        return int(term.relation in ("<=", "==", ">="))
    return int(term.relation in (("<", "<=") if left < right else (">", ">=")))


def subterms(term: Term) -> Iterator[Term]:
    """The term and all its subterms."""
    yield term
    if isinstance(term, Operation):
        for operand in term.operands:
            yield from subterms(operand)
    elif isinstance(term, Computed):
        yield from subterms(term.formula)
    elif isinstance(term, Comparison):
        yield from subterms(term.left)
        yield from subterms(term.right)
