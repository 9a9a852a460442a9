"""SSATransform (`a`): gives every assigned value its own variable.

Assigned variables keep their declaration and assignments, but each value also gets a fresh,
immutable variable, and a further one where control flow joins and the value is no longer known.
Reads are redirected to these: pseudo-SSA form, without phi functions. UnusedAssignEliminator (`r`)
removes original assignments that become unused.

Example::

    {
        let a := calldataload(0)
        if a { a := add(a, 1) }
        sstore(a, a)
    }

becomes::

    {
        let a_1 := calldataload(0)
        let a := a_1
        if a_1
        {
            let a_2 := add(a_1, 1)
            a := a_2
        }
        let a_3 := a
        sstore(a_3, a_3)
    }

Source: chapter 05, section 3 of the specification.
"""

from __future__ import annotations

from yulopt.analysis.construct_kinds import ASSIGNMENTS, NOTHING
from yulopt.passes.code_facts import CALLS_AND_FACTS
from yulopt.passes.properties import EMPTY_LOOP_INITIALISERS, UNIQUE_NAMES
from yulopt.passes.step import Context, Step
from yulopt.syntax.ast import (
    Assignment,
    Block,
    Expression,
    ForLoop,
    FunctionCall,
    FunctionDefinition,
    Identifier,
    If,
    Statement,
    Switch,
    VariableDeclaration,
)
from yulopt.syntax.names import NameDispenser, hash_ordered
from yulopt.syntax.visitor import Transformer, Walker


class SSATransform(Step):
    """Gives every assigned value its own variable."""

    name = "SSATransform"
    letter = "a"
    requires = (UNIQUE_NAMES, EMPTY_LOOP_INITIALISERS)
    preserves_analyses = CALLS_AND_FACTS
    by_function = True
    looks_for = ASSIGNMENTS
    may_add = NOTHING

    def run(self, context: Context, block: Block) -> None:
        found = _Assignments()
        found.visit_block(block)
        if not found.assigned:
            return
        # All fresh variables of the first pass get their names before those of the second.
        _IntroduceValues(found, context.dispenser).visit_block(block)
        _IntroduceJoins(found, context.dispenser).visit_block(block)
        _RedirectReads(found).visit_block(block)


class _Assignments(Walker):
    """Finds the variables that are assigned at all, and for each loop those that it modifies.

    `loops` excludes variables declared inside the loop: they are invisible outside, and with them
    deeply nested loops would take quadratic time.
    """

    def __init__(self) -> None:
        self.assigned: set[str] = set()
        self.loops: dict[ForLoop, set[str]] = {}
        self._here: set[str] = set()

    def visit_expression(self, expression: Expression) -> None:
        """Expressions assign nothing."""

    def visit_assignment(self, assignment: Assignment) -> None:
        for target in assignment.targets:
            self.assigned.add(target.name)
            self._here.add(target.name)

    def visit_for(self, loop: ForLoop) -> None:
        outer = self._here
        self._here = self.loops[loop] = set()
        super().visit_for(loop)
        outer.update(self._here)
        self._here = outer

    def visit_block(self, block: Block) -> None:
        super().visit_block(block)
        if self._here:
            for statement in block.statements:
                if isinstance(statement, VariableDeclaration):
                    for name in statement.names:
                        self._here.discard(name)


class _IntroduceValues(Transformer):
    """First pass: every declaration of and assignment to an assigned variable gets fresh ones."""

    def __init__(self, found: _Assignments, dispenser: NameDispenser) -> None:
        self._found = found
        self._dispenser = dispenser

    def visit_expression(self, expression: Expression) -> Expression:
        return expression

    def visit_declaration(self, declaration: VariableDeclaration) -> list[Statement] | None:
        for name in declaration.names:
            if name in self._found.assigned:
                return self._split(declaration)
        return None

    def _split(self, declaration: VariableDeclaration) -> list[Statement]:
        position = declaration.position
        fresh: list[str] = []
        result: list[Statement] = [VariableDeclaration(fresh, declaration.value, position)]
        for name in declaration.names:
            value = self._dispenser.new_name(name)
            fresh.append(value)
            result.append(VariableDeclaration([name], Identifier(value, position), position))
        return result

    def visit_assignment(self, assignment: Assignment) -> list[Statement] | None:
        position = assignment.position
        fresh: list[str] = []
        result: list[Statement] = [VariableDeclaration(fresh, assignment.value, position)]
        for target in assignment.targets:
            value = self._dispenser.new_name(target.name)
            fresh.append(value)
            copy = Identifier(value, position)
            result.append(Assignment([Identifier(target.name, position)], copy, position))
        return result


