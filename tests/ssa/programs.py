"""The reference programs: those that the articles on mem2reg use, by their names in chapter 08.

`N*` are from Noir's note on its pass mem2reg, `C*` from that on mem2reg in a C compiler, `T*` from
the article on tinyoptimizer, `S*` are about structure.
"""

from __future__ import annotations

from pathlib import Path

import yulopt
from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for
from yulopt.ssa.ir.function import Block, Function, Module
from yulopt.ssa.kernel.verifier import verify_module
from yulopt.ssa.lowering import lower
from yulopt.ssa.text.parser import parse_module
from yulopt.ssa.text.printer import print_function

_FOLDER = Path(__file__).with_name("programs")

NAMES = sorted(path.stem for path in _FOLDER.glob("*.ssa"))


def text_of(name: str) -> str:
    """The text of a reference program."""
    return (_FOLDER / f"{name}.ssa").read_text("utf-8")


def module_of(name: str) -> Module:
    """A new module with a reference program."""
    return read(text_of(name))


def function_of(name: str) -> Function:
    """The first function of a reference program."""
    return first_function(module_of(name))


def read(text: str) -> Module:
    """The module of a text, verified."""
    module = parse_module(text)
    verify_module(module)
    return module


def read_function(text: str) -> Function:
    """The first function of a text, verified."""
    return first_function(read(text))


def first_function(module: Module) -> Function:
    """The first function of a module."""
    return next(iter(module.functions.values()))


def block(function: Function, label: str) -> Block:
    """The block with a label."""
    (found,) = (block for block in function.blocks if block.label == label)
    return found


def phi_counts(function: Function) -> dict[str, int]:
    """The number of phis of each block that has any."""
    return {block.label: len(block.phis) for block in function.blocks if block.phis}


def lowered(source: str) -> Module:
    """A program in Yul as a module in SSA form."""
    return lower(yulopt.parse(source).code, dialect_for(DEFAULT_EVM_VERSION))


def phis_of(function: Function, label: str) -> list[str]:
    """The lines of the phis of a block."""
    text = print_function(function).split(f"\n{label}:")[1]
    lines = text.splitlines()[1:]
    return [line.strip() for line in lines[: len(block(function, label).phis)]]
