r"""Parses the text of graphs: S-expressions with let-bindings.

    (?neg (func-1-inputs-1-outputs (* -1 get-0))
    (func-2-inputs-1-outputs (+ get-0 (get-0 (call ?neg get-1)))))

`(?x v e)` means e with v wherever it has `?x`. Literal arguments of builtins are written as strings
in double quotes, with `\xNN` for bytes that are not printable. A `;` starts a comment. The builtin
`call` of the EVM is written `evm-call`, since `call` calls a function.

`parse_expression(print_expression(node))` is the node itself. Neither needs more stack for deep
terms.

Source: chapter 09, section 3 of the specification.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from yulopt.errors import Source, YulError
from yulopt.rvsdg.ir import (
    Call,
    Function,
    Graph,
    Loop,
    Node,
    Projection,
    Recursion,
    Switch,
    Use,
)
from yulopt.rvsdg.language import Language
from yulopt.rvsdg.printer import EVM_CALL
from yulopt.syntax.literals import decode_string

_TOKEN: Final = re.compile(
    r"""(?:\s|;[^\n]*)*+(?:(?P<atom>[()]|"(?:[^"\\\n]|\\x[0-9a-fA-F]{2}|\\[^xu\n])*"|[^\s()";]+)"""
    r"""|(?P<bad>"))?"""
)
_INTEGER: Final = re.compile(r"-?(?:0x[0-9a-fA-F]+|[0-9]+)", re.ASCII)
_VARIABLE: Final = re.compile(r"\?[A-Za-z0-9_]+", re.ASCII)
_MAX_DIGITS: Final = 1000


def parse_expression(text: str, graph: Graph, filename: str = "<input>") -> Node:
    """Parse the text of a node. Raises `YulError` with the position of an error."""
    return parse_source(Source(text, filename), graph)


def parse_source(source: Source, graph: Graph) -> Node:
    """Like `parse_expression`, for a named source."""
    return _Parser(source, graph).parse()


class _Open:
    """An open parenthesis, with its parts so far.

    `variable` is set for a let; `shadowed`: its previous binding, once it is bound.
    """

    def __init__(self, offset: int) -> None:
        self.offset = offset
        self.head = ""
        self.variable = ""
        self.bound = False
        self.shadowed: Node | None = None
        self.operands: list[Node] = []


class _Parser:
    """Reads tokens, with a stack of open parentheses."""

    def __init__(self, source: Source, graph: Graph) -> None:
        self._source = source
        self._graph = graph
        self._bindings: dict[str, Node] = {}
        self._open: list[_Open] = []
        self._result: Node | None = None

    def parse(self) -> Node:
        """Read everything."""
        text = self._source.text
        position = 0
        while True:
            match = _TOKEN.match(text, position)
            assert match is not None
            if match["bad"] is not None:
                raise self._error(
                    match.start("bad"), "this string is not closed in its line, or is malformed"
                )
            if match["atom"] is None:
                break
            self._token(match["atom"], match.start("atom"))
            position = match.end()
        if self._open:
            raise self._error(self._open[-1].offset, "this parenthesis is never closed")
        if self._result is None:
            raise self._error(len(text), "expected an expression, but there is none")
        return self._result

    def _error(self, offset: int, message: str) -> YulError:
        return self._source.syntax_error(offset, message)

    def _token(self, token: str, offset: int) -> None:
        if self._result is not None:
            raise self._error(offset, f"expected the end after the expression, not '{token[:40]}'")
        if token == "(":
            self._start(offset)
        elif token == ")":
            self._close(offset)
        elif self._open and not self._open[-1].head:
            self._head(self._open[-1], token, offset)
        else:
            self._value(self._atom(token, offset), offset)

    def _start(self, offset: int) -> None:
        if self._open and not self._open[-1].head:
            raise self._error(offset, "expected a name after '(', not another '('")
        self._open.append(_Open(offset))

    def _head(self, opened: _Open, token: str, offset: int) -> None:
        opened.head = token
        if token.startswith("?"):
            if _VARIABLE.fullmatch(token) is None:
                raise self._error(offset, f"'{token[:40]}' is not a variable like ?x")
            opened.variable = token
        elif not _is_head(token, self._graph.language):
            raise self._error(offset, f"there is no operator or node '{token[:40]}'")

    def _atom(self, token: str, offset: int) -> Node:
        if _INTEGER.fullmatch(token) is not None:
            if len(token) > _MAX_DIGITS:
                raise self._error(offset, f"a number of more than {_MAX_DIGITS} digits")
            return self._graph.constant(int(token, 16 if "x" in token else 10))
        if token.startswith('"'):
            return self._graph.text(decode_string(token))
        argument = _GET.fullmatch(token)
        if argument is not None:
            return self._graph.argument(int(argument[1]))
        if token.startswith("?"):
            bound = self._bindings.get(token)
            if bound is None:
                raise self._error(offset, f"the variable {token[:40]} is not bound")
            return bound
        raise self._error(
            offset, f"expected a number, get-N, a ?variable or '(', not '{token[:40]}'"
        )

    def _value(self, node: Node, offset: int) -> None:
        """Add an operand to the open parenthesis, or set the result."""
        if not self._open:
            self._result = node
            return
        opened = self._open[-1]
        opened.operands.append(node)
        if opened.variable:
            if len(opened.operands) > 2:
                raise self._error(offset, f"a binding of {opened.variable} ends after two parts")
            if not opened.bound:
                opened.bound = True
                opened.shadowed = self._bindings.get(opened.variable)
                self._bindings[opened.variable] = node

    def _close(self, offset: int) -> None:
        if not self._open:
            raise self._error(offset, "there is no open '(' for this ')'")
        opened = self._open.pop()
        if not opened.head:
            raise self._error(offset, "expected a name after '(', not ')'")
        if not opened.variable:
            node = self._made(opened)
        elif len(opened.operands) < 2:
            raise self._error(
                offset, f"expected the expression in which {opened.variable} is bound"
            )
        else:
            node = opened.operands[1]
            if opened.shadowed is None:
                del self._bindings[opened.variable]
            else:
                self._bindings[opened.variable] = opened.shadowed
        self._value(node, opened.offset)

    def _made(self, opened: _Open) -> Node:
        try:
            return _node(opened.head, opened.operands, self._graph)
        except ValueError as error:
            raise self._error(opened.offset, str(error)) from None


