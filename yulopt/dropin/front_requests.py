"""The requests to the front-end solc for one request, and its merged answers.

A contract with settings of its own needs a request of its own: the settings are part of its
metadata, whose hash is in its code.

Source: chapter 11, sections 2.2, 5.4 and 6 of the specification.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from yulopt.dropin.choices import Choices
from yulopt.dropin.pipelines import in_front
from yulopt.dropin.remarks import contracts_with_ir
from yulopt.dropin.selection import Selection
from yulopt.persistence.json_values import (
    Json,
    JsonObject,
    object_at,
    object_in,
    read_json,
    write_json,
)
from yulopt.suite.pipelines import Pipeline

# Asks the front-end solc: a request in, its answer out.
AskFront: TypeAlias = Callable[[str], str]


class FrontAnswer:
    """The answer of the front-end solc.

    `text` is verbatim; `answer` the same as values, None if there is nothing to compile: for
    errors, or an answer that is not JSON. `files` are those that it has read.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        try:
            answer = read_json(text)
        except ValueError:
            answer = None
        self.files = frozenset(object_at(answer, "sources"))
        is_right = isinstance(answer, dict) and not _has_failed(answer)
        self.answer = answer if isinstance(answer, dict) and is_right else None


def ask_for_ir(
    request: JsonObject, selection: Selection, choices: Choices, ask_front: AskFront
) -> FrontAnswer:
    """The answer to a request for IR instead of code, each contract under its settings."""
    settings = object_at(request, "settings")

    def send(pipeline: Pipeline, outputs: Json) -> FrontAnswer:
        sent = in_front(pipeline, settings) | {"outputSelection": outputs}
        return FrontAnswer(ask_front(write_json(request | {"settings": sent})))

    def ask(pipeline: Pipeline, wanted: Selection) -> FrontAnswer:
        # For a project of 200 files that all select the same, as Foundry lists them, solc takes a
        # third less of processor time if the selection does not list them.
        alike = wanted.of_any_file(object_at(request, "sources"))
        if alike is not None:
            answer = send(pipeline, alike)
            # Of files that it has found besides, it would report warnings.
            if wanted.lists(answer.files):
                return answer
        return send(pipeline, wanted.in_front())

    first = ask(choices.default, selection)
    if first.answer is None:
        return first
    usual = in_front(choices.default, settings)
    apart: dict[str, list[tuple[str, str]]] = {}
    pipelines: dict[str, Pipeline] = {}
    for file, contract in contracts_with_ir(first.answer):
        pipeline = choices.of(file, contract)
        own = in_front(pipeline, settings)
        if own != usual:
            key = write_json(own)
            pipelines[key] = pipeline
            apart.setdefault(key, []).append((file, contract))
    for key, names in apart.items():
        again = ask(pipelines[key], selection.only(names))
        if again.answer is None:
            return again
        for file, contract in names:
            answered = object_at(again.answer, "contracts", file)
            object_in(object_in(first.answer, "contracts"), file)[contract] = answered[contract]
    return first


def _has_failed(answer: JsonObject) -> bool:
    errors = answer.get("errors")
    return isinstance(errors, list) and any(
        object_at(error).get("severity") == "error" for error in errors
    )
