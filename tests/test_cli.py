"""The command line: options, files, errors, and the commands that explain."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import yulopt as package
from tests.conftest import EXAMPLES, ROOT, Command
from yulopt import cli as cli_module
from yulopt.documentation import read_documentation
from yulopt.highlight import coloured_difference, highlight
from yulopt.named_sequences import describe_sequence, read_sequence, sequence_names
from yulopt.rules.table import all_rules
from yulopt.suite import all_steps, steps_by_letter

SOURCE = "{ let x := 1 { sstore(0, x) } }\n"
BARE = ("--bare", "--steps", "gf")
BARE_RESULT = "{\n    {\n        let x := 1\n        sstore(0, x)\n    }\n}\n"
OBJECT = 'object "A" {\n    code { sstore(0, 1) }\n}\n'


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "file.yul"
    path.write_text(SOURCE)
    return path


@pytest.fixture
def wrong_file(tmp_path: Path) -> Path:
    path = tmp_path / "wrong.yul"
    path.write_text("{\n\tsstore(0, x)\n}\n")
    return path


def wrong_file_report(path: Path) -> str:
    return (
        f"{path}:2:12: error: identifier 'x' not found\n"
        "\tsstore(0, x)\n"
        "\t          ^\n"
    )  # fmt: skip


# What is run


def test_the_default_is_the_default_sequence(yulopt: Command, file: Path) -> None:
    result = yulopt(file)
    assert result.exit_code == 0
    assert result.stderr == ""
    assert result.stdout == package.optimize(SOURCE)
    assert result.stdout == yulopt("--sequence", "default", file).stdout


@pytest.mark.parametrize("option", ["--steps", "--yul-optimizations"])
def test_steps(yulopt: Command, option: str) -> None:
    text = EXAMPLES[0].read_text()
    result = yulopt(option, "dhfoDgvulfnTUtnIf", EXAMPLES[0])
    assert result.exit_code == 0
    assert result.stdout == package.optimize(text, "dhfoDgvulfnTUtnIf")


def test_a_named_sequence(yulopt: Command) -> None:
    result = yulopt("--sequence", "prelude", EXAMPLES[0])
    assert result.stdout == yulopt("--steps", read_sequence("prelude"), EXAMPLES[0]).stdout


def test_bare_runs_only_the_given_steps(yulopt: Command, file: Path) -> None:
    assert yulopt(*BARE, file).stdout == BARE_RESULT
    assert (
        yulopt("--bare", "--steps", "", file).stdout
        == "{\n    let x := 1\n    { sstore(0, x) }\n}\n"
    )


def test_options_may_follow_files(yulopt: Command, file: Path) -> None:
    assert yulopt(file, *BARE).stdout == BARE_RESULT


def test_evm_version(yulopt: Command) -> None:
    source = "{ sstore(0, 0xffffffffffffffffffffffffffffffffffffffff) }"
    new = yulopt("--steps", ":", "-", input=source)
    old = yulopt("--steps", ":", "--evm-version", "homestead", "-", input=source)
    assert new.stdout == package.optimize(source, ":")
    assert old.stdout == package.optimize(source, ":", evm_version="homestead")
    assert new.stdout != old.stdout


def test_evm_version_decides_what_is_a_builtin(yulopt: Command) -> None:
    source = "{ mcopy(0, 1, 2) }"
    assert yulopt(*BARE, "--evm-version", "cancun", "-", input=source).exit_code == 0
    assert yulopt(*BARE, "--evm-version", "paris", "-", input=source).exit_code == 1


def test_optimize_runs(yulopt: Command) -> None:
    source = """
        object "A" {
            code { }
            object "A_deployed" { code { sstore(0, 0xff00000000000000000000000000000000) } }
        }
    """
    few = yulopt("--steps", ":", "--optimize-runs", "0", "-", input=source)
    many = yulopt("--steps", ":", "--optimize-runs", str(2**64 - 1), "-", input=source)
    assert few.stdout == package.optimize(source, ":", runs=0)
    assert many.stdout == package.optimize(source, ":", runs=2**64 - 1)
    assert few.stdout != many.stdout


def test_no_stack_allocation(yulopt: Command) -> None:
    # More variables than the stack reaches: with allocation they move to memory.
    names = [f"x{number}" for number in range(20)]
    source = (
        "{ mstore(0x40, memoryguard(0x80)) "
        + " ".join(f"let {name} := calldataload({name[1:]})" for name in names)
        + " ".join(f" sstore({name}, {name})" for name in names)
        + "}"
    )
    with_allocation = yulopt("--steps", ":", "-", input=source)
    without = yulopt("--steps", ":", "--no-stack-allocation", "-", input=source)
    assert with_allocation.stdout == package.optimize(source, ":")
    assert without.stdout == package.optimize(source, ":", stack_allocation=False)
    assert with_allocation.stdout != without.stdout


# Where it goes


def test_standard_input(yulopt: Command) -> None:
    assert yulopt(*BARE, "-", input=SOURCE).stdout == BARE_RESULT


def test_any_line_ends_and_comments(yulopt: Command) -> None:
    result = yulopt(*BARE, "-", input=b"{\r\n  sstore(0, 1) // \xc3\xa9\r\n}")
    assert result.stdout_bytes == b"{ { sstore(0, 1) } }\n"


def test_several_files_have_a_heading_each(yulopt: Command, tmp_path: Path, file: Path) -> None:
    other = tmp_path / "other.yul"
    other.write_text(OBJECT)
    result = yulopt("--bare", "--steps", "", file, other)
    alone = [yulopt("--bare", "--steps", "", path).stdout for path in (file, other)]
    assert result.stdout == f"// {file}\n{alone[0]}// {other}\n{alone[1]}"
    assert "//" not in "".join(alone)


def test_output_file(yulopt: Command, tmp_path: Path, file: Path) -> None:
    output = tmp_path / "out.yul"
    result = yulopt(*BARE, "-o", output, file)
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "")
    assert output.read_text() == BARE_RESULT
    assert sorted(tmp_path.iterdir()) == [file, output]


def test_output_can_be_the_input(yulopt: Command, file: Path) -> None:
    assert yulopt(*BARE, "--output", file, file).exit_code == 0
    assert file.read_text() == BARE_RESULT


def test_output_dash_is_the_standard_output(yulopt: Command, file: Path) -> None:
    assert yulopt(*BARE, "-o", "-", file).stdout == BARE_RESULT


def test_output_into_a_directory(yulopt: Command, tmp_path: Path, file: Path) -> None:
    directory = tmp_path / "out"
    directory.mkdir()
    assert yulopt(*BARE, "-o", directory, file).exit_code == 0
    assert (directory / file.name).read_text() == BARE_RESULT


def test_several_files_go_into_a_new_directory(yulopt: Command, tmp_path: Path, file: Path) -> None:
    other = tmp_path / "other.yul"
    other.write_text(OBJECT)
    directory = tmp_path / "out"
    result = yulopt(*BARE, "-o", directory, file, other)
    assert (result.exit_code, result.stdout) == (0, "")
    assert sorted(path.name for path in directory.iterdir()) == ["file.yul", "other.yul"]
    assert (directory / file.name).read_text() == BARE_RESULT


def test_output_keeps_permissions_and_links(yulopt: Command, tmp_path: Path, file: Path) -> None:
    output = tmp_path / "out.yul"
    output.write_text("old")
    output.chmod(0o640)
    link = tmp_path / "link.yul"
    link.symlink_to(output)
    assert yulopt(*BARE, "-o", link, file).exit_code == 0
    assert link.is_symlink()
    assert output.read_text() == BARE_RESULT
    assert output.stat().st_mode & 0o777 == 0o640


def test_output_to_a_device_leaves_the_device(yulopt: Command, file: Path) -> None:
    assert yulopt(*BARE, "-o", os.devnull, file).exit_code == 0
    assert not Path(os.devnull).is_file()


@pytest.mark.parametrize("failure", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_failed_write_leaves_nothing(
    yulopt: Command,
    tmp_path: Path,
    file: Path,
    monkeypatch: pytest.MonkeyPatch,
    failure: BaseException,
) -> None:
    output = tmp_path / "out.yul"
    output.write_text("old")

    def replace(path: Path, target: Path) -> None:
        raise failure

    monkeypatch.setattr(Path, "replace", replace)
    result = yulopt(*BARE, "-o", output, file)
    if isinstance(failure, OSError):
        assert result.exit_code == 1
        assert result.stderr == f"{output}: error: cannot be written: No space left on device\n"
    else:
        assert (result.exit_code, result.stderr) == (130, "")
    assert output.read_text() == "old"
    assert sorted(tmp_path.iterdir()) == [file, output]


def test_output_that_cannot_be_written(yulopt: Command, tmp_path: Path, file: Path) -> None:
    output = tmp_path / "missing" / "out.yul"
    result = yulopt(*BARE, "-o", output, file)
    assert result.exit_code == 1
    assert result.stderr == f"{output}: error: cannot be written: No such file or directory\n"


# Bad input


def test_an_error_shows_its_place(yulopt: Command, wrong_file: Path) -> None:
    result = yulopt(wrong_file)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert result.stderr == wrong_file_report(wrong_file)


def test_an_error_in_standard_input(yulopt: Command) -> None:
    result = yulopt("-", input="{ break }")
    assert result.exit_code == 1
    assert result.stdout == ""
    assert result.stderr.startswith("<stdin>:1:3: error: ")


def test_other_files_are_still_optimised(yulopt: Command, file: Path, wrong_file: Path) -> None:
    result = yulopt(*BARE, wrong_file, file)
    assert result.exit_code == 1
    assert result.stdout == f"// {file}\n{BARE_RESULT}"
    assert result.stderr == wrong_file_report(wrong_file)


def test_nothing_is_written_for_bad_input(
    yulopt: Command, tmp_path: Path, wrong_file: Path
) -> None:
    output = tmp_path / "out.yul"
    assert yulopt("-o", output, wrong_file).exit_code == 1
    assert not output.exists()


def test_missing_file(yulopt: Command, tmp_path: Path) -> None:
    path = tmp_path / "missing.yul"
    result = yulopt(path)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == f"{path}: error: cannot be read: No such file or directory\n"


def test_directory(yulopt: Command, tmp_path: Path) -> None:
    result = yulopt(tmp_path)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == f"{tmp_path}: error: cannot be read: Is a directory\n"


def test_file_without_permission(
    yulopt: Command, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Simulated, since an administrator can read every file.
    def read_bytes(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", read_bytes)
    result = yulopt(file)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == f"{file}: error: cannot be read: Permission denied\n"


@pytest.mark.parametrize(
    ("data", "place", "line"),
    [
        (b"\xff{}", "1:1: error: not UTF-8: byte 0xff at offset 0", "\ufffd{}\n^"),
        (b"{\n}\xc3", "2:2: error: not UTF-8: byte 0xc3 at offset 3", "}\ufffd\n ^"),
        (
            b"// \xc3\xa9 \xe9\r\n{}",
            "1:6: error: not UTF-8: byte 0xe9 at offset 6",
            "// \xe9 \ufffd\n     ^",
        ),
    ],
)
def test_file_that_is_not_utf_8(yulopt: Command, data: bytes, place: str, line: str) -> None:
    result = yulopt("-", input=data)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == f"<stdin>:{place}\n{line}\n"


def test_byte_order_mark(yulopt: Command) -> None:
    result = yulopt("-", input=b"\xef\xbb\xbf{}")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("<stdin>:1:1: error: ")


@pytest.mark.parametrize(
    ("steps", "place"),
    [("a$", "1:2"), ("gu\n x]", "2:3"), ("[g", "1:1"), ("g:u:", "1:4"), ("[g:]", "1:3")],
)
def test_a_wrong_sequence(yulopt: Command, file: Path, steps: str, place: str) -> None:
    result = yulopt("--steps", steps, file)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(f"--steps:{place}: error: ")
    assert result.stderr.count("\n") == 3


def test_a_step_without_the_form_it_needs(yulopt: Command, file: Path) -> None:
    result = yulopt("--bare", "--steps", "i", file)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(f"{file}: error: step FullInliner (i) needs ")
    assert "run FunctionGrouper (g) before it" in result.stderr


# Wrong usage


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--bare"], "Missing argument 'FILE...'"),
        (["--unknown", "file.yul"], "No such option"),
        (["--evm-version", "rome", "file.yul"], "'rome' is not one of 'homestead'"),
        (["--sequence", "none", "file.yul"], "'none' is not one of 'cleanup', 'dead-code'"),
        (["--optimize-runs", "-1", "file.yul"], "-1 is not in the range"),
        (["--optimize-runs", str(2**64), "file.yul"], "is not in the range"),
        (["--optimize-runs", "x", "file.yul"], "'x' is not a valid integer"),
        (["--steps", "g", "--sequence", "prelude", "file.yul"], "exclude each other"),
        (["steps", "none"], "there is no step 'none'"),
        (["steps", "X"], "there is no step 'X'"),
        (["steps", "blokflattener"], "Did you mean BlockFlattener?"),
        (["sequences", "none"], "'none' is not one of 'cleanup'"),
    ],
)
def test_wrong_usage(yulopt: Command, arguments: list[str], message: str) -> None:
    result = yulopt(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


@pytest.mark.parametrize(
    ("inputs", "output", "message"),
    [
        (["file.yul", "other.yul"], "file.yul", "must be a directory"),
        (["file.yul", "a/file.yul"], "out", "Two FILEs would both be written to 'out/file.yul'"),
        (["file.yul", "-"], "out", "The standard input has no name"),
        (["-"], "a", "The standard input has no name"),
    ],
)
def test_wrong_output(
    yulopt: Command,
    tmp_path: Path,
    file: Path,
    monkeypatch: pytest.MonkeyPatch,
    inputs: list[str],
    output: str,
    message: str,
) -> None:
    (tmp_path / "a").mkdir()
    monkeypatch.chdir(tmp_path)
    result = yulopt(*inputs, "-o", output)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr
    assert file.read_text() == SOURCE
    assert not (tmp_path / "out").exists()


# Help and commands


@pytest.mark.parametrize("option", ["-h", "--help"])
def test_help_teaches(yulopt: Command, option: str) -> None:
    result = yulopt(option)
    assert result.exit_code == 0
    assert result.stdout.startswith("Usage: yulopt [OPTIONS] FILE... | COMMAND\n")
    for text in ("--steps", "--sequence", "Commands:", "Examples:", "Completion:", "Exit status:"):
        assert text in result.stdout


def test_no_arguments_show_the_help(yulopt: Command) -> None:
    assert "Usage: yulopt" in yulopt().output


def test_version(yulopt: Command) -> None:
    result = yulopt("--version")
    assert result.exit_code == 0
    assert result.stdout.startswith("yulopt ")


def test_list_of_steps(yulopt: Command) -> None:
    lines = yulopt("steps").stdout.splitlines()
    listed = [tuple(line.split()[:2]) for line in lines if line.startswith("  ") and line[2] != " "]
    assert sorted(listed) == sorted((step.letter, step.name) for step in steps_by_letter().values())
    without_letter = [line.split()[0] for line in lines if line.startswith("     ")]
    assert without_letter == [step.name for step in all_steps().values() if not step.letter]


@pytest.mark.parametrize("name", ["f", "BlockFlattener", "blockflattener"])
def test_explanation_of_a_step(yulopt: Command, name: str) -> None:
    result = yulopt("steps", name)
    documentation = read_documentation(all_steps()["BlockFlattener"])
    assert result.exit_code == 0
    assert result.stdout.startswith(f"BlockFlattener (f): {documentation.summary}\n")
    assert documentation.text in result.stdout
    assert "only blocks and functions at the top level, from FunctionGrouper (g)" in result.stdout
    assert f"\nAfter\n\n{documentation.after}\n" in result.stdout


@pytest.mark.parametrize("letter", ["t", "T"])
def test_letters_are_exact(yulopt: Command, letter: str) -> None:
    assert yulopt("steps", letter).stdout.startswith(f"{steps_by_letter()[letter].name} (")


@pytest.mark.parametrize("name", list(all_steps()))
def test_every_step_can_be_explained(yulopt: Command, name: str) -> None:
    result = yulopt("steps", name)
    assert result.exit_code == 0
    assert "\nBefore\n" in result.stdout


def test_list_of_sequences(yulopt: Command) -> None:
    lines = yulopt("sequences").stdout.splitlines()
    assert [line.split()[0] for line in lines] == sequence_names()


@pytest.mark.parametrize("name", sequence_names())
def test_explanation_of_a_sequence(yulopt: Command, name: str) -> None:
    result = yulopt("sequences", name)
    assert result.exit_code == 0
    assert result.stdout.startswith(f"{describe_sequence(name)}\n\n{read_sequence(name)}\n")
    for letter in set(read_sequence(name)) & set(steps_by_letter()):
        assert f"  {letter}  {steps_by_letter()[letter].name} " in result.stdout


def test_help_of_a_command(yulopt: Command) -> None:
    assert yulopt("steps", "-h").stdout.startswith("Usage: yulopt steps [OPTIONS] [STEP]\n")


def test_a_file_called_like_a_command(
    yulopt: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "steps").write_text(SOURCE)
    monkeypatch.chdir(tmp_path)
    assert yulopt("./steps", *BARE).stdout == BARE_RESULT
    assert yulopt(*BARE, "steps").stdout == BARE_RESULT
    assert yulopt("steps").stdout.startswith("Steps")


@pytest.mark.parametrize(
    ("words", "completions"),
    [
        ("yulopt st", ["steps"]),
        ("yulopt --seq", ["--sequence"]),
        ("yulopt --sequence pre", ["prelude", "pretty"]),
        ("yulopt --evm-version pa", ["paris"]),
        ("yulopt file.yul --ba", ["--bare"]),
        ("yulopt steps Block", ["BlockFlattener"]),
        ("yulopt sequences li", ["literals"]),
    ],
)
def test_completion(words: str, completions: list[str]) -> None:
    answer = run_process(
        _YULOPT_COMPLETE="bash_complete", COMP_WORDS=words, COMP_CWORD=str(words.count(" "))
    )
    given = [line.partition(",") for line in answer.stdout.splitlines()]
    assert [value for kind, _, value in given if kind == "plain"] == completions


# As a process of its own


def run_process(*arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "yulopt", *arguments],
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_as_a_module(file: Path) -> None:
    result = run_process(*BARE, file)
    assert (result.returncode, result.stdout, result.stderr) == (0, BARE_RESULT, "")


def test_error_in_a_process(wrong_file: Path) -> None:
    result = run_process(wrong_file)
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr == wrong_file_report(wrong_file)


def test_depth_is_no_problem() -> None:
    source = "{" * 500 + "}" * 500
    result = subprocess.run(
        [sys.executable, "-m", "yulopt", *BARE, "-"],
        cwd=ROOT,
        input=source,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (result.returncode, result.stderr) == (0, "")


def test_a_closed_pipe_is_quiet() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "yulopt", *BARE[:2], "g", *EXAMPLES],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_an_error(file: Path) -> None:
    with open("/dev/full", "w") as full:
        result = subprocess.run(
            [sys.executable, "-m", "yulopt", *BARE, file],
            cwd=ROOT,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert result.returncode == 1
    assert result.stderr == "Error: cannot write: No space left on device\n"


def long_work() -> str:
    token = next(path for path in EXAMPLES if path.stem == "erc20").read_text()
    tokens = [token.replace("ERC20_1", f"Token{number}") for number in range(60)]
    return 'object "tokens" { code { } ' + "\n".join(tokens) + "}"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
@pytest.mark.parametrize("at_work", [False, True], ids=["reading", "optimising"])
def test_an_interrupt_is_quiet(tmp_path: Path, at_work: bool) -> None:
    fifo = tmp_path / "fifo.yul"
    os.mkfifo(fifo)
    with subprocess.Popen(
        [sys.executable, "-m", "yulopt", fifo],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        with fifo.open("w") as writer:  # waits until the other side reads
            if at_work:
                writer.write(long_work())
            else:
                process.send_signal(signal.SIGINT)
                assert process.wait(timeout=20) == 130
        if at_work:
            time.sleep(3)
            process.send_signal(signal.SIGINT)
            assert process.wait(timeout=20) == 130
        assert process.communicate() == (b"", b"")


# On a terminal


def run_on_terminal(*arguments: str | Path, **environment: str) -> str:
    """What a process writes to a terminal that is its standard output and error output."""
    pty = pytest.importorskip("pty")
    parent, child = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "yulopt", *arguments],
        cwd=ROOT,
        env=os.environ | {"TERM": "xterm", "NO_COLOR": ""} | environment,
        stdin=subprocess.DEVNULL,
        stdout=child,
        stderr=child,
    ):
        os.close(child)
        written = b""
        while True:
            try:
                data = os.read(parent, 65536)
            except OSError:  # Linux: the other side is closed
                data = b""
            if not data:
                break
            written += data
    os.close(parent)
    return written.decode().replace("\r\n", "\n")


def test_colours_on_a_terminal(file: Path) -> None:
    text = run_on_terminal(*BARE, file)
    assert "\x1b[34mlet\x1b[0m" in text
    assert "\x1b[36msstore\x1b[0m" in text
    assert run_on_terminal(*BARE, file, TERM="dumb") == BARE_RESULT
    assert run_on_terminal(*BARE, file, NO_COLOR="1") == BARE_RESULT


def test_difference_on_a_terminal() -> None:
    text = run_on_terminal("steps", "d")
    assert "\x1b[31m-    let x\x1b[0m\n" in text
    assert "\x1b[32m+    let x := 0\x1b[0m\n" in text
    assert "Difference" not in run_on_terminal("steps", "d", NO_COLOR="1")


def test_progress_on_a_terminal(
    yulopt: Command, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow(*_arguments: object, **_options: object) -> str:
        time.sleep(0.3)
        return "result\n"

    monkeypatch.setattr(cli_module, "optimize_source", slow)
    monkeypatch.setattr(cli_module, "_LONG_SECONDS", 0.1)
    assert yulopt(file).stderr == ""
    monkeypatch.setattr(cli_module, "_on_terminal", lambda stream: stream is sys.stderr)
    result = yulopt(file, file)
    assert f"\r\x1b[K[1/2] {file} ... 0 s" in result.stderr
    assert f"\r\x1b[K[2/2] {file} ... " in result.stderr
    assert result.stderr.endswith("\r\x1b[K")
    assert result.stdout == f"// {file}\nresult\n" * 2


# Colours


def test_highlighting_only_adds_colours() -> None:
    text = 'object "a" { code { let x.if := add(0x1f, "let \\" //") /* for */ } } // if'
    coloured = highlight(text)
    assert uncoloured(coloured) == text
    assert "\x1b[34mlet\x1b[0m x.if :=" in coloured
    assert "\x1b[36madd\x1b[0m(\x1b[35m0x1f\x1b[0m, " in coloured
    assert '\x1b[32m"let \\" //"\x1b[0m' in coloured
    assert "\x1b[90m/* for */\x1b[0m" in coloured
    assert coloured.endswith("\x1b[90m// if\x1b[0m")


def test_difference_has_all_lines() -> None:
    lines = uncoloured(coloured_difference("a\nb\nc\nd\ne\nf", "a\nb\nc\nd\ne\ng")).splitlines()
    assert lines[3:] == [" a", " b", " c", " d", " e", "-f", "+g"]


def uncoloured(text: str) -> str:
    for code in (0, 1, 31, 32, 34, 35, 36, 90):
        text = text.replace(f"\x1b[{code}m", "")
    return text


# Rules


def test_rules_for_one_instruction_come_in_the_order_of_attempt(yulopt: Command) -> None:
    result = yulopt("rules", "sub")
    lines = [line.split("  ") for line in result.stdout.splitlines()]
    assert [line[1].strip() for line in lines] == [
        rule.name for rule in all_rules() if rule.instruction == "sub"
    ]


def test_all_rules_are_listed_by_group(yulopt: Command) -> None:
    output = yulopt("rules").stdout
    for rule in all_rules():
        assert f"  {rule}" in output
        assert f"\n{rule.group}\n" in output


def test_an_instruction_without_rules_is_wrong_usage(yulopt: Command) -> None:
    result = yulopt("rules", "sar")
    assert result.exit_code == 2
    assert "there are no rules for 'sar'" in result.stderr
    assert result.stdout == ""
