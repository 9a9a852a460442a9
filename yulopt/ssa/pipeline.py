"""Pipelines: which passes run over a module, in which order, with which settings.

A pipeline is written as the names of its passes with commas between them. Settings of a pass follow
its name after colons: `mem2reg:parameters=no,mem2reg`. A pass that needs what an earlier one has
ended is refused before anything runs.

Source: chapter 08, section 0 of the specification.
"""

from __future__ import annotations

import difflib
import functools
import importlib
import pkgutil

import yulopt.ssa.passes
from yulopt.errors import Source, StepError, YulError, usual_spelling
from yulopt.ssa.ir.function import Function, Module
from yulopt.ssa.ir.verifier import VerificationError, verify_function
from yulopt.ssa.pass_contract import Option, Pass, Statistics
from yulopt.ssa.properties import PROPERTIES, Conflict, find_conflict


@functools.cache
def all_passes() -> dict[str, type[Pass]]:
    """The class of every pass by its name: one in each module of `yulopt.ssa.passes`."""
    for module in pkgutil.iter_modules(yulopt.ssa.passes.__path__):
        importlib.import_module(f"{yulopt.ssa.passes.__name__}.{module.name}")
    return {kind.name: kind for kind in sorted(Pass.__subclasses__(), key=lambda kind: kind.name)}


def parse_pipeline(text: str, *, name: str = "--passes") -> list[Pass]:
    """The passes of a pipeline. Raises `YulError` for an unknown pass or setting, and for a pass
    that cannot run after those before it; `name` says there where the text comes from."""
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
    conflict = find_conflict(passes, PROPERTIES)
    if conflict is not None:
        raise source.sequence_error(starts[conflict.index], _explanation(passes, conflict))
    return passes


def run_pipeline(
    passes: list[Pass], module: Module, *, verify_each: bool = False
) -> dict[str, Statistics]:
    """Run passes over all functions of a module, in place; what they did, for each function.

    Raises `StepError` before any pass runs if one needs a property that the functions do not have
    then. With `verify_each`, `VerificationError` is raised when a pass leaves a broken function, or
    one without a property that the pass is to preserve.
    """
    _check_requirements(passes, module)
    done: dict[str, Statistics] = {name: {} for name in module.functions}
    for item in passes:
        for function in list(module.functions.values()):
            counts = done.setdefault(function.name, {})
            for what, count in item.run(module, function).items():
                counts[what] = counts.get(what, 0) + count
            if verify_each:
                _verify(module, function, item)
    return done


def _check_requirements(passes: list[Pass], module: Module) -> None:
    lacking = {
        name: function.name
        for name, holds in PROPERTIES.items()
        for function in module.functions.values()
        if not holds(function)
    }
    conflict = find_conflict(passes, [name for name in PROPERTIES if name not in lacking])
    if conflict is not None:
        raise StepError(_explanation(passes, conflict, lacking.get(conflict.needs, "")))


def _explanation(passes: list[Pass], conflict: Conflict, function: str = "") -> str:
    """Why a pass cannot run, and what to do; `function` never had what the pass needs."""
    name = passes[conflict.index].name
    needs = f"the pass {name} needs {conflict.needs}"
    if conflict.ended_by is None:
        return f"{needs}, which @{function} has lost already; run {name} on it as it was before"
    before = conflict.ended_by.name
    return f"{needs}, which ends with the pass {before}; put {name} before {before}"


def _verify(module: Module, function: Function, last: Pass) -> None:
    try:
        verify_function(module, function)
        for name in last.preserves:
            if name in last.requires and not PROPERTIES[name](function):
                raise VerificationError(f"@{function.name} is no longer in {name}")
    except YulError as error:
        error.message = f"after the pass {last.name}: {error.message}"
        raise


def _parse_pass(text: str, offset: int, source: Source) -> Pass:
    parts = text.split(":")
    name = usual_spelling(parts[0].strip())
    kind = all_passes().get(name)
    if kind is None:
        message = f"there is no pass '{name}'; {_suggestion(name, list(all_passes()))}"
        raise source.sequence_error(offset + len(text) - len(text.lstrip()), message)
    settings: dict[str, str] = {}
    offset += len(parts[0]) + 1
    for part in parts[1:]:
        key, equals, value = part.strip().partition("=")
        option = kind.options.get(key)
        if option is None:
            known = list(kind.options)
            hint = _suggestion(key, known) if known else "it has no settings"
            raise source.sequence_error(offset, f"the pass {name} has no setting '{key}'; {hint}")
        if not equals or not _is_allowed(value, option):
            expected = " or ".join(option.choices) or "a number"
            raise source.sequence_error(offset, f"expected '{key}=' and {expected}")
        settings[key] = value
        offset += len(part) + 1
    return kind(settings)


def _is_allowed(value: str, option: Option) -> bool:
    if option.choices:
        return value in option.choices
    return value.isascii() and value.isdigit() and len(value) < 10


def _suggestion(name: str, known: list[str]) -> str:
    close = difflib.get_close_matches(name, known)
    return f"did you mean {' or '.join(close)}?" if close else f"there are: {', '.join(known)}"
