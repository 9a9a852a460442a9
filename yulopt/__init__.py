"""yulopt: the Yul optimiser, readable and step by step."""

# ruff: noqa: E402  (which form is loaded must be decided before anything else is)
import importlib
from typing import TYPE_CHECKING, Final

from yulopt.build_info import VERSION, prefer_sources_if_asked

prefer_sources_if_asked()

from yulopt.api import optimize, run_steps
from yulopt.errors import (
    ExtensionError,
    SequenceError,
    StepError,
    YulError,
    YulSyntaxError,
    YulValidationError,
)
from yulopt.pipeline.suite import make_context
from yulopt.syntax.objects import Data, Object
from yulopt.syntax.parser import parse
from yulopt.syntax.printer import print_yul

if TYPE_CHECKING:
    from yulopt.assembly.compilation import Compilation, compile
    from yulopt.result import OptimizationResult, StepResult, optimize_with_report

__version__ = VERSION

__all__ = [
    "Compilation",
    "Data",
    "ExtensionError",
    "Object",
    "OptimizationResult",
    "SequenceError",
    "StepError",
    "StepResult",
    "YulError",
    "YulSyntaxError",
    "YulValidationError",
    "__version__",
    "compile",
    "make_context",
    "optimize",
    "optimize_with_report",
    "parse",
    "print_yul",
    "run_steps",
]

# What needs much else, and is loaded when it is asked for.
_LOADED_LATER: Final = {
    "Compilation": "yulopt.assembly.compilation",
    "OptimizationResult": "yulopt.result",
    "StepResult": "yulopt.result",
    "compile": "yulopt.assembly.compilation",
    "optimize_with_report": "yulopt.result",
}

if not TYPE_CHECKING:  # With it, a type checker would take every name for an attribute.

    def __getattr__(name: str) -> object:
        if name in _LOADED_LATER:
            return getattr(importlib.import_module(_LOADED_LATER[name]), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
