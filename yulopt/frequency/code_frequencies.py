"""Estimated frequencies of functions and blocks of Yul code.

As for solc's setting `runs`, all code is assumed to run equally often, whatever branches are taken,
except for static branch prediction (see `yulopt.frequency.block_frequencies`): a loop is iterated
`LOOP_WEIGHT` times, and a block that can only fail does not count. A function is as frequent as the
most frequent of its calls; recursion is ignored.

With a call profile, a branch that depends on the selector alone is as frequent as the calls that
take it. All called functions run once on average, so the code before runs that many times.

Source: Y. Wu and J. Larus, "Static branch frequency and program profile analysis", MICRO 27 (1994).
"""

from __future__ import annotations

from yulopt.analysis.call_graph import OUTERMOST, CallGraph
from yulopt.analysis.control_flow import FlowKind, FunctionFlow, flow_kind
from yulopt.frequency.call_profile import CallProfile
from yulopt.frequency.selectors import NOT_CALLED, SelectorValues
from yulopt.gas.model import LOOP_WEIGHT, WEIGHT_ONE
from yulopt.syntax.ast import (
    Block,
    Expression,
    ForLoop,
    FunctionCall,
    FunctionDefinition,
    If,
    Statement,
    Switch,
)
from yulopt.syntax.visitor import Walker


class Frequencies:
    """The frequency of each block and function per execution of the code, in units of `WEIGHT_ONE`.
    With a `profile`, names must be unique.
    """

    def __init__(
        self,
        code: Block,
        calls: CallGraph,
        flow: FunctionFlow,
        profile: CallProfile | None = None,
    ) -> None:
        selectors: _Selectors | None = None
        if profile is not None and profile.total > 0:
            selectors = _Selectors(code, profile)
        counter = _Counter(flow, selectors)
        counter.visit_block(code)
        self._of_block = counter.of_block
        self._of_function = {OUTERMOST: WEIGHT_ONE}
        for component in reversed(calls.components()):
            for caller in component:
                frequency = self.of_function(caller)
                for callee, times in counter.calls.get(caller, {}).items():
                    if callee not in component:
                        often = max(self.of_function(callee), frequency * times // WEIGHT_ONE)
                        self._of_function[callee] = often

    def of_function(self, name: str) -> int:
        """The frequency of a function."""
        return self._of_function.get(name, 0)

    def of_block(self, block: Block) -> int:
        """The frequency of a block of the code."""
        function, times = self._of_block[block]
        return self.of_function(function) * times // WEIGHT_ONE


class _Selectors:
    """The calls of a profile, partitioned by branches."""

    def __init__(self, code: Block, profile: CallProfile) -> None:
        self._values = SelectorValues(code)
        counts, total = profile.counts, profile.total
        # As if each function ran once, if all were called alike.
        self._weights = {
            selector: WEIGHT_ONE * len(counts) * count // total
            for selector, count in counts.items()
        }
        self.taken = set(counts)

    def depends(self, condition: Expression) -> bool:
        """Whether a condition depends on the selector alone."""
        return self._values.depends(condition)

    def with_value(self, condition: Expression, values: set[int], *, other: bool) -> set[int]:
        """The calls for which a condition has one of these values, or `other` ones."""
        return {
            selector
            for selector in self.taken
            if (self._values.value(condition, selector) in values) != other
        }

    def weight(self) -> int:
        """The total number of calls that reach this point."""
        return max(sum(self._weights[selector] for selector in self.taken), NOT_CALLED)


class _Counter(Walker):
    """Computes frequencies of blocks and calls per execution of their function."""

    def __init__(self, flow: FunctionFlow, selectors: _Selectors | None) -> None:
        self.of_block: dict[Block, tuple[str, int]] = {}
        self.calls: dict[str, dict[str, int]] = {}
        self._flow = flow
        self._selectors = selectors
        self._function = OUTERMOST
        self._times = WEIGHT_ONE if selectors is None else selectors.weight()

    def visit_block(self, block: Block) -> None:
        times = self._times
        if self._fails(block):
            self._times = 0
        self.of_block[block] = (self._function, self._times)
        super().visit_block(block)
        self._times = times

    def _fails(self, block: Block) -> bool:
        """Whether control only leaves a block by reverting."""
        last = block.statements[-1] if block.statements else None
        if last is None or flow_kind(last, self._flow) is not FlowKind.TERMINATE:
            return False
        ends = _Ends(self._flow)
        ends.visit_block(block)
        return ends.by_reverting and not ends.otherwise

    def visit_call(self, call: FunctionCall) -> None:
        if call.builtin is None:
            calls = self.calls.setdefault(self._function, {})
            calls[call.name] = max(calls.get(call.name, 0), self._times)
        super().visit_call(call)

    def visit_if(self, statement: If) -> None:
        self.visit_expression(statement.condition)
        self._visit_branch(statement.condition, statement.body, {0}, other=True)

    def visit_switch(self, switch: Switch) -> None:
        self.visit_expression(switch.expression)
        labels = {case.label.value for case in switch.cases if case.label is not None}
        for case in switch.cases:
            values = labels if case.label is None else {case.label.value}
            self._visit_branch(switch.expression, case.body, values, other=case.label is None)

    def _visit_branch(
        self, condition: Expression, body: Block, values: set[int], *, other: bool
    ) -> None:
        """A branch taken for these values of the condition, or for all others."""
        selectors = self._selectors
        if selectors is None or not selectors.depends(condition):
            self.visit_block(body)
            return
        taken, times, before = selectors.taken, self._times, selectors.weight()
        selectors.taken = selectors.with_value(condition, values, other=other)
        self._times = times * selectors.weight() // before
        self.visit_block(body)
        selectors.taken, self._times = taken, times

    def visit_for(self, loop: ForLoop) -> None:
        self.visit_block(loop.init)
        times = self._times
        self._times *= LOOP_WEIGHT
        self.visit_expression(loop.condition)
        self.visit_block(loop.body)
        self.visit_block(loop.post)
        self._times = times

    def visit_function(self, function: FunctionDefinition) -> None:
        outer, times = self._function, self._times
        self._function, self._times = function.name, WEIGHT_ONE
        self.visit_block(function.body)
        self._function, self._times = outer, times


class _Ends(Walker):
    """The exits of a block other than its end."""

    def __init__(self, flow: FunctionFlow) -> None:
        self.by_reverting = False
        self.otherwise = False
        self._flow = flow

    def visit_call(self, call: FunctionCall) -> None:
        super().visit_call(call)
        ends = self._flow.get(call.name) if call.builtin is None else call.builtin.control_flow
        if ends is not None:
            self.by_reverting = self.by_reverting or ends.can_revert
            self.otherwise = self.otherwise or ends.can_terminate

    def visit_jump(self, jump: Statement) -> None:
        self.otherwise = True

    def visit_function(self, function: FunctionDefinition) -> None:
        """A definition is not a call."""
