"""What a step is, and what it is given, as steps from other packages import it."""

from yulopt.passes.step import (
    AFTER,
    BEFORE,
    BETWEEN,
    CLEANUP,
    MAIN,
    NAMES,
    Context,
    Observer,
    Step,
    run_step,
)

__all__ = [
    "AFTER",
    "BEFORE",
    "BETWEEN",
    "CLEANUP",
    "MAIN",
    "NAMES",
    "Context",
    "Observer",
    "Step",
    "run_step",
]
