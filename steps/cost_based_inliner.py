"""CostBasedInliner (`J`): replaces calls by the body of the function where that is cheaper.

The FullInliner (`i`) inlines functions below fixed size limits. This step compares costs over the
lifetime of a contract, in bytes and gas of its runs: a call costs its jumps, labels and arguments;
the body in its place costs its instructions, less those folded by constant arguments. If it is
cheaper to replace all calls of a function, so that its definition is removed, all are replaced, and
otherwise those for which the body costs no more than the call. Callees are processed before their
callers, so bodies are compared in their final form. Inlining stops once the copies have doubled the
code.

ExpressionSplitter (`x`) brings calls into the form that can be replaced. UnusedPruner (`u`) removes
functions that are no longer called.

Inlining makes more variables live at the same time. Where the code has a `memoryguard`, which
promises that variables can be moved to memory, this cannot make the stack too deep. Otherwise a
function is only inlined where the variables in scope and its own fit on the stack together, or
where no variable is in scope.

Right if:

* no `leave`: the function does not contain one.
* no recursion: the function does not call itself, directly or through others.
* statement-level call: the call is the whole expression of its statement.
* simple arguments: arguments are variables and literals, so the order of evaluation does not
  matter.

Assumed:

* gas and size: only `gas()` and the offsets of code reveal the difference.

Example::

    {
        {
            let x := calldataload(0)
            let y := f(x, 1)
            let z := f(x, 0)
            sstore(y, z)
        }
        function f(a, b) -> c
        {
            c := a
            if b { c := and(a, 0xffffffffffffffffffff) }
        }
    }

becomes::

    {
        {
            let x := calldataload(0)
            let b_1 := 1
            let a_2 := x
            let c_3 := 0
            c_3 := a_2
            if b_1
            {
                c_3 := and(a_2, 0xffffffffffffffffffff)
            }
            let y := c_3
            let b_4 := 0
            let a_5 := x
            let c_6 := 0
            c_6 := a_5
            if b_4
            {
                c_6 := and(a_5, 0xffffffffffffffffffff)
            }
            let z := c_6
            sstore(y, z)
        }
        function f(a, b) -> c
        {
            c := a
            if b
            {
                c := and(a, 0xffffffffffffffffffff)
            }
        }
    }

Source: R. Scheifler, "An analysis of inline substitution for a structured programming language",
CACM 20(9), 1977. This is an extension: solc has no such step.
"""

from __future__ import annotations

from typing import ClassVar, Final

from yulopt.analysis.call_graph import OUTERMOST
from yulopt.analysis.references import count_variable_references
from yulopt.gas.constants import ConstantFinder
from yulopt.gas.estimate import code_gas
from yulopt.gas.model import GasModel
from yulopt.passes.properties import GROUPED_FUNCTIONS, UNIQUE_NAMES
from yulopt.passes.step import Context, Step
from yulopt.rewriting.inlining import inlined, only_call
from yulopt.rewriting.inlining_costs import Constants, InliningCosts
from yulopt.syntax.ast import (
    Assignment,
    Block,
    Expression,
    ForLoop,
    FunctionCall,
    FunctionDefinition,
    Identifier,
    Leave,
    Literal,
    Statement,
    VariableDeclaration,
)
from yulopt.syntax.blocks import blocks_in
from yulopt.syntax.positions import adopt_position
from yulopt.syntax.visitor import Walker

# The number of variables that fit on the stack within reach, with a few operands above them.
_MAX_VARIABLES: Final = 12


class CostBasedInliner(Step):
    """Replaces calls by the body of the function where that is cheaper."""

    name = "CostBasedInliner"
    letter = "J"
    requires = (UNIQUE_NAMES, GROUPED_FUNCTIONS)
    reads_runs = True
    is_extension: ClassVar[bool] = True

    def run(self, context: Context, block: Block) -> None:
        graph = context.call_graph(block)
        functions = {
            statement.name: statement
            for statement in block.statements
            if isinstance(statement, FunctionDefinition)
        }
        inliner = _Inliner(context, block)
        recursive = graph.recursive_functions()
        # Callees before their callers.
        for component in graph.components():
            for name in component:
                if name == OUTERMOST:
                    inliner.inline_in(block, 0)
                elif name in functions:
                    function = functions[name]
                    # Its return label is on the stack, too.
                    in_scope = len(function.parameters) + len(function.returns) + 1
                    inliner.inline_in(function.body, in_scope)
                    if name not in recursive:
                        inliner.decide(function)


