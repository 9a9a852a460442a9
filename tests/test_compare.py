"""The comparison finds differences, distinguishes solc's own errors, and shrinks them."""

from __future__ import annotations

import os
import shlex
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

import yulopt
from tests import comparisons
from tests.compare import (
    DIFFERENT,
    FAILED,
    IDENTICAL,
    NO_REFERENCE,
    TOO_DEEP,
    Candidate,
    Outcome,
    Pair,
    Tally,
    compare,
    main,
    reproduce,
    yulopt_text,
)
from tests.generator import generate
from tests.oracle import (
    ROOT,
    Job,
    Result,
    StackTooDeep,
    function_at,
    skip_unless_available,
    stack_too_deep,
)
from tests.shrink import Shrinker, parse_tree

EXAMPLES = sorted((ROOT / "examples").glob("*.yul"))


def altered(job: Job) -> str:
    """A candidate with a mistake: it loses the first log1."""
    return yulopt_text(job).replace("log1(", "log2(0, ", 1)


def fragile(job: Job) -> str:
    """A candidate that dies, hangs or raises on request."""
    if "die" in job.source:
        os._exit(3)
    if "hang" in job.source:
        time.sleep(60)
    if "raise" in job.source:
        raise ValueError("as reported")
    return job.source


def is_valid(source: str) -> bool:
    try:
        yulopt.parse(source)
    except yulopt.YulError:
        return False
    return True


def shrink(source: str, *needed: str, steps: str | None = ":") -> Job:
    """Shrink a program that "fails" if it is valid and contains the needed texts."""

    def fails(job: Job) -> bool:
        text = f"{job.source} {job.steps}"
        return all(word in text for word in needed) and is_valid(job.source)

    return Shrinker(fails, seconds=120).shrink(Job("test", source, steps))


# The tree that is shrunk.


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: str(path.name))
def test_tree_keeps_the_examples(path: Path) -> None:
    source = path.read_text("utf-8")
    assert printed(str(parse_tree(source))) == printed(source)


def test_tree_keeps_generated_programs() -> None:
    for seed in range(50):
        print(f"seed {seed}")
        source = generate(seed).replace("/// @use-src", "// ")
        assert printed(str(parse_tree(source))) == printed(source)


def printed(source: str) -> str:
    return yulopt.print_yul(yulopt.parse(source))


def test_tree_is_printed_readably() -> None:
    source = """{ function f(a,b)->r{if a{leave}r:=add(a,b)} for{}1{}{sstore(0,f(1,"}"))break} }"""
    assert str(parse_tree(source)) == (
        "{\n"
        "    function f(a, b) -> r {\n"
        "        if a {\n"
        "            leave\n"
        "        }\n"
        "        r := add(a, b)\n"
        "    }\n"
        "    for { } 1 { } {\n"
        '        sstore(0, f(1, "}"))\n'
        "        break\n"
        "    }\n"
        "}"
    )


# Shrinking.


def test_shrinks_deeply_nested_code() -> None:
    source = "{ if 1 " * 250 + "{ sstore(0, 1) }" + " }" * 250
    assert shrink(source, "sstore(").source == "{\n    sstore(0, 1)\n}"


def test_shrinks_a_long_program_to_the_statement_that_matters() -> None:
    seed = next(s for s in range(100) if generate(s, size=100).count("signextend(") > 1)
    print(f"seed {seed}")
    source = generate(seed, size=100)
    assert len(source.splitlines()) > 50
    shrunk = shrink(source, "signextend(")
    assert len(shrunk.source.splitlines()) <= 5
    assert shrunk.source.count("signextend(") == 1


def test_shrinks_nested_structure_parameters_and_names() -> None:
    source = """object "A" { code { } object "B" { code {
        function function_with_long_name(a_1, b_2, c_3) -> r_4, s_5 {
            switch a_1 case 0 { for { let i } i { } { if b_2 { sstore(c_3, 7) } } } default { }
        }
        let x, y := function_with_long_name(1, calldataload(2), add(3, 4))
    } } }"""
    assert shrink(source, "sstore(").source == "{\n    sstore(0, 0)\n}"
    assert shrink(source, "-> ", "case ").source == (
        "{\n    function a() -> b {\n        switch 0\n        case 0 { }\n    }\n}"
    )


