"""The definitions of the public CI and of pre-commit are well-formed, and run existing commands."""

from __future__ import annotations

import re
import tomllib
from fnmatch import fnmatch
from pathlib import Path
from typing import Final

import attr
import pytest
import yaml

from docs.playground.compiled import NEEDED
from tests.conftest import ROOT

WORKFLOWS: Final = sorted((ROOT / ".github" / "workflows").glob("*.yml"))

every_workflow = pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)


def mapping(value: object) -> dict[object, object]:
    assert isinstance(value, dict)
    return value


def items(value: object) -> list[dict[object, object]]:
    assert isinstance(value, list)
    return [mapping(item) for item in value]


@attr.s(auto_attribs=True)
class Job:
    """A job of a workflow: its `name`, what it `needs`, and its `steps`."""

    name: str
    needs: list[str]
    steps: list[dict[object, object]]


def jobs_of(path: Path) -> list[Job]:
    jobs = []
    for name, value in mapping(mapping(yaml.safe_load(path.read_text("utf-8")))["jobs"]).items():
        job = mapping(value)
        assert isinstance(name, str)
        assert isinstance(job["runs-on"], str)
        assert isinstance(job["timeout-minutes"], int)
        needs = job.get("needs", [])
        assert isinstance(needs, list)
        jobs.append(Job(name, needs, items(job["steps"])))
    return jobs


@every_workflow
def test_every_step_runs_a_command_or_an_action_of_some_version(path: Path) -> None:
    for job in jobs_of(path):
        for step in job.steps:
            action = step.get("uses", "")
            assert isinstance(action, str)
            assert ("run" in step) != bool(re.fullmatch(r"[\w-]+/[\w-]+@[\w./]+", action)), step


@every_workflow
def test_jobs_need_jobs_that_exist(path: Path) -> None:
    jobs = jobs_of(path)
    names = {job.name for job in jobs}
    assert all(names.issuperset(job.needs) for job in jobs)


def test_the_public_ci_runs_the_whole_check() -> None:
    (workflow,) = (path for path in WORKFLOWS if path.stem == "ci")
    commands = [step.get("run") for job in jobs_of(workflow) for step in job.steps]
    assert "bash .ci/run" in commands
    assert (ROOT / ".ci" / "run").is_file()


def test_the_public_ci_builds_the_playground_with_compiled_code_and_tests_that() -> None:
    (workflow,) = (path for path in WORKFLOWS if path.stem == "ci")
    [job] = [job for job in jobs_of(workflow) if job.name == "playground"]
    commands = [str(step["run"]).split() for step in job.steps if "run" in step]
    install, compile_core, build, run_tests = commands
    # Those that the compile asks for.
    assert set(NEEDED.partition("pip install ")[2].split()) <= set(install)
    assert compile_core[:3] == ["python", "-m", "docs.playground.compiled"]
    assert build[:3] == ["python", "-m", "docs.playground"]
    assert build[4:] == ["--compiled", compile_core[3]]
    [variables] = [mapping(step["env"]) for step in job.steps if "env" in step]
    assert f"{variables['YULOPT_SITE']}/playground" == build[3]
    assert (ROOT / run_tests[-1]).is_file()


def test_no_workflow_may_write() -> None:
    granted = {}
    for path in WORKFLOWS:
        workflow = mapping(yaml.safe_load(path.read_text("utf-8")))
        assert workflow["permissions"] == {"contents": "read"}
        for name, job in mapping(workflow["jobs"]).items():
            if "permissions" in mapping(job):
                granted[path.stem, name] = mapping(job)["permissions"]
    # By this one, PyPI knows who uploads.
    assert granted == {("wheels", "upload"): {"id-token": "write"}}


def test_only_complete_builds_of_tags_are_uploaded() -> None:
    (workflow,) = (path for path in WORKFLOWS if path.stem == "wheels")
    jobs = mapping(mapping(yaml.safe_load(workflow.read_text("utf-8")))["jobs"])
    upload = mapping(jobs["upload"])
    assert upload["if"] == "startsWith(github.ref, 'refs/tags/v')"
    assert upload["needs"] == [name for name in jobs if name != "upload"]


def test_wheels_are_built_for_each_system_and_processor() -> None:
    (workflow,) = (path for path in WORKFLOWS if path.stem == "wheels")
    jobs = mapping(mapping(yaml.safe_load(workflow.read_text("utf-8")))["jobs"])
    matrix = mapping(mapping(mapping(jobs["wheels"])["strategy"])["matrix"])
    # cibuildwheel builds for the processor that it runs on: x86-64 and ARM, of Linux and of macOS.
    assert matrix["os"] == [
        "ubuntu-latest",
        "ubuntu-24.04-arm",
        "macos-latest",
        "macos-15-intel",
        "windows-latest",
    ]
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["cibuildwheel"]
    assert {"archs", "linux", "macos"}.isdisjoint(settings)
    for tag in ("manylinux_x86_64", "manylinux_aarch64", "macosx_arm64", "macosx_x86_64"):
        wheel = f"cp313-{tag}"
        assert any(fnmatch(wheel, pattern) for pattern in settings["build"]), tag
        assert not any(fnmatch(wheel, pattern) for pattern in settings["skip"]), tag


def test_hooks_are_tools_of_the_environment() -> None:
    configuration = mapping(yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text("utf-8")))
    hooks = [hook for repo in items(configuration["repos"]) for hook in items(repo["hooks"])]
    assert [hook["id"] for hook in hooks] == ["ruff", "ruff-format", "mypy"]
    assert {hook["language"] for hook in hooks} == {"system"}


def test_the_whole_check_names_tests_that_exist() -> None:
    text = (ROOT / ".ci" / "run").read_text("utf-8")
    lines = re.findall(r"^once\+?=\((.+)\)$", text, re.M)
    names = [name for line in lines for name in line.split()]
    assert len(names) > 20
    assert [name for name in names if not (ROOT / "tests" / name).exists()] == []
