"""The gas an expression costs over the life of a contract, to weigh constants against code.

Running code costs gas each time, code itself costs gas once: while it is transmitted (creation
code) or when it is stored (runtime code).

Source: chapter 06, section 7 of the specification.
"""

from __future__ import annotations

from typing import Final

from yulopt.dialect import Builtin, Dialect, EvmVersion, Tier
from yulopt.syntax.ast import Expression, FunctionCall, Identifier, Literal
from yulopt.syntax.literals import byte_length

_TIER_GAS: Final = {
    Tier.ZERO: 0,
    Tier.BASE: 2,
    Tier.VERY_LOW: 3,
    Tier.LOW: 5,
    Tier.MID: 8,
    Tier.HIGH: 10,
    Tier.BLOCK_HASH: 20,
    Tier.WARM_ACCESS: 100,
}
_DUP_GAS: Final = 3
_PUSH_GAS: Final = 3
_PUSH_ZERO_GAS: Final = 2
_EXP_GAS: Final = 10
_EXP_BYTE_GAS: Final = 50
_EXP_BYTE_GAS_BEFORE_SPURIOUS_DRAGON: Final = 10
# 30, and 6 for one word of memory.
_KECCAK256_GAS: Final = 36

_STORED_BYTE_GAS: Final = 200
_SENT_BYTE_GAS: Final = 16
_SENT_BYTE_GAS_BEFORE_ISTANBUL: Final = 68
_SENT_ZERO_BYTE_GAS: Final = 4


class GasMeter:
    """Measures expressions for one EVM version and one kind of code.

    `expected_executions` is how often the code runs, None for creation code (see `Context`);
    `byte_gas` is the price of a byte of code that is not zero.
    """

    def __init__(self, dialect: Dialect, expected_executions: int | None) -> None:
        self._version = dialect.version
        self._executions = 1 if expected_executions is None else expected_executions
        self._push0 = dialect.has_push0
        if expected_executions is not None:
            self.byte_gas = _STORED_BYTE_GAS
            self._zero_byte_gas = _STORED_BYTE_GAS
        else:
            istanbul = dialect.version >= EvmVersion.ISTANBUL
            self.byte_gas = _SENT_BYTE_GAS if istanbul else _SENT_BYTE_GAS_BEFORE_ISTANBUL
            self._zero_byte_gas = _SENT_ZERO_BYTE_GAS

    def cost(self, expression: Expression) -> int:
        """The gas for all executions and for the code of an expression.

        Calls must be of metered instructions (`instruction_cost`).
        """
        if isinstance(expression, Identifier):
            return self.lifetime_gas(_DUP_GAS, self.byte_gas)
        if isinstance(expression, Literal):
            return self.literal_cost(expression.value)
        assert isinstance(expression, FunctionCall)
        assert expression.builtin is not None, "only builtins are metered"
        arguments = [self.cost(argument) for argument in expression.arguments]
        return self.instruction_cost(expression.builtin) + sum(arguments)

    def literal_cost(self, value: int) -> int:
        """The same for a literal with this value."""
        if value == 0 and self._push0:
            return self.lifetime_gas(self.push_gas(value), self.byte_gas)
        content = value.to_bytes(byte_length(value) or 1, "big")
        return self.lifetime_gas(self.push_gas(value), self.byte_gas + self.data_gas(content))

    def instruction_cost(self, builtin: Builtin) -> int:
        """The same for an instruction without its arguments.

        Metered are the instructions with a fixed price, `exp` and `keccak256`.
        """
        return self.lifetime_gas(self.run_gas(builtin), self.byte_gas)

    def data_gas(self, content: bytes) -> int:
        """The gas for bytes of code once."""
        zeros = content.count(0)
        return (len(content) - zeros) * self.byte_gas + zeros * self._zero_byte_gas

    def code_cost(self, run_gas: int, code_bytes: int) -> int:
        """The same for code that takes `run_gas` each time and is `code_bytes` long."""
        return self.lifetime_gas(run_gas, code_bytes * self.byte_gas)

    def push_gas(self, value: int) -> int:
        """The gas of one execution of the instruction that pushes a constant."""
        return _PUSH_ZERO_GAS if value == 0 and self._push0 else _PUSH_GAS

    def run_gas(self, builtin: Builtin) -> int:
        """The gas of one execution of a metered instruction."""
        if builtin.name == "keccak256":
            return _KECCAK256_GAS
        if builtin.name == "exp":
            if self._version >= EvmVersion.SPURIOUS_DRAGON:
                return _EXP_GAS + _EXP_BYTE_GAS
            return _EXP_GAS + _EXP_BYTE_GAS_BEFORE_SPURIOUS_DRAGON
        assert builtin.tier in _TIER_GAS, f"{builtin.name} is not metered"
        return _TIER_GAS[builtin.tier]

    def lifetime_gas(self, run_gas: int, data_gas: int) -> int:
        """The gas for all executions that take `run_gas` each, and once the `data_gas` of code."""
        return run_gas * self._executions + data_gas
