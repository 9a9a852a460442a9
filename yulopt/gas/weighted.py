"""The gas of a function or of other code, where what is executed more often counts more.

It is the estimate of `yulopt.gas.estimate` with two differences. What is in a loop counts
eight times for each loop around it, and what is in one of N branches the Nth part. And constants
are taken as the ConstantOptimiser will write them, since it runs after everything else.

Source: chapter 09, section 7.1 of the specification.
"""

from __future__ import annotations

from typing import Final

from yulopt.dialect import Dialect
from yulopt.gas.constant_representation import SMALLEST_CONSTANT, RepresentationFinder
from yulopt.gas.estimate import Estimate
from yulopt.gas.meter import GasMeter
from yulopt.syntax.ast import NUMBER, Block, ForLoop, FunctionDefinition, Literal

LOOP_WEIGHT: Final = 8
# The weight of code that is executed once; parts of it are whole numbers, too.
WEIGHT_ONE: Final = 1 << 20


class WeightedMeter(GasMeter):
    """A meter for code that is executed as often as the weight says; all gas is in parts of
    `WEIGHT_ONE`."""

    def __init__(
        self, dialect: Dialect, expected_executions: int | None, *, pays_for_code: bool = True
    ) -> None:
        super().__init__(dialect, expected_executions)
        self._plain_executions = self._executions
        self.byte_gas *= WEIGHT_ONE * pays_for_code
        self._zero_byte_gas *= WEIGHT_ONE * pays_for_code
        self.weight = 0
        self.set_weight(WEIGHT_ONE)

    def set_weight(self, weight: int) -> None:
        """Measure code with this weight from now on."""
        self.weight = max(weight, 1)
        self._executions = self._plain_executions * self.weight


class WeightedGas:
    """Measures code for one EVM version and one kind of code (see `GasMeter`).

    Unless it `pays_for_code`, only the gas of running the code counts, not that of its bytes.
    """

    __slots__ = ("_dialect", "_executions", "_finder", "_pays_for_code")

    def __init__(
        self, dialect: Dialect, expected_executions: int | None, *, pays_for_code: bool = True
    ) -> None:
        self._dialect = dialect
        self._executions = expected_executions
        self._pays_for_code = pays_for_code
        self._finder = RepresentationFinder(dialect, expected_executions)

    def __call__(self, block: Block) -> int:
        """The gas of the code in a block without the functions that are defined in it."""
        meter = WeightedMeter(self._dialect, self._executions, pays_for_code=self._pays_for_code)
        walker = _WeightedEstimate(meter, self._finder)
        walker.visit_block(block)
        return walker.gas


class _WeightedEstimate(Estimate):
    def __init__(self, meter: WeightedMeter, finder: RepresentationFinder) -> None:
        super().__init__(meter)
        self._weighted = meter
        self._finder = finder

    def visit_literal(self, literal: Literal) -> None:
        if literal.kind is NUMBER and literal.value >= SMALLEST_CONSTANT:
            self.gas += self._weighted.cost(self._finder.cheapest(literal.value))
        else:
            super().visit_literal(literal)

    def visit_function(self, function: FunctionDefinition) -> None:
        """Another function."""

    def visit_branch(self, body: Block, branches: int) -> None:
        weight = self._weighted.weight
        self._weighted.set_weight(weight // branches)
        super().visit_branch(body, branches)
        self._weighted.set_weight(weight)

    def visit_repeated(self, loop: ForLoop) -> None:
        weight = self._weighted.weight
        self._weighted.set_weight(weight * LOOP_WEIGHT)
        super().visit_repeated(loop)
        self._weighted.set_weight(weight)
