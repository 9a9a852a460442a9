"""Evaluates a value for known words as arguments of its scope.

Source: chapter 09, section 6.4, rule LP1.
"""

from __future__ import annotations

from collections.abc import Mapping

from yulopt.rvsdg.encoding import operator_name
from yulopt.rvsdg.host import HostGraph
from yulopt.rvsdg.language import MATCH, Language
from yulopt.rvsdg.pass_contract import CONSISTENT, PROGRAM_LOOPS, WELL_SCOPED, Pass


def evaluate(
    host: HostGraph, language: Language, root: int, arguments: Mapping[int, int]
) -> int | None:
    """The word by the cheapest forms, None if it is unknown."""
    known: dict[int, int | None] = {}
    stack = [root]
    while stack:
        value = stack[-1]
        if value in known:
            stack.pop()
        elif value in host.numbers:
            known[value] = host.numbers[value]
        elif value in host.arguments:
            known[value] = arguments.get(host.arguments[value])
        elif value not in host.tree.form:
            known[value] = None
        else:
            node = host.classes[value][host.tree.form[value]]
            if not isinstance(node.head, str) or node.head.startswith("#"):
                known[value] = None
                continue
            missing = [child for child in node.children if child not in known]
            if missing:
                stack.extend(missing)
                continue
            words = [known[child] for child in node.children]
            operands = [word for word in words if word is not None]
            known[value] = None
            if len(operands) == len(words):
                known[value] = fold(language, node.head, operands)
    return known[root]


class FoldMatches(Pass):
    """Compute the comparisons of switches with many cases, where all operands are numbers."""

    name = "fold-matches"
    preserves = (CONSISTENT, WELL_SCOPED, PROGRAM_LOOPS)

    def run(self, host: HostGraph, language: Language) -> None:
        for value, node in host.nodes_with(MATCH):
            if value not in host.numbers and all(child in host.numbers for child in node.children):
                assert isinstance(node.head, str)
                words = [host.numbers[child] for child in node.children]
                result = fold(language, node.head, words)
                assert result is not None
                host.unite(value, host.number(result))


def fold(language: Language, head: str, words: list[int]) -> int | None:
    """The result of an e-graph operation on words, both unsigned."""
    name, order = operator_name(head, language)
    if not language.is_foldable(name):
        return None
    operands = [words[index] for index in order] if order else words
    result = language.evaluate(name, [language.word(word) for word in operands])
    return result % (1 << language.bits)
