"""Wrong input of every kind gets one clear error at the right place; odd but right input does not.

The programs are in `bad_programs`. What solc says about each of them is asked again when the
oracle is available.
"""

from __future__ import annotations

import os
import re
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

import yulopt
from tests import oracle
from tests.bad_programs import BAD, VALID, Bad, Valid
from tests.conftest import ROOT
from tests.processes import run_yulopt
from tests.slices import AT_LENGTH, every_nth
from yulopt.suite.registry import steps_by_letter

# Text that nothing can read in reasonable time must at least be refused in reasonable time.
SECONDS = 60


def test_the_table_has_no_two_programs_of_one_name() -> None:
    for programs in (BAD, VALID):
        names = [program.id for program in programs]
        assert sorted(set(names)) == sorted(names)


# In this process


def test_no_more_than_twenty_errors_are_reported() -> None:
    with pytest.raises(yulopt.YulError) as caught:
        yulopt.parse("{" + " f()" * 20 + " }")
    assert (len(caught.value.others), caught.value.has_more) == (19, False)
    with pytest.raises(yulopt.YulError) as caught:
        yulopt.parse("{" + " f()" * 21 + " }", filename="wrong\x1b.yul")
    assert (len(caught.value.others), caught.value.has_more) == (19, True)
    last = caught.value.report().rpartition("\n")[2]
    assert last == "wrong\\x1b.yul: there are more errors; these are the first"


def test_no_more_than_twenty_errors_of_names_are_reported() -> None:
    for source in ("{" + " let add" * 21 + " }", "{" + " let add" * 21, "{" + " break" * 21 + " }"):
        with pytest.raises(yulopt.YulError) as caught:
            yulopt.parse(source)
        assert (len(caught.value.others), caught.value.has_more) == (19, True)


@pytest.mark.parametrize("program", BAD, ids=lambda program: program.id)
def test_a_wrong_program_is_refused(program: Bad) -> None:
    with pytest.raises(yulopt.YulError) as caught:
        yulopt.parse(program.source, filename="wrong.yul", evm_version=program.evm_version)
    error = caught.value
    assert (error.line, error.column) in {(program.line, program.column), program.also}, error
    assert program.fragment.lower() in error.message.lower()
    assert error.message.isprintable()
    assert tuple((other.line, other.column) for other in error.others) == program.others
    lines = error.report().split("\n")
    for one in (error, *error.others):
        first, excerpt, caret, *lines = lines
        assert first == f"wrong.yul:{one.line}:{one.column}: error: {one.message}"
        check_excerpt(program.source, one.line, one.column, excerpt, caret)
    assert not lines


def check_excerpt(text: str, line: int, column: int, excerpt: str, caret: str) -> None:
    """The line, or the part of a long line around the column, with the caret under the column.

    Characters that cannot be printed may be shown as something else.
    """
    source_line = text.split("\n")[line - 1].removesuffix("\r")
    assert caret.strip() == "^"
    start = column - len(caret)
    assert 0 <= start < column <= start + len(excerpt) + 1
    assert len(excerpt) == len(source_line) or len(excerpt) >= 80
    shown = source_line[start : start + len(excerpt)]
    assert len(shown) == len(excerpt)
    for given, original in zip(excerpt, shown, strict=True):
        assert given == original or not original.isprintable()


@pytest.mark.parametrize("program", VALID, ids=lambda program: program.id)
def test_a_right_program_is_accepted(program: Valid) -> None:
    yulopt.parse(program.source, evm_version=program.evm_version)


# Against solc

PLACE = re.compile(r"^ *--> input\.yul:(\d+):(\d+):", re.MULTILINE)


def solc_places(message: str, source: str) -> list[tuple[int, int]]:
    """Line and column of each error in a message of solc, which counts bytes."""
    places = []
    for match in PLACE.finditer(message):
        line, column = int(match[1]), int(match[2])
        before = source.split("\n")[line - 1].encode()[: column - 1]
        places.append((line, len(before.decode()) + 1))
    return places


def test_solc_agrees() -> None:
    oracle.skip_unless_available()
    programs: Sequence[Bad | Valid] = every_nth(6, (*BAD, *VALID))
    jobs = [
        oracle.Job(program.id, program.source, evm_version=program.evm_version, output="ir")
        for program in programs
    ]
    differences = [
        f"{program.id}: {difference}"
        for program, result in zip(programs, oracle.run_batch(jobs), strict=True)
        if (difference := difference_to_solc(program, result))
    ]
    assert not differences, "\n".join(differences)


