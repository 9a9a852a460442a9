"""yulopt: the Yul optimiser, readable and step by step."""

from yulopt.api import optimize, run_steps
from yulopt.errors import SequenceError, StepError, YulError, YulSyntaxError, YulValidationError
from yulopt.objects import Data, Object
from yulopt.parser import parse
from yulopt.printer import print_yul
from yulopt.suite import make_context

__all__ = [
    "Data",
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
