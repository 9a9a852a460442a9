"""What every optimiser step is: a name, a letter, needs, and `run`; and who may watch steps run."""

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

# The parts of a run, as an observer is told of them; those without a sequence have fixed steps.
BEFORE: Final = "before"
MAIN: Final = "main"
BETWEEN: Final = "between"
CLEANUP: Final = "cleanup"
AFTER: Final = "after"
NAMES: Final = "names"


@mypyc_attr(allow_interpreted_subclasses=True)
class Observer:
    """Is told what a run does; override what is of interest.

    An observer may look at the code. It may change it in `review_step` and `review_part` alone.
    """

    def enter_program(self, program: Object) -> None:
        """A run over this object tree begins."""

    def enter_object(self, path: str, block: Block) -> None:
        """The run goes on with the code of another object, called `outer.inner` by its path."""

    def enter_part(self, part: str) -> None:
        """Another part of the run over an object begins: `MAIN`, `CLEANUP`, or one around them.

        `BEFORE` brings the code into the form that steps need, `BETWEEN` and `AFTER` are what is
        fixed around the clean-up, and `NAMES` makes names short.
        """

    def enter_item(self, offset: int) -> None:
        """The step that runs next stands at this offset in the text of the sequence."""

    def enter_round(self, number: int) -> None:
        """Round `number`, counted from 1, of a group in brackets begins; groups may be nested."""

    def leave_round(self) -> None:
        """The round that began last is over."""

    def before_step(self, step: Step, context: Context, block: Block) -> None:
        """A step is about to run over the code of the object."""

    def review_step(self, step: Step, context: Context, block: Block) -> bool:
        """The step has run, and its changes can still be rolled back, in whole or in part.

        Returns whether the code was changed here.
        """
        return False

    def review_part(self, step: Step, context: Context, block: Block) -> bool:
        """The same for one of several transformations that a step consists of, which was not the
        last one."""
        return False

    def after_step(self, step: Step, context: Context, block: Block) -> None:
        """The step has run, and its changes stand."""


class Context:
    """What the steps of one run over one object share.

    `expected_executions` is how often the code is expected to run per deployment (solc's `runs`),
    None for creation code, which runs once. `observer` is told of each step that `run_step` runs.
    `stack_allocation` is solc's setting of that name. `analyses` are those of the code while steps
    run over it one after the other, and nothing else changes it; `parts` is what is known of its
    functions, under the same condition. `calls` tells how often each function of deployed code is
    called, None if nothing is known of that. `behaviour` is how the steps of solc behave, as in
    the release of the dialect if it is None.
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
        # What a step is given instead of the whole code, and what it reports to be unchanged.
        self.selection: Block | None = None
        self.unchanged: set[Statement] = set()

    @property
    def calls_of_code(self) -> CallProfile | None:
        """How often each function of this code is called; None if that is not known, and for
        creation code, which has no functions to call.
        """
        return None if self.expected_executions is None else self.calls

    def analyses_of(self, block: Block) -> Analyses[Block]:
        """The analyses of the whole code of the object: remembered ones if there are.

        For the selection of functions that a step is given, they are those of all code, too.
        """
        analyses = self.analyses
        if analyses is not None and (analyses.unit is block or self.selection is block):
            return analyses
        return code_analyses(block, self.dialect)

    def end_part(self, step: Step, block: Block) -> bool:
        """Let the observer review what a step has done so far, which goes on after that.

        Returns whether the code was changed by that.
        """
        if not self.observer.review_part(step, self, block):
            return False
        if self.analyses is not None:
            self.analyses.keep()
        return True

    def call_graph(self, block: Block) -> CallGraph:
        """Who calls whom in the code."""
        return self.analyses_of(block).get(CallGraph)

    def recursive_functions(self, block: Block) -> set[str]:
        """The functions that can call themselves, as far as steps of the release see it."""
        graph = self.call_graph(block)
        if self.behaviour.misses_recursion:
            return graph.recursive_functions_on_paths()
        return graph.recursive_functions()

    def function_effects(self, block: Block) -> FunctionEffects:
        """What calling each function of the code may do."""
        return self.analyses_of(block).get(SideEffectsOfFunctions).of_function

    def function_flow(self, block: Block) -> FunctionFlow:
        """How each function of the code may end."""
        return self.analyses_of(block).get(EndsOfFunctions).of_function

    def contains_msize(self, block: Block) -> bool:
        """Whether the code can ask for `msize`, directly or through `verbatim`."""
        return self.analyses_of(block).get(UseOfMsize).found


@mypyc_attr(allow_interpreted_subclasses=True)
class Step:
    """Base of all steps.

    `name` is the standard name; `letter` stands for the step in a sequence, and is empty for a
    step that only runs at a fixed point of the suite; `requires` names the properties of the tree
    that `run` relies on (see `yulopt.passes.properties`); `preserves_analyses` are those analyses
    of the code (see `yulopt.passes.code_facts`) that are as they were after any run; `reads_runs`
    is whether what it does depends on how often the code is expected to run;
    `is_extension` is for a step of yulopt's own that solc does not have (steps from other packages
    always count as such).

    What follows lets steps be run less often; see `yulopt.passes.parts`. `by_function`: `run`
    works on each function for itself, and reads nothing of the others but analyses; it may be given
    a block of some of the functions. Without `reads_others` it reads no analyses either: what it
    left unchanged, it would leave unchanged again. `looks_for` are the kinds of contents without
    any of which the step leaves a function as it is, the names in the dispenser included. `may_add`
    are the kinds that a function may contain after the step though it did not before; `removes` are
    those that no function contains after it.
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
    """Run a step over the code of an object, in place, and tell the observer of the context.

    What the step cannot change, going by what it declares, is left out.
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

    Returns whether it may have changed any; what it reports to be unchanged is not.
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
