"""The front-end solc: its selection, and its failures."""

from __future__ import annotations

import os
import resource
import shutil
import sys
from pathlib import Path

import pytest

from tests.dropin.project import request
from tests.oracle import available, package_of, skip_unless_available
from yulopt.dialect import RELEASES
from yulopt.dropin.front import FRONT_VARIABLE, FrontError, Reading, find_front
from yulopt.persistence.cache import Cache, cache_key, user_cache
from yulopt.persistence.json_values import object_at, read_json, write_json

NO_CACHE = Cache(None)
NODE = shutil.which("node")


@pytest.fixture(autouse=True)
def _nothing_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(FRONT_VARIABLE, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.chdir(tmp_path)


def native(path: Path, version: str = "0.8.37+commit.0a1b2c3d.Linux.g++", rest: str = "") -> Path:
    """An executable that tells a version, and its arguments and input for anything else."""
    path.parent.mkdir(exist_ok=True)
    path.write_text(
        f"#!{sys.executable}\nimport sys\n"
        f"if sys.argv[1:] == ['--version']: print('solc\\nVersion: {version}')\n"
        f"else:\n    {rest or 'print(sys.argv[1:], sys.stdin.read())'}\n"
    )
    path.chmod(0o755)
    return path


def test_a_missing_solc_is_an_error_with_advice() -> None:
    with pytest.raises(FrontError, match=r"npm install solc@0\.8\.37"):
        find_front(None, NO_CACHE)


def test_a_named_but_missing_solc_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FRONT_VARIABLE, "/no/solc")
    with pytest.raises(FrontError, match="there is no /no/solc"):
        find_front(None, NO_CACHE)


def test_the_release_of_the_front(tmp_path: Path) -> None:
    path = native(tmp_path / "solc", "0.8.30+commit.73712a01.Linux.gcc")
    assert find_front(str(path), NO_CACHE).release is RELEASES["0.8.30"]
    native(path, "0.8.19+commit.7dd6d404.Linux.gcc")
    assert find_front(str(path), NO_CACHE).release is None


def test_a_program_that_is_not_solc_is_an_error(tmp_path: Path) -> None:
    path = native(tmp_path / "solc", "unknown")
    with pytest.raises(FrontError, match="did not report a solc version"):
        _ = find_front(str(path), NO_CACHE).release


def test_a_failure_is_reported_with_its_last_line(tmp_path: Path) -> None:
    front = find_front(str(native(tmp_path / "solc", rest="sys.exit('out of luck')")), NO_CACHE)
    with pytest.raises(FrontError, match="has failed: out of luck"):
        front.compile("{}", None)


def test_the_one_on_the_path_is_found(tmp_path: Path) -> None:
    native(tmp_path / "bin" / "solc")
    front = find_front(None, NO_CACHE)
    assert front.version == "0.8.37+commit.0a1b2c3d.Linux.g++"
    assert front.compile("{}", None) == "['--no-import-callback', '--standard-json'] {}\n"


def test_one_in_the_working_directory_is_named_as_it_is(tmp_path: Path) -> None:
    native(tmp_path / "my-solc")
    assert find_front("my-solc", NO_CACHE).version == "0.8.37+commit.0a1b2c3d.Linux.g++"


def test_allowed_paths_are_passed_on(tmp_path: Path) -> None:
    front = find_front(str(native(tmp_path / "solc")), NO_CACHE)
    reported = front.compile("{}", Reading("base", ["one", "two"], ["three", "four"]))
    assert reported == (
        "['--base-path', 'base', '--include-path', 'one', '--include-path', 'two',"
        " '--allow-paths', 'three,four', '--standard-json'] {}\n"
    )


def test_the_front_is_marked(tmp_path: Path) -> None:
    program = native(tmp_path / "solc", rest="import os; print(os.environ['YULOPT_IN_FRONT'])")
    assert find_front(str(program), NO_CACHE).compile("{}", None) == "1\n"


def test_the_first_solc_of_a_wanted_release_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that cannot be run is passed over; if none is of the release, the first is taken."""
    native(tmp_path / "bin" / "solc", "0.8.19+commit.7dd6d404.Linux.gcc")
    monkeypatch.setenv("HOME", str(tmp_path))
    downloads = tmp_path / ".svm"
    for version in ("0.8.37", "0.8.30", "0.8.28"):
        (downloads / version).mkdir(parents=True)
        native(downloads / version / f"solc-{version}", f"{version}+commit.0a1b2c3d.Linux.g++")
    (downloads / "0.8.37" / "solc-0.8.37").write_text("no program")
    early, late, missing = (RELEASES[version] for version in ("0.8.28", "0.8.30", "0.8.31"))
    for wanted, number in [
        ((), "0.8.19"),
        ((early,), "0.8.28"),
        ((early, late), "0.8.30"),
        ((missing,), "0.8.19"),
    ]:
        assert find_front(None, NO_CACHE, releases=wanted).number == number


def test_a_front_of_a_front_is_rejected(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A `solc` on the PATH may be a link to yulopt-solc."""
    native(tmp_path / "bin" / "solc")
    monkeypatch.setenv("YULOPT_IN_FRONT", "1")
    with pytest.raises(FrontError, match="the front-end solc is yulopt itself"):
        find_front(None, NO_CACHE)


