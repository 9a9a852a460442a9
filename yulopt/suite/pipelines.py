"""Pipelines: named bundles of all compilation settings.

A pipeline is a step sequence with its clean-up, the number of runs to optimise for, and a code
generation. Those that come with yulopt go beyond solc.
"""

from __future__ import annotations

from types import NoneType
from typing import Final, NamedTuple

from yulopt.errors import unknown_name
from yulopt.frequency.call_profile import CallProfile
from yulopt.suite.named_sequences import read_sequence
from yulopt.syntax.arguments import check_argument, check_runs

SOLC_CODEGEN: Final = "solc"
BEYOND_CODEGEN: Final = "beyond"
CODEGENS: Final = (SOLC_CODEGEN, BEYOND_CODEGEN)


class Pipeline:
    """Compilation settings, compared by value.

    `steps`: the main sequence, and after `:` its clean-up; None is solc's default, and without `:`
    solc's clean-up follows. `runs`: the expected number of runs of deployed code, overriding the
    caller's; None leaves it to the caller. `codegen`: `"beyond"` for passes over the assembly
    beyond solc's. `calls`: the number of calls of each function of a contract, for steps beyond
    solc's; None if unknown. `memory_safe`: beyond solc, treat inline assembly as memory-safe (see
    `yulopt.suite.memory_guards`). `proven`: roll back each unproven change of a step.

    Raises `SequenceError` for malformed steps, and ValueError for an unknown code generation and
    for runs out of range.
    """

    def __init__(
        self,
        steps: str | None = None,
        runs: int | None = None,
        codegen: str = SOLC_CODEGEN,
        calls: CallProfile | None = None,
        memory_safe: bool = False,
        proven: bool = False,
    ) -> None:
        check_argument("steps", steps, str, NoneType)
        check_argument("runs", runs, int, NoneType)
        if runs is not None:
            check_runs(runs)
        check_codegen(codegen)
        check_argument("calls", calls, CallProfile, NoneType)
        check_argument("memory_safe", memory_safe, bool)
        check_argument("proven", proven, bool)
        if steps is not None:
            # Imported lazily: listing the names must stay cheap.
            from yulopt.suite.registry import StepLetters
            from yulopt.suite.sequence import parse_sequence

            parse_sequence(steps, StepLetters(), filename="<steps>")
        self.steps = steps
        self.runs = runs
        self.codegen = codegen
        self.calls = calls
        self.memory_safe = memory_safe
        self.proven = proven

    @staticmethod
    def named(
        name: str, calls: CallProfile | None = None, codegen: str = BEYOND_CODEGEN
    ) -> Pipeline:
        """The built-in pipeline of that name, for contracts with these calls.

        With `codegen="solc"`, stock solc compiles the printed Yul to the same code. ValueError
        names the known ones.
        """
        row = _row(name)
        sequence = _SEQUENCE_FOR_SOLC if codegen == SOLC_CODEGEN else _SEQUENCE
        steps = read_sequence(sequence).translate(dict.fromkeys(map(ord, row.without)))
        return Pipeline(steps, row.runs, codegen, calls)

    def as_proven(self) -> Pipeline:
        """The same, proven."""
        return Pipeline(
            self.steps, self.runs, self.codegen, self.calls, self.memory_safe, proven=True
        )

    @property
    def letters(self) -> str | None:
        """The steps without blanks."""
        return None if self.steps is None else "".join(self.steps.split())

    def runs_or(self, runs: int) -> int:
        """The number of runs, if the caller requests `runs`."""
        return runs if self.runs is None else self.runs

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pipeline) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        more = "" if self.calls is None else f", calls={self.calls!r}"
        more += ", memory_safe=True" if self.memory_safe else ""
        more += ", proven=True" if self.proven else ""
        return f"Pipeline(steps={self.steps!r}, runs={self.runs!r}, codegen={self.codegen!r}{more})"

    def _key(self) -> tuple[str | None, int | None, str, CallProfile | None, bool, bool]:
        return (
            self.letters,
            self.runs,
            self.codegen,
            self.calls,
            self.memory_safe,
            self.proven,
        )


class _Row(NamedTuple):
    """A line of the table: the purpose of the pipeline, and its parts.

    `without`: the omitted letters of the sequence; `runs`: None for those of the caller.
    """

    purpose: str
    runs: int | None = None
    without: str = ""


# The sequence of all pipelines, a file (see `named_sequences`), and that for code generation by
# solc.
_SEQUENCE: Final = "beyond"
_SEQUENCE_FOR_SOLC: Final = "beyond-solc"

# Copies of functions for constant arguments (F) mostly cost more bytes than they save.
_PIPELINES: Final = {
    "size": _Row("the fewest bytes, whatever they cost to run", runs=1, without="F"),
    "gas": _Row("the least gas of execution: `runs` weigh it against bytes"),
    "balanced": _Row("between the two: decides as for 50 runs", runs=50),
}


def pipeline_names() -> list[str]:
    """The names of all pipelines that come with yulopt."""
    return list(_PIPELINES)


def name_of_pipeline(steps: str | None, codegen: str, runs: int | None) -> str:
    """The name of the pipeline with these steps for this number of runs, or else of one for any
    runs; empty if there is none."""
    letters = None if steps is None else "".join(steps.split())
    alike = {
        named.runs: name
        for name in reversed(pipeline_names())
        for named in [Pipeline.named(name, codegen=codegen)]
        if named.letters == letters
    }
    return alike.get(runs) or alike.get(None, "")


def describe_pipeline(name: str) -> str:
    """The purpose of the pipeline of that name; ValueError names the known ones."""
    return _row(name).purpose


def check_codegen(codegen: str) -> None:
    """Raise ValueError for an unknown code generation."""
    if codegen not in CODEGENS:
        raise ValueError(f"codegen must be one of {', '.join(CODEGENS)}, not {codegen!r}")


def _row(name: str) -> _Row:
    if name not in _PIPELINES:
        raise ValueError(unknown_name("pipeline", name, _PIPELINES))
    return _PIPELINES[name]
