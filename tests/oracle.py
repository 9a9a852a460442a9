"""The reference compiler as an oracle: the output of solc's Yul optimiser for a source.

`run_batch` takes jobs and gives results, in the same order, from long-lived node processes. It
needs `node` and the npm package `solc` (its directory in the environment variable `SOLC`);
`available` says what is missing, and `skip_unless_available` skips a test with that reason.
"""

from __future__ import annotations

import atexit
import json
import os
import queue
import re
import shutil
import subprocess
import tempfile
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self, TypeAlias, TypeVar

from yulopt.dialect import NEWEST, RELEASES

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"
SCRIPT = Path(__file__).with_name("solc.js")
# solc's names of the outputs of a job.
OUTPUTS = {"irOptimized": "irOptimized", "ir": "ir", "bytecode": "evm.bytecode.object"}

Worker = TypeVar("Worker")
Task = TypeVar("Task")
Answer = TypeVar("Answer")
Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"


@dataclass(frozen=True)
class Job:
    """One question. `steps=None` is solc's default sequence; `output` is one of `OUTPUTS`."""

    id: str
    source: str
    steps: str | None = None
    evm_version: str | None = None
    runs: int = 200
    stack_allocation: bool = True
    output: str = "irOptimized"
    solc_version: str | None = None

    def to_json(self) -> dict[str, Json]:
        return {
            "id": self.id,
            "source": self.source,
            "steps": self.steps,
            "evmVersion": self.evm_version,
            "runs": self.runs,
            "stackAllocation": self.stack_allocation,
            "output": self.output,
        }

    def standard_json(self) -> dict[str, Json]:
        """The question in solc's standard JSON format."""
        yul_details: dict[str, Json] = {"stackAllocation": self.stack_allocation}
        if self.steps is not None:
            yul_details["optimizerSteps"] = self.steps
        details: dict[str, Json] = {"yul": True, "yulDetails": yul_details}
        settings: dict[str, Json] = {
            "debug": {"debugInfo": []},
            "optimizer": {"enabled": True, "runs": self.runs, "details": details},
            "outputSelection": {"*": {"*": [OUTPUTS[self.output]]}},
        }
        if self.evm_version is not None:
            settings["evmVersion"] = self.evm_version
        return {
            "language": "Yul",
            "sources": {"input.yul": {"content": self.source}},
            "settings": settings,
        }

    def read(self, answer: Mapping[str, Json]) -> Result:
        """The answer in solc's standard JSON format."""
        for contract in members(answer, "contracts", "input.yul").values():
            *path, name = OUTPUTS[self.output].split(".")
            text = members(contract, *path).get(name)
            if isinstance(text, str) and text:
                return Result(self.id, text=text)
        return Result(self.id, error=errors_in(answer))


@dataclass(frozen=True)
class Result:
    """One answer: either `text`, or `error` with the reason why there is none."""

    id: str
    text: str | None = None
    error: str | None = None


@dataclass(frozen=True)
class StackTooDeep:
    """solc's complaint that it cannot reach `variable`: it is `slots` slots too deep in the stack.

    `function` is the function that the message names, if it does. Where it gives a `place`, that
    is in the optimised text, which solc then does not show; see `function_at`.
    """

    variable: str | None
    slots: int
    function: str | None = None
    place: tuple[int, int] | None = None


_UNREACHABLE = re.compile(
    r"""::what:\ (?:Cannot\ swap\ )?(?:Variable|Slot)\ (?P<variable>\S+)\ .*?
    (?:by\ |is\ )(?P<slots>\d+)\ (?:slots|slot\(s\)|too\ deep)""",
    re.VERBOSE,
)
_TOO_MANY = re.compile(r"function (?P<function>\S+) has (?P<slots>\d+) parameters or return var")
_PLACE = re.compile(r"tag_sourceLocation\*\] = [\w.]+\[(\d+),(\d+)\]")


def stack_too_deep(error: str) -> StackTooDeep | None:
    """The stack problem in an error of solc, if it is about the stack."""
    if "StackTooDeep" not in error:
        return None
    place = _PLACE.search(error)
    where = (int(place[1]), int(place[2])) if place else None
    if found := _TOO_MANY.search(error):
        return StackTooDeep(None, int(found["slots"]), found["function"], where)
    if found := _UNREACHABLE.search(error):
        return StackTooDeep(found["variable"], int(found["slots"]), None, where)
    return StackTooDeep(None, 0, None, where)


