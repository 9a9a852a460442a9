"""Explorations of small programs, and the contents of a page."""

from __future__ import annotations

import base64
import json
import re
import zlib

from yulopt.driver.options import Options
from yulopt.errors import Source
from yulopt.explore.recorder import Exploration, explore_program
from yulopt.explore.records import PageRecord
from yulopt.frequency.call_profile import CallProfile
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
    settings = Settings(file, Options(steps, bare, calls=calls), calls_file="some.calls")
    return explore_program(Source(text, file), settings)


def record_in(page: str) -> PageRecord:
    """The data of a page."""
    [packed] = _DATA.findall(page)
    record: PageRecord = json.loads(zlib.decompress(base64.b64decode(packed)))
    return record
