"""Past faults of solc are found when reproduced."""

from __future__ import annotations

import pytest

from tests.prover.known_faults import KNOWN_FAULTS, KnownFault
from tests.prover.mutated import Run, differs, proofs_about, wrong_changes
from yulopt.prover.run import prove
from yulopt.prover.verdict import Status

_UNSUPPORTED = "verbatim"


@pytest.mark.parametrize("fault", KNOWN_FAULTS, ids=lambda fault: fault.broken)
def test_a_fault_of_solc_is_found(fault: KnownFault) -> None:
    ((found,),) = wrong_changes(fault, [Run(fault.program, fault.steps)])
    statuses = {proof.status for proof in proofs_about(found)}
    assert Status.PROVEN not in statuses
    if _UNSUPPORTED not in fault.program:
        # The interpreter cannot execute verbatim, so that no counterexample replays.
        assert differs(found)
        assert Status.REFUTED in statuses


@pytest.mark.parametrize("fault", KNOWN_FAULTS, ids=lambda fault: fault.broken)
def test_without_the_fault_the_same_run_is_proven(fault: KnownFault) -> None:
    assert prove(fault.program, fault.steps, bare=True).is_proven
