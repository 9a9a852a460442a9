"""How terms get into the e-graph: as rows of tables that the library reads from files.

Thousands of actions, written as a program, take the library minutes and gigabytes, because each is
compiled; a table of as many rows is read in milliseconds, and one rule makes terms of them all:
`(rule ((AddRow e a b)) ((union (H e) (Add (H a) (H b)))))`. A table is declared when the first row
for it comes.

Source: chapter 09, section 6.2.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from yulopt.egraph.engine import Engine

_RULESET: Final = "facts"
NUMBER: Final = "i64"
TEXT: Final = "String"
DECLARATION: Final = f"(ruleset {_RULESET})"


class Facts:
    """Rows that wait to be sent to an engine, which has `DECLARATION` already."""

    __slots__ = ("_declared", "_engine", "_rows")

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._declared: set[str] = set()
        self._rows: dict[str, list[str]] = {}

    def forget(self) -> None:
        """The engine is back in the state in which it has no tables."""
        self._declared.clear()

    def add(self, table: str, columns: Sequence[str], action: str, row: Sequence[str]) -> None:
        """One more row. `columns` are the types; in the action, `{0}`, `{1}`, ... are the values
        of the row; it is the same for all rows of a table."""
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
        """Send all rows, and do what they say."""
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
