"""The base of optimiser steps: a name, a letter, requirements, and `run`; and observers of runs."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from yulopt.analysis.call_graph import CallGraph
from yulopt.analysis.construct_kinds import ANYTHING, NOTHING
from yulopt.analysis.control_flow import FunctionFlow
from yulopt.analysis.side_effects import FunctionEffects
from yulopt.dialect import Dialect, SolcBehaviour
from yulopt.frequency.call_profile import CallProfile
from yulopt.passes.analyses import Analyses
from yulopt.passes.code_facts import (
    EndsOfFunctions,
    SideEffectsOfFunctions,
    UseOfMsize,
    code_analyses,
)
from yulopt.passes.parts import Parts
from yulopt.syntax.ast import Block, Statement
from yulopt.syntax.names import NameDispenser
from yulopt.syntax.objects import Object

# The parts of a run, as reported to observers; those without a sequence have fixed steps.
BEFORE: Final = "before"
MAIN: Final = "main"
BETWEEN: Final = "between"
CLEANUP: Final = "cleanup"
AFTER: Final = "after"
NAMES: Final = "names"


@mypyc_attr(allow_interpreted_subclasses=True)
class Observer:
    """Observes a run; override the methods of interest.

    An observer may read the code, and may change it only in `review_step`.
    """

    def enter_program(self, program: Object) -> None:
        """A run over this object tree begins."""

    def enter_object(self, path: str, block: Block) -> None:
        """The run continues with the code of another object, named by its path `outer.inner`."""

    def enter_part(self, part: str) -> None:
        """Another part of the run over an object begins: `MAIN`, `CLEANUP`, or one around them.

        `BEFORE` brings the code into the form that steps require, `BETWEEN` and `AFTER` are the
        fixed steps around the clean-up, and `NAMES` shortens names.
        """

    def enter_item(self, offset: int) -> None:
        """The next step is at this offset in the text of the sequence."""

    def enter_round(self, number: int) -> None:
        """Round `number`, counted from 1, of a group in brackets begins; groups may be nested."""

    def leave_round(self) -> None:
        """The innermost round ends."""

    def before_step(self, step: Step, context: Context, block: Block) -> None:
        """A step is about to run over the code of the object."""

    def review_step(self, step: Step, context: Context, block: Block) -> bool:
        """The step has run, and its changes can still be rolled back, in whole or in part.

        Returns whether the code was changed here.
        """
        return False

    def after_step(self, step: Step, context: Context, block: Block) -> None:
        """The step has run, and its changes are final."""


class Context:
    """The shared context of the steps of one run over one object.

    `expected_executions`: the expected number of runs of the code per deployment (solc's `runs`),
    None for creation code, which runs once. `observer` is notified of each step that `run_step`
    runs. `stack_allocation` is solc's setting of that name. `analyses`: those of the code as long
    as only steps change it; `parts`: its parts, under the same condition. `calls`: the number of
    calls of each function of deployed code, None if unknown. `behaviour`: that of solc's steps;
    None for the release of the dialect.
    """

    def __init__(
        self,
        dialect: Dialect,
        dispenser: NameDispenser,
        expected_executions: int | None = None,
        observer: Observer | None = None,
        stack_allocation: bool = True,
        analyses: Analyses[Block] | None = None,
        parts: Parts | None = None,
        calls: CallProfile | None = None,
        behaviour: SolcBehaviour | None = None,
    ) -> None:
        self.dialect = dialect
        self.dispenser = dispenser
        self.expected_executions = expected_executions
        self.observer = Observer() if observer is None else observer
        self.stack_allocation = stack_allocation
        self.analyses = analyses
        self.parts = parts
        self.calls = calls
        self.behaviour = dialect.behaviour if behaviour is None else behaviour
        # The selected parts that a step is given, and those it reports as unchanged.
        self.selection: Block | None = None
        self.unchanged: set[Statement] = set()

    @property
    def calls_of_code(self) -> CallProfile | None:
        """The number of calls of each function of this code; None if unknown, and for creation
        code, which has no functions to call.
        """
        return None if self.expected_executions is None else self.calls

    def analyses_of(self, block: Block) -> Analyses[Block]:
        """The analyses of the whole code of the object, cached if possible.

        For a step that is given a selection of functions, they also cover all code.
        """
        analyses = self.analyses
        if analyses is not None and (analyses.unit is block or self.selection is block):
            return analyses
        return code_analyses(block, self.dialect)

    def call_graph(self, block: Block) -> CallGraph:
        """The call graph of the code."""
        return self.analyses_of(block).get(CallGraph)

    def recursive_functions(self, block: Block) -> set[str]:
        """The recursive functions, as detected by the release's steps."""
        graph = self.call_graph(block)
        if self.behaviour.misses_recursion:
            return graph.recursive_functions_on_paths()
        return graph.recursive_functions()

    def function_effects(self, block: Block) -> FunctionEffects:
        """The side effects of each function of the code."""
        return self.analyses_of(block).get(SideEffectsOfFunctions).of_function

    def function_flow(self, block: Block) -> FunctionFlow:
        """The control-flow effects of each function of the code."""
        return self.analyses_of(block).get(EndsOfFunctions).of_function

    def contains_msize(self, block: Block) -> bool:
        """Whether the code can ask for `msize`, directly or through `verbatim`."""
        return self.analyses_of(block).get(UseOfMsize).found


@mypyc_attr(allow_interpreted_subclasses=True)
class Step:
    """Base class of steps.

    `name` is the standard name; `letter` is its letter in a sequence, empty for a step that only
    runs at a fixed point of the suite; `requires`: the properties of the tree that `run` relies on
    (see `yulopt.passes.properties`); `preserves_analyses`: the analyses of the code (see
    `yulopt.passes.code_facts`) that remain valid after any run; `reads_runs`: whether it depends on
    the expected number of runs; `is_extension`: a step of yulopt's own that solc does not have
    (steps from other packages always count as such).

    The following declarations let steps be skipped; see `yulopt.passes.parts`. `by_function`: `run`
    works on each function separately, and reads nothing of the others but analyses; it may be given
    a block of some of the functions. Without `reads_others` it reads no analyses, either: a
    function it left unchanged, it would leave unchanged again. `looks_for`: without any of these
    kinds in a function, the step changes neither it nor the names in the dispenser. `may_add`: the
    kinds that the step may introduce into a function; `removes`: those that no function contains
    after it.
    """

    name: ClassVar[str] = ""
    letter: ClassVar[str] = ""
    requires: ClassVar[tuple[str, ...]] = ()
    preserves_analyses: ClassVar[tuple[type[object], ...]] = ()
    reads_runs: ClassVar[bool] = False
    by_function: ClassVar[bool] = False
    reads_others: ClassVar[bool] = True
    looks_for: ClassVar[int] = ANYTHING
    may_add: ClassVar[int] = ANYTHING
    removes: ClassVar[int] = NOTHING
    is_extension: ClassVar[bool] = False

    def run(self, context: Context, block: Block) -> None:
        """Transform `block`, the whole code of one object, in place."""
        raise NotImplementedError


def run_step(step: Step, context: Context, block: Block) -> None:
    """Run a step over the code of an object, in place, and notify the observer of the context.

    Parts that the step cannot change by its declarations are skipped.
    """
    context.observer.before_step(step, context, block)
    analyses = context.analyses
    if analyses is None:
        _run_where_needed(step, context, block)
    else:
        analyses.expect(step.preserves_analyses)
        if _run_where_needed(step, context, block):
            analyses.keep(step.preserves_analyses)
        if analyses.is_test:
            wrong = analyses.wrong()
            assert not wrong, f"the step {step.name} does not preserve {wrong}"
    if context.observer.review_step(step, context, block) and analyses is not None:
        analyses.keep()
    context.observer.after_step(step, context, block)


def _run_where_needed(step: Step, context: Context, block: Block) -> bool:
    """Run a step on the parts of the code that it may change.

    Returns whether it may have changed any, apart from those it reports as unchanged.
    """
    parts = context.parts
    if parts is None or parts.code is not block:
        step.run(context, block)
        return True
    by_function = step.by_function
    if by_function:
        selected = parts.select(step.name, step.looks_for, reads_others=step.reads_others)
    else:
        selected = parts.select_all()
    if not selected and parts.skipped and not parts.is_test:
        return False
    context.unchanged = set()
    texts = parts.texts() if parts.is_test else {}
    if parts.skipped and not parts.is_test:
        context.selection = Block([part.node for part in selected], block.position)
        step.run(context, context.selection)
        context.selection = None
    else:
        step.run(context, block)
    parts.has_run(step.name, selected, context.unchanged, step.may_add, step.removes)
    if parts.is_test:
        parts.check(step.name, texts, selected, context.unchanged)
    return not selected or any(part.node not in context.unchanged for part in selected)
