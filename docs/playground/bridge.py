"""The interface of the page to yulopt: JSON in, JSON out, by the ordinary package.

The page runs solc in another thread, for which Python cannot wait. A compile that lacks an answer
of solc ends with the question instead; the page asks solc and compiles again.
"""

from __future__ import annotations

import gc
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from yulopt.assembly.instruction_list import read_instructions
from yulopt.assembly.opcodes import JUMPDEST, disassemble
from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for, parse_evm_version
from yulopt.driver.optimization import optimize_parsed
from yulopt.dropin.build import compile_with
from yulopt.dropin.choices import Choices
from yulopt.dropin.front import FrontError
from yulopt.dropin.notices import PIPELINE
from yulopt.dropin.pipelines import in_back
from yulopt.dropin.standard_json import compile_standard_json
from yulopt.errors import Source, YulError
from yulopt.evm.chain import Chain
from yulopt.evm.environment import DEFAULT_ORIGIN, Environment
from yulopt.explore.page import page_text
from yulopt.explore.recorder import explore_program
from yulopt.interpreter.report import Json as OutcomeJson
from yulopt.interpreter.report import outcome_json
from yulopt.interpreter.run import fund
from yulopt.passes.step import Observer
from yulopt.persistence.cache import Cache
from yulopt.persistence.json_values import Json, JsonObject, object_at, read_json, write_json
from yulopt.suite.pipelines import Pipeline, pipeline_names
from yulopt.suite.registry import all_steps
from yulopt.syntax.parser import parse_source
from yulopt.trace.recorder import Recorder
from yulopt.trace.recording import Change, Recording, Settings, changes_of, position_in_run
from yulopt.trace.terminal import unified

# An address that is not linked yet.
_PLACEHOLDER: Final = re.compile(r"__\$[0-9a-f]{34}\$__")
_MAPPED_FIELDS: Final = 3


class Question(Exception):
    """Solc has to be asked first."""

    def __init__(self, request: str) -> None:
        super().__init__(request)
        self.request = request


def compile_request(request: str, pipeline: str, answers: str) -> str:
    """Answer a request in standard JSON as `yulopt solc` does, by a pipeline or a sequence.

    `pipeline` is the name of one, or steps; "" is solc's default. `answers` has pairs of requests
    to solc and the texts of its answers. The result is the `answer`, or a `question` for solc, or
    an `error`.
    """
    known = [(_of_settings(object_at(one)), two) for one, two in _pairs(answers)]
    # What a compile leaves is not circular, and looking for that takes time.
    gc.disable()
    try:
        return _answer(request, pipeline, known)
    finally:
        gc.enable()


def _answer(request: str, pipeline: str, known: list[tuple[JsonObject, str]]) -> str:
    def ask_solc(text: str) -> str:
        asked = _of_settings(object_at(read_json(text)))
        if asked["language"] == "Yul":
            # What is wrong is told in words of yulopt, beside those of solc.
            raise FrontError("solc is asked by the page")
        for settings, answer in known:
            if settings == asked:
                return answer
        raise Question(text)

    try:
        # The page shows the choice.
        choices = Choices(_chosen(pipeline), ignored=[PIPELINE.code])
        answer = compile_standard_json(request, ask_solc, compile_with(Cache(None), 1), choices)
    except Question as question:
        return write_json({"question": read_json(question.request)})
    except YulError as error:
        return write_json({"error": error.message})
    return f'{{"answer":{answer}}}'


def _pairs(answers: str) -> list[tuple[Json, str]]:
    pairs = read_json(answers)
    assert isinstance(pairs, list)
    return [(pair["request"], str(pair["answer"])) for pair in map(object_at, pairs)]


def _of_settings(request: JsonObject) -> JsonObject:
    """A request without what it wants to know; the sources are those of the page."""
    settings = {**object_at(request, "settings")}
    settings.pop("outputSelection", None)
    return {"language": request.get("language"), "settings": settings}


def _chosen(pipeline: str) -> Pipeline:
    """Raises `SequenceError`."""
    if pipeline in pipeline_names():
        return Pipeline.named(pipeline)
    return Pipeline(pipeline or None)


# The assembly


def assembly(code: str, source_map: str, evm_version: str) -> str:
    """The instructions of bytecode: offset, text, gas, height of the stack, and location.

    `code` are hexadecimal digits. The gas is the least that the instruction costs. The height is
    that after the instruction, from the start of its block. A location is `[file, start, end]`, and
    null for none. What follows the mapped instructions is data: one row, with null for gas.
    """
    dialect = dialect_for(parse_evm_version(evm_version))
    content = bytes.fromhex(_PLACEHOLDER.sub("0" * 40, code))
    locations = [*_locations(source_map)]
    rows: list[Json] = []
    end, height = 0, 0
    for read, location in zip(
        read_instructions(content, len(locations), dialect), locations, strict=True
    ):
        text = disassemble(content[read.offset : read.end], dialect).strip()
        if read.opcode == JUMPDEST:
            height = 0
        height += read.results - read.arguments
        end = read.end
        rows.append([read.offset, text, read.gas, height, location])
    if end < len(content):
        rows.append([end, f"{len(content) - end} bytes of data", None, 0, None])
    return write_json(rows)