_GET: Final = re.compile(r"get-([0-9]{1,9})", re.ASCII)
_SWITCH: Final = re.compile(r"switch-([0-9]{1,9})-cases-([0-9]{1,9})-outputs", re.ASCII)
_FUNCTION: Final = re.compile(r"func-([0-9]{1,9})-inputs-([0-9]{1,9})-outputs", re.ASCII)
_RECURSION: Final = re.compile(r"rec-([0-9]{1,9})", re.ASCII)


def _is_head(token: str, language: Language) -> bool:
    """Whether the head is a kind of nodes, or the name of an operator."""
    patterns = (_GET, _SWITCH, _FUNCTION, _RECURSION)
    return (
        token in ("use", "loop", "call", EVM_CALL)
        or any(pattern.fullmatch(token) is not None for pattern in patterns)
        or token in language.synonyms
        or language.signature(token) is not None
    )


def _node(head: str, operands: Sequence[Node], graph: Graph) -> Node:
    """The node with a head and operands. Raises ValueError for a wrong number of operands."""
    given = tuple(operands)
    if match := _GET.fullmatch(head):
        _check(len(given) == 1, f"'{head}' takes one operand, but {len(given)} are given")
        return graph.add(Projection(int(match[1]), given[0]))
    if match := _SWITCH.fullmatch(head):
        cases, outputs = int(match[1]), int(match[2])
        _check(cases > 0, "a switch must have at least one case")
        _check(outputs > 0, "a switch must have at least one output")
        least = 1 + cases * outputs
        _check(
            len(given) >= least,
            f"'{head}' takes {least} operands or more, but {len(given)} are given",
        )
        return graph.add(Switch(cases, outputs, given))
    if match := _FUNCTION.fullmatch(head):
        outputs = int(match[2])
        _check(
            len(given) >= outputs,
            f"'{head}' takes {outputs} operands or more, but {len(given)} are given",
        )
        return graph.add(Function(int(match[1]), outputs, given))
    if match := _RECURSION.fullmatch(head):
        count = int(match[1])
        _check(count > 0, "a recursion must have at least one function")
        _check(len(given) == count, f"'{head}' takes {count} operands, but {len(given)} are given")
        return graph.add(Recursion(given))
    if head == "loop":
        _check(
            len(given) % 2 == 1,
            "a loop takes inputs, as many results, and a predicate: an odd number of operands,"
            f" but {len(given)} are given",
        )
        return graph.add(Loop(given))
    if head == "use":
        return graph.add(Use(given))
    if head == "call":
        _check(len(given) > 0, "'call' takes a function")
        return graph.add(Call(given))
    return graph.operator("call" if head == EVM_CALL else head, *given)


def _check(holds: bool, message: str) -> None:
    if not holds:
        raise ValueError(message)
