"""EqualitySaturation (`G`): rewrites pure expressions to the cheapest form that the rules find.

Each function goes through SSA form. There its pure expressions become an e-graph, which represents
many forms of the same value at once: rules add forms and never remove any, so no rule can block
another (there is no phase ordering). At the end the cheapest forms are chosen for all values
together, by their gas over the lifetime of the contract, and computed where they cost least. A
function is kept unchanged unless it becomes cheaper. The step needs the package `egglog` (`pip
install 'yulopt[egraph]'`). In the chapter it is called `eqsat`.

Right if:

* words: a rule holds for all words, modulo 2**256.
* pure values: only pure expressions are in the e-graph; two loads are two values.

Example::

    {
        let a := calldataload(0)
        let b := calldataload(32)
        let c := calldataload(64)
        for { let i := 0 } lt(i, c) { i := add(i, 1) }
        {
            sstore(i, add(mul(a, b), mul(c, a)))
        }
        sstore(c, mul(mod(a, 16), 8))
    }

becomes::

    {
        {
            let a := calldataload(0)
            let c := calldataload(64)
            let _1 := mul(a, add(calldataload(32), c))
            let i := 0
            for { } lt(i, c) { i := add(i, 1) }
            { sstore(i, _1) }
            sstore(c, and(shl(3, a), 120))
        }
    }

Source: chapter 09, section 8 of the specification. This is an extension: solc has no such step.
"""

from __future__ import annotations

from typing import ClassVar

from yulopt.gas.estimate import WeightedGas
from yulopt.passes.properties import UNIQUE_NAMES
from yulopt.passes.step import Context, Step
from yulopt.ssa.round_trip import take_through_ssa
from yulopt.syntax.ast import Block


class EqualitySaturation(Step):
    """Rewrites pure expressions to the cheapest form that the rules find."""

    name = "EqualitySaturation"
    letter = "G"
    requires = (UNIQUE_NAMES,)
    reads_runs = True
    is_extension: ClassVar[bool] = True

    def run(self, context: Context, block: Block) -> None:
        executions = context.expected_executions
        code = "code=creation" if executions is None else f"runs={executions}"
        gas = WeightedGas(context.dialect, executions)
        # Saturation has to improve on the result of the round trip through SSA form.
        take_through_ssa(context, block, "mem2reg", price=gas)
        take_through_ssa(context, block, f"mem2reg, eqsat:{code}", price=gas)