def _locations(source_map: str) -> Iterator[Json]:
    """The location of each instruction; a field that is left out is that of the one before."""
    fields = ["-1", "-1", "-1"]
    for entry in source_map.split(";") if source_map else ():
        for index, field in enumerate(entry.split(":")[:_MAPPED_FIELDS]):
            fields[index] = field or fields[index]
        start, length, file = map(int, fields)
        yield None if file < 0 else [file, start, start + length]


# The steps


@dataclass
class Run:
    """A run of the optimiser over the IR of a contract."""

    settings: Settings
    ir: str

    def watch(self, observer: Observer) -> None:
        options = self.settings.options
        source = Source(self.ir, self.settings.file)
        program = parse_source(source, options.dialect)
        optimize_parsed(program, source, options, observer=observer)

    def record(self) -> Recording:
        recorder = Recorder(self.settings, self.ir)
        self.watch(recorder)
        return recorder.recording


class _LookedAt:
    """The run whose steps are shown, and its changes."""

    run: Run
    changes: list[Change]


looked_at: Final = _LookedAt()


def steps(request: str, pipeline: str, name: str, ir: str) -> str:
    """Record the run over the IR of a contract: the steps that changed something.

    Each has letter, name, where it ran, and the size and gas of its object before and after.
    """
    run = Run(_settings(request, pipeline, name), ir)
    recording = run.record()
    looked_at.run, looked_at.changes = run, list(changes_of(recording))
    return write_json(
        {
            "runs": len(recording.steps),
            "steps": [
                {
                    "letter": all_steps()[change.step.name].letter,
                    "name": change.step.name,
                    "object": recording.objects[change.step.object_number].path,
                    "place": position_in_run(recording, change.step),
                    "size": [change.step.before.known_size, change.step.after.known_size],
                    "gas": [change.step.before.gas, change.step.after.gas],
                }
                for change in looked_at.changes
            ],
        }
    )


def step(number: int) -> str:
    """What a step of the run recorded last changed: its unified difference, and the program."""
    change = looked_at.changes[number]
    difference: list[Json] = [*unified(change.old, change.new, change.step.edits)]
    return write_json({"difference": difference, "program": change.after.program_text()})


def explore(request: str, pipeline: str, name: str, ir: str) -> str:
    """The page of `yulopt explore` for the IR of a contract."""
    return page_text(explore_program(Source(ir, name), _settings(request, pipeline, name)))


def _settings(request: str, pipeline: str, name: str) -> Settings:
    settings = object_at(object_at(read_json(request)), "settings")
    return Settings(name, in_back(_chosen(pipeline), settings))


# Calls


def run(code: str, calls: str, evm_version: str) -> str:
    """Deploy creation code in a world of its own, and call what it makes.

    `calls` are objects with `data`, and perhaps `value` and `sender`; the first one is the
    deployment. The result has an outcome for each, as `yulopt run --json` tells it, up to the first
    that goes beyond the limits, or the deployment if it fails.
    """
    chain = Chain(None, Environment(parse_evm_version(evm_version)))
    outcomes: list[dict[str, OutcomeJson]] = []
    contract: int | None = None
    wanted = read_json(calls)
    assert isinstance(wanted, list)
    for call in map(object_at, wanted):
        data = bytes.fromhex(str(call["data"]).removeprefix("0x"))
        value = int(str(call.get("value") or 0), 0)
        sender = int(str(call.get("sender") or DEFAULT_ORIGIN), 0)
        chain.environment.origin = sender
        fund(chain, sender, value)
        if contract is None:
            creation = bytes.fromhex(_PLACEHOLDER.sub("0" * 40, code))
            outcome = chain.create(sender, creation + data, value)
            contract = outcome.created or None
        else:
            outcome = chain.call(sender, contract, data, value)
        outcomes.append(outcome_json(outcome))
        if contract is None or outcome.is_limit:
            break
    return json.dumps(outcomes)


def warm_up(program: str) -> None:
    """Do everything once with a program in Yul, so that all that it takes is loaded."""
    # The IR of solc has annotations, which are read by a module of their own.
    program = program.replace('\nobject "', '\n/// @use-src 0:"input"\nobject "', 1)
    program = program.replace("code {", "code /** @src 0:0:1 */ {", 1)
    settings: JsonObject = {
        "optimizer": {"enabled": True},
        "outputSelection": {"*": {"*": ["evm.bytecode", "irOptimized"]}},
    }

    def request_for(text: str) -> str:
        sources: JsonObject = {"input": {"content": text}}
        return write_json({"language": "Yul", "sources": sources, "settings": settings})

    # An error of syntax is told by a module of its own.
    compile_request(request_for(program.rstrip()[:-1]), "", "[]")
    request = request_for(program)
    for pipeline in pipeline_names():
        answer = object_at(read_json(compile_request(request, pipeline, "[]")), "answer")
        (contract,) = object_at(answer, "contracts", "input").values()
        bytecode = object_at(contract, "evm", "bytecode")
        code = str(bytecode["object"])
        assembly(code, str(bytecode["sourceMap"]), DEFAULT_EVM_VERSION.text)
        run(code, '[{"data": ""}]', DEFAULT_EVM_VERSION.text)
    steps(request, "", "input", program)
    looked_at.changes = []
