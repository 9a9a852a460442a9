"""Sourcify's own library verifies publications, deployed on a local chain, with stock solc.

The environment variable YULOPT_SOURCIFY names the folder in which integrations/sourcify/prepare.sh
has installed both.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from itertools import product
from pathlib import Path
from typing import Final

import pytest

from tests import oracle
from tests.conftest import ROOT
from tests.publish.contracts import CONTRACTS, exactly_published, published
from tests.slices import every_nth
from yulopt.persistence.json_values import Json, object_at, read_json, write_json
from yulopt.publish.publication import Publication

VARIABLE: Final = "YULOPT_SOURCIFY"
SCRIPT: Final = ROOT / "integrations" / "sourcify" / "verify.js"
_LIBRARY: Final = re.compile(r"__\$[0-9a-f]{34}\$__")
# Any address will do, since the tests do not call the library.
_ADDRESS: Final = "5a" * 20
_WORD: Final = "{:064x}"
# The limit 7, and the name "abc".
_ARGUMENTS: Final = {
    "Arguments": "".join(map(_WORD.format, (7, 64, 3))) + b"abc".hex().ljust(64, "0")
}
# Sourcify answers `partial` for equal code without metadata by solc, as for Yul. Without an
# ABI, it does not take arguments at the end of the creation code.
_EXPECTED: Final[dict[str, Json]] = {
    "Linked": {"runtime": "partial", "creation": "partial"},
    "Immutables": {"runtime": "partial", "creation": "partial"},
    "Arguments": {"runtime": "partial", "creation": None},
    "Factory": {"runtime": "partial", "creation": "partial"},
    "Starter": {"runtime": "partial", "creation": "partial"},
}


def folder() -> Path:
    """Where the library is; the test is skipped if it is not."""
    oracle.skip_unless_available()
    named = os.environ.get(VARIABLE)
    if not named:
        pytest.skip(f"no Sourcify: set {VARIABLE} to what integrations/sourcify/prepare.sh prints")
    if not Path(named, "node_modules", "@ethereum-sourcify", "lib-sourcify").is_dir():
        pytest.skip(f"no Sourcify: {VARIABLE} is {named}, which holds no lib-sourcify")
    return Path(named)


def verified(jobs: list[Json]) -> list[Json]:
    """Sourcify's verdict on contracts deployed on a new chain."""
    node = shutil.which("node") or "node"
    done = subprocess.run(
        [node, str(SCRIPT), str(folder()), str(oracle.package_of())],
        input=write_json(jobs),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    reported = read_json(done.stdout)
    assert isinstance(reported, list)
    return reported


def job(publication: Publication) -> dict[str, Json]:
    """A published contract, with the code that creates it."""
    name = publication.subject.name
    code = _LIBRARY.sub(_ADDRESS, str(publication.code.bytecode["object"]))
    return {
        "request": publication.request,
        "version": publication.solc,
        "path": f"{name}.yul",
        "name": publication.object_name,
        "code": f"0x{code}{_ARGUMENTS.get(name, '')}",
    }


def test_sourcify_verifies_publications() -> None:
    folder()
    cases = every_nth(3, list(product((published, exactly_published), CONTRACTS)))
    reported = verified([job(form(name)) for form, name in cases])
    assert reported == [_EXPECTED[name] for _, name in cases]


def test_sourcify_notices_another_contract() -> None:
    folder()
    other = job(published("Immutables")) | {"code": job(published("Factory"))["code"]}
    (reported,) = verified([other])
    assert "error" in object_at(reported) or object_at(reported) == {
        "runtime": None,
        "creation": None,
    }
