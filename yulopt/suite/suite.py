"""The suite: the order of steps over the code of a program.

A run over one object has a fixed frame around the sequence: names are made unique and the program
is brought into the form that steps rely on; at the end constants are rewritten, stack pressure is
relieved, and names are simplified.

Source: chapter 01, section 11; chapter 02, section 1 of the specification.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from yulopt.analysis.declarations import declared_names
from yulopt.dialect import (
    DEFAULT_EVM_VERSION,
    FAULTLESS,
    Dialect,
    SolcBehaviour,
    dialect_for,
)
from yulopt.errors import StepError, YulError
from yulopt.frequency.call_profile import CallProfile
from yulopt.gas.metrics import code_size_including_functions
from yulopt.passes.code_facts import code_analyses
from yulopt.passes.parts import Parts
from yulopt.passes.properties import PROPERTIES
from yulopt.passes.step import (
    AFTER,
    BEFORE,
    BETWEEN,
    CLEANUP,
    MAIN,
    NAMES,
    Context,
    Observer,
    Step,
    run_step,
)
from yulopt.stack.unreachable import unreachable_variables
from yulopt.steps.constant_optimiser import ConstantOptimiser
from yulopt.steps.disambiguator import Disambiguator
from yulopt.steps.name_simplifier import NameSimplifier
from yulopt.steps.stack_compressor import StackCompressor
from yulopt.steps.stack_limit_evader import StackLimitEvader
from yulopt.steps.var_name_cleaner import VarNameCleaner
from yulopt.suite.memory_guards import record_guards
from yulopt.suite.registry import is_installed, step_of_item
from yulopt.suite.sequence import Group
from yulopt.suite.worlds import behaviour_of
from yulopt.syntax.arguments import DEFAULT_RUNS, check_argument
from yulopt.syntax.ast import Block
from yulopt.syntax.copying import copy_block
from yulopt.syntax.names import NameDispenser
from yulopt.syntax.objects import Object, is_creation_object, path_inside

if TYPE_CHECKING:
    from yulopt.steps.stack_spiller import Spilled

# Brings a program into the form that steps rely on.
_PROLOGUE: Final = "hgfo"
# Brings back the grouped form, which a sequence may lose.
_REGROUP: Final = "g"
_MAX_ROUNDS: Final = 12


class Settings:
    """The settings of an optimisation.

    `main` and `cleanup`: the parts of the sequence, of which a bare run may lack the second;
    `runs`: the expected number of runs of deployed code; without `stack_allocation` no variable is
    moved to relieve the stack; `observer` is notified of every step. With `verify_each`, every step
    runs on everything, and `StepError` is raised if its declarations are wrong. `calls`: the number
    of calls of each function. `beyond`: code generation beyond solc's follows. Without it, and
    without steps beyond solc, `behaviour` is that of the release, faults included. `spills`: a last
    step moves variables off the stack that are out of reach, but not to transient storage, which
    can be observed.
    """

    def __init__(
        self,
        dialect: Dialect,
        main: Group,
        cleanup: Group | None,
        runs: int = DEFAULT_RUNS,
        stack_allocation: bool = True,
        observer: Observer | None = None,
        verify_each: bool = False,
        calls: CallProfile | None = None,
        beyond: bool = False,
        spills: bool = False,
    ) -> None:
        self.dialect = dialect
        self.main = main
        self.cleanup = cleanup
        self.runs = runs
        self.stack_allocation = stack_allocation
        self.observer = Observer() if observer is None else observer
        self.verify_each = verify_each
        self.calls = calls
        self.beyond = beyond
        self.spills = spills
        self.behaviour = behaviour_of(dialect, main, cleanup, beyond=beyond)


def optimize_object(
    program: Object, settings: Settings, *, is_creation: bool = True, path: str | None = None
) -> None:
    """Optimise the code of an object and of all objects in it, in place.

    Creation code runs once; the code of an inner object whose name ends in `_deployed` runs as
    often as the settings say. `path` is that of the object; None for the outermost one.
    """
    path = program.name if path is None else path
    for child in program.sub_objects:
        inside, is_new = path_inside(path, child.name), is_creation_object(child)
        optimize_object(child, settings, is_creation=is_new, path=inside)
    if settings.beyond:
        record_guards(program)
    settings.observer.enter_object(path, program.code)
    optimize_code(program.code, settings, is_creation=is_creation)


def optimize_code(block: Block, settings: Settings, *, is_creation: bool) -> None:
    """Run the whole suite over the code of one object, in place."""
    observer = settings.observer
    context = begin_code(block, settings, is_creation=is_creation)
    observer.enter_part(MAIN)
    run_group(settings.main, context, block)
    end_main_part(context, block)
    observer.enter_part(CLEANUP)
    assert settings.cleanup is not None
    run_group(settings.cleanup, context, block)
    end_cleanup_part(context, block)
    if settings.spills and context.stack_allocation:
        # Needed by few builds, and slow to load, here and below.
        from yulopt.steps.stack_spiller import StackSpiller

        run_step(StackSpiller(has_frames=False), context, block)
    simplify_names(context, block)


def begin_code(block: Block, settings: Settings, *, is_creation: bool) -> Context:
    """The steps before the main sequence over the code of one object."""
    observer = settings.observer
    observer.enter_part(BEFORE)
    context = make_context(
        block,
        settings.dialect,
        None if is_creation else settings.runs,
        observer,
        stack_allocation=settings.stack_allocation,
        calls=settings.calls,
        behaviour=settings.behaviour,
    )
    context.analyses = code_analyses(block, settings.dialect, is_test=settings.verify_each)
    context.parts = Parts(block, is_test=settings.verify_each)
    _run_letters(_PROLOGUE, context, block)
    if context.behaviour.simplifies_names_twice:
        run_step(NameSimplifier(), context, block)
    return context


def finished_copy(cleanup: Group, context: Context, block: Block) -> Block:
    """The code of an object, up to names, if the main sequence ended here.

    The names in the code must be unique. The observer of the context is not notified.
    """
    copied = copy_block(block)
    quiet = make_context(
        copied,
        context.dialect,
        context.expected_executions,
        stack_allocation=context.stack_allocation,
        calls=context.calls,
        behaviour=context.behaviour,
    )
    quiet.analyses = code_analyses(copied, quiet.dialect)
    quiet.parts = Parts(copied)
    _run_letters(_PROLOGUE, quiet, copied)
    end_main_part(quiet, copied)
    run_group(cleanup, quiet, copied)
    end_cleanup_part(quiet, copied)
    return copied


def end_main_part(context: Context, block: Block) -> None:
    """The steps between the main sequence and the clean-up."""
    context.observer.enter_part(BETWEEN)
    _run_letters(_REGROUP, context, block)
    if not _leaves_stack_to_code_generator(context):
        run_step(StackCompressor(), context, block)


def end_cleanup_part(context: Context, block: Block) -> None:
    """The steps after the clean-up, except those for names."""
    context.observer.enter_part(AFTER)
    _run_letters(_REGROUP, context, block)
    run_step(ConstantOptimiser(), context, block)
    if _leaves_stack_to_code_generator(context):
        run_step(StackCompressor(), context, block)
    if context.stack_allocation:
        run_step(StackLimitEvader(), context, block)


def simplify_names(context: Context, block: Block) -> None:
    """The end of a run over one object: short names."""
    context.observer.enter_part(NAMES)
    context.dispenser.reset(declared_names(block))
    run_step(NameSimplifier(), context, block)
    run_step(VarNameCleaner(), context, block)


def spill_stack(program: Object, dialect: Dialect) -> Spilled:
    """Move variables that the code generator cannot reach in the code of an object, in place, but
    not in objects inside it.

    The code was optimised, or at least has unique names.
    """
    from yulopt.steps.stack_spiller import Spilled, spill

    code = program.code
    context = make_context(code, dialect, None, behaviour=FAULTLESS)
    if not any(unreachable_variables(context, code).values()):
        return Spilled()
    _run_letters(_PROLOGUE, context, code)
    return spill(context, code, guarded=program.guarded)


def _leaves_stack_to_code_generator(context: Context) -> bool:
    """Whether the newer code generator follows.

    It limits stack pressure itself, and only the rest is handled at the end; for the older one
    variables are removed before the clean-up.
    """
    return context.stack_allocation and context.dialect.forwards_all_gas


def make_context(
    block: Block,
    dialect: Dialect | None = None,
    expected_executions: int | None = DEFAULT_RUNS,
    observer: Observer | None = None,
    *,
    stack_allocation: bool = True,
    calls: CallProfile | None = None,
    behaviour: SolcBehaviour | None = None,
) -> Context:
    """Make the names in the code of an object unique, and prepare to run steps over it.

    `dialect`: None is that of the default EVM version. `expected_executions`: the expected number
    of runs of the code, None for creation code. `observer` is notified of every step.
    `stack_allocation`: solc's setting of that name. `calls`: the number of calls of each function.
    `behaviour`: that of solc's steps; None for the release of the dialect.
    """
    check_argument("block", block, Block)
    if dialect is None:
        dialect = dialect_for(DEFAULT_EVM_VERSION)
    context = Context(
        dialect,
        NameDispenser(dialect),
        expected_executions,
        observer or Observer(),
        stack_allocation,
        calls=calls,
        behaviour=behaviour,
    )
    run_step(Disambiguator(), context, block)
    context.dispenser.reset(declared_names(block))
    return context


def run_group(
    group: Group, context: Context, block: Block, *, check_requirements: bool = False
) -> None:
    """Run the items of a group once; groups inside it are repeated until stable.

    With `check_requirements`, a step whose required form is missing raises `StepError`. A step of
    another package that fails raises `ExtensionError`.
    """
    for index, item in enumerate(group.items):
        if isinstance(item, str):
            step = step_of_item(item)
            if check_requirements:
                require_properties(step, block)
            if index < len(group.offsets):
                context.observer.enter_item(group.offsets[index])
            _run_named_step(step, context, block)
        else:
            _run_until_stable(item, context, block, check_requirements)


def _run_named_step(step: Step, context: Context, block: Block) -> None:
    """Run a step that a sequence names; names its package if a step of another package fails."""
    if not is_installed(step):
        run_step(step, context, block)
        return
    # Already loaded, if another package has the step.
    from yulopt.suite.extensions import package_of, step_failure

    package = package_of(step)
    try:
        run_step(step, context, block)
    except YulError:
        raise
    except Exception as error:
        if package is None:
            raise
        raise step_failure(step, package, error) from error


def _run_until_stable(
    group: Group, context: Context, block: Block, check_requirements: bool
) -> None:
    """Repeat a group until the size of the code stays the same."""
    if not group.items:
        return
    size = code_size_including_functions(block)
    for number in range(1, _MAX_ROUNDS + 1):
        context.observer.enter_round(number)
        run_group(group, context, block, check_requirements=check_requirements)
        context.observer.leave_round()
        new_size = code_size_including_functions(block)
        if new_size == size:
            return
        size = new_size


def require_properties(step: Step, block: Block) -> None:
    """Raise `StepError` unless the code has all the forms that the step requires."""
    for name in step.requires:
        needed = PROPERTIES[name]
        if not needed.holds(block):
            raise StepError(
                f"step {step.name} ({step.letter}) needs {needed.name};"
                f" run {needed.established_by} before it"
            )


def _run_letters(letters: str, context: Context, block: Block) -> None:
    for letter in letters:
        run_step(step_of_item(letter), context, block)
