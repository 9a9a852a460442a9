"""The available steps: yulopt's own, loaded on demand, and those of other packages.

Other packages are searched when a requested step is not yulopt's own, or when all steps are
requested.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable, Iterable
from typing import Final

from yulopt import steps as own_steps
from yulopt.passes.step import Step
from yulopt.suite.sequence import SIGNS

_OWN_MODULES: Final = f"{own_steps.__name__}."
# The names of yulopt's own steps by letter.
_NAMES: Final[dict[str, str]] = {
    letter: name for name, (_, letter) in own_steps.TABLE.items() if letter
}
_loaded: Final[dict[str, Step]] = {}


def step_of_item(item: str) -> Step:
    """The step for an item of a sequence, which is its letter or its name.

    Raises KeyError if there is none, and `ExtensionError` if it may be one of another package, and
    one of these cannot be used.
    """
    step = _loaded.get(item)
    if step is None:
        name = _NAMES.get(item, item)
        if name in own_steps.TABLE:
            step = _load(name) if name == item else step_of_item(name)
        else:
            step = steps_by_letter().get(item) or all_steps()[item]
        _loaded[item] = step
    return step


def loaded_steps() -> dict[str, Step]:
    """The requested steps, by the letter or name requested."""
    return _loaded


@functools.cache
def all_steps() -> dict[str, Step]:
    """Every step by its standard name: yulopt's own, and installed ones.

    Raises `ExtensionError` if a step of another package cannot be used.
    """
    # Not needed by sequences of yulopt's own steps.
    from yulopt.suite.extensions import installed_steps

    own = [step_of_item(name) for name in own_steps.TABLE]
    steps = own + installed_steps(own)
    return {step.name: step for step in sorted(steps, key=lambda step: step.name)}


@functools.cache
def steps_by_letter() -> dict[str, Step]:
    """The steps that a sequence can name, by letter; raises what `all_steps` does."""
    return {step.letter: step for step in all_steps().values() if step.letter}


class StepLetters:
    """The letters valid in a sequence."""

    def __contains__(self, letter: object) -> bool:
        """Whether a step has this letter; raises what `all_steps` does, unless it is yulopt's."""
        return letter in _NAMES or letter in steps_by_letter()


def is_extension(step: Step) -> bool:
    """Whether solc has no such step."""
    return step.is_extension or is_installed(step)


def is_installed(step: Step) -> bool:
    """Whether the step is one of another package."""
    return not _is_own(type(step))


def has_installed(items: Iterable[str]) -> bool:
    """Whether one of these letters or names, or signs of sequences, is a step of another package;
    loads none."""
    return any(not (item in _NAMES or item in own_steps.TABLE or item in SIGNS) for item in items)


def _is_own(kind: type) -> bool:
    # The parameter is no `type[Step]`, because mypyc finds no `__module__` in native classes.
    return kind.__module__.startswith(_OWN_MODULES)


def _load(name: str) -> Step:
    """Make one of yulopt's own steps."""
    module = importlib.import_module(_OWN_MODULES + own_steps.TABLE[name][0])
    kind: Callable[[], object] = getattr(module, name)
    step = kind()
    assert isinstance(step, Step)
    return step
