"""Reads control-flow graphs in assembly: one instruction, label or definition in each line.

    function -> x n
    label loop
    * x x -> x
    + n -1 -> n
    switch n done loop
    label done
    return x

`function NAME -> a b` gives a name, by which functions after it can `call` this one. A switch goes
to the target with the given number, counted from 0. Unassigned variables are 0. Comments start with
`#` or `;`.

Source: chapter 09, section 4 of the specification; the assembly of optir.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

import attr

from yulopt.errors import Source, YulSyntaxError, count_text
from yulopt.rvsdg.cfg import (
    CALL,
    MOVE,
    USE,
    Block,
    ControlFlowGraph,
    Instruction,
    Literal,
    Operand,
    function_variable,
)
from yulopt.rvsdg.language import Language
from yulopt.rvsdg.printer import EVM_CALL
from yulopt.syntax.literals import decode_string

_UNKNOWN: Final = -1
_START: Final = re.compile(r"(?:\s|[#;][^\n]*)*+function\b")


def parse_assembly(
    text: str, language: Language, filename: str = "<input>"
) -> list[ControlFlowGraph]:
    """The functions of a text. Raises `YulError` with the position of an error."""
    return parse_assembly_source(Source(text, filename), language)


def parse_assembly_source(source: Source, language: Language) -> list[ControlFlowGraph]:
    """Like `parse_assembly`, for a named source."""
    functions: list[ControlFlowGraph] = []
    reader: _FunctionReader | None = None
    offset = 0
    for line in source.text.splitlines(keepends=True):
        start = offset
        offset += len(line)
        tokens = _tokens_of(line, start)
        if not tokens:
            continue
        if tokens[0].text == "function":
            if reader is not None:
                functions.append(reader.finish(start))
            reader = _FunctionReader(source, language, tokens, functions)
        elif reader is None:
            raise source.syntax_error(tokens[0].offset, "expected 'function' before anything else")
        else:
            reader.line(tokens)
    if reader is None:
        raise source.syntax_error(offset, "expected 'function', but there is nothing")
    functions.append(reader.finish(offset))
    return functions


def is_assembly(text: str) -> bool:
    """Whether a text begins like control flow, and not like a graph."""
    return _START.match(text) is not None


class _FunctionReader:
    """Reads the lines of one function; jumps may precede their label."""

    def __init__(
        self,
        source: Source,
        language: Language,
        tokens: list[_Token],
        before: list[ControlFlowGraph],
    ) -> None:
        self._source = source
        known = {function_variable(one.name): one for one in before if one.name}
        self._graph = ControlFlowGraph("", [], _UNKNOWN)
        self._lines = _LineReader(source, language, self._graph, known)
        before_arrow, _, after_arrow = _split_at_arrow(tokens[1:])
        if len(before_arrow) > 1:
            raise self._error(before_arrow[1], "expected '->' before the arguments")
        name = "".join(self._lines.names(before_arrow))
        if function_variable(name) in known:
            raise self._error(before_arrow[0], f"there is a function '{name}' already")
        parameters = self._lines.names(after_arrow)
        if len(set(parameters)) < len(parameters):
            raise self._error(after_arrow[0], "two arguments have the same name")
        self._graph.name, self._graph.parameters = name, parameters
        self._current: Block | None = self._graph.new_block(":entry")
        self._defined: set[str] = set()
        self._blocks: dict[str, Block] = {}
        self._first_use: dict[str, _Token] = {}

    def _error(self, token: _Token, message: str) -> YulSyntaxError:
        return self._source.syntax_error(token.offset, message)

    def finish(self, offset: int) -> ControlFlowGraph:
        """The function, which ends here."""
        for label, token in self._first_use.items():
            if label not in self._defined:
                raise self._error(token, f"there is no label '{label}'")
        if self._current is not None:
            raise self._source.syntax_error(
                max(offset - 1, 0),
                "control runs past the last line of the function: expected a return",
            )
        if self._graph.outputs == _UNKNOWN:
            raise self._source.syntax_error(max(offset - 1, 0), "the function has no return")
        return self._graph

    def line(self, tokens: list[_Token]) -> None:
        """Read one line."""
        head = tokens[0].text
        if head == "label":
            self._label(tokens)
            return
        if self._current is None:
            raise self._error(tokens[0], "nothing comes here: expected a label")
        if head == "goto":
            if len(tokens) != 2:
                raise self._error(tokens[0], f"'goto' takes one label, not {len(tokens) - 1}")
            self._current.go_to(self._target(tokens[1]))
            self._current = None
        elif head == "switch":
            if len(tokens) < 4:
                raise self._error(tokens[0], "'switch' takes a value and at least two labels")
            targets = [self._target(token) for token in tokens[2:]]
            self._current.go_to(*targets, selector=self._lines.operand(tokens[1]))
            self._current = None
        elif head == "return":
            self._return(tokens)
        else:
            self._current.instructions.extend(self._lines.instructions(tokens))

    def _label(self, tokens: list[_Token]) -> None:
        if len(tokens) != 2:
            raise self._error(tokens[0], f"'label' takes one name, not {len(tokens) - 1}")
        name = tokens[1]
        if name.text in self._defined:
            raise self._error(name, f"there is a label '{name.text}' already")
        block = self._target(name)
        self._defined.add(name.text)
        self._graph.blocks.append(block)
        if self._current is not None:
            self._current.go_to(block)
        self._current = block

    def _return(self, tokens: list[_Token]) -> None:
        assert self._current is not None
        outputs = len(tokens) - 1
        if self._graph.outputs not in (_UNKNOWN, outputs):
            before = count_text(self._graph.outputs, "value")
            raise self._error(tokens[0], f"returned before: {before}, here: {outputs}")
        self._graph.outputs = outputs
        self._current.returned = [self._lines.operand(token) for token in tokens[1:]]
        self._current = None

    def _target(self, token: _Token) -> Block:
        self._lines.names([token])
        self._first_use.setdefault(token.text, token)
        if token.text not in self._blocks:
            self._blocks[token.text] = Block(token.text)
        return self._blocks[token.text]


_ARROW: Final = "->"
_INTEGER: Final = re.compile(r"-?(?:0x[0-9a-fA-F]+|[0-9]+)", re.ASCII)
_STRING: Final = re.compile(r'"(?:[^"\\]|\\x[0-9a-fA-F]{2}|\\[^xu])*"')
_TOKEN: Final = re.compile(rf"[#;].*|{_STRING.pattern}|[^\s#;]+")
_CALL: Final = "call"
_MAX_DIGITS: Final = 1000
# Instructions that abbreviate others, with their minimum and maximum number of operands.
_SHORT: Final = {MOVE: (1, 1), "-": (1, 2), "!": (1, 1), "!=": (2, 2)}


class _Token:
    """A word of a line, and its position."""

    def __init__(self, text: str, offset: int) -> None:
        self.text = text
        self.offset = offset

    @property
    def is_integer(self) -> bool:
        """Whether it is a constant."""
        return _INTEGER.fullmatch(self.text) is not None


def _tokens_of(line: str, offset: int) -> list[_Token]:
    """The words of a line that starts at an offset."""
    found: list[_Token] = []
    for match in _TOKEN.finditer(line):
        if match[0][0] in "#;":
            break
        found.append(_Token(match[0], offset + match.start()))
    return found


def _split_at_arrow(tokens: list[_Token]) -> tuple[list[_Token], _Token | None, list[_Token]]:
    """The words before the first arrow, the arrow, and the words after it."""
    for index, token in enumerate(tokens):
        if token.text == _ARROW:
            return tokens[:index], token, tokens[index + 1 :]
    return tokens, None, []


@attr.s(auto_attribs=True, eq=False)
class _LineReader:
    """Reads lines of one function. `functions` can be called, by their variables."""

    _source: Source
    _language: Language
    _graph: ControlFlowGraph
    _functions: Mapping[str, ControlFlowGraph]

    def _error(self, token: _Token, message: str) -> YulSyntaxError:
        return self._source.syntax_error(token.offset, message)

    def names(self, tokens: list[_Token]) -> list[str]:
        """The names that these words are."""
        for token in tokens:
            if token.is_integer or token.text == _ARROW or token.text.startswith('"'):
                raise self._error(token, f"expected a name, not '{token.text}'")
        return [token.text for token in tokens]

    def operand(self, token: _Token) -> str | int:
        """The variable or word that this is."""
        if not token.is_integer:
            return self.names([token])[0]
        if len(token.text) > _MAX_DIGITS:
            raise self._error(token, f"a number of more than {_MAX_DIGITS} digits")
        return self._language.word(int(token.text, 16 if "x" in token.text else 10))

    def instructions(self, tokens: list[_Token]) -> list[Instruction]:
        """The instructions of a line: one, or those it abbreviates."""
        before_arrow, arrow, after_arrow = _split_at_arrow(tokens[1:])
        head = tokens[0]
        operands = self._operands(head, before_arrow)
        results = self.names(after_arrow)
        expected = self._result_count(head, operands)
        if len(results) != expected:
            raise self._error(
                arrow or head,
                f"'{head.text}' gives {count_text(expected, 'result')}, not {len(results)}",
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

    def _operands(self, head: _Token, tokens: list[_Token]) -> list[Operand]:
        """The operands of an instruction; the callee is the variable of a function."""
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

    def _result_count(self, head: _Token, operands: list[Operand]) -> int:
        """The required number of results; checks the number of operands."""
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

    def _called(self, head: _Token, operands: list[Operand]) -> ControlFlowGraph:
        name = operands[0] if operands else None
        function = self._functions.get(name) if isinstance(name, str) else None
        if function is None:
            raise self._error(head, "'call' takes the name of a function above, and its arguments")
        if len(operands) - 1 != len(function.parameters):
            raise self._error(
                head,
                f"'{function.name}' takes {count_text(len(function.parameters), 'argument')},"
                f" not {len(operands) - 1}",
            )
        return function


def _builtin(name: str) -> str:
    """The operator with the name of an instruction."""
    return "call" if name == EVM_CALL else name
