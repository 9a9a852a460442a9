"""Rollback: functions that a step changed get their previous code back, and the run continues.

If only parts of the change of a function are not proven, only these are undone.

Any set of functions may be rolled back. Callers of a function whose signature has changed, or which
is gone, are rolled back as well, so that the code stays valid; if that does not suffice, the whole
change is. The mixture of old and new code is not assumed correct: it is proven like any other
change.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Protocol

import attr

from yulopt.errors import YulError
from yulopt.passes.properties import is_grouped
from yulopt.passes.step import Context, Observer, Step
from yulopt.prover.mixtures import Mixtures, is_valid
from yulopt.prover.versions import OUTSIDE, Version, VersionRecorder, version_of
from yulopt.syntax.ast import Block, FunctionCall, FunctionDefinition, Statement
from yulopt.syntax.copying import Copier
from yulopt.syntax.visitor import Walker
from yulopt.terminal.console import ProgressLine

# The functions of a rollback of all code of the object.
EVERYTHING: Final[tuple[str, ...]] = ()


@attr.s(auto_attribs=True, frozen=True)
class Extent:
    """The extent of a rollback: `functions`, in the order of their names, or `EVERYTHING` for all
    code of the object.

    With `parts`, it is one function, and only these parts of its change are undone.
    """

    functions: tuple[str, ...]
    parts: tuple[int, ...] = ()


@attr.s(auto_attribs=True, frozen=True)
class Rollback:
    """A rollback after one run of a step.

    `path` names the object, `number` counts the runs of steps over it, from 1, and `step` is the
    name of the step. There may be several for one run of a step, each of the remaining changes.
    """

    path: str
    number: int
    step: str
    extent: Extent


class RollbackPolicy(Protocol):
    """Decides on rollbacks; equal policies decide alike."""

    def choose(
        self, path: str, number: int, made: int, before: Version, after: Version
    ) -> Extent | None:
        """The extent to roll back after a run of a step over an object, None for nothing.

        `made` is the number of rollbacks of this run so far, which led to `after`. Both versions
        differ."""


@attr.s(auto_attribs=True, frozen=True)
class ByPlace:
    """Rolls back according to a list, by run of a step."""

    rollbacks: tuple[Rollback, ...] = ()

    def choose(
        self, path: str, number: int, made: int, before: Version, after: Version
    ) -> Extent | None:
        """See `RollbackPolicy`."""
        here = [one.extent for one in self.rollbacks if (one.path, one.number) == (path, number)]
        return here[made] if made < len(here) else None


@attr.s(auto_attribs=True, frozen=True)
class Denied:
    """An unproven change of a function from one text to another, given by their hashes; with
    `parts`, only these are unproven.

    Hashes of all code before and after a step stand for the whole change.
    """

    before: str
    after: str
    parts: tuple[int, ...] = ()


@attr.s(auto_attribs=True, frozen=True)
class ByContent:
    """Rolls back each change that is denied."""

    changes: frozenset[Denied] = frozenset()

    def choose(
        self, path: str, number: int, made: int, before: Version, after: Version
    ) -> Extent | None:
        """See `RollbackPolicy`."""
        denied = {(one.before, one.after): one.parts for one in self.changes}
        if not denied:
            return None
        if (before.hash_of_all, after.hash_of_all) in denied:
            return Extent(EVERYTHING)
        names = before.texts.keys() & after.texts.keys()
        gone = before.texts.keys() - names
        new = after.texts.keys() - names
        # A renamed function cannot be rolled back alone: its callers use the name.
        if any(
            (before.hash_of(one), after.hash_of(other)) in denied for one in gone for other in new
        ):
            return Extent(EVERYTHING)
        found = {
            name: denied.get((before.hash_of(name), after.hash_of(name)))
            for name in sorted(names)
            if before.texts[name] != after.texts[name]
        }
        for name, parts in found.items():
            if parts:
                return Extent((name,), parts)
        whole = tuple(name for name, parts in found.items() if parts is not None)
        return Extent(whole) if whole else None


class RollingBackRecorder(VersionRecorder):
    """Records the versions of a run in which a policy rolls changes back; `line` shows the
    progress."""

    def __init__(self, policy: RollbackPolicy, line: ProgressLine | None = None) -> None:
        super().__init__()
        self.rollbacks: list[Rollback] = []
        self._policy = policy
        self._line = line

    def before_step(self, step: Step, context: Context, block: Block) -> None:
        super().before_step(step, context, block)
        if self._line is not None:
            self._line.advance(f"optimising, {sum(self.runs.values())} steps")

    def review_step(self, step: Step, context: Context, block: Block) -> bool:
        number = self.runs[self.path] + 1
        made = 0
        while True:
            before, after = self.versions_around(block)
            if before.texts == after.texts:
                break
            extent = self._policy.choose(self.path, number, made, before, after)
            if extent is None:
                break
            restored = restore(block, before, after, extent)
            if not is_grouped(block):
                raise YulError(
                    f"{step.name} over the object {self.path} is not proven, and no step can do"
                    " without the form that it establishes; please report this"
                )
            self.rollbacks.append(Rollback(self.path, number, step.name, restored))
            self.forget_version_after()
            made += 1
        return made > 0


class RollbackReplay(Observer):
    """Repeats the rollbacks of a recorded run; all other steps cost next to nothing."""

    def __init__(self, rollbacks: Iterable[Rollback]) -> None:
        self._rollbacks: dict[tuple[str, int], list[Rollback]] = {}
        for one in rollbacks:
            self._rollbacks.setdefault((one.path, one.number), []).append(one)
        self._path = ""
        self._number = 0
        # The rollbacks of the current step, and the code before it.
        self._here: list[Rollback] = []
        self._before: Version | None = None

    def enter_object(self, path: str, block: Block) -> None:
        self._path = path
        self._number = 0

    def before_step(self, step: Step, context: Context, block: Block) -> None:
        self._number += 1
        self._here = self._rollbacks.get((self._path, self._number), [])
        self._before = version_of(block) if self._here else None

    def review_step(self, step: Step, context: Context, block: Block) -> bool:
        if self._before is None:
            return False
        for one in self._here:
            self.undo(one, context, block, self._before)
        return True

    def undo(self, rollback: Rollback, context: Context, block: Block, before: Version) -> None:
        """Repeat a rollback; `before` is the code before the step."""
        restore(block, before, version_of(block, before), rollback.extent)


def restore(block: Block, before: Version, after: Version, extent: Extent) -> Extent:
    """Restore the code of functions from `before`, in place.

    `block` is the code of an object, whose version is `after`. Returns the actual extent, which is
    larger if the code would be invalid otherwise.
    """
    if extent.parts:
        if _restore_parts(block, before, after, extent):
            return extent
        extent = Extent(extent.functions)
    names = None if extent.functions == EVERYTHING else set(extent.functions)
    closure = None if names is None else _closure(before, after, names)
    if closure is not None and is_grouped(block) and is_grouped(before.whole):
        mixed = _mixture(block, before, closure)
        if version_of(Block(mixed)).code is not None:
            block.statements[:] = mixed
            return Extent(tuple(sorted(closure)))
    block.statements[:] = Copier().copy_block(before.whole).statements
    return Extent(EVERYTHING)


def _restore_parts(block: Block, before: Version, after: Version, extent: Extent) -> bool:
    """Undo parts of the change of a function, if the result is valid."""
    (name,) = extent.functions
    mixtures = Mixtures(before, after, [name])
    made = [part for part in mixtures.parts if part[1] not in extent.parts]
    mixed = mixtures.of_function(name, made)
    if not 0 < len(made) < len(mixtures.parts) or mixed is None or not is_grouped(block):
        return False
    copied = Copier().copy_statement(mixed)
    statements = [
        copied if (name == OUTSIDE and index == 0) or _is_function(one, name) else one
        for index, one in enumerate(block.statements)
    ]
    if not is_valid(version_of(Block(statements)), before, after):
        return False
    block.statements[:] = statements
    return True


def _is_function(statement: Statement, name: str) -> bool:
    return isinstance(statement, FunctionDefinition) and statement.name == name


def _closure(before: Version, after: Version, names: set[str]) -> set[str] | None:
    """The functions that must be rolled back along with some; None if that is everything."""
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
                # A function that is missing in the other version has no signature there.
                expected = signatures[is_old].get(callee)
                if signatures[callee in closed].get(callee) != expected:
                    torn.add(callee if is_old else caller)
        if torn <= closed:
            break
        closed |= torn
    return None if closed >= before.texts.keys() else closed


def _mixture(block: Block, before: Version, names: set[str]) -> list[Statement]:
    """The statements of grouped code with the previous code of some functions."""
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
