"""Compares the cost of codes by their deployed bytes.

The bytes are those of the generated EVM code after the passes over its assembly. Gas is the
estimated execution cost of the Yul, with weights for loops and branches (`yulopt.gas.estimate`). If
the original has unreachable stack slots, so that no code is generated, the optimiser's own measure
of code size replaces the bytes.
"""

from __future__ import annotations

from yulopt.assembly.code_sizes import optimized_size
from yulopt.dialect import Dialect
from yulopt.gas.estimate import WeightedGas
from yulopt.gas.metrics import code_size_including_functions
from yulopt.gas.model import GasModel
from yulopt.rvsdg.extract import GAS
from yulopt.syntax.arguments import DEFAULT_RUNS
from yulopt.syntax.ast import Block


class CodePrice:
    """Compares codes of an object with each other.

    By the cost model `gas`, the gas of all executions and of the bytes counts; by others the bytes,
    and gas only between codes of the same size. Code with more bytes is never cheaper: the bytes
    are certain, while the gas that they would save is an estimate, which has been wrong on real
    contracts. `executions`: the expected number of runs, None for creation code.
    """

    def __init__(self, dialect: Dialect, cost: str, executions: int | None) -> None:
        self._dialect = dialect
        self._executions = executions
        self._is_gas = cost == GAS
        self._running = WeightedGas(dialect, executions, pays_for_code=False)
        self._model = GasModel(dialect, executions)

    def is_cheaper(self, code: Block, original: Block) -> bool:
        """Whether code is cheaper than the original, and has no unreachable slots unless the
        original has some. All names in each of them must be unique."""
        before = self.bytes_of(original)
        if before is None:
            before, after = map(code_size_including_functions, (original, code))
        else:
            size = self.bytes_of(code)
            if size is None:
                return False
            after = size
        return after <= before and self._price(code, after) < self._price(original, before)

    def bytes_of(self, code: Block) -> int | None:
        """The bytes of the generated code, None if a stack slot is unreachable."""
        runs = DEFAULT_RUNS if self._executions is None else self._executions
        is_creation = self._executions is None
        return optimized_size(code, self._dialect, runs, is_creation=is_creation)

    def _price(self, code: Block, size: int) -> tuple[int, int]:
        gas = self._running.of_object(code)
        if not self._is_gas:
            return size, gas
        return gas + self._model.in_parts(self._model.code((0, size))), size
