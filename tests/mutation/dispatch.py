"""Mutants of function dispatch."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import SuiteMutant, suite_mutants

_switch_splitter: Final = suite_mutants("steps.switch_splitter", "test_switch_splitter::")
_with_calls: Final = suite_mutants(
    "steps.switch_splitter", "test_switch_splitter_with_calls::test_"
)
_weights: Final = suite_mutants("frequency.case_weights", "steps/test_")
_trees: Final = suite_mutants("frequency.comparison_trees", "test_comparison_trees::test_")
_selectors: Final = suite_mutants("frequency.selectors", "test_call_profile::test_")

_NO_CHEAPER: Final = "no_other_tree_is_cheaper"
_STAYS: Final = "test_the_switch_behaves_the_same_for_every_value"
_CHEAPEST: Final = "test_no_other_search_is_cheaper"

DISPATCH: Final = (
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
        "Case(zero, Block(self.along(upper), position), position)",
        "Case(zero, Block(self.along(lower), position), position)",
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
        "            rest = copy_block(default.body).statements\n",
        "            rest = []\n",
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
        "copied = 0 if default is None else code_gas(",
        "copied = 0 if default is None else 0 * code_gas(",
        "test_a_large_default_is_in_the_cost",
    ),
    _weights(
        "a split costs what a comparison does",
        "split = test + model.code(NEGATION)",
        "split = test",
        f"switch_splitter::{_CHEAPEST}",
    ),
    _with_calls(
        "the profile is taken for that of creation code",
        "CaseWeights(code, context.calls_of_code)",
        "CaseWeights(code, context.calls)",
        "creation_code_is_not_called",
    ),
    _weights(
        "weights are those of all calls together, not of each case",
        "unit = WEIGHT_ONE * len(labels)",
        "unit = WEIGHT_ONE",
        "switch_splitter_with_calls::test_calls_that_are_alike_change_nothing",
    ),
    _with_calls(
        "what is called most is tested last",
        "switch.cases = [cases[key] for key in tree.keys]",
        "switch.cases = [cases[key] for key in reversed(tree.keys)]",
        "the_most_frequent_call_is_tested_first",
    ),
    _with_calls(
        "a default that declares something is copied with calls",
        "tree = SearchTree(by_weight(weights))",
        "tree = tree",
        "a_default_that_declares_something_stays_where_it_is",
    ),
    _with_calls(
        "the rest of a search is left out after what is tested before it",
        "        if rest or default is not None:\n",
        "        if default is not None and tree.lower is None:\n",
        "every_call_behaves_the_same",
    ),
    SuiteMutant(
        "yulopt.frequency.comparison_trees",
        "only halves are tried",
        "return range(low + 1, half + 1) if size <= _ALL_TRIED_IF_EQUAL else (half,)",
        "return (half,)",
        f"steps/test_switch_splitter::{_CHEAPEST}",
    ),
    _trees(
        "what is no key costs nothing",
        "passing = weights[found] + around",
        "passing = weights[found]",
        _NO_CHEAPER,
    ),
    _trees(
        "comparisons have no price",
        "here = passing * costs.comparison + costs.price * self._count",
        "here = passing * costs.comparison",
        _NO_CHEAPER,
    ),
    _trees(
        "the heaviest keys are those of the lowest weight",
        "key=lambda key: -self._weights[key]",
        "key=lambda key: self._weights[key]",
        _NO_CHEAPER,
    ),
    _trees(
        "keys that are found are searched in both parts",
        "cost += self.cost(border, high, len(found) - below)",
        "cost += self.cost(border, high, 0)",
        _NO_CHEAPER,
    ),
    _trees(
        "nothing is tested before a division",
        "        if size <= _ALL_TRIED:\n            return True\n",
        "        if size <= _ALL_TRIED:\n            return False\n",
        _NO_CHEAPER,
    ),
    _selectors(
        "any shifted word is taken for the selector",
        "return self._value(moved, 0, depth - 1) == by and",
        "return self._value(moved, 0, depth - 1) != by and",
        "expressions_over_anything_else",
    ),
    _selectors(
        "any word of the calldata is taken for the first",
        "and self._value(expression.arguments[0], 0, 1) == 0",
        "and self._value(expression.arguments[0], 0, 1) is not None",
        "expressions_over_anything_else",
    ),
    _selectors(
        "what depends on something else is taken for zero",
        "                return None\n            operands.append(operand)\n",
        "                operand = 0\n            operands.append(operand)\n",
        "expressions_over_anything_else",
    ),
)
