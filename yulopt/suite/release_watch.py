"""Differences of another release of solc along a run, step by step.

Each step also runs in the version of the other release over the same code. So a difference is
attributed to the step that causes it, and never to those after it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import attr

from yulopt.dialect import SWITCHES, Dialect
from yulopt.passes.step import Context, Observer, Step
from yulopt.syntax.ast import Block, FunctionDefinition
from yulopt.syntax.blocks import functions_in
from yulopt.syntax.copying import copy_block
from yulopt.syntax.names import NameDispenser
from yulopt.syntax.printer import print_yul

OUTSIDE: Final = ""
"""The name of the code outside functions."""


@attr.s(auto_attribs=True, frozen=True)
class FunctionTexts:
    """The code of a function by two releases; empty where a release lacks the function.

    The code outside functions is called `OUTSIDE`.
    """

    function: str
    here: str
    there: str


@attr.s(auto_attribs=True, frozen=True)
class ReleaseDifference:
    """A run of a step that does something else in the other release.

    `number` is that of the step in the run, from 0; `path` is that of the object.
    """

    number: int
    letter: str
    step: str
    path: str
    functions: tuple[FunctionTexts, ...]


def may_differ(one: Dialect, other: Dialect) -> bool:
    """Whether the same steps can do something else."""
    return one.version != other.version or any(
        switch.holds_in(one.release.version) is not switch.holds_in(other.release.version)
        for switch in SWITCHES
    )


class ReleaseWatch(Observer):
    """Runs each step as the other release has it over a copy of the same code.

    `found` has the steps that do something else, in their order.
    """

    def __init__(self, other: Dialect) -> None:
        self.found: list[ReleaseDifference] = []
        self._other = other
        self._path = ""
        self._number = 0
        self._copy = Block([])
        self._dispenser = NameDispenser(other)

    def enter_object(self, path: str, block: Block) -> None:
        self._path = path

    def before_step(self, step: Step, context: Context, block: Block) -> None:
        self._copy = copy_block(block)
        self._dispenser = NameDispenser(self._other)
        self._dispenser.resume(context.dispenser.taken(), context.dispenser.counter)

    def after_step(self, step: Step, context: Context, block: Block) -> None:
        other = Context(
            self._other,
            self._dispenser,
            context.expected_executions,
            stack_allocation=context.stack_allocation,
            calls=context.calls,
        )
        step.run(other, self._copy)
        if print_yul(self._copy) != print_yul(block):
            functions = tuple(_different(_texts(block), _texts(self._copy)))
            self.found.append(
                ReleaseDifference(self._number, step.letter, step.name, self._path, functions)
            )
        self._number += 1


def _different(texts: dict[str, str], others: dict[str, str]) -> Iterator[FunctionTexts]:
    for name in {**texts, **others}:
        here, there = texts.get(name, ""), others.get(name, "")
        if here != there:
            yield FunctionTexts(name, here, there)


def _texts(block: Block) -> dict[str, str]:
    """The text of each function, and of the code outside them."""
    texts = {one.name: print_yul(Block([one])) for one in functions_in(block)}
    rest = [one for one in block.statements if not isinstance(one, FunctionDefinition)]
    return {OUTSIDE: print_yul(Block(rest)), **texts}
