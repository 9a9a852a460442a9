"""The stack: graphs, shuffling, layouts, reports, and the two steps that relieve it."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

import yulopt
from tests.oracle import Job, run_batch, skip_unless_available
from yulopt.ast import Block
from yulopt.dialect import DEFAULT_EVM_VERSION, Dialect, EvmVersion, dialect_for
from yulopt.stack import StackTooDeep, stack_report
from yulopt.stack.branch_layout import combine_layouts
from yulopt.stack.compilability import check_compilability
from yulopt.stack.graph import (
    BasicBlock,
    CallOperation,
    ControlFlowGraph,
    Terminated,
    reachable_blocks,
)
from yulopt.stack.graph_builder import build_control_flow_graph
from yulopt.stack.ideal_layout import ideal_layout
from yulopt.stack.layout_generator import generate_layout
from yulopt.stack.memory_slots import allocate_memory_slots
from yulopt.stack.shuffler import Shuffler
from yulopt.stack.slots import JUNK, Layout, LiteralSlot, Slot, VariableSlot, layout_text
from yulopt.stack.transitions import find_problems
from yulopt.step import Context
from yulopt.steps.stack_compressor import StackCompressor
from yulopt.steps.stack_limit_evader import evade_stack_limit, unreachable_variables
from yulopt.suite import make_context

OSAKA = dialect_for(DEFAULT_EVM_VERSION)
HOMESTEAD = dialect_for(EvmVersion.HOMESTEAD)


class Slots:
    """Makes layouts from text: numbers are literals, `_` is junk, all else are variables."""

    def __init__(self) -> None:
        self.slots: dict[str, Slot] = {"_": JUNK}

    def layout(self, text: str) -> Layout:
        return [self.slot(word) for word in text.split()]

    def slot(self, word: str) -> Slot:
        if word not in self.slots:
            self.slots[word] = LiteralSlot(int(word)) if word.isdigit() else VariableSlot(word)
        return self.slots[word]

    def text(self, layout: Layout) -> str:
        words = {slot: word for word, slot in self.slots.items()}
        return " ".join(words[slot] for slot in layout)


def letters(count: int) -> str:
    return " ".join("abcdefghijklmnopqrstuvwxyz"[:count])


def compile_code(source: str, dialect: Dialect = OSAKA) -> tuple[Context, Block]:
    """The code of a program, with unique names."""
    code = yulopt.parse(source, evm_version=dialect.version.text).code
    return make_context(code, dialect, None), code


def graph_of(source: str) -> ControlFlowGraph:
    return build_control_flow_graph(compile_code(source)[1], OSAKA)


def lines(text: str) -> list[str]:
    return [line.strip() for line in text.strip().splitlines()]


# The control-flow graph


def test_arguments_are_pushed_from_the_last_to_the_first() -> None:
    (operation,) = graph_of("{ mstore(0x40, 1) }").entry.operations
    assert layout_text(operation.input) == "[0x1 0x40]"


def test_literal_only_arguments_are_not_on_the_stack() -> None:
    operation = graph_of('{ setimmutable(0, "name", 1) }').entry.operations[0]
    assert layout_text(operation.input) == "[0x1 0x0]"


def test_a_call_that_returns_leaves_its_return_label_below_the_arguments() -> None:
    (operation,) = graph_of("{ f(1, 2) function f(a, b) {} }").entry.operations
    assert layout_text(operation.input) == "[label(f) 0x2 0x1]"


def test_after_a_call_that_does_not_return_comes_nothing() -> None:
    graph = graph_of("{ f() sstore(0, 1) function f() { revert(0, 0) } }")
    (operation,) = graph.entry.operations
    assert layout_text(operation.input) == "[]"
    assert isinstance(graph.entry.exit, Terminated)


def test_functions_that_cannot_be_reached_are_dropped() -> None:
    graph = graph_of("{ f() function f() {} function g() { h() } function h() {} }")
    assert [function.name for function in graph.functions] == ["f"]


def test_recursive_calls_lead_back_to_the_function_they_are_in() -> None:
    graph = graph_of(
        "{ f() function f() { g() } function g() { if sload(0) { f() } h() } function h() {} }"
    )
    recursive = {
        (function.name, operation.function.name): operation.is_recursive
        for function in graph.functions
        for block in reachable_blocks(function.entry)
        for operation in block.operations
        if isinstance(operation, CallOperation)
    }
    assert recursive == {("f", "g"): True, ("g", "f"): True, ("g", "h"): False}


@pytest.mark.parametrize(
    ("source", "allowed"),
    [
        # The body ends the program; before and after the `if` the function will return.
        ("{ f() function f() { if sload(0) { revert(0, 0) } } }", [False, False, True]),
        # Only the end of the program lies behind a bridge.
        ("{ if sload(0) { sstore(0, 1) } stop() }", [False, True, False]),
    ],
)
def test_junk_may_stay_where_nothing_returns_to(source: str, allowed: list[bool]) -> None:
    graph = graph_of(source)
    entry = graph.functions[0].entry if graph.functions else graph.entry
    assert [block.allows_junk for block in reachable_blocks(entry)] == allowed


def test_deep_graphs_need_no_recursion() -> None:
    count = 2000
    body = " ".join(f"if sload({index}) {{ sstore({index}, 1) }}" for index in range(count))
    assert len(reachable_blocks(graph_of(f"{{ {body} }}").entry)) == 2 * count + 1


# The shuffler


class Recorder(Shuffler):
    """Writes down what the shuffler does."""

    def __init__(self, slots: Slots, source: str, target: str) -> None:
        super().__init__(slots.layout(source), slots.layout(target))
        self.slots = slots
        self.log: list[str] = []

    def on_swap(self, depth: int) -> None:
        self.log.append(f"swap{depth}")

    def on_push(self, slot: Slot) -> None:
        self.log.append(self.slots.text([slot]))

    def on_pop(self) -> None:
        self.log.append("pop")


@pytest.mark.parametrize(
    ("source", "target", "log"),
    [
        ("", "", ""),
        ("a b", "a b", ""),
        ("a b", "a", "pop"),
        ("a b", "b", "swap1 pop"),
        ("a b c", "c b a", "swap2"),
        ("a b c", "b c a", "swap1 swap2"),
        ("a", "a a 7", "a 7"),
        ("a b", "b b a", "b swap2"),
        # Where junk is wanted, anything may stay.
        ("a b", "_ _", ""),
        ("a a b", "b _ _", "swap2"),
        # What lies there counts as wanted, so a copy of it is made.
        ("a b", "_ a", "pop a"),
        ("", "_ 7", "_ 7"),
    ],
)
def test_shuffling(source: str, target: str, log: str) -> None:
    slots = Slots()
    recorder = Recorder(slots, source, target)
    recorder.run()
    assert slots.text(recorder.source) == target
    assert recorder.log == log.split()


def test_a_slot_about_to_get_out_of_reach_is_copied_in_time() -> None:
    slots = Slots()
    recorder = Recorder(slots, letters(16), f"{letters(16)} 1 a")
    recorder.run()
    assert recorder.log == ["a", "1", "swap1"]


# Ideal layouts


@pytest.mark.parametrize(
    ("output", "wanted", "ideal"),
    [
        ("", "a b", "a b"),
        ("r", "a b r", "a b"),
        # The result is wanted deeper: what is above it is better found where it will be swapped to.
        ("r", "r a b", "b a"),
        ("r s", "a s r", "a"),
    ],
)
def test_the_ideal_layout_below_the_output_of_an_operation(
    output: str, wanted: str, ideal: str
) -> None:
    slots = Slots()
    found = ideal_layout(slots.layout(output), slots.layout(wanted), generate_on_the_fly=False)
    assert slots.text(found) == ideal


def test_what_can_be_generated_need_not_be_kept() -> None:
    slots = Slots()
    wanted = slots.layout("a 7 r")
    output = slots.layout("r")
    assert slots.text(ideal_layout(output, wanted, generate_on_the_fly=False)) == "a 7"
    assert slots.text(ideal_layout(output, wanted, generate_on_the_fly=True)) == "a"


# Branches


@pytest.mark.parametrize(
    ("zero", "nonzero", "combined"),
    [
        ("a b", "a b", "a b"),
        ("a", "a b c", "a b c"),
        # Copies and what can be generated are made when they are needed.
        ("a", "a b 7 b", "a b"),
        ("a b c", "a c d", "a b c d"),
    ],
)
def test_one_layout_for_both_targets_of_a_branch(zero: str, nonzero: str, combined: str) -> None:
    slots = Slots()
    assert slots.text(combine_layouts(slots.layout(zero), slots.layout(nonzero))) == combined


# Layouts of whole programs


def layouts_of(graph: ControlFlowGraph, block: BasicBlock) -> list[str]:
    """Entry, before each operation, and exit of a block."""
    layout = generate_layout(graph.entry, has_push0=True)[block]
    return [layout_text(item) for item in (layout.entry, *layout.operations, layout.exit)]


def test_layouts_of_straight_code() -> None:
    graph = graph_of("{ let a := sload(1) let b := sload(2) sstore(a, b) }")
    assert layouts_of(graph, graph.entry) == [
        "[]",
        "[0x1]",
        "[sload()[0]]",
        "[a 0x2]",
        "[a sload()[0]]",
        "[b a]",
        "[]",
    ]


def test_layouts_of_a_loop_keep_what_the_next_round_needs() -> None:
    graph = graph_of(
        "{ let n := sload(0) for { let i } lt(i, n) { i := add(i, 1) } { sstore(i, n) } }"
    )
    loop_ends = [
        block
        for block in reachable_blocks(graph.entry)
        if block.successors() and not block.forward_successors()
    ]
    assert [layouts_of(graph, block)[-1] for block in loop_ends] == ["[n i]"]


def test_unneeded_slots_stay_where_the_program_ends() -> None:
    graph = graph_of("{ let a := sload(0) let b := sload(1) if a { revert(a, a) } sstore(a, b) }")
    _, _, body = reachable_blocks(graph.entry)
    assert layouts_of(graph, body)[:2] == ["[junk a]", "[junk a a]"]


# Reports


def test_a_copy_from_too_deep_is_a_problem() -> None:
    slots = Slots()
    source = "a _ 7 b c d e f g h i j k l m n o p"
    problems = find_problems(slots.layout(source), slots.layout(f"{source} a"))
    # Only variables can be chosen to be kept off the stack.
    assert problems == [StackTooDeep(2, "a b c d e f g h i j k l m n o p".split())]


def test_a_swap_with_what_is_too_deep_is_a_problem() -> None:
    slots = Slots()
    between = letters(15)
    source, target = f"y {between} z", f"z {between} y"
    assert find_problems(slots.layout(source), slots.layout(target)) == []
    between = letters(16)
    source, target = f"y {between} z", f"z {between} y"
    problems = find_problems(slots.layout(source), slots.layout(target))
    assert problems == [StackTooDeep(1, ["y", *between.split(), "z"])]


def test_what_is_not_on_the_stack_is_no_problem() -> None:
    slots = Slots()
    assert find_problems(slots.layout(letters(20)), slots.layout(f"{letters(20)} 7 z")) == []


def declarations(count: int, value: str) -> str:
    """`let v0 := ...`; `{}` in the value stands for the number."""
    return "\n".join(f"let v{index} := {value.format(index)}" for index in range(count))


def uses(count: int) -> str:
    """Something to do in between, then a use of each variable, first to last."""
    return "sstore(0, 0)\n" + "\n".join(
        f"sstore({100 + index}, v{index})" for index in range(count)
    )


def variables(*indices: int) -> list[str]:
    return [f"v{index}" for index in indices]


def test_report_of_a_program_with_too_many_variables() -> None:
    _, code = compile_code(f"{{ {declarations(20, 'calldataload({})')} {uses(20)} }}")
    assert stack_report(code, OSAKA) == {
        "": [
            StackTooDeep(1, variables(1, *range(17, 1, -1), 18)),
            StackTooDeep(3, variables(0, 18, *range(17, 0, -1), 19)),
        ]
    }


def test_report_of_a_program_without_problems() -> None:
    _, code = compile_code(f"{{ f() function f() {{ {declarations(9, 'sload({})')} {uses(9)} }} }}")
    assert stack_report(code, OSAKA) == {"": []}


def test_the_older_code_generator_keeps_every_variable_in_its_place() -> None:
    use = " ".join(f"sstore(v{index}, {index})" for index in reversed(range(18)))
    _, code = compile_code(f"{{ {declarations(18, 'sload({})')} {use} {use} }}")
    found = check_compilability(code)
    assert found.keys() == {""}
    assert found[""].deficit == 3
    assert list(found[""].variables) == variables(2, 1, 0)


def test_the_older_code_generator_can_use_places_again() -> None:
    steps = " ".join(f"let v{index} := sload({index}) sstore(v{index}, 1)" for index in range(20))
    _, code = compile_code(f"{{ {steps} }}")
    assert not check_compilability(code, reuse=True)
    code_and_use = compile_code(f"{{ {steps} sstore(v0, v1) }}")[1]
    assert list(check_compilability(code_and_use, reuse=False)[""].variables) == ["v1", "v0"]


@pytest.mark.parametrize(("parameters", "deficit"), [(16, 1), (18, 3)])
def test_too_many_parameters_for_the_older_code_generator(parameters: int, deficit: int) -> None:
    _, code = compile_code(f"{{ function f({names('p', parameters)}) -> r {{ r := p0 }} }}")
    found = check_compilability(code)["f"]
    # It is no particular variable that is in the way.
    assert (found.deficit, list(found.variables)) == (deficit, [""])


# Memory slots


def test_functions_that_are_never_active_together_share_slots() -> None:
    calls = {"": ["a", "b"], "a": ["c"], "b": [], "c": ["sload"], "unused": []}
    unreachable = {"": ["m"], "a": ["x", "y"], "b": ["z"], "c": ["w"], "unused": ["u"]}
    slots = allocate_memory_slots(calls, {}, unreachable)
    assert slots == {"w": 0, "x": 1, "y": 2, "z": 0, "m": 3}


# The StackLimitEvader with chosen variables


def evade(source: str, *moved: str, function: str = "f") -> list[str]:
    """The lines of a bare block after `moved` were moved to memory."""
    context, code = compile_code(source)
    evade_stack_limit(context, code, {function: moved})
    return lines(yulopt.print_yul(code))


@pytest.mark.parametrize(
    ("guards", "result"),
    [
        (["128"], ["0x80"]),
        (["128", "0x0080"], ["0x80", "0x80"]),
        (["128", "0x0081"], ["128", "0x0081"]),
        (["0x007fffffff"], ["0x7fffffff"]),
        (["2147483648"], ["2147483648"]),
    ],
)
def test_guards_are_normalised_if_they_agree(guards: list[str], result: list[str]) -> None:
    body = " ".join(f"sstore(0, memoryguard({guard}))" for guard in guards)
    evaded = evade(f"{{ {body} stop() }}")
    assert evaded[1:-2] == [f"sstore(0, memoryguard({guard}))" for guard in result]


def test_without_a_guard_nothing_happens() -> None:
    source = "{ f() function f() { let x := sload(0) sstore(x, x) } }"
    assert evade(source, "x") == lines(yulopt.print_yul(compile_code(source)[1]))


def test_a_recursive_function_with_variables_to_move_cancels_everything() -> None:
    # `g` is part of a cycle, although a search that starts at `f` may not see it.
    source = """{
        pop(memoryguard(128))
        f()
        function f() { if sload(0) { h() } if sload(1) { g() } }
        function h() { if sload(2) { f() } let x := sload(0) sstore(x, x) }
        function g() { if sload(3) { h() } }
    }"""
    unchanged = lines(yulopt.print_yul(compile_code(source)[1]))
    assert evade(source, "x", function="h") == unchanged
    assert evade(source, function="g") == unchanged


def test_reads_and_writes() -> None:
    source = """{
        pop(memoryguard(128))
        f(1)
        function f(p) {
            let x
            if p { x := add(p, x) }
            for { } x { x := 0 } { sstore(x, p) }
        }
    }"""
    assert evade(source, "p", "x")[2:] == lines("""
        f(1)
        function f(p)
        {
        mstore(0xa0, p)
        mstore(0x80, 0)
        if mload(0xa0)
        {
        mstore(0x80, add(mload(0xa0), mload(0x80)))
        }
        for { } mload(0x80) { mstore(0x80, 0) }
        {
        sstore(mload(0x80), mload(0xa0))
        }
        }
        }
    """)


def test_several_variables_at_once_go_through_temporaries() -> None:
    source = """{
        pop(memoryguard(128))
        f()
        function f() { let a, b, c := g() a, b, c := g() let d, e }
        function g() -> x, y, z { }
    }"""
    assert evade(source, "b", "d")[4:-4] == lines("""
        {
        let a_1, b_2, c_3 := g()
        mstore(0xa0, b_2)
        let c := c_3
        let a := a_1
        let a_4, b_5, c_6 := g()
        mstore(0xa0, b_5)
        c := c_6
        a := a_4
        let d_7, e_8
        mstore(0x80, d_7)
        let e := e_8
    """)


def test_callers_read_return_variables_from_memory() -> None:
    source = """{
        pop(memoryguard(128))
        let a, b := f()
        sstore(a, b)
        function f() -> x, y { x, y := f_2() }
        function f_2() -> x_2, y_2 { }
    }"""
    assert evade(source, "x")[2:15] == lines("""
        let b_1 := f()
        let b := b_1
        let a := mload(0x80)
        sstore(a, b)
        function f() -> y
        {
        mstore(0x80, 0)
        let x_3, y_4 := f_2()
        mstore(0x80, x_3)
        y := y_4
        }
        function f_2() -> x_2, y_2
        { }
    """)


def test_a_call_without_results_on_the_stack_stands_alone() -> None:
    source = """{
        pop(memoryguard(0x80))
        let a, b := f()
        function f() -> x, y { }
    }"""
    assert evade(source, "x", "y")[2:5] == lines("""
        f()
        let b := mload(0x80)
        let a := mload(0xa0)
    """)


def test_a_single_return_variable_needs_a_wrapper() -> None:
    source = """{
        pop(memoryguard(128))
        sstore(0, f(1, 2))
        function f(p, q) -> r { if p { r := q leave } r := 7 }
    }"""
    assert evade(source, "r", "p")[3:] == lines("""
        function f(p, q_2) -> r
        {
        mstore(0x80, p)
        mstore(0xa0, 0)
        f_1(q_2)
        r := mload(0xa0)
        }
        function f_1(q)
        {
        if mload(0x80)
        {
        mstore(0xa0, q)
        leave
        }
        mstore(0xa0, 7)
        }
        }
    """)


def test_ghosts_waste_a_slot() -> None:
    assert evade("{ pop(memoryguard(128)) f() function f() { } }", "GHOST[0]")[1:2] == [
        "pop(memoryguard(0xa0))"
    ]


# The StackCompressor


def compressed(source: str, dialect: Dialect, *, stack_allocation: bool = True) -> set[str]:
    """The variables `v...` that are gone after the step."""
    context, code = compile_code(f"{{ {{ {source} }} }}", dialect)
    StackCompressor(stack_allocation).run(context, code)
    text = yulopt.print_yul(code)
    return {f"v{index}" for index in range(40) if f"let v{index} :" not in text} & {
        f"v{index}" for index in range(40) if f"let v{index} :" in source
    }


def test_the_cheapest_variables_go_and_often_more_than_needed() -> None:
    # Keys: 2 for v0, 3 for v1 to v7, 4 for the others. See the report of this program above: after
    # v1 for the first problem, the number of variables still needed wraps around.
    source = declarations(20, "calldataload(mul(32, {}))").replace("mul(32, 0)", "0")
    for index in range(1, 20):
        source = source.replace(f"mul(32, {index})", str(32 * index))
    assert compressed(source + uses(20), OSAKA) == set(variables(*range(20)))
    source = source.replace("let v19 := calldataload(608)", "")
    assert compressed(source + uses(19), OSAKA) == set(variables(0, *range(7, 19)))


def test_values_that_are_not_movable_stay() -> None:
    assert compressed(declarations(20, "sload({})") + uses(20), OSAKA) == set()


def test_assigned_variables_stay() -> None:
    source = declarations(20, "calldataload({})") + " v0 := 7 " + uses(20)
    gone = compressed(source, OSAKA)
    assert "v0" not in gone
    assert "v1" in gone


def test_without_problems_nothing_is_touched() -> None:
    assert compressed("let v0 := caller() let v1 := v0 sstore(v1, v1)", OSAKA) == set()


def test_functions_that_cannot_be_reached_are_left_alone() -> None:
    context, code = compile_code(
        f"{{ {{ }} function f() {{ {declarations(20, 'calldataload({})')} {uses(20)} }} }}"
    )
    StackCompressor().run(context, code)
    assert yulopt.print_yul(code).count("let v") == 20


@pytest.mark.parametrize(
    ("dialect", "stack_allocation"), [(HOMESTEAD, True), (HOMESTEAD, False), (OSAKA, False)]
)
def test_for_the_older_code_generator_as_many_go_as_are_missing(
    dialect: Dialect, stack_allocation: bool
) -> None:
    # Every variable is used twice, so that the Rematerialiser itself has no reason to touch it.
    source = declarations(18, "calldataload(add({}, 256))") + uses(18) + uses(18)
    gone = compressed(source, dialect, stack_allocation=stack_allocation)
    assert gone == set(variables(0, 1))


def test_an_msize_removed_in_an_earlier_round_still_counts() -> None:
    # The first round chooses w0 and w1, the cheapest ones, which does not help.
    expensive = declarations(18, "calldataload(add({}, 1000))") + uses(18) + uses(18)
    cheap = "let w0 := caller() let w1 := caller() " + 3 * "sstore(w0, w1) "
    source = f"{{ {{ let m := msize() pop(mload(0)) {expensive} {cheap} }} }}"
    context, code = compile_code(source, HOMESTEAD)
    StackCompressor().run(context, code)
    text = yulopt.print_yul(code)
    assert "msize" not in text
    assert "v1 :=" not in text
    assert "pop(mload(0))" in text


# All of it, compared with the reference


def call(function: str, arguments: int) -> str:
    return f"{function}({', '.join(str(index) for index in range(arguments))})"


def names(prefix: str, count: int) -> str:
    return ", ".join(f"{prefix}{index}" for index in range(count))


def programs() -> Iterable[tuple[str, str]]:
    """Programs with stack pressure of several kinds, each with a name."""
    guard = "mstore(64, memoryguard(128))"
    for count in (16, 17, 18, 20, 26, 40):
        for value in ("sload({})", "calldataload({})", "add({}, 7)"):
            body = f"{declarations(count, value)} {uses(count)}"
            yield f"{count} times {value}", f"{{ {guard} f() function f() {{ {body} }} }}"
            yield f"{count} times {value}, main", f"{{ {guard} {body} }}"
            yield f"{count} times {value}, no guard", f"{{ {body} }}"
    for count in (12, 17, 20):
        uses_all = " ".join(f"sstore(p{count - 1 - index}, r{index})" for index in range(count))
        yield (
            f"{count} parameters and returns",
            f"""{{
                {guard}
                let {names("v", count)} := {call("f", count)}
                {uses(count)}
                {names("v", count)} := {call("f", count)}
                {uses(count)}
                function f({names("p", count)}) -> {names("r", count)} {{
                    r0 := sload(p0)
                    if p1 {{ leave }}
                    {uses_all}
                }}
            }}""",
        )
        yield (
            f"{count} parameters and one return",
            f"""{{
                {guard}
                sstore({call("f", count)}, 1)
                function f({names("p", count)}) -> r {{
                    {declarations(count, "sload(add({}, p2))")}
                    r := p3
                    if sload(r) {{ leave }}
                    {uses(count)}
                    switch r case 0 {{ r := v1 }} case 1 {{ revert(v0, r) }} default {{ v2 := r }}
                    sstore(v2, r)
                }}
            }}""",
        )
    deep = f"{declarations(20, 'sload({})')} {uses(20)}"
    for recursive in ("g()", "h()"):
        yield (
            f"a function that calls {recursive}",
            f"""{{
                {guard}
                f()
                function f() {{ if sload(1) {{ g() }} if sload(2) {{ h() }} }}
                function g() {{ if sload(3) {{ f() }} }}
                function h() {{ if sload(4) {{ {recursive} }} {deep} }}
            }}""",
        )
    yield (
        "slots are shared by functions on different branches",
        f"""{{
            {guard}
            {declarations(20, "sload({})")}
            f() g()
            {uses(20)}
            function f() {{ h() {deep.replace("v", "f")} }}
            function g() {{ {deep.replace("v", "g")} }}
            function h() {{ {deep.replace("v", "h")} }}
        }}""",
    )


PROGRAMS = dict(programs())
SETTINGS = [("cancun", True), ("osaka", True), ("homestead", True), ("cancun", False)]


@pytest.mark.parametrize(("version", "stack_allocation"), SETTINGS)
def test_programs_with_stack_pressure_against_the_reference(
    version: str, stack_allocation: bool
) -> None:
    skip_unless_available()
    jobs = [
        Job(name, source, ":", version, stack_allocation=stack_allocation)
        for name, source in PROGRAMS.items()
    ]
    compared = 0
    for job, result in zip(jobs, run_batch(jobs), strict=True):
        if result.text is None:
            # The reference prints nothing when it cannot generate code in the end.
            assert "too deep" in (result.error or ""), (job.id, result.error)
            continue
        ours = yulopt.optimize(
            job.source, ":", evm_version=version, stack_allocation=stack_allocation
        )
        assert ours.strip() == result.text.strip(), job.id
        compared += 1
    assert compared >= 20


def test_unreachable_variables_are_those_at_the_bottom() -> None:
    _, code = compile_code(f"{{ {declarations(20, 'sload({})')} {uses(20)} }}")
    assert unreachable_variables(code, OSAKA) == {"": variables(1, 0, 18, 17)}
    _, code = compile_code(f"{{ {declarations(18, 'sload({})')} {uses(18)} }}", HOMESTEAD)
    assert unreachable_variables(code, HOMESTEAD) == {"": variables(0, 1)}
