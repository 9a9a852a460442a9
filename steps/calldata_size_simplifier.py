"""CalldataSizeSimplifier (`y`): decides comparisons with the size of calldata, or shortens them.

Every function of a contract checks that its arguments are present, as if the selector before them
might be missing. But `calldatasize()` is constant throughout an execution: facts from conditions on
it hold in all code that runs after them, including loops and functions. So comparisons with a
constant are decided if these facts imply a result. Signed comparisons of differences become
unsigned comparisons without the subtraction: no calldata is long enough to make a difference.

Nothing is known at the entry of recursive and uncalled functions.

Right if:

* bounds below 2**64: signed comparisons with larger or negative numbers stay.
* signed differences: a subtrahend moves to the other side only in signed comparisons, as an
  unsigned difference may wrap around.
* all paths: facts about the size hold on all paths to where they are used.
* all call sites: facts at the entry of a function hold at all its call sites.
* decided by the bounds: a comparison is decided only if all sizes within the known bounds decide it
  alike.

Assumed:

* short calldata: calldata has less than 2**64 bytes. Each byte costs gas, of which a block has
  less.

Example::

    {
        if iszero(lt(calldatasize(), 4))
        {
            switch shr(224, calldataload(0))
            case 1 { get() }
            default { set() }
        }
        function get() {
            if slt(add(calldatasize(), not(3)), 0) { revert(0, 0) }
            mstore(0, sload(0))
            return(0, 32)
        }
        function set() {
            if slt(add(calldatasize(), not(3)), 32) { revert(0, 0) }
            sstore(0, calldataload(4))
        }
    }

becomes::

    {
        if iszero(lt(calldatasize(), 4))
        {
            switch shr(224, calldataload(0))
            case 1 { get() }
            default { set() }
        }
        function get()
        {
            if 0 { revert(0, 0) }
            mstore(0, sload(0))
            return(0, 32)
        }
        function set()
        {
            if lt(calldatasize(), 36) { revert(0, 0) }
            sstore(0, calldataload(4))
        }
    }

Source: J. Patterson, "Accurate static branch prediction by value range propagation", PLDI 1995.
This is an extension: solc has no such step.
"""

from __future__ import annotations

from typing import ClassVar, Final, NamedTuple

from yulopt.analysis.call_graph import OUTERMOST
from yulopt.analysis.control_flow import FlowKind, flow_kind
from yulopt.passes.properties import HOISTED_FUNCTIONS, UNIQUE_NAMES
from yulopt.passes.step import Context, Step
from yulopt.syntax.ast import (
    NUMBER,
    Block,
    Expression,
    ForLoop,
    FunctionCall,
    FunctionDefinition,
    If,
    Literal,
    Statement,
    Switch,
)
from yulopt.syntax.blocks import functions_in
from yulopt.syntax.literals import WORD_MASK
from yulopt.syntax.visitor import Transformer

_SIZE: Final = "calldatasize"
# The limit of subtrahends and operands of comparisons; no calldata is this long.
_MOST: Final = 1 << 64


class _Sizes(NamedTuple):
    """The sizes from `least` to below `end`."""

    least: int
    end: int

    def below(self, limit: int) -> _Sizes:
        return _Sizes(self.least, min(self.end, limit))

    def from_on(self, limit: int) -> _Sizes:
        return _Sizes(max(self.least, limit), self.end)

    def or_in(self, other: _Sizes) -> _Sizes:
        return _Sizes(min(self.least, other.least), max(self.end, other.end))


_ANY: Final = _Sizes(0, _MOST)


class _Comparison(NamedTuple):
    """Whether the size is below a limit, or, if `negated`, whether it is not."""

    limit: int
    negated: bool


class CalldataSizeSimplifier(Step):
    """Decides comparisons with the size of the calldata, or shortens them."""

    name = "CalldataSizeSimplifier"
    letter = "y"
    requires = (UNIQUE_NAMES, HOISTED_FUNCTIONS)
    is_extension: ClassVar[bool] = True

    def run(self, context: Context, block: Block) -> None:
        graph = context.call_graph(block)
        functions = {one.name: one for one in functions_in(block)}
        simplifier = _Simplifier(context, block)
        # Callers before their callees.
        for component in reversed(graph.components()):
            for name in component:
                if name == OUTERMOST:
                    simplifier.simplify(block, None)
                elif name in functions:
                    called = None if graph.is_recursive(component) else name
                    simplifier.simplify(functions[name].body, called)


