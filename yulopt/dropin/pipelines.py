"""Which sequence and `runs` each contract of a project is compiled with.

The request of a build decides, unless a project says otherwise: the variable YULOPT_PIPELINE for
all contracts, or a file `yulopt.toml`, which has a default and choices for single contracts.

What solc can do as well is written into the request to the solc in front, so that the metadata
records it and others can rebuild the code. What only yulopt has never is.

Source: chapter 11, sections 2.3 and 5.4 of the specification.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Final

from yulopt.api import parse_steps
from yulopt.dropin.json_values import Json, JsonObject, object_at, write_json
from yulopt.dropin.settings import BackSettings, back_settings
from yulopt.pipeline.named_sequences import read_sequence, sequence_names
from yulopt.pipeline.registry import is_extension, step_of_item
from yulopt.pipeline.sequence import Group, Sequence

# The variable that names a sequence, or gives steps, for all contracts.
PIPELINE_VARIABLE: Final = "YULOPT_PIPELINE"

# What Hardhat 3 puts before the path of a file of the project.
_PROJECT_PREFIX: Final = "project/"


class Pipeline:
    """How contracts are compiled: `steps` and `runs`, None for what the request says.

    `own_letters` are the steps among them that solc does not have, in order of the alphabet.
    """

    def __init__(self, steps: str | None = None, runs: int | None = None) -> None:
        """Raises `SequenceError` for a malformed sequence."""
        self.steps = None if steps is None else "".join(steps.split())
        self.runs = runs
        self.own_letters = "" if self.steps is None else _own_letters(parse_steps(self.steps))

    def key(self) -> Json:
        """A value that is equal for equal pipelines."""
        return [self.steps, self.runs]

    def in_front(self, settings: JsonObject) -> JsonObject:
        """The settings with all of this pipeline that solc can do as well."""
        if self.own_letters or not is_open_to_choice(settings):
            return settings
        optimizer = object_at(settings, "optimizer")
        if self.steps is not None:
            details = object_at(optimizer, "details")
            yul_details = object_at(details, "yulDetails") | {"optimizerSteps": self.steps}
            optimizer = optimizer | {
                "details": details | {"yul": True, "yulDetails": yul_details},
            }
        if self.runs is not None:
            optimizer = optimizer | {"runs": self.runs}
        return settings | {"optimizer": optimizer}

    def in_back(self, settings: JsonObject) -> BackSettings:
        """How yulopt compiles under these settings of a request."""
        back = back_settings(self.in_front(settings))
        if self.own_letters and is_open_to_choice(settings):
            back.steps = self.steps
            back.runs = back.runs if self.runs is None else self.runs
        return back


AS_REQUESTED: Final = Pipeline()


class Choices:
    """The pipelines of a project: one for all contracts, and those of single ones.

    `places` says where the choice for a contract was made, for messages.
    """

    def __init__(
        self,
        default: Pipeline = AS_REQUESTED,
        contracts: Mapping[str, Pipeline] | None = None,
        places: Mapping[str, str] | None = None,
    ) -> None:
        self.default = default
        self.places = {} if places is None else dict(places)
        self._contracts = {} if contracts is None else dict(contracts)

    def of(self, file: str, contract: str) -> Pipeline:
        """The pipeline of a contract."""
        name = f"{file}:{contract}"
        inside = name.removeprefix(_PROJECT_PREFIX)
        return self._contracts.get(name) or self._contracts.get(inside) or self.default

    def tag(self) -> str:
        """A short word that is another for other choices; empty if there are none."""
        if not self._contracts and self.default is AS_REQUESTED:
            return ""
        contracts: JsonObject = {name: one.key() for name, one in self._contracts.items()}
        text = write_json([self.default.key(), contracts])
        return hashlib.sha256(text.encode()).hexdigest()[:8]


def named_or_steps(text: str, runs: int | None = None) -> Pipeline:
    """The pipeline of a named sequence, or of these steps if there is no such name.

    Raises `SequenceError` if it is neither.
    """
    return Pipeline(read_sequence(text) if text in sequence_names() else text, runs)


def is_open_to_choice(settings: JsonObject) -> bool:
    """Whether a project may choose: the Yul optimiser is on, and the request has no steps.

    A request without it, or with steps (as when coverage is measured), wants just what it says.
    """
    yul_details = object_at(settings, "optimizer", "details", "yulDetails")
    return back_settings(settings).is_on and "optimizerSteps" not in yul_details


def _own_letters(sequence: Sequence) -> str:
    letters: set[str] = set()
    groups = [sequence.main] if sequence.cleanup is None else [sequence.main, sequence.cleanup]
    while groups:
        for item in groups.pop().items:
            if isinstance(item, Group):
                groups.append(item)
            elif is_extension(step_of_item(item)):
                letters.add(item)
    return "".join(sorted(letters))
