"""Rollback: functions that a step changed get their former code back, and the run goes on.

Any set of functions may be rolled back. What calls a function that now has another signature, or
that is gone, is rolled back as well, so that the code stays valid; if that does not help, the whole
change is. Whether the mixture of old and new code is right is not decided here: it is proven like
any other change.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Protocol

import attr

from yulopt.errors import YulError
from yulopt.passes.properties import is_grouped
from yulopt.passes.step import Context, Observer, Step
from yulopt.prover.versions import OUTSIDE, Version, VersionRecorder, version_of
from yulopt.syntax.ast import Block, FunctionCall, FunctionDefinition, Statement
from yulopt.syntax.copying import Copier
from yulopt.syntax.visitor import Walker

# The functions of a rollback that is about all code of the object.
EVERYTHING: Final[tuple[str, ...]] = ()


@attr.s(auto_attribs=True, frozen=True)
class Rollback:
    """The functions that a run of a step has to leave as they were.

    `path` names the object, `number` counts the runs of steps over it, from 1, and `step` is the
    name of that one. `functions` are in the order of their names; `EVERYTHING` is all code of the
    object.
    """

    path: str
    number: int
    step: str
    functions: tuple[str, ...]

    @property
    def names(self) -> set[str] | None:
        """The functions as `restore` takes them."""
        return None if self.functions == EVERYTHING else set(self.functions)


class RollbackPolicy(Protocol):
    """Decides which functions are rolled back; equal policies decide alike."""

    def choose(self, path: str, number: int, before: Version, after: Version) -> set[str] | None:
        """The functions, by their names, that a run of a step over an object must not change;
        None is all code. Both versions differ."""


@attr.s(auto_attribs=True, frozen=True)
class ByPlace:
    """Rolls back what a list says, by run of a step and function."""

    rollbacks: tuple[Rollback, ...] = ()

    def choose(self, path: str, number: int, before: Version, after: Version) -> set[str] | None:
        """See `RollbackPolicy`."""
        for one in self.rollbacks:
            if (one.path, one.number) == (path, number):
                return one.names
        return set()


@attr.s(auto_attribs=True, frozen=True)
class ByContent:
    """Rolls back each change of a function from one text to another, given by their hashes.

    Hashes of all code before and after a step stand for the whole change.
    """

    changes: frozenset[tuple[str, str]] = frozenset()

    def choose(self, path: str, number: int, before: Version, after: Version) -> set[str] | None:
        """See `RollbackPolicy`."""
        if not self.changes:
            return set()
        if (before.hash_of_all, after.hash_of_all) in self.changes:
            return None
        names = before.texts.keys() & after.texts.keys()
        gone = before.texts.keys() - names
        new = after.texts.keys() - names
        # A function that was renamed cannot be rolled back by itself: its callers know the name.
        if any(
            (before.hash_of(one), after.hash_of(other)) in self.changes
            for one in gone
            for other in new
        ):
            return None
        return {
            name
            for name in names
            if before.texts[name] != after.texts[name]
            and (before.hash_of(name), after.hash_of(name)) in self.changes
        }


class RollingBackRecorder(VersionRecorder):
    """Records the versions of a run in which a policy rolls changes back."""

    def __init__(self, policy: RollbackPolicy) -> None:
        super().__init__()
        self.rollbacks: list[Rollback] = []
        self._policy = policy

    def review_step(self, step: Step, context: Context, block: Block) -> bool:
        before, after = self.versions_around(block)
        if before.texts == after.texts:
            return False
        number = self.runs[self.path] + 1
        names = self._policy.choose(self.path, number, before, after)
        if names is not None and not names:
            return False
        restored = restore(block, before, after, names)
        if not is_grouped(block):
            raise YulError(
                f"{step.name} over the object {self.path} is not proven, and no step can do without"
                " the form that it establishes; please report this"
            )
        self.rollbacks.append(Rollback(self.path, number, step.name, restored))
        self.forget_version_after()
        return True


class RollbackReplay(Observer):
    """Repeats the rollbacks of a recorded run, at next to no cost elsewhere.

    `rollback` is what the step that runs has to be rolled back to, None if it is not.
    """

    def __init__(self, rollbacks: Iterable[Rollback]) -> None:
        self.rollback: Rollback | None = None
        self._rollbacks = {(one.path, one.number): one for one in rollbacks}
        self._path = ""
        self._number = 0
        self._before: Version | None = None

    def enter_object(self, path: str, block: Block) -> None:
        self._path = path
        self._number = 0

    def before_step(self, step: Step, context: Context, block: Block) -> None:
        self._number += 1
        self.rollback = self._rollbacks.get((self._path, self._number))
        self._before = None if self.rollback is None else version_of(block)

    def review_step(self, step: Step, context: Context, block: Block) -> bool:
        if self.rollback is None or self._before is None:
            return False
        restore(block, self._before, version_of(block, self._before), self.rollback.names)
        return True

    def review_part(self, step: Step, context: Context, block: Block) -> bool:
        changed = self.review_step(step, context, block)
        self.before_step(step, context, block)
        return changed


def restore(
    block: Block, before: Version, after: Version, names: set[str] | None
) -> tuple[str, ...]:
    """Give functions their code of `before` again, in place; `names` None is all code.

    `block` is the code of an object, which `after` is the version of. Returns the names of all
    that were given back, in their order, or `EVERYTHING`.
    """
    closure = None if names is None else _closure(before, after, names)
    if closure is not None and is_grouped(block) and is_grouped(before.whole):
        mixed = _mixture(block, before, closure)
        if version_of(Block(mixed)).code is not None:
            block.statements[:] = mixed
            return tuple(sorted(closure))
    block.statements[:] = Copier().copy_block(before.whole).statements
    return EVERYTHING


def _closure(before: Version, after: Version, names: set[str]) -> set[str] | None:
    """All that has to be rolled back with some functions; None if that is everything."""
    if before.code is None or after.code is None:
        return None
    callees = {True: _callees(before), False: _callees(after)}
    signatures = {True: _signatures(before), False: _signatures(after)}
    closed = set(names)
    while True:
        torn = set()
        for caller in {*before.texts, *after.texts}:
            is_old = caller in closed
            for callee in callees[is_old].get(caller, ()):
                # A function that the other version does not have has no signature there.
                expected = signatures[is_old].get(callee)
                if signatures[callee in closed].get(callee) != expected:
                    torn.add(callee if is_old else caller)
        if torn <= closed:
            break
        closed |= torn
    return None if closed >= before.texts.keys() else closed


def _mixture(block: Block, before: Version, names: set[str]) -> list[Statement]:
    """The statements of grouped code in which some functions are as they were."""
    assert before.code is not None
    copier = Copier()
    former = before.code.functions
    outside = copier.copy_statement(before.whole.statements[0])
    mixed = [outside if OUTSIDE in names else block.statements[0]]
    present = set()
    for function in block.statements[1:]:
        assert isinstance(function, FunctionDefinition)
        present.add(function.name)
        if function.name not in names:
            mixed.append(function)
        elif function.name in former:
            mixed.append(copier.copy_function(former[function.name]))
    mixed += [copier.copy_function(former[name]) for name in former if name in names - present]
    return mixed


def _signatures(version: Version) -> dict[str, tuple[int, int]]:
    assert version.code is not None
    return {
        name: (len(function.parameters), len(function.returns))
        for name, function in version.code.functions.items()
    }


def _callees(version: Version) -> dict[str, set[str]]:
    """The functions of the program that each function, and the code outside functions, calls."""
    code = version.code
    assert code is not None
    found = {name: _calls_in(function.body) for name, function in code.functions.items()}
    found[OUTSIDE] = _calls_in(version.outside)
    return found


def _calls_in(block: Block) -> set[str]:
    walker = _Calls()
    walker.visit_block(block)
    return walker.found


class _Calls(Walker):
    def __init__(self) -> None:
        self.found: set[str] = set()

    def visit_call(self, call: FunctionCall) -> None:
        if call.builtin is None:
            self.found.add(call.name)
        super().visit_call(call)
