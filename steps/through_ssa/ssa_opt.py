"""SSAOpt (`Q`): takes the code through SSA form, with all passes that make it cheaper.

In SSA form, constants are propagated along branches that can be taken, equal values are computed
once, invariant code moves out of loops, known words are not loaded again, dead code is removed. A
function that would become larger is kept unchanged: by the optimiser's own measure of size, or in
bytes of the EVM code generated after solc's clean-up sequence, if no stack slot is unreachable. So
is the whole object if it would become larger. Later sequences can still give larger code than they
would for the original. In the chapter the step is called `ssa-opt`.

The conditions of `P` hold here, too.

Right if:

* no alias: a load yields a known word only if no store in between may write it.
* executable edges: code is dead only if no path leads to it for the constants of all iterations.

Assumed:

* static calls: stores that change nothing are removed: those of the word that is there already, as
  by solc's EqualStoreEliminator, and those that a revert undoes. In a `staticcall` they fail, so a
  call that failed there may go on, and succeed.

Example::

    {
        let n := calldataload(0)
        let sum := 0
        let step := 1
        for { let i := 0 } lt(i, n) { i := add(i, step) }
        {
            if iszero(eq(step, 1)) { step := 2 }
            sum := add(sum, mul(n, 3))
        }
        sstore(0, add(sum, mul(n, 3)))
    }

becomes::

    {
        {
            let n := calldataload(0)
            let _1 := mul(n, 3)
            let sum := 0
            let i := 0
            for { } lt(i, n) { }
            {
                sum := add(sum, _1)
                i := add(i, 1)
            }
            sstore(0, add(sum, _1))
        }
    }

Source: chapter 08, sections 0 and 6.12 of the specification. This is an extension: solc has no
such step.
"""

from __future__ import annotations

from typing import ClassVar

from yulopt.passes.properties import UNIQUE_NAMES
from yulopt.passes.step import Context, Step
from yulopt.ssa.round_trip import sizes_when_finished, take_through_ssa
from yulopt.syntax.ast import Block


class SSAOpt(Step):
    """Takes the code through SSA form, with all passes that make it cheaper."""

    name = "SSAOpt"
    letter = "Q"
    requires = (UNIQUE_NAMES,)
    is_extension: ClassVar[bool] = True

    def run(self, context: Context, block: Block) -> None:
        take_through_ssa(context, block, "optimize", measure=sizes_when_finished(context))
