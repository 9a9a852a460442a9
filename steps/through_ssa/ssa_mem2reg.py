"""SSAMem2Reg (`P`): takes the code through SSA form, where variables become values.

Where control flow joins, phis select the value of a variable; back in Yul, they become assignments.
A value has a variable only while it is live, so dead assignments and copies of variables disappear.
In the chapter the step is called `ssa-mem2reg`.

The conditions of `R` hold here, too.

Right if:

* reaching values: a use of a variable refers to its value at that point, whatever is assigned to it
  afterwards.
* all paths: where control flow joins, the value is that of the edge taken.
* parallel copies: at an edge, all values are read before any is written.
* effects: a dead assignment is removed, the side effects of its value stay.

Example::

    {
        let a := calldataload(0)
        let b := a
        if callvalue()
        {
            let unused := mload(a)
            b := 7
            unused := b
        }
        sstore(b, a)
    }

becomes::

    {
        {
            let a := calldataload(0)
            let b := a
            if callvalue() { b := 7 }
            sstore(b, a)
        }
    }

Source: chapter 08, sections 0, 4 and 7 of the specification. This is an extension: solc has no
such step.
"""

from __future__ import annotations

from typing import ClassVar

from yulopt.passes.properties import UNIQUE_NAMES
from yulopt.passes.step import Context, Step
from yulopt.ssa.round_trip import take_through_ssa
from yulopt.syntax.ast import Block


class SSAMem2Reg(Step):
    """Takes the code through SSA form, where variables become values."""

    name = "SSAMem2Reg"
    letter = "P"
    requires = (UNIQUE_NAMES,)
    is_extension: ClassVar[bool] = True

    def run(self, context: Context, block: Block) -> None:
        take_through_ssa(context, block, "mem2reg")
