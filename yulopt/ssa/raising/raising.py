"""From an SSA module to the code of a Yul object.

Source: chapter 08, sections 7 and 8 of the specification.
"""

from __future__ import annotations

import re

from yulopt.errors import YulError
from yulopt.ssa.destruction.parallel_copies import eliminate_phis, sequentialise_copies
from yulopt.ssa.ir.function import MAIN, Function, Module, NamedValue
from yulopt.ssa.raising.declarations import declare_variables
from yulopt.ssa.raising.exits import ExitResolution
from yulopt.ssa.raising.naming import Originals, YulNames
from yulopt.ssa.raising.reducibility import MAX_COPIED_INSTRUCTIONS, make_reducible
from yulopt.ssa.raising.statements import Program
from yulopt.ssa.raising.structuring import structure
from yulopt.ssa.raising.tidying import hoist_copies, tidy_blocks
from yulopt.ssa.raising.variables import (
    assign_return_variables,
    cells_to_variables,
    parameter_variables,
    remove_zero_assignments,
    result_name,
    unite_returns,
)
from yulopt.syntax import ast
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.syntax.names import NameDispenser
from yulopt.yul_writer.names import legal_name

_RENAMED_MAIN = re.compile(rf"{re.escape(MAIN)}\.([0-9]+)")


class UnsupportedError(YulError):
    """Code of a module cannot be written as Yul. `position`: its offset in the module's text, -1 if
    there is none."""

    def __init__(self, message: str, position: int) -> None:
        super().__init__(message)
        self.position = position


def raise_module(
    module: Module,
    originals: Originals | None = None,
    *,
    most_copied: int = MAX_COPIED_INSTRUCTIONS,
) -> ast.Block:
    """The code of a module as Yul: a block for `MAIN`, then the functions.

    The functions of the module are consumed. All names in the code are unique. `originals`: the Yul
    that the module was lowered from, if any. `most_copied`: the maximum number of instructions of a
    function copied to make it reducible. Raises `YulError` for code that Yul cannot express.
    """
    return run_with_deep_stack(lambda: _ModuleRaising(module, originals, most_copied).run())


class _ModuleRaising:
    def __init__(self, module: Module, originals: Originals | None, most_copied: int) -> None:
        for declaration in module.declarations.values():
            raise UnsupportedError(
                f"the function @{declaration.name} is declared, but not defined; for Yul it needs"
                f" its code, as 'func @{declaration.name}(...) {{ ... }}'",
                declaration.position,
            )
        self._module = module
        self._originals = originals
        self._most_copied = most_copied
        dispenser = NameDispenser(module.dialect)
        self._function_names = _function_names(module, dispenser)
        self._names = YulNames(dispenser)
        spellings: dict[int, ast.Literal] = {}
        if originals is not None:
            spellings = originals.spellings
            for name in originals.names:
                dispenser.mark_used(name)
        self._program = Program(module, self._names, self._function_names, spellings)

    def run(self) -> ast.Block:
        statements: list[ast.Statement] = []
        for function in self._module.functions.values():
            if _is_main(function):
                statements.insert(0, ast.Block(self._code(function)))
            else:
                statements.append(self._definition(function))
        return ast.Block(statements)

    def _code(self, function: Function) -> list[ast.Statement]:
        """The code outside functions."""
        if self._originals is None:
            return self._body(function, [])
        self._names.own = self._originals.own_names(None)
        code = self._body(function, [])
        return self._originals.better_code(code)

    def _definition(self, function: Function) -> ast.FunctionDefinition:
        name = self._function_names[function.name]
        if self._originals is not None:
            self._names.own = self._originals.own_names(name)
        parameters = [self._names.of(parameter) for parameter in function.parameters]
        results = [
            self._names.fresh(result_name(function, index)) for index in range(function.returns)
        ]
        body = ast.Block(self._body(function, results))
        definition = ast.FunctionDefinition(name, parameters, results, body)
        if self._originals is not None:
            return self._originals.better(definition)
        return definition

    def _body(self, function: Function, results: list[str]) -> list[ast.Statement]:
        raising = _FunctionRaising(function, self._program, results, self._most_copied)
        return raising.run(in_function=not _is_main(function))


def _is_main(function: Function) -> bool:
    """Whether the function can become the code outside functions."""
    return function.name == MAIN and not function.parameters and not function.returns


def _function_names(module: Module, dispenser: NameDispenser) -> dict[str, str]:
    """The name of each function in Yul: its own, if that is valid there."""
    names: dict[str, str] = {}
    for name in module.functions:
        if name != MAIN:
            names[name] = dispenser.new_name(legal_name(name))
    # Lowering renames a function with the name of the code outside functions.
    renamed = [name for name in names if _RENAMED_MAIN.fullmatch(name)]
    if renamed:
        names[max(renamed, key=lambda name: int(name.rpartition(".")[2]))] = MAIN
        dispenser.mark_used(MAIN)
    names[MAIN] = names.get(MAIN, "") or dispenser.new_name(MAIN)
    return names


class _FunctionRaising:
    """Raises one function; `results` are the names of its return variables."""

    def __init__(
        self, function: Function, program: Program, results: list[str], most_copied: int
    ) -> None:
        self._most_copied = most_copied
        self._function = function
        self._program = program
        self._results = results

    def run(self, *, in_function: bool) -> list[ast.Statement]:
        """The statements of the body."""
        function = self._function
        unite_returns(function)
        if function.post_ssa:
            sequentialise_copies(function)
        else:
            eliminate_phis(function)
        cells_to_variables(function)
        hoist_copies(function)
        make_reducible(function, budget=self._most_copied)
        returned = assign_return_variables(function)
        remove_zero_assignments(function, returned)
        tidy_blocks(function)
        self._name_variables(returned)
        resolution = ExitResolution(self._program, in_function=in_function)
        body = ast.Block(resolution.run(structure(function)))
        names = self._program.names
        head = [names.of(parameter) for parameter in function.parameters]
        declare_variables(body, [*head, *self._results])
        return body.statements

    def _name_variables(self, returned: list[NamedValue]) -> None:
        """Give values that are variables of the function's head their names."""
        names = self._program.names
        for variable, parameter in parameter_variables(self._function).items():
            names.set(variable, names.of(parameter))
        for variable, name in zip(returned, self._results, strict=True):
            names.set(variable, name)
