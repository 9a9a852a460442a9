"""peephole: applies the simplification rules to the definitions of values.

The rules are those of the ExpressionSimplifier. Where a rule matches an operand, it sees the
builtin that defines it. The result of a rule replaces the instruction; the matched operands stay,
and dce deletes them if nothing else needs them. So a rule that makes several instructions is only
used if nothing else needs the operands. `iszero` is dropped from the conditions of branches, and a
memory area of length zero starts at 0.

Example::

    func @f(%a: i256, %b: i256) -> i256 {
    entry:
      %0 = add %a, 3
      %1 = add %0, %b
      %2 = sub %1, 1
      %3 = iszero %2
      br %3, %zero, %more
    zero:
      end revert %a, 0
    more:
      %4 = mul %2, 32
      ret %4
    }

becomes::

    func @f(%a: i256, %b: i256) -> i256 {
    entry:
      %0 = add %a, 3
      %5 = add %a, %b
      %1 = add %5, 3
      %2 = add %5, 2
      %3 = iszero %2
      br %2, %more, %zero
    zero: ; preds = %entry
      end revert 0, 0
    more: ; preds = %entry
      %4 = shl 5, %2
      ret %4
    }

Source: chapter 06, sections 2, 4 and 5, and chapter 08, section 6.10.
"""

from __future__ import annotations

from typing import Final

from yulopt.dialect import AddressSpace, Dialect
from yulopt.passes.analyses import Analyses
from yulopt.rules import Rule, RuleMatcher
from yulopt.rules.terms import Operation
from yulopt.ssa.analysis.dominators import DominatorTree
from yulopt.ssa.ir.function import (
    Block,
    Constant,
    Function,
    Instruction,
    Module,
    NamedValue,
    Result,
    Value,
)
from yulopt.ssa.ir.instructions import Branch, BuiltinCall, End
from yulopt.ssa.ir.names import NameSupply
from yulopt.ssa.kernel.pass_contract import PREHEADERS, SSA, Pass, Statistics
from yulopt.syntax.ast import NUMBER, Expression, FunctionCall, Identifier, Literal

# The maximum number of rules in a row for one instruction and its results. Some rules only
# rearrange, to enable others.
_MAX_RULES: Final = 16


class Peephole(Pass):
    """Applies the simplification rules to the definitions of values."""

    name = "peephole"
    preserves = (SSA, PREHEADERS)

    def run(self, module: Module, function: Function, analyses: Analyses[Function]) -> Statistics:
        """Simplify all instructions, operands before their users."""
        return {"rules applied": _Simplifier(module, function, analyses.get(DominatorTree)).run()}


class _Matcher(RuleMatcher):
    def __init__(self, dialect: Dialect, values: dict[str, NamedValue]) -> None:
        super().__init__(dialect)
        self._values = values

    def value_of(self, name: str) -> Expression | None:
        """The builtin that defines a value, as the rules see it, if its operands were visited."""
        value = self._values.get(name)
        if not isinstance(value, Result):
            return None
        definition = value.instruction
        if not isinstance(definition, BuiltinCall) or not _is_plain(definition):
            return None
        call = _call(definition)
        for operand in call.arguments:
            if isinstance(operand, Identifier) and operand.name not in self._values:
                return None
        return call


