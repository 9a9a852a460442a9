"""The differences of another release of solc for a program: the steps, and the functions."""

from __future__ import annotations

from collections.abc import Iterator

import attr

from yulopt.assembly.code_sizes import CodeSizes
from yulopt.dialect import Dialect
from yulopt.driver.optimization import optimize_source
from yulopt.suite.release_watch import ReleaseDifference, ReleaseWatch, may_differ
from yulopt.syntax.objects import Object, path_inside
from yulopt.tune.comparison import Program, Setting, options_for


@attr.s(auto_attribs=True, frozen=True)
class StepDifference:
    """A step that differs in the other release, and the functions in which it does.

    `path` is that of the object; the code outside functions is called `OUTSIDE`, as in `CodeSizes`.
    """

    letter: str
    step: str
    path: str
    functions: tuple[str, ...]


@attr.s(auto_attribs=True, frozen=True)
class FunctionDifference:
    """A function whose final code size differs, in bytes before the assembly is optimised.

    None stands for a missing function, or one that is too deep in the stack.
    """

    path: str
    function: str
    bytes_before: int | None
    bytes_after: int | None


@attr.s(auto_attribs=True, frozen=True)
class Upgrade:
    """The differences of the settings `after` from `before`, by their names.

    `has_other_steps`: whether the sequences differ, by default or by choice.
    """

    program: str
    before: str
    after: str
    has_other_steps: bool
    steps: tuple[StepDifference, ...]
    functions: tuple[FunctionDifference, ...]


def compare_releases(program: Program, before: Setting, after: Setting) -> Upgrade:
    """The differences of the release of `after` for a program; raises `YulError`."""
    options, others = (options_for(program, one.options) for one in (before, after))
    # Runs beyond solc do not depend on the release.
    is_watched = not options.is_beyond and may_differ(options.dialect, others.dialect)
    watch = ReleaseWatch(others.dialect) if is_watched else None
    first = optimize_source(program.source, options, observer=watch)
    second = optimize_source(program.source, others)
    return Upgrade(
        program.name,
        before.name,
        after.name,
        options.steps != others.steps,
        () if watch is None else tuple(_steps(watch.found)),
        tuple(_sizes(first, second, options.code_dialect, others.code_dialect)),
    )


def _steps(found: list[ReleaseDifference]) -> Iterator[StepDifference]:
    """The same without texts and numbers: each step of an object once."""
    functions: dict[tuple[str, str, str], dict[str, None]] = {}
    for one in found:
        names = functions.setdefault((one.path, one.letter, one.step), {})
        names.update(dict.fromkeys(texts.function for texts in one.functions))
    for (path, letter, step), names in functions.items():
        yield StepDifference(letter, step, path, tuple(names))


def _sizes(
    first: Object, second: Object, before: Dialect, after: Dialect, path: str = ""
) -> Iterator[FunctionDifference]:
    path = path_inside(path, first.name) if path else first.name
    sizes, others = CodeSizes(before)(first.code), CodeSizes(after)(second.code)
    for function in {**sizes, **others}:
        size, other = sizes.get(function), others.get(function)
        if size != other:
            yield FunctionDifference(path, function, size, other)
    for child, same in zip(first.sub_objects, second.sub_objects, strict=True):
        yield from _sizes(child, same, before, after, path)
