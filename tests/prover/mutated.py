"""Changes by broken steps: shown by execution, and given to the prover.

The step runs with the mistake in place (`tests.mutation.in_place`); what it made is text, which is
executed and compared without the mistake.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import import_module
from math import inf
from random import Random
from types import ModuleType

from tests.mutation.in_place import in_place
from tests.mutation.mutant import Mutant
from tests.prover import recording
from yulopt.dialect import DEFAULT_EVM_VERSION, Dialect, dialect_for, parse_evm_version
from yulopt.errors import Source
from yulopt.evm.halt import HaltKind
from yulopt.prover.job import installed_solvers
from yulopt.prover.replay import Executions
from yulopt.prover.step_proof import FunctionProof, prove_step
from yulopt.prover.verdict import ProofSettings
from yulopt.prover.versions import version_of
from yulopt.syntax.arguments import DEFAULT_RUNS
from yulopt.syntax.ast import Block
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.syntax.objects import Object
from yulopt.syntax.parser import parse_source
from yulopt.verifier.exploration import explore
from yulopt.verifier.subject import LIMITS, check_version, subjects

_TRIES = 40
# The seeds of inputs.
_SEEDS = range(3)
_NO_MEMORY = HaltKind.OUT_OF_MEMORY.value


@dataclass(frozen=True)
class Change:
    """A program before and after a step over one of its objects, which has this number."""

    step: str
    before: str
    after: str
    number: int
    evm_version: str

    @property
    def dialect(self) -> Dialect:
        """The builtins of the EVM version."""
        return dialect_for(parse_evm_version(self.evm_version))

    def programs(self) -> tuple[Object, Object]:
        """Both programs."""
        before, after = (
            parse_source(Source(text), self.dialect) for text in (self.before, self.after)
        )
        return before, after

    def codes(self) -> tuple[Block, Block]:
        """The code of the object in both."""
        before, after = (program.all_objects()[self.number].code for program in self.programs())
        return before, after


@dataclass(frozen=True)
class Run:
    """A program, and steps over it, the last of which may be given by its name, as `last`.

    `right` has the hashes of changes that steps without a mistake make, as far as they are known.
    """

    text: str
    steps: str
    evm_version: str = DEFAULT_EVM_VERSION.text
    last: str = ""
    runs: int = DEFAULT_RUNS
    right: frozenset[int] = field(default=frozenset(), compare=False, repr=False)

    def changes(self, recording: ModuleType) -> list[Change]:
        """The changes of each step; `recording` is the module that runs them."""
        made: list[tuple[str, str, str, int]] = recording.changes(
            self.text, self.steps, self.evm_version, self.last, self.runs
        )
        return [Change(*one, self.evm_version) for one in made]


def wrong_changes(mutant: Mutant, runs: Sequence[Run], end: float = inf) -> list[list[Change]]:
    """The changes that differ by the mistake, in each run.

    An exception of a broken step ends the run. No run begins after `end`, in time of this process.
    """
    with in_place(mutant):
        broken = import_module("tests.prover.recording")
        found = [run.changes(broken) if time.process_time() < end else [] for run in runs]
    return [_wrong(run, changes) for run, changes in zip(runs, found, strict=True)]


def _wrong(run: Run, changes: Sequence[Change]) -> list[Change]:
    """The changes that the steps do not make without a mistake."""
    unknown = [change for change in changes if hash(change) not in run.right]
    return [change for change in unknown if change not in _right(run)] if unknown else []


@lru_cache(maxsize=512)
def _right(run: Run) -> frozenset[Change]:
    """The changes of steps without a mistake."""
    return frozenset(run.changes(recording))


def differs(change: Change) -> bool:
    """Whether execution shows a difference, other than that more memory is used than can be paid
    for, about which proofs say nothing."""

    def run() -> bool:
        before, after = change.programs()
        subject = subjects(before, change.dialect)[
            [tree.code for tree in before.levels()].index(before.all_objects()[change.number].code)
        ]
        code = after.all_objects()[change.number].code
        inputs = (
            given
            for seed in _SEEDS
            for given in explore(subject, Random(seed), _TRIES, LIMITS).inputs
        )
        found = (check_version(subject, code, given) for given in inputs)
        return any(one and not one.after.startswith(_NO_MEMORY) for one in found)

    return run_with_deep_stack(run)


def proofs_about(change: Change, seconds: float = 5.0) -> list[FunctionProof]:
    """The verdict of the prover."""
    dialect = change.dialect
    before, after = map(version_of, change.codes())
    settings = ProofSettings(dialect, seconds, installed_solvers())
    return prove_step(before, after, settings, Executions(dialect), {})
