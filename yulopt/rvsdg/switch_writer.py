"""Writes a switch, as `if` where one of two cases does nothing.

Where all cases but one end the execution, what that one does comes after them, outside.

Source: chapter 09, section 7.3 of the specification.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from yulopt.rvsdg.ir import Switch
from yulopt.rvsdg.loop_writer import is_negation, negated
from yulopt.rvsdg.region_end import RegionEnd
from yulopt.rvsdg.verifier import GraphError
from yulopt.rvsdg.yul_values import STATE, FunctionValue, Value, expression, is_atom
from yulopt.syntax import ast

if TYPE_CHECKING:
    from yulopt.rvsdg.region_writer import RegionWriter


class SwitchWriter:
    """Writes one switch into a region; it may leave the loop or function that ends with it."""

    def __init__(self, outer: RegionWriter, switch: Switch, end: RegionEnd | None = None) -> None:
        self._outer = outer
        self._end = end
        self._switch = switch
        self._used = sorted(set(outer.used(switch)))
        arguments = [outer.value(operand) for operand in switch.inputs]
        self._cases = [outer.inner(arguments) for _ in range(switch.cases)]
        self._values: list[list[Value]] = []

    def write(self) -> list[Value]:
        """The outputs; those that nothing uses are 0."""
        known = self._known_case()
        if known is not None:
            return self._all_outputs(self._only_case(known))
        self._values = [self._write_case(index) for index in range(len(self._cases))]
        self._leave_function()
        live = [index for index, case in enumerate(self._cases) if not case.terminated]
        if not live:
            self._add_statement()
            self._outer.terminated = True
            return self._all_outputs(self._values[0])
        if len(live) == 1:
            return self._all_outputs(self._only_one(live[0]))
        names = [self._output(position, live) for position in range(len(self._used))]
        initial = self._initial_case()
        for position, name in enumerate(names):
            if not isinstance(name, str) or name == self._values[live[0]][position]:
                continue
            first: Value = 0 if initial is None else self._values[initial][position]
            declared = None if first == 0 else expression(first)
            self._outer.add(ast.VariableDeclaration([name], declared))
            for index in live:
                value = self._values[index][position]
                if index != initial and value != first:
                    assignment = ast.Assignment([ast.Identifier(name)], expression(value))
                    self._cases[index].add(assignment)
        self._add_statement()
        return self._all_outputs(names)

    def _leave_function(self) -> None:
        """Leave the function in cases that do nothing more, while others would be nested."""
        end = self._end
        if end is None or not end.is_of_function:
            return
        if not any(_has_blocks(case.statements) and not case.terminated for case in self._cases):
            return
        for index, case in enumerate(self._cases):
            if not case.statements and not case.terminated:
                case.leave(end.in_case(self._switch, index, self._outer.value))

    def _all_outputs(self, used: list[Value]) -> list[Value]:
        outputs: list[Value] = [0] * self._switch.outputs
        for number, value in zip(self._used, used, strict=True):
            outputs[number] = value
        return outputs

    def _known_case(self) -> int | None:
        """The case that is taken, if the predicate is a number."""
        if len(self._cases) == 1:
            return 0
        predicate = self._switch.predicate
        if not self._outer.has_value(predicate):
            words = [self._outer.value(operand) for operand in predicate.operands]
            if not all(isinstance(word, int) for word in words):
                return None
            cases = words[1:]
            return cases.index(words[0]) if words[0] in cases else len(cases)
        value = self._outer.value(predicate)
        if not isinstance(value, int):
            return None
        if value >= len(self._cases):
            raise GraphError(f"the predicate of a switch with {len(self._cases)} cases is {value}")
        return value

    def _only_case(self, index: int) -> list[Value]:
        """Write the only case that there is."""
        values = self._write_case(index)
        return self._go_on_with(self._cases[index], self._cases[index].statements, values)

    def _write_case(self, index: int) -> list[Value]:
        """Write the statements of a case; the values of its outputs."""
        case, outputs = self._cases[index], self._switch.case(index)
        roots = [outputs[number] for number in self._used]
        if self._end is None:
            return case.write(roots)
        end = self._end.in_case(self._switch, index, self._outer.value)
        values = case.write(roots, end)
        if end.is_last:
            case.leave(end)
        self._outer.breaks |= case.breaks
        return values

    def _go_on_with(
        self, case: RegionWriter, statements: list[ast.Statement], values: list[Value]
    ) -> list[Value]:
        """Write the statements of a case outside."""
        for statement in statements:
            self._outer.add(statement)
        values = [
            self._outer.variable(value) if isinstance(value, ast.Expression) else value
            for value in values
        ]
        self._outer.terminated |= case.terminated
        return values

    def _only_one(self, live: int) -> list[Value]:
        """Write the only case that goes on behind the others."""
        case = self._cases[live]
        statements, case.statements = case.statements, []
        self._add_statement()
        return self._go_on_with(case, statements, self._values[live])

    def _output(self, position: int, live: list[int]) -> Value:
        """What an output is: a new variable, if it is a word."""
        values = [self._values[index][position] for index in live]
        if any(value is STATE for value in values):
            return STATE
        if isinstance(values[0], FunctionValue):
            for value in values:
                if not isinstance(value, FunctionValue) or value.key != values[0].key:
                    raise GraphError("a switch gives different functions")
            return values[0]
        if is_atom(values[0]) and all(value == values[0] for value in values):
            return values[0]
        return self._outer.program.fresh_name("v")

    def _initial_case(self) -> int | None:
        """One of two cases that does nothing but give values; rather the one for which the
        condition need not be negated."""
        if len(self._cases) != 2:
            return None
        predicate = self._outer.value(self._switch.predicate)
        for index in (1, 0) if is_negation(predicate) else (0, 1):
            atoms = not any(isinstance(value, ast.Expression) for value in self._values[index])
            if atoms and not self._cases[index].statements:
                return index
        return None

    # The statement

    def _add_statement(self) -> None:
        for statement in self._statements([ast.Block(case.statements) for case in self._cases]):
            self._outer.add(statement)

    def _statements(self, blocks: list[ast.Block]) -> list[ast.Statement]:
        outer, predicate = self._outer, self._switch.predicate
        if not outer.has_value(predicate):
            word, *cases = predicate.operands
            labels = [expression(outer.value(case)) for case in cases]
            return [self._cases_of(expression(outer.value(word)), labels, blocks)]
        condition = outer.value(predicate)
        if len(blocks) > 2:
            numbers = [expression(number) for number in range(len(blocks) - 1)]
            return [self._cases_of(expression(condition), numbers, blocks)]
        if not blocks[0].statements and not blocks[1].statements:
            return []
        if not blocks[0].statements:
            return [ast.If(expression(condition), blocks[1])]
        if not blocks[1].statements:
            return [ast.If(negated(outer, condition), blocks[0])]
        written = expression(condition)
        if is_negation(written):
            written, blocks = negated(outer, condition), blocks[::-1]
        return [self._cases_of(written, [expression(0)], blocks)]

    def _cases_of(
        self, selector: ast.Expression, labels: list[ast.Expression], blocks: list[ast.Block]
    ) -> ast.Statement:
        cases: list[ast.Case] = []
        for label, block in zip(labels, blocks[:-1], strict=True):
            if not isinstance(label, ast.Literal):
                raise GraphError("a case of a switch is not constant")
            cases.append(ast.Case(label, block))
        cases.append(ast.Case(None, blocks[-1]))
        return ast.Switch(selector, cases)


def _has_blocks(statements: list[ast.Statement]) -> bool:
    """Whether there are branches or loops among some statements."""
    return any(isinstance(one, (ast.If, ast.Switch, ast.ForLoop)) for one in statements)
