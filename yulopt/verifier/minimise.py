"""Minimises programs on which a step changes behaviour."""

from __future__ import annotations

import contextlib
import time

import attr

from yulopt.dialect import Dialect, SolcBehaviour
from yulopt.driver.optimization import optimize_tree
from yulopt.driver.options import Options
from yulopt.errors import Source, StepError
from yulopt.frequency.call_profile import CallProfile
from yulopt.passes.step import Context, Observer, Step
from yulopt.shrinking.shrinker import ProgramShrinker
from yulopt.suite.suite import make_context, require_properties
from yulopt.syntax.ast import Block
from yulopt.syntax.objects import Object
from yulopt.syntax.parser import parse_source
from yulopt.syntax.printer import print_yul
from yulopt.verifier.equivalence import Difference
from yulopt.verifier.inputs import CALLER, Input
from yulopt.verifier.subject import check_version, subjects


@attr.s(auto_attribs=True, eq=False)
class SmallCase:
    """A program before and after one step, and an input for which they behave differently."""

    before: str
    after: str
    given: Input
    difference: Difference


class _FoundError(Exception):
    """Ends a run at the requested step."""


class _Stopper(Observer):
    """Ends a run before a step over an object, counted from 1."""

    def __init__(self, block: Block, number: int) -> None:
        self._block = block
        self._number = number

    def before_step(self, step: Step, context: Context, block: Block) -> None:
        if block is self._block:
            self._number -= 1
            if self._number == 0:
                raise _FoundError


def text_before_step(program: Object, tree: Object, number: int, options: Options) -> str:
    """The object `tree` of a parsed program before a step over it, counted from 1.

    The program is changed.
    """
    with contextlib.suppress(_FoundError):
        optimize_tree(program, options, observer=_Stopper(tree.code, number))
    return _text(tree)


def _text(tree: Object) -> str:
    return print_yul(tree.code if tree.is_bare_block else tree)


@attr.s(auto_attribs=True, eq=False)
class StepMinimiser:
    """Shrinks programs on which a step changes the behaviour for one input."""

    _step: Step
    _expected_executions: int | None
    _dialect: Dialect
    _given: Input
    _calls: CallProfile | None = None
    _behaviour: SolcBehaviour | None = None
    _best: SmallCase | None = attr.ib(init=False, default=None)
    _deadline: float = attr.ib(init=False, default=0.0)

    def shrink(self, text: str, seconds: float) -> SmallCase | None:
        """The smallest program found in some time; None if the step alone shows no difference."""
        self._deadline = time.monotonic() + seconds
        if self._fails(text):
            with contextlib.suppress(TimeoutError):
                ProgramShrinker(self._fails).shrink(text)
                self._simplify_input()
        return self._best

    def _simplify_input(self) -> None:
        """Try to remove each part of the input."""
        self._try_input(attr.evolve(self._given, storage={}))
        self._try_input(attr.evolve(self._given, behaviours={}))
        self._try_input(attr.evolve(self._given, immutables={}))
        self._try_input(attr.evolve(self._given, arguments=b""))
        self._try_input(attr.evolve(self._given, value=0, caller=CALLER))
        for length in (0, 4, 36, 68):
            self._try_input(attr.evolve(self._given, calldata=self._given.calldata[:length]))

    def _try_input(self, simpler: Input) -> None:
        given = self._given
        self._given = simpler
        if self._best is None or not self._fails(self._best.before):
            self._given = given

    def _fails(self, text: str) -> bool:
        if self._best is not None and time.monotonic() > self._deadline:
            raise TimeoutError
        try:
            case = self._try(text)
        except Exception:
            # Neither invalid programs are of interest, nor those on which the suspect step fails.
            return False
        if case is not None:
            self._best = case
        return case is not None

    def _try(self, text: str) -> SmallCase | None:
        """Run the step over the outermost object, and compare."""
        source = Source(text)
        original = parse_source(source, self._dialect)
        subject = subjects(original, self._dialect)[0]
        given = self._given
        known = subject.image.immutables
        given = attr.evolve(
            given,
            immutables={name: word for name, word in given.immutables.items() if name in known},
        )
        tree = parse_source(source, self._dialect)
        context = make_context(
            tree.code,
            self._dialect,
            self._expected_executions,
            calls=self._calls,
            behaviour=self._behaviour,
        )
        try:
            require_properties(self._step, tree.code)
        except StepError:
            return None
        self._step.run(context, tree.code)
        difference = check_version(subject, tree.code, given)
        if difference is None:
            return None
        return SmallCase(_text(original), _text(tree), given, difference)
