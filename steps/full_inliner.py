"""FullInliner (`i`): replaces calls by the body of the function.

A call is inlined if it is the whole right-hand side of a statement and its arguments are variables
or literals (ExpressionSplitter, `x`, establishes this form). Tiny functions are inlined in a first
pass, then those that are called only once or are small enough; the limit is higher if an argument
is constant. With `memoryguard` in the code, which promises that variables can be moved to memory,
the limits are higher. Functions with `leave`, and recursive calls, stay.

Example::

    {
        {
            let x := calldataload(0)
            let y, z := f(x, 1)
            sstore(y, z)
        }
        function f(a, b) -> c, d
        {
            c := add(a, b)
            d := sub(a, b)
        }
    }

becomes::

    {
        {
            let x := calldataload(0)
            let b_1 := 1
            let a_2 := x
            let c_3 := 0
            let d_4 := 0
            c_3 := add(a_2, b_1)
            d_4 := sub(a_2, b_1)
            let y := c_3
            let z := d_4
            sstore(y, z)
        }
        function f(a, b) -> c, d
        {
            c := add(a, b)
            d := sub(a, b)
        }
    }

Source: chapter 03, section 7 of the specification.
"""

from __future__ import annotations

from typing import Final

from yulopt.analysis.call_graph import OUTERMOST, CallGraph, call_graph
from yulopt.analysis.side_effects import find_calls
from yulopt.gas.metrics import code_size
from yulopt.graphs.components import components_of
from yulopt.passes.properties import GROUPED_FUNCTIONS, UNIQUE_NAMES
from yulopt.passes.step import Context, Step
from yulopt.rewriting.inlining import inlined, only_call
from yulopt.syntax.ast import (
    Assignment,
    Block,
    Expression,
    ExpressionStatement,
    FunctionCall,
    FunctionDefinition,
    Identifier,
    Leave,
    Literal,
    Statement,
    VariableDeclaration,
)
from yulopt.syntax.blocks import functions_in
from yulopt.syntax.positions import adopt_position
from yulopt.syntax.visitor import Transformer, Walker

_TINY_SIZE: Final = 1
# Functions below these sizes are inlined: (any arguments, with a constant argument).
_LIMITS: Final = (6, 12)
_AGGRESSIVE_LIMITS: Final = (8, 16)
# Only tiny functions are inlined into code larger than this, unless aggressively.
_LARGEST_CALL_SITE: Final = 45


class FullInliner(Step):
    """Replaces calls by the body of the function."""

    name = "FullInliner"
    letter = "i"
    requires = (UNIQUE_NAMES, GROUPED_FUNCTIONS)

    def run(self, context: Context, block: Block) -> None:
        inliner = _Inliner(context, block)
        inliner.run_pass(tiny_only=True)
        inliner.run_pass(tiny_only=False)


class _Inliner:
    """The facts for decisions; most of them are as of the beginning."""

    def __init__(self, context: Context, block: Block) -> None:
        self._block = block
        self._dispenser = context.dispenser
        self._keeps_first_location = context.behaviour.keeps_first_location
        self._functions = {one.name: one for one in functions_in(block)}
        self._graph = context.call_graph(block)
        self._recursive = context.recursive_functions(block)
        facts = _Facts()
        facts.visit_block(block)
        self._constants = facts.constants
        self._single_use = {name for name, count in facts.calls.items() if count == 1}
        self._kept = facts.with_leave
        if not context.behaviour.assigns_immutables_once:
            # Generated code may have only one assignment.
            self._kept |= self._graph.functions_that_call("setimmutable") - self._single_use
        self._may_be_aggressive = context.dialect.forwards_all_gas and facts.has_memory_guard
        self._sizes = {name: code_size(function.body) for name, function in self._functions.items()}
        self._sizes[OUTERMOST] = code_size(block)
        self._calling_themselves: set[str] = set()
        self._tiny_only = True
        # Whether anything was inlined since the call graph was computed.
        self._changed = False

    def run_pass(self, *, tiny_only: bool) -> None:
        """Process all functions, callees before callers, then the code outside functions."""
        self._tiny_only = tiny_only
        if self._changed:
            self._graph = call_graph(self._block)
            self._changed = False
        graph = self._graph
        self._calling_themselves = {name for name in self._functions if name in graph.calls[name]}
        depths = _call_depths(graph)
        # The sort is stable: functions of the same depth keep their order.
        for name in sorted(self._functions, key=depths.__getitem__):
            function = self._functions[name]
            inliner = _CallInliner(self, name)
            inliner.visit_block(function.body)
            if inliner.has_inlined:
                self._changed = True
                self._sizes[name] = code_size(function.body)
                if find_calls(function.body, name):
                    self._calling_themselves.add(name)
        for statement in self._block.statements:
            if isinstance(statement, Block):
                inliner = _CallInliner(self, OUTERMOST)
                inliner.visit_block(statement)
                self._changed = self._changed or inliner.has_inlined

    def function_to_inline(self, call: FunctionCall, call_site: str) -> FunctionDefinition | None:
        """The called function, if this call in the function `call_site` is to be inlined."""
        callee = call.name
        function = self._functions.get(callee)
        if (
            function is None
            or callee == call_site
            or callee in self._kept
            or callee in self._calling_themselves
            or any(isinstance(argument, FunctionCall) for argument in call.arguments)
        ):
            return None
        size = self._sizes[callee]
        if size <= _TINY_SIZE:
            return function
        if self._tiny_only:
            return None
        aggressive = self._may_be_aggressive and call_site not in self._recursive
        if not aggressive and self._sizes[call_site] > _LARGEST_CALL_SITE:
            return None
        if callee in self._single_use:
            return function
        limit, limit_with_constant = _AGGRESSIVE_LIMITS if aggressive else _LIMITS
        if size < limit or (size < limit_with_constant and self._has_constant_argument(call)):
            return function
        return None

    def _has_constant_argument(self, call: FunctionCall) -> bool:
        return any(
            isinstance(argument, Literal)
            or (isinstance(argument, Identifier) and argument.name in self._constants)
            for argument in call.arguments
        )

    def inline(
        self,
        statement: Statement,
        call: FunctionCall,
        function: FunctionDefinition,
        call_site: str,
    ) -> list[Statement]:
        """The replacement of `statement`, which consists only of this call."""
        self._sizes[call_site] += self._sizes[function.name]
        statements = inlined(statement, call, function, self._dispenser)
        if not self._keeps_first_location:
            adopt_position(statements, call.position)
        return statements


