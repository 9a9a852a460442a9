"""Files that the npm package may read: found and rejected as by the command solc.

Source: chapter 11, section 8.2 of the specification.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.dropin.compilers import front
from tests.oracle import skip_unless_available
from yulopt.dropin.front import Reading
from yulopt.persistence.json_values import Json, object_at, read_json, write_json

IMPORTS_B = 'pragma solidity *; import "b/B.sol"; contract A is B {}'


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a base and two folders to include."""
    skip_unless_available()
    for folder in ("base", "one", "two", "outside"):
        (tmp_path / folder / "b").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def put(root: Path, folder: str) -> Path:
    path = root / folder / "b" / "B.sol"
    path.write_text(f"pragma solidity *; contract B {{ string public where = '{folder}'; }}")
    return path


def compiled(reading: Reading | None, source: Json = None) -> str:
    """The contracts, or the reason why there are none."""
    request: Json = {
        "language": "Solidity",
        "sources": {"A.sol": {"content": IMPORTS_B} if source is None else source},
        "settings": {"outputSelection": {"*": {"*": ["abi"]}}},
    }
    answer = object_at(read_json(front().compile(write_json(request), reading)))
    errors = answer.get("errors")
    found = [object_at(error) for error in errors] if isinstance(errors, list) else []
    wrong = [str(error["message"]) for error in found if error["severity"] == "error"]
    return wrong[0] if wrong else " ".join(object_at(answer, "contracts"))


def test_imports_are_found_below_the_base_path_and_include_paths(root: Path) -> None:
    put(root, "one")
    assert compiled(Reading("base", ["one", "two"])) == "A.sol b/B.sol"
    assert compiled(Reading("one")) == "A.sol b/B.sol"


def test_without_a_base_path_the_working_directory_is_it(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(root, "one")
    assert "not found" in compiled(Reading())
    monkeypatch.chdir(root / "one")
    assert compiled(Reading()) == "A.sol b/B.sol"


def test_nothing_is_read_without_a_callback(root: Path) -> None:
    put(root, "base")
    assert "File import callback not supported" in compiled(None)


def test_an_ambiguous_source_is_an_error(root: Path) -> None:
    put(root, "one")
    put(root, "two")
    assert "Ambiguous import. Multiple matching files found" in compiled(
        Reading("base", ["one", "two"])
    )


def test_links_must_not_lead_out(root: Path) -> None:
    outside = put(root, "outside")
    (root / "base" / "b" / "B.sol").symlink_to(outside)
    assert "File outside of allowed directories" in compiled(Reading("base"))
    assert compiled(Reading("base", allow=["outside"])) == "A.sol b/B.sol"


def test_names_must_not_lead_out(root: Path) -> None:
    put(root, "outside")
    upwards: Json = {"content": 'pragma solidity *; import "b/../../outside/b/B.sol";'}
    assert "File outside of allowed directories" in compiled(Reading("base"), upwards)
    whole: Json = {"content": f'pragma solidity *; import "{root}/outside/b/B.sol";'}
    assert "File outside of allowed directories" in compiled(Reading("base"), whole)
    assert "outside/b/B.sol" in compiled(Reading("base", allow=[str(root / "outside")]), whole)


@pytest.mark.parametrize("prefix", ["", "file://"])
def test_sources_may_be_urls(root: Path, prefix: str) -> None:
    path = put(root, "base")
    assert compiled(Reading("base"), {"urls": [f"{prefix}{path}"]}) == "A.sol"
    assert compiled(Reading("base"), {"urls": ["no.sol", "b/B.sol"]}) == "A.sol"


def test_a_missing_source_is_an_error(root: Path) -> None:
    reported = compiled(Reading("base"), {"urls": ["no.sol"]})
    assert reported.startswith(
        'Cannot import url ("no.sol"): File not found. Searched the following'
    )
