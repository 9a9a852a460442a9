"""Each pass does what its documentation shows, and preserves behaviour."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.assembly.passes import run_pass
from tests.conftest import EXAMPLES
from tests.execution import first_difference, observe
from tests.oracle import SHARED
from tests.slices import every_nth
from tests.test_execution import CONSTRUCTOR_WORDS, DIALECT, UNPREDICTABLE, calls_for
from yulopt.assembly.assembler import assemble
from yulopt.assembly.beyond.driver import BEYOND_PASS_NAMES, BEYOND_PASSES, optimize_beyond
from yulopt.assembly.compiled import compile_object
from yulopt.assembly.optimizer import AssemblyPass, optimize_assembly
from yulopt.driver.optimization import optimize_source
from yulopt.driver.options import Options
from yulopt.errors import Source
from yulopt.suite.documentation import read_module_documentation
from yulopt.syntax.arguments import DEFAULT_RUNS
from yulopt.syntax.objects import Object

CORPUS = sorted(Path(SHARED, "corpus").glob("*.yul"))
MAX_CALLS = 60


@pytest.mark.parametrize("kind", BEYOND_PASSES, ids=lambda kind: kind.name)
def test_the_example_is_what_the_pass_does(kind: type[AssemblyPass]) -> None:
    documentation = read_module_documentation(kind.__module__)
    assert documentation.name == kind.__name__
    assert run_pass(kind(), documentation.before) == " ".join(documentation.after.split())


def bytecode_with(program: Object, passes: tuple[str, ...] | None) -> str:
    """The bytecode after solc's passes and some beyond them, None for solc's code."""
    compiled = compile_object(program, DIALECT)
    assert compiled.first_problem() is None
    optimize_assembly(compiled, DIALECT, DEFAULT_RUNS)
    if passes is not None:
        optimize_beyond(compiled, DIALECT, DEFAULT_RUNS, passes)
    return assemble(compiled, DIALECT).to_hex()


@pytest.mark.parametrize("path", every_nth(5, [*EXAMPLES, *CORPUS]), ids=lambda path: path.stem)
def test_code_behaves_the_same(path: Path) -> None:
    text = path.read_text("utf-8")
    calls = [call for call in calls_for(text, Random(1)) if not call.data.startswith(UNPREDICTABLE)]
    calls = calls[:: 1 + len(calls) // MAX_CALLS]
    words = CONSTRUCTOR_WORDS.get(path.stem, ()) if "dataoffset" in text else None
    program = optimize_source(Source(text), Options(evm_version=DIALECT.version.text))
    original = bytecode_with(program, None)
    before = observe(original, calls, constructor_words=words)
    seen = {original}
    for passes in [(), *[(name,) for name in BEYOND_PASS_NAMES], BEYOND_PASS_NAMES]:
        bytecode = bytecode_with(program, passes)
        if bytecode not in seen:
            seen.add(bytecode)
            after = observe(bytecode, calls, constructor_words=words)
            assert first_difference(before, after) is None, passes
