"""Reads control-flow graphs in assembly: one instruction, label or definition in each line.

    function -> x n
    label loop
    * x x -> x
    + n -1 -> n
    switch n done loop
    label done
    return x

`function NAME -> a b` gives a name, by which functions after it can `call` this one. A switch goes
to the target whose number it is given, from 0 on. What is not assigned is 0. Comments start with
`#` or `;`.

Source: chapter 09, section 4 of the specification; the assembly of optir.
"""

from __future__ import annotations

import re
from typing import Final

from yulopt.errors import Source, YulSyntaxError
from yulopt.rvsdg.cfg import Block, ControlFlowGraph, function_variable
from yulopt.rvsdg.cfgasm_lines import LineReader, Token, split_at_arrow, tokens_of
from yulopt.rvsdg.language import Language

_UNKNOWN: Final = -1
_START: Final = re.compile(r"(?:\s|[#;][^\n]*)*+function\b")


def parse_assembly(
    text: str, language: Language, filename: str = "<input>"
) -> list[ControlFlowGraph]:
    """The functions of a text. Raises `YulError` with the place of what is wrong."""
    return parse_assembly_source(Source(text, filename), language)


def parse_assembly_source(source: Source, language: Language) -> list[ControlFlowGraph]:
    """Like `parse_assembly`, for a source that has a name."""
    functions: list[ControlFlowGraph] = []
    reader: _FunctionReader | None = None
    offset = 0
    for line in source.text.splitlines(keepends=True):
        start = offset
        offset += len(line)
        tokens = tokens_of(line, start)
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
    """Reads the lines of one function; blocks may be gone to before their label comes."""

    def __init__(
        self,
        source: Source,
        language: Language,
        tokens: list[Token],
        before: list[ControlFlowGraph],
    ) -> None:
        self._source = source
        known = {function_variable(one.name): one for one in before if one.name}
        self._graph = ControlFlowGraph("", [], _UNKNOWN)
        self._lines = LineReader(source, language, self._graph, known)
        before_arrow, _, after_arrow = split_at_arrow(tokens[1:])
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
        self._first_use: dict[str, Token] = {}

    def _error(self, token: Token, message: str) -> YulSyntaxError:
        return self._source.syntax_error(token.offset, message)

    def finish(self, offset: int) -> ControlFlowGraph:
        """The function, which ends here."""
        for label, token in self._first_use.items():
            if label not in self._defined:
                raise self._error(token, f"there is no label '{label}'")
        if self._current is not None:
            raise self._source.syntax_error(
                max(offset - 1, 0), "the function goes on after its last line: expected a return"
            )
        if self._graph.outputs == _UNKNOWN:
            raise self._source.syntax_error(max(offset - 1, 0), "the function has no return")
        return self._graph

    def line(self, tokens: list[Token]) -> None:
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

    def _label(self, tokens: list[Token]) -> None:
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

    def _return(self, tokens: list[Token]) -> None:
        assert self._current is not None
        outputs = len(tokens) - 1
        if self._graph.outputs not in (_UNKNOWN, outputs):
            raise self._error(
                tokens[0], f"{self._graph.outputs} values are returned before, {outputs} here"
            )
        self._graph.outputs = outputs
        self._current.returned = [self._lines.operand(token) for token in tokens[1:]]
        self._current = None

    def _target(self, token: Token) -> Block:
        self._lines.names([token])
        self._first_use.setdefault(token.text, token)
        if token.text not in self._blocks:
            self._blocks[token.text] = Block(token.text)
        return self._blocks[token.text]
