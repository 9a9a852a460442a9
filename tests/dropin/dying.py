"""A process that works on contracts and does not live through all of them."""

from __future__ import annotations

import os
import signal

from yulopt.dropin.build import compile_one
from yulopt.dropin.contract import ContractCode, Failure
from yulopt.dropin.work import Work


def die_of_some(work: Work) -> ContractCode | Failure:
    """Compile a contract, unless its name says how to end."""
    if work.contract == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    if work.contract == "ended":
        os._exit(3)
    return compile_one(work)
