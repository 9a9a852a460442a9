"""Evaluates expressions at the current point of a walk.

Variables map to value numbers, as do cells, in which domains keep their state beyond variables. The
call of a function yields the results of its summary, and imposes on its arguments the conditions
under which it returns at all.

Source: P. Cousot and R. Cousot, "Abstract interpretation", POPL 1977.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from yulopt.analysis.control_flow import FunctionFlow
from yulopt.domains.domain import Domain
from yulopt.domains.environment import RESULT_BITS, guarded
from yulopt.domains.facts import Facts, Operands
from yulopt.domains.identities import apply
from yulopt.domains.words import AbstractWord, WordDomain
from yulopt.syntax.ast import (
    Block,
    Expression,
    FunctionCall,
    Identifier,
    Literal,
)
from yulopt.syntax.blocks import functions_in


class Summary(NamedTuple):
    """The facts about the results and arguments of a function after it has returned."""

    results: list[AbstractWord]
    parameters: list[AbstractWord]


class Evaluation:
    """Evaluates expressions of the code of an object.

    `facts`: those of the current point; `lost`: the value of an unknown cell. In a walk that
    `is_final` each point is visited once. `number`: the value of the last expression; `results`:
    those of the last call. `changed` collects modified cells, on request.
    """

    def __init__(self, code: Block, domains: Sequence[Domain], flow: FunctionFlow) -> None:
        self.words = WordDomain()
        self.facts = Facts(self.words)
        self.function_flow = flow
        self.is_final = False
        self.lost = 0
        self.number = 0
        self.results: list[int] = []
        self.functions = {one.name: one for one in functions_in(code)}
        self.domains = list(domains)
        self.watching = [domain for domain in domains if domain.watches_arithmetic]
        self._readers = [domain for domain in domains if domain.watches_reads]
        # The joins of the arguments of all calls.
        self.at_calls: dict[str, list[AbstractWord]] = {}
        self.summaries: dict[str, Summary | None] = {}
        self.changed: set[str] | None = None

    # Cells

    def change(self, name: str, number: int) -> None:
        """A cell has this value from here on."""
        self.facts.set_variable(name, number)
        if self.changed is not None:
            self.changed.add(name)

    def cell(self, name: str) -> int | None:
        """The value of a cell, None if it is unknown."""
        if not self.facts.has_variable(name):
            return None
        number = self.facts.variable(name)
        return None if number == self.lost else number

    def cells(self) -> list[str]:
        """The names of all cells."""
        return [name for domain in self.domains for name in domain.cells()]

    # Expressions

    def evaluate(self, expression: Expression) -> None:
        """Evaluate an expression to `number`."""
        facts = self.facts
        if isinstance(expression, Identifier):
            self.number = facts.variable(expression.name)
            if self.is_final:
                for domain in self._readers:
                    domain.variable_read(expression, self.number)
        elif isinstance(expression, Literal):
            is_word = not expression.unlimited
            self.number = facts.constant(expression.value) if is_word else facts.fresh_any()
        elif isinstance(expression, FunctionCall):
            self._call(expression)

    def _call(self, call: FunctionCall) -> None:
        numbers: list[int] = []
        for argument in reversed(call.arguments):
            self.evaluate(argument)
            numbers.append(self.number)
        numbers.reverse()
        operands = tuple(numbers)
        if call.builtin is None:
            self._call_function(call.name, operands)
        else:
            self._call_builtin(call, operands)

    def _call_builtin(self, call: FunctionCall, operands: Operands) -> None:
        facts, builtin = self.facts, call.builtin
        assert builtin is not None
        given: int | None = None
        if not builtin.is_pure:
            for domain in self.domains:
                value = domain.effect(call, operands)
                given = value if given is None else given
        if not builtin.control_flow.can_continue:
            facts.is_reachable = False
        if builtin.returns != 1:
            self.results = [facts.fresh_any() for _ in range(builtin.returns)]
            return
        bits = RESULT_BITS.get(call.name)
        if builtin.is_pure:
            number = self._computed(call.name, operands)
            if bits is not None:
                facts.require(number, self.words.interval(0, (1 << bits) - 1))
        elif given is not None:
            number = given
        elif call.name == "memoryguard":
            # It yields the same value each time.
            number = facts.node(call.name, operands)
            facts.require(number, guarded(self.words, facts.values_of(operands[0])))
        elif bits is not None:
            number = facts.fresh(self.words.interval(0, (1 << bits) - 1))
        else:
            number = facts.fresh_any()
        if self.is_final and facts.is_reachable:
            for domain in self.domains:
                domain.evaluated(call, operands, number)
        self.number = number

    def _computed(self, name: str, operands: Operands) -> int:
        for domain in self.watching:
            number = domain.computed(name, operands)
            if number is not None:
                return number
        return apply(self.facts, name, operands)

    def _call_function(self, name: str, operands: Operands) -> None:
        """Evaluate a call of a function to `results`, and to `number` if it is one."""
        facts = self.facts
        for domain in self.domains:
            domain.calling(name, operands)
        if self.is_final and facts.is_reachable:
            self._record_call(name, operands)
        flow = self.function_flow.get(name)
        summary = self.summaries.get(name)
        if name in self.summaries and summary is None:
            facts.is_reachable = False
        if summary is None:
            if flow is not None and not flow.can_continue:
                facts.is_reachable = False
            results = [facts.fresh_any() for _ in self.functions[name].returns]
        else:
            for operand, values in zip(operands, summary.parameters, strict=True):
                if facts.is_reachable:
                    facts.require(operand, values)
            results = [facts.fresh(values) for values in summary.results]
        if facts.is_reachable:
            for domain in self.domains:
                domain.called(name, operands)
        for domain in self.domains:
            domain.returned(name, operands, results)
        self.results = results
        self.number = results[0] if results else facts.fresh_any()

    def _record_call(self, name: str, operands: Operands) -> None:
        values = [self.facts.values_of(operand) for operand in operands]
        known = self.at_calls.get(name)
        self.at_calls[name] = values if known is None else list(map(self.words.join, known, values))
