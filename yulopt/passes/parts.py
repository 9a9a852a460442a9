"""Incremental runs: per-function change tracking between steps.

The parts of code in the grouped form are the code outside functions and each function. Each of them
has

- the kinds of statements it may contain (`yulopt.analysis.construct_kinds`), kept up to date by the
  declared additions of steps, and recomputed only after a step that declares none;
- a revision, incremented whenever a step may have changed the part, and for each step the revision
  that it left unchanged.

A step that works on each function separately, and declares the kinds it handles, only runs over
parts that may contain them, and that have changed since it last left them unchanged.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from yulopt.analysis.construct_kinds import ANYTHING, construct_kinds_of, describe
from yulopt.errors import StepError
from yulopt.passes.properties import is_grouped
from yulopt.syntax.ast import Block, FunctionDefinition, Statement
from yulopt.syntax.flat_text import flat_text
from yulopt.syntax.printer import print_yul

_DIGEST_BYTES: Final = 16


class Part:
    """A function, or the code outside functions.

    `contents`: the kinds it may contain, if `is_known`. `unchanged_at`: the revision that a step
    left unchanged, by the name of the step and its external inputs.
    """

    def __init__(self, node: Statement) -> None:
        self.node = node
        self.contents = ANYTHING
        self.is_known = False
        self.revision = 0
        self.unchanged_at: dict[str, int] = {}
        self._digest = b""
        self._digest_revision = -1

    def digest(self) -> bytes:
        """A digest of its text, recomputed only if it may have changed."""
        if self._digest_revision != self.revision:
            # Not needed by ordinary runs.
            import hashlib

            text = flat_text(self.node)
            self._digest = hashlib.blake2b(text.encode(), digest_size=_DIGEST_BYTES).digest()
            self._digest_revision = self.revision
        return self._digest

    def of_copy(self, node: Statement) -> Part:
        """The same of a copy."""
        part = Part(node)
        part.contents = self.contents
        part.is_known = self.is_known
        part.revision = self.revision
        part.unchanged_at = self.unchanged_at.copy()
        part._digest = self._digest
        part._digest_revision = self._digest_revision
        return part

    def may_contain(self, kinds: int) -> bool:
        """Whether it may contain these kinds."""
        if not self.is_known:
            self.contents = construct_kinds_of(self.node)
            self.is_known = True
        return self.contents & kinds != 0

    def change(self, may_add: int, removes: int) -> None:
        """Record that a step may have changed it, and added these kinds."""
        self.revision += 1
        if may_add == ANYTHING:
            self.is_known = False
        else:
            self.contents = (self.contents | may_add) & ~removes

    def __str__(self) -> str:
        node = self.node
        return f"function {node.name}" if isinstance(node, FunctionDefinition) else "the main code"


class Parts:
    """The parts of the code of one object.

    `offered` and `skipped` count, for the last step, all parts, and those that it did not run on.
    In checking mode (`is_test`) every step runs on everything, and `StepError` is raised if a part
    changes that would have been skipped.
    """

    def __init__(self, code: Block, *, is_test: bool = False) -> None:
        self.code = code
        self.is_test = is_test
        self.offered = 0
        self.skipped = 0
        self._parts: list[Part] = []

    def select(self, step: str, looks_for: int, *, reads_others: bool) -> list[Part]:
        """The parts that a step must be run on."""
        self._update()
        selected: list[Part] = []
        for part in self._parts:
            if not reads_others and part.unchanged_at.get(step, -1) == part.revision:
                continue
            if looks_for == ANYTHING or part.may_contain(looks_for):
                selected.append(part)
        self.offered = len(self._parts)
        self.skipped = self.offered - len(selected)
        return selected

    def select_all(self) -> list[Part]:
        """All parts, for a step that works on the code as a whole."""
        self._update()
        self.offered = len(self._parts)
        self.skipped = 0
        return self._parts

    def digests(self) -> list[bytes]:
        """Digests of the texts of all parts, in their order; none unless the code is grouped."""
        self._update()
        return [part.digest() for part in self._parts]

    def of_copy(self, code: Block) -> Parts:
        """The same of a copy of the code."""
        copied = Parts(code, is_test=self.is_test)
        self._update()
        copied._parts = [
            part.of_copy(node) for part, node in zip(self._parts, code.statements, strict=False)
        ]
        return copied

    def has_run(
        self,
        step: str,
        parts: Iterable[Part],
        unchanged: set[Statement],
        may_add: int,
        removes: int,
    ) -> None:
        """Record that a step ran on these parts, and left some `unchanged`."""
        for part in parts:
            if part.node in unchanged:
                part.unchanged_at[step] = part.revision
            else:
                part.change(may_add, removes)

    def texts(self) -> dict[Statement, str]:
        """The text of each part, for the checking mode."""
        return {part.node: print_yul(Block([part.node])) for part in self._parts}

    def check(
        self,
        step: str,
        before: dict[Statement, str],
        selected: Iterable[Part],
        unchanged: set[Statement],
    ) -> None:
        """Raise `StepError` if a step that ran on everything violated its declarations.

        `before`: the texts before it; `selected`: the parts it would have run on.
        """
        parts = {part.node: part for part in self._parts}
        visited = {part.node for part in selected}
        self._update()
        after = self.texts()
        for node, text in before.items():
            if after.get(node) == text:
                continue
            if node not in visited:
                raise StepError(f"step {step} changes {parts[node]}, where it would not have run")
            if node in unchanged:
                raise StepError(f"step {step} changes {parts[node]}, but reports no change")
        for part in self._parts:
            if part.is_known:
                undeclared = construct_kinds_of(part.node) & ~part.contents
                if undeclared:
                    raise StepError(
                        f"step {step} adds {describe(undeclared)} to {part} without declaring it"
                    )

    def _update(self) -> None:
        """Update the list of parts; it is empty unless the code is grouped."""
        statements = self.code.statements
        parts = self._parts
        if len(parts) == len(statements):
            for index, part in enumerate(parts):
                if part.node is not statements[index]:
                    break
            else:
                return
        if not is_grouped(self.code):
            self._parts = []
            return
        known = {part.node: part for part in parts}
        self._parts = []
        for statement in statements:
            self._parts.append(known.get(statement) or Part(statement))
