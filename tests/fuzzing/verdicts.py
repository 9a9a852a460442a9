"""The verdicts of yulopt and solc on an input: accepted or rejected, and why.

Whatever is neither is a failure: an exception that is no `YulError`, an error without a proper
place, no answer in time, or the death of the process.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
import traceback
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import yulopt
from tests.campaign import serve_lines
from tests.fuzzing.inputs import Input
from tests.oracle import Job, JsonLines, Oracle, ProcessFailure
from yulopt.dialect import dialect_for, parse_evm_version
from yulopt.errors import YulError
from yulopt.syntax.parser import parse_source
from yulopt.terminal.console import read_source

ACCEPTED, REJECTED, FAILED, UNKNOWN = "accepted", "rejected", "failed", "unknown"
SECONDS: Final = 5.0

# Errors of solc about the text itself.
_REJECTING: Final = re.compile(
    r"^(?:Parser|Declaration|Syntax|Type|DocstringParsing)Error:", re.MULTILINE
)
# Errors of solc after it has accepted the text.
_LATER: Final = re.compile(
    r"^(?:Uncaught exception|InternalCompilerError|Internal compiler error|CodeGenerationError"
    r"|YulException|UnimplementedFeatureError)",
    re.MULTILINE,
)


@dataclass(frozen=True)
class Verdict:
    """`kind` is one of the words at the top; `detail` is a message, or the printed program."""

    kind: str
    detail: str

    @property
    def symptom(self) -> str:
        """The symptom that shrinking must preserve: the kind, and for a failure its text."""
        return f"{self.kind}: {message_kind(self.detail)}" if self.kind == FAILED else self.kind


def message_kind(message: str) -> str:
    """A message without the names and numbers in it."""
    text = re.sub(r"'[^']*'|\"[^\"]*\"", "'_'", message.splitlines()[0] if message else "")
    return re.sub(r"0x[0-9a-f]+|\d+", "N", text)[:100]


def judge(data: bytes, evm_version: str, path: Path) -> Verdict:
    """The verdict of yulopt in this process; `path` is a file to use."""
    path.write_bytes(data)
    try:
        source = read_source(str(path))
        tree = parse_source(source, dialect_for(parse_evm_version(evm_version)))
    except YulError as error:
        wrong = _wrong_report(error, data)
        return Verdict(FAILED, wrong) if wrong else Verdict(REJECTED, error.message)
    return Verdict(ACCEPTED, yulopt.print_yul(tree))


def _wrong_report(error: YulError, data: bytes) -> str:
    """The fault of an error itself, or of one reported with it."""
    lines = data.decode("utf-8-sig", "replace").split("\n")
    errors = (error, *error.others)
    for one in errors:
        if "\n" in one.message or not one.message.isprintable():
            return f"message that cannot be shown: {one.message!r}"
        if len(one.message) > 4 * len(data) + 300:
            return "message too long"
        if not 1 <= one.line <= len(lines):
            return f"line {one.line} of {len(lines)}"
        if not 1 <= one.column <= len(lines[one.line - 1]) + 1:
            return f"column {one.column} outside the line"
    expected = 3 * len(errors) + error.has_more
    return "" if len(error.report().split("\n")) == expected else "report of other length"


def serve() -> None:
    """Answer inputs from standard input, one JSON line each."""
    with tempfile.TemporaryDirectory() as folder:

        def answer(line: str) -> dict[str, str]:
            question = json.loads(line)
            data = question["data"].encode("latin-1")
            try:
                verdict = judge(data, question["evm_version"], Path(folder, "input.yul"))
            except Exception as error:  # whatever is no YulError is a failure
                last = traceback.extract_tb(error.__traceback__)[-1]
                place = f"{Path(last.filename).name}, {last.name}"
                verdict = Verdict(FAILED, f"{type(error).__name__} in {place}: {error}")
            return vars(verdict)

        serve_lines(answer)


class Yulopt:
    """A worker process with yulopt; it is replaced when it dies or takes too long."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self.seconds = seconds
        start = "from tests.fuzzing.verdicts import serve; serve()"
        self.process = JsonLines([sys.executable, "-c", start])
        # Starting the process does not count.
        self.process.ask({"data": "{ }", "evm_version": "osaka"}, 60)

    def judge(self, given: Input) -> Verdict:
        """The verdict of yulopt."""
        question = {"data": given.data.decode("latin-1"), "evm_version": given.evm_version}
        try:
            answer = self.process.ask({**question}, self.seconds)
        except ProcessFailure as failure:
            return Verdict(FAILED, str(failure))
        return Verdict(str(answer["kind"]), str(answer["detail"]))

    def close(self) -> None:
        self.process.close()


class Solc:
    """A worker process with solc."""

    def __init__(self) -> None:
        self.oracle = Oracle()

    def judge(self, given: Input) -> Verdict:
        """The verdict of solc's parser and analysis; UNKNOWN if something else stopped it.

        The text must be UTF-8.
        """
        # yulopt ignores a byte-order mark, which solc refuses.
        job = Job(given.name, given.data.decode("utf-8-sig"), ":", given.evm_version, output="ir")
        result = self.oracle.run(job)
        if result.text is not None:
            return Verdict(ACCEPTED, result.text)
        error = result.error or ""
        if _REJECTING.search(error):
            return Verdict(REJECTED, error)
        return Verdict(ACCEPTED if _LATER.search(error) else UNKNOWN, error)

    def close(self) -> None:
        self.oracle.close()
