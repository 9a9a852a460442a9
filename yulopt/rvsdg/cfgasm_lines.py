"""Reads the instructions of control flow in assembly, line by line.

Source: chapter 09, section 4 of the specification.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from yulopt.errors import Source, YulSyntaxError
from yulopt.rvsdg.cfg import (
    CALL,
    MOVE,
    USE,
    ControlFlowGraph,
    Instruction,
    Literal,
    Operand,
    function_variable,
)
from yulopt.rvsdg.language import Language
from yulopt.rvsdg.sexpr_printer import EVM_CALL
from yulopt.syntax.literals import decode_string

ARROW: Final = "->"
_INTEGER: Final = re.compile(r"-?(?:0x[0-9a-fA-F]+|[0-9]+)", re.ASCII)
_STRING: Final = re.compile(r'"(?:[^"\\]|\\x[0-9a-fA-F]{2}|\\[^xu])*"')
_TOKEN: Final = re.compile(rf"[#;].*|{_STRING.pattern}|[^\s#;]+")
_CALL: Final = "call"
_MOST_DIGITS: Final = 1000
# Instructions that are short for others, with how many operands they take at least and at most.
_SHORT: Final = {MOVE: (1, 1), "-": (1, 2), "!": (1, 1), "!=": (2, 2)}


class Token:
    """A word of a line, and where it is."""

    __slots__ = ("offset", "text")

    def __init__(self, text: str, offset: int) -> None:
        self.text = text
        self.offset = offset

    @property
    def is_integer(self) -> bool:
        """Whether it is a constant."""
        return _INTEGER.fullmatch(self.text) is not None


def tokens_of(line: str, offset: int) -> list[Token]:
    """The words of a line that starts at an offset."""
    found: list[Token] = []
    for match in _TOKEN.finditer(line):
        if match[0][0] in "#;":
            break
        found.append(Token(match[0], offset + match.start()))
    return found


def split_at_arrow(tokens: list[Token]) -> tuple[list[Token], Token | None, list[Token]]:
    """What is before the first arrow, the arrow, and what is after it."""
    for index, token in enumerate(tokens):
        if token.text == ARROW:
            return tokens[:index], token, tokens[index + 1 :]
    return tokens, None, []


class LineReader:
    """Reads lines of one function. `functions` can be called, by their variables."""

    def __init__(
        self,
        source: Source,
        language: Language,
        graph: ControlFlowGraph,
        functions: Mapping[str, ControlFlowGraph],
    ) -> None:
        self._source = source
        self._language = language
        self._graph = graph
        self._functions = functions

    def _error(self, token: Token, message: str) -> YulSyntaxError:
        return self._source.syntax_error(token.offset, message)

    def names(self, tokens: list[Token]) -> list[str]:
        """The names that these words are."""
        for token in tokens:
            if token.is_integer or token.text == ARROW or token.text.startswith('"'):
                raise self._error(token, f"expected a name, not '{token.text}'")
        return [token.text for token in tokens]

    def operand(self, token: Token) -> str | int:
        """The variable or word that this is."""
        if not token.is_integer:
            return self.names([token])[0]
        if len(token.text) > _MOST_DIGITS:
            raise self._error(token, f"a number of more than {_MOST_DIGITS} digits")
        return self._language.word(int(token.text, 16 if "x" in token.text else 10))

    def instructions(self, tokens: list[Token]) -> list[Instruction]:
        """The instructions of a line: one, or what it is short for."""
        before_arrow, arrow, after_arrow = split_at_arrow(tokens[1:])
        head = tokens[0]
        operands = self._operands(head, before_arrow)
        results = self.names(after_arrow)
        expected = self._result_count(head, operands)
        if len(results) != expected:
            raise self._error(
                arrow or head, f"'{head.text}' gives {expected} results, not {len(results)}"
            )
        if head.text == "-" and len(operands) == 1:
            return [Instruction("*", [-1, operands[0]], results)]
        if head.text == "-":
            negative = self._graph.made_variable("negative")
            return [
                Instruction("*", [-1, operands[1]], [negative]),
                Instruction("+", [operands[0], negative], results),
            ]
        if head.text == "!":
            return [Instruction("=", [operands[0], 0], results)]
        if head.text == "!=":
            equal = self._graph.made_variable("equal")
            return [
                Instruction("=", operands, [equal]),
                Instruction("=", [equal, 0], results),
            ]
        name = CALL if head.text == _CALL else _builtin(head.text)
        return [Instruction(name, operands, results)]

    def _operands(self, head: Token, tokens: list[Token]) -> list[Operand]:
        """The operands of an instruction; the one that is called is the variable of a function."""
        signature = self._language.signature(_builtin(head.text))
        texts = frozenset[int]() if signature is None else signature.texts
        found: list[Operand] = []
        for index, token in enumerate(tokens):
            if index in texts:
                if _STRING.fullmatch(token.text) is None:
                    raise self._error(token, "expected a string in double quotes")
                found.append(Literal(decode_string(token.text)))
            else:
                found.append(self.operand(token))
        if head.text == _CALL and found and isinstance(found[0], str):
            found[0] = function_variable(found[0])
        return found

    def _result_count(self, head: Token, operands: list[Operand]) -> int:
        """How many results there must be; the number of operands is checked."""
        name, count = head.text, len(operands)
        if name == USE:
            return 1
        if name == _CALL:
            return self._called(head, operands).outputs
        if name in self._language.synonyms:
            name = self._language.synonyms[name][0]
        signature = self._language.signature(_builtin(name))
        if name in _SHORT:
            least, most = _SHORT[name]
        elif signature is not None:
            least = most = signature.operands
        else:
            raise self._error(head, f"there is no instruction '{name}'")
        if not least <= count <= most:
            raise self._error(
                head,
                f"'{head.text}' takes {' or '.join(map(str, range(least, most + 1)))}"
                f" operands, not {count}",
            )
        return 1 if signature is None else signature.outputs

    def _called(self, head: Token, operands: list[Operand]) -> ControlFlowGraph:
        name = operands[0] if operands else None
        function = self._functions.get(name) if isinstance(name, str) else None
        if function is None:
            raise self._error(head, "'call' takes the name of a function above, and its arguments")
        if len(operands) - 1 != len(function.parameters):
            raise self._error(
                head,
                f"'{function.name}' takes {len(function.parameters)} arguments,"
                f" not {len(operands) - 1}",
            )
        return function


def _builtin(name: str) -> str:
    """The operator that an instruction is called like."""
    return "call" if name == EVM_CALL else name
