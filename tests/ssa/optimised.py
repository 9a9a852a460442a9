"""Functions before and after passes, as texts."""

from __future__ import annotations

from textwrap import dedent

from tests.ssa.programs import first_function, read
from yulopt.ssa.kernel.running import run_pipeline
from yulopt.ssa.pipeline import parse_pipeline
from yulopt.ssa.text.printer import print_function


def optimised(text: str, pipeline: str) -> str:
    """The first function of a text after some passes; it is verified after each of them."""
    module = read(text)
    run_pipeline(parse_pipeline(pipeline), module, verify_each=True)
    return print_function(first_function(module))


def body(text: str) -> str:
    """The lines of a function without its head and comments, one space between words."""
    lines = [" ".join(line.split(";")[0].split()) for line in dedent(text).strip().splitlines()]
    return "\n".join(line for line in lines if line and not line.startswith("func") and line != "}")


def assert_becomes(before: str, after: str, pipeline: str) -> None:
    """Check what the first function of a text is after some passes."""
    assert body(optimised(before, pipeline)) == body(after)


def assert_stays(text: str, pipeline: str) -> None:
    """Check that some passes leave a function unchanged."""
    assert optimised(text, pipeline) == optimised(text, "")
