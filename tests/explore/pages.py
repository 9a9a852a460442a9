"""Explorations of small programs, and what a page holds."""

from __future__ import annotations

import base64
import json
import re
import zlib

from yulopt.api import sequence_text
from yulopt.dialect import DEFAULT_EVM_VERSION
from yulopt.errors import Source
from yulopt.explore.recorder import Exploration, explore_program
from yulopt.explore.records import PageRecord
from yulopt.frequency.call_profile import CallProfile
from yulopt.syntax.arguments import DEFAULT_RUNS
from yulopt.trace.recording import Settings

_DATA = re.compile(r'<script type="text/plain" id="data">([A-Za-z0-9+/=]*)</script>')


def explore(
    text: str,
    steps: str | None = None,
    *,
    bare: bool = False,
    file: str = "test.yul",
    calls: CallProfile | None = None,
) -> Exploration:
    """A run over a program, with the usual settings; calls are those of `some.calls`."""
    sequence = sequence_text(steps, bare=bare)
    settings = Settings(file, sequence, bare, DEFAULT_EVM_VERSION.text, DEFAULT_RUNS, True)
    settings.calls, settings.calls_file = calls, "some.calls"
    return explore_program(Source(text, file), settings)


def record_in(page: str) -> PageRecord:
    """The data of a page."""
    [packed] = _DATA.findall(page)
    record: PageRecord = json.loads(zlib.decompress(base64.b64decode(packed)))
    return record
