"""What the README shows is what happens."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

import yulopt

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    """The code blocks of the README in one language, in order."""
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def deployed_code(program: yulopt.Object) -> str:
    """The text inside the code of the deployed object."""
    lines = yulopt.print_yul(program.sub_objects[0].code).splitlines()
    # The optimised code has one more block around it, the raw code has none.
    depth = 2 if lines[1].strip() == "{" else 1
    return "\n".join(line[4 * depth :] for line in lines[depth:-depth])


def test_before_and_after_are_the_example() -> None:
    source = (ROOT / "examples" / "counter.yul").read_text("utf-8")
    before, after = blocks("yul")[:2]
    assert deployed_code(yulopt.parse(source)) == deployed_code(
        yulopt.parse(f'object "a" {{ code {{ }} object "b" {{ code {{ {before} }} }} }}')
    )
    assert deployed_code(yulopt.parse(yulopt.optimize(source))) == after.strip()


def test_the_python_code_runs_and_prints_what_is_shown() -> None:
    for code in blocks("python"):
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            exec(code, {})
        assert output.getvalue() in ("", blocks("yul")[2])
