"""The gas of each call is bounded by that of solc's own code."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import yulopt
from yulopt.cli.command import cli
from yulopt.driver.build import sizes
from yulopt.driver.options import Options
from yulopt.errors import Source, YulError
from yulopt.persistence.cache import Cache
from yulopt.proven.provers import BuildProver
from yulopt.suite.pipelines import Pipeline
from yulopt.tune.call_files import read_calls
from yulopt.tune.slowdown import Variant, note, smallest_within

pytest.importorskip("pyrevm", reason="pyrevm executes the calls")

# `size` calls the function in the loop, which solc inlines.
PROGRAM = """
object "A" {
    code {
        datacopy(0, dataoffset("A_deployed"), datasize("A_deployed"))
        return(0, datasize("A_deployed"))
    }
    object "A_deployed" {
        code {
            let n := calldataload(4)
            let s := 1
            for { let i := 0 } lt(i, n) { i := add(i, 1) } {
                s := mix(s, i)
                s := mix(xor(s, 7), n)
            }
            mstore(0, mix(s, 3))
            return(0, 32)
            function mix(a, b) -> r {
                r := add(mul(a, 0x123456789abcdef123456789abcdef), xor(b, shr(3, a)))
                r := xor(r, shl(7, mul(r, 0x123456789abcdef123456789abcdef)))
            }
        }
    }
}
"""
CALLS = "mix(uint256) 40"


def tried(bound: float, program: str = PROGRAM, calls: str = CALLS) -> list[Variant]:
    options = Options().with_pipeline(Pipeline.named("size"))
    return smallest_within(Source(program), options, read_calls(Source(calls)), bound, runs=200)


def test_the_smallest_variant_within_the_bound_is_taken() -> None:
    (alone,) = tried(2)
    assert alone.ratio > 1.5
    assert alone.call == CALLS
    assert not note([alone], 2)
    *dearer, last = tried(1.1)
    assert all(one.ratio > 1.1 for one in dearer)
    assert last.ratio <= 1.1
    solc = yulopt.compile(PROGRAM)
    assert solc.deployed is not None
    assert last.size < solc.deployed.size


def test_in_the_end_it_is_the_code_of_solc() -> None:
    # A short call takes a little more gas with every pipeline.
    *_, last = tried(1, calls="mix(uint256) 0")
    assert (last.ratio, last.options.is_beyond) == (1, False)
    solc = yulopt.compile(PROGRAM)
    assert solc.deployed is not None
    assert last.size == solc.deployed.size


def test_code_that_is_never_dearer_is_taken_as_it_is() -> None:
    (only,) = tried(1, "{ sstore(0, add(calldataload(4), 0)) }", "store(uint256) 3")
    assert only.ratio <= 1


def test_calls_that_tell_codes_apart_are_an_error() -> None:
    with pytest.raises(YulError, match="the calls do something else"):
        tried(1, PROGRAM.replace("mstore(0, mix(s, 3))", "mstore(0, gas())"))


def test_the_proven_code_is_bounded() -> None:
    """What is rolled back, here comparisons of products and powers, costs gas in each round."""
    least = "0xffffffffffffffffffffffffffffffff"
    part = f"and(n, {least})"
    checks = f"""
                if gt(div(mul(and(s, {least}), {part}), add({part}, 1)), {least}) {{ s := not(s) }}
                if gt(exp(3, and(s, 7)), 0xffffffffff) {{ s := not(s) }}
            }}
            mstore(0, mix"""
    program = PROGRAM.replace("}\n            mstore(0, mix", checks.lstrip())
    (alone,) = tried(1.15, program)
    source, calls = Source(program), read_calls(Source(CALLS))
    options = alone.options._replace(proven=True)
    prove = BuildProver(Cache(None), 1).compile_source
    first, *_, last = smallest_within(source, options, calls, 1.15, runs=200, compile_proven=prove)
    assert first.options == options
    assert first.ratio > 1.15 >= last.ratio
    compiled, parts = prove(source, last.options)
    assert sizes(compiled.program, parts)[1] == last.size


def test_without_calls_there_is_nothing_to_bound() -> None:
    with pytest.raises(YulError, match="no calls"):
        tried(1, "{ sstore(0, calldataload(4)) }", "")


def test_calls_need_no_later_instructions_than_those_of_cancun() -> None:
    with pytest.raises(YulError, match="by the rules of Cancun"):
        tried(1, "{ sstore(0, clz(calldataload(4))) }")


def test_the_note_says_what_was_left_out() -> None:
    options = Options(beyond_passes=("outlining",)).with_pipeline(Pipeline.named("size"))
    first = Variant(options, 100, 1.5, CALLS)
    inline, other = (
        Variant(options._replace(beyond_passes=passes), 110, 1.0, CALLS)
        for passes in ((), ("outlining",))
    )
    assert "without outlining" in note([first, inline], 1.1)
    assert "without outlining" not in note([first, other], 1.1)


def test_the_command(tmp_path: Path) -> None:
    file, calls = tmp_path / "a.yul", tmp_path / "a.calls"
    file.write_text(PROGRAM)
    calls.write_text(CALLS)

    def run(*options: str, status: int = 0) -> Result:
        result = CliRunner().invoke(cli, ["asm", "--bytecode", *options, str(file)])
        assert result.exit_code == status, result.output
        return result

    bound = ("--max-slowdown", "1.1", "--calls", str(calls))
    result = run("--pipeline", "size", *bound)
    assert "note: compiled with the pipeline" in result.stderr
    *_, last = tried(1.1)
    assert last.options.runs == 10
    expected = yulopt.compile(
        PROGRAM,
        pipeline=Pipeline(last.options.steps, 10, "beyond", read_calls(Source(CALLS)).profile()),
    )
    assert result.stdout.strip() == expected.bytecode.hex
    without_calls = run("--pipeline", "size", *bound[:2], status=2)
    assert "--max-slowdown needs --pipeline and --calls" in without_calls.stderr
    calls.write_text("reverts mix(uint256) 1")
    assert run("--pipeline", "size", *bound, status=1).stderr.startswith(f"{file}: error: the call")
