"""yulopt's own messages about a build, as entries of `errors` with codes of their own.

Build tools show such entries, and drop the standard error of a compiler. Solc's codes have four
digits, so these never collide with them. Advice has severity `info`, which no build tool treats as
a failure; only likely mistakes are warnings.

Foundry mistakes a message with three colons and the name of a file for one of an old solc, and
shows it twice. So there are no colons after `yulopt` and the like.

Source: chapter 11, section 3.1 of the specification.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final, NamedTuple

from yulopt.dropin.messages import Place, entry
from yulopt.persistence.json_values import JsonObject

_INFO: Final = "Info"
_WARNING: Final = "Warning"


class Notice(NamedTuple):
    """A kind of message: its code, solc's name of the type, and its subject."""

    code: int
    kind: str
    about: str


class Remark(NamedTuple):
    """A message about the code of one contract, with the code of its kind."""

    code: int
    text: str


PIPELINE: Final = Notice(90001, _INFO, "the pipeline of contracts, and what explorers can do")
TRANSIENT_FRAMES: Final = Notice(90002, _WARNING, "functions that fail in a `staticcall`")
MEMORY_SAFE: Final = Notice(90003, _INFO, "inline assembly assumed to be memory-safe")
NOT_VIA_IR: Final = Notice(90004, _WARNING, "a request without `viaIR`: solc compiles alone")
NOT_OPTIMIZED: Final = Notice(90005, _WARNING, "a request without the optimiser")
NOT_GIVEN: Final = Notice(90006, _WARNING, "omitted outputs, which only solc has")
UNPROVEN: Final = Notice(90007, _WARNING, "what a proven build left out, and what is open")
TOO_LARGE: Final = Notice(90008, _INFO, "compromises to fit the size limit")
STALE: Final = Notice(90009, _WARNING, "artefacts of another pipeline")
TOO_DEEP: Final = Notice(90010, _INFO, "how to compile a function that is too deep in the stack")
NOT_REPRODUCED: Final = Notice(90011, _WARNING, "a release of solc that compiles alone")
UNCONFIRMED: Final = Notice(90012, _WARNING, "a release of solc that was not compared with yulopt")
OWN_STEPS: Final = Notice(90013, _INFO, "a request with its own steps, which replace the choice")
LEFT_ALONE: Final = Notice(90014, _INFO, "a request in Yul that solc answers, without the choice")

NOTICES: Final = {
    notice.code: notice
    for notice in (
        PIPELINE,
        TRANSIENT_FRAMES,
        MEMORY_SAFE,
        NOT_VIA_IR,
        NOT_OPTIMIZED,
        NOT_GIVEN,
        UNPROVEN,
        TOO_LARGE,
        STALE,
        TOO_DEEP,
        NOT_REPRODUCED,
        UNCONFIRMED,
        OWN_STEPS,
        LEFT_ALONE,
    )
}


def is_own_code(code: int) -> bool:
    """Whether messages of yulopt have this code."""
    return code in NOTICES


def notice_entry(remark: Remark, place: Place | None = None) -> JsonObject:
    """The entry of a message."""
    notice = NOTICES[remark.code]
    return entry(notice.kind, remark.text, place, str(notice.code))


def notice_entries(remarks: Iterable[Remark], ignored: Collection[int]) -> list[JsonObject]:
    """The entries of messages without a location, except those with ignored codes."""
    return [notice_entry(remark) for remark in remarks if remark.code not in ignored]