def test_shrinks_the_step_sequence() -> None:
    assert shrink("{ }", "x", "E", steps="dhf[x[ac]Es]Ljmul:fDnTOcmu").steps == "xE:"
    assert shrink("{ }", "x", "S", steps=None).steps == "xS:"
    assert shrink("{ }", "[", "j:", steps="ac[h[x]u]j:c").steps == "[]j:"


def test_keeps_a_job_that_does_not_fail() -> None:
    job = shrink("{ sstore(0, 1) }", "no such text")
    assert job.source == "{ sstore(0, 1) }"


def test_stops_when_the_time_is_over() -> None:
    source = generate(1, size=100)
    job = Shrinker(lambda job: True, seconds=0).shrink(Job("test", source))
    assert job.source == source


# Comparing.


# As solc says it.
DEEP = """Dynamic exception type: boost::wrapexcept<solidity::yul::StackTooDeepError>
std::exception::what: Cannot swap Variable a with Slot RET: too deep in the stack by 2 slots in [ ]
No memoryguard was present. Consider using memory-safe assembly only.
[solidity::langutil::tag_sourceLocation*] = input.yul[5,13]
"""
UNREACHABLE = """Dynamic exception type: boost::wrapexcept<solidity::yul::StackTooDeepError>
std::exception::what: Variable a_1 is 3 slot(s) too deep inside the stack. Stack too deep."""
TOO_MANY = """Dynamic exception type: boost::wrapexcept<solidity::yul::StackTooDeepError>
std::exception::what: The function f has 18 parameters or return variables too many to fit."""


def test_solc_names_unreachable_values() -> None:
    assert stack_too_deep(DEEP) == StackTooDeep("a", 2, None, (5, 13))
    assert stack_too_deep(UNREACHABLE) == StackTooDeep("a_1", 3)
    assert stack_too_deep(TOO_MANY) == StackTooDeep(None, 18, "f")
    assert stack_too_deep("Error: Function not found.") is None


def test_a_place_in_printed_code_is_in_a_function_or_not() -> None:
    text = printed(
        "{ function f() { sstore(1, 2) } mstore(3, 4) function g() { if 5 { sstore(6, 7) } } }"
    )
    places = {word: text.index(word) for word in ("1", "3", "6", "function g")}
    names = [function_at(text, (place, place + 1)) for place in places.values()]
    assert names == ["f", None, "g", "g"]


def outcomes(*sources: str) -> list[Outcome]:
    """Compare with a reference that rejects some, and a candidate that alters `wrong`."""

    def reference(job: Job) -> Result:
        if job.source == "bad":
            return Result(job.id, error="Error: Function not found.")
        if job.source.startswith("deep"):
            return Result(job.id, error=DEEP)
        return Result(job.id, job.source)

    def candidate(job: Job) -> Result:
        if job.source == "raise":
            return Result(job.id, error="ValueError: as reported")
        return Result(job.id, job.source.replace("wrong", "altered"))

    seen: list[Outcome] = []

    def report(outcome: Outcome) -> bool:
        seen.append(outcome)
        return True

    jobs = [Job(str(number), source) for number, source in enumerate(sources)]
    compare(jobs, [Pair(reference, candidate)] * 2, report)
    return seen


def test_each_job_has_one_of_five_outcomes() -> None:
    kinds = [outcome.kind for outcome in outcomes("fine", "wrong", "raise", "bad", "deep mload(1)")]
    assert kinds == [IDENTICAL, DIFFERENT, FAILED, NO_REFERENCE, TOO_DEEP]


def test_where_the_stack_is_too_deep_must_be_a_whole_piece_of_code() -> None:
    (outcome,) = outcomes("deeper mload(1)")
    assert outcome.kind == DIFFERENT
    assert outcome.describe() == (
        "solc: too deep at 5:13; that is no whole piece of yulopt's: 'r mload('"
    )


