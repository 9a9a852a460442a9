"""Runs only the Disambiguator and the given steps."""

from __future__ import annotations

from yulopt.dialect import Dialect
from yulopt.frequency.call_profile import CallProfile
from yulopt.passes.step import BEFORE, CLEANUP, MAIN, Context, Observer
from yulopt.suite.checkpoints import Checkpoint
from yulopt.suite.sequence import Sequence
from yulopt.suite.suite import make_context, run_group
from yulopt.suite.worlds import behaviour_of
from yulopt.syntax.ast import Block
from yulopt.syntax.objects import Object


class BareRun:
    """Runs a sequence without solc's frame around it.

    The settings are those of `yulopt.suite.suite.Settings`.
    """

    def __init__(
        self,
        sequence: Sequence,
        dialect: Dialect,
        runs: int,
        observer: Observer | None = None,
        stack_allocation: bool = True,
        calls: CallProfile | None = None,
    ) -> None:
        self.sequence = sequence
        self.dialect = dialect
        self.runs = runs
        self.observer = Observer() if observer is None else observer
        self.stack_allocation = stack_allocation
        self.calls = calls

    def run(self, program: Object, checkpoint: Checkpoint | None) -> None:
        """Run over all objects of a tree, or only the one that a checkpoint names."""
        if checkpoint is not None:
            tree, path = list(program.paths().items())[checkpoint.number]
            # Code from the middle of a run need not have the form that steps require.
            context = self._prepare(
                path,
                tree.code,
                is_creation=checkpoint.is_creation,
                is_beyond=checkpoint.is_beyond,
            )
            context.dispenser.resume(checkpoint.taken, checkpoint.counter)
            self._run_sequence(context, tree.code, check_requirements=False)
            return
        pending = [(program.name, program)]
        while pending:
            path, tree = pending.pop()
            pending.extend((f"{path}.{child.name}", child) for child in tree.sub_objects)
            # A bare block counts as deployed code, whatever its object's name.
            context = self._prepare(path, tree.code, is_creation=False)
            self._run_sequence(context, tree.code, check_requirements=True)

    def _prepare(
        self, path: str, code: Block, *, is_creation: bool, is_beyond: bool = False
    ) -> Context:
        self.observer.enter_object(path, code)
        self.observer.enter_part(BEFORE)
        executions = None if is_creation else self.runs
        sequence = self.sequence
        beyond = is_beyond or sequence.beyond
        return make_context(
            code,
            self.dialect,
            executions,
            self.observer,
            stack_allocation=self.stack_allocation,
            calls=self.calls,
            behaviour=behaviour_of(self.dialect, sequence.main, sequence.cleanup, beyond=beyond),
        )

    def _run_sequence(self, context: Context, code: Block, *, check_requirements: bool) -> None:
        parts = ((MAIN, self.sequence.main), (CLEANUP, self.sequence.cleanup))
        for part, group in parts:
            if group is not None:
                self.observer.enter_part(part)
                run_group(group, context, code, check_requirements=check_requirements)
