"""Each release of the front-end solc has its own answers; others compile alone."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import Command
from tests.dropin.compilers import answer_of_solc, by_solc, by_yulopt
from tests.dropin.project import EVERYTHING, request
from tests.dropin.test_front import NODE, native, package
from tests.dropin.test_messages import COPIED, EXCHANGED, HEAD, deep
from tests.oracle import available, skip_unless_available
from tests.slices import every_nth
from yulopt.dialect import RELEASES, Switch, answers
from yulopt.dropin.build import compile_with
from yulopt.dropin.front import FRONT_VARIABLE
from yulopt.dropin.settings import requested_options
from yulopt.dropin.standard_json import compile_standard_json
from yulopt.persistence.cache import Cache
from yulopt.persistence.json_values import Json, JsonObject, object_at, read_json, write_json

PROJECTS = Path(__file__).with_name("projects")
# With both default sequences, and each default of the EVM version.
COMPARED = ("0.8.30", "0.8.26", "0.8.34", "0.8.28")


def skip_without(solc_version: str) -> None:
    skip_unless_available()
    if reason := available(solc_version):
        pytest.skip(reason)


def project(name: str) -> dict[str, str]:
    """The sources of a project, by the names that its imports have."""
    return {path.name: path.read_text() for path in sorted((PROJECTS / name).glob("*.sol"))}


def check(asked: JsonObject, solc_version: str) -> JsonObject:
    """Compare whole answers; returns the common one."""
    text = write_json(asked)
    expected = by_solc(text, solc_version)
    assert by_yulopt(text, solc_version) == expected
    return object_at(expected)


# Whole answers

BY_DEFAULT: Json = {"enabled": True}
ONLY_CODE_GENERATION: Json = {"enabled": True, "details": {"yulDetails": {"optimizerSteps": ":"}}}
OFF: Json = {"enabled": False}


@pytest.mark.parametrize("solc_version", every_nth(2, COMPARED))
@pytest.mark.parametrize("optimizer", every_nth(3, [BY_DEFAULT, ONLY_CODE_GENERATION, OFF]))
@pytest.mark.parametrize("name", sorted(path.name for path in PROJECTS.iterdir()))
def test_projects(name: str, optimizer: Json, solc_version: str) -> None:
    skip_without(solc_version)
    asked = request(EVERYTHING, project(name), optimizer=optimizer)
    assert "contracts" in check(asked, solc_version)


# Switches: what both sides of each one say

CODE: Json = {"*": {"*": ["abi", "evm.bytecode.object"]}}
SMALL = {"A.sol": HEAD + "contract A { function f() external {} }\n"}


def yul(content: str, *outputs: str, **settings: Json) -> JsonObject:
    return {
        "language": "Yul",
        "sources": {"a.yul": {"content": content}},
        "settings": {"outputSelection": {"*": {"*": list(outputs)}}, **settings},
    }


def experimental() -> JsonObject:
    return yul("{ sstore(0, 1) }", "evm.bytecode.object", experimental=False, viaSSACFG=False)


def many_runs() -> JsonObject:
    body = (
        "contract A { function f(uint256 x) external pure returns (uint256) { return 2 * x; } }\n"
    )
    return request(CODE, {"A.sol": HEAD + body}, optimizer={"enabled": True, "runs": 2**32 + 1})


def copied_too_deep() -> JsonObject:
    return request(CODE, {"A.sol": HEAD + deep("A", COPIED)}, optimizer={"enabled": False})


def exchanged_too_deep() -> JsonObject:
    return request(CODE, {"A.sol": HEAD + deep("A", EXCHANGED)})


def old_evm_version() -> JsonObject:
    return yul("{ sstore(0, 1) }", "evm.bytecode.object", evmVersion="berlin")


def generated_sources() -> JsonObject:
    return yul("{ sstore(0, 1) }", "evm.bytecode.generatedSources")


FUTURE = "{ function f(a, /* clz */ clz) -> r { let c, clz_ := g() r := clz } sstore(0, f(1, 2)) \n\
    function g() -> a, b { } let x, blobhash_ function slotnum() {\n /* } */ } }"
WARNED = """object "a" { code {
    for { } tload(0) { selfdestruct(1) } { tstore(0, 1) selfdestruct(2) }
    function f() -> /* ü */ r { selfdestruct(3) tstore(4, 5) }
} object "b" { code { tstore(6, 7) selfdestruct(8) } } }"""


def builtin_with_number() -> JsonObject:
    code = "/** @ast-id 90 */ sstore(0, /** @ast-id 91 */ add(calldataload(0), 1))"
    source = f'/// @use-src 0:"a.sol"\nobject "a" {{ code {{ {code} }} }}'
    return yul(source, "irOptimized", "evm.bytecode.sourceMap", optimizer=ONLY_CODE_GENERATION)


def opcodes(byte: str) -> JsonObject:
    """A byte in data, and others after it."""
    code = f'object "a" {{ code {{ sstore(0, dataoffset("d")) }} data "d" hex"{byte}5b5b5b" }}'
    return yul(code, "evm.bytecode.opcodes")


REQUESTS = {
    "code_of_tree": yul("{\n\n\n sstore(0, 1) }", "evm.bytecode.sourceMap"),
    "no_experimental_setting": experimental(),
    "runs_modulo_2_32": many_runs(),
    "prefixed_stack_errors": copied_too_deep(),
    "stack_errors_without_place": exchanged_too_deep(),
    "deprecation_before_constantinople": old_evm_version(),
    "no_warning_of_future_names": yul(FUTURE, "evm.bytecode.object", evmVersion="cancun"),
    "no_output_with_warnings": yul(WARNED, "evm.bytecode.object", evmVersion="cancun"),
    "generated_sources_of_yul": generated_sources(),
    "builtin_comments_in_line": builtin_with_number(),
    "no_clz": opcodes("1e"),
    "eof_in_opcodes": opcodes("e1"),
    "no_slotnum": opcodes("4b"),
}


def after(solc_version: str) -> str:
    versions = list(RELEASES)
    return versions[versions.index(solc_version) + 1]


def before(solc_version: str) -> str:
    versions = list(RELEASES)
    return versions[versions.index(solc_version) - 1]


SWITCHES = [value for value in vars(answers).values() if isinstance(value, Switch)]


def test_each_switch_has_a_request() -> None:
    assert [switch.name for switch in SWITCHES] == list(REQUESTS)


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: switch.name)
def test_switches(switch: Switch) -> None:
    """Both sides of each border: the answers there are those of solc, and differ."""
    borders = [] if switch.first is None else [(before(switch.first), switch.first)]
    borders += [] if switch.last is None else [(switch.last, after(switch.last))]
    for border in borders:
        for solc_version in border:
            skip_without(solc_version)
        one, other = (check(REQUESTS[switch.name], solc_version) for solc_version in border)
        assert one != other


# Settings that only some releases know, or that none does.

_MARKED: Json = {"debugInfo": ["ethdebug", "location"]}
SETTINGS: dict[str, JsonObject] = {
    "marked IR": {"debug": _MARKED},
    "marked IR with leave": {"debug": _MARKED, "experimental": True},
    "EVM of a later release": {"evmVersion": "amsterdam"},
    "too many runs": {"optimizer": {"enabled": True, "runs": 2**64}},
    "another object format": {"eofVersion": 1},
    "another code generator": {"viaSSACFG": True},
    "unknown": {"colour": "blue"},
    "no steps": {
        "optimizer": {"enabled": True, "details": {"yulDetails": {"optimizerSteps": "Q"}}}
    },
}


@pytest.mark.parametrize("solc_version", every_nth(3, ["0.8.30", "0.8.26", "0.8.36"]))
@pytest.mark.parametrize("name", SETTINGS)
def test_settings_of_some_releases(name: str, solc_version: str) -> None:
    skip_without(solc_version)
    outputs: Json = {"*": {"*": ["irOptimized", "evm.assembly", "evm.bytecode.object"]}}
    check(request(outputs, SMALL, **SETTINGS[name]), solc_version)


# Releases that are not reproduced

FORMER = "0.8.19+commit.7dd6d404.Linux.gcc"
REPEATS = "print(sys.argv[1:], sys.stdin.read(), end='!'); sys.exit(3)"


def run(folder: Path, *words: str, asked: str = "") -> subprocess.CompletedProcess[str]:
    """A process, since the front-end solc has the streams of yulopt."""
    return subprocess.run(
        [sys.executable, "-m", "yulopt", "solc", *words],
        input=asked,
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, FRONT_VARIABLE: str(folder / "solc"), "YULOPT_CACHE": "off"},
    )


def test_a_program_is_run_as_it_is(tmp_path: Path) -> None:
    """With its streams and its exit status, whatever it does with options and projects."""
    native(tmp_path / "solc", FORMER, REPEATS)
    (tmp_path / "yulopt.toml").write_text("[default]\nrun = 1\n")
    words = ["--gas", "-o", "out", "A.sol", "x/=y/"]
    done = run(tmp_path, *words, "--base-path", "src", "--jobs", "2", asked="text")
    assert done.returncode == 3
    assert done.stdout == f"{['--base-path', 'src', *words]} text!"
    assert done.stderr.startswith("yulopt does not reproduce solc 0.8.19, which compiles alone; it")
    assert done.stderr.count("\n") == 1


def test_options_that_only_solc_knows_do_not_stop_a_request(tmp_path: Path) -> None:
    native(tmp_path / "solc", FORMER, REPEATS)
    done = run(tmp_path, "--standard-json", "--pretty-json", "-", asked="{}")
    assert (done.returncode, done.stdout) == (3, "['--standard-json', '--pretty-json', '-'] {}!")
    assert done.stderr.startswith("yulopt does not reproduce solc 0.8.19")


def test_a_prerelease_is_not_the_release(tmp_path: Path, yulopt: Command) -> None:
    path = native(tmp_path / "solc", "0.8.31-pre.1+commit.b59566f6.Linux.g++", REPEATS)
    assert run(tmp_path, "A.sol").returncode == 3
    reported = "Version: 0.8.31-pre.1+commit.b59566f6.Linux.gcc"
    assert yulopt("solc", "--version", "--front", path).stdout.splitlines()[-1] == reported
    native(path, "0.8.31-pre.1+commit.b59566f6.Linux.g++", f"print({write_json(TOLD)!r})")
    result = yulopt("solc", "--standard-json", "--front", path, input=write_json(request()))
    assert result.exit_code == 0
    assert "yulopt does not reproduce solc 0.8.31-pre.1, which compiles alone" in result.stdout


def test_death_by_a_signal_is_passed_on(tmp_path: Path) -> None:
    native(tmp_path / "solc", FORMER, "import os; os.kill(os.getpid(), 9)")
    assert run(tmp_path, "A.sol").returncode == 128 + 9


def test_its_version_is_shown_without_project_choices(
    tmp_path: Path, yulopt: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("YULOPT_PIPELINE", "size")
    path = native(tmp_path / "solc", FORMER)
    result = yulopt("solc", "--version", "--front", path)
    assert result.stdout.splitlines()[-1] == f"Version: {FORMER}"
    path = native(tmp_path / "solc", "0.8.28+commit.7893614a.Linux.gcc")
    result = yulopt("solc", "--version", "--front", path)
    assert result.stdout.splitlines()[-1].startswith(
        "Version: 0.8.28+commit.7893614a.Linux.gcc.yulopt."
    )


TOLD: JsonObject = {"errors": [], "contracts": {"A.sol": {"A": {}}}}


@pytest.mark.parametrize("is_native", [True, False])
@pytest.mark.parametrize("asked", [request(), yul("{ sstore(0, 1) }", "evm.bytecode.object")])
def test_requests_are_passed_on_unchanged(
    tmp_path: Path, yulopt: Command, asked: JsonObject, is_native: bool
) -> None:
    if NODE is None:
        skip_unless_available()
    kept, reported = tmp_path / "asked", write_json(TOLD)
    if is_native:
        path = native(
            tmp_path / "solc",
            FORMER,
            f"open({str(kept)!r}, 'w').write(sys.stdin.read()); print({reported!r})",
        )
    else:
        keep = f"require('fs').writeFileSync({str(kept)!r}, input)"
        path = package(tmp_path / "solc", FORMER, f"input => {{ {keep}; return {reported!r}; }}")
    result = yulopt("solc", "--standard-json", "--front", path, input=write_json(asked))
    assert result.exit_code == 0
    assert kept.read_text() == write_json(asked)
    answer = object_at(read_json(result.stdout))
    errors = answer.pop("errors")
    assert answer == {"contracts": TOLD["contracts"]}
    assert isinstance(errors, list)
    (entry,) = map(object_at, errors)
    assert (entry["severity"], entry["errorCode"]) == ("warning", "90011")
    assert str(entry["message"]).startswith(
        "yulopt does not reproduce solc 0.8.19, which compiles alone; it reproduces 0.8.26"
    )


def test_without_ir_there_is_no_remark_on_the_release(tmp_path: Path, yulopt: Command) -> None:
    path = native(tmp_path / "solc", FORMER, f"print({write_json(TOLD)!r})")
    asked = write_json(request({"*": {"": ["ast"]}}))
    result = yulopt("solc", "--standard-json", "--front", path, input=asked)
    assert read_json(result.stdout) == TOLD


def test_an_untested_release_is_reported() -> None:
    skip_unless_available()
    unconfirmed = [version for version, one in RELEASES.items() if not one.is_confirmed]
    text = write_json(request(CODE, SMALL))
    answer = read_json(
        compile_standard_json(
            text,
            answer_of_solc,
            compile_with(Cache(None), 1),
            ask_version=lambda: unconfirmed[-1],
        )
    )
    assert '"errorCode":"90012"' in write_json(object_at(answer)["errors"])
    assert object_at(answer)["contracts"] == object_at(by_solc(text))["contracts"]


# Settings


def test_defaults_are_those_of_the_release() -> None:
    settings: Json = {"optimizer": {"enabled": True}}
    assert {requested_options(settings, one).evm_version for one in RELEASES.values()} == {
        *("cancun", "prague", "osaka")
    }
    steps = {requested_options(settings, RELEASES[number]).steps for number in ("0.8.33", "0.8.34")}
    assert len(steps) == 2
    assert None in steps
    # Results in the cache are of one release.
    assert len({requested_options(settings, one) for one in RELEASES.values()}) == len(RELEASES)