class _Simplifier:
    def __init__(self, module: Module, function: Function, tree: DominatorTree) -> None:
        self._tree = tree
        self._names = NameSupply(function)
        self._applied = 0
        # Rules that the current instruction can still use.
        self._left = 0
        # The visited values, which are those that rules can bind.
        self._values: dict[str, NamedValue] = {one.name: one for one in function.parameters}
        self._matcher = _Matcher(module.dialect, self._values)

    def run(self) -> int:
        """Simplify the function; returns how many rules were applied."""
        for block in self._tree.preorder:
            for phi in block.phis:
                self._values[phi.result.name] = phi.result
        for block in self._tree.preorder:
            self._visit(block)
        return self._applied

    def _visit(self, block: Block) -> None:
        instructions = block.instructions
        block.instructions = []
        for instruction in instructions:
            self._left = _MAX_RULES
            self._simplify(instruction, block)
        assert block.terminator is not None
        self._simplify_memory_areas(block.terminator)
        self._simplify_condition(block)

    def _simplify(self, instruction: Instruction, block: Block) -> None:
        """Append an instruction to the block, or its simplification."""
        if isinstance(instruction, BuiltinCall) and _is_plain(instruction):
            call = _call(instruction)
            simplified = self._apply_rules(call)
            if simplified is not call:
                value = self._make(simplified, block, instruction.result.name)
                instruction.result.replace_all_uses(value)
                instruction.erase()
                return
        self._simplify_memory_areas(instruction)
        block.append(instruction)
        for result in instruction.results:
            self._values[result.name] = result

    def _apply_rules(self, call: FunctionCall) -> Expression:
        expression: Expression = call
        while isinstance(expression, FunctionCall) and self._left > 0:
            match = self._matcher.first_match(expression)
            if match is None:
                break
            replacement = self._matcher.replacement(match)
            if not self._pays(expression, match.rule, replacement):
                break
            expression = replacement
            self._left -= 1
            self._applied += 1
        return expression

    def _pays(self, call: FunctionCall, rule: Rule, replacement: Expression) -> bool:
        """Whether a rule makes at most one instruction, or its matched operands can be deleted."""
        if not isinstance(replacement, FunctionCall) or not any(
            isinstance(argument, FunctionCall) for argument in replacement.arguments
        ):
            return True
        return not any(
            isinstance(pattern, Operation)
            and isinstance(argument, Identifier)
            and len(self._values[argument.name].uses) > 1
            for pattern, argument in zip(rule.pattern.operands, call.arguments, strict=True)
        )

    def _make(self, expression: Expression, block: Block, name: str) -> Value:
        """The value of an expression that a rule has made; its operations are appended to the
        block, the outermost one under a given name."""
        if isinstance(expression, Identifier):
            return self._values[expression.name]
        if isinstance(expression, Literal):
            return Constant(expression.value)
        assert isinstance(expression, FunctionCall)
        arguments: list[Expression] = []
        operands: list[Value] = []
        for argument in expression.arguments:
            inner = self._apply_rules(argument) if isinstance(argument, FunctionCall) else argument
            value = self._make(inner, block, "")
            operands.append(value)
            arguments.append(_read(value))
        # With its operands computed, more rules may fit.
        flat = FunctionCall(expression.name, arguments, expression.builtin)
        simplified = self._apply_rules(flat)
        if simplified is not flat:
            return self._make(simplified, block, name)
        assert expression.builtin is not None
        made = BuiltinCall(expression.builtin, operands, [name or self._names.temporary()])
        block.append(made)
        self._values[made.result.name] = made.result
        return made.result

    def _simplify_memory_areas(self, instruction: Instruction) -> None:
        """Let an access of no bytes start at 0."""
        if not isinstance(instruction, (BuiltinCall, End)):
            return
        zero = Constant(0)
        for operation in instruction.builtin.operations:
            start, length = operation.start, operation.length
            if (
                operation.space is AddressSpace.MEMORY
                and start is not None
                and length is not None
                and instruction.operands[length] == zero
                and instruction.operands[start] != zero
            ):
                instruction.set_operand(start, zero)
                self._applied += 1

    def _simplify_condition(self, block: Block) -> None:
        """A branch only tests whether its condition is zero."""
        branch = block.terminator
        while isinstance(branch, Branch):
            condition = branch.condition
            if not isinstance(condition, Result):
                break
            test = condition.instruction
            if not isinstance(test, BuiltinCall) or test.builtin.name != "iszero":
                break
            branch.set_operand(0, test.operands[0])
            branch.targets.reverse()
            self._applied += 1


def _is_plain(instruction: BuiltinCall) -> bool:
    """Whether it computes a word from words, by its operands and results."""
    return len(instruction.results) == 1 and not instruction.builtin.literal_arguments


def _call(instruction: BuiltinCall) -> FunctionCall:
    builtin = instruction.builtin
    return FunctionCall(builtin.name, [_read(one) for one in instruction.operands], builtin)


def _read(value: Value) -> Expression:
    if isinstance(value, NamedValue):
        return Identifier(value.name)
    assert isinstance(value, Constant)
    return Literal(NUMBER, value.value)
