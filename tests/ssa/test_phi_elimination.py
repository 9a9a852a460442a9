"""Phi elimination: the cases C4 to C9 of the note on a C compiler, T2 of the article on
tinyoptimizer, parallel copies, and properties on random functions."""

from __future__ import annotations

from random import Random

import pytest

import yulopt
from tests.slices import seeds
from tests.ssa.interpreter import run_function
from tests.ssa.programs import block, first_function, module_of, read
from tests.ssa.promotion import promote
from tests.ssa.random_functions import behaviour, random_module
from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for
from yulopt.ssa.ir.function import Function, Module
from yulopt.ssa.kernel.pass_contract import Statistics
from yulopt.ssa.kernel.running import run_pipeline
from yulopt.ssa.kernel.verifier import verify_module
from yulopt.ssa.lowering import lower
from yulopt.ssa.pipeline import parse_pipeline
from yulopt.ssa.text.parser import parse_module
from yulopt.ssa.text.printer import print_function, print_instruction

NOTE = "mode=note"
PLAIN = "coalesce=no"
MODES = ("mode=parallel", "mode=note", "coalesce=no", "sequential=no")

C4 = """{
    function C4(n) -> r {
        let x := 1  let y := 2
        for { let i := 0 } lt(i, n) { i := add(i, 1) } { let t := x  x := y  y := t }
        r := x
    }
}"""


def eliminated(module: Module, options: str) -> Statistics:
    """The first function after the pass."""
    passes = parse_pipeline(f"phi-elimination:{options}" if options else "phi-elimination")
    done = run_pipeline(passes, module, verify_each=True)
    return done[first_function(module).name]


def code(function: Function, label: str) -> list[str]:
    """The instructions of a block as text, without the terminator."""
    return [print_instruction(one) for one in block(function, label).instructions]


def promoted_c4() -> Module:
    module = lower(yulopt.parse(C4).code, dialect_for(DEFAULT_EVM_VERSION))
    del module.functions["main"]
    promote(first_function(module))
    return module


def loop(phis: str, copies: str = "") -> Module:
    """A module with a loop from `e` through `h` and `l`, back to `h`; its result is `%a`."""
    return read(f"""
        func @f(%n: i256, %c: i256) -> i256 {{
        e:
          br %h
        h:
          {phis}
          %go = lt %c, %n
          br %go, %l, %out
        l:
          {copies}
          br %h
        out:
          ret %a
        }}""")


# C4: the swap


# Case C4 of chapter 08.
def test_swap_in_two_phases() -> None:
    module = promoted_c4()
    statistics = eliminated(module, NOTE)
    function = first_function(module)
    assert code(function, "entry") == [
        "%tmp_x.1 = copy 1",
        "%tmp_y.1 = copy 2",
        "%i.1 = copy 0",
    ]
    assert code(function, "for.cond.0")[:2] == ["%x.1 = copy %tmp_x.1", "%y.1 = copy %tmp_y.1"]
    latch = code(function, "for.post.0")
    assert latch[-3:-1] == ["%tmp_x.1 = copy %y.1", "%tmp_y.1 = copy %x.1"]
    assert latch[-1].startswith("%i.1 = copy ")
    assert statistics == {
        "functions changed": 1,
        "copies": 8,
        "temporaries": 2,
        "trampolines": 0,
    }


# Case C4 of chapter 08.
def test_swap_in_parallel() -> None:
    module = promoted_c4()
    eliminated(module, "sequential=no:coalesce=no")
    (copy,) = code(first_function(module), "for.post.0")[-1:]
    assert copy.startswith("[%x.1, %y.1, %i.1] = pcopy [%y.1, %x.1, %")


# Case C4 of chapter 08.
def test_swap_in_sequence() -> None:
    module = promoted_c4()
    eliminated(module, PLAIN)
    assert len(code(first_function(module), "for.post.0")) == 1 + 4


# Case C4 of chapter 08.
def test_swap_coalesced() -> None:
    module = promoted_c4()
    eliminated(module, "")
    increment, *swap = code(first_function(module), "for.post.0")
    assert increment == "%i.1 = add %i.1, 1"
    assert swap == ["%tmp = copy %x.1", "%x.1 = copy %y.1", "%y.1 = copy %tmp"]


# Case C4 of chapter 08.
@pytest.mark.parametrize("options", [NOTE, PLAIN, "", "sequential=no"])
def test_swap_computes_the_same(options: str) -> None:
    module = promoted_c4()
    eliminated(module, options)
    assert [run_function(module, "C4", [n]) for n in (0, 1, 2)] == [[1], [2], [1]]