def test_the_tally_counts_outcomes_reasons_and_places() -> None:
    tally = Tally()
    for outcome in outcomes("fine", "bad", "deep mload(1)"):
        tally.add(outcome)
    assert str(tally) == (
        "1 identical, 1 stack too deep, 1 oracle error, 0 different, 0 failed\n"
        "    too deep 1 outside functions\n"
        "    1 x Error: Function not found. (first: 1)\n"
        "    1 x Cannot swap Variable _ with Slot _ too deep in the stack by N slots (first: 2)"
    )


def test_a_difference_is_shown_as_a_diff() -> None:
    (outcome,) = outcomes("a\nwrong\nb")
    assert outcome.describe() == "--- solc\n+++ yulopt\n@@ -1,3 +1,3 @@\n a\n-wrong\n+altered\n b"


def test_the_command_to_reproduce_names_every_setting() -> None:
    job = Job("--seeds 3:4", "{ }", "x[a]:", "paris", 0, False)
    command = "python -m tests.compare --seeds 3:4 --steps 'x[a]:' --evm-version paris --runs 0"
    assert reproduce(job) == f"{command} --no-stack-allocation"


def test_a_worker_that_dies_or_hangs_is_reported_and_replaced() -> None:
    worker = Candidate("tests.test_compare:fragile", timeout=10)
    assert worker.run(Job("1", "fine")).text == "fine"
    assert "died" in (worker.run(Job("2", "die")).error or "")
    assert "ValueError: as reported" in (worker.run(Job("3", "raise")).error or "")
    worker.timeout = 1
    assert worker.run(Job("4", "hang")).error == "no answer within 1 seconds"
    worker.timeout = 10
    assert worker.run(Job("5", "fine again")).text == "fine again"
    worker.close()


def test_command_line_reports_and_shrinks_an_altered_side() -> None:
    skip_unless_available()
    arguments = "--seeds 0:100 --steps : --output ir --processes 1 --shrink".split()
    result = CliRunner().invoke(main, [*arguments, "--candidate", "tests.test_compare:altered"])
    print(result.output)
    assert result.exit_code == 1
    assert "different: python -m tests.compare --seeds " in result.output
    shrunk = result.output.partition("shrunk: ")[2]
    assert "{\n    log1(0, 0, 0)\n}" in shrunk
    assert "+" in shrunk


def test_command_line_counts_identical_programs() -> None:
    skip_unless_available()
    result = CliRunner().invoke(main, "--seeds 10 --output ir --processes 1")
    assert result.exit_code == 0, result.output
    assert (
        result.output == "10 identical, 0 stack too deep, 0 oracle error, 0 different, 0 failed\n"
    )


def test_command_line_counts_programs_with_a_stack_too_deep() -> None:
    skip_unless_available()
    result = CliRunner().invoke(main, "--stack-pressure 0:12 --steps : --processes 1")
    assert result.exit_code == 0, result.output
    assert " 0 oracle error, 0 different, 0 failed\n    too deep " in result.output
    assert "too deep in the stack by N slots" in result.output


def test_several_comparisons_end_with_the_first_that_fails() -> None:
    skip_unless_available()
    program = shlex.quote(str(EXAMPLES[0]))
    lines = [f"{program} --processes 1 --output ir", "--seeds 0:0", f"{program} --steps u"]
    result = CliRunner().invoke(comparisons.main, input="\n".join(lines))
    assert result.exit_code == 2
    assert "1 identical" in result.stdout
    assert "nothing to compare" in result.stderr
    assert [line for line in result.stdout.splitlines() if line.startswith("--")] == [
        f"-- {line}" for line in lines[:2]
    ]


def test_command_line_wants_something_to_compare() -> None:
    skip_unless_available()
    result = CliRunner().invoke(main, [])
    assert result.exit_code == 2
    assert "nothing to compare" in result.output
