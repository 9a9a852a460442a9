"""Reads the rule table; its notation is explained at the top of `table.txt`."""

from __future__ import annotations

import re
from typing import Final

from yulopt.dialect import EvmVersion, introduced_in
from yulopt.rules.terms import (
    ANY_VARIABLES,
    NAMED_NUMBERS,
    NUMBER_VARIABLES,
    RELATIONS,
    AnyVariable,
    Comparison,
    Computed,
    Number,
    NumberVariable,
    Operation,
    Rule,
    Term,
)

_OLDEST: Final = EvmVersion.HOMESTEAD
_RULE: Final = re.compile(r"(\S+)\s+(.+?) => (.+?)(?:\s+when (.+))?")
_TOKEN: Final = re.compile(r"\w+|[<>=]=|[^\s\w]")


class _Section:
    """Lines with rules; they are read once with each of the replacements of words."""

    def __init__(self, group: str, replacements: list[dict[str, str]], lines: list[str]) -> None:
        self.group = group
        self.replacements = replacements
        self.lines = lines


def read_rules(text: str) -> list[Rule]:
    """The rules of a table, in its order; ValueError if it is malformed."""
    return [
        _read_rule(_replace_words(line, replacement), section.group)
        for section in _sections(text)
        for replacement in section.replacements
        for line in section.lines
    ]


def _sections(text: str) -> list[_Section]:
    group = ""
    sections: list[_Section] = []
    for line in text.splitlines():
        content = line.strip()
        if not content or content.startswith("#"):
            continue
        if content.startswith("["):
            group = content.strip("[]")
        elif content.startswith("for "):
            sections.append(_Section(group, _family(content), []))
        elif "=>" not in content:
            sections[-1].lines[-1] += " " + content
        else:
            if not line.startswith(" "):
                sections.append(_Section(group, [{}], []))
            sections[-1].lines.append(content)
    return sections


def _family(heading: str) -> list[dict[str, str]]:
    names, _, values = heading.removeprefix("for ").partition(": ")
    words = names.split()
    return [dict(zip(words, item.split(), strict=True)) for item in values.split(", ")]


def _replace_words(line: str, replacement: dict[str, str]) -> str:
    for word, value in replacement.items():
        line = re.sub(rf"\b{word}\b", value, line)
    return line


def _read_rule(line: str, group: str) -> Rule:
    match = _RULE.fullmatch(line)
    if match is None:
        raise ValueError(f"not a rule: {line}")
    name, pattern_text, replacement_text, conditions_text = match.groups()
    pattern_reader = _TermReader(pattern_text)
    pattern = pattern_reader.whole_term()
    if not isinstance(pattern, Operation):
        raise ValueError(f"the pattern of {name} is not an operation")
    replacement_reader = _TermReader(replacement_text)
    replacement = replacement_reader.whole_term()
    conditions = _TermReader(conditions_text).conditions() if conditions_text else ()
    since = max(pattern_reader.since, replacement_reader.since)
    return Rule(name, group, pattern, replacement, conditions, since)


class _TermReader:
    """A recursive-descent parser. `since` is the version that has all instructions read so far."""

    def __init__(self, text: str) -> None:
        self.since = _OLDEST
        self._text = text
        self._tokens: list[str] = _TOKEN.findall(text)
        self._position = 0

    def whole_term(self) -> Term:
        """Parse the text as a term."""
        term = self._term()
        self._expect("")
        return term

    def conditions(self) -> tuple[Term, ...]:
        """Parse the text as a list of conditions."""
        conditions = [self._condition()]
        while self._next_is(","):
            conditions.append(self._condition())
        self._expect("")
        return tuple(conditions)

    def _condition(self) -> Term:
        left = self._term()
        for relation in RELATIONS:
            if self._next_is(relation):
                return Comparison(left, relation, self._term())
        return left

    def _term(self) -> Term:
        if self._next_is("{"):
            formula = self._term()
            self._expect("}")
            return Computed(formula)
        name = self._peek()
        self._position += 1
        if self._next_is("("):
            introduced = introduced_in(name)
            if introduced is not None and introduced > self.since:
                self.since = introduced
            return Operation(name, self._operands())
        if name in NUMBER_VARIABLES:
            return NumberVariable(name)
        if name in ANY_VARIABLES:
            return AnyVariable(name)
        if name in NAMED_NUMBERS:
            return Number(NAMED_NUMBERS[name])
        if name.isdecimal():
            return Number(int(name))
        raise ValueError(f"unexpected '{name}' in {self._text}")

    def _operands(self) -> tuple[Term, ...]:
        if self._next_is(")"):
            return ()
        operands = [self._term()]
        while self._next_is(","):
            operands.append(self._term())
        self._expect(")")
        return tuple(operands)

    def _peek(self) -> str:
        return self._tokens[self._position] if self._position < len(self._tokens) else ""

    def _next_is(self, token: str) -> bool:
        if self._peek() != token:
            return False
        self._position += 1
        return True

    def _expect(self, token: str) -> None:
        if self._peek() != token:
            raise ValueError(f"expected '{token}', not '{self._peek()}', in {self._text}")
        self._position += 1
