"""Runs passes over functions in SSA form, and checks their declarations.

Source: chapter 08, section 0 of the specification.
"""

from __future__ import annotations

from yulopt.errors import StepError, YulError
from yulopt.passes.analyses import Analyses
from yulopt.passes.pass_requirements import Conflict, find_conflict
from yulopt.ssa.ir.function import Function, Module
from yulopt.ssa.kernel.analysis_table import analyses_of_function, analyses_of_module
from yulopt.ssa.kernel.pass_contract import PROPERTIES, Pass, Statistics
from yulopt.ssa.kernel.verifier import VerificationError, verify_function
from yulopt.ssa.text.printer import print_function


def run_pipeline(
    passes: list[Pass], module: Module, *, verify_each: bool = False
) -> dict[str, Statistics]:
    """Run passes over all functions of a module, in place; returns their statistics by function.

    Raises `StepError` before any pass runs if one requires a property that the functions will not
    have. With `verify_each`, raises `VerificationError` when a pass leaves an invalid function or
    violates its declaration.
    """
    _check_requirements(passes, module)
    of_module = analyses_of_module(module, is_test=verify_each)
    of_functions = [
        analyses_of_function(function, of_module) for function in module.functions.values()
    ]
    done: dict[str, Statistics] = {name: {} for name in module.functions}
    for item in passes:
        has_changed = False
        for analyses in of_functions:
            counts = run_pass(item, module, analyses)
            add_counts(done[analyses.unit.name], counts)
            has_changed = has_changed or any(counts.values())
        if has_changed:
            _check_analyses(of_module, item)
            of_module.keep()
    return done


def run_pass(item: Pass, module: Module, analyses: Analyses[Function]) -> Statistics:
    """Run one pass over the function of these analyses; those that remain valid are kept. Raises
    `VerificationError` in test mode, as `run_pipeline` does."""
    function = analyses.unit
    before = _State(function) if analyses.is_test else None
    analyses.expect(item.preserves_analyses)
    counts = item.run(module, function, analyses)
    has_changed = any(counts.values())
    if has_changed:
        analyses.keep(item.preserves_analyses)
    if before is not None:
        try:
            verify_function(module, function)
            _check_contract(item, function, before, has_changed=has_changed)
        except YulError as error:
            error.message = f"after the pass {item.name}: {error.message}"
            raise
        _check_analyses(analyses, item)
    return counts


def add_counts(done: Statistics, more: Statistics) -> None:
    """Add counters to earlier ones."""
    for what, count in more.items():
        done[what] = done.get(what, 0) + count


def _check_requirements(passes: list[Pass], module: Module) -> None:
    """Raise `StepError` unless the list of passes can run over the module. The functions are only
    checked for the properties that must hold before the list."""
    holding: list[str] = []
    while (conflict := find_conflict(passes, PROPERTIES, holding)) is not None:
        holds = PROPERTIES[conflict.needs].holds
        lacking = [one.name for one in module.functions.values() if not holds(one)]
        if conflict.ended_by is not None or lacking:
            raise StepError(explanation(passes, conflict, lacking[0] if lacking else ""))
        holding.append(conflict.needs)


def explanation(passes: list[Pass], conflict: Conflict, function: str = "") -> str:
    """The error and advice for a pass that cannot run; `function` lacks the required property."""
    name = passes[conflict.index].name
    needs = f"the pass {name} needs {conflict.needs}"
    provider = PROPERTIES[conflict.needs].established_by
    if conflict.ended_by is None:
        if provider:
            return f"{needs}, which @{function} does not have; put {provider} before {name}"
        return f"{needs}, which @{function} has lost already; run {name} on it as it was before"
    before = conflict.ended_by.name
    if provider:
        return f"{needs}, which ends with the pass {before}; put {provider} between them"
    return f"{needs}, which ends with the pass {before}; put {name} before {before}"


class _State:
    """A function before a pass: the properties that it has, and its text."""

    def __init__(self, function: Function) -> None:
        self.properties = {name for name, one in PROPERTIES.items() if one.holds(function)}
        self.text = print_function(function)


def _check_contract(item: Pass, function: Function, before: _State, *, has_changed: bool) -> None:
    """Raise `VerificationError` if the declarations of the pass do not hold."""
    if not has_changed and print_function(function) != before.text:
        raise VerificationError(f"@{function.name} has changed, but the pass does not say so")
    for name in (*item.provides, *(one for one in item.preserves if one in before.properties)):
        if not PROPERTIES[name].holds(function):
            raise VerificationError(f"@{function.name} does not have {name}")


def _check_analyses(analyses: Analyses[object], item: Pass) -> None:
    if analyses.is_test:
        for kind in analyses.wrong():
            raise VerificationError(f"after the pass {item.name}: {kind.__name__} is not preserved")
