"""What the nodes of graphs cost in gas: a model for choosing, made of the project's gas meter.

A node has a price each time that it runs, multiplied by how often the code does, and one for the
bytes of its code. Numbers are taken as the ConstantOptimiser will write them. Everything is in
parts of `WEIGHT_ONE`, so that all weights are whole numbers; and nothing is free, so that a node
without a price (a state, a projection) is still not made needlessly.

Which operands are states is not known in an e-graph; they are priced like words.

Source: chapter 09, section 7.1.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Final

from yulopt.dialect import DEFAULT_EVM_VERSION, Dialect, dialect_for
from yulopt.egraph.export import ENode, Head
from yulopt.egraph.weighted_costs import Share
from yulopt.gas.constant_representation import SMALLEST_CONSTANT, RepresentationFinder
from yulopt.gas.estimate import Estimate
from yulopt.gas.weighted import LOOP_WEIGHT, WEIGHT_ONE, WeightedMeter
from yulopt.rvsdg.encoding import (
    CALL,
    FUNCTION,
    LOOP,
    SWITCH,
    numbers_of,
    same_scope_count,
)
from yulopt.rvsdg.language import MATCH, Language, YulLanguage
from yulopt.syntax.ast import FunctionCall, Identifier

# Gas when it runs, and bytes of code.
_Price = tuple[int, int]
_ITERATION: Final[_Price] = (1 + 3 + 14 + 11, 1 + 1 + 5 + 4)  # label, ISZERO, two jumps
_BRANCH: Final[_Price] = (3 + 10 + 1, 3 + 1 + 1)  # PUSH2 JUMPI JUMPDEST
_MEETING: Final[_Price] = (3 + 8 + 1, 3 + 1 + 1)  # PUSH2 JUMP JUMPDEST
_OUTPUT: Final[_Price] = (3 + 2 + 3 + 2, 4)  # PUSH, SWAP POP, POP
_COMPARISON: Final[_Price] = (3 + 3 + 14, 2 + 5)  # DUP EQ, and a branch
_CALL: Final[_Price] = (25, 3 + 3 + 1 + 1)  # two jumps and the pushes of their targets
_PASSED: Final[_Price] = (3, 1)  # DUP
_ENTRY: Final[_Price] = (1 + 8, 1 + 1)  # JUMPDEST ... JUMP

_ONCE: Final[Share] = (1, 1)
_NEVER: Final[Share] = (0, 1)
_REPEATED: Final[Share] = (LOOP_WEIGHT, 1)


class GasModel:
    """Prices for one EVM version and one number of executions (None for creation code)."""

    __slots__ = ("_dialect", "_finder", "_known", "_meter")

    def __init__(self, dialect: Dialect, executions: int | None) -> None:
        self._dialect = dialect
        self._meter = WeightedMeter(dialect, executions)
        self._finder = RepresentationFinder(dialect, executions)
        self._known: dict[tuple[Head, int], _Price] = {}

    def price(self, node: ENode) -> _Price:
        """The gas of a node without its operands when it runs, and for its code; both in parts, and
        the first at least one for each operand and the node."""
        key = (node.head, len(node.children))
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._split(lambda: self._cost(node))
        return found[0] + 1 + len(node.children), found[1]

    def _split(self, measure: Callable[[], int]) -> _Price:
        """Something measured, divided into what counts with each execution, and what does not."""
        self._meter.set_weight(WEIGHT_ONE)
        once = measure()
        self._meter.set_weight(2 * WEIGHT_ONE)
        running = measure() - once
        return running, once - running

    def _cost(self, node: ENode) -> int:
        head, count = node.head, len(node.children)
        if isinstance(head, tuple):
            return self._meter.cost(Identifier("x"))
        if isinstance(head, int):
            if head < SMALLEST_CONSTANT:
                return self._meter.literal_cost(head)
            return self._meter.cost(self._finder.cheapest(head))
        if head == LOOP:
            return self._meter.code_cost(_ITERATION[0] * LOOP_WEIGHT, _ITERATION[1])
        if head == CALL:
            return self._sum(_CALL) + (count - 1) * self._sum(_PASSED)
        if head.startswith(SWITCH):
            cases, outputs = numbers_of(head)
            branches = (cases - 1) * self._sum(_BRANCH)
            return branches + self._sum(_MEETING) + outputs * self._sum(_OUTPUT)
        if head.startswith(FUNCTION):
            return self._sum(_ENTRY) + numbers_of(head)[1] * self._sum(_OUTPUT)
        if head.startswith(MATCH):
            return (count - 1) * self._sum(_COMPARISON)
        if head.startswith("#"):
            return 0
        return self._builtin(head)

    def _sum(self, price: _Price) -> int:
        return self._meter.code_cost(*price)

    def _builtin(self, name: str) -> int:
        """An instruction of this name, as the estimate of whole programs has it."""
        estimate = Estimate(self._meter)
        estimate.visit_call(FunctionCall(name, [], self._dialect.builtin(name)))
        return estimate.gas


def gas_model(language: Language, executions: int | None) -> GasModel:
    """The prices for graphs of a language; words of no EVM cost what those of the newest one do."""
    if isinstance(language, YulLanguage):
        return _model(language.dialect, executions)
    return _model(dialect_for(DEFAULT_EVM_VERSION), executions)


@functools.cache
def _model(dialect: Dialect, executions: int | None) -> GasModel:
    return GasModel(dialect, executions)


def shares(
    node: ENode, is_leaf: Callable[[int], bool], is_argument: Callable[[int, int], bool]
) -> tuple[Share, ...]:
    """How often each operand runs when a node does once.

    `is_leaf` tells whether an operand is a number or an argument, `is_argument` whether it is the
    argument with an index. Nothing has to be done to have those in a case, nor for a variable that
    a loop leaves as it is.
    """
    head, children = node.head, node.children
    if not isinstance(head, str) or not head.startswith("#"):
        return (_ONCE,) * len(children)
    if head.startswith(SWITCH):
        outside = same_scope_count(node)
        inputs = [_NEVER if is_leaf(child) else _ONCE for child in children[1:outside]]
        cases = numbers_of(head)[0]
        return (_ONCE, *inputs, *[(1, cases)] * (len(children) - outside))
    if head == LOOP:
        width = len(children) // 2
        kept = [is_argument(child, index) for index, child in enumerate(children[width:-1])]
        inputs = [
            _NEVER if is_kept and is_leaf(child) else _ONCE
            for child, is_kept in zip(children[:width], kept, strict=True)
        ]
        results = [_NEVER if is_kept else _REPEATED for is_kept in kept]
        return (*inputs, *results, _REPEATED)
    return (_ONCE,) * len(children)
