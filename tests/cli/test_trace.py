"""`--trace`, `--trace-dir`, `--step`, and `yulopt explain`."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import BARE, BARE_RESULT, OBJECT, SOURCE, wrong_file_report
from tests.cli.test_terminal import run_on_terminal
from tests.conftest import EXAMPLES, ROOT, Command

TRACE = """\
object "object" (deployed code)

#2    g FunctionGrouper  sequence 1  >g<f
      size 2, gas T, T ms
@@ -1,4 +1,6 @@
 {
-    let x := 1
-    { sstore(0, x) }
+    {
+        let x := 1
+        { sstore(0, x) }
+    }
 }

#3    f BlockFlattener  sequence 2  g>f<
      size 2, gas T, T ms
@@ -2,5 +2,5 @@
     {
         let x := 1
-        { sstore(0, x) }
+        sstore(0, x)
     }
 }

3 step runs, 2 changed something, 1 changed nothing: size 2, gas T, T s
"""


def without_figures(text: str) -> str:
    return re.sub(r"(?<=gas )\d+|[\d.]+(?= m?s$)", "T", text, flags=re.MULTILINE)


def test_trace(yulopt: Command, file: Path) -> None:
    result = yulopt("--trace", *BARE, file)
    assert result.stdout == BARE_RESULT
    assert without_figures(result.stderr) == TRACE


def test_a_long_difference_is_cut(yulopt: Command, tmp_path: Path) -> None:
    path = tmp_path / "long.yul"
    path.write_text("{ " + " ".join(f"let x{index} := {index}" for index in range(40)) + " }")
    result = yulopt("--trace", "--bare", "--steps", "u", path)
    assert "... 20 more lines of difference (--trace-full shows them)" in result.stderr
    assert "x39" not in result.stderr
    full = yulopt("--trace-full", "--bare", "--steps", "u", path).stderr
    assert "more lines" not in full
    assert "-    let x39 := 39" in full


def test_trace_of_several_files_and_of_an_unchanged_one(
    yulopt: Command, file: Path, wrong_file: Path, tmp_path: Path
) -> None:
    still = tmp_path / "still.yul"
    still.write_text("{ { } }")
    result = yulopt("--trace", *BARE, wrong_file, still, file)
    assert result.exit_code == 1
    assert result.stderr.startswith(wrong_file_report(wrong_file))
    assert f"// {still}\n3 step runs, 0 changed something, 3 changed nothing" in result.stderr
    assert f"// {file}\nobject" in result.stderr


def test_trace_in_several_processes(yulopt: Command, file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.yul"
    other.write_text(OBJECT)
    one = yulopt("--trace", *BARE, file, other)
    two = yulopt("--trace", "--jobs", "2", *BARE, file, other)
    assert without_figures(two.stderr) == without_figures(one.stderr)


def test_colours_only_on_a_terminal(file: Path) -> None:
    text = run_on_terminal("--trace", *BARE, file)
    assert "\x1b[32m+        sstore(0, x)\x1b[0m" in text
    assert "\x1b[31m-        { sstore(0, x) }\x1b[0m" in text
    assert "\x1b" not in run_on_terminal("--trace", *BARE, file, NO_COLOR="1")
    explained = ("explain", file, "--line", "1", *BARE)
    assert "\x1b[36mmoved\x1b[0m" in run_on_terminal(*explained)
    assert "\x1b" not in run_on_terminal(*explained, NO_COLOR="1")


ASSEMBLY_TRACE = """\
object "A.A_deployed" (deployed code)

#1    peephole  round 1
      items 14 -> 12 (-2), bytes 26 -> 24 (-2), T ms
@@ -1,6 +1,4 @@
     PUSH0
     SLOAD
-    ISZERO
-    ISZERO
     PUSH @block_1
     JUMPI

#3    constantOptimizer  after the rounds
      items 12 -> 14 (+2), bytes 24 -> 18 (-6), T ms
@@ -6,5 +6,7 @@
     STOP
 @block_1:
-    PUSH10 0x01000000000000000000
+    PUSH1 0x01
+    PUSH1 0x48
+    SHL
     PUSH0
     SSTORE

