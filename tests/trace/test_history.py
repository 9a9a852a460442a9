"""The history and origin of a line or a variable."""

from __future__ import annotations

import pytest

import yulopt
from tests.conftest import EXAMPLES, ROOT
from tests.replay import record
from tests.slices import every_nth
from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for
from yulopt.trace.edits import Edit
from yulopt.trace.history import (
    Event,
    LineMap,
    backward_history,
    forward_history,
    input_code_lines,
    is_name,
    output_code_lines,
)
from yulopt.trace.lineage import WORD
from yulopt.trace.name_history import may_appear, name_history, objects_with_name
from yulopt.trace.recording import Metrics, Origin, StepRun, changes_of, end_of

DIALECT = dialect_for(DEFAULT_EVM_VERSION)

# The events, a line each: step, kind, lines before, lines after.
Story = list[tuple[str, str, str, str]]


def story(events: list[Event]) -> Story:
    return [
        (
            event.step.letter or event.step.name,
            event.kind.value,
            "; ".join(line.text for line in event.before),
            "; ".join(line.text for line in event.after),
        )
        for event in events
    ]


def of_input_line(line: int, source: str, steps: str) -> Story:
    """The history of a line of a block."""
    _, recording = record(source, steps, bare=True, lineage=True)
    lines = {code_line for _, code_line in input_code_lines(recording, line)}
    return story(forward_history(recording, 0, lines, DIALECT))


def of_output_line(text: str, source: str, steps: str) -> Story:
    """The history of the line of the output with this text."""
    program, recording = record(source, steps, bare=True, lineage=True)
    lines = yulopt.print_yul(program.code).split("\n")
    number = [line.strip() for line in lines].index(text)
    return story(backward_history(recording, 0, {number}, DIALECT))


def of_name(name: str, source: str, steps: str, *, in_output: bool = False) -> Story:
    _, recording = record(source, steps, bare=True, lineage=True)
    return story(name_history(recording, 0, name, DIALECT, in_output=in_output))


SPLIT = """{
    let a := calldataload(0)
    let unused := 7
    sstore(add(a, 1), calldataload(add(a, 1)))
}"""


def test_removed() -> None:
    assert of_input_line(3, SPLIT, "u") == [("u", "removed", "let unused := 7", "")]


def test_untouched() -> None:
    assert of_input_line(2, SPLIT, "c") == []


def test_split_and_merged() -> None:
    moved, split, *merged = of_input_line(4, SPLIT, "gxj")
    statement = "sstore(add(a, 1), calldataload(add(a, 1)))"
    assert moved == ("g", "moved", statement, statement)
    parts = (
        "let _2 := 1; let _3 := add(a, _2); let _4 := calldataload(_3);"
        " let _5 := 1; let _6 := add(a, _5); sstore(_6, _4)"
    )
    assert split == ("x", "split", statement, parts)
    assert merged == [
        (
            "j",
            "merged",
            "let _2 := 1; let _3 := add(a, _2); let _4 := calldataload(_3)",
            "let _4 := calldataload(add(a, 1))",
        ),
        (
            "j",
            "merged",
            "let _5 := 1; let _6 := add(a, _5); sstore(_6, _4)",
            "sstore(add(a, 1), _4)",
        ),
    ]


def test_the_origin_of_a_split_line() -> None:
    [moved, split] = of_output_line("let _4 := calldataload(_3)", SPLIT, "gx")
    assert moved[:2] == ("g", "moved")
    assert split[:3] == ("x", "split", "sstore(add(a, 1), calldataload(add(a, 1)))")


def test_merged() -> None:
    source = "{ { let x := calldataload(0) sstore(0, x) } }"
    line = "sstore(0, calldataload(0))"
    program, recording = record(source, "j", bare=True, lineage=True)
    assert line in yulopt.print_yul(program.code).split("\n")[1]
    events = story(backward_history(recording, 0, {1}, DIALECT))
    assert [(step, kind) for step, kind, _, _ in events] == [("j", "merged")]
    assert "let x := calldataload(0)" in events[0][2]
    assert "sstore(0, x)" in events[0][2]


def test_created_by_a_step() -> None:
    events = of_output_line("let y := 0", "{ let y sstore(y, y) pop(y) pop(y) }", "d")
    assert events == [("d", "changed", "let y", "let y := 0")]
    source = "{ function f() -> r { r := calldataload(0) } sstore(f(), f()) }"
    [created] = of_name("r_5", source, "hgfoxai", in_output=True)
    assert created[:3] == ("i", "created", "let _1 := f(); r := r_4")
    assert created[3] == "let r_5 := 0; r_5 := r_4_7; let _1 := r_5"


def test_a_copied_line() -> None:
    source = """{
        function f(a) { sstore(a, 1) sstore(a, 2) }
        f(calldataload(0)) f(calldataload(1))
    }"""
    events = of_input_line(2, source, "hgfoxi")
    assert any(kind == "copied" for _, kind, _, _ in events)


