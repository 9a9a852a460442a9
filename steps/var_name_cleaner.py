"""VarNameCleaner: renumbers the variables of each function.

The last action of every run. Numbers at the end of names are removed; variables of one function
that then have the same name are renumbered. Function names stay.

Example::

    {
        {
            let x_17 := calldataload(0)
            let x_42 := f(x_17)
            sstore(x_42, 1)
        }
        function f(x_3) -> y_8
        { y_8 := add(x_3, 1) }
    }

becomes::

    {
        {
            let x := calldataload(0)
            let x_1 := f(x)
            sstore(x_1, 1)
        }
        function f(x) -> y
        { y := add(x, 1) }
    }

Source: chapter 02, section 2.8 of the specification.
"""

from __future__ import annotations

import re
from typing import Final

from yulopt.dialect import Dialect
from yulopt.passes.properties import HOISTED_FUNCTIONS, UNIQUE_NAMES
from yulopt.passes.step import Context, Step
from yulopt.rewriting.renamer import Renamer
from yulopt.syntax.ast import Block, FunctionDefinition, Statement
from yulopt.syntax.blocks import functions_in

_NUMBERS: Final = re.compile(r"(_+[0-9]+)+$")


class VarNameCleaner(Step):
    """Renumbers the variables of each function."""

    name = "VarNameCleaner"
    requires = (UNIQUE_NAMES, HOISTED_FUNCTIONS)

    def run(self, context: Context, block: Block) -> None:
        functions = frozenset([function.name for function in functions_in(block)])
        _Cleaner(context.dialect, functions).visit_block(block)


class _Cleaner(Renamer):
    def __init__(self, dialect: Dialect, function_names: frozenset[str]) -> None:
        self._dialect = dialect
        self._function_names = function_names
        self._used: set[str] = set()
        self._new_names: dict[str, str] = {}
        # The last number given to each base name; smaller ones are in use.
        self._last_number: dict[str, int] = {}

    def visit_function(self, function: FunctionDefinition) -> list[Statement] | None:
        outer = (self._used, self._new_names, self._last_number)
        self._used = set()
        self._new_names = {}
        self._last_number = {}
        super().visit_function(function)
        self._used, self._new_names, self._last_number = outer
        return None

    def used_name(self, name: str) -> str:
        return self._new_names.get(name, name)

    def declared_name(self, name: str) -> str:
        base = _NUMBERS.sub("", name)
        clean = base
        number = self._last_number.get(base, 0)
        while self._is_taken(clean):
            number += 1
            clean = f"{base}_{number}"
        self._last_number[base] = number
        self._used.add(clean)
        if clean != name:
            self._new_names[name] = clean
        return clean

    def _is_taken(self, name: str) -> bool:
        return name in self._used or name in self._function_names or self._dialect.is_reserved(name)
