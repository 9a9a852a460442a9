"""The versions of the code of an object during a run, function by function.

A version has a flat list of its functions, wherever they are defined, since names are unique, and
shares those of equal text with the version before. Before names are unique, there is only the code
as a whole.
"""

from __future__ import annotations

import hashlib
from typing import Final

import attr

from yulopt.analysis.declarations import declared_names, function_definitions
from yulopt.analysis.equality import Identity
from yulopt.passes.step import Context, Observer, Step
from yulopt.prover.answers import CodeView
from yulopt.syntax.ast import Block, FunctionDefinition, Statement
from yulopt.syntax.copying import Copier
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.syntax.printer import print_yul

# The name of the code outside all functions.
OUTSIDE: Final = ""


def digest(text: str) -> str:
    """The hash of texts in certificates: SHA-256 in hexadecimal."""
    return hashlib.sha256(text.encode()).hexdigest()


@attr.s(auto_attribs=True, eq=False, frozen=True)
class Part:
    """A function without those inside it, or the code outside functions, with its text; `declared`
    are the names that it declares.
    """

    statements: list[Statement]
    text: str
    declared: list[str]


@attr.s(auto_attribs=True, eq=False)
class Version:
    """The code of an object at one point of a run.

    `texts` has the text of each function without those inside it, and that of the code outside
    functions as `OUTSIDE`; `code` the same as trees. If names are not unique, `texts` has only the
    text of all code, `code` is None, and there are no `parts`.
    """

    whole: Block
    texts: dict[str, str]
    code: CodeView | None
    parts: dict[str, Part]

    @property
    def outside(self) -> Block:
        """The code outside functions."""
        return Block(
            [one for one in self.whole.statements if not isinstance(one, FunctionDefinition)]
        )

    def hash_of(self, name: str) -> str:
        """The hash of the text of a function, or of the code outside functions."""
        return digest(self.texts[name])

    @property
    def hash_of_all(self) -> str:
        """The hash of all texts one after the other, the code outside functions first."""
        return digest("\n".join(self.texts.values()))


@attr.s(auto_attribs=True, eq=False)
class StepChange:
    """One run of a step that changed the code of an object.

    `number` counts the runs of steps over the object, from 1; `path` names the object;
    `run_number` counts the runs of steps over all objects, from 0. `expected_executions` is that
    of the step's `Context`.
    """

    path: str
    number: int
    run_number: int
    step: str
    letter: str
    expected_executions: int | None
    before: Version
    after: Version


def version_of(block: Block, last: Version | None = None) -> Version:
    """A version with copies of the functions that differ from the `last` version; that one itself
    if nothing has changed."""
    return run_with_deep_stack(lambda: _version_of(block, last))


def _version_of(block: Block, last: Version | None) -> Version:
    functions = function_definitions(block)
    outside = [one for one in block.statements if not isinstance(one, FunctionDefinition)]
    named: dict[str, list[Statement]] = {OUTSIDE: outside}
    named.update({function.name: [function] for function in functions})
    is_nested = len(outside) + len(functions) > len(block.statements)
    copier = _WithoutFunctions() if is_nested else Copier()
    known = {} if last is None else last.parts
    parts = {name: _part(code, known.get(name), copier) for name, code in named.items()}
    declared = [name for part in parts.values() for name in part.declared]
    if len(parts) <= len(functions) or len(set(declared)) < len(declared):
        whole = Copier().copy_block(block)
        return Version(whole, {OUTSIDE: print_yul(whole)}, None, {})
    # Most steps of a run change nothing, and the others few functions.
    if last is not None and parts == known:
        return last
    whole = Block([one for part in parts.values() for one in part.statements], block.position)
    texts = {name: part.text for name, part in parts.items()}
    return Version(whole, texts, CodeView(whole), parts)


def _part(statements: list[Statement], known: Part | None, copier: Copier) -> Part:
    """A copy of a function or of the code outside functions, or `known` if that is the same."""
    if known is not None and Identity().statements_equal(statements, known.statements):
        return known
    copied = [copier.copy_statement(one) for one in statements]
    text = print_yul(Block(copied))
    if known is not None and known.text == text:
        return known
    return Part(copied, text, declared_names(Block(copied)))


class _WithoutFunctions(Copier):
    """Copies without the functions that are defined inside."""

    def copy_statements(self, statements: list[Statement]) -> list[Statement]:
        return [
            self.copy_statement(statement)
            for statement in statements
            if not isinstance(statement, FunctionDefinition)
        ]


class VersionRecorder(Observer):
    """Collects the changes by the steps of a run.

    `path` is that of the current object; `runs` counts the steps that ran over each object, in
    the order of the objects; `functions` are all names of functions in any version.
    """

    def __init__(self) -> None:
        self.changes: list[StepChange] = []
        self.runs: dict[str, int] = {}
        self.functions: set[str] = set()
        self.path = ""
        self._last: Version | None = None
        self._after: Version | None = None
        self._run_number = 0

    def enter_object(self, path: str, block: Block) -> None:
        self.runs[path] = 0
        self.path = path
        self._last = None

    def before_step(self, step: Step, context: Context, block: Block) -> None:
        if self._last is None:
            self._last = version_of(block)
            self.functions.update(self._last.texts)

    def versions_around(self, block: Block) -> tuple[Version, Version]:
        """The versions before and after the step that has just run."""
        assert self._last is not None
        if self._after is None:
            self._after = version_of(block, self._last)
        return self._last, self._after

    def forget_version_after(self) -> None:
        """The code was changed since the step ran."""
        self._after = None

    def after_step(self, step: Step, context: Context, block: Block) -> None:
        number = self._run_number
        self._run_number += 1
        before, after = self.versions_around(block)
        self._after = None
        self.runs[self.path] += 1
        if after.texts == before.texts:
            return
        self._last = after
        self.functions.update(after.texts)
        self.changes.append(
            StepChange(
                self.path,
                self.runs[self.path],
                number,
                step.name,
                step.letter,
                context.expected_executions,
                before,
                after,
            )
        )
