"""SSAForward (`W`): takes the code through SSA form, and forwards stored values to loads.

A word of memory, storage or transient storage that is known from a store or from another load is
not loaded again; if its value depends on the path taken, it gets a variable. Stores that are
overwritten before any read are deleted. Unlike in LoadResolver (`L`), words stay known in loops and
after branches that do not change them. In the chapter the step is called `ssa-forward`.

Right if:

* no alias: a store invalidates every word that it may alias.
* no reentrancy: a call that may store invalidates all storage, since the callee may re-enter.
* dead stores: a store is deleted only if it is overwritten on all paths before any possible read;
  the end of the program reads storage.

Assumed:

* static calls: stores that change nothing are removed: those of the word that is there already, as
  by solc's EqualStoreEliminator, and those that a revert undoes. In a `staticcall` they fail, so a
  call that failed there may go on, and succeed.

Example::

    {
        let n := calldataload(0)
        sstore(0, n)
        sstore(1, 5)
        for { let i := 0 } lt(i, sload(0)) { i := add(i, 1) }
        { sstore(1, add(sload(1), i)) }
    }

becomes::

    {
        {
            let n := calldataload(0)
            sstore(0, n)
            sstore(1, 5)
            let i := 0
            let storage := 5
            for { } lt(i, n) { i := add(i, 1) }
            {
                storage := add(storage, i)
                sstore(1, storage)
            }
        }
    }

Source: chapter 08, sections 0 and 5.5 of the specification. This is an extension: solc has no
such step.
"""

from __future__ import annotations

from typing import ClassVar

from yulopt.passes.properties import UNIQUE_NAMES
from yulopt.passes.step import Context, Step
from yulopt.ssa.round_trip import take_through_ssa
from yulopt.syntax.ast import Block


class SSAForward(Step):
    """Takes the code through SSA form, and forwards stored values to loads."""

    name = "SSAForward"
    letter = "W"
    requires = (UNIQUE_NAMES,)
    is_extension: ClassVar[bool] = True

    def run(self, context: Context, block: Block) -> None:
        take_through_ssa(context, block, "mem2reg, evm-forward, evm-dead-stores, dce")
