"""The base of steps and their context, for steps of other packages."""

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
