"""yulopt: the Yul optimiser, readable and step by step."""

import importlib
from typing import TYPE_CHECKING, Final

from yulopt.build_info import VERSION, find_folders_without_links, prefer_sources_if_asked

find_folders_without_links(__path__)
prefer_sources_if_asked()

if TYPE_CHECKING:
    from yulopt.driver.compilation import Compilation
    from yulopt.driver.optimization import run_steps
    from yulopt.errors import (
        ExtensionError,
        SequenceError,
        StepError,
        YulError,
        YulSyntaxError,
        YulValidationError,
    )
    from yulopt.frequency.call_profile import CallProfile
    from yulopt.inputs.reading import InputProgram, read_program
    from yulopt.interface import compile, optimize
    from yulopt.prover.run import prove
    from yulopt.result import OptimizationResult, StepResult, optimize_with_report
    from yulopt.suite.pipelines import Pipeline
    from yulopt.suite.suite import make_context
    from yulopt.syntax.objects import Data, Object
    from yulopt.syntax.parser import parse
    from yulopt.syntax.printer import print_yul

__version__ = VERSION

__all__ = [
    "CallProfile",
    "Compilation",
    "Data",
    "ExtensionError",
    "InputProgram",
    "Object",
    "OptimizationResult",
    "Pipeline",
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
    "prove",
    "read_program",
    "run_steps",
]

# The module of each name, loaded when the name is asked for: who uses yulopt needs few of them.
_MODULES: Final = {
    "CallProfile": "yulopt.frequency.call_profile",
    "Compilation": "yulopt.driver.compilation",
    "Data": "yulopt.syntax.objects",
    "ExtensionError": "yulopt.errors",
    "InputProgram": "yulopt.inputs.reading",
    "Object": "yulopt.syntax.objects",
    "OptimizationResult": "yulopt.result",
    "Pipeline": "yulopt.suite.pipelines",
    "SequenceError": "yulopt.errors",
    "StepError": "yulopt.errors",
    "StepResult": "yulopt.result",
    "YulError": "yulopt.errors",
    "YulSyntaxError": "yulopt.errors",
    "YulValidationError": "yulopt.errors",
    "compile": "yulopt.interface",
    "make_context": "yulopt.suite.suite",
    "optimize": "yulopt.interface",
    "optimize_with_report": "yulopt.result",
    "parse": "yulopt.syntax.parser",
    "print_yul": "yulopt.syntax.printer",
    "prove": "yulopt.prover.run",
    "read_program": "yulopt.inputs.reading",
    "run_steps": "yulopt.driver.optimization",
    "steps": "yulopt.steps",
}

if not TYPE_CHECKING:  # With it, a type checker would take every name for an attribute.

    def __getattr__(name: str) -> object:
        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        module = importlib.import_module(_MODULES[name])
        found = module if module.__name__ == f"{__name__}.{name}" else getattr(module, name)
        # The next time it is found at once.
        globals()[name] = found
        return found

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
