"""What code costs: gas each time that it runs, and gas for its bytes once.

Running code costs gas each time, code itself costs gas once: while it is transmitted (creation
code) or when it is stored (runtime code). Prices are pairs of both (`Gas`); only at the end are
they added up, by how often the code runs over the life of a contract (`lifetime`), where code that
runs more or less often than the rest has a weight (`weighted`).

For instructions with a fixed price, `exp` and `keccak256` the prices are those of solc's own meter,
by which it chooses constants; a byte of a number that `exp` takes is one, and `keccak256` hashes
one word. Other instructions count with what they cost at least, for addresses and slots that were
touched before.

Source: chapter 06, section 7 of the specification; EIP-150, EIP-2929 and the yellow paper, appendix
G, for the others.
"""

from __future__ import annotations

from typing import Final

from yulopt.dialect import Builtin, Dialect, EvmVersion, LiteralArgument, Tier
from yulopt.syntax.ast import Expression, FunctionCall, Identifier, Literal
from yulopt.syntax.literals import byte_length

# The weight of code that runs once for each execution; parts of it are whole numbers, too.
WEIGHT_ONE: Final = 1 << 20
# How often a loop is taken to be iterated.
LOOP_WEIGHT: Final = 8

# Sequences of instructions: the gas when they run, and their bytes.
Code = tuple[int, int]
READ_VARIABLE: Final[Code] = (3, 1)  # DUP
ASSIGNMENT: Final[Code] = (3 + 2, 2)  # SWAP POP
UNUSED_VALUE: Final[Code] = (2, 1)  # POP
BRANCH: Final[Code] = (3 + 10 + 1, 3 + 1 + 1)  # PUSH2 JUMPI JUMPDEST
NEGATION: Final[Code] = (3, 1)  # ISZERO
COMPARISON: Final[Code] = (3 + 3, 2)  # DUP EQ
JUMP: Final[Code] = (3 + 8, 3 + 1)  # PUSH2 JUMP
DESTINATION: Final[Code] = (1, 1)  # JUMPDEST
CALL: Final[Code] = (3 + 3 + 8 + 1, 3 + 3 + 1 + 1)  # PUSH2 PUSH2 JUMP JUMPDEST
FUNCTION: Final[Code] = (1 + 8, 1 + 1)  # JUMPDEST ... JUMP
_ADDRESS: Final[Code] = (3, 33)  # PUSH32
_NOTHING: Final[Code] = (0, 0)

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
_PUSH_GAS: Final = 3
_PUSH_ZERO_GAS: Final = 2
_EXP_GAS: Final = 10
_EXP_BYTE_GAS: Final = 50
_EXP_BYTE_GAS_BEFORE_SPURIOUS_DRAGON: Final = 10
# 30, and 6 for one word of memory.
_KECCAK256_GAS: Final = 36
_WARM_GAS: Final = 100
_LOG_GAS: Final = 375
_SPECIAL_GAS: Final = {
    "keccak256": _KECCAK256_GAS,
    "create": 32000,
    "create2": 32000,
    "selfdestruct": 5000,
    **{f"log{topics}": (1 + topics) * _LOG_GAS for topics in range(5)},
}

STORED_BYTE_GAS: Final = 200
_SENT_BYTE_GAS: Final = 16
_SENT_BYTE_GAS_BEFORE_ISTANBUL: Final = 68
_SENT_ZERO_BYTE_GAS: Final = 4


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
    """Prices for one EVM version and one kind of code.

    `expected_executions` is how often the code runs, None for creation code (see `Context`);
    `executions` is the same with 1 for creation code, and `byte_gas` the price of a byte of code
    that is not zero.
    """

    def __init__(self, dialect: Dialect, expected_executions: int | None) -> None:
        self._version = dialect.version
        self._push0 = dialect.has_push0
        self.executions = 1 if expected_executions is None else expected_executions
        if expected_executions is not None:
            self.byte_gas = STORED_BYTE_GAS
            self._zero_byte_gas = STORED_BYTE_GAS
        else:
            istanbul = dialect.version >= EvmVersion.ISTANBUL
            self.byte_gas = _SENT_BYTE_GAS if istanbul else _SENT_BYTE_GAS_BEFORE_ISTANBUL
            self._zero_byte_gas = _SENT_ZERO_BYTE_GAS

    def lifetime(self, gas: Gas) -> int:
        """The gas of all executions and of the code."""
        return gas.run * self.executions + gas.code

    def weighted(self, gas: Gas, weight: int) -> int:
        """The same for code that runs as often as the weight says, in parts of `WEIGHT_ONE`."""
        return self.in_parts(Gas(gas.run * weight, gas.code))

    def in_parts(self, gas: Gas) -> int:
        """The same in parts of `WEIGHT_ONE` where the gas of one execution is in parts already."""
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
        # Values that are filled in, or, for `memoryguard` and `verbatim`, nothing known.
        is_filled_in = (
            builtin.returns == 1 and builtin.literal_arguments.get(0) is LiteralArgument.STRING
        )
        return self.code(_ADDRESS if is_filled_in and not builtin.is_msize else _NOTHING)

    def code(self, code: Code) -> Gas:
        """A sequence of instructions."""
        return Gas(code[0], code[1] * self.byte_gas)

    def push_gas(self, value: int) -> int:
        """The gas of one execution of the instruction that pushes a constant."""
        return _PUSH_ZERO_GAS if value == 0 and self._push0 else _PUSH_GAS

    def run_gas(self, builtin: Builtin) -> int:
        """The gas of one execution of an instruction."""
        tier = builtin.tier
        assert tier is not None
        if tier is not Tier.SPECIAL:
            return _TIER_GAS[tier]
        if builtin.name == "exp":
            if self._version >= EvmVersion.SPURIOUS_DRAGON:
                return _EXP_GAS + _EXP_BYTE_GAS
            return _EXP_GAS + _EXP_BYTE_GAS_BEFORE_SPURIOUS_DRAGON
        return _SPECIAL_GAS.get(builtin.name, _WARM_GAS)

    def data_gas(self, content: bytes) -> int:
        """The gas for bytes of code."""
        zeros = content.count(0)
        return (len(content) - zeros) * self.byte_gas + zeros * self._zero_byte_gas
