"""Which known faults of a release affected the code of a contract.

Without a fault that did not, the bytes are the same.
"""

from __future__ import annotations

import attr

from yulopt.dialect.behaviour import SWITCHES, Switch
from yulopt.driver.build import compile_source
from yulopt.driver.options import Options
from yulopt.errors import Source, YulError


@attr.s(auto_attribs=True, frozen=True)
class KnownFault:
    """A fault of a release, and whether code changes without it."""

    switch: Switch
    changes_code: bool


def known_faults(source: Source, options: Options, content: bytes) -> list[KnownFault]:
    """The faults of the release, for a program that the release compiles to `content`."""
    switches = [one for one in SWITCHES if one.is_fault and one.holds_in(options.solc_version)]
    together = tuple(one.name for one in switches)
    touched = bool(switches) and _differs(source, options, content, together)
    return [
        KnownFault(one, touched and _differs(source, options, content, (one.name,)))
        for one in switches
    ]


def _differs(source: Source, options: Options, content: bytes, left_out: tuple[str, ...]) -> bool:
    try:
        compiled, parts = compile_source(source, options._replace(left_out=left_out))
    except YulError:
        return True
    return parts[compiled.program].content != content
