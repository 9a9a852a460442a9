"""The cost of code: gas each time that it runs, and gas for its bytes once.

Execution costs gas each time, the bytes cost gas once: when they are transmitted (creation code)
or stored (runtime code). Prices are pairs of both (`Gas`); they are added up only at the end, by
the number of executions over the life of a contract (`lifetime`), where code that runs more or
less often than the rest has a weight (`weighted`).

The prices come from a schedule (`yulopt.gas.schedule`): that of the dialect, or that of solc for
its own steps and passes.

Source: chapter 06, section 7 of the specification.
"""

from __future__ import annotations

from typing import Final

from yulopt.dialect import Builtin, Dialect, LiteralArgument
from yulopt.gas.schedule import (
    BRANCH_GAS,
    COPY_GAS,
    DESTINATION_GAS,
    EXCHANGE_GAS,
    JUMP_GAS,
    POP_GAS,
    PUSH_GAS,
    PUSH_ZERO_GAS,
    Schedule,
    schedule_of,
    solc_schedule,
)
from yulopt.syntax.ast import Expression, FunctionCall, Identifier, Literal
from yulopt.syntax.literals import byte_length

# The weight of code that runs once per execution; fractions of it are integers, too.
WEIGHT_ONE: Final = 1 << 20
# The assumed number of iterations of a loop.
LOOP_WEIGHT: Final = 8

# Sequences of instructions: the gas when they run, and their bytes.
Code = tuple[int, int]
_COMPARISON_GAS: Final = 3
READ_VARIABLE: Final[Code] = (COPY_GAS, 1)
ASSIGNMENT: Final[Code] = (EXCHANGE_GAS + POP_GAS, 2)
UNUSED_VALUE: Final[Code] = (POP_GAS, 1)
BRANCH: Final[Code] = (PUSH_GAS + BRANCH_GAS + DESTINATION_GAS, 3 + 1 + 1)  # PUSH2 JUMPI JUMPDEST
CONDITIONAL_JUMP: Final[Code] = (PUSH_GAS + BRANCH_GAS, 3 + 1)  # PUSH2 JUMPI
NEGATION: Final[Code] = (_COMPARISON_GAS, 1)  # ISZERO
COMPARISON: Final[Code] = (COPY_GAS + _COMPARISON_GAS, 2)  # DUP EQ
JUMP: Final[Code] = (PUSH_GAS + JUMP_GAS, 3 + 1)  # PUSH2 JUMP
DESTINATION: Final[Code] = (DESTINATION_GAS, 1)
# PUSH2 PUSH2 JUMP JUMPDEST
CALL: Final[Code] = (2 * PUSH_GAS + JUMP_GAS + DESTINATION_GAS, 3 + 3 + 1 + 1)
FUNCTION: Final[Code] = (DESTINATION_GAS + JUMP_GAS, 1 + 1)  # JUMPDEST ... JUMP
_ADDRESS: Final[Code] = (PUSH_GAS, 33)  # PUSH32
_NOTHING: Final[Code] = (0, 0)


class Gas:
    """The gas of one execution, and the gas of the bytes of code."""

    def __init__(self, run: int = 0, code: int = 0) -> None:
        self.run = run
        self.code = code

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Gas) and (self.run == other.run and self.code == other.code)

    def __add__(self, other: Gas) -> Gas:
        return Gas(self.run + other.run, self.code + other.code)


class GasModel:
    """Prices for one kind of code of a dialect, by a schedule (the dialect's own by default).

    `expected_executions` is how often the code runs, None for creation code (see `Context`);
    `executions` is the same with 1 for creation code, and `byte_gas` the price of a byte of code
    that is not zero.
    """

    def __init__(
        self,
        dialect: Dialect,
        expected_executions: int | None,
        schedule: Schedule | None = None,
    ) -> None:
        self.dialect = dialect
        self._schedule = schedule_of(dialect) if schedule is None else schedule
        self._push0 = dialect.has_push0
        self.executions = 1 if expected_executions is None else expected_executions
        if expected_executions is not None:
            self.byte_gas = self._schedule.stored_byte
            self._zero_byte_gas = self._schedule.stored_byte
        else:
            self.byte_gas = self._schedule.sent_byte
            self._zero_byte_gas = self._schedule.sent_zero_byte

    def lifetime(self, gas: Gas) -> int:
        """The gas of all executions and of the code."""
        return gas.run * self.executions + gas.code

    def weighted(self, gas: Gas, weight: int) -> int:
        """The same for code of a relative frequency, in parts of `WEIGHT_ONE`."""
        return self.in_parts(Gas(gas.run * weight, gas.code))

    def in_parts(self, gas: Gas) -> int:
        """The same if the gas of one execution is in parts of `WEIGHT_ONE` already."""
        return gas.run * self.executions + gas.code * WEIGHT_ONE

    def expression(self, expression: Expression) -> Gas:
        """An expression of builtins."""
        if isinstance(expression, Identifier):
            return self.code(READ_VARIABLE)
        if isinstance(expression, Literal):
            return self.push(expression.value)
        assert isinstance(expression, FunctionCall)
        assert expression.builtin is not None, "calls of functions have no price of their own"
        gas = self.builtin(expression.builtin)
        for argument in expression.arguments:
            gas += self.expression(argument)
        return gas

    def push(self, value: int) -> Gas:
        """A constant as it is."""
        gas = Gas(self.push_gas(value), self.byte_gas)
        if value or not self._push0:
            gas.code += self.data_gas(value.to_bytes(byte_length(value) or 1, "big"))
        return gas

    def builtin(self, builtin: Builtin) -> Gas:
        """A builtin without its arguments."""
        if builtin.tier is not None:
            return Gas(self.run_gas(builtin), self.byte_gas)
        # Placeholders, and `memoryguard` and `verbatim`, whose price is unknown.
        is_filled_in = (
            builtin.returns == 1 and builtin.literal_arguments.get(0) is LiteralArgument.STRING
        )
        return self.code(_ADDRESS if is_filled_in and not builtin.is_msize else _NOTHING)

    def code(self, code: Code) -> Gas:
        """A sequence of instructions."""
        return Gas(code[0], code[1] * self.byte_gas)

    def push_gas(self, value: int) -> int:
        """The gas of one execution of the instruction that pushes a constant."""
        return PUSH_ZERO_GAS if value == 0 and self._push0 else PUSH_GAS

    def run_gas(self, builtin: Builtin) -> int:
        """The gas of one execution of an instruction."""
        return self._schedule.instruction(builtin.name)

    def data_gas(self, content: bytes) -> int:
        """The gas for bytes of code."""
        zeros = content.count(0)
        return (len(content) - zeros) * self.byte_gas + zeros * self._zero_byte_gas


def solc_model(dialect: Dialect, expected_executions: int | None) -> GasModel:
    """The prices by which solc's own steps and passes decide."""
    return GasModel(dialect, expected_executions, solc_schedule(dialect.version))
