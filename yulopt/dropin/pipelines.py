"""Which pipeline each contract of a project is compiled with.

The request of a build decides, unless a project says otherwise: the variable YULOPT_PIPELINE for
all contracts, or a file `yulopt.toml`, which has a default and choices for single contracts.

What solc can do as well is written into the request to the solc in front, so that the metadata
records it and others can rebuild the code. What only yulopt has never is.

Source: chapter 11, sections 2.3 and 5.4 of the specification.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from yulopt.api import parse_steps
from yulopt.dialect import NEWEST, Release
from yulopt.dropin.settings import BackSettings, back_settings
from yulopt.errors import SequenceError, did_you_mean
from yulopt.persistence.json_values import Json, JsonObject, object_at, write_json
from yulopt.pipeline.named_sequences import read_sequence, sequence_names
from yulopt.pipeline.pipelines import SOLC_CODEGEN, Pipeline, pipeline_names
from yulopt.pipeline.registry import is_extension, step_of_item
from yulopt.pipeline.sequence import Group, Sequence

# The variable that names a pipeline or a sequence, or gives steps, for all contracts.
PIPELINE_VARIABLE: Final = "YULOPT_PIPELINE"

# What Hardhat 3 puts before the path of a file of the project.
_PROJECT_PREFIX: Final = "project/"

AS_REQUESTED: Final = Pipeline()


class Choices:
    """The pipelines of a project: one for all contracts, and those of single ones.

    `places` says where the choice for a contract was made, for messages. `proofs` is the folder
    that gets the certificates of proven contracts, if there is one.
    """

    def __init__(
        self,
        default: Pipeline = AS_REQUESTED,
        contracts: Mapping[str, Pipeline] | None = None,
        places: Mapping[str, str] | None = None,
        proofs: Path | None = None,
    ) -> None:
        self.default = default
        self.places = {} if places is None else dict(places)
        self.proofs = proofs
        self._contracts = {} if contracts is None else dict(contracts)

    def of(self, file: str, contract: str) -> Pipeline:
        """The pipeline of a contract."""
        name = f"{file}:{contract}"
        inside = name.removeprefix(_PROJECT_PREFIX)
        return self._contracts.get(name) or self._contracts.get(inside) or self.default

    def as_proven(self) -> Choices:
        """The same, with each pipeline proven."""
        contracts = {name: one.as_proven() for name, one in self._contracts.items()}
        return Choices(self.default.as_proven(), contracts, self.places, self.proofs)

    def tag(self) -> str:
        """A short word that is another for other choices; empty if there are none."""
        if not self._contracts and self.default is AS_REQUESTED:
            return ""
        contracts: JsonObject = {name: _key(one) for name, one in self._contracts.items()}
        text = write_json([_key(self.default), contracts])
        return hashlib.sha256(text.encode()).hexdigest()[:8]


def named_or_steps(text: str, runs: int | None = None) -> Pipeline:
    """The pipeline of that name, or of a named sequence, or of these steps.

    Raises `SequenceError` if it is none of them, or almost a name: most misspelt names consist of
    letters of steps, too.
    """
    if text in pipeline_names():
        return Pipeline.named(text)
    names = sequence_names()
    if text in names:
        return Pipeline(read_sequence(text), runs)
    hint = did_you_mean(text, [*pipeline_names(), *names])
    if hint:
        raise SequenceError(
            f"there is no pipeline '{text}'{hint} Steps like these can be set in yulopt.toml."
        )
    return Pipeline(text, runs)


def in_front(pipeline: Pipeline, settings: JsonObject) -> JsonObject:
    """The settings of a request with all of a pipeline, if solc can do it as well."""
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


def in_back(pipeline: Pipeline, settings: JsonObject, release: Release = NEWEST) -> BackSettings:
    """How yulopt compiles with a pipeline under these settings of a request to a release."""
    back = back_settings(in_front(pipeline, settings), release)
    if only_in_yulopt(pipeline) and is_open_to_choice(settings):
        back.steps = pipeline.letters
        back.runs = pipeline.runs_or(back.runs)
        back.codegen = pipeline.codegen
        back.memory_safe = pipeline.memory_safe
        back.calls = pipeline.calls
    back.proven = pipeline.proven and is_open_to_choice(settings)
    return back


def only_in_yulopt(pipeline: Pipeline) -> list[str]:
    """What a pipeline has that solc does not: letters of steps, in order of the alphabet, and
    the name of a code generation.
    """
    found = [] if pipeline.steps is None else _own_letters(parse_steps(pipeline.steps))
    return found if pipeline.codegen == SOLC_CODEGEN else [*found, pipeline.codegen]


def is_open_to_choice(settings: JsonObject) -> bool:
    """Whether a project may choose: the Yul optimiser is on, and the request has no steps.

    A request without it, or with steps (as when coverage is measured), wants just what it says.
    """
    yul_details = object_at(settings, "optimizer", "details", "yulDetails")
    return back_settings(settings).is_on and "optimizerSteps" not in yul_details


def _key(pipeline: Pipeline) -> Json:
    """A value that is equal for equal pipelines."""
    key: list[Json] = [pipeline.letters, pipeline.runs]
    if pipeline.codegen != SOLC_CODEGEN:
        key.append(pipeline.codegen)
    if pipeline.memory_safe:
        key.append(True)
    if pipeline.proven:
        key.append("proven")
    return key if pipeline.calls is None else [*key, repr(pipeline.calls)]


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
