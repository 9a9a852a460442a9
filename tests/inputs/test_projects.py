"""Sources in projects: resolution of imports, and precedence of settings."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.conftest import Command
from tests.oracle import available
from yulopt.dropin.front import FRONT_VARIABLE
from yulopt.errors import Source, YulError
from yulopt.inputs.imports import sources_of_project
from yulopt.inputs.project import Project, SearchPaths, find_project
from yulopt.inputs.solidity import unit_name
from yulopt.persistence.json_values import object_at

needs_solc = pytest.mark.skipif(available() is not None, reason=str(available()))


def write(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)


def names(project: Project, path: Path) -> list[str]:
    """The names of all sources that a file of a project needs."""
    source = Source(path.read_text(), str(path))
    return sorted(sources_of_project(project, {unit_name(path, project): source}))


# Where imports are


def test_packages_are_found_in_the_folders_above(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "node_modules/@oz/token/A.sol": 'import "../math/B.sol";',
            "node_modules/@oz/math/B.sol": "",
            "packages/app/package.json": "{}",
            "packages/app/contracts/T.sol": 'import {A as X} from "@oz/token/A.sol";',
        },
    )
    path = tmp_path / "packages/app/contracts/T.sol"
    project = find_project(path.parent)
    assert names(project, path) == ["@oz/math/B.sol", "@oz/token/A.sol", "contracts/T.sol"]


def test_the_nearest_package_counts(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "node_modules/p/A.sol": "// far",
            "app/node_modules/p/A.sol": "// near",
            "app/package.json": "{}",
            "app/T.sol": 'import "p/A.sol";',
        },
    )
    project = find_project(tmp_path / "app")
    sources = sources_of_project(project, {"T.sol": Source('import "p/A.sol";')})
    assert object_at(sources, "p/A.sol")["content"] == "// near"


@pytest.mark.parametrize(
    ("imported", "found"),
    [
        ("solady/tokens/A.sol", "lib/solady/src/tokens/A.sol"),
        ("solady/src/tokens/A.sol", "lib/solady/src/tokens/A.sol"),
        ("oz/contracts/A.sol", "lib/oz/contracts/A.sol"),
        ("@oz/A.sol", "lib/oz/contracts/A.sol"),
        ("@mine/A.sol", "other/A.sol"),
        ("listed/A.sol", "other/A.sol"),
        ("deep/A.sol", "lib/oz/lib/deep/src/A.sol"),
        ("../other/A.sol", "other/A.sol"),
        ("src/sub/A.sol", "src/sub/A.sol"),
    ],
)
def test_libraries_of_foundry(tmp_path: Path, imported: str, found: str) -> None:
    write(
        tmp_path,
        {
            "foundry.toml": '[profile.default]\nremappings = ["@mine/=other/"]\n',
            "remappings.txt": "# ours\nlisted/=other/\n",
            "lib/solady/src/tokens/A.sol": "",
            "lib/oz/contracts/A.sol": "",
            "lib/oz/remappings.txt": "@oz/=contracts/\n",
            "lib/oz/lib/deep/src/A.sol": "",
            "other/A.sol": "",
            "src/sub/A.sol": "",
            "src/T.sol": f'import "{imported}";',
        },
    )
    project = find_project(tmp_path / "src")
    assert project.sources == tmp_path / "src"
    assert names(project, tmp_path / "src/T.sol") == sorted([found, "src/T.sol"])


@needs_solc
@pytest.mark.parametrize(
    ("imported", "remapping", "folder", "normalised"),
    [
        ("p/A.sol", "p/=./lib/p/", "./lib/p", "./lib/p"),
        ("p/A.sol", "p/=lib/./p/", "lib/./p", "lib/./p"),
        ("p/A.sol", "p/=src/../lib/p/", "src/../lib/p", "src/../lib/p"),
        # The last part goes with all slashes before it.
        ("p/A.sol", "p/=lib/p//", "lib/p/", "lib/p"),
        ("lib//p/A.sol", "q/=q/", "lib//p", "lib//p"),
        # A context ends at the first colon.
        ("https://p/A.sol", "src/:https://p/=lib/p/", "lib/p", "lib/p"),
    ],
)
def test_names_are_those_of_solc(
    tmp_path: Path,
    yulopt: Command,
    monkeypatch: pytest.MonkeyPatch,
    imported: str,
    remapping: str,
    folder: str,
    normalised: str,
) -> None:
    monkeypatch.setenv(FRONT_VARIABLE, os.environ["SOLC"])
    inner = 'import "./deep/../deep/B.sol"; contract A is B { function f() external {} }'
    write(
        tmp_path,
        {
            "package.json": "{}",
            "lib/p/A.sol": inner,
            "lib/p/deep/B.sol": 'import "../C.sol"; contract B is C { }',
            "lib/p/C.sol": "contract C { }",
            "src/T.sol": f'import {{A}} from "{imported}"; contract T is A {{ }}',
        },
    )
    path = tmp_path / "src/T.sol"
    project = find_project(path.parent, SearchPaths(remappings=(remapping,)))
    found = [f"{folder}/A.sol", f"{normalised}/deep/B.sol", f"{normalised}/C.sol", "src/T.sol"]
    assert names(project, path) == sorted(found)
    assert yulopt("asm", "--remap", remapping, str(path)).exit_code == 0


def test_the_command_line_counts_most(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "remappings.txt": "p/=wrong/\n",
            "package.json": "{}",
            "right/A.sol": "",
            "elsewhere/q/B.sol": "",
            "T.sol": 'import "p/A.sol"; import "q/B.sol";',
        },
    )
    paths = SearchPaths(None, (str(tmp_path / "elsewhere"),), ("p/=right/",))
    project = find_project(tmp_path, paths)
    assert names(project, tmp_path / "T.sol") == ["T.sol", "q/B.sol", "right/A.sol"]
    based = find_project(tmp_path, SearchPaths(base=str(tmp_path / "right")))
    assert unit_name(tmp_path / "right/A.sol", based) == "A.sol"


@pytest.mark.parametrize(
    "text",
    [
        '// import "a.sol";',
        '/* import "a.sol"; */',
        "contract C { string s = 'import \"a.sol\"'; }",
        'contract C { uint reimport; string s = "a.sol"; }',
    ],
)
def test_text_that_only_looks_like_an_import(text: str) -> None:
    assert list(sources_of_project(Project(Path("/")), {"T.sol": Source(text)})) == ["T.sol"]


@pytest.mark.parametrize(
    "text",
    [
        "import 'a.sol';",
        'import {A,\n  B as C} from "a.sol";',
        'import * as A from "a.sol";',
        'import "a.sol" as A;',
        'import /* "b.sol" */ "a.sol";',
    ],
)
def test_every_form_of_an_import(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.sol").touch()
    found = sources_of_project(Project(tmp_path), {"T.sol": Source(text)})
    assert list(found) == ["T.sol", "a.sol"]


def test_a_missing_import_is_reported_with_advice(tmp_path: Path) -> None:
    text = 'pragma solidity *;\nimport {A} from "@oz/contracts/A.sol";\n'
    with pytest.raises(YulError) as error:
        sources_of_project(Project(tmp_path), {"T.sol": Source(text, "T.sol")})
    report = error.value.report()
    assert report.startswith("T.sol:2:18: error: '@oz/contracts/A.sol' is not found in ")
    assert "npm install @oz/contracts, or forge install" in report
    assert 'import {A} from "@oz/contracts/A.sol";\n                 ^' in report


# Settings


def test_settings_of_foundry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(
        tmp_path,
        {
            "foundry.toml": "[profile.default]\noptimizer = true\noptimizer_runs = 7\n"
            'evm_version = "paris"\n[profile.small]\nvia_ir = true\noptimizer_runs = 1\n'
        },
    )
    assert find_project(tmp_path).settings == {
        "optimizer": {"enabled": True, "runs": 7},
        "viaIR": False,
        "evmVersion": "paris",
    }
    monkeypatch.setenv("FOUNDRY_PROFILE", "small")
    assert find_project(tmp_path).settings == {
        "optimizer": {"enabled": True, "runs": 1},
        "viaIR": True,
        "evmVersion": "paris",
    }


EXTENDED = """
[profile.default]
optimizer = true
optimizer_runs = 9
via-ir = true
remappings = ["a/=below/"]
[profile.ci]
evm_version = "paris"
optimizer_runs = 8
"""


@pytest.mark.parametrize(
    ("text", "profile", "expected"),
    [
        # As `forge config` shows them: viaIR, runs, EVM version, remappings.
        ("[profile.default]\nvia-ir = true\noptimizer-runs = 7", "", (True, 7, None, [])),
        (
            '[profile.default]\nextends = "base.toml"\noptimizer_runs = 7\nremappings = ["b/=c/"]',
            "",
            (True, 7, None, ["a/=below/", "b/=c/"]),
        ),
        (
            '[profile.default]\nremappings = ["b/=c/"]\n'
            '[profile.default.extends]\npath = "base.toml"\nstrategy = "replace-arrays"',
            "",
            (True, 9, None, ["b/=c/"]),
        ),
        # Only what the selected profile extends counts.
        ('[profile.default]\nextends = "base.toml"', "ci", (False, 200, None, [])),
        (
            '[profile.default]\noptimizer_runs = 7\n[profile.ci]\nextends = "base.toml"',
            "ci",
            (True, 8, "paris", ["a/=below/"]),
        ),
    ],
)
def test_other_forms_of_a_configuration_of_foundry(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    text: str,
    profile: str,
    expected: tuple[bool, int, str | None, list[str]],
) -> None:
    write(tmp_path, {"foundry.toml": text, "base.toml": EXTENDED})
    monkeypatch.setenv("FOUNDRY_PROFILE", profile)
    project = find_project(tmp_path)
    settings, runs = project.settings, object_at(project.settings, "optimizer")["runs"]
    found = settings["viaIR"], runs, settings.get("evmVersion"), list(project.remappings)
    assert found == expected


def test_what_a_configuration_extends_must_be_there(tmp_path: Path) -> None:
    write(tmp_path, {"foundry.toml": '[profile.default]\nextends = "missing.toml"'})
    with pytest.raises(YulError, match=r"foundry\.toml: error: cannot be read: .*missing\.toml"):
        find_project(tmp_path)


@needs_solc
def test_a_pipeline_in_the_settings_is_none_of_solc(
    yulopt: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = '[profile.default.optimizer_details.yulDetails]\noptimizerSteps = "pipeline=gas"\n'
    source = "contract A { uint x; function f(uint y) external { x = y; } }"
    write(tmp_path, {"foundry.toml": steps, "A.sol": source})
    monkeypatch.setenv(FRONT_VARIABLE, os.environ["SOLC"])
    monkeypatch.chdir(tmp_path)
    result = yulopt("asm", "--bytecode", "A.sol")
    assert "its settings name a pipeline; --pipeline gas compiles it so\n" in result.stderr
    (tmp_path / "foundry.toml").unlink()
    assert yulopt("asm", "--bytecode", "A.sol").stdout == result.stdout


@pytest.mark.parametrize(
    ("text", "variables", "optimizer"),
    [
        # As `forge config` shows them.
        ("", {}, (False, 200)),
        ("optimizer_runs = 9", {}, (True, 9)),
        ("optimizer_runs = 0", {}, (False, 0)),
        ("optimizer = false\noptimizer_runs = 9", {}, (False, 9)),
        ("optimizer = false", {"FOUNDRY_OPTIMIZER": "true"}, (True, 200)),
        ("optimizer_runs = 9", {"FOUNDRY_OPTIMIZER_RUNS": "7"}, (True, 7)),
    ],
)
def test_the_optimiser_of_foundry(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    text: str,
    variables: dict[str, str],
    optimizer: tuple[bool, int],
) -> None:
    write(tmp_path, {"foundry.toml": f"[profile.default]\n{text}\n"})
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    enabled, runs = optimizer
    assert find_project(tmp_path).settings["optimizer"] == {"enabled": enabled, "runs": runs}


def test_what_else_of_foundry_changes_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = 'bytecode_hash = "none"\ncbor_metadata = false\nrevert_strings = "strip"\n'
    write(tmp_path, {"foundry.toml": f"[profile.default]\n{text}"})
    monkeypatch.setenv("FOUNDRY_EVM_VERSION", "paris")
    settings = find_project(tmp_path).settings
    assert settings["metadata"] == {"bytecodeHash": "none", "appendCBOR": False}
    assert settings["debug"] == {"revertStrings": "strip"}
    assert settings["evmVersion"] == "paris"


def test_a_configuration_that_is_not_toml_is_an_error(tmp_path: Path) -> None:
    write(tmp_path, {"foundry.toml": "[profile"})
    with pytest.raises(YulError, match=r"foundry\.toml: error: cannot be read: "):
        find_project(tmp_path)


def test_settings_of_the_newest_build_of_hardhat(tmp_path: Path) -> None:
    folder = "artifacts/build-info"
    for number, runs in enumerate((5, 6)):
        settings = {"optimizer": {"enabled": True, "runs": runs}, "outputSelection": {}}
        text = json.dumps({"input": {"settings": settings}})
        write(tmp_path, {"package.json": "{}", f"{folder}/{number}.json": text})
        os.utime(tmp_path / folder / f"{number}.json", (number, number))
    write(tmp_path, {f"{folder}/9.output.json": "{}"})
    project = find_project(tmp_path)
    assert project.settings == {"optimizer": {"enabled": True, "runs": 6}}
    assert project.origin == f"{folder}/1.json"


def test_settings_in_the_configuration_of_hardhat(tmp_path: Path) -> None:
    path = tmp_path / "hardhat.config.ts"
    path.write_text(
        'export default { solidity: { version: "0.8.37", settings: { viaIR: true,\n'
        "  evmVersion: 'paris', optimizer: { enabled: true, runs: 1_000 } } } };"
    )
    project = find_project(tmp_path)
    assert project.settings == {
        "viaIR": True,
        "evmVersion": "paris",
        "optimizer": {"enabled": True, "runs": 1000},
    }
    assert project.origin == "hardhat.config.ts"
    path.write_text(
        "// viaIR: true\n/* evmVersion: 'paris' */\nconst url = 'https://a'; // runs: 3\n"
        "export default { solidity: { settings: { optimizer: { enabled: false, runs: 7 } } },\n"
        "  gasReporter: { enabled: true } };"
    )
    assert find_project(tmp_path).settings == {"optimizer": {"enabled": False, "runs": 7}}
    path.write_text("export default { solidity: { settings: { optimizer: { enabled: true } } } };")
    assert find_project(tmp_path).settings == {"optimizer": {"enabled": True, "runs": 200}}
    # Which of two profiles is built is not known.
    path.write_text("{ a: { viaIR: true, runs: 1 }, b: { viaIR: false, runs: 1 } }")
    assert find_project(tmp_path).settings == {"optimizer": {"enabled": True, "runs": 1}}


# All together

TOKEN = """pragma solidity ^0.8.0;
import "p/Base.sol";
contract Token is Base { function twice(uint x) external pure returns (uint) { return x * 2; } }
"""


@needs_solc
def test_a_contract_of_a_project_is_compared_from_anywhere(
    yulopt: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(
        tmp_path,
        {
            "node_modules/p/Base.sol": "pragma solidity ^0.8.0; contract Base { uint public b; }",
            "foundry.toml": '[profile.default]\noptimizer_runs = 7\nevm_version = "paris"\n',
            "src/Token.sol": TOKEN,
            "elsewhere/x": "",
        },
    )
    monkeypatch.setenv(FRONT_VARIABLE, os.environ["SOLC"])
    monkeypatch.chdir(tmp_path / "elsewhere")
    result = yulopt("compare", "--no-gas", "--json", "../src/Token.sol")
    assert "its settings are used: EVM version paris, runs 7\n" in result.stderr
    [program, *others] = json.loads(result.stdout)["programs"]
    assert (program["program"], others) == ("../src/Token.sol (src/Token.sol:Token)", [])
