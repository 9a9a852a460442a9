"""Proven builds in a project: its file, the environment, warnings, certificates."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.broken_steps import break_step
from yulopt import optimize
from yulopt.cli.solc import read_choices
from yulopt.code_proofs.certificate import check_code
from yulopt.dropin import build
from yulopt.dropin.build import compile_with, write_certificates
from yulopt.dropin.choices import Choices, named_in_request
from yulopt.dropin.contract import ContractCode, Outputs
from yulopt.dropin.pipelines import in_back
from yulopt.dropin.project_file import read_project_file
from yulopt.dropin.work import Work
from yulopt.errors import Source, YulError
from yulopt.passes.step import Context
from yulopt.persistence.cache import Cache
from yulopt.persistence.json_values import JsonObject
from yulopt.persistence.toml_text import TomlError
from yulopt.prover.certificate import check_certificate, read_certificate
from yulopt.prover.certificate_format import FORMAT
from yulopt.steps.unused_pruner import UnusedPruner
from yulopt.suite.pipelines import Pipeline
from yulopt.syntax.ast import Block

SETTINGS: JsonObject = {"viaIR": True, "optimizer": {"enabled": True, "runs": 200}}
GAS = Pipeline.named("gas")
IR = """object "A_1" {
    code {
        let size := datasize("A_1_deployed")
        datacopy(0, dataoffset("A_1_deployed"), size)
        return(0, size)
    }
    object "A_1_deployed" {
        code { let x := add(calldataload(0), 0) sstore(x, x) log0(0, 0) }
    }
}
"""


def work(pipeline: Pipeline) -> Work:
    return Work("src/A.sol", "A", IR, in_back(pipeline, SETTINGS), Outputs())


def compiled(pipeline: Pipeline, cache: Path | None, proofs: Path | None = None) -> ContractCode:
    [code] = compile_with(Cache(cache), 1, proofs)([work(pipeline)], list)
    assert isinstance(code, ContractCode)
    return code


def test_certificates_stay_in_their_folder(tmp_path: Path) -> None:
    """Sources outside of the project have paths that leave it."""
    folder = tmp_path / "proofs"
    for file in ("../lib/A.sol", "../../lib/A.sol", "/lib/A.sol", "lib/A.sol"):
        item = work(Pipeline("u").as_proven())
        item.file = file
        write_certificates(folder, [item], [ContractCode({}, {}, "", certificate=file)])
    found = {
        path.relative_to(folder).as_posix(): path.read_text()
        for path in folder.rglob("A.proof.json")
    }
    assert found == {
        "_up/lib/A.sol/A.proof.json": "../lib/A.sol",
        "_up/_up/lib/A.sol/A.proof.json": "../../lib/A.sol",
        "_root/lib/A.sol/A.proof.json": "/lib/A.sol",
        "lib/A.sol/A.proof.json": "lib/A.sol",
    }
    assert [*tmp_path.iterdir()] == [folder]


def break_pruner(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the pruner remove the last statement, too."""

    def prune(_context: Context, block: Block) -> None:
        main = block.statements[0]
        assert isinstance(main, Block)
        del main.statements[-1:]

    break_step(monkeypatch, UnusedPruner, prune)


@pytest.mark.parametrize("pipeline", [Pipeline(), Pipeline.named("gas")], ids=["default", "gas"])
def test_code_is_that_of_an_unproven_build(pipeline: Pipeline) -> None:
    proven = compiled(pipeline.as_proven(), None)
    assert proven.bytecode == compiled(pipeline, None).bytecode
    assert proven.remarks == []


def test_a_wrong_step_is_reported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    right = compiled(Pipeline("u:"), None)
    break_pruner(monkeypatch)
    # The second one comes from the cache.
    for _ in range(2):
        code = compiled(Pipeline("u:").as_proven(), tmp_path)
        assert "log0" in code.ir_optimized
        first, *others = [remark.text for remark in code.remarks]
        assert first.startswith("rolled back ")
        assert others
        assert all("Please report this fault of yulopt" in one for one in others)
    assert code.deployed["object"] == right.deployed["object"]


def test_certificates(tmp_path: Path) -> None:
    for _ in range(2):
        code = compiled(Pipeline("su:").as_proven(), tmp_path / "cache", tmp_path / "proofs")
        folder = tmp_path / "proofs" / "src" / "A.sol"
        program = (folder / "A.yul").read_text()
        certificate = (folder / "A.proof.json").read_text()
        assert program == IR
        read = read_certificate(Source(certificate, "A.proof.json"))
        run = check_certificate(read, Source(program, "A.yul"))
        assert run.is_proven
        found = check_code(read, run)
        assert found is not None
        assert found.is_proven
        assert found.objects[0].witness.content.hex() == code.bytecode["object"]
        (folder / "A.proof.json").unlink()
        (folder / "A.yul").unlink()