class _Simplifier(Transformer):
    def __init__(self, context: Context, code: Block) -> None:
        self._builtin = context.dialect.builtin
        self._function_flow = context.function_flow(code)
        # The facts at the current point; None if it is unreachable.
        self._sizes: _Sizes | None = _ANY
        self._at_calls: dict[str, _Sizes] = {}

    def simplify(self, code: Block, called: str | None) -> None:
        """Simplify the body of a function after all its callers.

        `called`: its name; None if it is recursive, and for the code outside functions.
        """
        self._sizes = _ANY if called is None else self._at_calls.get(called, _ANY)
        self.visit_block(code)

    # The flow of control

    def visit_statement(self, statement: Statement) -> list[Statement] | None:
        replacement = super().visit_statement(statement)
        if flow_kind(statement, self._function_flow) is not FlowKind.FLOW_OUT:
            self._sizes = None
        return replacement

    def visit_if(self, statement: If) -> list[Statement] | None:
        statement.condition = self.visit_expression(statement.condition)
        before = self._sizes
        comparison = _condition(statement.condition)
        self._sizes = _where(before, comparison, holds=True)
        self.visit_block(statement.body)
        self._sizes = _either(self._sizes, _where(before, comparison, holds=False))
        return None

    def visit_switch(self, switch: Switch) -> list[Statement] | None:
        switch.expression = self.visit_expression(switch.expression)
        before = self._sizes
        after = None if switch.cases[-1].label is None else before
        for case in switch.cases:
            self._sizes = before
            self.visit_block(case.body)
            after = _either(after, self._sizes)
        self._sizes = after
        return None

    def visit_for(self, loop: ForLoop) -> list[Statement] | None:
        self.visit_block(loop.init)
        # Facts remain true once established.
        before = self._sizes
        loop.condition = self.visit_expression(loop.condition)
        for block in (loop.body, loop.post):
            self._sizes = before
            self.visit_block(block)
        self._sizes = before
        return None

    def visit_function(self, function: FunctionDefinition) -> list[Statement] | None:
        return None

    # Expressions

    def visit_call(self, call: FunctionCall) -> Expression:
        super().visit_call(call)
        if call.builtin is None:
            known = self._at_calls.get(call.name)
            sizes = self._sizes or _ANY
            self._at_calls[call.name] = sizes if known is None else known.or_in(sizes)
            return call
        comparison = _comparison(call)
        if comparison is None:
            return call
        limit, negated = comparison
        sizes = self._sizes or _ANY
        if sizes.end <= limit or sizes.least >= limit:
            is_true = (sizes.end <= limit) is not negated
            return Literal(NUMBER, int(is_true), position=call.position)
        if call.name in ("slt", "sgt"):
            name, constant = ("gt", limit - 1) if negated else ("lt", limit)
            size = FunctionCall(_SIZE, [], self._builtin(_SIZE), call.position)
            literal = Literal(NUMBER, constant, position=call.position)
            return FunctionCall(name, [size, literal], self._builtin(name), call.position)
        return call


def _either(one: _Sizes | None, other: _Sizes | None) -> _Sizes | None:
    if one is None or other is None:
        return one or other
    return one.or_in(other)


def _where(before: _Sizes | None, comparison: _Comparison | None, *, holds: bool) -> _Sizes | None:
    """The facts if a condition holds, or does not."""
    if before is None or comparison is None:
        return before
    if comparison.negated is holds:
        return before.from_on(comparison.limit)
    return before.below(comparison.limit)


def _condition(expression: Expression) -> _Comparison | None:
    """The fact about the calldata size implied by an expression being nonzero."""
    if isinstance(expression, FunctionCall) and expression.name == _SIZE:
        return _Comparison(1, negated=True)
    return _comparison(expression)


def _comparison(expression: Expression) -> _Comparison | None:
    """The fact about the calldata size implied by an expression that is 0 or 1 being 1.

    None if it is not such an expression.
    """
    if not isinstance(expression, FunctionCall) or expression.builtin is None:
        return None
    name, arguments = expression.name, expression.arguments
    if name == "iszero":
        inner = _condition(arguments[0])
        return None if inner is None else _Comparison(inner.limit, not inner.negated)
    if name not in ("lt", "gt", "slt", "sgt"):
        return None
    is_signed = name[0] == "s"
    left, right = arguments
    is_less = name.endswith("lt")
    if _constant(left) is not None:
        left, right, is_less = right, left, not is_less
    constant = _constant(right)
    subtracted = _subtracted_from_size(left)
    if constant is None or constant >= _MOST or subtracted is None:
        return None
    if subtracted and not is_signed:
        return None
    # size - subtracted < constant, or size - subtracted > constant
    limit = constant + subtracted
    return _Comparison(limit, negated=False) if is_less else _Comparison(limit + 1, negated=True)


def _subtracted_from_size(expression: Expression) -> int | None:
    """The number that an expression subtracts from the size; None if it does something else."""
    if not isinstance(expression, FunctionCall) or expression.builtin is None:
        return None
    if expression.name == _SIZE:
        return 0
    if expression.name not in ("add", "sub"):
        return None
    one, other = expression.arguments
    if expression.name == "add":
        if _constant(one) is not None:
            one, other = other, one
        added = _constant(other)
        subtracted = None if added is None else -added & WORD_MASK
    else:
        subtracted = _constant(other)
    is_size = isinstance(one, FunctionCall) and one.name == _SIZE
    return subtracted if is_size and subtracted is not None and subtracted < _MOST else None


def _constant(expression: Expression) -> int | None:
    if isinstance(expression, Literal) and not expression.unlimited:
        return expression.value
    if isinstance(expression, FunctionCall) and expression.name == "not":
        value = _constant(expression.arguments[0])
        return None if value is None else value ^ WORD_MASK
    return None