class _CallInliner(Transformer):
    """Inlines the calls in one function, or in the code outside functions."""

    def __init__(self, inliner: _Inliner, call_site: str) -> None:
        self.has_inlined = False
        self._inliner = inliner
        self._call_site = call_site

    def visit_expression(self, expression: Expression) -> Expression:
        return expression

    def visit_expression_statement(self, statement: ExpressionStatement) -> list[Statement] | None:
        return self._inline(statement)

    def visit_declaration(self, declaration: VariableDeclaration) -> list[Statement] | None:
        return self._inline(declaration)

    def visit_assignment(self, assignment: Assignment) -> list[Statement] | None:
        return self._inline(assignment)

    def _inline(self, statement: Statement) -> list[Statement] | None:
        call = only_call(statement)
        function = None if call is None else self._inliner.function_to_inline(call, self._call_site)
        if call is None or function is None:
            return None
        self.has_inlined = True
        return self._inliner.inline(statement, call, function, self._call_site)


class _Facts(Walker):
    """The results of one walk over the code: functions with `leave`, the number of calls of each
    function, the variables that are always a literal, and whether there is a `memoryguard`."""

    def __init__(self) -> None:
        self.with_leave: set[str] = set()
        self.calls: dict[str, int] = {}
        self.constants: set[str] = set()
        self.has_memory_guard = False
        self._function = OUTERMOST

    def visit_function(self, function: FunctionDefinition) -> None:
        self._function = function.name
        self.constants.update(function.returns)
        self.visit_block(function.body)
        self._function = OUTERMOST

    def visit_declaration(self, declaration: VariableDeclaration) -> None:
        if declaration.value is None or isinstance(declaration.value, Literal):
            self.constants.update(declaration.names)
        else:
            self.visit_expression(declaration.value)

    def visit_assignment(self, assignment: Assignment) -> None:
        for target in assignment.targets:
            self.constants.discard(target.name)
        self.visit_expression(assignment.value)

    def visit_call(self, call: FunctionCall) -> None:
        if call.builtin is None:
            self.calls[call.name] = self.calls.get(call.name, 0) + 1
        elif call.name == "memoryguard":
            self.has_memory_guard = True
        for argument in call.arguments:
            if isinstance(argument, FunctionCall):
                self.visit_call(argument)

    def visit_jump(self, jump: Statement) -> None:
        if isinstance(jump, Leave):
            self.with_leave.add(self._function)


def _call_depths(graph: CallGraph) -> dict[str, int]:
    """The depth of calls from each function; those that reach a cycle are deepest."""
    deepest = len(graph.calls)
    depths: dict[str, int] = {}
    for component in components_of(graph.calls):
        for name in component:
            callees = [callee for callee in graph.calls[name] if callee in graph.calls]
            if len(component) > 1 or name in callees:
                depths[name] = deepest
            else:
                depth = max([depths[callee] + 1 for callee in callees], default=0)
                depths[name] = min(depth, deepest)
    return depths