def test_a_value_that_is_read_after_the_next_one_keeps_its_variable() -> None:
    module = read("""
        func @f(%n: i256) -> i256 {
        e:
          br %h
        h:
          %x = phi i256 [ 1, %e ], [ %next, %h ]
          %next = add %x, 1
          %old = mul %x, 7
          %go = lt %old, %n
          br %go, %h, %out
        out:
          ret %old
        }""")
    eliminated(module, "")
    assert run_function(module, "f", [0]) == [7]


# C5 to C7: which phis conflict


CHAIN = "%a = phi i256 [ 0, %e ], [ %b, %l ]  %b = phi i256 [ 1, %e ], [ %c, %l ]"


# Case C5 of chapter 08.
def test_chain_in_two_phases() -> None:
    module = loop(CHAIN)
    eliminated(module, NOTE)
    function = first_function(module)
    assert code(function, "e") == ["%tmp_a = copy 0", "%tmp_b = copy 1"]
    assert code(function, "l") == ["%tmp_a = copy %b", "%tmp_b = copy %c"]
    assert code(function, "h")[:2] == ["%a = copy %tmp_a", "%b = copy %tmp_b"]


# Case C5 of chapter 08.
def test_chain_in_parallel() -> None:
    module = loop(CHAIN)
    statistics = eliminated(module, PLAIN)
    assert code(first_function(module), "l") == ["%a = copy %b", "%b = copy %c"]
    assert statistics["temporaries"] == 0


CYCLE = """%a = phi i256 [ 0, %e ], [ %b, %l ]
           %b = phi i256 [ 1, %e ], [ %d, %l ]
           %d = phi i256 [ 2, %e ], [ %a, %l ]"""


# Case C6 of chapter 08.
def test_cycle_of_three() -> None:
    in_two_phases, parallel = loop(CYCLE), loop(CYCLE)
    assert eliminated(in_two_phases, NOTE)["temporaries"] == 3
    assert eliminated(parallel, PLAIN)["temporaries"] == 1
    assert len(code(first_function(parallel), "l")) == 4


# Case C7 of chapter 08.
def test_copy_to_itself() -> None:
    module = loop(
        "%a = phi i256 [ 1, %e ], [ %a, %l ]  %b = phi i256 [ 2, %e ], [ %next, %l ]",
        "%next = add %b, 1",
    )
    statistics = eliminated(module, NOTE)
    assert code(first_function(module), "l") == ["%next = add %b, 1", "%b = copy %next"]
    assert statistics["temporaries"] == 0


# Case C7X of chapter 08.
def test_conflict_on_another_edge() -> None:
    module = read("""
        func @f(%n: i256, %c: i256) -> i256 {
        e:
          br %h
        h:
          %a = phi i256 [ 1, %e ], [ %b, %l ], [ %a, %m ]
          %b = phi i256 [ 2, %e ], [ %a, %l ], [ %b, %m ]
          switch %c, %out [ 0: %l, 1: %m ]
        l:
          br %h
        m:
          br %h
        out:
          ret %a
        }""")
    eliminated(module, NOTE)
    function = first_function(module)
    assert code(function, "l") == ["%tmp_a = copy %b", "%tmp_b = copy %a"]
    assert code(function, "m") == ["%tmp_a = copy %a", "%tmp_b = copy %b"]


# C8 and C9: critical edges

LOST_COPY = """
    func @{name}(%c: i256) -> i256 {{
    e:
      br %h
    h:
      %x = phi i256 [ 1, %e ], [ %x3, %h ]
      %y = phi i256 [ 5, %e ], [ %y3, %h ]
      %x3 = add %x, 1
      %y3 = add %y, %y
      %again = lt %x3, %c
      br %again, %h, %out
    out:
      %r = add %x, %y
      ret %r
    }}"""


# Case C8 of chapter 08.
@pytest.mark.parametrize("options", [NOTE, PLAIN, ""])
def test_lost_copy(options: str) -> None:
    """The value before the last increment is returned."""
    module = read(LOST_COPY.format(name="f"))
    statistics = eliminated(module, options)
    assert statistics["trampolines"] == 1
    assert [run_function(module, "f", [n]) for n in (0, 3, 5)] == [[6], [12], [44]]


