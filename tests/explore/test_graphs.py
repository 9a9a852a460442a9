"""The graphs are those of the SSA form, and every statement is in the block it is lowered to."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from tests.conftest import EXAMPLES
from tests.explore.pages import explore
from tests.slices import every_nth
from yulopt.analysis.control_flow import function_control_flow
from yulopt.analysis.declarations import function_definitions
from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for
from yulopt.driver.optimization import optimize_source
from yulopt.driver.options import Options
from yulopt.errors import Source
from yulopt.explore.graphs import Gallery, Graph, graph_of
from yulopt.explore.recorder import ExplorationRecorder
from yulopt.explore.solidity import SourceMap
from yulopt.explore.structure import outer_lines, outline, pieces
from yulopt.passes.step import Context, Step
from yulopt.ssa.ir import function as ir
from yulopt.ssa.ir.instructions import BuiltinCall, Call, End, Unreachable
from yulopt.ssa.lowering import lower, lower_functions
from yulopt.syntax.ast import Block, ExpressionStatement, Identifier
from yulopt.syntax.locations import Locations
from yulopt.syntax.parser import parse
from yulopt.syntax.printer import print_yul
from yulopt.trace.recording import Settings

PROGRAMS = {
    "dead code": """{
        if calldataload(0) { sstore(0, 1) revert(0, 0) sstore(1, 1) { sstore(2, 2) } }
        stop()
        sstore(3, 3)
        if calldataload(1) { sstore(4, 4) }
        for { } 1 { } { sstore(5, 5) }
        switch calldataload(2) case 0 { sstore(6, 6) } default { sstore(7, 7) }
    }""",
    "literal conditions": """{
        if 0 { sstore(0, 1) }
        if 1 { sstore(1, 1) }
        for { sstore(2, 2) } 0 { sstore(3, 3) } { sstore(4, 4) }
        for { sstore(5, 5) } 1 { sstore(6, 6) } { sstore(7, 7) if callvalue() { break } }
        sstore(8, 8)
        for { } 1 { } { sstore(9, 9) }
        sstore(10, 10)
    }""",
    "loops": """{
        for { let i := 0 if i { sstore(0, 0) } } lt(i, 9) { i := add(i, 1) if i { sstore(1, i) } } {
            if eq(i, 2) { continue }
            for { } gt(i, 3) { } { if callvalue() { break } mstore(0, i) }
            if eq(i, 5) { break }
            sstore(2, i)
        }
    }""",
    "switches": """{
        switch calldataload(0)
        case 0 { sstore(0, 0) }
        case 1 { f() }
        case "a{b" { sstore(1, 1) leave_it() sstore(2, 2) }
        switch calldataload(1) default { sstore(3, 3) }
        switch fail_with() case 1 { sstore(4, 4) } default { sstore(5, 5) }
        sstore(6, 6)
        function f() { if callvalue() { leave } sstore(7, 7) leave sstore(8, 8) }
        function leave_it() { revert(0, 0) }
        function fail_with() -> x { leave_it() x := 1 }
    }""",
    "nested functions": """{
        sstore(0, 1)
        if callvalue() { function f() { sstore(1, 2) } f() }
        function g() { function h() { if callvalue() { sstore(2, 3) } } h() sstore(3, 4) }
        g()
    }""",
}


class Checker(ExplorationRecorder):
    """Compares the picture of every function with its SSA form, after every step that changed
    something."""

    def __init__(self, settings: Settings, source: str) -> None:
        super().__init__(settings, source, SourceMap({}, Locations(), {}))
        self.pictures: dict[int, int | None] = {}
        self.compared = 0

    def after_step(self, step: Step, context: Context, block: Block) -> None:
        super().after_step(step, context, block)
        survey = self.atlas.surveys.get(self.recording.steps[-1].number)
        if survey is None:
            return
        self.pictures.update((change.function, change.picture) for change in survey.changes)
        object_number = self.recording.steps[-1].object_number
        outside = next(
            number
            for number, identity in enumerate(self.atlas.identities.all)
            if identity.object_number == object_number and identity.names == [""]
        )
        identities = [outside, *(span.function for span in survey.spans)]
        functions = list(lower(block, context.dialect).functions.values())
        bodies = [block, *(definition.body for definition in function_definitions(block))]
        flow = function_control_flow(block)
        texts = own_lines(block)
        for identity, function, body, text in zip(
            identities, functions, bodies, texts, strict=True
        ):
            number = self.pictures[identity]
            assert number is not None
            graph = self.atlas.gallery.pictures[number].graph
            assert graph is not None
            assert graph == graph_of(function, body, flow)
            compare_calls(function, block_texts(text, graph))
            self.compared += 1


def own_lines(code: Block) -> list[list[str]]:
    """The printed lines of the code outside functions, and then of the body of each function."""
    lines = print_yul(code).split("\n")
    functions = outline(lines)
    numbers = [outer_lines(functions, 0, len(lines))]
    for index, function in enumerate(functions):
        inner = [item for item in functions[index + 1 :] if item.first < function.end]
        numbers.append(outer_lines(inner, function.first + 1, function.end))
    return [[lines[number].strip() for number in each] for each in numbers]


def block_texts(lines: list[str], graph: Graph) -> list[list[str]]:
    """The pieces that stand in each block, as the page finds them."""
    texts: list[list[str]] = [[] for _ in graph.blocks]
    number, run = -1, 0
    for piece in (piece for line in lines for piece in pieces(line)):
        if piece.word:
            number, run = number + 1, 0
            block = graph.locations[number].head
            if block >= 0 and piece.word in ("if", "switch"):
                texts[block].append(piece.text)
        else:
            place = graph.locations[number]
            if place.run >= 0 and (place.reached is None or run < place.reached):
                texts[place.run].append(piece.text)
            run += 1
    assert number == len(graph.locations) - 1
    return texts


def compare_calls(function: ir.Function, texts: list[list[str]]) -> None:
    """The calls of each block must be those in its text."""
    assert len(function.blocks) == len(texts)
    for block, text in zip(function.blocks, texts, strict=True):
        written = Counter(
            name
            for line in text
            for piece in pieces(line)
            for name in CALL.findall(STRING.sub("", piece.text))
        )
        lowered = Counter(map(called, block.instructions))
        lowered[called(block.terminator)] += 1
        del lowered[""]
        if isinstance(block.terminator, (End, Unreachable)):
            # Expressions after the end of control are not lowered.
            assert lowered <= written
        else:
            assert lowered == written


CALL = re.compile(r"[A-Za-z_$][\w$.]*(?=\()")
STRING = re.compile(r'"(?:[^"\\]|\\.)*"')


def called(instruction: ir.Instruction | None) -> str:
    """The callee of an instruction, empty for other instructions."""
    if isinstance(instruction, Call):
        return instruction.callee
    if isinstance(instruction, (BuiltinCall, End)):
        return instruction.builtin.name
    return ""


def check(text: str, steps: str | None = None, *, bare: bool = False) -> Checker:
    options = Options(steps, bare)
    checker = Checker(Settings("test.yul", options), text)
    optimize_source(Source(text, "test.yul"), options, observer=checker)
    return checker


@pytest.mark.parametrize("name", PROGRAMS)
def test_statements_are_in_their_blocks(name: str) -> None:
    assert check(PROGRAMS[name], "x", bare=True).compared >= 2


@pytest.mark.parametrize("name", every_nth(3, ["switches", "sort", "loops"]))
def test_a_whole_run(name: str) -> None:
    [path] = [path for path in EXAMPLES if path.stem == name]
    checker = check(path.read_text())
    assert checker.compared > 5 * len(checker.atlas.gallery.pictures)


def test_dominators_and_edges() -> None:
    exploration = explore("{ if calldataload(0) { sstore(0, 1) } sstore(1, 1) }", "", bare=True)
    [picture] = exploration.atlas.gallery.pictures
    assert picture.graph is not None
    assert [(block.label, block.dominator, block.edges) for block in picture.graph.blocks] == [
        ("entry", 0, [(1, "true"), (2, "false")]),
        ("if.body.0", 0, [(2, "")]),
        ("if.after.0", 0, [(3, "")]),
        ("ret", 2, []),
    ]


def test_code_that_cannot_be_lowered_has_no_picture() -> None:
    dialect = dialect_for(DEFAULT_EVM_VERSION)
    [call] = parse("{ sstore(0, 1) }").code.statements
    assert isinstance(call, ExpressionStatement)
    call.expression = Identifier("unknown")
    gallery = Gallery()
    assert gallery.numbers({0: "a"}, Block([call]), {}, dialect) == {0: 0}
    [picture] = gallery.pictures
    assert picture.graph is None
    assert picture.problem.startswith("The code cannot be converted to SSA form: ")


def test_only_some_functions_are_lowered() -> None:
    code = parse("{ f() g() function f() { } function g() { } }").code
    module = lower_functions(code, dialect_for(DEFAULT_EVM_VERSION), [2])
    assert [len(function.blocks) > 0 for function in module.functions.values()] == [
        False, False, True,
    ]  # fmt: skip
