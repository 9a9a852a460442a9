"""Solidity and requests to solc, which need a front-end solc, and the errors without one."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Final

import pytest

from tests.conftest import Command
from tests.dropin.compilers import by_solc
from tests.inputs.artefacts import request
from tests.oracle import available, package_of
from yulopt import optimize, read_program
from yulopt.dropin.front import FRONT_VARIABLE
from yulopt.persistence.cache import CACHE_VARIABLE
from yulopt.persistence.json_values import Json, object_at

needs_solc = pytest.mark.skipif(available() is not None, reason=str(available()))

MAIN: Final = """// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
import "./lib/Math.sol";
interface ICounter { function add() external; }
contract Counter is ICounter {
    uint public count;
    function add() external { count = Math.next(count); }
}
"""
LIBRARY: Final = """// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
library Math { function next(uint n) internal pure returns (uint) { return n + 1; } }
"""


@pytest.fixture
def project(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """A folder with a contract that imports another file, in which the command runs."""
    (tmp_path / "lib").mkdir()
    (tmp_path / "Counter.sol").write_text(MAIN)
    (tmp_path / "lib" / "Math.sol").write_text(LIBRARY)
    monkeypatch.chdir(tmp_path)
    # All tests share the cached version of solc.
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path_factory.getbasetemp() / "cache"))
    monkeypatch.setenv(FRONT_VARIABLE, os.environ.get("SOLC", "none"))
    return tmp_path


def answer_of_solc(
    settings: Json = None, main: str = MAIN, solc_version: str | None = None
) -> Json:
    sources: Json = {"Counter.sol": {"content": main}, "lib/Math.sol": {"content": LIBRARY}}
    selection: Json = {"*": {"*": ["ir", "irOptimized", "metadata"]}}
    return by_solc(
        json.dumps(
            {
                "language": "Solidity",
                "sources": sources,
                "settings": {**object_at(settings), "outputSelection": selection},
            }
        ),
        solc_version,
    )


def ir_of(answer: Json) -> Json:
    return object_at(answer, "contracts", "Counter.sol", "Counter").get("ir")


# With a front-end solc


@needs_solc
@pytest.mark.usefixtures("project")
def test_solidity_is_compiled_for_the_evm_version_of_the_options(yulopt: Command) -> None:
    ir = ir_of(answer_of_solc({"evmVersion": "paris"}))
    assert isinstance(ir, str)
    result = yulopt("--evm-version", "paris", "Counter.sol")
    assert result.stdout == optimize(ir, evm_version="paris")
    assert result.stderr == "Counter.sol: note: 1 contract without code left out (ICounter)\n"


@needs_solc
def test_solidity_from_elsewhere_and_from_standard_input(yulopt: Command, project: Path) -> None:
    (project / "sub").mkdir()
    os.chdir(project / "sub")
    # Imported contracts count only if they are requested.
    assert 'object "Counter_' in yulopt("../Counter.sol").stdout
    os.chdir(project)
    assert 'object "Math_' in yulopt("--contract", "Math", "-", input=MAIN).stdout


@needs_solc
@pytest.mark.usefixtures("project")
def test_errors_in_solidity(yulopt: Command, project: Path) -> None:
    (project / "Counter.sol").write_text(MAIN.replace("count = ", "cuont = "))
    result = yulopt("Counter.sol")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(
        "Counter.sol: error: solc found errors:\nDeclarationError: Undeclared identifier."
    )
    assert "\n --> Counter.sol:7:" in result.stderr


@needs_solc
@pytest.mark.usefixtures("project")
def test_a_request_is_compiled_with_its_settings(yulopt: Command, project: Path) -> None:
    (project / "request.json").write_text(json.dumps(request()))
    result = yulopt("asm", "--bytecode", "request.json")
    assert result.exit_code == 0
    assert "its settings are used: EVM version paris, runs 7, steps 'gf'" in result.stderr


@needs_solc
@pytest.mark.usefixtures("project")
def test_output_of_solc_is_read() -> None:
    answer = answer_of_solc(
        {
            "optimizer": {"enabled": True, "runs": 9},
            "evmVersion": "paris",
            "debug": {"debugInfo": []},
        }
    )
    ir = ir_of(answer)
    optimized = object_at(answer, "contracts", "Counter.sol", "Counter").get("irOptimized")
    assert isinstance(ir, str)
    text = f"\n======= Counter.sol:Counter =======\nIR:\n{ir}\nOptimized IR:\n{optimized}\n"
    found = read_program(json.dumps(answer), "Counter")
    assert (found.text, found.evm_version, found.runs) == (ir, "paris", 9)
    assert read_program(text).text.strip() == ir.strip()
    assert optimize(found.text, evm_version="paris", runs=9) == optimized


# Of a release that a project pins


@pytest.fixture
def pinned(project: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of a contract that only 0.8.28 compiles, which is there."""
    if reason := available("0.8.28"):
        pytest.skip(reason)
    monkeypatch.setenv(FRONT_VARIABLE, str(package_of("0.8.28")))
    (project / "Counter.sol").write_text(MAIN.replace("^0.8.0", "=0.8.28"))
    return project / "Counter.sol"


