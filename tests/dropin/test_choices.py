"""Choices of pipelines: by name, in the environment, and in the file of a project."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.dropin.test_pipelines import asked
from yulopt.cli.solc import read_choices
from yulopt.dropin.choices import Choices, named_pipeline
from yulopt.dropin.pipelines import (
    AS_REQUESTED,
)
from yulopt.dropin.project_file import find_project_file, read_project_file
from yulopt.errors import SequenceError, YulError
from yulopt.persistence.json_values import object_at
from yulopt.persistence.toml_text import TomlError
from yulopt.suite.named_sequences import read_sequence
from yulopt.suite.pipelines import Pipeline


def test_other_choices_have_other_tags() -> None:
    one, other = Choices(Pipeline("u")), Choices(Pipeline("u", 1))
    assert Choices().tag() == ""
    assert len({one.tag(), other.tag(), Choices(contracts={"a:A": Pipeline("u")}).tag()}) == 3
    assert one.tag() == Choices(Pipeline(" u ")).tag()


def test_what_also_affects_a_pipeline_in_the_request_is_in_the_tag() -> None:
    limits, prices = Choices(max_size=9000), Choices(prices=(("sload", 5),))
    tags = {Choices().tag(), limits.tag(), Choices(max_size=9001).tag(), prices.tag()}
    assert len(tags) == 4
    assert Choices(ignored=(90001,), proofs=Path("proofs")).tag() == ""


def test_code_of_another_yulopt_is_of_other_choices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Foundry would otherwise keep what a fault that is mended has made."""
    before = Choices(Pipeline("u")).tag()
    monkeypatch.setattr("yulopt.dropin.choices.VERSION", "99.0.0")
    assert Choices(Pipeline("u")).tag() != before
    assert Choices().tag() == ""


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("sise", "did you mean 'size'?"),
        ("gass", "did you mean 'gas'?"),
        ("defaut", "did you mean 'default'?"),
        ("fast", "expected one of: size, gas, balanced, "),
        ("speed", "expected one of: size, gas, balanced, "),
        ("u:", "expected one of: size, gas, balanced, "),
    ],
)
def test_letters_are_not_a_name(text: str, hint: str) -> None:
    """All of these are letters of steps, which another variable has."""
    with pytest.raises(SequenceError) as error:
        named_pipeline(text)
    assert error.value.message.startswith(f"there is no pipeline '{text}'; {hint}")
    assert "YULOPT_STEPS" in error.value.message
    assert error.value.message.count(" default,") <= 1


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({}, AS_REQUESTED),
        ({"YULOPT_PIPELINE": ""}, AS_REQUESTED),
        ({"YULOPT_PIPELINE": "off"}, AS_REQUESTED),
        ({"YULOPT_PIPELINE": "gas"}, Pipeline.named("gas")),
        ({"YULOPT_STEPS": "u:"}, Pipeline("u:")),
        ({"YULOPT_PIPELINE": "u:"}, "YULOPT_PIPELINE: there is no pipeline 'u:'"),
        ({"YULOPT_STEPS": "u!"}, "YULOPT_STEPS: '!' is not a valid step abbreviation"),
        ({"YULOPT_STEPS": "gas"}, "YULOPT_STEPS: 'gas' is the name of a pipeline, not letters"),
        ({"YULOPT_PIPELINE": "gas", "YULOPT_STEPS": "u"}, "exclude each other"),
    ],
)
def test_the_environment_has_a_name_or_steps(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    variables: dict[str, str],
    expected: Pipeline | str,
) -> None:
    for name in ("YULOPT_PIPELINE", "YULOPT_STEPS"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    if isinstance(expected, Pipeline):
        assert read_choices(str(tmp_path)).default == expected
        return
    with pytest.raises(YulError, match=re.escape(expected)):
        read_choices(str(tmp_path))


def test_the_environment_replaces_the_tables_of_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(
        tmp_path,
        "ignored_codes = [90001]\nmax_size = 20000\n[default]\nruns = 3\n"
        '[contracts."A.sol:A"]\npipeline = "gas"\n',
    )
    monkeypatch.setenv("YULOPT_PIPELINE", "none")
    choices = read_choices(str(tmp_path))
    assert choices.of("A.sol", "A") is AS_REQUESTED
    assert (choices.ignored, choices.max_size) == (frozenset({90001}), 20000)


def test_prices_are_those_of_a_file_beside_it(tmp_path: Path) -> None:
    text = '[default]\npipeline = "gas"\n[contracts."B.sol:B"]\nruns = 3\n'
    plain = read_project_file(written(tmp_path, text))
    path = written(tmp_path, 'prices = "chain.toml"\n' + text)
    with pytest.raises(YulError, match="the file of prices cannot be read"):
        read_project_file(path)
    (tmp_path / "chain.toml").write_text("stored-byte = 1600\n")
    priced = read_project_file(path)
    prices = (("stored-byte", 1600),)
    assert priced.options_of("A.sol", "A", object_at(asked(), "settings")).prices == prices
    assert (
        priced.with_default(Pipeline.named("gas"))
        .options_of("A.sol", "A", object_at(asked(), "settings"))
        .prices
        == prices
    )
    assert (
        priced.as_proven().options_of("A.sol", "A", object_at(asked(), "settings")).prices == prices
    )
    # solc's steps do not read them.
    assert priced.options_of("B.sol", "B", object_at(asked(), "settings")).prices == ()
    assert priced.tag() != plain.tag()


# The file


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "yulopt.toml"
    path.write_text(text)
    return path


def test_the_file_has_a_default_and_contracts(tmp_path: Path) -> None:
    choices = read_project_file(
        written(
            tmp_path,
            '[default]\nruns = 3\n\n[contracts."src/A.sol:A"]\nsequence = "small"\nruns = 1\n'
            '[contracts."src/B.sol:B"]\nsteps = "dh fo"\n'
            '[contracts."src/C.sol:C"]\npipeline = "gas"\nruns = 7\n'
            '[contracts."src/D.sol:D"]\npipeline = "gas"\nassume_memory_safe = true\n',
        )
    )
    assert choices.default == Pipeline(None, 3)
    assert choices.of("src/A.sol", "A") == Pipeline(read_sequence("small"), 1)
    assert choices.of("src/B.sol", "B") == Pipeline("dhfo")
    gas = Pipeline.named("gas")
    assert choices.of("src/C.sol", "C") == Pipeline(gas.steps, 7, gas.codegen)
    safe = Pipeline(gas.steps, gas.runs, gas.codegen, memory_safe=True)
    assert choices.of("src/D.sol", "D") == safe != gas
    place = choices.places["src/B.sol:B"]
    assert (place.line, place.column, place.source_line) == (7, 12, '[contracts."src/B.sol:B"]')


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("a = ", 1, 5, "this is not TOML"),
        ("[defaults]\nruns = 1", 1, 2, "unknown key 'defaults'; did you mean 'default'"),
        ("[default]\n\nrun = 1", 3, 1, "unknown key 'run'; did you mean 'runs'"),
        ('pipeline = "gas"', 1, 1, r"'pipeline' must be in a table, such as \[default\]"),
        ("[default]\nruns = true", 2, 8, "'runs' must be a whole number"),
        ('[default]\npipeline = "off"\nassume_memory_safe = true', 3, 22, "needs a 'pipeline'"),
        ('\ufeffprices = "none"', 1, 10, "/none: the file of prices cannot be read"),
        ('[default]\npipeline = "gas"\nassume_memory_safe = 1', 3, 22, "must be true or false"),
        ("[default]\nassume_memory_safe = true", 2, 22, "needs a 'pipeline'"),
        ("[default]\nruns = -1", 2, 8, "runs must be between 0 and"),
        ("[default]\nsteps = 3", 2, 9, "'steps' must be a string"),
        ('[default]\nsteps = "u!"', 2, 9, "'!' is not a valid step abbreviation.* 2 of the steps"),
        ('[default]\nsequence = "smal"', 2, 12, "unknown sequence 'smal'.*did you mean 'small'"),
        ('[default]\nsteps = "u"\nsequence = "small"', 2, 1, "exclude each other"),
        ('[default]\nsteps = "u"\npipeline = "gas"', 2, 1, "exclude each other"),
        ('[default]\nsteps = "size"', 2, 9, "'size' is the name of a pipeline"),
        ('[default]\npipeline = "gass"', 2, 12, "unknown pipeline 'gass'.*did you mean 'gas'"),
        ("ignored_codes = [5574]", 1, 17, "'ignored_codes' must be a list of codes of yulopt"),
        ("ignored_codes = 90001", 1, 17, "'ignored_codes' must be a list of codes of yulopt"),
        ("prices = 3", 1, 10, "'prices' must be the name of a file"),
        ("max_size = 0", 1, 12, "'max_size' must be a number of bytes"),
        ('max_size = "x"', 1, 12, "'max_size' must be a number of bytes"),
        ('[contracts]\n"a:A" = 3', 2, 9, "'a:A' must be a table"),
        ("contracts = 3", 1, 13, "'contracts' must be a table of contracts"),
        ("'' = 1", 1, 1, "unknown key ''"),
        ("':' = 1", 1, 1, "unknown key ':'"),
        ("[default]\nruns = 1\n'' = 1", 3, 1, "unknown key ''"),
        ("\n[contracts.'']\nruns = 1", 2, 12, "'' names no contract; write"),
        ("[contracts]\n'' = { runs = 1 }", 2, 1, "'' names no contract; write"),
        ("[contracts]\n':' = { runs = 1 }", 2, 1, "':' names no contract; write"),
        ("[contracts.'A.sol:']\nruns = 1", 1, 12, "'A.sol:' names no contract; write"),
        ("proofs = ''", 1, 10, "'proofs' must be the name of a folder"),
        ("prices = ''", 1, 10, "'prices' must be the name of a file"),
        ('[default]\nruns = 1\n[contracts."a:A"]\nx = 1', 4, 1, "unknown key 'x'; expected"),
        ("default = { runs = 1, run = 2 }", 1, 23, "unknown key 'run'"),
        ("default.run = 1", 1, 9, "unknown key 'run'"),
        ('[default]\nruns = 1\n"ru\\u006e" = 1', 3, 1, "unknown key 'run'"),
        ('[default]\n"runs" = -1', 2, 10, "runs must be between"),
        ('[contracts]\n"a[1]=b.sol:A" = { runs = -1 }', 2, 27, "runs must be between"),
        ('[contracts]\n"a:A" = { runs = 1 }\n"b:B" = { x = 1 }', 3, 11, "unknown key 'x'"),
        ('[contracts."a:A"]\nsteps = """\nruns = -1\n"""\nruns = -1', 5, 8, "runs must be"),
        ("['default'] # [default]\n# runs = 1\nruns = -1", 3, 8, "runs must be between"),
    ],
)
def test_errors_have_positions(
    tmp_path: Path, text: str, line: int, column: int, message: str
) -> None:
    with pytest.raises(TomlError, match=message) as error:
        read_project_file(written(tmp_path, text))
    assert (error.value.line, error.value.column) == (line, column)


