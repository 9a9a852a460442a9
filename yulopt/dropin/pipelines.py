"""The effect of a pipeline on a request: for the front-end solc, and for yulopt.

Settings that solc also has are written into the request to the front-end solc, so that the metadata
records them and others can rebuild the code. Settings of yulopt alone never are.

Source: chapter 11, sections 2.3 and 5.4 of the specification.
"""

from __future__ import annotations

from typing import Final

from yulopt.dialect import NEWEST, Release
from yulopt.driver.options import ALL_CODE, Options
from yulopt.dropin.settings import requested_options
from yulopt.persistence.json_values import JsonObject, object_at
from yulopt.suite.pipelines import SOLC_CODEGEN, Pipeline
from yulopt.suite.reading import parse_steps
from yulopt.suite.registry import is_extension, step_of_item
from yulopt.suite.sequence import Group, Sequence

AS_REQUESTED: Final = Pipeline()


def in_front(pipeline: Pipeline, settings: JsonObject) -> JsonObject:
    """The settings of a request with those of a pipeline, if solc supports all of it."""
    if only_in_yulopt(pipeline) or not is_open_to_choice(settings):
        return settings
    optimizer = object_at(settings, "optimizer")
    if pipeline.steps is not None:
        details = object_at(optimizer, "details")
        yul_details = object_at(details, "yulDetails") | {"optimizerSteps": pipeline.letters}
        optimizer = optimizer | {
            "details": details | {"yul": True, "yulDetails": yul_details},
        }
    if pipeline.runs is not None:
        optimizer = optimizer | {"runs": pipeline.runs}
    return settings | {"optimizer": optimizer}


def may_be_apart(inner: Pipeline, outer: Pipeline, settings: JsonObject) -> bool:
    """Whether a contract inside another one is compiled with its own pipeline. With different
    settings of solc it is not: the metadata has those of the outer one, for all of its code."""
    is_beyond = bool(only_in_yulopt(inner) or only_in_yulopt(outer))
    return is_beyond or in_front(inner, settings) == in_front(outer, settings)


def in_back(pipeline: Pipeline, settings: JsonObject, release: Release = NEWEST) -> Options:
    """The options of a build with a pipeline under these settings of a request to a release."""
    options = requested_options(in_front(pipeline, settings), release)
    if not is_open_to_choice(settings):
        return options
    if only_in_yulopt(pipeline):
        options = with_pipeline(options, pipeline)
    return options._replace(proven=pipeline.proven)


def with_pipeline(options: Options, pipeline: Pipeline) -> Options:
    """The options with the settings of a pipeline, except whether the build is proven."""
    changed = options.with_pipeline(pipeline)
    return changed._replace(steps=pipeline.letters, proven=options.proven)


def only_in_yulopt(pipeline: Pipeline) -> list[str]:
    """The parts of a pipeline that solc does not have: letters of steps, in alphabetical order,
    and the name of the code generation.
    """
    found = [] if pipeline.steps is None else _own_letters(parse_steps(pipeline.steps))
    return found if pipeline.codegen == SOLC_CODEGEN else [*found, pipeline.codegen]


def is_open_to_choice(settings: JsonObject) -> bool:
    """Whether a project may choose: the Yul optimiser is on, and the request has no steps.

    A request without it, or with steps (as for coverage), is followed to the letter.
    """
    yul_details = object_at(settings, "optimizer", "details", "yulDetails")
    is_on = requested_options(settings).optimized == ALL_CODE
    return is_on and "optimizerSteps" not in yul_details


def _own_letters(sequence: Sequence) -> list[str]:
    letters: set[str] = set()
    groups = [sequence.main] if sequence.cleanup is None else [sequence.main, sequence.cleanup]
    while groups:
        for item in groups.pop().items:
            if isinstance(item, Group):
                groups.append(item)
            elif is_extension(step_of_item(item)):
                letters.add(item)
    return sorted(letters)