def test_solidity_is_compiled_by_the_reproduced_release(yulopt: Command, pinned: Path) -> None:
    ir = ir_of(answer_of_solc(main=pinned.read_text(), solc_version="0.8.28"))
    assert isinstance(ir, str)
    assert read_program(pinned, solc_version="0.8.28").text == ir
    result = yulopt("--solc-version", "0.8.28", pinned)
    assert result.stdout == optimize(ir, solc_version="0.8.28")


def test_releases_are_compared_over_the_ir_of_one_of_them(yulopt: Command, pinned: Path) -> None:
    for versions in (("0.8.28", "0.8.37"), ("0.8.37", "0.8.28")):
        words = [word for version in versions for word in ("--solc-version", version)]
        result = yulopt("compare", "--no-gas", *words, pinned)
        assert result.exit_code == 0
        assert "default, solc 0.8.28" in result.stdout


@pytest.mark.parametrize("words", [(), ("--solc-version", "0.8.30"), ("ssa",)])
def test_another_release_is_rejected_with_advice(
    yulopt: Command, pinned: Path, words: tuple[str, ...]
) -> None:
    wanted = "0.8.30" if words[1:] else "0.8.37"
    result = yulopt(*words, pinned)
    assert (result.exit_code, result.stdout) == (1, "")
    assert f"to read it, run: npm install solc@{wanted}\n" in result.stderr
    assert "is solc 0.8.28, which commands with --solc-version 0.8.28 take" in result.stderr


def test_an_unsupported_release_reads_nothing() -> None:
    with pytest.raises(ValueError, match=r"solc 0\.8\.19 is not supported"):
        read_program(MAIN, solc_version="0.8.19")


# Without


@pytest.mark.parametrize("name", ["Counter.sol", "-"])
def test_without_a_solc_the_command_to_run_is_given(
    yulopt: Command, project: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv(FRONT_VARIABLE, str(project / "missing"))
    result = yulopt(name, input=MAIN)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "error: this is Solidity; to read it, run: npm install solc@0.8.37\n" in result.stderr
    assert (
        f"(there is no {project / 'missing'}; a native one, named by YULOPT_SOLC," in result.stderr
    )


def test_a_request_without_a_solc(
    yulopt: Command, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(FRONT_VARIABLE, str(project / "missing"))
    result = yulopt("-", input=json.dumps(request()))
    assert result.exit_code == 1
    assert "this is a request to solc, and only solc can generate its IR: there is no " in (
        result.stderr
    )


@pytest.mark.parametrize(
    "text",
    [
        "contract A { }",
        "abstract contract A { }",
        'import "a.sol";',
        "import {A} from 'a.sol';",
        "// one\n/* two */ pragma solidity *;",
        "library L { }",
        "interface I { }",
        "struct S { uint a; }",
        "enum E { A }",
        "type T is uint;",
        "using L for uint global;",
        "/*\n======= A.sol:A =======\nIR:\n*/ contract A { }",
    ],
)
def test_beginnings_of_solidity(
    yulopt: Command, project: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.setenv(FRONT_VARIABLE, str(project / "missing"))
    assert "error: this is Solidity" in yulopt("-", input=text).stderr