def function_at(text: str, place: tuple[int, int]) -> str | None:
    """The innermost function around a place in printed Yul; None is code outside functions."""
    open_blocks: list[tuple[int, str | None]] = []  # where each started, and its function if any
    head: re.Match[str] | None = None
    found = None
    for token in re.finditer(r'"(?:\\.|[^"\\])*"|function (\S+?)\(|[{}]', text):
        if token[1]:
            head = token
        elif token[0] == "{":
            open_blocks.append((head.start(), head[1]) if head else (token.start(), None))
            head = None
        elif token[0] == "}":
            start, name = open_blocks.pop()
            if start <= place[0] and place[1] <= token.end() and name and not found:
                found = name
    return found


class ProcessFailure(Exception):
    """A helper process died or was stopped because it took too long."""


def members(value: Json | Mapping[str, Json], *path: str) -> Mapping[str, Json]:
    """The members of the object that a path of names leads to; none if it leads nowhere."""
    for name in path:
        value = value.get(name) if isinstance(value, Mapping) else None
    return value if isinstance(value, Mapping) else {}


def errors_in(answer: Mapping[str, Json]) -> str:
    """The errors in an answer of solc's, as it shows them."""
    errors = answer.get("errors")
    found = [members(error) for error in errors] if isinstance(errors, list) else []
    texts = [
        str(error.get("formattedMessage") or error.get("message"))
        for error in found
        if error.get("severity") == "error"
    ]
    return "\n".join(texts) or "oracle: neither a text nor an error"


class JsonLines:
    """A long-lived process that answers each line of JSON on its input with one line of JSON.

    The process starts with the first question and is replaced after a failure.
    """

    def __init__(
        self, command: Sequence[str], environment: Mapping[str, str] | None = None
    ) -> None:
        self.command = list(command)
        self.environment = {**os.environ, **(environment or {})}
        self.process: subprocess.Popen[str] | None = None
        self.lock = threading.Lock()
        self.folder = tempfile.TemporaryDirectory()
        self.messages = Path(self.folder.name, "messages.txt")  # what it says on standard error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        self.stop()
        self.folder.cleanup()

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.communicate()
            self.process = None

    def start(self) -> subprocess.Popen[str]:
        with self.messages.open("w") as messages:
            return subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=messages,
                text=True,
                encoding="utf-8",
                cwd=ROOT,
                env=self.environment,
            )

    def ask(self, question: Mapping[str, Json], timeout: float) -> dict[str, Json]:
        """The answer to one question; raises `ProcessFailure` when there is none in time."""
        with self.lock:
            if self.process is None:
                self.process = self.start()
            overdue = threading.Event()
            line = self.exchange(self.process, json.dumps(question), timeout, overdue)
            if line.endswith("\n"):
                answer = json.loads(line)
                assert isinstance(answer, dict)
                return answer
            self.stop()
            if overdue.is_set():
                raise ProcessFailure(f"no answer within {timeout:g} seconds")
            last = self.messages.read_text("utf-8", "replace").strip().splitlines()[-1:]
            raise ProcessFailure(": ".join([f"{Path(self.command[0]).name} died", *last]))

    def exchange(
        self, process: subprocess.Popen[str], line: str, timeout: float, overdue: threading.Event
    ) -> str:
        """The line that answers `line`; when that takes too long, set `overdue` and give up."""
        assert process.stdin is not None
        assert process.stdout is not None

        def give_up() -> None:
            overdue.set()
            process.kill()

        timer = threading.Timer(timeout, give_up)
        timer.start()
        try:
            process.stdin.write(line + "\n")
            process.stdin.flush()
            return process.stdout.readline()
        except BrokenPipeError:
            return ""
        finally:
            timer.cancel()


# Idle processes with solc. To start one, and to have it compile itself,
# takes longer than the answers to most batches.
_at_rest: dict[Path, list[JsonLines]] = {}


def _solc_process(package: Path) -> JsonLines:
    """A process with a package of solc for one user, who puts it back when done."""
    if at_rest := _at_rest.get(package):
        return at_rest.pop()
    environment = {"SOLC": str(package)}
    process = JsonLines([shutil.which("node") or "node", str(SCRIPT)], environment)
    atexit.register(process.close)
    return process


