"""The cost of parameters of a function that replaces several pieces of code.

Holes of code (see `yulopt.analysis.anti_unification`) that are filled alike in each piece are a
column. The merged function needs a parameter for each column whose fillings differ, and for each
that is a variable.
"""

from __future__ import annotations

from yulopt.analysis.anti_unification import Filling, filling_of
from yulopt.analysis.control_flow import FunctionFlow
from yulopt.gas.constants import ConstantFinder
from yulopt.gas.model import READ_VARIABLE, WEIGHT_ONE, Code, Gas, GasModel
from yulopt.passes.step import Context
from yulopt.rewriting.code_size import CodeSize
from yulopt.syntax.ast import NUMBER, Block, Expression, Literal


class AbstractionCosts:
    """The gas of code over the lifetime of a contract, in units of `WEIGHT_ONE`.

    A `frequency` is the number of runs per execution, in the same units.
    """

    def __init__(self, context: Context, flow: FunctionFlow) -> None:
        self._model = GasModel(context.dialect, context.expected_executions)
        self._constants = ConstantFinder(self._model)
        self._flow = flow

    def size(self, block: Block) -> int:
        """The bytes of a block."""
        size = CodeSize(self._model, self._constants, self._flow)
        size.visit_block(block)
        return size.gas * WEIGHT_ONE

    def code(self, code: Code, frequency: int, times: int = 1) -> int:
        """Instructions with a number of occurrences, and a total frequency."""
        gas = self._model.code(code)
        return self._model.in_parts(Gas(gas.run * frequency, gas.code * times))

    def constant(self, literal: Literal, frequency: int, times: int = 1) -> int:
        """A constant with a number of occurrences, and a total frequency of pushes."""
        gas = self._constant(literal)
        return self._model.in_parts(Gas(gas.run * frequency, gas.code * times))

    def read(self, hole: Expression, frequency: int) -> int:
        """The cost of reading a parameter instead of the filling of a hole."""
        if not isinstance(hole, Literal):
            return 0
        return self.code(READ_VARIABLE, frequency) - self.constant(hole, frequency)

    def _constant(self, literal: Literal) -> Gas:
        if literal.kind is NUMBER:
            return self._constants.gas(literal.value)
        return self._model.push(literal.value)


class Column:
    """Holes with equal fillings in each piece of code; `passing`: the total cost at all calls."""

    def __init__(self, first_hole: int, differs: bool, passing: int) -> None:
        self.first_hole = first_hole
        self.differs = differs
        self.passing = passing


class Columns:
    """The columns of pieces of code with the same structure; `of_hole`: that of each hole."""

    def __init__(self, of_hole: list[Column], fillings: list[Filling]) -> None:
        self.of_hole = of_hole
        # Those that are passed.
        self.passed = [column for column in dict.fromkeys(of_hole) if column.differs]
        self._fillings = fillings

    def refined(self, holes: list[Expression], passing: list[int]) -> Columns:
        """The columns with another piece of code, given the cost of passing each of its holes."""
        divided: dict[tuple[Column, Filling], Column] = {}
        of_hole: list[Column] = []
        for index, old in enumerate(self.of_hole):
            filling = filling_of(holes[index])
            column = divided.get((old, filling))
            if column is None:
                differs = old.differs or filling != self._fillings[index]
                column = Column(index, differs, old.passing + passing[index])
                divided[old, filling] = column
            of_hole.append(column)
        return Columns(of_hole, self._fillings)


def columns_of(holes: list[Expression], passing: list[int]) -> Columns:
    """The columns of one piece of code, given the cost of passing each of its holes."""
    fillings = [filling_of(hole) for hole in holes]
    columns: dict[Filling, Column] = {}
    for index, filling in enumerate(fillings):
        if filling not in columns:
            columns[filling] = Column(index, isinstance(filling, str), passing[index])
    return Columns([columns[filling] for filling in fillings], fillings)
