"""What another release of solc does differently with a program: which steps, in which functions.

Steps are compared one by one along the run of the first release: each runs as the other release has
it over the same code, too, so that a difference is told of the step that makes it, and never of
those that only go on with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import attr

from yulopt.assembly.code_sizes import CodeSizes
from yulopt.dialect import SWITCHES, Dialect
from yulopt.driver.optimization import optimize_source
from yulopt.driver.options import Options
from yulopt.passes.step import Context, Observer, Step
from yulopt.syntax.ast import Block, FunctionDefinition
from yulopt.syntax.copying import copy_block
from yulopt.syntax.names import NameDispenser
from yulopt.syntax.objects import Object
from yulopt.syntax.printer import print_yul
from yulopt.tune.comparison import Program, Setting, options_for

# What `CodeSizes` calls the code outside functions.
_OUTSIDE: Final = ""


@attr.s(auto_attribs=True, frozen=True)
class StepDifference:
    """A step that does something else in the other release, and the functions in which it does.

    `path` is that of the object; the code outside functions has an empty name, as
    in `CodeSizes`.
    """

    letter: str
    step: str
    path: str
    functions: tuple[str, ...]


@attr.s(auto_attribs=True, frozen=True)
class FunctionDifference:
    """A function whose code has another size in the end, in bytes before the assembly is optimised.

    None is for what is not there, or too deep in the stack.
    """

    path: str
    function: str
    bytes_before: int | None
    bytes_after: int | None


@attr.s(auto_attribs=True, frozen=True)
class Upgrade:
    """What the settings `after` do differently with a program than `before`, by their names.

    `has_other_steps`: whether other steps run by default, or by choice.
    """

    program: str
    before: str
    after: str
    has_other_steps: bool
    steps: tuple[StepDifference, ...]
    functions: tuple[FunctionDifference, ...]


def compare_releases(program: Program, before: Setting, after: Setting) -> Upgrade:
    """What the release of `after` does differently with a program; raises `YulError`."""
    options, others = (options_for(program, one.options) for one in (before, after))
    # In runs beyond solc, nothing depends on the release.
    is_watched = not options.is_beyond and _may_differ(options, others)
    watch = _Watch(others.dialect) if is_watched else None
    first = optimize_source(program.source, options, observer=watch)
    second = optimize_source(program.source, others)
    return Upgrade(
        program.name,
        before.name,
        after.name,
        options.steps != others.steps,
        () if watch is None else tuple(watch.differences()),
        tuple(_sizes(first, second, options.code_dialect, others.code_dialect)),
    )


def _may_differ(before: Options, after: Options) -> bool:
    versions = (before.solc_version, after.solc_version)
    return before.evm_version != after.evm_version or any(
        len({switch.holds_in(version) for version in versions}) > 1 for switch in SWITCHES
    )


class _Watch(Observer):
    """Runs each step as the other release has it over a copy of the same code."""

    def __init__(self, other: Dialect) -> None:
        self._other = other
        self._path = ""
        self._copy = Block([])
        self._dispenser = NameDispenser(other)
        # The functions by path, letter and name of the step, in order of their first appearance.
        self._found: dict[tuple[str, str, str], dict[str, None]] = {}

    def differences(self) -> Iterator[StepDifference]:
        """What was found, in the order in which it was."""
        for (path, letter, step), functions in self._found.items():
            yield StepDifference(letter, step, path, tuple(functions))

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
            key = (self._path, step.letter, step.name)
            self._found.setdefault(key, {}).update(
                dict.fromkeys(_different(_texts(block), _texts(self._copy)))
            )


def _different(texts: dict[str, str], others: dict[str, str]) -> Iterator[str]:
    for name in {**texts, **others}:
        if texts.get(name) != others.get(name):
            yield name


def _texts(block: Block) -> dict[str, str]:
    """The text of each function, and of what is outside of them."""
    texts = {
        one.name: print_yul(Block([one]))
        for one in block.statements
        if isinstance(one, FunctionDefinition)
    }
    rest = [one for one in block.statements if not isinstance(one, FunctionDefinition)]
    return {_OUTSIDE: print_yul(Block(rest)), **texts}


def _sizes(
    first: Object, second: Object, before: Dialect, after: Dialect, path: str = ""
) -> Iterator[FunctionDifference]:
    path = f"{path}.{first.name}" if path else first.name
    sizes, others = CodeSizes(before)(first.code), CodeSizes(after)(second.code)
    for function in {**sizes, **others}:
        size, other = sizes.get(function), others.get(function)
        if size != other:
            yield FunctionDifference(path, function, size, other)
    for child, same in zip(first.sub_objects, second.sub_objects, strict=True):
        yield from _sizes(child, same, before, after, path)
