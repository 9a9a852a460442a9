"""The verifier: runs a program before a sequence of steps and after every single one of them.

Each object of the program is called separately, with inputs chosen once for the original program.
After a step its code runs with the same inputs, and every observable effect must be the same;
docs/verification.md has the rules. Code that is equal up to names, by its fingerprint, is not run
again.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Final

import attr

from yulopt.dialect import Dialect
from yulopt.driver.optimization import optimize_tree
from yulopt.driver.options import Options, options_of_arguments
from yulopt.errors import Source, YulError
from yulopt.evm.outcome import Outcome
from yulopt.interpreter.machine import Program
from yulopt.passes.step import Context, Observer, Step
from yulopt.suite.worlds import behaviour_of
from yulopt.syntax.arguments import DEFAULT_RUNS
from yulopt.syntax.ast import Block
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.syntax.parser import parse_source
from yulopt.verifier.equivalence import Difference
from yulopt.verifier.exploration import Coverage, Exploration, explore
from yulopt.verifier.fingerprint import Fingerprint, fingerprint
from yulopt.verifier.inputs import Input
from yulopt.verifier.minimise import SmallCase, StepMinimiser, text_before_step
from yulopt.verifier.subject import LIMITS, Subject, subjects

DEFAULT_TRIES: Final = 200


@attr.s(auto_attribs=True, eq=False)
class StepDifference:
    """The first step that changed behaviour.

    `number` counts the steps that ran over the object, from 1; `path` names the object;
    `expected_executions`: that of the step's context (see `Context`). `small`: a small program with
    the same difference, if requested and found.
    """

    step: Step
    number: int
    path: str
    expected_executions: int | None
    given: Input
    difference: Difference
    small: SmallCase | None = None


@attr.s(auto_attribs=True, eq=False)
class ObjectReport:
    """The report on one object.

    `inputs`: the number chosen; `given_up`: the number of tried inputs that could not be, by
    reason. `steps`: the number of steps over the object; `versions`: the number of versions of its
    code that differ apart from names.
    """

    path: str
    inputs: int
    given_up: Counter[str]
    coverage: Coverage
    steps: int = 0
    versions: int = 0


@attr.s(auto_attribs=True, eq=False)
class Verification:
    """The result: a report for each object, and the difference, if there is one."""

    objects: list[ObjectReport]
    difference: StepDifference | None = None

    @property
    def inputs(self) -> int:
        """The total number of chosen inputs."""
        return sum(report.inputs for report in self.objects)

    @property
    def coverage(self) -> Coverage:
        """The total coverage of the inputs."""
        total = Coverage()
        for report in self.objects:
            total.add(report.coverage)
        return total


def verify(
    source: str,
    steps: str | None = None,
    *,
    bare: bool = False,
    evm_version: str | None = None,
    runs: int = DEFAULT_RUNS,
    stack_allocation: bool = True,
    tries: int = DEFAULT_TRIES,
    seed: int = 0,
    shrink_seconds: float = 0.0,
) -> Verification:
    """Search for a step of a sequence that changes the behaviour of a program.

    If no difference is found, that holds only for these inputs; `Verification.coverage` gives their
    coverage of the program.

    The first parameters are those of `yulopt.optimize`. `tries`: the number of inputs tried for
    each object. `seed`: for the random choices; the same seed gives the same result.
    `shrink_seconds`: the time limit for finding a small program with the same difference.

    Raises `YulError` for bad input, ValueError for bad arguments.
    """
    options = options_of_arguments(
        steps, bare=bare, evm_version=evm_version, runs=runs, stack_allocation=stack_allocation
    )
    return verify_program(
        Source(source), options, tries=tries, seed=seed, shrink_seconds=shrink_seconds
    )


def verify_program(
    source: Source,
    options: Options,
    *,
    tries: int = DEFAULT_TRIES,
    seed: int = 0,
    shrink_seconds: float = 0.0,
) -> Verification:
    """Like `verify`, with parsed arguments."""

    def run() -> Verification:
        prepared = PreparedProgram(source, options.dialect, tries=tries, seed=seed)
        return prepared.verify(options, shrink_seconds=shrink_seconds)

    return run_with_deep_stack(run)


class PreparedProgram:
    """A program with its inputs chosen, for which any number of sequences can be verified.

    Use it inside `run_with_deep_stack`.
    """

    def __init__(
        self, source: Source, dialect: Dialect, *, tries: int = DEFAULT_TRIES, seed: int = 0
    ) -> None:
        self._source = source
        self._dialect = dialect
        self._checkers: list[_ObjectChecker] = []
        rng = Random(seed)
        for subject in subjects(parse_source(source, dialect), dialect):
            exploration = explore(subject, rng, tries, LIMITS)
            self._checkers.append(_ObjectChecker(subject, exploration))

    def verify(self, options: Options, *, shrink_seconds: float = 0.0) -> Verification:
        """Run the steps, and check after each one; stops at the first difference."""
        program = parse_source(self._source, self._dialect)
        for checker in self._checkers:
            checker.start()
        blocks = [tree.code for tree in program.levels()]
        watcher = _Watcher(dict(zip(blocks, self._checkers, strict=True)))
        difference = None
        try:
            optimize_tree(program, options, observer=watcher)
        except YulError as error:
            error.locate(self._source.filename)
            raise
        except _FoundDifferenceError as found:
            difference = found.difference
            if shrink_seconds > 0:
                difference.small = self._shrink(difference, options, shrink_seconds)
        return Verification([checker.report for checker in self._checkers], difference)

    def _shrink(
        self, difference: StepDifference, options: Options, seconds: float
    ) -> SmallCase | None:
        program = parse_source(self._source, self._dialect)
        paths = [checker.report.path for checker in self._checkers]
        tree = program.levels()[paths.index(difference.path)]
        sequence = options.sequence
        text = text_before_step(program, tree, difference.number, options)
        return StepMinimiser(
            difference.step,
            difference.expected_executions,
            self._dialect,
            difference.given,
            options.calls,
            behaviour_of(self._dialect, sequence.main, sequence.cleanup, beyond=sequence.beyond),
        ).shrink(text, seconds)


class _ObjectChecker:
    """Runs versions of one object's code with its inputs, and compares with the original code."""

    def __init__(self, subject: Subject, exploration: Exploration) -> None:
        self._subject = subject
        self._inputs = exploration.inputs
        # The outcomes of the original code, by the result of `memoryguard`.
        self._expected: dict[int | None, list[Outcome]] = {
            subject.original.memory_guard: exploration.outcomes
        }
        self._equal: set[Fingerprint] = {_fingerprint_of(subject.original)}
        self.report = ObjectReport(
            subject.path, len(self._inputs), exploration.given_up, exploration.coverage
        )

    def start(self) -> None:
        """Begin with a new sequence."""
        self.report = attr.evolve(self.report, steps=0, versions=0)

    def check(self, step: Step, context: Context, code: Block) -> StepDifference | None:
        """Compare the code after a step; None if nothing is different."""
        self.report.steps += 1
        program = Program(code, self._subject.image)
        version = _fingerprint_of(program)
        if version in self._equal:
            return None
        self.report.versions += 1
        expected = self._expected_outcomes(program.memory_guard)
        for given, before in zip(self._inputs, expected, strict=True):
            difference = self._subject.difference(program, given, before)
            if difference is not None:
                return StepDifference(
                    step,
                    self.report.steps,
                    self._subject.path,
                    context.expected_executions,
                    given,
                    difference,
                )
        self._equal.add(version)
        return None

    def _expected_outcomes(self, guard: int | None) -> list[Outcome]:
        if guard is None or self._subject.original.memory_guard is None:
            guard = self._subject.original.memory_guard
        if guard not in self._expected:
            self._expected[guard] = [
                self._subject.run_with_guard(given, guard) for given in self._inputs
            ]
        return self._expected[guard]


class _FoundDifferenceError(Exception):
    """Ends a run at a difference."""

    def __init__(self, difference: StepDifference) -> None:
        super().__init__(difference.step.name)
        self.difference = difference


class _Watcher(Observer):
    """Checks the code after each step."""

    def __init__(self, checkers: dict[Block, _ObjectChecker]) -> None:
        self._checkers = checkers

    def after_step(self, step: Step, context: Context, block: Block) -> None:
        difference = self._checkers[block].check(step, context, block)
        if difference is not None:
            raise _FoundDifferenceError(difference)


def _fingerprint_of(program: Program) -> Fingerprint:
    return fingerprint(program.functions, program.memory_guard)
