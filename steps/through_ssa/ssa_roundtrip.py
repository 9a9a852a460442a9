"""SSARoundtrip (`R`): takes the code to SSA form and back without optimising it.

Every function becomes a control-flow graph and then statements again: the structure of the code is
recovered from the graph. Control flow that `break`, `continue` and `leave` alone cannot express is
guided by variables. Functions move to the top level. This step (`ssa-roundtrip` in the chapter)
serves to inspect and test the basis of the others.

Right if:

* control flow: `break`, `continue` and `leave` keep their targets, and the guard variables are used
  for nothing else.
* evaluation order: arguments are evaluated from the last to the first.

Example::

    {
        for { let i := 0 } lt(i, 10) { i := add(i, 1) }
        {
            if sload(i) { continue }
            sstore(i, f(i))
            function f(x) -> y
            {
                y := 1
                if gt(x, 5) { leave }
                y := mul(x, 2)
            }
        }
    }

becomes::

    {
        {
            let i := 0
            for { } lt(i, 10) { i := add(i, 1) }
            {
                if iszero(sload(i)) { sstore(i, f(i)) }
            }
        }
        function f(x) -> y
        {
            y := 1
            if iszero(gt(x, 5)) { y := mul(x, 2) }
        }
    }

Source: chapter 08, sections 0, 7 and 8 of the specification. This is an extension: solc has no
such step.
"""

from __future__ import annotations

from typing import ClassVar

from yulopt.passes.properties import UNIQUE_NAMES
from yulopt.passes.step import Context, Step
from yulopt.ssa.round_trip import take_through_ssa
from yulopt.syntax.ast import Block


class SSARoundtrip(Step):
    """Takes the code to SSA form and back without optimising it."""

    name = "SSARoundtrip"
    letter = "R"
    requires = (UNIQUE_NAMES,)
    is_extension: ClassVar[bool] = True

    def run(self, context: Context, block: Block) -> None:
        take_through_ssa(context, block, "")
