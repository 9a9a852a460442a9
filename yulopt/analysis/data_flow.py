"""Forward data-flow analysis: which value each variable holds, and what storage and memory hold.

Steps derive from `DataFlowAnalyzer` and rewrite the code while it is analysed: what they see as
the value of a variable is the expression assigned to it, as already rewritten.

Source: chapter 04, section 1 of the specification.
"""

from __future__ import annotations

from typing import Final

from yulopt.analysis.declarations import assigned_after_continue, assigned_names
from yulopt.analysis.environment import Environment
from yulopt.analysis.knowledge import KnowledgeBase
from yulopt.analysis.side_effects import (
    FunctionEffects,
    expression_effects,
    movable_and_variables,
    statement_effects,
)
from yulopt.dialect import SideEffects
from yulopt.syntax.ast import (
    Assignment,
    Block,
    Expression,
    ExpressionStatement,
    ForLoop,
    FunctionCall,
    FunctionDefinition,
    Identifier,
    If,
    Statement,
    Switch,
    VariableDeclaration,
    zero_literal,
)
from yulopt.syntax.visitor import Transformer

_NOTHING_KNOWN: Final[FunctionEffects] = {}
_NO_NAMES: Final[frozenset[str]] = frozenset()


class AssignedValue:
    """A movable expression that was assigned to a variable, at a depth of nested loops."""

    def __init__(self, expression: Expression, loop_depth: int) -> None:
        self.expression = expression
        self.loop_depth = loop_depth


class CurrentState:
    """What is known of the variables of a function at one point of it.

    This is apart from the analyzer so that what asks for it need not know the analyzer: a cycle
    of references would keep both until the garbage collector runs.
    """

    def __init__(self) -> None:
        self.assigned: dict[str, AssignedValue] = {}
        # Names are unique, so one set serves for all scopes of the current function.
        self.in_scope: set[str] = set()

    def expression(self, name: str) -> Expression | None:
        """The expression whose value the variable holds now, if it is known."""
        assigned = self.assigned.get(name)
        return None if assigned is None else assigned.expression

    def is_in_scope(self, name: str) -> bool:
        """Whether the variable is visible at this point of its function."""
        return name in self.in_scope