@pytest.mark.parametrize("name", ["A.proof.json", "A.yul"])
def test_other_files_are_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    other = tmp_path / "src" / "A.sol" / name
    other.parent.mkdir(parents=True)
    other.write_text("{ }")
    monkeypatch.setattr(build, "compile_one", lambda *_: pytest.fail("it was compiled"))
    with pytest.raises(
        YulError, match="would replace this file, which was not written by one"
    ) as caught:
        compiled(Pipeline("su:").as_proven(), None, tmp_path)
    assert caught.value.filename == str(other)
    assert [*other.parent.iterdir()] == [other]
    assert other.read_text() == "{ }"


def test_files_of_an_earlier_build_are_replaced(tmp_path: Path) -> None:
    item = work(Pipeline("u").as_proven())
    for ir in ("{ }", IR):
        item.ir = ir
        certificate = f'{{"format": "{FORMAT}", "of": {len(ir)}}}'
        write_certificates(tmp_path, [item], [ContractCode({}, {}, "", certificate=certificate)])
        folder = tmp_path / "src" / "A.sol"
        assert (folder / "A.yul").read_text() == ir
        assert (folder / "A.proof.json").read_text() == certificate


def test_the_file_of_a_project(tmp_path: Path) -> None:
    path = tmp_path / "yulopt.toml"
    path.write_text(
        'proofs = "out/proofs"\n[default]\nproven = true\n'
        '[contracts."src/B.sol:B"]\npipeline = "gas"\nproven = true\n'
        '[contracts."src/C.sol:C"]\npipeline = "gas"\n'
    )
    choices = read_project_file(path)
    assert choices.proofs == tmp_path / "out" / "proofs"
    gas = Pipeline.named("gas")
    assert choices.of("src/A.sol", "A") == Pipeline(proven=True)
    assert choices.of("src/B.sol", "B") == gas.as_proven()
    assert choices.of("src/C.sol", "C") == gas != gas.as_proven()
    assert in_back(choices.of("src/A.sol", "A"), SETTINGS).proven
    assert not in_back(choices.of("src/C.sol", "C"), SETTINGS).proven


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[default]\nproven = 1", "'proven' must be true or false"),
        ("proofs = 1", "'proofs' must be the name of a folder"),
        ("[default]\nprove = true", "did you mean 'proven'"),
    ],
)
def test_wrong_files(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "yulopt.toml"
    path.write_text(text)
    with pytest.raises(TomlError, match=message):
        read_project_file(path)


def test_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("YULOPT_PROVEN", "1")
    assert read_choices(str(tmp_path)).default == Pipeline(proven=True)
    monkeypatch.setenv("YULOPT_PIPELINE", "gas")
    assert read_choices(str(tmp_path)).default == Pipeline.named("gas").as_proven()
    monkeypatch.setenv("YULOPT_PROVEN", "0")
    assert read_choices(str(tmp_path)).default == Pipeline.named("gas")
    monkeypatch.setenv("YULOPT_PROVEN", "perhaps")
    with pytest.raises(YulError, match="YULOPT_PROVEN: 'perhaps' is not 1 or 0"):
        read_choices(str(tmp_path))


def test_the_environment_holds_for_a_pipeline_in_the_request(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    details: JsonObject = {"yulDetails": {"optimizerSteps": "pipeline=gas"}}
    request: JsonObject = {"settings": {"optimizer": {"enabled": True, "details": details}}}
    (tmp_path / "yulopt.toml").write_text('[contracts."src/A.sol:A"]\npipeline = "size"')
    for value, is_proven in (("1", True), ("0", False)):
        monkeypatch.setenv("YULOPT_PROVEN", value)
        choices = read_choices(str(tmp_path))
        assert choices.of("src/A.sol", "A").proven is is_proven
        _, choices = named_in_request(request, choices)
        assert choices.of("src/A.sol", "A") == (GAS.as_proven() if is_proven else GAS)


def test_proven_builds_have_another_version() -> None:
    assert Choices(Pipeline(proven=True)).tag() != Choices(Pipeline(None, 7)).tag() != ""


def test_the_optimised_text_is_that_of_python() -> None:
    assert compiled(Pipeline().as_proven(), None).ir_optimized.strip() == optimize(IR).strip()
