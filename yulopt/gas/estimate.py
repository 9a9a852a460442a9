"""The gas of a whole program, estimated, to compare it before and after a step.

Every statement counts as executed once each time that the code runs, whatever branches and loops
do, and every byte of code is paid for once (see `yulopt.gas.meter`). Reading a variable
is a DUP and writing one a SWAP with a POP. Instructions with a price of their own count with what
they cost at least, for addresses and slots that were touched before.

Source: EIP-150, EIP-2929 and the yellow paper, appendix G, for the prices.
"""

from __future__ import annotations

from typing import Final

from yulopt.dialect import Builtin, Dialect, Tier
from yulopt.gas.meter import GasMeter
from yulopt.syntax.ast import (
    STRING,
    Assignment,
    Block,
    Case,
    ForLoop,
    FunctionCall,
    FunctionDefinition,
    Identifier,
    If,
    Literal,
    Statement,
    Switch,
    VariableDeclaration,
)
from yulopt.syntax.visitor import Walker

_METERED: Final = ("exp", "keccak256")
_WARM_GAS: Final = 100
_LOG_GAS: Final = 375
_SPECIAL_GAS: Final = {
    "create": 32000,
    "create2": 32000,
    "selfdestruct": 5000,
    **{f"log{topics}": (1 + topics) * _LOG_GAS for topics in range(5)},
}

# What is not an expression: gas when it runs, and bytes of code.
_Price = tuple[int, int]
_LABEL: Final[_Price] = (3, 3)  # PUSH2
_ASSIGNMENT: Final[_Price] = (3 + 2, 2)  # SWAP POP
_UNUSED_VALUE: Final[_Price] = (2, 1)  # POP
_BRANCH: Final[_Price] = (3 + 10 + 1, 3 + 1 + 1)  # PUSH2 JUMPI JUMPDEST
_NEGATION: Final[_Price] = (3, 1)  # ISZERO
_COMPARISON: Final[_Price] = (3 + 3, 2)  # DUP EQ
_JUMP: Final[_Price] = (3 + 8, 3 + 1)  # PUSH2 JUMP
_DESTINATION: Final[_Price] = (1, 1)  # JUMPDEST
_CALL: Final[_Price] = (3 + 3 + 8 + 1, 3 + 3 + 1 + 1)  # PUSH2 PUSH2 JUMP JUMPDEST
_FUNCTION: Final[_Price] = (1 + 8, 1 + 1)  # JUMPDEST ... JUMP
_ADDRESS: Final[_Price] = (3, 33)  # PUSH32


def gas_estimate(block: Block, dialect: Dialect, expected_executions: int | None) -> int:
    """The gas of the code of an object over the life of a contract, for all its executions.

    `expected_executions` is how often the code runs, None for creation code (see `Context`).
    """
    walker = Estimate(GasMeter(dialect, expected_executions))
    walker.visit_block(block)
    return walker.gas


class Estimate(Walker):
    """Adds up the gas of what it visits, in the units of a meter.

    What is executed only in some cases, or repeatedly, is visited by `visit_branch` and
    `visit_repeated`, so that it can be given another weight.
    """

    def __init__(self, meter: GasMeter) -> None:
        self.gas = 0
        self._meter = meter

    def visit_branch(self, body: Block, branches: int) -> None:
        """One of so many branches."""
        self.visit_block(body)

    def visit_repeated(self, loop: ForLoop) -> None:
        """What a loop does in each iteration."""
        self._add(_DESTINATION)
        self._add(_NEGATION)
        self._add(_BRANCH)
        self._add(_JUMP)
        self.visit_expression(loop.condition)
        self.visit_block(loop.body)
        self.visit_block(loop.post)

    def visit_literal(self, literal: Literal) -> None:
        # The name of an object is no code; the builtin that it belongs to is.
        if literal.kind is not STRING or not literal.unlimited:
            self.gas += self._meter.literal_cost(literal.value)

    def visit_identifier(self, identifier: Identifier) -> None:
        self.gas += self._meter.cost(identifier)

    def visit_call(self, call: FunctionCall) -> None:
        for argument in call.arguments:
            self.visit_expression(argument)
        if call.builtin is None:
            self._add(_CALL)
        else:
            self._add_builtin(call.builtin)

    def _add_builtin(self, builtin: Builtin) -> None:
        if builtin.tier is None:
            # Values that are filled in, or, for `memoryguard` and `verbatim`, nothing known.
            if builtin.returns == 1 and builtin.name not in ("memoryguard", "verbatim"):
                self._add(_ADDRESS)
        elif builtin.tier is Tier.SPECIAL and builtin.name not in _METERED:
            self._add((_SPECIAL_GAS.get(builtin.name, _WARM_GAS), 1))
        else:
            self.gas += self._meter.instruction_cost(builtin)

    def visit_assignment(self, assignment: Assignment) -> None:
        self.visit_expression(assignment.value)
        for _ in assignment.targets:
            self._add(_ASSIGNMENT)

    def visit_declaration(self, declaration: VariableDeclaration) -> None:
        if declaration.value is not None:
            self.visit_expression(declaration.value)
        else:
            for _ in declaration.names:
                self.gas += self._meter.literal_cost(0)
        for _ in declaration.names:
            self._add(_UNUSED_VALUE)

    def visit_if(self, statement: If) -> None:
        self._add(_NEGATION)
        self._add(_BRANCH)
        self.visit_expression(statement.condition)
        self.visit_branch(statement.body, 2)

    def visit_switch(self, switch: Switch) -> None:
        self._add(_UNUSED_VALUE)
        self.visit_expression(switch.expression)
        has_default = any(case.label is None for case in switch.cases)
        for case in switch.cases:
            self._visit_comparison(case)
            self.visit_branch(case.body, len(switch.cases) + (not has_default))

    def _visit_comparison(self, case: Case) -> None:
        if case.label is not None:
            self.visit_literal(case.label)
            self._add(_COMPARISON)
            self._add(_BRANCH)
        self._add(_JUMP)

    def visit_for(self, loop: ForLoop) -> None:
        self.visit_block(loop.init)
        self.visit_repeated(loop)

    def visit_jump(self, jump: Statement) -> None:
        self._add(_JUMP)

    def visit_function(self, function: FunctionDefinition) -> None:
        self._add(_FUNCTION)
        for _ in function.returns:
            self.gas += self._meter.literal_cost(0)
        super().visit_function(function)

    def _add(self, price: _Price) -> None:
        self.gas += self._meter.code_cost(price[0], price[1])
