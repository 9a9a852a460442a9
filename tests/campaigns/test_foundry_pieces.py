"""The campaign over real projects in pieces: results that are kept, merged, and read again."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.campaigns.foundry import __main__ as campaign
from tests.campaigns.foundry import projects
from tests.campaigns.foundry.comparison import gas_ratios, mean_gas, problems, row
from tests.campaigns.foundry.forge import DEFAULT, STOCK, Run, TestResult
from tests.campaigns.foundry.kept import Kept, merged
from tests.campaigns.foundry.projects import PROJECTS, Part
from yulopt.persistence.json_values import JsonObject, object_at, read_json


def artifact(code: str, source: str = "src/A.sol") -> JsonObject:
    metadata: JsonObject = {"settings": {"compilationTarget": {source: "A"}}}
    return {"deployedBytecode": {"object": code}, "metadata": metadata, "id": 7}


def run(tests: dict[str, TestResult], code: str = "0x0102") -> Run:
    return Run(1.5, 2.5, {"A.sol/A.json": artifact(code)}, tests, "")


OURS = "vault (ours)"
PASSES = TestResult(True, 100)
FAILS = TestResult(False, None)


def test_what_was_kept_compares_as_before(tmp_path: Path) -> None:
    kept = Kept(tmp_path / "results")
    before = run({"one": PASSES, "two": FAILS})
    assert kept.read("Project (ours)", "gas") is None
    kept.write(before, "Project (ours)", "gas")
    again = kept.read("Project (ours)", "gas")
    assert again is not None
    assert again.tests == before.tests
    assert problems(DEFAULT, again, before) == []
    assert row("P", "gas", again, before, "src") == row("P", "gas", before, before, "src")
    assert kept.read("Project (ours)", "size") is None
    Kept(None).write(before, "nowhere")
    assert Kept(None).read("nowhere") is None


def test_parts_count_together_and_shared_code_once() -> None:
    whole = merged([run({"one": PASSES}), run({"two": FAILS})])
    assert whole.tests == {"one": PASSES, "two": FAILS}
    assert (whole.seconds, whole.processor_seconds) == (3, 5)
    assert whole.bytes_of("src") == 2


def test_a_test_that_only_stock_passes_is_a_problem() -> None:
    stock = run({"one": PASSES, "two": PASSES})
    assert problems(STOCK, stock, stock) == []
    one = "passes with stock solc, and not with default"
    assert problems(DEFAULT, run({"one": PASSES, "two": FAILS}), stock) == [f"two {one}"]
    assert problems(DEFAULT, run({"one": PASSES}), stock) == [f"two {one}"]
    assert problems(DEFAULT, run(stock.tests, "0x03"), stock) != []
    # A pipeline that has changed nothing was not used.
    assert problems("gas", stock, stock) != []


def test_the_gas_of_tests_that_pass_is_compared() -> None:
    """Not that of tests with random inputs, which have none, and not that of other tests."""
    stock = run({"one": PASSES, "two": PASSES, "random": TestResult(True, None), "fails": FAILS})
    cheaper, dearer = TestResult(True, 50), TestResult(True, 200)
    later = run({"one": cheaper, "two": dearer, "random": PASSES, "fails": PASSES, "new": PASSES})
    assert dict(gas_ratios(later, stock)) == {"one": 0.5, "two": 2}
    assert mean_gas(later, stock) == 1
    assert mean_gas(run({}), stock) is None


@pytest.fixture
def kept_runs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder with the runs of our project: no other is made, so forge is not needed."""
    monkeypatch.setattr(campaign, "unavailable", lambda *_: "")
    gas = {"more": 1021, "most": 1500, "as much": 1020, "less": 500, "fails": 2000}
    stock = {name: TestResult(name != "fails", 1000) for name in gas}
    later = {name: TestResult(True, used) for name, used in gas.items()}
    stock["random"] = later["random"] = TestResult(True, None)
    for compiler, one in ((STOCK, run(stock)), ("gas", run(later, "0x03"))):
        Kept(tmp_path).write(one, OURS, "chosen", "1 of 1", compiler, "sources")
    return tmp_path


def campaign_over(kept_runs: Path, *arguments: str) -> Result:
    arguments = ("--project", OURS, "--compilers", "gas", "--keep", str(kept_runs), *arguments)
    return CliRunner().invoke(campaign.main, arguments, catch_exceptions=False)


def test_tests_that_take_more_gas_are_listed_the_worst_first(kept_runs: Path) -> None:
    done = campaign_over(kept_runs, "--slower", "1.02")
    *listed, _, _, stock, gas = done.stdout.splitlines()
    assert listed == [
        f"{OURS}: gas: 1.500 of the gas of stock solc: most",
        f"{OURS}: gas: 1.021 of the gas of stock solc: more",
    ]
    assert stock == f"| {OURS} | stock | 6 | 5 | 2 (1.000) | 1.000 | 2.5 s (1.00) |"
    assert gas == f"| {OURS} | gas | 6 | 6 | 1 (0.500) | 0.940 | 2.5 s (1.00) |"
    assert done.exit_code == 0


def test_they_are_only_listed_on_request(kept_runs: Path) -> None:
    assert len(campaign_over(kept_runs).stdout.splitlines()) == 4


def test_groups_have_every_test_once(tmp_path: Path) -> None:
    project = PROJECTS["Solady"]
    if project.missing:
        pytest.skip(f"needs {project.missing}")

    def copied(part: Part) -> set[str]:
        folder = tmp_path / f"{part.group} of {part.groups}"
        project.copy_to(folder, part)
        return {path.name for path in (folder / "test").glob("*.t.sol")}

    groups = [copied(Part(group=number, groups=3)) for number in range(3)]
    assert sorted(name for names in groups for name in names) == sorted(copied(Part()))
    assert all(groups)


def test_a_copy_has_the_scripts_and_profiles_that_tests_name(tmp_path: Path) -> None:
    project = PROJECTS["Uniswap v4-core"]
    if project.missing:
        pytest.skip(f"needs {project.missing}")
    copy = tmp_path / "copy"
    project.copy_to(copy, Part(everything=True))
    texts = [path.read_text("utf-8") for path in (copy / "test").rglob("*.t.sol")]
    names = {name for text in texts for name in re.findall(r'"(forge-test-\w+)"', text)}
    profiles = {name for text in texts for name in re.findall(r"forge-config: (\w+)", text)}
    assert (len(names), len(profiles)) == (3, 4)
    folder = copy / "test" / "js-scripts"
    scripts = object_at(read_json((folder / "package.json").read_text("utf-8")), "scripts")
    for name in names:
        _, script = str(scripts[name]).split()
        assert (folder / script).is_file()
    configuration = tomllib.loads((copy / "foundry.toml").read_text("utf-8"))
    assert configuration["profile"].keys() >= profiles


def test_an_archive_may_be_in_a_folder_that_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("YULOPT_PEERS", raising=False)
    monkeypatch.setattr(projects, "PEERS", tmp_path / "none")
    project = PROJECTS["Uniswap v4-core"]
    assert project.missing == "uniswap-v4-core-1.0.2.tgz"
    (tmp_path / "uniswap-v4-core-1.0.2.tgz").touch()
    monkeypatch.setenv("YULOPT_PEERS", str(tmp_path))
    assert project.missing == ""