class DataFlowAnalyzer(Transformer):
    """Walks code in the order of execution and keeps track of values.

    `function_effects` are the effects of calling functions; one that is missing may do anything.
    With `analyze_stores` also the content of storage and memory is tracked, in `environment`.

    The code must have unique names and empty `for` initialisers, and no function in a loop.
    """

    def __init__(
        self,
        function_effects: FunctionEffects = _NOTHING_KNOWN,
        *,
        analyze_stores: bool = False,
    ) -> None:
        self.current = CurrentState()
        self._knowledge_base = KnowledgeBase(self.current.expression)
        self.environment = Environment(self._knowledge_base)
        self.loop_depth = 0
        self._function_effects = function_effects
        self._analyze_stores = analyze_stores
        # The variables that are assigned anywhere, apart from their declarations.
        self._reassigned: set[str] | None = None
        # The variables that the last value of a variable mentions, and the inverse: from those
        # only that can change, which are few in pseudo-SSA form.
        self._references: dict[str, frozenset[str] | set[str]] = {}
        self._referenced_by: dict[str, set[str]] = {}
        self._scopes: list[list[str]] = []
        self._zero = zero_literal()

    # What is known

    def value_of(self, name: str) -> Expression | None:
        """The expression whose value the variable holds now, if it is known."""
        return self.current.expression(name)

    def assigned_value(self, name: str) -> AssignedValue | None:
        """The same, with the loop depth of the assignment."""
        return self.current.assigned.get(name)

    def references_of(self, name: str) -> frozenset[str] | set[str]:
        """The variables that the expression last assigned to `name` mentions."""
        return self._references.get(name, _NO_NAMES)

    def is_in_scope(self, name: str) -> bool:
        """Whether the variable is visible at this point of its function."""
        return name in self.current.in_scope

    # Statements

    def visit_expression_statement(self, statement: ExpressionStatement) -> list[Statement] | None:
        if self._analyze_stores:
            store = simple_store(statement, "sstore")
            if store is not None:
                statement.expression = self.visit_expression(statement.expression)
                self.environment.store_to_storage(*store)
                return None
            store = simple_store(statement, "mstore")
            if store is not None:
                statement.expression = self.visit_expression(statement.expression)
                self.environment.store_to_memory(*store)
                return None
            self._clear_written(statement.expression)
        statement.expression = self.visit_expression(statement.expression)
        return None

    def visit_assignment(self, assignment: Assignment) -> list[Statement] | None:
        self._clear_written(assignment.value)
        assignment.value = self.visit_expression(assignment.value)
        names = [target.name for target in assignment.targets]
        self._clear_values(set(names))
        self._assign(names, assignment.value)
        return None

    def visit_declaration(self, declaration: VariableDeclaration) -> list[Statement] | None:
        self._declare(declaration.names)
        if declaration.value is not None:
            self._clear_written(declaration.value)
            declaration.value = self.visit_expression(declaration.value)
        self._assign(declaration.names, declaration.value)
        return None

    def visit_if(self, statement: If) -> list[Statement] | None:
        self._clear_written(statement.condition)
        moment = self.environment.moment()
        statement.condition = self.visit_expression(statement.condition)
        self.visit_block(statement.body)
        self.environment.keep_common(moment)
        self._clear_values(assigned_names(statement.body))
        return None

    def visit_switch(self, switch: Switch) -> list[Statement] | None:
        self._clear_written(switch.expression)
        switch.expression = self.visit_expression(switch.expression)
        assigned: set[str] = set()
        effects: list[SideEffects] = []
        for case in switch.cases:
            moment = self.environment.moment()
            self.visit_block(case.body)
            self.environment.keep_common(moment)
            assigned_here = assigned_names(case.body)
            self._clear_values(assigned_here)
            assigned |= assigned_here
            if self._analyze_stores:
                effects.append(self._block_effects(case.body))
                self.environment.clear_written(effects[-1])
        for case_effects in effects:
            self.environment.clear_written(case_effects)
        self._clear_values(assigned)
        return None

    def visit_for(self, loop: ForLoop) -> list[Statement] | None:
        assert not loop.init.statements, "data-flow analysis needs empty loop initialisers"
        self.loop_depth += 1
        assigned = assigned_names(loop.body, loop.post)
        after_continue = assigned_after_continue(loop.body)
        self._clear_values(assigned)
        self._clear_written(loop.condition)
        self._clear_written_by_block(loop.post)
        self._clear_written_by_block(loop.body)
        loop.condition = self.visit_expression(loop.condition)
        self.visit_block(loop.body)
        self._clear_values(after_continue)
        self._clear_written_by_block(loop.body)
        self.visit_block(loop.post)
        self._clear_values(assigned)
        self._clear_written(loop.condition)
        self._clear_written_by_block(loop.post)
        self._clear_written_by_block(loop.body)
        self.loop_depth -= 1
        return None

    def visit_function(self, function: FunctionDefinition) -> list[Statement] | None:
        outer = (
            self.environment,
            self.loop_depth,
            self.current.assigned,
            self._references,
            self._referenced_by,
            self.current.in_scope,
            self._scopes,
        )
        if self._reassigned is None:
            self._reassigned = assigned_names(function.body)
        self.environment = Environment(self._knowledge_base)
        self.loop_depth = 0
        self.current.assigned = {}
        self._references = {}
        self._referenced_by = {}
        self.current.in_scope = set()
        self._scopes = [[]]
        self._declare(function.parameters)
        for variable in function.returns:
            self._declare([variable])
            self._assign([variable], None)
        self.visit_block(function.body)
        (
            self.environment,
            self.loop_depth,
            self.current.assigned,
            self._references,
            self._referenced_by,
            self.current.in_scope,
            self._scopes,
        ) = outer
        return None

    def visit_block(self, block: Block) -> None:
        if self._reassigned is None:
            self._reassigned = assigned_names(block)
        self._scopes.append([])
        super().visit_block(block)
        self.close_scope(self._scopes.pop())

    # Values

    def assign_value(self, name: str, value: Expression) -> None:
        """Called when a variable gets a value that is known from here on; steps extend it."""
        self.current.assigned[name] = AssignedValue(value, self.loop_depth)

    def close_scope(self, names: list[str]) -> None:
        """Called when the block ends in which these variables were declared; steps extend it."""
        for name in names:
            self.current.in_scope.discard(name)
            self._forget_value(name)

    def _declare(self, names: list[str]) -> None:
        self.current.in_scope.update(names)
        self._scopes[-1].extend(names)

    def _assign(self, names: list[str], value: Expression | None) -> None:
        if value is None:
            for name in names:
                self.assign_value(name, self._zero)
                self._set_references(name, _NO_NAMES)
            return
        movable, references = movable_and_variables(value, self._function_effects)
        for name in names:
            self._set_references(name, references)
        if len(names) != 1 or names[0] in references:
            return
        if movable:
            self.assign_value(names[0], value)
        if self._analyze_stores:
            self._learn_from_load(names[0], value)

    def _learn_from_load(self, name: str, value: Expression) -> None:
        load = simple_call(value, "mload", 1)
        if load is not None:
            self.environment.memory.learn(*load, name)
            return
        load = simple_call(value, "sload", 1)
        if load is not None:
            self.environment.storage.learn(*load, name)
            return
        hashed = simple_call(value, "keccak256", 2)
        if hashed is not None:
            self.environment.keccak.learn(*hashed, name)

    def _set_references(self, name: str, references: frozenset[str] | set[str]) -> None:
        assert self._reassigned is not None
        self._drop_references(name)
        self._references[name] = references
        for reference in references:
            if reference in self._reassigned:
                self._referenced_by.setdefault(reference, set()).add(name)

    def _drop_references(self, name: str) -> None:
        references = self._references.pop(name, None)
        if references is None:
            return
        for reference in references:
            referencing = self._referenced_by.get(reference)
            if referencing is not None:
                referencing.discard(name)

    def _clear_values(self, names: set[str]) -> None:
        """Forget the values of `names` and of the variables whose value mentions one of them."""
        if self._analyze_stores:
            self.environment.forget_names(names)
        referencing: set[str] = set()
        for name in names:
            referencing.update(self._referenced_by.get(name, _NO_NAMES))
        for name in names:
            self._forget_value(name)
        for name in referencing:
            self._forget_value(name)

    def _forget_value(self, name: str) -> None:
        if self.current.assigned.pop(name, None) is not None and self._analyze_stores:
            self.environment.value_changed(name)
        self._drop_references(name)

    # Storage and memory

    def _block_effects(self, block: Block) -> SideEffects:
        return statement_effects(block, function_effects=self._function_effects)

    def _clear_written(self, expression: Expression) -> None:
        if self._analyze_stores:
            self.environment.clear_written(expression_effects(expression, self._function_effects))

    def _clear_written_by_block(self, block: Block) -> None:
        if self._analyze_stores:
            self.environment.clear_written(self._block_effects(block))


def simple_call(expression: Expression, name: str, arguments: int) -> tuple[str, ...] | None:
    """The arguments of a call of the builtin `name` if all of them are variables."""
    if not (
        isinstance(expression, FunctionCall)
        and expression.builtin is not None
        and expression.name == name
        and len(expression.arguments) == arguments
    ):
        return None
    names = []
    for argument in expression.arguments:
        if not isinstance(argument, Identifier):
            return None
        names.append(argument.name)
    return tuple(names)


def simple_store(statement: Statement, name: str) -> tuple[str, str] | None:
    """Key and value if the statement is a store by the builtin `name` of variables only."""
    if not isinstance(statement, ExpressionStatement):
        return None
    arguments = simple_call(statement.expression, name, 2)
    return None if arguments is None else (arguments[0], arguments[1])
