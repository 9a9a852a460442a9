"""The selectors that a contract dispatches on, and whether a profile knows any of them.

They are the four-byte case labels of switches, and operands of `eq`, outside functions.
"""

from __future__ import annotations

from yulopt.frequency.call_profile import SELECTOR_BYTES, CallProfile
from yulopt.syntax.ast import Case, FunctionCall, FunctionDefinition, Literal
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.syntax.objects import Object, deployed_object
from yulopt.syntax.visitor import Walker


def dispatched_selectors(program: Object) -> list[int]:
    """The selectors that the deployed code compares with, in order; a program that deploys nothing
    counts as deployed code.
    """
    deployed = deployed_object(program)
    code = (program if deployed is None else deployed).code
    finder = _SelectorFinder()
    run_with_deep_stack(lambda: finder.visit_block(code))
    return list(finder.selectors)


def profile_warning(program: Object, calls: CallProfile) -> str | None:
    """The warning for a profile without information about a program."""
    if not calls.total:
        return "the calls have no selectors, so execution counts of functions are unknown"
    known = dispatched_selectors(program)
    if known and calls.counts.keys().isdisjoint(known):
        return "none of the calls is of a function of this contract; are they calls of another one?"
    return None


class _SelectorFinder(Walker):
    """Finds the selectors that the code outside functions compares with, in order."""

    def __init__(self) -> None:
        self.selectors: dict[int, None] = {}

    def visit_function(self, function: FunctionDefinition) -> None:
        """Comparisons in functions have other meanings."""

    def visit_case(self, case: Case) -> None:
        if case.label is not None:
            self._note(case.label)
        super().visit_case(case)

    def visit_call(self, call: FunctionCall) -> None:
        if call.builtin is not None and call.name == "eq":
            for argument in call.arguments:
                if isinstance(argument, Literal):
                    self._note(argument)
        super().visit_call(call)

    def _note(self, literal: Literal) -> None:
        # Small numbers are more likely other constants than selectors with leading zeros.
        if 1 << 16 <= literal.value < 1 << 8 * SELECTOR_BYTES:
            self.selectors[literal.value] = None
