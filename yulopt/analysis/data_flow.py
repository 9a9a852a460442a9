"""Forward data-flow analysis: the values of variables, storage and memory.

Steps derive from `DataFlowAnalyzer` and rewrite the code while it is analysed: the value of a
variable is the expression assigned to it, already rewritten.

Source: chapter 04, section 1 of the specification.
"""

from __future__ import annotations

from typing import Final

from yulopt.analysis.declarations import (
    assigned_after_continue,
    assigned_names,
    assigned_names_of_function,
)
from yulopt.analysis.environment import Environment, Written, written_by, written_by_block
from yulopt.analysis.side_effects import FunctionEffects
from yulopt.analysis.symbolic_offsets import KnowledgeBase
from yulopt.dialect import SOLC_BEHAVIOUR, SolcBehaviour
from yulopt.syntax.ast import (
    AS_BEFORE,
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

# The builtins whose stores and results are tracked.
_STORES: Final = frozenset({"sstore", "mstore"})
READS: Final = frozenset({"mload", "sload", "keccak256"})

_NOTHING_KNOWN: Final[FunctionEffects] = {}


class CurrentState:
    """The known values of a function's variables at one point of it.

    This is separate from the analyzer so that its users need no reference to the analyzer: a cycle
    of references would keep both until the garbage collector runs.
    """

    def __init__(self) -> None:
        # All visible variables, with None for unknown values. Names are unique, so one map serves
        # for all scopes of the current function.
        self.values: dict[str, Expression | None] = {}

    def expression(self, name: str) -> Expression | None:
        """The expression whose value the variable holds now, if it is known."""
        return self.values.get(name)


class DataFlowAnalyzer(Transformer):
    """Walks code in the order of execution and keeps track of values.

    `function_effects` are the effects of calling functions; one that is missing may do anything.
    With `analyze_stores` the content of storage and memory is tracked, too, in `environment`;
    `behaviour`: whether offsets between addresses may be stale.

    In code in pseudo-SSA form nearly all variables are assigned in their declarations only. Such a
    variable always has its value, so dependences to invalidate at assignments are only kept for the
    others.

    The code must have unique names and empty `for` initialisers, and no function in a loop.
    """

    def __init__(
        self,
        function_effects: FunctionEffects = _NOTHING_KNOWN,
        *,
        analyze_stores: bool = False,
        behaviour: SolcBehaviour = SOLC_BEHAVIOUR,
    ) -> None:
        self.current = CurrentState()
        self._knowledge_base = KnowledgeBase(self.current.expression)
        self.environment = Environment(self._knowledge_base)
        # The variables that are assigned anywhere in the current function, apart from their
        # declarations; unknown outside of functions.
        self._reassigned: set[str] | None = None
        self._function_effects = function_effects
        self._analyze_stores = analyze_stores
        self._forgets_offsets = not behaviour.stale_offsets
        # Those mentioned in the known value of a variable, and the inverse map.
        self._mentions: dict[str, list[str]] = {}
        self._mentioned_by: dict[str, set[str]] = {}
        self._found: list[str] = []
        # The variables of the current function that are visible, in the order of their
        # declarations, and those assigned so far, with repetitions.
        self._declared: list[str] = []
        self._assigned: list[str] = []
        # The body of the current function.
        self._body: Block | None = None
        self._zero = zero_literal(AS_BEFORE)

    # Known values

    def value_of(self, name: str) -> Expression | None:
        """The expression whose value the variable holds now, if it is known."""
        return self.current.values.get(name)

    def is_in_scope(self, name: str) -> bool:
        """Whether the variable is visible at this point of its function."""
        return name in self.current.values

    # Statements

    def visit_expression_statement(self, statement: ExpressionStatement) -> list[Statement] | None:
        if self._analyze_stores:
            store = simple_store(statement)
            if store is not None:
                builtin, key, value = store
                statement.expression = self.visit_expression(statement.expression)
                if builtin == "sstore":
                    self.environment.store_to_storage(key, value)
                else:
                    self.environment.store_to_memory(key, value)
                return None
            self._clear_written(statement.expression)
        statement.expression = self.visit_expression(statement.expression)
        return None

    def visit_assignment(self, assignment: Assignment) -> list[Statement] | None:
        if self._analyze_stores:
            self._clear_written(assignment.value)
        assignment.value = self.visit_expression(assignment.value)
        targets = assignment.targets
        first = len(self._assigned)
        for target in targets:
            self._assigned.append(target.name)
        self._clear_assigned_since(first)
        if len(targets) == 1:
            self._assign(targets[0].name, assignment.value)
        return None

    def visit_declaration(self, declaration: VariableDeclaration) -> list[Statement] | None:
        value = declaration.value
        names = declaration.names
        if value is None:
            for name in names:
                self._declared.append(name)
                self.assign_value(name, self._zero)
            return None
        if self._analyze_stores:
            self._clear_written(value)
        value = declaration.value = self.visit_expression(value)
        if len(names) == 1:
            self._declared.append(names[0])
            self._assign(names[0], value)
        else:
            for name in names:
                self._declare(name)
        return None

    def visit_if(self, statement: If) -> list[Statement] | None:
        if self._analyze_stores:
            self._clear_written(statement.condition)
        first = len(self._assigned)
        statement.condition = self.visit_expression(statement.condition)
        self._visit_branch(statement.body)
        self._clear_assigned_since(first)
        return None

    def visit_switch(self, switch: Switch) -> list[Statement] | None:
        if self._analyze_stores:
            self._clear_written(switch.expression)
        switch.expression = self.visit_expression(switch.expression)
        first = len(self._assigned)
        written: list[Written] = []
        for case in switch.cases:
            first_of_case = len(self._assigned)
            self._visit_branch(case.body)
            self._clear_assigned_since(first_of_case)
            if self._analyze_stores:
                written.append(written_by_block(case.body, self._function_effects))
                self.environment.clear_written(written[-1])
        for written_by_case in written:
            self.environment.clear_written(written_by_case)
        self._clear_assigned_since(first)
        return None

    def _visit_branch(self, body: Block) -> None:
        """A body that may run or not: facts about storage and memory are joined."""
        if not self._analyze_stores:
            self.visit_block(body)
            return
        moment = self.environment.moment()
        self.visit_block(body)
        self.environment.keep_common(moment)

    def visit_for(self, loop: ForLoop) -> list[Statement] | None:
        assert not loop.init.statements, "data-flow analysis needs empty loop initialisers"
        assigned = list(assigned_names(loop.body, loop.post))
        after_continue = list(assigned_after_continue(loop.body))
        self._clear_values(assigned)
        self._clear_written_by_loop(loop)
        loop.condition = self.visit_expression(loop.condition)
        self.visit_block(loop.body)
        self._clear_values(after_continue)
        if self._analyze_stores:
            self.environment.clear_written(written_by_block(loop.body, self._function_effects))
        self.visit_block(loop.post)
        self._clear_values(assigned)
        self._clear_written_by_loop(loop)
        return None

    def visit_function(self, function: FunctionDefinition) -> list[Statement] | None:
        outer = (
            self.environment,
            self.current.values,
            self._mentions,
            self._mentioned_by,
            self._declared,
            self._assigned,
            self._reassigned,
            self._body,
        )
        if self._analyze_stores:
            self.environment = Environment(self._knowledge_base)
        self.current.values = {}
        self._mentions = {}
        self._mentioned_by = {}
        self._declared = []
        self._assigned = []
        self._reassigned = assigned_names_of_function(function.body)
        self._body = function.body
        for name in function.parameters:
            self._declare(name)
        for name in function.returns:
            self._declared.append(name)
            self.assign_value(name, self._zero)
        self.visit_block(function.body)
        (
            self.environment,
            self.current.values,
            self._mentions,
            self._mentioned_by,
            self._declared,
            self._assigned,
            self._reassigned,
            self._body,
        ) = outer
        return None

    def visit_block(self, block: Block) -> None:
        if self._reassigned is None:
            self._reassigned = assigned_names_of_function(block)
        first = len(self._declared)
        super().visit_block(block)
        if block is self._body:
            return  # All that is known is put away with the function.
        values = self.current.values
        for name in self._declared[first:]:
            if self._analyze_stores or self._mentions:
                self._forget_value(name)
            del values[name]
        del self._declared[first:]

    # Values

    def is_reassigned(self, name: str) -> bool:
        """Whether a variable is assigned anywhere in its function after its declaration."""
        assert self._reassigned is not None
        return name in self._reassigned

    def assign_value(self, name: str, value: Expression) -> None:
        """Called when a variable gets a known value; steps extend it."""
        self.current.values[name] = value

    def _declare(self, name: str) -> None:
        self.current.values[name] = None
        self._declared.append(name)

    def _assign(self, name: str, value: Expression) -> None:
        movable = self._is_movable(value)
        if self._found:
            mentioned = self._found
            self._found = []
            if name in mentioned:
                self.current.values[name] = None
                return
            if movable:
                self._mentions[name] = mentioned
                for other in mentioned:
                    self._mentioned_by.setdefault(other, set()).add(name)
        if movable:
            self.assign_value(name, value)
        else:
            self.current.values[name] = None
        if self._analyze_stores:
            self._learn_from_load(name, value)

    def _is_movable(self, expression: Expression) -> bool:
        """Tests movability; adds the variables in it that are assigned anywhere to `_found`."""
        if isinstance(expression, Identifier):
            if self.is_reassigned(expression.name):
                self._found.append(expression.name)
            return True
        if not isinstance(expression, FunctionCall):
            return True
        if expression.builtin is not None:
            movable = expression.builtin.side_effects.movable
        else:
            effects = self._function_effects.get(expression.name)
            movable = effects is not None and effects.movable
        for argument in expression.arguments:
            if not self._is_movable(argument):
                movable = False
        return movable

    def _learn_from_load(self, name: str, value: Expression) -> None:
        if not isinstance(value, FunctionCall) or value.builtin is None:
            return
        builtin = value.name
        if builtin not in READS:
            return
        key = variables(value)
        if key is None:
            return
        if builtin == "mload":
            self.environment.memory.learn(*key, name)
        elif builtin == "sload":
            self.environment.storage.learn(*key, name)
        else:
            self.environment.keccak.learn(*key, name)

    def _clear_assigned_since(self, first: int) -> None:
        """Forget the values of variables assigned after the first `first` assignments."""
        if len(self._assigned) > first:
            self._clear_values(self._assigned[first:])

    def _clear_values(self, names: list[str]) -> None:
        """Forget the values of `names` and of the variables whose value mentions one of them."""
        if self._analyze_stores:
            self.environment.forget_names(names)
            if self._forgets_offsets:
                self._knowledge_base.forget(names)
        for name in names:
            self._forget_value(name)
        if not self._mentions:
            return
        for name in names:
            mentioning = self._mentioned_by.get(name)
            if mentioning is not None:
                del self._mentioned_by[name]
                for other in mentioning:
                    self._forget_value(other)

    def _forget_value(self, name: str) -> None:
        values = self.current.values
        if values.get(name) is not None:
            values[name] = None
            if self._analyze_stores:
                self.environment.value_changed(name)
        mentioned = self._mentions.get(name) if self._mentions else None
        if mentioned is not None:
            del self._mentions[name]
            for other in mentioned:
                others = self._mentioned_by.get(other)
                if others is not None:
                    others.discard(name)

    # Storage and memory

    def _clear_written(self, expression: Expression) -> None:
        self.environment.clear_written(written_by(expression, self._function_effects))

    def _clear_written_by_loop(self, loop: ForLoop) -> None:
        if self._analyze_stores:
            self._clear_written(loop.condition)
            self.environment.clear_written(written_by_block(loop.post, self._function_effects))
            self.environment.clear_written(written_by_block(loop.body, self._function_effects))


def variables(call: FunctionCall) -> tuple[str, ...] | None:
    """The arguments of a call if all of them are variables."""
    names: list[str] = []
    for argument in call.arguments:
        if not isinstance(argument, Identifier):
            return None
        names.append(argument.name)
    return tuple(names)


def simple_store(statement: ExpressionStatement) -> tuple[str, str, str] | None:
    """`sstore` or `mstore`, key and value if the statement is such a store of variables."""
    call = statement.expression
    if not isinstance(call, FunctionCall) or call.builtin is None or call.name not in _STORES:
        return None
    key, value = call.arguments
    if not isinstance(key, Identifier) or not isinstance(value, Identifier):
        return None
    return call.name, key.name, value.name
