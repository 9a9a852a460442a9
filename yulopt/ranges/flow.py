"""Abstract interpretation of a program: what its values can be, wherever it can get to.

A walk through the structured code knows the value of each variable by its number, and what is known
of each number (see `yulopt.ranges.facts`). Conditions say more in their branches; what branches
have in common is known behind them. A loop is walked through until what is known at its head holds
after each iteration: bounds that move are let go (widening), and what one more iteration shows is
taken back in (narrowing). Of what loops in loops in loops assign, nothing is known at their heads.

Functions are looked at twice: callees before callers, to see what a function returns, and what must
be true of its arguments for it to return at all; then callers before callees, where a function
knows of its parameters what all its calls have in common. Of functions that call themselves,
nothing is known.

Sources: P. Cousot and R. Cousot, "Abstract interpretation", POPL 1977; J. Patterson, "Accurate
static branch prediction by value range propagation", PLDI 1995.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from yulopt.analysis.control_flow import FunctionFlow
from yulopt.ranges.environment import RESULT_BITS, guarded
from yulopt.ranges.facts import Changes, Facts, Operands
from yulopt.ranges.identities import apply
from yulopt.ranges.values import Values, Words
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
from yulopt.syntax.visitor import Walker

# How often a loop is walked through with ever less known at its head, before that is nothing.
_MOST_ROUNDS: Final = 5
# Of loops in more loops than that, nothing is known at the head of what they assign.
_DEEP: Final = 2

# The state of a variable: its number, and what is known of it.
State = dict[str, tuple[int, Values]]


class Summary(NamedTuple):
    """What is true of the results of a function, and of its arguments, once it has returned."""

    results: list[Values]
    parameters: list[Values]


class _Head(NamedTuple):
    """What is true of some variables where a loop is entered, and where its iterations begin."""

    names: list[str]
    entry: list[Values]
    head: list[Values]


class RangeFlow:
    """Walks through functions; to change them on the way, override `simplified`.

    To know more than ranges, override `with_effects`, `called` and `changed_elsewhere`, and keep
    what is known in variables of the facts with names that no program has.

    `at_calls` is what the arguments of all calls have in common that were found in a walk that
    changes the code.
    """

    def __init__(self, functions: Iterable[FunctionDefinition], flow: FunctionFlow) -> None:
        self.words = Words()
        self.facts = Facts(self.words)
        self.at_calls: dict[str, list[Values]] = {}
        self._result_counts = {function.name: len(function.returns) for function in functions}
        self._function_flow = flow
        self._summaries: dict[str, Summary | None] = {}
        self._assigned: dict[ForLoop, list[str]] = {}
        self._changes_code = False
        self._number = 0
        self._results: list[int] = []
        self._function: FunctionDefinition | None = None
        self._parameters: list[int] = []
        self._exits: list[Summary] = []
        self._depth = 0
        # Of each loop in this function, what was last found at its head.
        self._heads: dict[ForLoop, _Head] = {}
        self._breaks: list[State] = []
        self._continues: list[State] = []
        self._in_loop: list[str] = []

    # What is overridden

    def simplified(self, call: FunctionCall, operands: Operands, number: int) -> Expression:
        """What to write for the call of a builtin that gives one value; `number` is that value."""
        return call

    def decided(self, condition: Expression, number: int) -> Expression:
        """What to write for the condition of an `if`; `number` is its value."""
        return condition

    def with_effects(self, call: FunctionCall, operands: Operands) -> int | None:
        """A call of a builtin that is not pure; returns the value that it gives, None for any."""
        return None

    def called(self, name: str, operands: Operands) -> None:
        """A call of a function, which has returned."""

    def computed(self, name: str, operands: Operands) -> int:
        """The value of a builtin that only computes one."""
        return apply(self.facts, name, operands)

    def selected(self, value: int) -> int:
        """The value that a `switch` compares with its labels."""
        return value

    def changed_elsewhere(self, loop: ForLoop, assigned: list[str]) -> list[str]:
        """The variables of the facts that a loop changes, beside those that it assigns."""
        return []

    # Functions

    def summarise(self, function: FunctionDefinition) -> None:
        """Look at a function before everything that calls it."""
        self._changes_code = False
        self._summaries[function.name] = self._walk(function, [])

    def change(self, function: FunctionDefinition, arguments: Sequence[Values]) -> None:
        """Change a function whose arguments are these, or any if there are none given."""
        self._changes_code = True
        self._walk(function, arguments)

    def change_outermost(self, code: Block) -> None:
        """Change the code outside functions."""
        self._begin(None)
        self._changes_code = True
        self._block(code)

    def _begin(self, function: FunctionDefinition | None) -> None:
        self.facts = Facts(self.words)
        self._function = function
        self._exits = []
        self._depth = 0
        self._heads = {}

    def _walk(self, function: FunctionDefinition, arguments: Sequence[Values]) -> Summary | None:
        self._begin(function)
        facts = self.facts
        values = arguments or [self.words.any] * len(function.parameters)
        self._parameters = [facts.fresh(known) for known in values]
        for name, number in zip(function.parameters, self._parameters, strict=True):
            facts.set_variable(name, number)
        for name in function.returns:
            facts.set_variable(name, facts.constant(0))
        self._block(function.body)
        self._leave()
        if not self._exits:
            return None
        results, parameters = self._exits[0]
        for exit_ in self._exits[1:]:
            results = list(map(self.words.join, results, exit_.results))
            parameters = list(map(self.words.join, parameters, exit_.parameters))
        return Summary(results, parameters)

    def _leave(self) -> None:
        facts = self.facts
        if facts.is_reachable and self._function is not None:
            results = [facts.values_of(facts.variable(name)) for name in self._function.returns]
            parameters = [facts.values_of(number) for number in self._parameters]
            self._exits.append(Summary(results, parameters))
        facts.is_reachable = False

    # Statements

    def _block(self, block: Block) -> None:
        for statement in block.statements:
            if not self.facts.is_reachable:
                break
            self._statement(statement)

    def _statement(self, statement: Statement) -> None:
        if isinstance(statement, (VariableDeclaration, Assignment, ExpressionStatement)):
            self._simple(statement)
        elif isinstance(statement, If):
            self._if(statement)
        elif isinstance(statement, Switch):
            self._switch(statement)
        elif isinstance(statement, ForLoop):
            self._for(statement)
        elif isinstance(statement, Block):
            self._block(statement)
        elif isinstance(statement, Leave):
            self._leave()
        elif isinstance(statement, Break):
            self._breaks.append(self._state())
            self.facts.is_reachable = False
        elif isinstance(statement, Continue):
            self._continues.append(self._state())
            self.facts.is_reachable = False

    def _simple(self, statement: VariableDeclaration | Assignment | ExpressionStatement) -> None:
        if isinstance(statement, ExpressionStatement):
            statement.expression = self._expression(statement.expression)
            return
        if isinstance(statement, Assignment):
            names = [target.name for target in statement.targets]
        else:
            names = statement.names
        numbers = [self.facts.constant(0)] * len(names)
        if statement.value is not None:
            statement.value = self._expression(statement.value)
            numbers = [self._number] if len(names) == 1 else self._results
        for name, number in zip(names, numbers, strict=True):
            self.facts.set_variable(name, number)

    def _if(self, statement: If) -> None:
        facts = self.facts
        statement.condition = self._expression(statement.condition)
        condition = self._number
        if not facts.is_reachable:
            return
        if self._changes_code:
            statement.condition = self.decided(statement.condition, condition)
        mark = facts.mark()
        facts.assume(condition, is_true=True)
        if facts.is_reachable:
            self._block(statement.body)
        goes_on = facts.is_reachable
        taken = facts.take_back(mark)
        facts.is_reachable = True
        facts.assume(condition, is_true=False)
        if not goes_on:
            return
        if not facts.is_reachable:
            facts.take_back(mark)
            facts.come_from([taken])
        else:
            facts.come_from([taken, facts.take_back(mark)])

    def _switch(self, switch: Switch) -> None:
        facts = self.facts
        switch.expression = self._expression(switch.expression)
        value = self.selected(self._number)
        if not facts.is_reachable:
            return
        mark = facts.mark()
        ends: list[Changes] = []
        for case in switch.cases:
            facts.is_reachable = True
            if case.label is None:
                self._exclude_labels(switch, value)
            else:
                facts.require(value, self.words.constant(case.label.value))
            if facts.is_reachable:
                self._block(case.body)
            goes_on = facts.is_reachable
            changes = facts.take_back(mark)
            if goes_on:
                ends.append(changes)
        if switch.cases[-1].label is not None:
            facts.is_reachable = True
            self._exclude_labels(switch, value)
            goes_on = facts.is_reachable
            changes = facts.take_back(mark)
            if goes_on:
                ends.append(changes)
        facts.come_from(ends)

    def _exclude_labels(self, switch: Switch, value: int) -> None:
        for case in switch.cases:
            if case.label is not None and self.facts.is_reachable:
                self.facts.exclude(value, case.label.value)

    # Loops

    def _for(self, loop: ForLoop) -> None:
        self._block(loop.init)
        facts = self.facts
        if not facts.is_reachable:
            return
        outer = self._in_loop, self._breaks, self._continues
        self._in_loop = self._names_assigned(loop)
        self._depth += 1
        self._in_loop = self._in_loop + self.changed_elsewhere(loop, self._in_loop)
        if self._depth <= _DEEP:
            head = self._invariant(loop)
        else:
            head = [self.words.any] * len(self._in_loop)
        self._finish(loop, head)
        self._depth -= 1
        self._in_loop, self._breaks, self._continues = outer

    def _invariant(self, loop: ForLoop) -> list[Values]:
        """What is true of the variables that a loop assigns, whenever it begins an iteration."""
        facts = self.facts
        changes_code = self._changes_code
        self._changes_code = False
        entry = [facts.values_of(facts.variable(name)) for name in self._in_loop]
        head = self._first_guess(loop, entry)
        for _ in range(_MOST_ROUNDS):
            mark = facts.mark()
            back = self._iteration(loop, head)
            facts.take_back(mark)
            facts.is_reachable = True
            after = entry if back is None else list(map(self.words.join, entry, back))
            if all(map(self.words.contains, head, after)):
                # What begins an iteration comes from before the loop, or from an iteration.
                head = after
                break
            head = list(map(self.words.widen, head, after))
        else:
            head = [self.words.any] * len(head)
        self._changes_code = changes_code
        self._heads[loop] = _Head(self._in_loop, entry, head)
        return head

    def _first_guess(self, loop: ForLoop, entry: list[Values]) -> list[Values]:
        """What may be true of the variables at the head of a loop, less than what is."""
        known = self._heads.get(loop)
        if known is None or known.names != self._in_loop:
            return entry
        if not all(map(self.words.contains, entry, known.entry)):
            return entry
        # Less is known now where the loop is entered, and so no more is true at its head.
        return list(map(self.words.join, entry, known.head))

    def _enter_head(self, head: Sequence[Values]) -> None:
        facts = self.facts
        for name, values in zip(self._in_loop, head, strict=True):
            facts.set_variable(name, facts.fresh(values))
        self._breaks = []
        self._continues = []

    def _iteration(self, loop: ForLoop, head: Sequence[Values]) -> list[Values] | None:
        """What is known of the variables after one iteration; None if it does not end."""
        facts = self.facts
        self._enter_head(head)
        self._expression(loop.condition)
        if facts.is_reachable:
            facts.assume(self._number, is_true=True)
        self._body_and_post(loop)
        if not facts.is_reachable:
            return None
        return [facts.values_of(facts.variable(name)) for name in self._in_loop]

    def _body_and_post(self, loop: ForLoop) -> None:
        facts = self.facts
        if not facts.is_reachable:
            return
        mark = facts.mark()
        self._block(loop.body)
        if self._continues:
            ends = self._continues
            if facts.is_reachable:
                ends.append(self._state())
            # What is known at the end of the body need not be true of these.
            facts.take_back(mark)
            facts.is_reachable = True
            self._join_states(ends)
        if facts.is_reachable:
            self._block(loop.post)

    def _finish(self, loop: ForLoop, head: Sequence[Values]) -> None:
        """Walk through a loop of whose head everything is known, and go on behind it."""
        facts = self.facts
        self._enter_head(head)
        loop.condition = self._expression(loop.condition)
        condition = self._number
        if not facts.is_reachable:
            return
        mark = facts.mark()
        facts.assume(condition, is_true=True)
        self._body_and_post(loop)
        facts.take_back(mark)
        facts.is_reachable = True
        facts.assume(condition, is_true=False)
        if self._breaks:
            ends = self._breaks
            if facts.is_reachable:
                ends.append(self._state())
            facts.take_back(mark)
            facts.is_reachable = True
            self._join_states(ends)

    def _state(self) -> State:
        """The variables that the loop assigns, where the walk is."""
        facts = self.facts
        numbers = {name: facts.variable(name) for name in self._in_loop}
        return {name: (number, facts.values_of(number)) for name, number in numbers.items()}

    def _join_states(self, states: Sequence[State]) -> None:
        facts = self.facts
        for name in self._in_loop:
            number, values = states[0][name]
            is_same = True
            for state in states[1:]:
                is_same = is_same and state[name][0] == number
                values = self.words.join(values, state[name][1])
            facts.set_variable(name, number if is_same else facts.fresh(values))

    def _names_assigned(self, loop: ForLoop) -> list[str]:
        """The variables from outside the loop that it assigns."""
        names = self._assigned.get(loop)
        if names is None:
            finder = _AssignmentFinder()
            finder.visit_block(loop.body)
            finder.visit_block(loop.post)
            names = self._assigned[loop] = [
                name for name in finder.names if self.facts.has_variable(name)
            ]
        return names

    # Expressions

    def _expression(self, expression: Expression) -> Expression:
        """Evaluate an expression to `_number`; returns what to write for it."""
        facts = self.facts
        if isinstance(expression, Identifier):
            self._number = facts.variable(expression.name)
        elif isinstance(expression, Literal):
            is_word = not expression.unlimited
            self._number = facts.constant(expression.value) if is_word else facts.fresh_any()
        elif isinstance(expression, FunctionCall):
            return self._call(expression)
        return expression

    def _call(self, call: FunctionCall) -> Expression:
        facts = self.facts
        arguments = call.arguments
        numbers: list[int] = []
        for index in range(len(arguments) - 1, -1, -1):
            argument = self._expression(arguments[index])
            if self._changes_code:
                arguments[index] = argument
            numbers.append(self._number)
        operands = tuple(reversed(numbers))
        builtin = call.builtin
        if builtin is None:
            self._call_function(call.name, operands)
            return call
        given = None if builtin.is_pure else self.with_effects(call, operands)
        if not builtin.control_flow.can_continue:
            facts.is_reachable = False
        if builtin.returns != 1:
            self._results = [facts.fresh_any() for _ in range(builtin.returns)]
            return call
        bits = RESULT_BITS.get(call.name)
        if builtin.is_pure:
            number = self.computed(call.name, operands)
            if bits is not None:
                facts.require(number, self.words.interval(0, (1 << bits) - 1))
        elif given is not None:
            number = given
        elif call.name == "memoryguard":
            # It gives the same each time.
            number = facts.node(call.name, operands)
            facts.require(number, guarded(self.words, facts.values_of(operands[0])))
        elif bits is not None:
            number = facts.fresh(self.words.interval(0, (1 << bits) - 1))
        else:
            number = facts.fresh_any()
        simplified: Expression = call
        if self._changes_code and facts.is_reachable:
            simplified = self.simplified(call, operands, number)
        self._number = number
        return simplified

    def _call_function(self, name: str, operands: Operands) -> None:
        """Evaluate a call of a function to `_results`, and to `_number` if it is one."""
        facts = self.facts
        if self._changes_code and facts.is_reachable:
            self._record_call(name, operands)
        flow = self._function_flow.get(name)
        summary = self._summaries.get(name)
        if name in self._summaries and summary is None:
            facts.is_reachable = False
        if summary is None:
            if flow is not None and not flow.can_continue:
                facts.is_reachable = False
            self._results = [facts.fresh_any() for _ in range(self._result_counts[name])]
        else:
            for operand, values in zip(operands, summary.parameters, strict=True):
                if facts.is_reachable:
                    facts.require(operand, values)
            self._results = [facts.fresh(values) for values in summary.results]
        if facts.is_reachable:
            self.called(name, operands)
        self._number = self._results[0] if self._results else facts.fresh_any()

    def _record_call(self, name: str, operands: Operands) -> None:
        values = [self.facts.values_of(operand) for operand in operands]
        known = self.at_calls.get(name)
        self.at_calls[name] = values if known is None else list(map(self.words.join, known, values))


class _AssignmentFinder(Walker):
    """Collects the names of variables that are assigned."""

    def __init__(self) -> None:
        self.names: dict[str, None] = {}

    def visit_assignment(self, assignment: Assignment) -> None:
        for target in assignment.targets:
            self.names[target.name] = None
