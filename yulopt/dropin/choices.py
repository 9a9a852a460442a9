"""The choices of a project: the pipeline of each of its contracts.

The request of a build decides, unless a project overrides it: by the variable YULOPT_PIPELINE (or
YULOPT_STEPS) for all contracts, or by a file `yulopt.toml`, which has a default and choices for
single contracts or for all that match a pattern. A request can name a pipeline itself, in place of
steps: build tools rebuild when a setting changes, but not when a variable does.

Source: chapter 11, sections 2.3 and 5.4 of the specification.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Final

from yulopt.build_info import VERSION
from yulopt.dialect import NEWEST, Prices, Release
from yulopt.driver.options import Options
from yulopt.dropin.messages import deployed_limit
from yulopt.dropin.pipelines import AS_REQUESTED, in_back, is_open_to_choice, only_in_yulopt
from yulopt.errors import SequenceError, did_you_mean
from yulopt.persistence.json_values import Json, JsonObject, object_at, write_json
from yulopt.persistence.toml_text import TomlPlace
from yulopt.suite.named_sequences import read_sequence, sequence_names
from yulopt.suite.pipelines import SOLC_CODEGEN, Pipeline, pipeline_names

# The variable that names a pipeline or a sequence for all contracts, and the one that has steps.
PIPELINE_VARIABLE: Final = "YULOPT_PIPELINE"
STEPS_VARIABLE: Final = "YULOPT_STEPS"
# In place of the name of a pipeline: follow the request.
NO_PIPELINE: Final = ("default", "none", "off")
# The prefix of the name of a pipeline in `optimizerSteps` of a request. For solc itself it is an
# error, and not a sequence.
IN_REQUEST: Final = "pipeline="

# The prefix of the paths of a project's files in Hardhat 3.
_PROJECT_PREFIX: Final = "project/"
# Tests and scripts are not deployed, so a pipeline beyond solc would only cost time.
_NOT_DEPLOYED: Final = (
    "**/*.t.sol",
    "**/*.s.sol",
    *[f"**/{folder}/**" for folder in ("test", "tests", "script", "scripts")],
)
_WILDCARDS: Final = re.compile(r"\*\*/|\*\*|\*|\?")
_MEANINGS: Final = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}


class Choices:
    """The pipelines of a project: one for all contracts, and those of single ones.

    `contracts` has pipelines by `FILE:NAME`, or by a pattern of files. `places` has the location
    of the choice for a contract, for messages. `proofs` is the folder for the certificates of
    proven contracts, if any; `ignored` are the codes of suppressed messages; `max_size` overrides
    the EVM's limit of deployed bytes for pipelines beyond solc, which also use the `prices` of the
    chain. `are_proven`: each pipeline is proven, also one that a request names.
    """

    def __init__(
        self,
        default: Pipeline = AS_REQUESTED,
        contracts: Mapping[str, Pipeline] | None = None,
        places: Mapping[str, TomlPlace] | None = None,
        proofs: Path | None = None,
        ignored: Collection[int] = (),
        max_size: int | None = None,
        prices: Prices = (),
        *,
        are_proven: bool = False,
    ) -> None:
        contracts = {} if contracts is None else dict(contracts)
        if are_proven:
            default = default.as_proven()
            contracts = {name: one.as_proven() for name, one in contracts.items()}
        self.default = default
        self.places = {} if places is None else dict(places)
        self.proofs = proofs
        self.ignored = frozenset(ignored)
        self.max_size = max_size
        self.prices = prices
        self._are_proven = are_proven
        self._contracts = contracts
        self._is_costly = default.proven or bool(only_in_yulopt(default))
        # The longest matching pattern is the most specific one.
        self._patterns = [
            (_regex(name), one)
            for name, one in sorted(self._contracts.items(), key=lambda row: -len(row[0]))
            if is_pattern(name)
        ]

    @property
    def are_uniform(self) -> bool:
        """Whether all contracts are compiled alike."""
        return not self._contracts and not self._is_costly

    def of(self, file: str, contract: str) -> Pipeline:
        """The pipeline of a contract."""
        inside = path_in_project(file)
        for name in (f"{file}:{contract}", f"{inside}:{contract}"):
            if name in self._contracts:
                return self._contracts[name]
        for pattern, one in self._patterns:
            if pattern.fullmatch(inside):
                return one
        return AS_REQUESTED if self.spares(file) else self.default

    def concern(self, file: str) -> bool:
        """Whether anything is chosen for a file, or for a contract in it."""
        starts = (f"{file}:", f"{path_in_project(file)}:")
        for_one = any(name.startswith(starts) for name in self._contracts)
        return for_one or self.of(file, "") != AS_REQUESTED

    def spares(self, file: str) -> bool:
        """Whether a file is not deployed, and the default is too expensive for it."""
        return self._is_costly and is_test_or_script(file)

    def options_of(
        self, file: str, contract: str, settings: JsonObject, release: Release = NEWEST
    ) -> Options:
        """The options for a contract under these settings of a request to a release."""
        pipeline = self.of(file, contract)
        options = in_back(pipeline, settings, release)
        if not only_in_yulopt(pipeline):
            return options
        if is_open_to_choice(settings):
            limit = self.max_size or deployed_limit(options.evm_version)
            options = options._replace(max_size=limit)
        return options._replace(prices=self.prices)

    def with_default(self, pipeline: Pipeline) -> Choices:
        """The same with one pipeline for all contracts, except tests and scripts."""
        return Choices(
            pipeline,
            proofs=self.proofs,
            ignored=self.ignored,
            max_size=self.max_size,
            prices=self.prices,
            are_proven=self._are_proven,
        )

    def as_proven(self) -> Choices:
        """The same, with each pipeline proven."""
        return Choices(
            self.default,
            self._contracts,
            self.places,
            self.proofs,
            self.ignored,
            self.max_size,
            self.prices,
            are_proven=True,
        )

    def tag(self) -> str:
        """A short text that identifies the choices, and the yulopt that follows them; empty if
        there are none."""
        has_pipeline = bool(self._contracts) or self.default is not AS_REQUESTED
        # A request may name a pipeline, to which limit and prices apply.
        if not (has_pipeline or self.max_size is not None or self.prices):
            return ""
        contracts: JsonObject = {name: _key(one) for name, one in self._contracts.items()}
        parts: list[Json] = [VERSION, _key(self.default), contracts]
        if self.max_size is not None:
            parts.append(self.max_size)
        parts += [[name, gas] for name, gas in self.prices]
        return hashlib.sha256(write_json(parts).encode()).hexdigest()[:8]


def is_pattern(name: str) -> bool:
    """Whether the name of a table in `yulopt.toml` is a pattern of files, not a contract."""
    return ":" not in name


def path_in_project(file: str) -> str:
    """The path of a source from the root of the project; Hardhat 3 puts a prefix before it."""
    return file.removeprefix(_PROJECT_PREFIX)


def is_test_or_script(file: str) -> bool:
    """Whether a file has tests or scripts, as Foundry and Hardhat 3 name these."""
    inside = path_in_project(file)
    return any(matches(pattern, inside) for pattern in _NOT_DEPLOYED)


def matches(pattern: str, file: str) -> bool:
    """Whether a pattern of files in `yulopt.toml` matches the path of one."""
    return _regex(pattern).fullmatch(file) is not None


def named_pipeline(name: str) -> Pipeline:
    """The pipeline or named sequence of that name; raises `SequenceError` if there is none."""
    if name in NO_PIPELINE:
        return AS_REQUESTED
    if name in pipeline_names():
        return Pipeline.named(name)
    names = sequence_names()
    if name in names:
        return Pipeline(read_sequence(name))
    known = list(dict.fromkeys([*pipeline_names(), *names, *NO_PIPELINE]))
    close = did_you_mean(name, known, f"expected one of: {', '.join(known)}")
    raise SequenceError(
        f"there is no pipeline '{name}'{close} (Letters of steps go into {STEPS_VARIABLE}, or"
        " 'steps' in yulopt.toml.)"
    )


def option_of_pipeline(name: str) -> str:
    """The option of commands for a pipeline or named sequence, empty if it names none; raises
    `SequenceError` if there is no such name."""
    if named_pipeline(name) is AS_REQUESTED:
        return ""
    return f"{'--pipeline' if name in pipeline_names() else '--sequence'} {name}"


def pipeline_of_steps(letters: str, runs: int | None = None) -> Pipeline:
    """The pipeline with these letters; raises `SequenceError` if they are the name of one."""
    if letters in pipeline_names():
        raise SequenceError(
            f"'{letters}' is the name of a pipeline, not letters of steps (names go into"
            f" {PIPELINE_VARIABLE}, or 'pipeline' in yulopt.toml)"
        )
    return Pipeline(letters, runs)


def named_in_request(request: JsonObject, choices: Choices) -> tuple[JsonObject, Choices]:
    """The request without the pipeline that it names in place of steps, and the choices with it.

    Raises `SequenceError` if there is no such pipeline.
    """
    settings = object_at(request, "settings")
    name = pipeline_in_settings(settings)
    if name is None:
        return request, choices
    try:
        chosen = choices.with_default(named_pipeline(name))
    except SequenceError as error:
        raise SequenceError(f"optimizerSteps: {error.message}") from None
    return request | {"settings": without_pipeline(settings)}, chosen


def pipeline_in_settings(settings: Json) -> str | None:
    """The name of the pipeline that settings have in place of steps, None if they have none."""
    steps = object_at(settings, "optimizer", "details", "yulDetails").get("optimizerSteps")
    is_name = isinstance(steps, str) and steps.startswith(IN_REQUEST)
    return str(steps).removeprefix(IN_REQUEST) if is_name else None


def without_pipeline(settings: JsonObject) -> JsonObject:
    """The settings without the name of a pipeline, which solc takes for wrong steps."""
    if pipeline_in_settings(settings) is None:
        return settings
    details = object_at(settings, "optimizer", "details")
    yul_details = object_at(details, "yulDetails") | {"optimizerSteps": None}
    optimizer = object_at(settings, "optimizer") | {
        "details": _present(details | {"yulDetails": _present(yul_details)})
    }
    return settings | {"optimizer": _present(optimizer)}


def _present(values: JsonObject) -> JsonObject:
    """Without empty values."""
    return {name: value for name, value in values.items() if value not in (None, {})}


def _regex(pattern: str) -> re.Pattern[str]:
    parts: list[str] = []
    end = 0
    for found in _WILDCARDS.finditer(pattern):
        parts += [re.escape(pattern[end : found.start()]), _MEANINGS[found[0]]]
        end = found.end()
    return re.compile("".join([*parts, re.escape(pattern[end:])]))


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