def test_a_variable_is_followed_through_renaming() -> None:
    source = "{ { let x := calldataload(0) sstore(0, x) } { let x := 2 sstore(1, x) } }"
    events = of_name("x", source, "u")
    assert events[0] == (
        "Disambiguator",
        "renamed",
        "let x := calldataload(0); sstore(0, x); let x := 2; sstore(1, x)",
        "let x := calldataload(0); sstore(0, x); let x_1 := 2; sstore(1, x_1)",
    )
    events = of_name("x_1", source, "T", in_output=True)
    assert [event[:2] for event in events] == [("Disambiguator", "renamed"), ("T", "changed")]
    assert events[1][2:] == ("sstore(1, x_1)", "sstore(1, 2)")


def test_a_name_that_only_replaces_another_is_not_a_renaming() -> None:
    source = "{ let x := calldataload(0) let y := calldataload(0) sstore(x, y) sstore(y, y) }"
    events = of_name("y", source, "c")
    assert [event[:2] for event in events] == [("c", "changed")]


def test_objects_in_which_a_name_is() -> None:
    _, recording = record((ROOT / "examples" / "counter.yul").read_text(), lineage=True)
    assert objects_with_name(recording, "selector", in_output=False) == [1]
    assert objects_with_name(recording, "selector", in_output=True) == [1]  # only in between
    assert objects_with_name(recording, "_1", in_output=False) == [0, 1]
    assert objects_with_name(recording, "nothing", in_output=False) == []


@pytest.mark.parametrize("name", ["counter", "strings", "immutables"])
def test_lines_of_the_file_are_found_in_the_program(name: str) -> None:
    text = (ROOT / "examples" / f"{name}.yul").read_text()
    _, recording = record(text, ":", lineage=True)
    found = 0
    for number, line in enumerate(text.split("\n"), start=1):
        stripped = line.partition("//")[0].strip()
        code_lines = input_code_lines(recording, number)
        if stripped.startswith("let ") and stripped.count("let ") == 1 and "/*" not in stripped:
            [(object_number, code_line)] = code_lines
            code = recording.text(recording.objects[object_number].lines)
            assert code[code_line].strip(" {}") == stripped.strip(" {}")
            found += 1
        elif stripped in ("", "}"):
            assert code_lines == []
    assert found > 1


def test_lines_of_the_output_are_found_in_the_code() -> None:
    _, recording = record((ROOT / "examples" / "counter.yul").read_text(), lineage=True)
    end = end_of(recording)
    lines = end.program_text().splitlines()
    code_lines = output_code_lines(end)
    assert len(code_lines) == len(lines)
    for line, found in zip(lines, code_lines, strict=True):
        if found is not None:
            number, code_line = found
            text = end.code(number)[code_line].strip()
            assert line.strip() in (text, f"code {text}")


def test_lines_across_edits() -> None:
    nothing = Metrics()
    step = StepRun(0, 0, "main", 0, [], "u", "U", False, 0.0, nothing, nothing, True)
    # 0 1 2 3 4 5 6 -> 0 a b 3 4 6
    step.edits = [Edit(1, 2, [7, 8]), Edit(5, 1, [])]
    step.origins = [Origin(2, [2, 1]), Origin(1, [4], copied=True)]
    lines = LineMap(step)
    assert [lines.kept_as(line) for line in range(7)] == [0, None, None, 3, 4, None, 5]
    assert [lines.kept_from(line) for line in range(6)] == [0, None, None, 3, 4, 6]
    assert lines.results(2) == [2]
    assert lines.results(1) == [2]  # a smaller part of that line
    assert lines.results(5) == []
    assert lines.copies(4) == [1]
    assert lines.is_copy(1)
    assert not lines.is_copy(2)


LONG_NAMES = """{
    let expr_17_component_1 := abi_encode_t_uint256_to_t_uint256_fromStack_9(calldataload(0))
    let x_t := 1
    { let x_t_5 := expr_17_component_1 sstore(x_t_5, x_t) }
    sstore(expr_17_component_1, abi_encode_t_uint256_to_t_uint256_fromStack_9(x_t))
    function abi_encode_t_uint256_to_t_uint256_fromStack_9(v) -> tail_2 {
        tail_2 := add(v, mul(v, 7))
        if lt(tail_2, v) { tail_2 := v }
    }
}"""


BY_SIZE = sorted(EXAMPLES, key=lambda path: path.stat().st_size)


@pytest.mark.parametrize(
    "source",
    [LONG_NAMES, *(path.read_text() for path in every_nth(15, BY_SIZE))],
    ids=["long names", *(path.stem for path in every_nth(15, BY_SIZE))],
)
def test_every_name_of_a_run_is_expected(source: str) -> None:
    _, recording = record(source, None)
    lines = [line for change in changes_of(recording) for line in change.new]
    names = {word for line in lines for word in WORD.findall(line) if is_name(word, DIALECT)}
    assert len(names) > 10
    assert [name for name in names if not may_appear(recording, name)] == []


def test_other_names_are_not_expected() -> None:
    _, recording = record(LONG_NAMES, ":")
    for name in ("v_8", "abi_encode_uint256", "expr_component", "_17", "x_5"):
        assert may_appear(recording, name), name
    for name in ("w", "abi_encode", "component", "expr_17_componen", "xt"):
        assert not may_appear(recording, name), name
    _, recording = record(LONG_NAMES, "P:")
    assert may_appear(recording, "w")