def test_the_version_is_asked_once(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache")
    path = native(tmp_path / "solc")
    assert find_front(str(path), cache).version == find_front(str(path), cache).version
    assert len(list((tmp_path / "cache").iterdir())) == 1
    native(path, "0.8.30+commit.73712a01.Linux.gcc")
    assert find_front(str(path), cache).release is RELEASES["0.8.30"]


def package(path: Path, version: str, compile_function: str) -> Path:
    """An npm package that notes each time it is loaded."""
    path.mkdir()
    (path / "soljson.js").touch()
    (path / "index.js").write_text(
        f"require('fs').appendFileSync({str(path / 'loaded')!r}, 'x');\n"
        f"exports.version = () => '{version}';\n"
        f"exports.compile = {compile_function};\n"
    )
    return path


def test_a_package_is_asked_for_its_version_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", os.path.dirname(NODE or ""))
    skip_unless_available()
    version = "0.8.37+commit.0a1b2c3d.Emscripten.clang"
    path = package(tmp_path / "solc", version, "input => `${input}\\n!`")
    cache = Cache(tmp_path / "cache")
    for _ in range(2):
        front = find_front(str(path), cache)
        assert (front.version, front.is_native) == (version, False)
        assert front.compile("a\nb", None) == "a\nb\n!"
    assert (path / "loaded").read_text() == "xxx"


def test_a_failing_package_gives_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", os.path.dirname(NODE or ""))
    skip_unless_available()
    path = package(tmp_path / "solc", "0.8.37+commit.0a1b2c3d", "() => { throw Error('tired'); }")
    with pytest.raises(FrontError, match="has failed: Error: tired"):
        find_front(str(path), NO_CACHE).compile("{}", None)


def test_a_cache_returns_stored_values(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache")
    key = cache_key("a", ["b", 1])
    assert cache.read(key) is None
    cache.write(key, {"a": [1, None]})
    assert cache.read(key) == {"a": [1, None]}
    assert cache.read(cache_key("a", ["b", 2])) is None


def test_the_cache_can_be_moved_and_switched_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    user_cache().write("key", 1)
    assert (tmp_path / "xdg" / "yulopt" / "key").exists()
    monkeypatch.setenv("YULOPT_CACHE", str(tmp_path / "mine"))
    user_cache().write("key", 2)
    assert user_cache().read("key") == 2
    assert (tmp_path / "mine" / "key").exists()
    assert user_cache("off").read("key") is None


def test_a_damaged_cache_is_an_empty_one(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("{")
    assert Cache(tmp_path).read("key") is None


def test_files_of_others_in_the_folder_of_a_cache_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`YULOPT_CACHE=.` once removed the oldest files of a project with many of them."""
    monkeypatch.setattr("yulopt.persistence.cache._MAX_ENTRIES", 2)
    others = {"Token.sol", "0badcafe", ".git"}
    (tmp_path / ".git").mkdir()
    for name in others - {".git"}:
        (tmp_path / name).touch()
    cache = Cache(tmp_path)
    for number in range(3):
        cache.write(cache_key(number), number)
    cache.forget_oldest()
    left = {path.name for path in tmp_path.iterdir()}
    assert others < left
    assert len(left - others) == 2


def test_a_full_disk_keeps_no_part_of_an_entry(tmp_path: Path) -> None:
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, limits[1]))
    try:
        Cache(tmp_path).write("key", "x" * 1000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert not [*tmp_path.iterdir()]


def test_an_account_without_a_home_has_no_cache_and_no_downloads(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for variable in ("HOME", "XDG_CACHE_HOME", "YULOPT_CACHE"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr("pwd.getpwuid", {}.__getitem__)
    assert user_cache().folder is None
    with pytest.raises(FrontError, match="no solc was found"):
        find_front(None, NO_CACHE)


def test_a_file_downloaded_by_hardhat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is the core of the npm package, under another name and with nothing beside it."""
    monkeypatch.setenv("PATH", os.path.dirname(NODE or ""))
    skip_unless_available()
    path = tmp_path / "soljson-v0.8.37+commit.f401782d.js"
    shutil.copyfile(Path(os.environ["SOLC"]) / "soljson.js", path)
    front = find_front(str(path), NO_CACHE)
    assert front.version.startswith("0.8.37+commit.")
    asked = request({"*": {"*": ["abi"]}}, {"A.sol": "contract A { function f() external {} }"})
    answer = read_json(front.compile(write_json(asked), None))
    assert object_at(answer, "contracts", "A.sol", "A")["abi"]


@pytest.mark.parametrize("file", ["", "soljson.js"])
def test_an_old_package_takes_a_large_request(monkeypatch: pytest.MonkeyPatch, file: str) -> None:
    """Alone, it fails with "memory access out of bounds", as its stack is too small for a copy."""
    monkeypatch.setenv("PATH", os.path.dirname(NODE or ""))
    if reason := available("0.8.28"):
        pytest.skip(reason)
    front = find_front(str(package_of("0.8.28") / file), NO_CACHE)
    comment = f"// {'ä' * 1_400_000}\n"
    asked = request({"*": {"*": ["abi"]}}, {"A.sol": comment + "contract A { error E(); }"})
    answer = read_json(front.compile(write_json(asked), None))
    assert object_at(answer, "contracts", "A.sol", "A")["abi"]