def in_order(some: Sequence[tuple[int, int]], places: Sequence[tuple[int, int]]) -> bool:
    """Whether some places are among all of them, in the same order.

    solc has more: it takes an unknown function for one without values, and complains about that.
    """
    remaining = iter(places)
    return all(place in remaining for place in some)


def difference_to_solc(program: Bad | Valid, result: oracle.Result) -> str | None:
    """Differences of solc from the table, or from the output of yulopt."""
    if isinstance(program, Bad):
        if result.error is None:
            return "accepted by solc"
        places = solc_places(result.error, program.source)
        if places[:1] != [(program.line, program.column)]:
            return f"another place in solc: {result.error}"
        if not in_order(program.others, places[1:]):
            return f"others in solc: {result.error}"
        return None
    if result.text is None:
        return f"refused by solc: {result.error}"
    try:
        text = yulopt.print_yul(yulopt.parse(program.source, evm_version=program.evm_version))
    except (yulopt.YulError, RecursionError) as error:
        return f"refused by yulopt: {error}"
    return None if text == result.text else f"printed otherwise by solc:\n{result.text}"


# Nested deeper than anybody should

DEPTH = 30_000 if AT_LENGTH else 8_000


def nested(opening: str, closing: str, depth: int = DEPTH, inside: str = "") -> str:
    return opening * depth + inside + closing * depth


@pytest.mark.parametrize(
    ("source", "column", "fragment"),
    [
        pytest.param("{ pop(" + nested("(", ")", inside="1") + ") }", 7, "found '('", id="("),
        pytest.param("{ pop(" + "(" * DEPTH, 7, "found '('", id="(-open"),
        pytest.param(nested("{", "}"), 601, "recursion depth", id="blocks"),
        pytest.param("{" * DEPTH, 601, "recursion depth", id="blocks-open"),
        pytest.param("{" + "}" * DEPTH, 3, "end of the input", id="blocks-closed"),
        pytest.param("{" + nested("if 1 {", "}") + "}", 3593, "recursion depth", id="ifs"),
        pytest.param("{" + "if 1 {" * DEPTH, 3593, "recursion depth", id="ifs-open"),
        pytest.param("{ pop(" + nested("not(", ")", inside="1") + ") }", 2399, "depth", id="calls"),
        pytest.param("{" + nested("for {", "} 1 { } { }") + "}", 1997, "depth", id="loops"),
        pytest.param("{" + nested("switch 1 default {", "}") + "}", 7191, "depth", id="switches"),
        pytest.param("{" + nested("function f() {", "}") + "}", 5588, "depth", id="functions"),
        pytest.param(nested('object "a" { code { } ', "}"), 30, "same", id="objects"),
    ],
)
def test_far_too_deep(source: str, column: int, fragment: str) -> None:
    started = time.monotonic()
    with pytest.raises(yulopt.YulError) as caught:
        yulopt.parse(source)
    assert time.monotonic() - started < SECONDS
    assert (caught.value.line, caught.value.column) == (1, column)
    assert fragment in caught.value.message


@pytest.mark.parametrize("opening", ["/*", "\"'", 'hex"', "\\", "(", "0x", "/"])
def test_many_beginnings_of_tokens(opening: str) -> None:
    started = time.monotonic()
    with pytest.raises(yulopt.YulError):
        yulopt.parse("{ " + opening * 200_000)
    assert time.monotonic() - started < SECONDS


@pytest.mark.parametrize(
    "source",
    [
        nested("{", "}", 600),
        "{" + nested("if 1 {", "}", 598) + "}",
        "{ pop(" + nested("not(", ")", 597, "1") + ") }",
        # One loop deeper than solc can print: its own output is then too deep for it.
        "{" + nested("for { } 1 { } {", "}", 399) + "}",
        "{" + nested("for {", "} 1 { } { }", 399) + "}",
        "{" + nested("switch calldataload(0) case 0 {", "}", 398) + "}",
        "{" + "".join(f"function f{i}() {{" for i in range(399)) + "}" * 400,
        "{" + "sstore(calldataload(0), 1) " * 5000 + "}",
        "{" + "".join(f"let x{i} := calldataload({i}) " for i in range(5000)) + "}",
        "{ pop(calldataload(0)) }" + "\n" * 100_000,
        "{ " + "/* */ " * 20_000 + "}",
        '{ let x := hex"' + "00" * 32 + '" }' + " " * 1_000_000,
    ],
    ids="blocks ifs calls loops inits switches functions stores variables lines comments blanks"
    .split(),
)  # fmt: skip
def test_large_but_right(source: str) -> None:
    """Everything that is accepted can be walked, printed and read again."""
    tree = yulopt.parse(source)
    text = yulopt.print_yul(tree)
    assert yulopt.print_yul(yulopt.parse(text)) == text
    started = time.monotonic()
    yulopt.optimize(source, "gfu", bare=True)
    assert time.monotonic() - started < SECONDS


