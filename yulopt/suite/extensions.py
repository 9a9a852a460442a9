"""Steps of other packages, which extend yulopt without being part of it.

A package announces a step with an entry point of the group `yulopt.steps`::

    [project.entry-points."yulopt.steps"]
    my-step = "my_package.my_step:MyStep"

`MyStep` is a class derived from `yulopt.step.Step`. Its letter, if it has one, works in sequences
like any other; it must be unused, so that solc's sequences keep their meaning.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from yulopt.errors import ExtensionError
from yulopt.passes.step import Step
from yulopt.suite.sequence import SIGNS

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP: Final = "yulopt.steps"
# The number of frames shown for a failed step: the first ones, and the last.
_FIRST_FRAMES: Final = 1
_LAST_FRAMES: Final = 4

# The package of each step found, by the name of the step.
_packages: Final[dict[str, str]] = {}


def installed_steps(own: Iterable[Step]) -> list[Step]:
    """The steps of other packages; `own`: steps whose names and letters they must not reuse.

    Raises `ExtensionError` for an entry point that does not lead to a usable step.
    """
    # Slow to import, and not needed before steps are.
    from importlib.metadata import entry_points

    known = list(own)
    found = []
    points = sorted(entry_points(group=GROUP), key=lambda point: (_owner(point), point.name))
    for point in points:
        step = _load(point)
        problem = _problem(step, known)
        if problem is not None:
            raise _error(point, problem)
        known.append(step)
        found.append(step)
        _packages[step.name] = _owner(point)
    return found


def package_of(step: Step) -> str | None:
    """The other package that announces the step; None for a step of yulopt's own."""
    return _packages.get(step.name)


def step_failure(step: Step, package: str, error: Exception) -> ExtensionError:
    """The message for an exception from a step of another package."""
    letter = f" ({step.letter})" if step.letter else ""
    what = " ".join(f"{type(error).__name__}: {error}".split()).rstrip(": ")
    return ExtensionError(
        f"step {step.name}{letter} of the package {package} failed: {what}",
        origin=_origin(step, error),
    )


def _origin(step: Step, error: Exception) -> str:
    """The frames from the step on, without yulopt's own before it."""
    file = sys.modules[type(step).__module__].__file__
    frames = list(traceback.extract_tb(error.__traceback__))
    start = next((index for index, frame in enumerate(frames) if frame.filename == file), 0)
    frames = frames[start:]
    hidden = len(frames) - _FIRST_FRAMES - _LAST_FRAMES
    if hidden > 1:
        between = [f"  ... {hidden} more calls ...\n"]
        shown = traceback.format_list(frames[:_FIRST_FRAMES]) + between
        shown += traceback.format_list(frames[-_LAST_FRAMES:])
    else:
        shown = traceback.format_list(frames)
    return "".join(shown).rstrip("\n")


def _load(point: EntryPoint) -> Step:
    try:
        kind: object = point.load()
    except Exception as error:
        # Anything the foreign module may raise on import.
        raise _error(point, f"{point.value} cannot be imported: {error!r}") from error
    if not (isinstance(kind, type) and issubclass(kind, Step)):
        raise _error(point, f"{point.value} is not a class derived from yulopt.passes.step.Step")
    try:
        step = kind()
    except TypeError as error:
        raise _error(point, f"{point.value} cannot be made without arguments: {error}") from error
    return step


def _problem(step: Step, known: Iterable[Step]) -> str | None:
    """Why a step conflicts with the known ones."""
    if len(step.name) < 2 or not step.name.isidentifier():
        return f"its name {step.name!r} is not an identifier of two characters or more"
    if step.letter and (
        len(step.letter) > 1
        or step.letter in SIGNS
        or not (step.letter.isascii() and step.letter.isprintable())
    ):
        return f"its letter {step.letter!r} is not one character that can stand in a sequence"
    for other in known:
        if step.name.lower() == other.name.lower():
            return f"there is a step {other.name} already; it needs another name"
        if step.letter and step.letter == other.letter:
            return f"the letter {step.letter!r} is that of {other.name}; it needs another letter"
    return None


def _owner(point: EntryPoint) -> str:
    return point.dist.name if point.dist is not None else "an unknown package"


def _error(point: EntryPoint, problem: str) -> ExtensionError:
    owner = _owner(point)
    return ExtensionError(
        f"the step '{point.name}' of the package {owner} cannot be used: {problem}"
        f" (change the package, or remove it: pip uninstall {owner})",
        filename=f"{owner} ({GROUP})",
    )
