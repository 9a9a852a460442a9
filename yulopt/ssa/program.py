"""A whole program in SSA form: from its text (Yul, or the text of SSA) to one module per object.

Source: chapter 08, section 0 of the specification.
"""

from __future__ import annotations

import difflib
import re
from typing import Final

import attr

from yulopt.deep_stack import run_with_deep_stack
from yulopt.dialect import Dialect
from yulopt.errors import Source, YulError
from yulopt.objects import Object
from yulopt.parser import parse_source
from yulopt.printer import quote
from yulopt.ssa.ir import Function, Module
from yulopt.ssa.lowering import lower
from yulopt.ssa.parser import parse_module_source
from yulopt.ssa.printer import print_function, print_module
from yulopt.ssa.verifier import verify_module
from yulopt.suite import make_context

# What Yul cannot begin with.
_SSA_START: Final = re.compile(r"(?:\s|;[^\n]*)*(?:func\s*@|declare\s*@|;)")


@attr.s(auto_attribs=True, eq=False)
class Unit:
    """The module of one object; `object` is None if the program was given in SSA form."""

    module: Module
    object: Object | None = None


def read_program(source: Source, dialect: Dialect) -> list[Unit]:
    """The modules of a program, that of the outermost object first.

    Raises `YulError` with the place of what is wrong.
    """
    if _SSA_START.match(source.text):
        module = parse_module_source(source, dialect)
        verify_module(module, source)
        return [Unit(module)]
    program = parse_source(source, dialect)
    return run_with_deep_stack(lambda: [_unit(item, dialect) for item in _objects(program)])


def print_program(units: list[Unit]) -> str:
    """The text of the modules, each after the name of its object if there are several."""
    if len(units) == 1:
        return print_module(units[0].module)
    return "\n".join(
        f"; object {quote(unit.object.name)}\n{print_module(unit.module)}"
        for unit in units
        if unit.object is not None
    )


def all_functions(units: list[Unit]) -> list[Function]:
    """The functions of all modules."""
    return [function for unit in units for function in unit.module.functions.values()]


def find_functions(units: list[Unit], name: str) -> list[Function]:
    """The functions of a name, one of each module that has it. Raises `YulError` if none has."""
    known = all_functions(units)
    found = [function for function in known if function.name == name.removeprefix("@")]
    if not found:
        names = sorted({function.name for function in known})
        close = difflib.get_close_matches(name, names)
        hint = f"did you mean {' or '.join(close)}?" if close else f"there are: {', '.join(names)}"
        raise YulError(f"there is no function '{name}'; {hint}", filename="--function")
    return found


def print_functions(functions: list[Function]) -> str:
    """The text of some functions."""
    return "\n".join(map(print_function, functions))


def _objects(program: Object) -> list[Object]:
    found = [program]
    for item in found:
        found.extend(item.sub_objects)
    return found


def _unit(program: Object, dialect: Dialect) -> Unit:
    make_context(program.code, dialect)
    return Unit(lower(program.code, dialect), program)