def test_the_file_is_searched_up_to_the_root_of_the_project(tmp_path: Path) -> None:
    outer = written(tmp_path, "")
    inner = tmp_path / "project" / "src"
    inner.mkdir(parents=True)
    assert find_project_file(inner) is None
    (tmp_path / "project" / "foundry.toml").touch()
    assert find_project_file(inner) is None
    (tmp_path / "project" / "foundry.toml").unlink()
    (tmp_path / ".git").mkdir()
    assert find_project_file(inner) == outer.resolve()
    nearer = inner / "yulopt.toml"
    nearer.touch()
    assert find_project_file(inner) == nearer.resolve()


def test_a_file_that_is_not_utf8_says_where(tmp_path: Path) -> None:
    path = tmp_path / "yulopt.toml"
    path.write_bytes(b"\xef\xbb\xbf[default]\r\nsteps = '\xc3\xa9\xff'\r\n")
    with pytest.raises(TomlError, match="it is not UTF-8") as error:
        read_project_file(path)
    assert (error.value.line, error.value.column) == (2, 11)


def test_a_file_that_is_nested_too_deep_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(TomlError, match="nested too deep"):
        read_project_file(written(tmp_path, f"x = {'[' * 9999}{']' * 9999}"))


def test_a_file_that_cannot_be_read_is_not_passed_over(tmp_path: Path) -> None:
    for folder, make in (("a", Path.mkdir), ("b", lambda path: path.symlink_to("nowhere"))):
        path = tmp_path / folder / "yulopt.toml"
        path.parent.mkdir()
        make(path)
        assert find_project_file(path.parent) == path
        with pytest.raises(OSError, match=r"yulopt\.toml"):
            read_project_file(path)
