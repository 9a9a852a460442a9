"""phi-elimination: replaces phis by copies at the ends of the predecessors.

Critical edges are split for it. In `mode=parallel`, the copies of an edge happen at once; they are
put in an order that needs a temporary only for cycles, and values that are never live at the same
time share a variable, so that most copies disappear. With `mode=note`, phis that read each other go
through temporaries, and every phi has its own variable.

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

import enum
import itertools
from collections.abc import Iterator
from typing import Final

import attr

from yulopt.passes.analyses import Analyses
from yulopt.passes.options import option
from yulopt.ssa.destruction.parallel_copies import eliminate_phis
from yulopt.ssa.destruction.two_phase_copies import eliminate_phis_in_two_phases
from yulopt.ssa.ir.function import Function, Module
from yulopt.ssa.kernel.pass_contract import Pass, Statistics

_TRAMPOLINE: Final = "tramp."


class Mode(enum.Enum):
    """The form of copies that read each other's targets: parallel, or through temporaries."""

    PARALLEL = "parallel"
    NOTE = "note"


@attr.s(auto_attribs=True, frozen=True)
class PhiElimination(Pass):
    """Replaces phis by copies."""

    name = "phi-elimination"
    requires = ()
    preserves = ()

    mode: Mode = option(Mode.PARALLEL, "how to handle copies that read each other's targets")
    coalesce: bool = option(True, "whether values share variables")
    sequential: bool = option(True, "whether parallel copies are put in order")

    def run(self, module: Module, function: Function, analyses: Analyses[Function]) -> Statistics:
        """Replace the phis of the function."""
        if function.post_ssa:
            return {}
        if self.mode is Mode.PARALLEL:
            counts = eliminate_phis(function, coalesce=self.coalesce, sequential=self.sequential)
        else:
            labels = _trampoline_labels(module)
            counts = eliminate_phis_in_two_phases(function, labels.__next__)
        return {**counts, "functions changed": 1}


def _trampoline_labels(module: Module) -> Iterator[str]:
    """Fresh labels for trampolines."""
    numbers = [
        int(block.label.removeprefix(_TRAMPOLINE))
        for function in module.functions.values()
        for block in function.blocks
        if block.label.startswith(_TRAMPOLINE) and block.label.removeprefix(_TRAMPOLINE).isdigit()
    ]
    for number in itertools.count(max(numbers, default=-1) + 1):
        yield f"{_TRAMPOLINE}{number}"