class _IntroduceJoins(Transformer):
    """Second pass: a fresh variable for each value that depends on the path that control took."""

    def __init__(self, found: _Assignments, dispenser: NameDispenser) -> None:
        self._found = found
        self._dispenser = dispenser
        self._in_scope: set[str] = set()
        # The variables to be copied before the next statement: a set that keeps its order.
        self._pending: dict[str, None] = {}

    def visit_expression(self, expression: Expression) -> Expression:
        return expression

    def visit_function(self, function: FunctionDefinition) -> list[Statement] | None:
        outer_scope = self._in_scope
        outer_pending = self._pending
        parameters = [name for name in function.parameters if name in self._found.assigned]
        self._in_scope = set(parameters)
        self._pending = dict.fromkeys(parameters)
        self.visit_block(function.body)
        self._in_scope = outer_scope
        self._pending = outer_pending
        return None

    def visit_for(self, loop: ForLoop) -> list[Statement] | None:
        for name in hash_ordered(self._in_scope.intersection(self._found.loops[loop])):
            self._pending[name] = None
        self.visit_block(loop.body)
        self.visit_block(loop.post)
        return None

    def visit_switch(self, switch: Switch) -> list[Statement] | None:
        # Like solc, pending copies of a case are also made in the next one, although control never
        # reaches it.
        collected: dict[str, None] = {}
        for case in switch.cases:
            if case.body.statements:
                self.visit_block(case.body)
                collected.update(self._pending)
        self._pending.update(collected)
        return None

    def visit_if(self, statement: If) -> list[Statement] | None:
        self.visit_block(statement.body)
        return None

    def visit_block(self, block: Block) -> None:
        declared: list[str] = []
        assigned: dict[str, None] = {}
        result: list[Statement] = []
        for statement in block.statements:
            if self._pending:
                for name in self._pending:
                    result.append(self._copy(name, statement.position))
                    assigned[name] = None
                self._pending = {}
            result.append(statement)
            if isinstance(statement, VariableDeclaration):
                for name in statement.names:
                    if name in self._found.assigned:
                        declared.append(name)
                        self._in_scope.add(name)
            elif isinstance(statement, Assignment):
                for target in statement.targets:
                    assigned[target.name] = None
            else:
                self.visit_statement(statement)
        block.statements = result
        self._pending.update(assigned)
        for name in declared:
            self._in_scope.discard(name)
            self._pending.pop(name, None)

    def _copy(self, name: str, position: int) -> Statement:
        fresh = self._dispenser.new_name(name)
        return VariableDeclaration([fresh], Identifier(name, position), position)


class _RedirectReads(Transformer):
    """Third pass: reads use the variable known to hold the current value."""

    def __init__(self, found: _Assignments) -> None:
        self._found = found
        self._current: dict[str, str] = {}
        # The variables whose current value was recorded in this block.
        self._noted: set[str] = set()

    def visit_expression(self, expression: Expression) -> Expression:
        if self._current:
            _rename_reads(expression, self._current)
        return expression

    def visit_declaration(self, declaration: VariableDeclaration) -> list[Statement] | None:
        super().visit_declaration(declaration)
        if len(declaration.names) != 1 or not isinstance(declaration.value, Identifier):
            return None
        name = declaration.names[0]
        value = declaration.value.name
        if name in self._found.assigned:
            self._note(name, value)
        elif value in self._found.assigned:
            # A copy made by the second pass, or one of the same form in the program.
            self._note(value, name)
        return None

    def visit_assignment(self, assignment: Assignment) -> list[Statement] | None:
        super().visit_assignment(assignment)
        assert len(assignment.targets) == 1
        assert isinstance(assignment.value, Identifier)
        self._note(assignment.targets[0].name, assignment.value.name)
        return None

    def visit_for(self, loop: ForLoop) -> list[Statement] | None:
        self._forget(self._found.loops[loop])
        loop.condition = self.visit_expression(loop.condition)
        self.visit_block(loop.body)
        self.visit_block(loop.post)
        return None

    def visit_block(self, block: Block) -> None:
        outer = self._noted
        self._noted = set()
        super().visit_block(block)
        self._forget(self._noted)
        self._noted = outer

    def _note(self, name: str, value: str) -> None:
        self._current[name] = value
        self._noted.add(name)

    def _forget(self, names: set[str]) -> None:
        for name in names:
            if name in self._current:
                del self._current[name]


def _rename_reads(expression: Expression, current: dict[str, str]) -> None:
    if isinstance(expression, Identifier):
        name = current.get(expression.name)
        if name is not None:
            expression.name = name
    elif isinstance(expression, FunctionCall):
        for argument in expression.arguments:
            _rename_reads(argument, current)
