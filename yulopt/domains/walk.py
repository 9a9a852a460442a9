"""Abstract interpretation of a program: its possible values at each reachable point.

A walk through the structured code tracks the value number of each variable, and facts about each
number (see `yulopt.domains.facts`). Conditions refine facts in their branches; a join keeps facts
that hold on all incoming edges. A loop is iterated to a fixpoint at its header: unstable bounds are
dropped (widening), and one further iteration reintroduces some (narrowing). In deeply nested loops,
modified variables are unknown at the header.

Further facts come from domains, which refine the same values and may have cells beside the
variables of the program: words of memory, slots of storage. The walk itself never changes the code.

Functions are visited twice: callees before callers, for summaries of their results, and of the
conditions on arguments under which they return at all; then callers before callees, where
parameters get the join of all calls' arguments. Recursive functions are unknown.

Sources: P. Cousot and R. Cousot, "Abstract interpretation", POPL 1977; J. Patterson, "Accurate
static branch prediction by value range propagation", PLDI 1995.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from yulopt.analysis.call_graph import OUTERMOST, CallGraph, call_graph
from yulopt.analysis.control_flow import FunctionFlow, function_control_flow
from yulopt.analysis.declarations import assignments_in_order
from yulopt.domains.domain import Domain
from yulopt.domains.evaluation import Evaluation, Summary
from yulopt.domains.facts import Changes, Facts
from yulopt.domains.words import AbstractWord
from yulopt.syntax.ast import (
    Assignment,
    Block,
    Break,
    Case,
    Continue,
    ExpressionStatement,
    ForLoop,
    FunctionDefinition,
    If,
    Leave,
    Statement,
    Switch,
    VariableDeclaration,
)

# The number of widening iterations before the loop header is set to top.
_MAX_ITERATIONS: Final = 5
# In loops nested deeper, modified variables are unknown at the header.
_MAX_DEPTH: Final = 2
# The changes of one iteration may enable more in the next.
_MAX_CHANGE_ROUNDS: Final = 4

# The state of a variable: its value number, and the facts about it.
State = dict[str, tuple[int, AbstractWord]]


class _Head(NamedTuple):
    """The facts about some variables on entry to a loop, and at the start of its iterations."""

    names: list[str]
    entry: list[AbstractWord]
    head: list[AbstractWord]


class Walk(Evaluation):
    """Walks through the code of an object, whose names are unique and functions at the top level.

    `function`: the current function, None outside; `parameters`: the values of its parameters.
    `in_loop`: the variables and cells that the innermost loop modifies.
    """

    def __init__(
        self,
        code: Block,
        domains: Sequence[Domain] = (),
        graph: CallGraph | None = None,
        flow: FunctionFlow | None = None,
    ) -> None:
        super().__init__(code, domains, function_control_flow(code) if flow is None else flow)
        self.function: FunctionDefinition | None = None
        self.parameters: list[int] = []
        self.graph = call_graph(code) if graph is None else graph
        self.recursive = self.graph.recursive_functions()
        self.in_loop: list[str] = []
        # The cells that only the condition of the innermost loop has set.
        self._set_by_condition: list[str] = []
        self._code = code
        self._assigned: dict[ForLoop, list[str]] = {}
        self._exits: list[Summary] = []
        self._depth = 0
        # The last result at the header of each loop in this function.
        self._heads: dict[ForLoop, _Head] = {}
        self._breaks: list[State] = []
        self._continues: list[State] = []
        for domain in domains:
            domain.attach(self)

    # Functions

    def run(self) -> None:
        """Walk through all functions: callees before callers, then the other way."""
        components = self.graph.components()
        for component in components:
            function = self.functions.get(component[0])
            if function is not None and not self.graph.is_recursive(component):
                self.is_final = False
                self.summaries[function.name] = self._walk(function, [])
                for domain in self.domains:
                    domain.summarised(function)
        self.is_final = True
        for component in reversed(components):
            is_recursive = self.graph.is_recursive(component)
            for name in component:
                if name == OUTERMOST:
                    self._begin(None)
                    self._block(self._code)
                elif name in self.functions:
                    known = [] if is_recursive else self.at_calls.get(name, [])
                    self._walk(self.functions[name], known)

    def _begin(self, function: FunctionDefinition | None) -> None:
        self.facts = Facts(self.words)
        self.function = function
        self._exits = []
        self._depth = 0
        self._heads = {}
        self.lost = self.facts.unrelated()
        for domain in self.domains:
            domain.begin(function)

    def _walk(
        self, function: FunctionDefinition, arguments: Sequence[AbstractWord]
    ) -> Summary | None:
        """Walk through a function with these arguments, or unknown ones."""
        self._begin(function)
        facts = self.facts
        values = arguments or [self.words.any] * len(function.parameters)
        self.parameters = [facts.fresh(known) for known in values]
        for name, number in zip(function.parameters, self.parameters, strict=True):
            facts.set_variable(name, number)
        for name in function.returns:
            facts.set_variable(name, facts.constant(0))
        for domain in self.domains:
            domain.entered(function)
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
        if facts.is_reachable and self.function is not None:
            for domain in self.domains:
                domain.leave()
            results = [facts.values_of(facts.variable(name)) for name in self.function.returns]
            parameters = [facts.values_of(number) for number in self.parameters]
            self._exits.append(Summary(results, parameters))
        facts.is_reachable = False

    def ways_out(self) -> int:
        """The number of exits of the function and the loop found so far, except their ends."""
        return len(self._exits) + len(self._breaks) + len(self._continues)

    # Statements

    def _block(self, block: Block) -> None:
        for domain in self.domains:
            domain.enter_block(block)
        for statement in block.statements:
            if not self.facts.is_reachable:
                break
            self.statement(statement)
        for domain in self.domains:
            domain.leave_block(block)

    def statement(self, statement: Statement) -> None:
        """Execute a statement."""
        for domain in self.domains:
            domain.enter_statement(statement)
        if isinstance(statement, (If, Switch, ForLoop)):
            mark = self.facts.mark()
            self._branch(statement)
            for domain in self.domains:
                domain.joined(self.facts.set_since(mark))
        else:
            self._execute(statement)
        for domain in self.domains:
            domain.leave_statement(statement)

    def _branch(self, statement: If | Switch | ForLoop) -> None:
        if isinstance(statement, If):
            self._if(statement)
        elif isinstance(statement, Switch):
            self._switch(statement)
        else:
            self._for(statement)

    def _execute(self, statement: Statement) -> None:
        if isinstance(statement, ExpressionStatement):
            self.evaluate(statement.expression)
        elif isinstance(statement, (VariableDeclaration, Assignment)):
            self._assign(statement)
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

    def _assign(self, statement: VariableDeclaration | Assignment) -> None:
        facts = self.facts
        if isinstance(statement, Assignment):
            names = [target.name for target in statement.targets]
        else:
            names = statement.names
        self.number = facts.constant(0)
        is_call = statement.value is not None and len(names) > 1
        if statement.value is not None:
            self.evaluate(statement.value)
        for index, name in enumerate(names):
            facts.set_variable(name, self.results[index] if is_call else self.number)
        for domain in self.domains:
            domain.assigned(names, is_new=isinstance(statement, VariableDeclaration))

    def _if(self, statement: If) -> None:
        facts = self.facts
        self.evaluate(statement.condition)
        condition = self.number
        if not facts.is_reachable:
            return
        self._note_branch(statement, condition)
        mark = facts.mark()
        facts.assume(condition, is_true=True)
        if facts.is_reachable:
            self._block(statement.body)
        continues = facts.is_reachable
        taken = facts.rollback(mark)
        facts.is_reachable = True
        facts.assume(condition, is_true=False)
        if not continues:
            return
        if not facts.is_reachable:
            facts.rollback(mark)
            facts.join([taken])
        else:
            facts.join([taken, facts.rollback(mark)])

    def _note_branch(self, statement: If | ForLoop, condition: int) -> None:
        if self.is_final:
            for domain in self.domains:
                domain.branched(statement, condition)

    def _switch(self, switch: Switch) -> None:
        facts = self.facts
        self.evaluate(switch.expression)
        value = self.number
        for domain in self.watching:
            value = domain.selected(value)
        if not facts.is_reachable:
            return
        cases: list[Case | None] = [*switch.cases]
        if switch.cases[-1].label is not None:
            cases.append(None)
        mark = facts.mark()
        ends: list[Changes] = []
        reached: list[bool] = []
        for case in cases:
            facts.is_reachable = True
            if case is None or case.label is None:
                self._exclude_labels(switch, value)
            else:
                facts.require(value, self.words.constant(case.label.value))
            reached.append(facts.is_reachable)
            if case is not None and facts.is_reachable:
                self._block(case.body)
            continues = facts.is_reachable
            changes = facts.rollback(mark)
            if continues:
                ends.append(changes)
        if self.is_final:
            for domain in self.domains:
                domain.switched(switch, reached)
        facts.join(ends)

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
        outer = self.in_loop, self._set_by_condition, self._breaks, self._continues
        self.in_loop = assigned = self._names_assigned(loop)
        self._depth += 1
        for domain in self.domains:
            domain.before_loop(loop)
        changed = self._cells_changed(loop, assigned)
        for domain in self.domains:
            domain.loop_changes(loop, assigned, changed)
        self.in_loop = assigned + changed
        if self._depth <= _MAX_DEPTH:
            head = self._invariant(loop)
        else:
            head = [self.words.any] * len(self.in_loop)
        self._finish(loop, head)
        self._depth -= 1
        self.in_loop, self._set_by_condition, self._breaks, self._continues = outer

    def _cells_changed(self, loop: ForLoop, assigned: list[str]) -> list[str]:
        """The cells that a loop modifies, besides the variables that it assigns."""
        names = [name for name in self.cells() if self.facts.has_variable(name)]
        if not names:
            return []
        if self._depth > _MAX_DEPTH:
            return names
        found: set[str] = set()
        for _ in range(_MAX_CHANGE_ROUNDS):
            before = found
            in_loop = [*assigned, *(name for name in names if name in before)]
            found = before | self.cells_changed_by_iteration(loop, in_loop).intersection(names)
            if found == before:
                return [name for name in names if name in found]
        return names

    def cells_changed_by_iteration(self, loop: ForLoop, in_loop: list[str]) -> set[str]:
        """The cells that an iteration modifies, if earlier ones have modified some variables."""
        facts = self.facts
        outer = self.changed, self.is_final, self.in_loop
        self.changed, self.is_final, self.in_loop = set(), False, in_loop
        mark = facts.mark()
        self._iteration(loop, [self.words.any] * len(in_loop))
        facts.rollback(mark)
        facts.is_reachable = True
        changed = self.changed
        self.changed, self.is_final, self.in_loop = outer
        return changed

    def _invariant(self, loop: ForLoop) -> list[AbstractWord]:
        """The facts about the variables that a loop modifies at the start of each iteration."""
        facts = self.facts
        is_final = self.is_final
        self.is_final = False
        entry = [facts.values_of(facts.variable(name)) for name in self.in_loop]
        head = self._first_guess(loop, entry)
        for _ in range(_MAX_ITERATIONS):
            mark = facts.mark()
            back = self._iteration(loop, head)
            facts.rollback(mark)
            facts.is_reachable = True
            after = entry if back is None else list(map(self.words.join, entry, back))
            if all(map(self.words.contains, head, after)):
                # An iteration starts from the loop's entry, or from the end of an iteration.
                head = after
                break
            head = list(map(self.words.widen, head, after))
        else:
            head = [self.words.any] * len(head)
        self.is_final = is_final
        self._heads[loop] = _Head(self.in_loop, entry, head)
        return head

    def _first_guess(self, loop: ForLoop, entry: list[AbstractWord]) -> list[AbstractWord]:
        """A widened state of the variables at the header of a loop."""
        known = self._heads.get(loop)
        if known is None or known.names != self.in_loop:
            return entry
        if not all(map(self.words.contains, entry, known.entry)):
            return entry
        # Less is now known on entry to the loop, and so at its header.
        return list(map(self.words.join, entry, known.head))

    def enter_head(self, head: Sequence[AbstractWord] = ()) -> None:
        """Enter the header of a loop with these facts about modified variables, or unknown ones."""
        facts = self.facts
        for domain in self.domains:
            domain.before_head()
        for name, values in zip(self.in_loop, head or self._nothing_known(), strict=True):
            facts.set_variable(name, facts.fresh(values))
        self._breaks = []
        self._continues = []
        for domain in self.domains:
            domain.enter_head()

    def _nothing_known(self) -> list[AbstractWord]:
        return [self.words.any] * len(self.in_loop)

    def _iteration(self, loop: ForLoop, head: Sequence[AbstractWord]) -> list[AbstractWord] | None:
        """The facts about the variables after one iteration; None if it does not end."""
        facts = self.facts
        self.enter_head(head)
        self._condition(loop)
        if facts.is_reachable:
            facts.assume(self.number, is_true=True)
        self._body_and_post(loop)
        if not facts.is_reachable:
            return None
        return [facts.values_of(facts.variable(name)) for name in self.in_loop]

    def _condition(self, loop: ForLoop) -> None:
        facts = self.facts
        mark = facts.mark()
        self.evaluate(loop.condition)
        new = dict.fromkeys(facts.set_since(mark))
        self._set_by_condition = [name for name in new if name not in self.in_loop]

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
            # Facts at the end of the body need not hold for these.
            facts.rollback(mark)
            facts.is_reachable = True
            self._join_states(ends)
        if facts.is_reachable:
            self._block(loop.post)
        if facts.is_reachable:
            for domain in self.domains:
                domain.end_iteration(loop)

    def _finish(self, loop: ForLoop, head: Sequence[AbstractWord]) -> None:
        """Walk through a loop with known facts at its header, and continue after it."""
        facts = self.facts
        self.enter_head(head)
        self._condition(loop)
        condition = self.number
        if not facts.is_reachable:
            return
        self._note_branch(loop, condition)
        mark = facts.mark()
        facts.assume(condition, is_true=True)
        self._body_and_post(loop)
        facts.rollback(mark)
        facts.is_reachable = True
        facts.assume(condition, is_true=False)
        if self._breaks:
            ends = self._breaks
            if facts.is_reachable:
                ends.append(self._state())
            facts.rollback(mark)
            facts.is_reachable = True
            self._join_states(ends)

    def _state(self) -> State:
        """The variables and cells that may differ from those after the condition of the loop."""
        facts = self.facts
        names = self.in_loop + self._set_by_condition
        numbers = {name: facts.variable(name) for name in names}
        return {name: (number, facts.values_of(number)) for name, number in numbers.items()}

    def _join_states(self, states: Sequence[State]) -> None:
        facts = self.facts
        for name in states[0]:
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
            found = assignments_in_order(loop.body, loop.post)
            names = self._assigned[loop] = list(filter(self.facts.has_variable, found))
        return names
