"""Pipelines as text: which passes run over a module, in which order, with which options.

A pipeline is written as the names of its passes with commas between them. Options of a pass follow
its name after colons: `mem2reg:parameters=no,mem2reg`. If a pass that provides a missing
requirement exists, it runs first, as if it were written there; otherwise a pass whose requirement
an earlier one destroys is refused before anything runs.

Source: chapter 08, section 0 of the specification.
"""

from __future__ import annotations

import functools
import importlib
import pkgutil
from collections.abc import Collection

import attr

import yulopt.ssa.passes
from yulopt.errors import Source, did_you_mean, usual_spelling
from yulopt.passes.options import options_of
from yulopt.passes.pass_requirements import find_conflict
from yulopt.ssa.kernel.pass_contract import PROPERTIES, SSA, Pass
from yulopt.ssa.kernel.running import explanation


@functools.cache
def all_passes() -> dict[str, type[Pass]]:
    """The class of every pass by its name: one in each module of `yulopt.ssa.passes`."""
    folder = f"{yulopt.ssa.passes.__name__}."
    for module in pkgutil.iter_modules(yulopt.ssa.passes.__path__):
        importlib.import_module(folder + module.name)
    own = [kind for kind in Pass.__subclasses__() if kind.__module__.startswith(folder)]
    return {kind.name: kind for kind in sorted(own, key=lambda kind: kind.name)}


def parse_pipeline(text: str) -> list[Pass]:
    """The passes of a pipeline, including those that others require. Raises `YulError` for an
    unknown pass or option, and for a pass that cannot run after its predecessors."""
    source = Source(text, "--passes")
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
            raise source.sequence_error(starts[conflict.index], explanation(passes, conflict))
        passes.insert(conflict.index, provider())
        starts.insert(conflict.index, starts[conflict.index])
    return passes


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