class _Inliner:
    """Chooses calls, and inlines them."""

    def __init__(self, context: Context, block: Block) -> None:
        self._dispenser = context.dispenser
        self._model = GasModel(context.dialect, context.expected_executions)
        self._prices_of_constants = ConstantFinder(self._model)
        self._flow = context.function_flow(block)
        self._references = count_variable_references(block)
        # Functions that repeatedly call functions that do the same would grow exponentially.
        self._room = code_gas(block, context.dialect, context.expected_executions)
        calls = _Calls()
        calls.visit_block(block)
        self._calls = calls
        self._needs_no_stack = context.dialect.forwards_all_gas and calls.has_memory_guard
        # The functions that may be inlined; those in `_everywhere` wherever possible.
        self._costs: dict[str, InliningCosts] = {}
        self._everywhere: set[str] = set()
        self._most_in_scope: dict[str, int] = {}

    def decide(self, function: FunctionDefinition) -> None:
        """Decide whether to inline a function, after inlining in it."""
        name = function.name
        calls = self._calls.replaceable.get(name)
        if calls is None or name in self._calls.with_leave:
            return
        costs = InliningCosts(function, self._model, self._prices_of_constants, self._flow)
        self._costs[name] = costs
        if not self._needs_no_stack:
            in_scope = len(function.parameters) + len(function.returns)
            self._most_in_scope[name] = self._most_variables(function.body, in_scope)
        if len(calls) == self._calls.count[name]:
            inline = sum(costs.body(self._constants(call)) for call in calls)
            keep = costs.definition() + sum(costs.call(call.arguments) for call in calls)
            if inline <= keep:
                self._everywhere.add(name)

    def inline_in(self, block: Block, in_scope: int) -> None:
        """Inline calls in a block, where `in_scope` variables are in scope."""
        statements: list[Statement] = []
        for statement in block.statements:
            if isinstance(statement, FunctionDefinition):
                statements.append(statement)
                continue
            call = only_call(statement)
            if call is not None and self._is_cheaper(call, in_scope):
                function = self._costs[call.name].function
                body = inlined(statement, call, function, self._dispenser)
                adopt_position(body, call.position)
                statements += body
            else:
                inside = in_scope + self._declared_by_loop(statement)
                for inner in blocks_in(statement):
                    self.inline_in(inner, inside)
                statements.append(statement)
            in_scope += self._declared(statement)
        block.statements = statements

    def _is_cheaper(self, call: FunctionCall, in_scope: int) -> bool:
        costs = self._costs.get(call.name)
        if costs is None or not _is_replaceable(call):
            return False
        if in_scope and not self._needs_no_stack:
            in_scope += self._most_in_scope[call.name]
            if in_scope > _MAX_VARIABLES:
                return False
        constants = self._constants(call)
        if call.name not in self._everywhere and costs.body(constants) > costs.call(call.arguments):
            return False
        if self._calls.count[call.name] > 1:
            growth = costs.growth(call.arguments, constants)
            if growth > self._room:
                return False
            self._room -= max(growth, 0)
        return True

    def _constants(self, call: FunctionCall) -> Constants:
        """The arguments of a call that are constant, None for others."""
        return tuple([self._calls.constant(argument) for argument in call.arguments])

    # Variables in scope

    def _most_variables(self, block: Block, in_scope: int) -> int:
        most = in_scope
        for statement in block.statements:
            inside = in_scope + self._declared_by_loop(statement)
            for inner in blocks_in(statement):
                most = max(most, self._most_variables(inner, inside))
            in_scope += self._declared(statement)
        return max(most, in_scope)

    def _declared_by_loop(self, statement: Statement) -> int:
        if not isinstance(statement, ForLoop):
            return 0
        return sum(map(self._declared, statement.init.statements))

    def _declared(self, statement: Statement) -> int:
        """The number of variables a statement declares that will be on the stack.

        Constants and variables that are read only once will not be.
        """
        if not isinstance(statement, VariableDeclaration):
            return 0
        return sum(
            self._references.get(name, 0) > 1 and self._calls.value(name) is None
            for name in statement.names
        )


def _is_replaceable(call: FunctionCall) -> bool:
    return not any(isinstance(argument, FunctionCall) for argument in call.arguments)


def _constant(expression: Expression) -> int | None:
    if isinstance(expression, Literal) and not expression.unlimited:
        return expression.value
    return None


class _Calls(Walker):
    """The calls of each function, and other facts about the whole code for decisions."""

    def __init__(self) -> None:
        self.count: dict[str, int] = {}
        self.replaceable: dict[str, list[FunctionCall]] = {}
        self.with_leave: set[str] = set()
        self.has_memory_guard = False
        self._values: dict[str, int] = {}
        self._function = OUTERMOST

    def constant(self, argument: Expression) -> int | None:
        """The value of an argument if it is a constant, or a variable that always has one."""
        if isinstance(argument, Identifier):
            return self.value(argument.name)
        return _constant(argument)

    def value(self, variable: str) -> int | None:
        """The value of a variable that never changes."""
        return self._values.get(variable)

    def visit_block(self, block: Block) -> None:
        for statement in block.statements:
            call = only_call(statement)
            if call is not None and _is_replaceable(call):
                self.replaceable.setdefault(call.name, []).append(call)
        super().visit_block(block)

    def visit_function(self, function: FunctionDefinition) -> None:
        self._function = function.name
        super().visit_function(function)
        self._function = OUTERMOST

    def visit_declaration(self, declaration: VariableDeclaration) -> None:
        super().visit_declaration(declaration)
        value = 0 if declaration.value is None else _constant(declaration.value)
        if value is not None:
            self._values.update(dict.fromkeys(declaration.names, value))

    def visit_assignment(self, assignment: Assignment) -> None:
        super().visit_assignment(assignment)
        for target in assignment.targets:
            self._values.pop(target.name, None)

    def visit_call(self, call: FunctionCall) -> None:
        if call.builtin is None:
            self.count[call.name] = self.count.get(call.name, 0) + 1
        elif call.name == "memoryguard":
            self.has_memory_guard = True
        super().visit_call(call)

    def visit_jump(self, jump: Statement) -> None:
        if isinstance(jump, Leave):
            self.with_leave.add(self._function)
