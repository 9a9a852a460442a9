"""A whole program in SSA form: from its text (Yul, or the text of SSA) to one module per object.

Source: chapter 08, section 0 of the specification.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

import attr

from yulopt.dialect import Dialect
from yulopt.errors import Source, YulError, did_you_mean
from yulopt.ssa.ir.function import Function, Module
from yulopt.ssa.ir.names import name_after_variables
from yulopt.ssa.kernel.verifier import verify_module
from yulopt.ssa.llvm.printer import print_llvm
from yulopt.ssa.lowering import lower
from yulopt.ssa.raising.naming import Originals
from yulopt.ssa.raising.raising import UnsupportedError, raise_module
from yulopt.ssa.text.parser import parse_objects_source
from yulopt.ssa.text.printer import print_function, print_module
from yulopt.suite.suite import make_context
from yulopt.syntax.ast import Block
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.syntax.objects import Object
from yulopt.syntax.parser import parse_source
from yulopt.syntax.printer import print_yul, quote

# Text with which no Yul program begins.
_BLANK: Final = r"(?:\s|;[^\n]*)*"
_SSA_START: Final = re.compile(
    rf'{_BLANK}(?:object\s*"(?:[^"\\\n]|\\.)*"\s*\{{{_BLANK})?(?:func\s*@|declare\s*@|;)'
)


@attr.s(auto_attribs=True, eq=False)
class Unit:
    """The module of one object, which is None for functions given as bare SSA form.

    `text`: the SSA form that the module was read from, if it was not lowered from the object's
    code.
    """

    module: Module
    object: Object | None = None
    text: Source | None = None


def read_program(source: Source, dialect: Dialect) -> list[Unit]:
    """The modules of a program, that of the outermost object first.

    Raises `YulError` with the position of the mistake.
    """
    if _SSA_START.match(source.text):
        units = [
            Unit(module, item, source) for item, module in parse_objects_source(source, dialect)
        ]
        for unit in units:
            verify_module(unit.module, source)
        return units
    program = parse_source(source, dialect)
    return run_with_deep_stack(lambda: [_unit(item, dialect) for item in program.levels()])


def print_program(units: list[Unit]) -> str:
    """The text of the modules, each in its object unless the program is only a block."""
    whole = units[0].object
    if whole is None or whole.is_bare_block:
        return print_module(units[0].module)
    modules = {unit.object: unit.module for unit in units if unit.object is not None}
    return run_with_deep_stack(lambda: _object_text(whole, modules))


def _object_text(item: Object, modules: Mapping[Object, Module]) -> str:
    parts = [print_module(modules[item])]
    for child in item.children:
        if isinstance(child, Object):
            parts.append(_object_text(child, modules))
        else:
            content = child.content.encode("latin-1").hex()
            parts.append(f'data {quote(child.name)} hex"{content}"\n')
    return "\n".join([f"object {quote(item.name)} {{", *parts, "}\n"])


def name_values(units: list[Unit]) -> None:
    """Name numbered values after the variables that held them."""
    for function in all_functions(units):
        name_after_variables(function)


def write_yul(units: list[Unit]) -> str:
    """The program as Yul: the object tree with its new code, or a block for bare SSA form. The
    functions of the modules are consumed.

    Raises `YulError` for code that Yul cannot express.
    """
    codes = run_with_deep_stack(lambda: [_raised(unit) for unit in units])
    for unit, code in zip(units, codes, strict=True):
        if unit.object is not None:
            unit.object.code = code
    whole = units[0].object
    if whole is None or whole.is_bare_block:
        return print_yul(codes[0]) + "\n"
    return print_yul(whole)


def _raised(unit: Unit) -> Block:
    originals = None
    if unit.object is not None and unit.text is None:
        originals = Originals(unit.object.code)
    try:
        return raise_module(unit.module, originals)
    except UnsupportedError as error:
        if unit.text is None or error.position < 0:
            raise
        raise unit.text.validation_error(error.position, error.message) from None


def write_llvm(units: list[Unit]) -> str:
    """The modules as LLVM IR, each after the name of its object if there are several."""
    texts = [print_llvm(unit.module, entries=True) for unit in units]
    if len(units) == 1:
        return texts[0]
    return "\n".join(
        f"; object {quote(unit.object.name)}\n{text}"
        for unit, text in zip(units, texts, strict=True)
        if unit.object is not None
    )


def all_functions(units: list[Unit]) -> list[Function]:
    """The functions of all modules."""
    return [function for unit in units for function in unit.module.functions.values()]


def find_functions(units: list[Unit], name: str) -> list[Function]:
    """The functions with a name, at most one per module. Raises `YulError` if there is none."""
    known = all_functions(units)
    found = [function for function in known if function.name == name.removeprefix("@")]
    if not found:
        names = sorted({function.name for function in known})
        hint = did_you_mean(name, names, f"there are: {', '.join(names)}")
        raise YulError(f"there is no function '{name}'{hint}", filename="--function")
    return found


def print_functions(functions: list[Function]) -> str:
    """The text of some functions."""
    return "\n".join(map(print_function, functions))


def _unit(program: Object, dialect: Dialect) -> Unit:
    make_context(program.code, dialect)
    return Unit(lower(program.code, dialect), program)
