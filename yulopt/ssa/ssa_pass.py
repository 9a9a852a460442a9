"""What every pass over SSA functions is: a name, options, and `run`.

Source: chapter 08, section 0 of the specification.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import attr

from yulopt.ssa.ir import Function, Module

# What a pass did, as counters with names.
Statistics = dict[str, int]


@attr.s(auto_attribs=True, eq=False)
class Option:
    """A setting of a pass: its `default`, the `choices` (none for a number), what it is for."""

    default: str
    purpose: str
    choices: tuple[str, ...] = ()


class Pass:
    """Base of all passes.

    `name` is what a pipeline calls it; `options` are its settings by name. `settings` holds the
    value of each option.
    """

    name: ClassVar[str] = ""
    options: ClassVar[dict[str, Option]] = {}

    def __init__(self, settings: Mapping[str, str] | None = None) -> None:
        self.settings = {name: option.default for name, option in self.options.items()}
        self.settings.update(settings or {})

    def run(self, module: Module, function: Function) -> Statistics:
        """Transform `function`, which belongs to `module`, in place; says what was done."""
        raise NotImplementedError
