"""phi-elimination: replaces phis by copies at the ends of the predecessors.

Critical edges are split for it. In `mode=parallel`, the copies of an edge happen at once; they are
put in an order that needs a temporary only for cycles, and values that are never needed at the same
time share a variable, so that most copies disappear. With `mode=note`, phis that read each other
go through temporaries, and every phi has its own variable.

Example::

    func @power(%n: i256) -> i256 {
    entry:
      br %loop
    loop:
      %i = phi i256 [ 0, %entry ], [ %next, %body ]
      %x = phi i256 [ 1, %entry ], [ %y, %body ]
      %y = phi i256 [ 2, %entry ], [ %x, %body ]
      %more = lt %i, %n
      br %more, %body, %done
    body:
      %next = add %i, 1
      br %loop
    done:
      ret %x
    }

becomes::

    func @power(%n: i256) -> i256 post-ssa {
    entry:
      %i = copy 0
      %x = copy 1
      %y = copy 2
      br %loop
    loop: ; preds = %entry, %body
      %more = lt %i, %n
      br %more, %body, %done
    body: ; preds = %loop
      %i = add %i, 1
      %tmp = copy %x
      %x = copy %y
      %y = copy %tmp
      br %loop
    done: ; preds = %loop
      ret %x
    }

Source: chapter 08, sections 7.1 to 7.3 of the specification.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from yulopt.ssa.destruction.parallel_copies import eliminate_phis
from yulopt.ssa.destruction.two_phase_copies import eliminate_phis_in_two_phases
from yulopt.ssa.ir.function import Function, Module
from yulopt.ssa.pass_contract import Option, Pass, Statistics

_TRAMPOLINE: Final = "tramp."


class PhiElimination(Pass):
    """Replaces phis by copies."""

    name = "phi-elimination"
    requires = ()
    preserves = ()
    options: ClassVar[dict[str, Option]] = {
        "mode": Option(
            "parallel", "how copies that read each other's targets are done", ("parallel", "note")
        ),
        "coalesce": Option("yes", "whether values share variables", ("yes", "no")),
        "sequential": Option("yes", "whether parallel copies are put in order", ("yes", "no")),
    }

    def __init__(self, settings: Mapping[str, str] | None = None) -> None:
        super().__init__(settings)
        self._module: Module | None = None
        self._trampolines = 0

    def run(self, module: Module, function: Function) -> Statistics:
        """Replace the phis of the function."""
        if function.post_ssa:
            return {}
        if self.settings["mode"] == "note":
            if self._module is not module:
                self._module = module
                self._trampolines = _first_free_trampoline(module)
            return eliminate_phis_in_two_phases(function, self._new_trampoline)
        return eliminate_phis(
            function,
            coalesce=self.settings["coalesce"] == "yes",
            sequential=self.settings["sequential"] == "yes",
        )

    def _new_trampoline(self) -> str:
        """A label; no two trampolines of a module have the same."""
        self._trampolines += 1
        return f"{_TRAMPOLINE}{self._trampolines - 1}"


def _first_free_trampoline(module: Module) -> int:
    numbers = [
        int(block.label.removeprefix(_TRAMPOLINE))
        for function in module.functions.values()
        for block in function.blocks
        if block.label.startswith(_TRAMPOLINE) and block.label.removeprefix(_TRAMPOLINE).isdigit()
    ]
    return max(numbers, default=-1) + 1
