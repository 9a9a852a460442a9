"""The answers of solc and of yulopt to the same request."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Final

from tests import oracle
from yulopt.dialect import parse_solc_version
from yulopt.dropin.build import compile_with
from yulopt.dropin.choices import Choices
from yulopt.dropin.front import Front
from yulopt.dropin.notices import NOTICES
from yulopt.dropin.standard_json import compile_standard_json
from yulopt.persistence.cache import Cache
from yulopt.persistence.json_values import Json, read_json

_NO_CACHE: Final = Cache(None)
# Parts about yulopt itself are left out.
AS_SOLC: Final = Choices(ignored=NOTICES)


@cache
def front() -> Front:
    """The front-end solc of yulopt, which is also what yulopt is compared with."""
    return Front(Path(os.environ["SOLC"]), _NO_CACHE)


@cache
def answer_of_solc(text: str, solc_version: str | None = None) -> str:
    """The answer of a release of solc to a request, as text; of the newest if none is named.

    Each request is asked once, of a process that answers many.
    """
    return oracle.answer_of_solc(text, solc_version=solc_version)


@cache
def answer_of_yulopt(text: str, solc_version: str | None = None) -> str:
    """The answer of yulopt with that front-end solc, as text, without what it says of itself."""
    return compile_standard_json(
        text,
        lambda asked: answer_of_solc(asked, solc_version),
        compile_with(_NO_CACHE, 1),
        AS_SOLC,
        ask_version=lambda: parse_solc_version(solc_version).version,
    )


def by_solc(text: str, solc_version: str | None = None) -> Json:
    """The answer of solc to a request."""
    return read_json(answer_of_solc(text, solc_version))


def by_yulopt(text: str, solc_version: str | None = None) -> Json:
    """The answer of yulopt to a request."""
    return read_json(answer_of_yulopt(text, solc_version))
