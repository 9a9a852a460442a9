"""Step-by-step cases recorded with the reference, from `../shared/vectors`."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import yulopt
from tests.stack_programs import move_to_memory
from yulopt.analysis.call_graph import OUTERMOST
from yulopt.analysis.declarations import declared_names, declared_variables
from yulopt.dialect import dialect_for, evm_version_names, parse_evm_version
from yulopt.passes.step import Context
from yulopt.rewriting.renamer import displace_names
from yulopt.stack.compilability import check_compilability
from yulopt.suite.registry import all_steps, steps_by_letter
from yulopt.suite.suite import make_context
from yulopt.syntax.ast import Block, FunctionDefinition
from yulopt.syntax.names import NameDispenser

VECTORS = Path(__file__).resolve().parents[3] / "shared" / "vectors" / "steps.json"

# These were recorded on the tree as parsed, names not made unique.
WITHOUT_DISAMBIGUATOR = {"expressionSplitter", "varDeclInitializer", "constantOptimiser"}

# All were recorded as deployed code that runs this often.
RUNS = 200

Case = dict[str, Any]


def load_cases() -> list[Case]:
    if not VECTORS.exists():
        return []
    cases: list[Case] = json.loads(VECTORS.read_text("utf-8"))
    return cases


def test_the_vectors_exist() -> None:
    if not VECTORS.exists():
        pytest.skip("needs ../shared/vectors/steps.json")
    assert len(load_cases()) > 250


def evm_version(case: Case) -> str:
    """A version for which the case is meant: the newest one, if it is among them."""
    names = evm_version_names()[: evm_version_names().index("osaka") + 1]
    condition = case["settings"].get("EVMVersion")
    if condition is None:
        return names[-1]
    match = re.fullmatch(r"(>=|<=|>|<|=)(\w+)", condition)
    assert match is not None
    position = names.index(match[2])
    meant = {
        ">=": names[position:],
        ">": names[position + 1 :],
        "<=": names[: position + 1],
        "<": names[:position],
        "=": [match[2]],
    }
    return meant[match[1]][-1]


def parse_case(case: Case) -> tuple[yulopt.Object, Context]:
    """The program, its code with unique names unless the case was recorded without."""
    version = evm_version(case)
    program = yulopt.parse(case["source"], evm_version=version)
    code = program.code
    dialect = dialect_for(parse_evm_version(version))
    if case["step"] in WITHOUT_DISAMBIGUATOR:
        return program, Context(dialect, NameDispenser(dialect, declared_names(code)), RUNS)
    return program, make_context(code, dialect, RUNS)


def run_letters(letters: str, context: Context, code: Block) -> None:
    for letter in letters:
        steps_by_letter()[letter].run(context, code)


def var_name_cleaner(context: Context, code: Block) -> None:
    run_letters("hg", context, code)
    all_steps()["VarNameCleaner"].run(context, code)


def name_displacer(context: Context, code: Block) -> None:
    displace_names(code, {f"illegal{number}" for number in range(1, 6)}, context.dispenser)


def constant_optimiser(context: Context, code: Block) -> None:
    all_steps()["ConstantOptimiser"].run(context, code)


def stack_compressor(context: Context, code: Block) -> None:
    run_letters("ohg", context, code)
    all_steps()["StackCompressor"].run(context, code)
    run_letters("f", context, code)


def stack_limit_evader(context: Context, code: Block) -> None:
    # Recorded with what the older code generator cannot reach.
    found = check_compilability(code)
    unreachable = {function: list(errors.variables) for function, errors in found.items()}
    move_to_memory(context, code, unreachable)


def fake_stack_limit_evader(context: Context, code: Block) -> None:
    unreachable: dict[str, list[str]] = {}
    for function, names in variables_by_function(code).items():
        marked = [name for name in names if name.startswith("$")]
        if marked:
            unreachable[function] = marked
    move_to_memory(context, code, unreachable)


def variables_by_function(code: Block) -> dict[str, list[str]]:
    functions = [item for item in code.statements if isinstance(item, FunctionDefinition)]
    result = {function.name: declared_variables(function) for function in functions}
    outermost = [item for item in code.statements if not isinstance(item, FunctionDefinition)]
    result[OUTERMOST] = declared_names(Block(outermost))
    return result


# The cases that are not a string of letters.
NAMED = {
    "varNameCleaner": var_name_cleaner,
    "nameDisplacer": name_displacer,
    "constantOptimiser": constant_optimiser,
    "stackCompressor": stack_compressor,
    "stackLimitEvader": stack_limit_evader,
    "fakeStackLimitEvader": fake_stack_limit_evader,
}


@pytest.mark.parametrize("case", load_cases(), ids=lambda case: case["id"])
def test_step_does_what_the_reference_does(case: Case) -> None:
    if case["bare"] is None or case["step"] in WITHOUT_DISAMBIGUATOR:
        text = run_on_tree(case)
    else:
        text = yulopt.optimize(
            case["source"], case["bare"], bare=True, evm_version=evm_version(case), runs=RUNS
        )
    assert text.strip() == case["expected"].strip()


def run_on_tree(case: Case) -> str:
    """Cases outside sequences: steps without letters, or without unique names."""
    program, context = parse_case(case)
    if case["bare"] is None:
        NAMED[case["step"]](context, program.code)
    else:
        run_letters(case["bare"], context, program.code)
    return yulopt.print_yul(program.code if program.is_bare_block else program)
