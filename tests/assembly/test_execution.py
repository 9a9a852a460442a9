"""Code behaves the same on a real EVM before and after each pass over the assembly."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.conftest import EXAMPLES
from tests.execution import first_difference, observe
from tests.oracle import SHARED
from tests.slices import every_nth
from tests.test_execution import CONSTRUCTOR_WORDS, DIALECT, UNPREDICTABLE, calls_for
from yulopt.assembly.assembler import assemble
from yulopt.assembly.compiled import compile_object
from yulopt.assembly.optimizer.driver import ALL_PASSES, optimize_assembly
from yulopt.driver.optimization import optimize_source
from yulopt.driver.options import Options
from yulopt.errors import Source
from yulopt.syntax.arguments import DEFAULT_RUNS
from yulopt.syntax.objects import Object

CORPUS = sorted(Path(SHARED, "corpus").glob("*.yul"))
MAX_CALLS = 120


def bytecode_after(program: Object, *passes: str) -> str:
    compiled = compile_object(program, DIALECT)
    assert compiled.first_problem() is None
    optimize_assembly(compiled, DIALECT, DEFAULT_RUNS, passes)
    return assemble(compiled, DIALECT).to_hex()


@pytest.mark.parametrize("path", every_nth(5, [*EXAMPLES, *CORPUS]), ids=lambda path: path.stem)
def test_each_pass_preserves_behaviour(path: Path) -> None:
    text = path.read_text("utf-8")
    calls = [call for call in calls_for(text, Random(1)) if not call.data.startswith(UNPREDICTABLE)]
    calls = calls[:: 1 + len(calls) // MAX_CALLS]
    words = CONSTRUCTOR_WORDS.get(path.stem, ()) if "dataoffset" in text else None
    program = optimize_source(Source(text), Options(":", evm_version=DIALECT.version.text))
    original = bytecode_after(program)
    before = observe(original, calls, constructor_words=words)
    assert any(outcome.success for outcome in before)
    changing = set()
    for passes in [[name] for name in ALL_PASSES] + [list(ALL_PASSES)]:
        bytecode = bytecode_after(program, *passes)
        if bytecode != original:
            changing.add(tuple(passes))
            after = observe(bytecode, calls, constructor_words=words)
            assert first_difference(before, after) is None, passes
    assert ALL_PASSES in changing
