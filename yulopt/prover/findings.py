"""A cache of findings about pairs of functions, in memory, and on disk if there is a file.

A key is a digest of all that a verdict depends on (`yulopt.prover.pair_finding`), so the processes
of one run share their findings, and a later run starts from those of earlier ones. A file must be
used with only one state of yulopt and its solvers, which is up to the caller.

Differences shown by execution are not kept on disk: they are reported, and found again.
"""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Final

from yulopt.prover.answers import Query, Status, Verdict
from yulopt.prover.pair_finding import Finding

# Seconds to wait for another process that writes.
_PATIENCE: Final = 30.0


class Findings:
    """The findings by their keys.

    `path`: the file, or None. `seconds`: the time for each pair; pairs that were open after less
    are tried again. A file that cannot be used counts as empty.
    """

    def __init__(self, path: Path | None = None, seconds: float = 0.0) -> None:
        self._known: dict[str, Finding] = {}
        self._path = path
        self._seconds = seconds
        self._connection: sqlite3.Connection | None = None
        self._process = 0
        self._unwritten: list[tuple[str, str]] = []

    def get(self, key: str) -> Finding | None:
        """The finding of a key, None if there is none."""
        found = self._known.get(key)
        if found is None:
            found = self._read(key)
            if found is not None:
                self._known[key] = found
        return found

    def __setitem__(self, key: str, finding: Finding) -> None:
        self._known[key] = finding
        if self._path is not None and finding.replay is None:
            self._unwritten.append((key, _to_text(finding.verdict, self._seconds)))

    def write(self) -> None:
        """Put new findings into the file."""
        if not self._unwritten:
            return
        with suppress(sqlite3.Error):
            connection = self._open()
            if connection is not None:
                with connection:
                    connection.executemany(
                        "insert or replace into findings values (?, ?)", self._unwritten
                    )
        self._unwritten.clear()

    def _read(self, key: str) -> Finding | None:
        with suppress(sqlite3.Error):
            connection = self._open()
            if connection is not None:
                row = connection.execute(
                    "select verdict from findings where key = ?", (key,)
                ).fetchone()
                return None if row is None else _from_text(row[0], self._seconds)
        return None

    def _open(self) -> sqlite3.Connection | None:
        # A connection must not be used by a copy of the process that opened it.
        if self._path is not None and self._process != os.getpid():
            self._process = os.getpid()
            self._connection = sqlite3.connect(
                self._path, timeout=_PATIENCE, check_same_thread=False
            )
            self._connection.execute("pragma journal_mode = wal")
            # Entries lost in a crash of the machine are found again.
            self._connection.execute("pragma synchronous = off")
            self._connection.execute(
                "create table if not exists findings (key text primary key, verdict text)"
            )
        return self._connection


def _to_text(verdict: Verdict, seconds: float) -> str:
    queries = [(one.solver, one.digest, one.answer, one.seconds) for one in verdict.queries]
    return json.dumps(
        [
            verdict.status.value,
            verdict.method,
            verdict.reason,
            queries,
            sorted(verdict.assumed),
            seconds,
        ]
    )


def _from_text(text: str, seconds: float) -> Finding | None:
    """The decoded finding; None if it was open, and there is more time now."""
    try:
        status, method, reason, queries, assumed, tried = json.loads(text)
        verdict = Verdict(
            Status(status),
            method,
            reason,
            [Query(*query) for query in queries],
            assumed=frozenset((before, after) for before, after in assumed),
        )
    except (ValueError, TypeError):
        return None
    return None if verdict.status is not Status.PROVEN and tried < seconds else Finding(verdict)
