"""Mutants of the steps that go beyond solc."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import SuiteMutant


def _switch_splitter(broken: str, old: str, new: str, caught_by: str) -> SuiteMutant:
    module = "yulopt.steps.switch_splitter"
    return SuiteMutant(module, broken, old, new, f"test_switch_splitter::{caught_by}")


_STAYS: Final = "test_what_the_switch_does_stays_for_every_label_and_beside_it"
_CHEAPEST: Final = "test_no_other_search_is_cheaper"

BEYOND: Final = (
    _switch_splitter(
        "the highest of the lower labels is taken for one of the upper ones",
        "return above >> bits << bits",
        "return below",
        _STAYS,
    ),
    _switch_splitter(
        "the number that divides the labels has too many zeros",
        "(below ^ above).bit_length() - 1",
        "(below ^ above).bit_length()",
        _STAYS,
    ),
    _switch_splitter(
        "the parts change places",
        "branches = [Case(zero, upper, position), Case(None, lower, position)]",
        "branches = [Case(zero, lower, position), Case(None, upper, position)]",
        _STAYS,
    ),
    _switch_splitter(
        "labels are compared as signed numbers",
        'FunctionCall("lt", ',
        'FunctionCall("slt", ',
        "test_labels_are_unsigned",
    ),
    _switch_splitter(
        "labels stay in the order of the text",
        "cases = sorted(switch.cases if default is None else switch.cases[:-1], key=_label)",
        "cases = list(switch.cases if default is None else switch.cases[:-1])",
        _STAYS,
    ),
    _switch_splitter(
        "the parts have no default",
        "last = [] if default is None else [Case(None, copy_block(default.body))]",
        "last: list[Case] = []",
        _STAYS,
    ),
    _switch_splitter(
        "a default that declares functions is copied",
        "    def visit_function(self, function: FunctionDefinition) -> None:\n"
        "        self.found = True\n",
        "",
        "test_a_default_that_declares_something_is_not_copied",
    ),
    _switch_splitter(
        "a default that declares variables is copied",
        "    def visit_declaration(self, declaration: VariableDeclaration) -> None:\n"
        "        self.found = True\n",
        "",
        "test_a_default_that_declares_something_is_not_copied",
    ),
    _switch_splitter(
        "copies of the default cost nothing",
        "rest += code_gas(",
        "_ = code_gas(",
        "test_a_large_default_is_in_the_price",
    ),
    _switch_splitter(
        "only halves are tried",
        "first = 1 if cases <= _ALL_TRIED else half",
        "first = half",
        _CHEAPEST,
    ),
    _switch_splitter(
        "what is no case costs nothing",
        "runs = for_cases * self._all_cases + for_default",
        "runs = for_cases * self._all_cases",
        _CHEAPEST,
    ),
    _switch_splitter(
        "a split costs what a comparison does",
        "self._split = self._comparison + model.code(NEGATION) + Gas(0, rest)",
        "self._split = self._comparison + Gas(0, rest)",
        _CHEAPEST,
    ),
    _switch_splitter(
        "the bytes of a split cost nothing",
        " + self._split.code * self._all_cases",
        "",
        _CHEAPEST,
    ),
)
