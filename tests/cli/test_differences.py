"""`--diff` and `--check`: the changes of a program, or whether there are any."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import BARE, BARE_RESULT, OBJECT, SOURCE
from tests.cli.test_terminal import run_on_terminal
from tests.conftest import EXAMPLES, Command

DIFFERENCE = """\
--- {file} (as yulopt prints it)
+++ {file} (optimised)
@@ -1,4 +1,6 @@
 {{
-    let x := 1
-    {{ sstore(0, x) }}
+    {{
+        let x := 1
+        sstore(0, x)
+    }}
 }}
"""


def test_the_difference_replaces_the_program(yulopt: Command, file: Path) -> None:
    result = yulopt(*BARE, "--diff", file)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == DIFFERENCE.format(file=file)


def test_layout_and_comments_make_no_difference(yulopt: Command, tmp_path: Path) -> None:
    path = tmp_path / "a.yul"
    path.write_text("// comment\n{   sstore( 0,\n1 ) }\n")
    assert yulopt("--bare", "--steps", "", "--diff", path).stdout == ""


def test_differences_of_several_files(yulopt: Command, file: Path, wrong_file: Path) -> None:
    one = yulopt("--diff", EXAMPLES[0]).stdout
    result = yulopt("--diff", EXAMPLES[0], wrong_file, EXAMPLES[1])
    assert result.exit_code == 1
    assert result.stdout == one + yulopt("--diff", EXAMPLES[1]).stdout
    assert one.startswith(f"--- {EXAMPLES[0]} (as yulopt prints it)\n+++ {EXAMPLES[0]} (optim")


def test_a_difference_has_colours_on_a_terminal(file: Path) -> None:
    text = run_on_terminal(*BARE, "--diff", file)
    assert "\x1b[31m-    let x := 1\x1b[0m\n" in text
    assert run_on_terminal(*BARE, "--diff", file, NO_COLOR="1") == DIFFERENCE.format(file=file)


def test_a_difference_beside_the_result(yulopt: Command, file: Path) -> None:
    difference = DIFFERENCE.format(file=file)
    output = file.with_name("out.yul")
    assert yulopt(*BARE, "--diff", file, "-o", output).stdout == difference
    assert output.read_text() == BARE_RESULT
    assert yulopt(*BARE, "--diff", "--in-place", file).stdout == difference
    assert file.read_text() == BARE_RESULT


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_check(yulopt: Command, file: Path, tmp_path: Path, jobs: str) -> None:
    right = tmp_path / "right.yul"
    right.write_text(BARE_RESULT)
    options = (*BARE, "--check", "--jobs", jobs)
    result = yulopt(*options, right, right)
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "")
    result = yulopt(*options, right, file)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == f"{file}: yulopt would change it\n"
    assert file.read_text() == SOURCE
    result = yulopt(*options, "--diff", right, file)
    assert (result.exit_code, result.stdout) == (1, DIFFERENCE.format(file=file))


def test_check_after_in_place(yulopt: Command, file: Path) -> None:
    assert yulopt(*BARE, "--in-place", file).exit_code == 0
    assert yulopt(*BARE, "--check", file).exit_code == 0
    assert yulopt(*BARE, "--check", "-", input=BARE_RESULT).exit_code == 0
    # Every byte counts.
    for text in (BARE_RESULT.rstrip("\n"), BARE_RESULT.replace("\n", "\r\n")):
        result = yulopt(*BARE, "--check", "-", input=text)
        assert (result.exit_code, result.stderr) == (1, "<stdin>: yulopt would change it\n")


def test_check_of_results_elsewhere(yulopt: Command, file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.yul"
    other.write_text(OBJECT)
    folder = tmp_path / "out"
    options = (*BARE, "-o", folder, file, other)
    result = yulopt(*options, "--check")
    assert (result.exit_code, result.stdout) == (1, "")
    assert f"{file}: '{folder / 'file.yul'}' differs from the output of yulopt\n" in result.stderr
    assert not folder.exists()
    assert yulopt(*options).exit_code == 0
    assert yulopt(*options, "--check").exit_code == 0
    (folder / "other.yul").write_text(OBJECT)
    result = yulopt(*options, "--check")
    assert result.exit_code == 1
    assert result.stderr == f"{other}: '{folder / 'other.yul'}' differs from the output of yulopt\n"
