"""How often each function and each block is likely to run, without a profile.

As for solc's setting `runs`, all code is taken to run equally often, whatever branches are taken,
but for two things: a loop is iterated a fixed number of times, and a block that can only end by
reverting does not count, since what fails is not what a contract is for. A function runs as often
as the most frequent of its calls; what recursion adds to that is left out.

Source: Y. Wu and J. Larus, "Static branch frequency and program profile analysis", MICRO 27 (1994).
"""

from __future__ import annotations

from yulopt.analysis.call_graph import OUTERMOST, CallGraph
from yulopt.analysis.control_flow import FlowKind, FunctionFlow, flow_kind
from yulopt.syntax.ast import Block, ForLoop, FunctionCall, FunctionDefinition, Statement
from yulopt.syntax.visitor import Walker


class Frequencies:
    """How often each block and each function runs.

    Frequencies are in parts of `once`, that of what runs once for each execution of the code; loops
    have so many `iterations`.
    """

    def __init__(
        self, code: Block, calls: CallGraph, flow: FunctionFlow, *, once: int, iterations: int
    ) -> None:
        counter = _Counter(flow, iterations)
        counter.visit_block(code)
        self._of_block = counter.of_block
        self._of_function = {OUTERMOST: once}
        for component in reversed(calls.components()):
            for caller in component:
                frequency = self.of_function(caller)
                for callee, times in counter.calls.get(caller, {}).items():
                    if callee not in component:
                        often = max(self.of_function(callee), frequency * times)
                        self._of_function[callee] = often

    def of_function(self, name: str) -> int:
        """How often a function runs."""
        return self._of_function.get(name, 0)

    def of_block(self, block: Block) -> int:
        """How often a block runs: one of those that the code consists of."""
        function, times = self._of_block[block]
        return self.of_function(function) * times


class _Counter(Walker):
    """Counts how often blocks and calls run in each execution of the function they are in."""

    def __init__(self, flow: FunctionFlow, iterations: int) -> None:
        self.of_block: dict[Block, tuple[str, int]] = {}
        self.calls: dict[str, dict[str, int]] = {}
        self._flow = flow
        self._iterations = iterations
        self._function = OUTERMOST
        self._times = 1

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

    def visit_for(self, loop: ForLoop) -> None:
        self.visit_block(loop.init)
        times = self._times
        self._times *= self._iterations
        self.visit_expression(loop.condition)
        self.visit_block(loop.body)
        self.visit_block(loop.post)
        self._times = times

    def visit_function(self, function: FunctionDefinition) -> None:
        outer, times = self._function, self._times
        self._function, self._times = function.name, 1
        self.visit_block(function.body)
        self._function, self._times = outer, times


class _Ends(Walker):
    """How control may leave a block other than at its end."""

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
        """What is defined here is not called here."""
