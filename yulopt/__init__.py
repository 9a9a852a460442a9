"""yulopt: the Yul optimiser, readable and step by step."""

# ruff: noqa: E402  (which form is loaded must be decided before anything else is)
from yulopt.form import choose_form

choose_form()

from yulopt.api import optimize, run_steps
from yulopt.errors import (
    ExtensionError,
    SequenceError,
    StepError,
    YulError,
    YulSyntaxError,
    YulValidationError,
)
from yulopt.objects import Data, Object
from yulopt.parser import parse
from yulopt.printer import print_yul
from yulopt.suite import make_context

__all__ = [
    "Data",
    "ExtensionError",
    "Object",
    "SequenceError",
    "StepError",
    "YulError",
    "YulSyntaxError",
    "YulValidationError",
    "make_context",
    "optimize",
    "parse",
    "print_yul",
    "run_steps",
]