def package_of(solc_version: str | None = None) -> Path:
    """Where the npm package of a release should be: that of the newest in `SOLC`, None or not, and
    those of others in folders `VERSION/node_modules/solc` of `YULOPT_SOLCS`.
    """
    if solc_version in (None, NEWEST.version):
        return Path(os.environ.get("SOLC", ""))
    return Path(os.environ.get("YULOPT_SOLCS", ""), solc_version, "node_modules", "solc")


def releases_at_hand() -> list[str]:
    """The releases, oldest first, whose packages are there."""
    if shutil.which("node") is None:
        return []
    return [version for version in RELEASES if Path(package_of(version), "package.json").is_file()]


def answer_of_solc(text: str, timeout: float = 600.0, solc_version: str | None = None) -> str:
    """The answer of solc to a request in standard JSON, or to whatever the text is, as text.

    Raises `ProcessFailure` when there is none in time.
    """
    package = package_of(solc_version)
    process = _solc_process(package)
    answer = process.ask({"text": text}, timeout)["text"]
    _at_rest.setdefault(package, []).append(process)
    assert isinstance(answer, str)
    return answer


class Oracle:
    """One node process with a release of solc, None for the newest that yulopt covers.

    A job on which it dies twice, or takes too long, is an error. The process serves the next oracle
    of the release after this one is closed, until this Python ends.
    """

    def __init__(self, timeout: float = 60.0, solc_version: str | None = None) -> None:
        self.timeout = timeout
        self.package = package_of(solc_version)
        self.process = _solc_process(self.package)

    def run(self, job: Job) -> Result:
        for attempt in (1, 2):
            try:
                answer = self.process.ask(job.standard_json(), self.timeout)
                break
            except ProcessFailure as failure:
                # The first death may be due to remains of earlier jobs.
                if attempt == 2 or str(failure).startswith("no answer"):
                    return Result(job.id, error=f"oracle: {failure}")
        return job.read(answer)

    def close(self) -> None:
        """End the process; no further requests are allowed."""
        _at_rest.setdefault(self.package, []).append(self.process)


def available(solc_version: str | None = None) -> str | None:
    """Why the oracle of a release cannot run here, or None if it can."""
    if shutil.which("node") is None:
        return "no oracle: the command 'node' is not on the PATH"
    if solc_version not in (None, NEWEST.version):
        if solc_version in releases_at_hand():
            return None
        return f"no oracle: YULOPT_SOLCS names no folder with {solc_version}/node_modules/solc"
    package = os.environ.get("SOLC")
    if not package:
        return f"no oracle: set SOLC to the directory of the npm package solc ({NEWEST.version})"
    if not Path(package, "package.json").is_file():
        return f"no oracle: SOLC is {package}, which holds no npm package"
    return None


def skip_unless_available() -> None:
    """In a test or fixture: skip, saying what is missing, unless the oracle can run."""
    import pytest

    if reason := available():
        pytest.skip(reason)


def ordered_map(
    workers: Sequence[Worker], tasks: Iterable[Task], run: Callable[[Worker, Task], Answer]
) -> Generator[Answer, None, None]:
    """`run(worker, task)` for every task, in as many threads as there are workers.

    Results come in the order of the tasks, which are taken from the iterable as results are used.
    """
    free: queue.SimpleQueue[Worker] = queue.SimpleQueue()
    for worker in workers:
        free.put(worker)

    def run_one(task: Task) -> Answer:
        worker = free.get()
        try:
            return run(worker, task)
        finally:
            free.put(worker)

    pending: deque[Future[Answer]] = deque()
    with ThreadPoolExecutor(len(workers)) as executor:
        try:
            for task in tasks:
                pending.append(executor.submit(run_one, task))
                if len(pending) > 2 * len(workers):
                    yield pending.popleft().result()
            while pending:
                yield pending.popleft().result()
        finally:
            for future in pending:
                future.cancel()


def run_batch(
    jobs: Iterable[Job],
    *,
    processes: int = 1,
    timeout: float = 60.0,
    solc_version: str | None = None,
) -> Iterator[Result]:
    """The results of the jobs, in order, from `processes` node processes."""
    oracles = [Oracle(timeout, solc_version) for _ in range(processes)]
    try:
        yield from ordered_map(oracles, jobs, Oracle.run)
    finally:
        for oracle in oracles:
            oracle.close()
