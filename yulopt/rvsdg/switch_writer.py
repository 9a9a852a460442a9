"""Writes a switch: as `if` where one of two cases does nothing, else as `switch`.

If all cases but one end the execution, the code of that one follows after them, outside.

Source: chapter 09, section 7.3 of the specification.
"""

from __future__ import annotations

from yulopt.rvsdg.ir import Switch
from yulopt.rvsdg.region_state import (
    HINT,
    STATE,
    FunctionValue,
    RegionEnd,
    RegionState,
    Value,
    expression,
    is_atom,
)
from yulopt.rvsdg.verifier import GraphError
from yulopt.syntax import ast
from yulopt.yul_writer.branches import Code, branch, is_negation, switch


def write_switch(outer: RegionState, node: Switch, end: RegionEnd | None = None) -> list[Value]:
    """Write a switch into a region; returns its outputs, 0 for unused ones.

    If the region ends with it, cases may leave the loop or the function.
    """
    return _SwitchWriter(outer, node, end).write()


class _SwitchWriter:
    def __init__(self, outer: RegionState, node: Switch, end: RegionEnd | None) -> None:
        self._outer = outer
        self._end = end
        self._switch = node
        self._used = sorted(set(outer.used.get(node, ())))
        arguments = [outer.values[operand] for operand in node.inputs]
        self._cases = [outer.inner(arguments) for _ in range(node.cases)]
        self._values: list[list[Value]] = []

    def write(self) -> list[Value]:
        known = self._known_case()
        if known is not None:
            return self._all_outputs(self._go_on_with(known, self._write_case(known)))
        self._values = [self._write_case(index) for index in range(len(self._cases))]
        self._leave_function()
        live = [index for index, case in enumerate(self._cases) if not case.terminated]
        if not live:
            self._add_statement()
            return self._all_outputs(self._values[0])
        if len(live) == 1:
            self._add_statement(postponed=live[0])
            return self._all_outputs(self._go_on_with(live[0], self._values[live[0]]))
        outputs = [self._output(position, live) for position in range(len(self._used))]
        self._assign(outputs, live)
        self._add_statement()
        return self._all_outputs(outputs)

    def _all_outputs(self, used: list[Value]) -> list[Value]:
        outputs: list[Value] = [0] * self._switch.outputs
        for number, value in zip(self._used, used, strict=True):
            outputs[number] = value
        return outputs

    def _known_case(self) -> int | None:
        """The case that is taken, if the predicate is a number."""
        if len(self._cases) == 1:
            return 0
        predicate, values = self._switch.predicate, self._outer.values
        if predicate not in values:
            words = [values[operand] for operand in predicate.operands]
            if not all(isinstance(word, int) for word in words):
                return None
            cases = words[1:]
            return cases.index(words[0]) if words[0] in cases else len(cases)
        value = values[predicate]
        if not isinstance(value, int):
            return None
        if value >= len(self._cases):
            raise GraphError(f"the predicate of a switch with {len(self._cases)} cases is {value}")
        return value

    # Cases

    def _write_case(self, index: int) -> list[Value]:
        """Write the statements of a case; the values of its outputs."""
        case, outputs = self._cases[index], self._switch.case(index)
        roots = [outputs[number] for number in self._used]
        if self._end is None:
            return case.write(roots)
        end = self._end_in_case(self._end, index)
        values = case.write(roots, end)
        if end.is_last:
            case.leave(end)
        self._outer.breaks |= case.breaks
        return values

    def _end_in_case(self, end: RegionEnd, index: int) -> RegionEnd:
        return end.in_case(self._switch, index, self._outer.values.__getitem__)

    def _leave_function(self) -> None:
        """Leave the function in cases that do nothing more, instead of nesting the others."""
        end = self._end
        if end is None or not end.is_of_function:
            return
        if not any(_has_blocks(case.statements) and not case.terminated for case in self._cases):
            return
        for index, case in enumerate(self._cases):
            if not case.statements and not case.terminated:
                case.leave(self._end_in_case(end, index))

    def _go_on_with(self, index: int, values: list[Value]) -> list[Value]:
        """Write the statements of the only case that continues outside; returns its values."""
        case = self._cases[index]
        self._outer.add_all(case.statements)
        values = [
            self._outer.variable(value) if isinstance(value, ast.Expression) else value
            for value in values
        ]
        self._outer.terminated |= case.terminated
        return values

    # Outputs

    def _output(self, position: int, live: list[int]) -> Value:
        """The value of an output: a new variable, if it is a word."""
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
        return self._outer.program.fresh_name(HINT)

    def _assign(self, outputs: list[Value], live: list[int]) -> None:
        """Declare the variables that are outputs before the switch, and assign to them in it."""
        initial = self._initial_case()
        for position, name in enumerate(outputs):
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

    def _initial_case(self) -> int | None:
        """One of two cases that only yields values; preferably the one that needs no negated
        condition."""
        if len(self._cases) != 2:
            return None
        condition = self._outer.values.get(self._switch.predicate)
        is_negated = isinstance(condition, ast.Expression) and is_negation(condition)
        for index in (1, 0) if is_negated else (0, 1):
            atoms = not any(isinstance(value, ast.Expression) for value in self._values[index])
            if atoms and not self._cases[index].statements:
                return index
        return None

    # The statement

    def _condition(self) -> ast.Expression:
        return expression(self._outer.values[self._switch.predicate])

    def _add_statement(self, postponed: int = -1) -> None:
        """Write the cases, except the code of the one with the number `postponed`."""
        codes = [Code(case.statements, not case.terminated) for case in self._cases]
        if postponed >= 0:
            codes[postponed] = Code([], True)
        if not any(code.statements for code in codes):
            return
        written = self._written(codes)
        self._outer.add_all(written.statements)
        self._outer.terminated |= not written.falls_through

    def _written(self, codes: list[Code]) -> Code:
        outer, predicate = self._outer, self._switch.predicate
        dialect = outer.program.language.dialect
        if predicate not in outer.values:
            word, *cases = [expression(outer.values[operand]) for operand in predicate.operands]
        elif len(codes) == 2:
            return branch(self._condition(), codes[1], codes[0], dialect)
        else:
            word = self._condition()
            cases = [expression(number) for number in range(len(codes) - 1)]
        labels: list[ast.Literal] = []
        for case in cases:
            if not isinstance(case, ast.Literal):
                raise GraphError("a case of a switch is not constant")
            labels.append(case)
        return switch(word, list(zip(labels, codes[:-1], strict=True)), codes[-1], dialect)


def _has_blocks(statements: list[ast.Statement]) -> bool:
    """Whether some statements contain branches or loops."""
    return any(isinstance(one, (ast.If, ast.Switch, ast.ForLoop)) for one in statements)