# Sequences


@pytest.mark.parametrize(
    ("steps", "line", "column", "fragment"),
    [
        pytest.param("gu]", 1, 3, "unbalanced", id="closed"),
        pytest.param("g[u", 1, 2, "unbalanced", id="never-closed"),
        pytest.param("[" * 128 + "u" + "]" * 128, 1, 128, "nested too deep", id="deep"),
        pytest.param("[" * 100_000, 1, 128, "nested too deep", id="very-deep"),
        pytest.param("g:u:", 1, 4, "too many", id="two-colons"),
        pytest.param("g[u:]", 1, 4, "inside", id="colon-in-brackets"),
        pytest.param("g:[u:]", 1, 5, "inside", id="second-colon-in-brackets"),
        pytest.param("gZ", 1, 2, "'Z'", id="letter"),
        pytest.param("g\tu", 1, 2, "valid step", id="tab"),
        pytest.param("g\nu ?", 2, 3, "'?'", id="second-line"),
        pytest.param("g\u00fc", 1, 2, "valid step", id="outside-ascii"),
        pytest.param("]Z", 1, 1, "unbalanced", id="first-of-two"),
    ],
)
def test_a_wrong_sequence(steps: str, line: int, column: int, fragment: str) -> None:
    for source in ("{ }", "not Yul"):
        with pytest.raises(yulopt.SequenceError) as caught:
            yulopt.optimize(source, steps)
        assert (caught.value.line, caught.value.column) == (line, column)
        assert fragment in caught.value.message


@pytest.mark.parametrize("steps", ["", " \n", ":", "u:", ":u", "[" * 127 + "u" + "]" * 127, "[]"])
def test_a_right_sequence(steps: str) -> None:
    yulopt.optimize("{ }", steps)


def test_the_letters_are_those_of_solc() -> None:
    """Letters that solc does not know are only taken by steps that solc does not have."""
    known = set("dDvMfCUcEeginhlFIOojLTmVasxuprStO")
    assert known <= set(steps_by_letter())
    assert "Z" not in steps_by_letter()


# On the command line


@dataclass(frozen=True)
class Input:
    """A file to give to the command, and where in it the error is."""

    id: str
    content: bytes
    line: int
    column: int
    fragment: str


# One more object than solc reads. Only given to a process, which can be stopped: what is quadratic
# or worse in the nesting of objects does not end in reasonable time.
DEEP_OBJECTS = "".join(f'object "o{i}" {{ code {{ }} ' for i in range(1200)) + "}" * 1200

INPUTS = (
    Input("syntax", b"{\n    let 1\n}\n", 2, 9, "identifier"),
    Input("scope", b"{ let x\n\tlet x }\n", 2, 2, "already taken"),
    Input("octal", b"{ let x := 01 }\r\n", 1, 12, "octal"),
    Input("unknown", b'object "a" {\n  code { f() }\n}\n', 2, 10, "not found"),
    Input("empty", b"", 1, 1, "end of the input"),
    Input("blank", b"\n\n", 3, 1, "end of the input"),
    Input("truncated", b'object "a" {\n    code {\n        let x := add(1', 3, 23, "')'"),
    Input("truncated-string", b'object "a', 1, 8, "quote"),
    Input("truncated-comment", b"{ }\n/* and", 2, 1, "comment"),
    Input("nul", b"{ \0 }", 1, 3, "illegal"),
    Input("nuls", b"\0" * 1000, 1, 1, "illegal"),
    Input("not-utf-8", b"{ }\n// caf\xe9\n", 2, 7, "UTF-8"),
    Input("not-utf-8-after-wide", b"{ /* \xc3\xa9 \xff */ }", 1, 8, "UTF-8"),
    Input("utf-16", "{ }".encode("utf-16"), 1, 1, "this is UTF-16, not UTF-8"),
    Input("binary", bytes(range(256)) * 16, 2, 118, "UTF-8"),
    Input("elf", b"\x7fELF\x02\x01\x01" + bytes(9) + b"\xff" * 99, 1, 17, "UTF-8"),
    Input("binary-that-is-ascii", bytes(range(128)) * 16, 1, 1, "illegal"),
    Input("deep", b"{" * DEPTH, 1, 601, "recursion depth"),
    Input("deep-objects", DEEP_OBJECTS.encode(), 1, 30065, "recursion depth"),
)

