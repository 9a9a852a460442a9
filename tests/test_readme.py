"""The program at the top of the README is the example that it names (see also `tests/docs`)."""

from __future__ import annotations

import yulopt
from tests.conftest import ROOT
from tests.docs.pages import blocks_of


def deployed_code(program: yulopt.Object) -> str:
    """The text inside the code of the deployed object."""
    lines = yulopt.print_yul(program.sub_objects[0].code).splitlines()
    # The optimised code has one more block around it, the raw code has none.
    depth = 2 if lines[1].strip() == "{" else 1
    return "\n".join(line[4 * depth :] for line in lines[depth:-depth])


def test_before_and_after_are_the_example() -> None:
    source = (ROOT / "examples" / "counter.yul").read_text("utf-8")
    blocks = blocks_of(ROOT / "README.md")
    before, after = [block.text for block in blocks if block.language == "yul"][:2]
    assert deployed_code(yulopt.parse(source)) == deployed_code(
        yulopt.parse(f'object "a" {{ code {{ }} object "b" {{ code {{ {before} }} }} }}')
    )
    assert deployed_code(yulopt.parse(yulopt.optimize(source))) == after.strip()