# Case C9 of chapter 08.
def test_one_trampoline_for_all_phis_of_an_edge() -> None:
    module = read(LOST_COPY.format(name="f"))
    eliminated(module, NOTE)
    function = first_function(module)
    assert code(function, "e") == ["%x = copy 1", "%y = copy 5"]
    assert code(function, "tramp.0") == ["%x = copy %x3", "%y = copy %y3"]


# Case C9 of chapter 08.
def test_trampolines_are_counted_in_the_module() -> None:
    module = read(LOST_COPY.format(name="f") + LOST_COPY.format(name="g"))
    run_pipeline(parse_pipeline("phi-elimination:mode=note"), module, verify_each=True)
    labels = [
        [one.label for one in function.blocks if one.label.startswith("tramp")]
        for function in module.functions.values()
    ]
    assert labels == [["tramp.0"], ["tramp.1"]]


# Case C9 of chapter 08.
def test_two_edges_have_two_trampolines() -> None:
    module = read("""
        func @f(%c: i256) -> i256 {
        e:
          br %c, %a, %b
        a:
          br %c, %j, %b
        b:
          br %c, %j, %out
        j:
          %x = phi i256 [ 1, %a ], [ 2, %b ]
          ret %x
        out:
          ret 0
        }""")
    assert eliminated(module, NOTE)["trampolines"] == 2


def test_copies_are_not_executed_on_other_edges() -> None:
    """Both phis share a variable with %r; neither copy may stand before the branch."""
    module = read("""
        func @f(%c: i256) -> i256 {
        entry:
          br %c, %a, %b
        a:
          %x = phi i256 [ 1, %entry ]
          br %end
        b:
          %y = phi i256 [ 2, %entry ]
          br %end
        end:
          %r = phi i256 [ %x, %a ], [ %y, %b ]
          ret %r
        }""")
    eliminated(module, "")
    assert [run_function(module, "f", [c]) for c in (0, 1)] == [[2], [1]]


# T2: fib


# Case T2 of chapter 08.
def test_fib_in_two_phases() -> None:
    module = module_of("T2")
    promote(first_function(module))
    assert eliminated(module, NOTE)["trampolines"] == 0
    function = first_function(module)
    assert code(function, "if.end") == [
        "%tmp_a.1 = copy 0",
        "%tmp_b.1 = copy 1",
        "%i.1 = copy 1",
    ]
    assert code(function, "while.body")[-3:] == [
        "%tmp_a.1 = copy %b.1",
        "%tmp_b.1 = copy %add",
        "%i.1 = copy %add2",
    ]
    assert code(function, "while.cond")[:2] == ["%a.1 = copy %tmp_a.1", "%b.1 = copy %tmp_b.1"]
    assert code(function, "if.then") == ["%retval.1 = copy 0"]
    assert code(function, "while.end") == ["%retval.1 = copy %b.1"]


# Case T2 of chapter 08.
def test_fib_in_parallel() -> None:
    module = module_of("T2")
    promote(first_function(module))
    assert eliminated(module, "")["temporaries"] == 0
    assert code(first_function(module), "while.body") == [
        "%add = add %a.1, %b.1",
        "%i.1 = add %i.1, 1",
        "%a.1 = copy %b.1",
        "%b.1 = copy %add",
    ]
    assert [run_function(module, "fib", [n]) for n in (0, 1, 10)] == [[0], [1], [55]]


# Random functions


@pytest.mark.parametrize("mode", MODES)
def test_random_functions_behave_the_same(mode: str) -> None:
    compared = 0
    for seed in seeds(25, at_length=300):
        original, changed = random_module(Random(seed)), random_module(Random(seed))
        run_pipeline(parse_pipeline(f"phi-elimination:{mode}"), changed, verify_each=True)
        for run in range(3):
            expected = behaviour(original, Random(run))
            if expected is not None:
                assert behaviour(changed, Random(run)) == expected, f"seed {seed}"
                compared += 1
    assert compared > 20


@pytest.mark.parametrize("mode", MODES)
def test_post_ssa_text_can_be_read_again(mode: str) -> None:
    for seed in seeds(8, at_length=40):
        module = random_module(Random(seed))
        run_pipeline(parse_pipeline(f"phi-elimination:{mode}"), module)
        text = print_function(module.functions["f"])
        others = "declare @coin(i256) -> i256\n" + "".join(
            print_function(one) for name, one in module.functions.items() if name != "f"
        )
        again = parse_module(others + text)
        verify_module(again)
        assert print_function(again.functions["f"]) == text