FIRST_LINE = re.compile(r"(?P<name>[^\n]*?):(?P<line>\d+):(?P<column>\d+): error: (?P<message>.+)")


def run_command(
    *arguments: str | Path, folder: Path = ROOT, input: bytes = b""
) -> subprocess.CompletedProcess[str]:
    return run_yulopt(
        arguments, folder=folder, environment=os.environ, input=input, timeout=SECONDS
    )


def check_refusal(
    result: subprocess.CompletedProcess[str],
    expected: Input,
    name: str | Path,
) -> None:
    """One error in the agreed form, and nothing else."""
    report = result.stderr
    assert "Traceback" not in report
    assert (result.returncode, result.stdout) == (1, "")
    first, excerpt, caret, end = report.split("\n")
    match = FIRST_LINE.fullmatch(first)
    assert match is not None, first
    assert match["name"] == str(name)
    assert (int(match["line"]), int(match["column"])) == (expected.line, expected.column), first
    assert expected.fragment.lower() in match["message"].lower()
    text = expected.content.decode("utf-8", errors="replace")
    check_excerpt(text, expected.line, expected.column, excerpt, caret)
    assert end == ""


@pytest.mark.parametrize("wrong", INPUTS, ids=lambda wrong: wrong.id)
def test_a_wrong_file(tmp_path: Path, wrong: Input) -> None:
    path = tmp_path / "wrong.yul"
    path.write_bytes(wrong.content)
    result = run_command("-o", "out.yul", "wrong.yul", folder=tmp_path)
    check_refusal(result, wrong, "wrong.yul")
    assert sorted(tmp_path.iterdir()) == [path]
    assert path.read_bytes() == wrong.content


def test_wrong_standard_input() -> None:
    for wrong in INPUTS[:2]:
        check_refusal(run_command("-", input=wrong.content), wrong, "<stdin>")


def test_an_output_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "out.yul").write_text("precious")
    (tmp_path / "wrong.yul").write_text("{")
    assert run_command("-o", "out.yul", "wrong.yul", folder=tmp_path).returncode == 1
    assert (tmp_path / "out.yul").read_text() == "precious"


def test_a_wrong_file_among_right_ones(tmp_path: Path) -> None:
    for name, text in (("a.yul", "{ }"), ("b.yul", "{"), ("c.yul", "{ { } }")):
        (tmp_path / name).write_text(text)
    result = run_command("-o", "out", "a.yul", "b.yul", "c.yul", folder=tmp_path)
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr.startswith("b.yul:1:2: error: ")
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["a.yul", "c.yul"]


@pytest.mark.parametrize("name", ["missing.yul", "folder", "folder/missing.yul", "a.yul/b"])
def test_unreadable_input(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "a.yul").write_text("{ }")
    before = sorted(tmp_path.rglob("*"))
    result = run_command("-o", "out.yul", name, folder=tmp_path)
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr.startswith(name + ": error: ")
    assert result.stderr.count("\n") == 1
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize(
    ("steps", "column"),
    [("u]", 2), ("[u", 1), ("uZ", 2), ("u:u:", 4), ("[u:]", 3), ("[" * 128 + "]" * 128, 128)],
    ids="closed never-closed letter two-colons colon-in-brackets deep".split(),
)
def test_a_wrong_sequence_on_the_command_line(tmp_path: Path, steps: str, column: int) -> None:
    (tmp_path / "a.yul").write_text("{ }")
    result = run_command("--steps", steps, "-o", "out.yul", "a.yul", folder=tmp_path)
    check_refusal(result, Input("", steps.encode(), 1, column, ""), "--steps")
    assert not (tmp_path / "out.yul").exists()


@pytest.mark.parametrize(
    ("arguments", "fragment"),
    [
        (["--sequence", "none"], "none"),
        (["--evm-version", "rome"], "rome"),
        (["--evm-version", "Paris"], "Paris"),
        (["--optimize-runs", "many"], "many"),
        (["--unknown"], "--unknown"),
    ],
)
def test_wrong_usage(tmp_path: Path, arguments: list[str], fragment: str) -> None:
    (tmp_path / "a.yul").write_text("{ }")
    result = run_command(*arguments, "-o", "out.yul", "a.yul", folder=tmp_path)
    assert (result.returncode, result.stdout) == (2, "")
    assert fragment in result.stderr
    assert "Traceback" not in result.stderr
    assert not (tmp_path / "out.yul").exists()
