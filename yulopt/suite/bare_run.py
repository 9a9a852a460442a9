"""Runs only the Disambiguator and the given steps, without solc's frame around them."""

from __future__ import annotations

from yulopt.passes.step import BEFORE, CLEANUP, MAIN, Context
from yulopt.suite.checkpoints import Checkpoint
from yulopt.suite.suite import Settings, make_context, run_group
from yulopt.syntax.ast import Block
from yulopt.syntax.objects import Object, path_inside


def run_bare(program: Object, settings: Settings, checkpoint: Checkpoint | None) -> None:
    """Run over all objects of a tree, or only the one that a checkpoint names."""
    if checkpoint is not None:
        tree, path = list(program.paths().items())[checkpoint.number]
        context = _begin(path, tree.code, settings, is_creation=checkpoint.is_creation)
        context.dispenser.resume(checkpoint.taken, checkpoint.counter)
        # Code from the middle of a run need not have the form that steps require.
        _run_sequence(context, tree.code, settings, check_requirements=False)
        return
    pending = [(program.name, program)]
    while pending:
        path, tree = pending.pop()
        pending.extend((path_inside(path, child.name), child) for child in tree.sub_objects)
        # A bare block counts as deployed code, whatever its object's name.
        context = _begin(path, tree.code, settings, is_creation=False)
        _run_sequence(context, tree.code, settings, check_requirements=True)


def _begin(path: str, code: Block, settings: Settings, *, is_creation: bool) -> Context:
    settings.observer.enter_object(path, code)
    settings.observer.enter_part(BEFORE)
    return make_context(
        code,
        settings.dialect,
        None if is_creation else settings.runs,
        settings.observer,
        stack_allocation=settings.stack_allocation,
        calls=settings.calls,
        behaviour=settings.behaviour,
    )


def _run_sequence(
    context: Context, code: Block, settings: Settings, *, check_requirements: bool
) -> None:
    for part, group in ((MAIN, settings.main), (CLEANUP, settings.cleanup)):
        if group is not None:
            settings.observer.enter_part(part)
            run_group(group, context, code, check_requirements=check_requirements)
