"""The instructions of one block as statements, with expressions folded back into trees.

A result that is read once, in its own block, need not become a variable: it can be computed where
it is read. Its computation then moves to a later point; it must not move past anything that it does
not commute with. Pending results are kept in evaluation order; arguments of a call are evaluated
from last to first, which is the order in which lowering emits nested expressions.

Source: chapter 08, sections 7.4 and 8.2 of the specification.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import attr

from yulopt.analysis.side_effects import is_movable_relative_to
from yulopt.dialect import WRITE, SideEffects
from yulopt.ssa.analysis.effects import ModuleEffects
from yulopt.ssa.ir.function import (
    Block,
    Constant,
    Instruction,
    Module,
    NamedValue,
    Result,
    Terminator,
    Text,
    Value,
    Variable,
)
from yulopt.ssa.ir.instructions import BuiltinCall, Call, Copy, End, Return
from yulopt.ssa.raising.naming import YulNames
from yulopt.syntax import ast
from yulopt.syntax.ast import (
    NUMBER,
    STRING,
    Expression,
    FunctionCall,
    Identifier,
    Literal,
    Statement,
)
from yulopt.syntax.copying import copy_literal

# Limits on the stack slots that evaluating one expression takes, and on its depth.
_MAX_SLOTS: Final = 10
_MAX_DEPTH: Final = 30
# The maximum number of pending results with effects.
_MAX_WAITING: Final = 30


@attr.s(auto_attribs=True, eq=False, slots=True)
class _Tree:
    """An expression that may still be put into a larger one.

    `slots`: the stack slots that its evaluation takes; `reads`: the reassignable variables it
    mentions.
    """

    expression: Expression
    effects: SideEffects
    reads: frozenset[str] = frozenset()
    slots: int = 1
    depth: int = 0


_PURE: Final = SideEffects()


class RaisedBlock:
    """The statements of a block, and the condition of its terminator, if any."""

    __slots__ = ("condition", "statements")

    def __init__(self, statements: list[Statement], condition: Expression | None) -> None:
        self.statements = statements
        self.condition = condition


class Program:
    """The context for raising the functions of a module.

    `function_names` are the names in Yul of the module's functions; `spellings` has the spelling of
    some literals.
    """

    __slots__ = ("_spellings", "dialect", "effects", "function_names", "names")

    def __init__(
        self,
        module: Module,
        names: YulNames,
        function_names: dict[str, str],
        spellings: Mapping[int, Literal],
    ) -> None:
        self.dialect = module.dialect
        self.effects = ModuleEffects(module)
        self.names = names
        self.function_names = function_names
        self._spellings = spellings

    def literal(self, value: int) -> Literal:
        """A new literal with this value."""
        spelling = self._spellings.get(value)
        if spelling is None:
            return Literal(NUMBER, value)
        literal = copy_literal(spelling)
        # A new literal of the same spelling, not the one in the source.
        literal.position = -1
        return literal


def raise_block(block: Block, program: Program) -> RaisedBlock:
    """The code of a block without phis, except its terminator."""
    return _BlockRaising(block, program).run()


class _BlockRaising:
    def __init__(self, block: Block, program: Program) -> None:
        self._block = block
        self._program = program
        self._names = program.names
        self._effects = program.effects
        self._statements: list[Statement] = []
        # The pending results, in evaluation order. Those that commute with everything but
        # assignments to their operands are kept apart.
        self._pure: dict[NamedValue, _Tree] = {}
        self._ordered: dict[NamedValue, _Tree] = {}
        self._readers: dict[str, dict[NamedValue, None]] = {}

    def run(self) -> RaisedBlock:
        """Raise the instructions one by one."""
        for instruction in self._block.instructions:
            self._raise(instruction)
        terminator = self._block.terminator
        assert terminator is not None
        condition = self._raise_terminator(terminator)
        return RaisedBlock(self._statements, condition)

    def _raise_terminator(self, terminator: Terminator) -> Expression | None:
        if isinstance(terminator, Return) or not terminator.operands:
            if isinstance(terminator, End):
                call = FunctionCall(terminator.builtin.name, [], terminator.builtin)
                self._emit(ast.ExpressionStatement(call))
            return None
        arguments = self._operands(terminator)
        if isinstance(terminator, End):
            call = FunctionCall(
                terminator.builtin.name,
                [argument.expression for argument in arguments],
                terminator.builtin,
            )
            self._emit(ast.ExpressionStatement(call))
            return None
        return arguments[0].expression

    def _raise(self, instruction: Instruction) -> None:
        if not self._is_needed(instruction):
            return
        tree = self._combined(instruction, self._operands(instruction))
        if self._can_wait(instruction, tree):
            self._wait(instruction.results[0], tree)
        else:
            self._raise_statement(instruction, tree)

    def _is_needed(self, instruction: Instruction) -> bool:
        """Whether it has an effect or a used result."""
        if any(isinstance(result, Variable) or result.uses for result in instruction.results):
            return True
        if any(operand in self._ordered for operand in instruction.operands):
            return True
        return not isinstance(instruction, Copy) and not self._effects.is_removable(instruction)

    # Expressions

    def _operands(self, instruction: Instruction) -> list[_Tree]:
        """The trees of the operands; pending ones are inlined, if the order allows it."""
        wanted = [operand for operand in reversed(instruction.operands) if operand in self._ordered]
        if wanted:
            self._keep_order(wanted)
        return [self._tree(operand) for operand in instruction.operands]

    def _keep_order(self, wanted: Sequence[Value]) -> None:
        """Assign to variables the pending results that cannot be evaluated together with the wanted
        ones, in the order given, after all others."""
        order = list(self._ordered)
        rank = {value: index for index, value in enumerate(wanted)}
        for index, value in enumerate(order):
            if value not in rank:
                continue
            later = order[index + 1 :]
            for other in later:
                evaluated_before = other not in rank or rank[other] < rank[value]
                if evaluated_before and not self._commute(
                    self._ordered[value].effects, self._ordered[other].effects
                ):
                    self._assign_up_to(value)
                    remaining = [one for one in wanted if one in self._ordered]
                    if remaining:
                        self._keep_order(remaining)
                    return

    def _tree(self, operand: Value) -> _Tree:
        if isinstance(operand, Constant):
            return _Tree(self._program.literal(operand.value), _PURE)
        if isinstance(operand, Text):
            return _Tree(Literal(STRING, 0, operand.content, unlimited=True), _PURE)
        assert isinstance(operand, NamedValue)
        waiting = self._take(operand)
        if waiting is not None:
            return waiting
        name = self._names.of(operand)
        reads = frozenset((name,)) if isinstance(operand, Variable) else frozenset()
        return _Tree(Identifier(name), _PURE, reads)

    def _combined(self, instruction: Instruction, operands: list[_Tree]) -> _Tree:
        """The tree for the result of an instruction."""
        if isinstance(instruction, Copy):
            return operands[0]
        effects = SideEffects()
        effects.add(self._effects.of(instruction))
        if self._effects.may_end(instruction):
            # Loads of memory stay after it: otherwise their addresses may be out of reach.
            effects.memory = WRITE
        reads: frozenset[str] = frozenset()
        slots = 1
        depth = 0
        for above, operand in enumerate(reversed(operands)):
            effects.add(operand.effects)
            reads |= operand.reads
            slots = max(slots, above + operand.slots)
            depth = max(depth, operand.depth + 1)
        arguments = [operand.expression for operand in operands]
        if isinstance(instruction, BuiltinCall):
            call = FunctionCall(instruction.builtin.name, arguments, instruction.builtin)
        else:
            assert isinstance(instruction, Call)
            call = FunctionCall(self._program.function_names[instruction.callee], arguments)
        call.position = instruction.position
        return _Tree(call, effects, reads, slots, depth)

    # Pending expressions

    def _can_wait(self, instruction: Instruction, tree: _Tree) -> bool:
        if len(instruction.results) != 1 or tree.slots > _MAX_SLOTS or tree.depth > _MAX_DEPTH:
            return False
        result = instruction.results[0]
        if not isinstance(result, Result) or len(result.uses) != 1:
            return False
        reader, _ = next(iter(result.uses))
        return reader.block is self._block and not isinstance(reader, Return)

    def _wait(self, value: NamedValue, tree: _Tree) -> None:
        if tree.effects.movable:
            self._pure[value] = tree
        else:
            if len(self._ordered) >= _MAX_WAITING:
                self._assign_up_to(next(iter(self._ordered)))
            self._ordered[value] = tree
        for name in tree.reads:
            self._readers.setdefault(name, {})[value] = None

    def _take(self, value: NamedValue) -> _Tree | None:
        """Remove and return the pending result of this name."""
        tree = self._pure.pop(value, None)
        if tree is None:
            tree = self._ordered.pop(value, None)
        if tree is not None:
            for name in tree.reads:
                del self._readers[name][value]
        return tree

    def _assign_up_to(self, last: Value) -> None:
        """Assign pending results to variables, in order, up to this value."""
        for value in list(self._ordered):
            self._assign(value)
            if value is last:
                return

    def _assign(self, value: NamedValue) -> None:
        tree = self._take(value)
        assert tree is not None
        self._emit(ast.Assignment([Identifier(self._names.of(value))], tree.expression))

    def _commute(self, one: SideEffects, other: SideEffects) -> bool:
        msize = self._effects.contains_msize
        return is_movable_relative_to(one, other, msize) or is_movable_relative_to(
            other, one, msize
        )

    # Statements

    def _raise_statement(self, instruction: Instruction, tree: _Tree) -> None:
        targets = [self._names.of(result) for result in instruction.results]
        self._make_way(tree.effects, targets)
        expression = tree.expression
        if isinstance(expression, Identifier) and targets == [expression.name]:
            return
        if len(targets) == 1 and _is_unused(instruction.results[0]):
            pop = self._program.dialect.builtins["pop"]
            self._emit(ast.ExpressionStatement(FunctionCall("pop", [expression], pop)))
        elif targets:
            identifiers = [Identifier(name) for name in targets]
            self._emit(ast.Assignment(identifiers, expression))
        else:
            self._emit(ast.ExpressionStatement(expression))

    def _make_way(self, effects: SideEffects, targets: list[str]) -> None:
        """Assign to variables the pending results that must not move past a statement."""
        last: NamedValue | None = None
        for value, tree in self._ordered.items():
            if not self._commute(tree.effects, effects) or not tree.reads.isdisjoint(targets):
                last = value
        if last is not None:
            self._assign_up_to(last)
        for target in targets:
            for value in list(self._readers.get(target, ())):
                self._assign(value)

    def _emit(self, statement: Statement) -> None:
        self._statements.append(statement)


def _is_unused(value: NamedValue) -> bool:
    """Whether a result is unused and in no variable."""
    return not value.uses and not isinstance(value, Variable)
