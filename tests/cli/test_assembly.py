"""The commands `yulopt asm` and `yulopt stack`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import click
import pytest
from click.testing import CliRunner, Result

from yulopt.cli.assembly import asm_command, stack_command
from yulopt.cli.command import cli

Run: TypeAlias = Callable[..., Result]

DEEP = """{
    f()
    function f() {
        LETS
        sstore(0, 0)
        USES
    }
}
""".replace("LETS", " ".join(f"let v{number} := sload({number})" for number in range(20))).replace(
    "USES", " ".join(f"sstore(v{number}, 1)" for number in range(20))
)
COUNTER = """object "A" {
    code { datacopy(0, dataoffset("B"), datasize("B")) return(0, datasize("B")) }
    object "B" { code { sstore(0, add(sload(0), 1)) } data "text" "hi" }
}
"""


@pytest.fixture
def run() -> Run:
    """Runs a command with the given arguments; `input` is its standard input."""

    def invoke(command: click.Command, *arguments: str | Path, input: str | None = None) -> Result:
        words = [str(command.name), *map(str, arguments)]
        result = CliRunner().invoke(cli, words, input=input, prog_name="yulopt")
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return invoke


def test_asm_prints_assembly_with_labels(run: Run) -> None:
    text = "{ if sload(0) { sstore(0, f()) } function f() -> r { r := calldataload(0) leave } }"
    result = run(asm_command, "--no-optimize", "-", input=text)
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        'object "object" {',
        "        PUSH0",
        "        SLOAD",
        "        PUSH @block_1",
        "        JUMPI",
        "    @block_2:",
        "        STOP",
        "    @block_1:",
        "        PUSH @after_f_1",
        "        PUSH f",
        "        JUMP  // call",
        "    @after_f_1:",
        "        PUSH0",
        "        SSTORE",
        "        PUSH @block_2",
        "        JUMP",
        "",
        "    // function f() -> r",
        "    f:",
        "        PUSH0",
        "        CALLDATALOAD",
        "        SWAP1",
        "        JUMP  // return",
        "}",
    ]


def test_asm_shows_the_object_tree(run: Run) -> None:
    lines = run(asm_command, "-", input=COUNTER).stdout.splitlines()
    assert lines[0] == 'object "A" {'
    assert '        PUSH dataoffset("B")' in lines
    assert '    object "B" {' in lines
    assert '        data "text" hex"6869"' in lines


def test_asm_bytecode_is_one_line_of_hexadecimal_digits(run: Run) -> None:
    result = run(asm_command, "--bytecode", "--no-optimize", "-", input=COUNTER)
    assert (
        result.stdout == "6009600b5f3960095ff3fe" + "60015f54015f5500fe\n".replace("\n", "") + "\n"
    )


def test_asm_optimises_first(run: Run) -> None:
    text = "{ sstore(0, add(1, 2)) }"
    assert run(asm_command, "--bytecode", "-", input=text).stdout == "60035f5500\n"
    assert run(
        asm_command, "--bytecode", "--no-asm-optimizer", "--steps", ":", "-", input=text
    ).stdout == ("6002600101" + "5f5500\n")
    assert run(asm_command, "--bytecode", "--sequence", "default", "-", input=text).stdout == (
        "60035f5500\n"
    )


def test_asm_compiles_for_the_evm_version(run: Run) -> None:
    arguments = ("--bytecode", "--evm-version", "london", "-")
    assert run(asm_command, *arguments, input="{ sstore(0, 0) }").stdout == "600080550" + "0\n"


def test_asm_writes_to_a_file(run: Run, tmp_path: Path) -> None:
    source, target = tmp_path / "a.yul", tmp_path / "a.hex"
    source.write_text("{ sstore(0, 1) }")
    result = run(asm_command, "--bytecode", "-o", target, source)
    assert (result.exit_code, result.output) == (0, "")
    assert target.read_text() == "60015f5500\n"


def test_asm_names_unreachable_values(run: Run, tmp_path: Path) -> None:
    source = tmp_path / "deep.yul"
    source.write_text(DEEP)
    for arguments in ((), ("--bytecode",)):
        result = run(asm_command, "--steps", ":", *arguments, source)
        assert (result.exit_code, result.stdout) == (1, "")
        assert result.stderr.startswith(
            f'{source}:4:28: error: stack too deep: v1 in function "f" of object "object" is'
            " out of reach by 1 slot (1 more in this function); with a pipeline, such as"
            " --pipeline size, variables may move to memory\n"
        )


def test_asm_says_how_variables_could_move_to_memory(run: Run) -> None:
    # Before Cancun there is no transient storage, and the pointer may not be raised.
    text = DEEP.replace("{", "{ mstore(64, 128) sstore(9, mload(64))", 1)
    chosen = ("--steps", ":", "--codegen", "beyond", "--evm-version", "paris")
    result = run(asm_command, *chosen, "-", input=text)
    assert (result.exit_code, result.stdout) == (1, "")
    hint = "; with --assume-memory-safe, variables may move to memory\n"
    assert hint in result.stderr
    result = run(asm_command, *chosen, "--assume-memory-safe", "-", input=text)
    assert result.exit_code == 0
    # Where there is a guard, the assertion adds nothing.
    guarded = DEEP.replace("{", "{ mstore(64, memoryguard(128)) sstore(9, msize())", 1)
    result = run(asm_command, *chosen, "-", input=guarded)
    assert (result.exit_code, "assume-memory-safe" in result.stderr) == (1, False)


def test_asm_reports_unassigned_immutables(run: Run) -> None:
    text = 'object "A" { code { sstore(0, loadimmutable("x")) } }'
    result = run(asm_command, "--bytecode", "-", input=text)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == (
        '<stdin>: error: object "A" reads the immutable "x",'
        " but no object around it could assign it\n"
    )


@pytest.mark.parametrize("command", [asm_command, stack_command])
def test_bad_input_is_reported_with_its_place(run: Run, command: click.Command) -> None:
    result = run(command, "-", input="{ sstore(0 }")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("<stdin>:1:12: error: ")
    result = run(command, "missing.yul")
    assert result.exit_code == 1
    assert result.stderr == "missing.yul: error: cannot be read: No such file or directory\n"


@pytest.mark.parametrize("command", [asm_command, stack_command])
def test_options_that_exclude_each_other(run: Run, command: click.Command) -> None:
    result = run(command, "--steps", "u", "--no-optimize", "-", input="{ }")
    assert result.exit_code == 2
    assert "--no-optimize excludes --steps" in result.stderr


def test_a_malformed_sequence_is_reported(run: Run) -> None:
    result = run(stack_command, "--steps", "[u", "-", input="{ }")
    assert result.exit_code == 1
    assert result.stderr.startswith("--steps:1:")


def test_stack_shows_a_table(run: Run) -> None:
    text = "{ sstore(0, f(sload(1)))\nfunction f(a) -> r { r := add(a, sload(a)) } }"
    result = run(stack_command, "--no-optimize", "-", input=text)
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        'object "object"',
        "  function     line  deepest  live there, from the bottom to the top",
        "  (main code)     -        3  return address of f(), result of sload(), (unused)",
        "  f               2        3  return address, a x 2",
    ]


def test_stack_shows_unreachable_values_and_fails(run: Run) -> None:
    result = run(stack_command, "--steps", ":", "-", input=DEEP)
    assert result.exit_code == 1
    text = result.stdout
    assert "out of reach by 3 slots in line 5: v0 (declared in line 4)" in text
    assert text.count("out of reach by") == 2
    assert "1 function has values out of reach: stack too deep." in text
    assert "\x1b" not in text


def test_spilled_variables_are_within_reach(run: Run) -> None:
    text = DEEP.replace("f()\n", "mstore(64, memoryguard(0x80)) f()\n", 1)
    result = run(stack_command, "--steps", ":", "-", input=text)
    assert result.exit_code == 0
    assert "out of reach" not in result.stdout


@pytest.mark.parametrize("command", [asm_command, stack_command])
def test_no_optimize_excludes_a_bare_run(run: Run, command: click.Command) -> None:
    result = run(command, "--bare", "--no-optimize", "-", input="{ }")
    assert result.exit_code == 2
    assert "--no-optimize excludes --steps, --sequence and --bare" in result.stderr


LIVE = "{ let x := add(1, 2) let y := sload(x) let z := mul(1, x) sstore(z, x) }"


def test_asm_of_a_bare_run(run: Run) -> None:
    def bytecode(*arguments: str, text: str = LIVE) -> str:
        result = run(asm_command, "--bytecode", "--no-asm-optimizer", *arguments, "-", input=text)
        assert result.exit_code == 0
        return result.stdout

    assert bytecode("--bare", "--steps", "u") == "6002600101806001025500\n"
    assert bytecode("--bare", "--steps", "") == "6002600101805450806001025500\n"
    # solc's frame around all steps shortens literals.
    text = f"{{ sstore(0, {2**256 - 1:#x}) }}"
    assert bytecode("--steps", ":", text=text) == "5f195f5500\n"
    assert bytecode("--bare", "--steps", "", text=text) == f"7f{'ff' * 32}5f5500\n"


def test_asm_without_stack_allocation(run: Run) -> None:
    arguments = ("--bytecode", "--no-optimize", "--no-stack-allocation", "-")
    text = "{ let x := add(1, 2) sstore(0, x) return(0, 0) sstore(1, 2) }"
    # x keeps its slot to the end, and is dropped there, and nothing is known to be unreachable.
    assert run(asm_command, *arguments, input=text).stdout == "6002600101805f555f5ff3600260015550\n"


@pytest.mark.parametrize(
    ("options", "line"),
    [
        ((), "  (main code)     -        3  x x 2, 0x1"),
        (("--no-stack-allocation",), "  (main code)     -        5  x, y, z, (value) x 2"),
    ],
)
def test_stack_of_a_bare_run(run: Run, options: tuple[str, ...], line: str) -> None:
    result = run(stack_command, "--bare", "--steps", "g", *options, "-", input=LIVE)
    assert result.exit_code == 0
    assert result.stdout.splitlines()[2] == line


def test_without_stack_allocation_nothing_moves_to_memory(run: Run) -> None:
    text = DEEP.replace("{\n    f()", "{\n    mstore(64, memoryguard(128))\n    f()", 1)
    assert run(stack_command, "--steps", ":", "-", input=text).exit_code == 0
    result = run(stack_command, "--steps", ":", "--no-stack-allocation", "-", input=text)
    assert result.exit_code == 1
    assert "values out of reach: stack too deep" in result.stdout


def test_asm_resumes_in_the_middle_of_a_trace(
    run: Run, yulopt: Callable[..., Result], tmp_path: Path
) -> None:
    # Both objects use a name twice; when the run over B is traced, A is still as it was.
    twice = "{ function f() { sstore(1, 1) } f() f() } { function f() { sstore(2, 1) } f() f() }"
    source = tmp_path / "a.yul"
    source.write_text(f'object "A" {{ code {{ {twice} }} object "B" {{ code {{ {twice} }} }} }}')
    yulopt("--trace-dir", tmp_path / "trace", source)
    (first,) = (tmp_path / "trace").glob("0001-*.yul")
    result = run(asm_command, "--bare", "--steps", "", "--no-asm-optimizer", first)
    assert result.exit_code == 0
    assert result.stdout == run(asm_command, "--no-optimize", source).stdout


def test_functions_that_fail_in_static_calls_are_reported(run: Run) -> None:
    start = "mstore(calldataload(0), 1) log0(0, 64)"
    source = DEEP.replace("    f()\n", f"    f() f() {start}\n", 1)
    result = run(asm_command, "--codegen", "beyond", "--steps", ":", "-", input=source)
    assert result.exit_code == 0
    assert "TSTORE" in result.stdout
    assert result.stderr == (
        '<stdin>: warning: in object "object", f cannot be called by staticcall: variables are in'
        " transient storage; mark inline assembly as memory-safe, if it is, or keep fewer variables"
        " at a time\n"
    )
    safe = run(asm_command, "--codegen", "beyond", "--steps", ":", "-", input=DEEP)
    assert (safe.exit_code, safe.stderr) == (0, "")
