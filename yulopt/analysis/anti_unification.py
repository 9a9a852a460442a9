"""Anti-unification: the common structure of pieces of code, and their differences.

The skeleton of a piece of code is its structure with *holes* for constants and reads of outer
variables. Its own variables are numbered in order of their first assignment. Pieces of code with
equal structures differ only in their holes, so one function can replace all of them, with
parameters for holes that differ: this is the least general generalisation of the pieces. Literals
that the language requires (case labels, `datasize`, `memoryguard`) are part of the structure.

Source: G. Plotkin, "A note on inductive generalization", Machine Intelligence 5 (1970).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from yulopt.syntax.ast import (
    Assignment,
    Block,
    Break,
    Continue,
    Expression,
    ExpressionStatement,
    ForLoop,
    FunctionCall,
    FunctionDefinition,
    Identifier,
    If,
    Leave,
    Literal,
    Statement,
    Switch,
    VariableDeclaration,
)

Token = int | str
Structure = tuple[Token, ...]
# The filling of a hole: the value of a constant, or the name of a variable.
Filling = int | str

# Prefix marks, so that different code never has equal tokens. Names of functions need none; other
# texts and numbers follow a mark.
_HOLE: Final = -1
_VARIABLE: Final = -2
_ASSIGNED_ELSEWHERE: Final = -3
_TEXT: Final = -4
_NUMBER: Final = -5
_EXPRESSION: Final = -6
_DECLARATION: Final = -7
_ZERO: Final = -8
_ASSIGNMENT: Final = -9
_BLOCK: Final = -10
_IF: Final = -11
_SWITCH: Final = -12
_DEFAULT: Final = -13
_FOR: Final = -14
_JUMPS: Final = {Break: -15, Continue: -16, Leave: -17}
_FIRST_VALUE: Final = -18
_FUNCTION: Final = -19


class Skeleton:
    """The structure of a piece of code, and its holes in the order of the structure.

    `variables`: the code's own, in the order of their numbers; `kept`: those of them that are
    declared outside, with no incoming value that the code reads. The code `is_closed` if a function
    could replace it: no jump leads out of it, it assigns no outer variables except kept ones, and
    it defines no function.
    """

    def __init__(self) -> None:
        self.structure: Structure = ()
        self.holes: list[Expression] = []
        self.variables: list[str] = []
        self.kept: list[str] = []
        self.is_closed = True


def skeleton_of_function(function: FunctionDefinition, assigned: set[str]) -> Skeleton:
    """The skeleton of a function; `assigned` are those of its parameters that it assigns.

    Its parameters count as outer variables, except the assigned ones.
    """
    own = [name for name in function.parameters if name in assigned]
    reader = _Reader([*function.returns, *own])
    reader.tokens += (len(function.returns), len(own))
    reader.read_block(function.body)
    return reader.skeleton()


def skeleton_of_statements(statements: list[Statement]) -> Skeleton:
    """The skeleton of statements that follow one another in a block."""
    reader = _Reader(())
    reader.read_statements(statements)
    return reader.skeleton()


def filling_of(hole: Expression) -> Filling:
    """Add a hole."""
    if isinstance(hole, Identifier):
        return hole.name
    assert isinstance(hole, Literal)
    return hole.value


class _Reader:
    def __init__(self, own: Iterable[str]) -> None:
        self.tokens: list[Token] = []
        self._holes: list[Expression] = []
        self._numbers: dict[str, int] = {}
        self._read: set[str] = set()
        self._kept: list[str] = []
        self._is_closed = True
        self._loops = 0
        self._declare(own)

    def skeleton(self) -> Skeleton:
        """The code that was read."""
        result = Skeleton()
        result.structure = tuple(self.tokens)
        result.holes = self._holes
        result.variables = list(self._numbers)
        result.kept = self._kept
        result.is_closed = self._is_closed
        return result

    def _declare(self, names: Iterable[str]) -> None:
        for name in names:
            self._numbers[name] = len(self._numbers)

    def read_statements(self, statements: list[Statement]) -> None:
        """Statements that always run in sequence, unless one of them ends the execution."""
        for statement in statements:
            if isinstance(statement, Assignment):
                names = [target.name for target in statement.targets]
                self._read_expression(statement.value)
                if not any(name in self._numbers or name in self._read for name in names):
                    self.tokens += (_FIRST_VALUE, len(names))
                    self._kept += names
                    self._declare(names)
                else:
                    self._assign(statement.targets)
            else:
                self._read_statement(statement)

    def read_block(self, block: Block) -> None:
        """The body of something."""
        self.tokens += (_BLOCK, len(block.statements))
        for statement in block.statements:
            self._read_statement(statement)

    def _read_statement(self, statement: Statement) -> None:
        if isinstance(statement, VariableDeclaration):
            self.tokens += (_DECLARATION, len(statement.names))
            if statement.value is None:
                self.tokens.append(_ZERO)
            else:
                self._read_expression(statement.value)
            self._declare(statement.names)
        elif isinstance(statement, ExpressionStatement):
            self.tokens.append(_EXPRESSION)
            self._read_expression(statement.expression)
        elif isinstance(statement, Assignment):
            self._read_expression(statement.value)
            self._assign(statement.targets)
        elif isinstance(statement, If):
            self.tokens.append(_IF)
            self._read_expression(statement.condition)
            self.read_block(statement.body)
        elif isinstance(statement, Switch):
            self._read_switch(statement)
        elif isinstance(statement, ForLoop):
            self._read_loop(statement)
        elif isinstance(statement, Block):
            self.read_block(statement)
        elif isinstance(statement, FunctionDefinition):
            self.tokens += (_FUNCTION, statement.name)
            self._is_closed = False
        else:
            self._read_jump(statement)

    def _assign(self, targets: list[Identifier]) -> None:
        self.tokens += (_ASSIGNMENT, len(targets))
        for target in targets:
            number = self._numbers.get(target.name)
            if number is None:
                self.tokens.append(_ASSIGNED_ELSEWHERE)
                self._is_closed = False
            else:
                self.tokens += (_VARIABLE, number)

    def _read_switch(self, switch: Switch) -> None:
        self.tokens += (_SWITCH, len(switch.cases))
        self._read_expression(switch.expression)
        for case in switch.cases:
            if case.label is None:
                self.tokens.append(_DEFAULT)
            else:
                self._read_fixed(case.label)
            self.read_block(case.body)

    def _read_loop(self, loop: ForLoop) -> None:
        self.tokens.append(_FOR)
        self.read_block(loop.init)
        self._read_expression(loop.condition)
        self.read_block(loop.post)
        self._loops += 1
        self.read_block(loop.body)
        self._loops -= 1

    def _read_jump(self, jump: Statement) -> None:
        self.tokens.append(_JUMPS[type(jump)])
        if isinstance(jump, Leave) or not self._loops:
            self._is_closed = False

    def _read_expression(self, expression: Expression) -> None:
        if isinstance(expression, FunctionCall):
            self._read_call(expression)
        elif isinstance(expression, Identifier):
            number = self._numbers.get(expression.name)
            if number is None:
                self._read.add(expression.name)
                self._add_hole(expression)
            else:
                self.tokens += (_VARIABLE, number)
        else:
            self._add_hole(expression)

    def _add_hole(self, hole: Expression) -> None:
        self.tokens.append(_HOLE)
        self._holes.append(hole)

    def _read_call(self, call: FunctionCall) -> None:
        self.tokens += (call.name, len(call.arguments))
        fixed = call.builtin.literal_arguments if call.builtin is not None else {}
        for index, argument in enumerate(call.arguments):
            if isinstance(argument, Literal) and index in fixed:
                self._read_fixed(argument)
            else:
                self._read_expression(argument)

    def _read_fixed(self, literal: Literal) -> None:
        """A literal that has to stay one."""
        if literal.unlimited:
            self.tokens += (_TEXT, literal.text or "")
        else:
            self.tokens += (_NUMBER, literal.value)
