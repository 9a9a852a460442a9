"""Foundry recompiles after another choice, although its cache does not track choices."""

from __future__ import annotations

from pathlib import Path

import pytest

from yulopt.dropin.foundry_cache import FoundryCache

CACHE = "solidity-files-cache.json"


@pytest.fixture(autouse=True)
def _no_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("FOUNDRY_CACHE_PATH", "FOUNDRY_PROFILE"):
        monkeypatch.delenv(name, raising=False)


def project(root: Path, configuration: str = "", cache: str = "cache") -> Path:
    """The cache of a project in this folder after a build."""
    (root / "foundry.toml").write_text(configuration)
    folder = root / cache
    folder.mkdir(parents=True)
    (folder / CACHE).write_text("{}")
    return folder / CACHE


def test_builds_by_solc_or_without_choices_need_no_mark(tmp_path: Path) -> None:
    cache = project(tmp_path)
    assert not FoundryCache(tmp_path).is_of_others("")
    assert FoundryCache(tmp_path).is_of_others("abc")
    FoundryCache(tmp_path).mark("")
    assert list(cache.parent.iterdir()) == [cache]


def test_other_choices_are_noticed_in_any_folder_of_the_project(tmp_path: Path) -> None:
    cache = project(tmp_path)
    (tmp_path / "src").mkdir()
    FoundryCache(tmp_path / "src").mark("abc")
    found = FoundryCache(tmp_path)
    assert [found.is_of_others(tag) for tag in ("abc", "abd", "")] == [False, True, True]
    found.remove()
    assert not cache.exists()
    # There is nothing left that others have made.
    assert not found.is_of_others("abd")
    found.remove()


def test_a_damaged_mark_is_that_of_others(tmp_path: Path) -> None:
    mark = project(tmp_path).with_name("yulopt-choices")
    mark.write_bytes(b"\xff\xfe")
    found = FoundryCache(tmp_path)
    assert [found.is_of_others(tag) for tag in ("", "abc")] == [True, True]
    found.mark("abc")
    assert not found.is_of_others("abc")
    # As an interrupt may leave it.
    mark.write_bytes(b"")
    assert [found.is_of_others(tag) for tag in ("", "abc")] == [True, True]
    found.mark("")
    assert not found.is_of_others("")
    assert not mark.exists()


@pytest.mark.parametrize(
    ("configuration", "variables"),
    [
        ('[profile.default]\ncache_path = "kept"', {}),
        ('[profile.ci]\ncache_path = "kept"', {"FOUNDRY_PROFILE": "ci"}),
        ('[profile.default]\ncache_path = "kept"', {"FOUNDRY_PROFILE": "ci"}),
        ("", {"FOUNDRY_CACHE_PATH": "kept"}),
    ],
)
def test_the_folder_is_that_of_the_configuration(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, configuration: str, variables: dict[str, str]
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    project(tmp_path, configuration, "kept")
    assert FoundryCache(tmp_path).is_of_others("abc")


@pytest.mark.parametrize("configuration", ["[", "profile = 1", '[profile]\ndefault = "x"'])
def test_a_wrong_configuration_is_left_to_foundry(tmp_path: Path, configuration: str) -> None:
    project(tmp_path, configuration)
    assert FoundryCache(tmp_path).is_of_others("abc")


def test_without_foundry_there_is_nothing(tmp_path: Path) -> None:
    found = FoundryCache(tmp_path)
    assert not found.is_of_others("abc")
    found.mark("abc")
    found.remove()
    assert list(tmp_path.iterdir()) == []
