"""The library that saturates e-graphs, `egglog`, which is imported when it is first needed.

It is large (its shared library has some 200 MB), and only saturation needs it; so it is an optional
dependency. Its programs are written as text, in its own language, which is fast and exact; a
snapshot of the e-graph is only available through the low-level interface.

An e-graph of the library belongs to the thread that made it, even when it is deleted, while yulopt
switches threads for a deep stack. So each e-graph has its own thread, which executes all requests
to it.

Terms get into the e-graph as rows of tables that the library reads from files (`Facts`). Thousands
of actions, written as a program, take the library minutes and gigabytes, because each is compiled;
a table of as many rows is read in milliseconds, and one rule turns all of them into terms: `(rule
((AddRow e a b)) ((union (H e) (Add (H a) (H b)))))`. A table is declared with its first row.

Source: Zhang et al., "Better Together: Unifying Datalog and Equality Saturation" (2023); chapter
09, sections 6.1 and 6.2 of the specification.
"""

from __future__ import annotations

import json
import tempfile
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Final, TypeVar

from yulopt.errors import YulError

if TYPE_CHECKING:
    from egglog.bindings import EGraph

_RULESET: Final = "facts"
NUMBER: Final = "i64"
TEXT: Final = "String"
DECLARATION: Final = f"(ruleset {_RULESET})"
MISSING: Final = "saturation needs the package 'egglog': pip install 'yulopt[egraph]'"

T = TypeVar("T")


class Engine:
    """An e-graph of the library; raises `YulError` if the library is not installed."""

    __slots__ = ("_questions",)

    def __init__(self) -> None:
        try:
            import egglog.bindings  # noqa: F401
        except ImportError:
            raise YulError(MISSING) from None
        self._questions: SimpleQueue[Callable[[EGraph], None]] = SimpleQueue()
        # Program exit does not wait for it.
        threading.Thread(target=_answer, args=(self._questions,), daemon=True).start()

    def run(self, program: str) -> None:
        """Run commands, one in each line.

        They are read one by one: with each, the library keeps the whole text it was read from.
        """

        def run_each(graph: EGraph) -> None:
            for command in program.splitlines():
                graph.run_program(*graph.parse_program(command))

        self.ask(run_each)

    def apply(self, schedule: str) -> tuple[bool, dict[str, int]]:
        """Apply rules by a schedule, one command; returns whether that changed anything, and how
        often each rule matched."""
        from egglog.bindings import RunScheduleOutput

        (output,) = self.ask(lambda graph: graph.run_program(*graph.parse_program(schedule)))
        assert isinstance(output, RunScheduleOutput)
        return output.report.updated, dict(output.report.num_matches_per_rule)

    def node_counts(self) -> dict[str, int]:
        """The number of e-nodes (or rows) of each constructor or function."""
        from egglog.bindings import PrintAllFunctionsSize

        (output,) = self.ask(lambda graph: graph.run_program(*graph.parse_program("(print-size)")))
        assert isinstance(output, PrintAllFunctionsSize)
        return dict(output.sizes)

    def ask(self, question: Callable[[EGraph], T]) -> T:
        """The result of a function of the library's e-graph, called in its thread."""
        answer: Future[T] = Future()

        def settle(graph: EGraph) -> None:
            try:
                answer.set_result(question(graph))
            except BaseException as error:
                answer.set_exception(error)

        self._questions.put(settle)
        return answer.result()


class Facts:
    """Rows that wait to be sent to an engine, which has `DECLARATION` already."""

    __slots__ = ("_declared", "_engine", "_rows")

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._declared: set[str] = set()
        self._rows: dict[str, list[str]] = {}

    def forget(self) -> None:
        """Reset: the engine has no tables any more."""
        self._declared.clear()

    def add(self, table: str, columns: Sequence[str], action: str, row: Sequence[str]) -> None:
        """Add a row. `columns`: the types; in the action, `{0}`, `{1}`, ... are the values of the
        row; it is the same for all rows of a table."""
        if table not in self._declared:
            self._declared.add(table)
            names = [f"x{index}" for index in range(len(columns))]
            fact = f"({table} {' '.join(names)})"
            self._engine.run(
                f"(relation {table} ({' '.join(columns)}))\n"
                f"(rule ({fact}) ({action.format(*names)}) :ruleset {_RULESET})"
            )
        self._rows.setdefault(table, []).append("\t".join(row))

    def send(self) -> None:
        """Send all rows, and execute their actions."""
        if not self._rows:
            return
        with tempfile.TemporaryDirectory(prefix="yulopt-") as folder:
            commands: list[str] = []
            for table, rows in self._rows.items():
                file = Path(folder, f"{table}.tsv")
                file.write_text("\n".join(rows) + "\n", "ascii")
                commands.append(f"(input {table} {json.dumps(str(file))})")
            self._rows = {}
            self._engine.run("\n".join([*commands, f"(run {_RULESET} 1)"]))


def _answer(questions: SimpleQueue[Callable[[EGraph], None]]) -> None:
    """The thread of one e-graph."""
    from egglog.bindings import EGraph

    graph = EGraph()
    while True:
        questions.get()(graph)
