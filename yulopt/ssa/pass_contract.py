"""What every pass over SSA functions is: a name, options, and `run`.

Source: chapter 08, section 0 of the specification.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

import attr

from yulopt.ssa.ir.function import Function, Module

# What a pass did, as counters with names.
Statistics = dict[str, int]

# A property of functions, tested in `yulopt.ssa.properties`: every value has one definition, and
# phis choose where control meets.
SSA: Final = "static single assignment form"


@attr.s(auto_attribs=True, eq=False)
class Option:
    """A setting of a pass: its `default`, the `choices` (none for a number), what it is for."""

    default: str
    purpose: str
    choices: tuple[str, ...] = ()


class Pass:
    """Base of all passes.

    `name` is what a pipeline calls it; `options` are its settings by name. `requires` are the
    properties that functions must have before it, `preserves` those that they keep if they have
    them. `settings` holds the value of each option.
    """

    name: ClassVar[str] = ""
    options: ClassVar[dict[str, Option]] = {}
    requires: ClassVar[tuple[str, ...]] = (SSA,)
    preserves: ClassVar[tuple[str, ...]] = (SSA,)

    def __init__(self, settings: Mapping[str, str] | None = None) -> None:
        self.settings = {name: option.default for name, option in self.options.items()}
        self.settings.update(settings or {})

    def run(self, module: Module, function: Function) -> Statistics:
        """Transform `function`, which belongs to `module`, in place; says what was done."""
        raise NotImplementedError
