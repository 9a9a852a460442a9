"""The interface of a proof: code by the names of its functions, settings, verdicts."""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Final

from yulopt.dialect import Dialect
from yulopt.prover.calls import OUTERMOST, CallGraph
from yulopt.prover.work_clock import OpenQuestion
from yulopt.syntax.ast import Block, FunctionCall, FunctionDefinition
from yulopt.syntax.visitor import Walker


class Status(enum.Enum):
    """The status of a pair of functions."""

    PROVEN = "proven"
    REFUTED = "refuted"
    OPEN = "open"


@dataclass(frozen=True)
class Query:
    """A question to a solver: `digest` is the hash of its SMT-LIB text, `answer` sat, unsat or
    unknown."""

    solver: str
    digest: str
    answer: str
    seconds: float


@dataclass(frozen=True)
class CallResult:
    """The outcome of an external call or creation: its result, and the size and words of the
    returned data, by offset."""

    result: int
    size: int
    returned: dict[int, int]


@dataclass(frozen=True)
class Counterexample:
    """Values for which both functions differ, as far as the solver assigned any.

    `parameters` of the function in their order; words of `calldata` and of `memory` by offset, of
    `storage` and `transient` storage by slot; `environment` by the name of the builtin
    (`callvalue`, `calldatasize`, ...); `calls` in the order of the solver's model.
    """

    parameters: tuple[int, ...] = ()
    calldata: dict[int, int] = field(default_factory=dict)
    memory: dict[int, int] = field(default_factory=dict)
    storage: dict[int, int] = field(default_factory=dict)
    transient: dict[int, int] = field(default_factory=dict)
    environment: dict[str, int] = field(default_factory=dict)
    calls: tuple[CallResult, ...] = ()


@dataclass
class Verdict:
    """The verdict about two functions.

    `method` is "equal trees", "normal form" or "smt" if they are proven equal, and "smt" if a
    solver found values for which they differ; `further` are more such values, in case execution
    shows no difference for these. `reason` says why a pair is open. `assumed` are the pairs of
    called functions, before and after, that were assumed equal: the verdict holds if all of these
    are proven. `uses_callers`: it depends on how the program calls the function.
    """

    status: Status
    method: str = ""
    reason: str = ""
    queries: list[Query] = field(default_factory=list)
    counterexample: Counterexample | None = None
    further: Iterator[Counterexample] = field(default_factory=lambda: iter(()))
    assumed: frozenset[tuple[str, str]] = frozenset()
    uses_callers: bool = False


# Code with more bytes gets more time.
_BYTES: Final = 4096


@dataclass(frozen=True)
class ProofSettings:
    """The effort: `seconds` for one pair of functions, and the solvers to query; with `replays`,
    they have to give counterexamples that can be executed. `smtlib` is the folder for the queries
    that a solver proved, if there is one. A brief proof compares normal forms only, without facts
    about the calls of functions."""

    dialect: Dialect
    seconds: float = 10.0
    solvers: tuple[str, ...] = ("z3",)
    replays: bool = True
    smtlib: Path | None = None
    is_brief: bool = False

    def for_code(self, size: int) -> ProofSettings:
        """The settings with more time if there are many bytes, which may be those of many
        functions."""
        return replace(self, seconds=self.seconds * max(1.0, size / _BYTES))


class CodeView:
    """The code of an object by the names of its functions; raises OpenQuestion unless these are
    unique."""

    def __init__(self, block: Block) -> None:
        collector = _Definitions()
        collector.visit_block(block)
        self.block = block
        self.functions = collector.found

    @cached_property
    def calls(self) -> CallGraph:
        """The call graph, cached: the code after a step is also that before the next one."""
        return CallGraph(self.block)

    @cached_property
    def call_counts(self) -> dict[str, Counter[str]]:
        """How often each function, and the code outside as `OUTERMOST`, calls the functions."""
        counter = _CallCounter()
        counter.visit_block(self.block)
        return counter.counts

    def body(self, name: str | None) -> Block:
        """The body of a function; for None all code, functions included."""
        return self.block if name is None else self.functions[name].body

    def signature(self, name: str) -> tuple[int, int]:
        """The numbers of parameters and results of a function."""
        function = self.functions[name]
        return len(function.parameters), len(function.returns)


class _Definitions(Walker):
    def __init__(self) -> None:
        self.found: dict[str, FunctionDefinition] = {}

    def visit_function(self, function: FunctionDefinition) -> None:
        if function.name in self.found:
            raise OpenQuestion(f"there are two functions {function.name}")
        self.found[function.name] = function
        super().visit_function(function)


class _CallCounter(Walker):
    """Counts the calls in each function, and in the code outside functions."""

    def __init__(self) -> None:
        self._callees: Counter[str] = Counter()
        self.counts = {OUTERMOST: self._callees}

    def visit_call(self, call: FunctionCall) -> None:
        if call.builtin is None:
            self._callees[call.name] += 1
        super().visit_call(call)

    def visit_function(self, function: FunctionDefinition) -> None:
        outer, self._callees = self._callees, Counter()
        self.counts[function.name] = self._callees
        super().visit_function(function)
        self._callees = outer
