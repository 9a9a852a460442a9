"""How often each case of a switch is expected to run, and what comparing its value costs."""

from __future__ import annotations

from collections.abc import Sequence

from yulopt.frequency.call_profile import CallProfile
from yulopt.frequency.comparison_trees import ComparisonCosts
from yulopt.frequency.selectors import NOT_CALLED, SelectorValues
from yulopt.gas.model import (
    BRANCH,
    COMPARISON,
    DESTINATION,
    JUMP,
    NEGATION,
    WEIGHT_ONE,
    GasModel,
)
from yulopt.syntax.ast import Block, Expression


class CaseWeights:
    """The weights of cases in some code, whose names must be unique, by a call profile, if any."""

    def __init__(self, code: Block, profile: CallProfile | None) -> None:
        self._profile = profile
        self._selectors = None if profile is None else SelectorValues(code)

    def of(self, value: Expression, labels: Sequence[int]) -> tuple[list[int], int]:
        """The frequency of each label of a switch value, and of all other values, in units of
        `WEIGHT_ONE`."""
        profile, selectors = self._profile, self._selectors
        equal = [WEIGHT_ONE] * len(labels), WEIGHT_ONE
        if profile is None or selectors is None or not profile.total:
            return equal
        if not selectors.depends(value):
            return equal
        counts: dict[int, int] = {}
        for selector, count in profile.counts.items():
            found = selectors.value(value, selector)
            assert found is not None
            counts[found] = counts.get(found, 0) + count
        # As if each case ran once, if all were called equally often.
        unit = WEIGHT_ONE * len(labels)
        called = [counts.pop(label, 0) for label in labels]
        weights = [max(unit * count // profile.total, NOT_CALLED) for count in called]
        return weights, max(unit * sum(counts.values()) // profile.total, NOT_CALLED)


def comparison_costs(model: GasModel, highest_label: int, default: int) -> ComparisonCosts:
    """The costs of comparisons in a switch, each part of which has a copy of a default of this
    price. Every tree compares each label once, so the bytes of that do not count.
    """
    test = model.push(highest_label) + model.code(COMPARISON) + model.code(BRANCH)
    # `lt` and `eq` have the same price.
    split = test + model.code(NEGATION)
    # A value that is none of the cases jumps over the other half.
    rest = (model.code(JUMP) + model.code(DESTINATION)).code + default
    executions = model.executions
    return ComparisonCosts(
        test.run * executions, split.run * executions, (split.code + rest) * WEIGHT_ONE
    )
