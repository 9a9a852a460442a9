"""Where releases of solc behave differently: one switch for each behaviour.

A step asks for the behaviour, and never for a release. The switches so far are faults of solc:
with `SOLC_BEHAVIOUR`, output is that of solc 0.8.37, faults included; with `FAULTLESS`, it has none
of them.
"""

from __future__ import annotations

from typing import Final


class SolcBehaviour:
    """What a run does in the manner of solc.

    `stale_offsets`: an offset between two variables that LoadResolver and EqualStoreEliminator
    have computed survives an assignment to one of them.

    `reassigned_bases`: UnusedStoreEliminator takes variables that were computed from a variable at
    different times to be computed from the same value, although it was assigned in between.

    `same_in_every_iteration`: UnusedStoreEliminator takes a variable that is declared in a loop to
    hold the same value in each iteration.

    `evades_despite_msize`: StackLimitEvader moves variables to memory although the program asks for
    the size of memory.
    """

    def __init__(
        self,
        *,
        stale_offsets: bool = False,
        reassigned_bases: bool = False,
        same_in_every_iteration: bool = False,
        evades_despite_msize: bool = False,
    ) -> None:
        self.stale_offsets = stale_offsets
        self.reassigned_bases = reassigned_bases
        self.same_in_every_iteration = same_in_every_iteration
        self.evades_despite_msize = evades_despite_msize


SOLC_BEHAVIOUR: Final = SolcBehaviour(
    stale_offsets=True,
    reassigned_bases=True,
    same_in_every_iteration=True,
    evades_despite_msize=True,
)

FAULTLESS: Final = SolcBehaviour()