5 pass runs, 2 changed something, 3 changed nothing: items 18, bytes 31 -> 23 (-8), T s
"""
CONDITION = """object "A" {
    code { sstore(0, dataoffset("A_deployed")) }
    object "A_deployed" {
        code { if iszero(iszero(sload(0))) { sstore(0, 0x1000000000000000000) } }
    }
}
"""
AS_IT_IS = ("asm", "--bare", "--steps", "", "--optimize-runs", "1")


def test_trace_of_the_passes_over_the_assembly(yulopt: Command, tmp_path: Path) -> None:
    path = tmp_path / "a.yul"
    path.write_text(CONDITION)
    run = (*AS_IT_IS, "--asm-passes", "peephole,constantOptimizer", path)
    result = yulopt(*run, "--trace")
    assert result.stdout == yulopt(*run).stdout
    assert without_figures(result.stderr) == ASSEMBLY_TRACE
    assert yulopt(*run, "--trace-full").stderr.splitlines()[:2] == ASSEMBLY_TRACE.splitlines()[:2]
    # The bytes are those of the code, without the INVALID between the objects.
    bytecode = yulopt(*run, "--bytecode").stdout.strip()
    assert len(bytes.fromhex(bytecode)) == 23 + len(bytes.fromhex("fe"))
    none = yulopt(*AS_IT_IS, "--no-asm-optimizer", "--trace", path)
    assert none.stderr == "no pass over the assembly ran\n"


def test_a_long_difference_of_assembly_is_cut(yulopt: Command, tmp_path: Path) -> None:
    path = tmp_path / "long.yul"
    path.write_text(f"{{ sstore(0, {'iszero(' * 42}1{')' * 42}) }}")
    cut = yulopt(*AS_IT_IS, "--asm-passes", "cse", "--trace", path).stderr
    assert "more lines of difference (--trace-full shows them)" in cut
    full = yulopt(*AS_IT_IS, "--asm-passes", "cse", "--trace-full", path).stderr
    assert "more lines" not in full
    assert full.count("-    ISZERO") > cut.count("-    ISZERO")


def test_trace_directory(yulopt: Command, file: Path, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "trace"
    result = yulopt("--trace-dir", folder, *BARE, file)
    assert (result.stdout, result.stderr) == (BARE_RESULT, "")
    assert sorted(path.name for path in folder.iterdir()) == [
        "0000-input.yul", "0001-g-FunctionGrouper.yul", "0002-f-BlockFlattener.yul", "index.md",
    ]  # fmt: skip
    assert (folder / "0002-f-BlockFlattener.yul").read_text() == BARE_RESULT
    index = (folder / "index.md").read_text()
    assert "Sequence: `gf`" in index
    assert "`yulopt --bare --steps f 0001-g-FunctionGrouper.yul`" in index
    again = yulopt("--bare", "--steps", "f", folder / "0001-g-FunctionGrouper.yul")
    assert again.stdout == BARE_RESULT
    # A shorter trace takes the place of a longer one.
    yulopt("--trace-dir", folder, "--bare", "--steps", "g", file)
    assert not (folder / "0002-f-BlockFlattener.yul").exists()


def test_only_files_of_an_earlier_trace_are_replaced(
    yulopt: Command, file: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "trace"
    assert yulopt("--trace-dir", folder, "--bare", "--steps", "g", file).exit_code == 0
    others = [folder / name for name in ("9999-mine.yul", "0000-input.calls", "page.html")]
    for other in others:
        other.write_text("mine")
    for _ in range(2):
        assert yulopt("--trace-dir", folder, "--bare", "--steps", "g", file).exit_code == 0
        assert all(other.read_text() == "mine" for other in others)
    before = sorted(folder.iterdir())
    other = folder / "0002-f-BlockFlattener.yul"
    other.write_text("mine")
    result = yulopt("--trace-dir", folder, *BARE, file)
    assert result.exit_code == 1
    assert result.stderr == (
        f"{other}: error: a trace would replace this file, which no trace has written; name a new"
        " or an empty directory\n"
    )
    assert other.read_text() == "mine"
    assert sorted(folder.iterdir()) == sorted([*before, other])


@pytest.mark.parametrize(
    "arguments",
    [
        ("-o", "trace"),
        ("-o", "trace/0001-g-FunctionGrouper.yul"),
        ("-o", "trace/inside/"),
        ("-o", "link/out.yul"),
        ("--stats-json", "trace"),
        ("--stats-json", "trace/stats.json"),
    ],
)
def test_no_result_is_in_a_trace(
    yulopt: Command,
    file: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("link").symlink_to("trace")
    result = yulopt("--trace-dir", "trace", *arguments, *BARE, file)
    assert (result.exit_code, result.stdout) == (2, "")
    assert (
        "would be in --trace-dir 'trace', which holds only a trace; name another" in result.stderr
    )
    assert not Path("trace").exists()


def test_every_command_of_an_index_gives_the_next_file(tmp_path: Path, yulopt: Command) -> None:
    folder = tmp_path / "trace"
    options = ("--evm-version", "cancun", "--optimize-runs", "7", "--no-stack-allocation")
    example = next(path for path in EXAMPLES if path.stem == "counter")
    assert yulopt("--trace-dir", folder, *options, "--steps", "xacus", example).exit_code == 0
    rows = re.findall(r"^\| \[(\S+)\].*`yulopt (.*)` \|$", (folder / "index.md").read_text(), re.M)
    assert len(rows) > 8
    for name, command in rows:
        *arguments, before = command.split()
        text, expected = (folder / before).read_text(), (folder / name).read_text()
        assert yulopt(*arguments, "-", input=text).stdout == re.sub(r"\A//.*\n", "", expected), name


def test_trace_directories_of_several_files(yulopt: Command, file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.yul"
    other.write_text(OBJECT)
    folder = tmp_path / "trace"
    yulopt("--trace-dir", folder, *BARE, file, other)
    assert (folder / "file" / "index.md").exists()
    assert (folder / "other" / "index.md").exists()
    (tmp_path / "b").mkdir()
    same = tmp_path / "b" / "file.yul"
    same.write_text(SOURCE)
    result = yulopt("--trace-dir", folder, *BARE, file, same)
    assert result.exit_code == 2
    assert "Several FILEs of one name" in result.stderr


def test_a_directory_with_other_files_is_left_alone(
    yulopt: Command, file: Path, tmp_path: Path
) -> None:
    result = yulopt("--trace-dir", tmp_path, *BARE, file)
    assert result.exit_code == 1
    assert "holds other files ('file.yul'); name a new or an empty directory" in result.stderr
    (tmp_path / "index.md").write_text("# Something else")
    assert yulopt("--trace-dir", tmp_path, *BARE, file).exit_code == 1
    result = yulopt("--trace-dir", file / "x", *BARE, file)
    assert result.exit_code == 1
    assert "cannot be written: Not a directory" in result.stderr


def test_step(yulopt: Command, file: Path) -> None:
    assert yulopt("--bare", "--step", "g", "--step", "blockflattener", file).stdout == BARE_RESULT
    assert yulopt("--bare", "--step", "VarNameCleaner", file).exit_code == 0
    for arguments, message in (
        (("--step", "g"), "--step needs --bare"),
        (("--bare", "--step", "g", "--steps", "g"), "--step excludes --steps, --sequence"),
        (("--bare", "--step", "nothing"), "there is no step 'nothing'"),
    ):
        result = yulopt(*arguments, file)
        assert result.exit_code == 2
        assert message in result.stderr


# explain


def test_explain_line(yulopt: Command, file: Path) -> None:
    result = yulopt("explain", file, "--line", "1", "--bare", "--steps", "gfu")
    assert result.stdout == (
        "line 1 of the input: { let x := 1 { sstore(0, x) } }\n"
        'in object "object"\n'
        "\n"
        "#2    g FunctionGrouper  sequence 1  >g<fu\n"
        "      moved\n"
        "      -     2  let x := 1\n"
        "      +     3  let x := 1\n"
        "      moved\n"
        "      -     3  { sstore(0, x) }\n"
        "      +     4  { sstore(0, x) }\n"
        "\n"
        "#3    f BlockFlattener  sequence 2  g>f<u\n"
        "      changed\n"
        "      -     4  { sstore(0, x) }\n"
        "      +     4  sstore(0, x)\n"
        "\n"
    )


def test_explain_line_of_the_output(yulopt: Command, file: Path) -> None:
    result = yulopt("explain", file, "--line", "4", "--of", "output", *BARE)
    assert result.stdout.startswith("line 4 of the output: sstore(0, x)\n")
    assert result.stdout.count("sstore(0, x) }") == 3
    result = yulopt("explain", file, "--line", "1", "--of", "output", *BARE)
    assert result.stdout.endswith("No step touched it: {\n")


def test_explain_name(yulopt: Command, file: Path) -> None:
    result = yulopt("explain", file, "--name", "x", "--bare", "--steps", "Tu")
    assert result.stdout == (
        'x in object "object"\n'
        "\n"
        "#2    T LiteralRematerialiser  sequence 1  >T<u\n"
        "      changed\n"
        "      -     3  { sstore(0, x) }\n"
        "      +     3  { sstore(0, 1) }\n"
        "\n"
        "#3    u UnusedPruner  sequence 2  T>u<\n"
        "      removed\n"
        "      -     2  let x := 1\n"
        "\n"
    )


# Up to 0.8.36, the copy is removed, although it may fail.
COPY = """{
    let size := returndatasize()
    pop(call(gas(), 1, 0, 0, 0, 0, 0))
    returndatacopy(0, 0, size)
    revert(0, 0)
}
"""


def test_explain_two_releases(yulopt: Command, tmp_path: Path) -> None:
    path = tmp_path / "copy.yul"
    path.write_text(COPY)
    words = ("explain", path, "--beside", "0.8.36", "--steps", "xS:")
    one, other = yulopt(*words, "--line", "4").stdout.split("solc 0.8.36\n\n")
    assert one.startswith("solc 0.8.37\n\nline 4 of the input: returndatacopy(0, 0, size)\n")
    assert "removed" not in one
    assert other.startswith("line 4 of the input: returndatacopy(0, 0, size)\n")
    assert "UnusedStoreEliminator" in other
    assert "removed" in other
    same = yulopt(*words, "--line", "3").stdout
    assert same.startswith("the same in solc 0.8.37 and solc 0.8.36\n\nline 3 of the input")
    assert same.count("line 3 of the input") == 1
    assert "UnusedStoreEliminator" in yulopt(*words, "--name", "size").stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--beside", "0.8.37"), "--beside names the release that runs, 0.8.37"),
        (("--beside", "0.8.2"), "solc 0.8.2 is not supported"),
        (("--beside", "0.8.28", "--evm-version", "osaka"), "does not have EVM version 'osaka'"),
        (("--beside", "0.8.28", "--pipeline", "size"), "nothing depends on --beside"),
        (("--beside", "0.8.28", "--of", "output"), "--beside follows lines of the input"),
    ],
)
def test_explain_two_releases_usage(
    yulopt: Command, file: Path, arguments: tuple[str, ...], message: str
) -> None:
    result = yulopt("explain", file, "--line", "1", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--line", "99"), "line 99 of the input is empty or missing"),
        (("--name", "X"), "no variable or function 'X'; did you mean 'x'?"),
        (("--name", "zzzz"), "no variable or function 'zzzz'; see --help for examples"),
        (("--line", "1", "--steps", "[g"), "--steps:1:1: error: unbalanced brackets"),
    ],
)
def test_explain_missing_lines_and_names(
    yulopt: Command, file: Path, arguments: tuple[str, ...], message: str
) -> None:
    result = yulopt("explain", file, *arguments)
    assert (result.exit_code, result.stdout) == (1, "")
    assert message in result.stderr


def test_explain_usage(yulopt: Command, file: Path, wrong_file: Path) -> None:
    result = yulopt("explain", file)
    assert result.exit_code == 2
    assert "Give either --line N or --name VAR." in result.stderr
    assert yulopt("explain", file, "--line", "1", "--name", "x").exit_code == 2
    result = yulopt("explain", wrong_file, "--line", "1")
    assert result.exit_code == 1
    assert result.stderr == wrong_file_report(wrong_file)
    assert "yulopt explain token.yul --line 42" in yulopt("explain", "--help").stdout


def test_a_closed_pipe_is_not_an_error(file: Path) -> None:
    command = f"{sys.executable} -m yulopt --trace {EXAMPLES[0]} 2>&1 >/dev/null | head -1"
    result = subprocess.run(
        ["/bin/sh", "-c", command], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert result.stdout.startswith("object ")
    assert "Traceback" not in result.stdout + result.stderr
