"""Pipelines: which passes run over a module, in which order, with which options.

A pipeline is written as the names of its passes with commas between them. Options of a pass follow
its name after colons: `mem2reg:parameters=no,mem2reg`. A pass that needs what an earlier one has
ended is refused before anything runs; where a pass exists that provides what is missing, that runs
first, as if it were written there.

Source: chapter 08, section 0 of the specification.
"""

from __future__ import annotations

import functools
import importlib
import pkgutil
from collections.abc import Collection

import attr

import yulopt.ssa.passes
from yulopt.errors import Source, StepError, YulError, did_you_mean, usual_spelling
from yulopt.pipeline.analyses import Analyses
from yulopt.pipeline.contracts import Conflict, find_conflict
from yulopt.pipeline.options import options_of
from yulopt.ssa.analysis_table import analyses_of_function, analyses_of_module
from yulopt.ssa.ir.function import Function, Module
from yulopt.ssa.ir.verifier import VerificationError, verify_function
from yulopt.ssa.pass_contract import PROPERTIES, SSA, Pass, Statistics
from yulopt.ssa.text.printer import print_function


@functools.cache
def all_passes() -> dict[str, type[Pass]]:
    """The class of every pass by its name: one in each module of `yulopt.ssa.passes`."""
    folder = f"{yulopt.ssa.passes.__name__}."
    for module in pkgutil.iter_modules(yulopt.ssa.passes.__path__):
        importlib.import_module(folder + module.name)
    own = [kind for kind in Pass.__subclasses__() if kind.__module__.startswith(folder)]
    return {kind.name: kind for kind in sorted(own, key=lambda kind: kind.name)}


def parse_pipeline(text: str, *, name: str = "--passes") -> list[Pass]:
    """The passes of a pipeline, those included that others need. Raises `YulError` for an unknown
    pass or option, and for a pass that cannot run after those before it; `name` says there where
    the text comes from."""
    source = Source(text, name)
    passes: list[Pass] = []
    starts: list[int] = []
    offset = 0
    for item in text.split(","):
        if item.strip():
            passes.append(_parse_pass(item, offset, source))
            starts.append(offset + len(item) - len(item.lstrip()))
        elif text.strip():
            raise source.sequence_error(offset, "expected the name of a pass")
        offset += len(item) + 1
    while (conflict := find_conflict(passes, PROPERTIES, (SSA,))) is not None:
        provider = all_passes().get(PROPERTIES[conflict.needs].established_by)
        if provider is None:
            raise source.sequence_error(starts[conflict.index], _explanation(passes, conflict))
        passes.insert(conflict.index, provider())
        starts.insert(conflict.index, starts[conflict.index])
    return passes


def run_pipeline(
    passes: list[Pass], module: Module, *, verify_each: bool = False
) -> dict[str, Statistics]:
    """Run passes over all functions of a module, in place; what they did, for each function.

    Raises `StepError` before any pass runs if one needs a property that the functions do not have
    then. With `verify_each`, `VerificationError` is raised when a pass leaves a broken function, or
    does not keep what it has declared.
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
    """Run one pass over the function that these analyses are about; they are kept as far as they
    stay right. Raises `VerificationError` in test mode, as `run_pipeline` does."""
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
    """Add what was done to what was done before."""
    for what, count in more.items():
        done[what] = done.get(what, 0) + count


# Contracts


def _check_requirements(passes: list[Pass], module: Module) -> None:
    """Raise `StepError` unless the list of passes can run over the module. Only what must hold
    before the list is looked for in the functions."""
    holding: list[str] = []
    while (conflict := find_conflict(passes, PROPERTIES, holding)) is not None:
        holds = PROPERTIES[conflict.needs].holds
        lacking = [one.name for one in module.functions.values() if not holds(one)]
        if conflict.ended_by is not None or lacking:
            raise StepError(_explanation(passes, conflict, lacking[0] if lacking else ""))
        holding.append(conflict.needs)


def _explanation(passes: list[Pass], conflict: Conflict, function: str = "") -> str:
    """Why a pass cannot run, and what to do; `function` never had what the pass needs."""
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
    """Raise `VerificationError` unless the pass has done what it has declared."""
    if not has_changed and print_function(function) != before.text:
        raise VerificationError(f"@{function.name} has changed, but the pass does not say so")
    for name in (*item.provides, *(one for one in item.preserves if one in before.properties)):
        if not PROPERTIES[name].holds(function):
            raise VerificationError(f"@{function.name} does not have {name}")


def _check_analyses(analyses: Analyses[object], item: Pass) -> None:
    if analyses.is_test:
        for kind in analyses.wrong():
            raise VerificationError(f"after the pass {item.name}: {kind.__name__} is not preserved")


# Text


def _parse_pass(text: str, offset: int, source: Source) -> Pass:
    parts = text.split(":")
    name = usual_spelling(parts[0].strip())
    kind = all_passes().get(name)
    if kind is None:
        message = f"there is no pass '{name}'{_hint(name, all_passes())}"
        raise source.sequence_error(offset + len(text) - len(text.lstrip()), message)
    options = options_of(kind)
    values: dict[str, object] = {}
    offset += len(parts[0]) + 1
    for part in parts[1:]:
        key, equals, text_of_value = part.strip().partition("=")
        option = options.get(key)
        if option is None:
            hint = _hint(key, options) if options else "; it has no settings"
            raise source.sequence_error(offset, f"the pass {name} has no setting '{key}'{hint}")
        value = option.parse(text_of_value) if equals else None
        if value is None:
            raise source.sequence_error(offset, f"expected '{key}=' and {option.expected}")
        values[option.attribute] = value
        offset += len(part) + 1
    return attr.evolve(kind(), **values)


def _hint(name: str, known: Collection[str]) -> str:
    return did_you_mean(name, known, f"there are: {', '.join(known)}")
