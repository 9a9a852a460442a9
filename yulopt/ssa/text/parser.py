"""SSA modules from their text form.

The grammar is in `ssa.lark`. Lark makes a parse tree; here, functions and blocks are found in it,
and `yulopt.ssa.text.instruction_reader` makes the instructions. Only mistakes that the data
structure cannot represent are checked here: names without a definition, and types that the text
states twice. All other rules belong to the verifier.

Source: chapter 08, section 1.3 of the specification.
"""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Collection
from importlib import resources
from typing import Final

import lark

from yulopt.dialect import DEFAULT_EVM_VERSION, Dialect, dialect_for
from yulopt.errors import Source
from yulopt.ssa.ir.function import (
    Block,
    Declaration,
    Function,
    Module,
    Parameter,
    Phi,
    Terminator,
    Variable,
)
from yulopt.ssa.text.instruction_reader import (
    InstructionReader,
    NameScope,
    Node,
    Tree,
    children,
    first_token,
    is_copy,
    offset,
    result_names,
    string_of,
    tokens,
)
from yulopt.syntax import ast
from yulopt.syntax.objects import Data, Object
from yulopt.syntax.printer import quote
from yulopt.syntax.syntax_messages import expected_text


def parse_module(text: str) -> Module:
    """The module that a text describes, with builtins of the default EVM version; it is not
    verified. Raises `YulError` with the position of the mistake."""
    return parse_module_source(Source(text), dialect_for(DEFAULT_EVM_VERSION))


def parse_module_source(source: Source, dialect: Dialect) -> Module:
    """The same from a source with its name, with the builtins of a dialect."""
    parts = _parts(source)
    if _is_object(parts):
        raise source.validation_error(
            offset(parts[0]), "expected functions but found an object, which has its own"
        )
    return _ModuleReader(source, dialect).read(parts)


def parse_objects_source(source: Source, dialect: Dialect) -> list[tuple[Object | None, Module]]:
    """The modules of a text that may be one of objects, each with its object, outer ones first.

    The code of the objects is empty. Raises `YulError` with the position of the mistake.
    """
    parts = _parts(source)
    if not _is_object(parts):
        return [(None, _ModuleReader(source, dialect).read(parts))]
    found: list[tuple[Object | None, Module]] = []
    pending = [(parts[0], Object(string_of(children(parts[0])[0]), ast.Block([])))]
    for node, item in pending:
        functions: list[Tree] = []
        for part in _trees(children(node)):
            if part.data not in ("object", "data"):
                functions.append(part)
                continue
            name = string_of(children(part)[0])
            if any(child.name == name for child in item.children):
                raise source.validation_error(offset(part), f"there is already {quote(name)} here")
            if part.data == "object":
                inner = Object(name, ast.Block([]))
                pending.append((part, inner))
                item.children.append(inner)
            else:
                item.children.append(Data(name, string_of(children(part)[1])))
        found.append((item, _ModuleReader(source, dialect).read(functions)))
    return found


def _parts(source: Source) -> list[Tree]:
    """The functions and declarations in a text, or one object."""
    return _trees(children(_parse_tree(source)))


def _is_object(parts: list[Tree]) -> bool:
    return bool(parts) and parts[0].data == "object"


def _trees(nodes: list[Node]) -> list[Tree]:
    return [node for node in nodes if isinstance(node, lark.Tree)]


def _parse_tree(source: Source) -> Tree:
    try:
        return _grammar().parse(source.text)
    except lark.exceptions.UnexpectedToken as error:
        at_end = error.token.type == "$END"
        offset = len(source.text) if at_end else error.token.start_pos or 0
        message = _unexpected_token_message(error.token.type, str(error.token), error.accepts or ())
        raise source.syntax_error(offset, message) from None
    except lark.exceptions.UnexpectedCharacters as error:
        offset = error.pos_in_stream or 0
        raise source.syntax_error(offset, _illegal_token_message(source.text, offset)) from None


@functools.cache
def _grammar() -> lark.Lark:
    text = resources.files("yulopt.ssa.text").joinpath("ssa.lark").read_text("utf-8")
    return lark.Lark(text, parser="lalr", lexer="contextual")


class _ModuleReader:
    def __init__(self, source: Source, dialect: Dialect) -> None:
        self._source = source
        self._dialect = dialect
        self._module = Module(dialect)

    def read(self, parts: list[Tree]) -> Module:
        bodies: list[tuple[Function, Tree]] = []
        for part in parts:
            token = part.children[0]
            assert isinstance(token, lark.Token)
            name = token[1:]
            if self._module.signature(name) is not None:
                raise self._source.validation_error(
                    offset(token), f"there is already a function {token}"
                )
            if part.data == "declaration":
                self._module.declarations[name] = self._declaration(name, part)
            else:
                function = self._head(name, part)
                self._module.add(function)
                bodies.append((function, part))
        for function, part in bodies:
            _FunctionReader(self._source, self._dialect, self._module, function).read(part)
        return self._module

    def _declaration(self, name: str, part: Tree) -> Declaration:
        token, parameters, results = part.children
        return Declaration(
            name,
            len(children(parameters)),
            len(children(results)),
            offset(token),
        )

    def _head(self, name: str, part: Tree) -> Function:
        token, parameters, results, flags = part.children[:4]
        named = [tokens(node)[0] for node in children(parameters)]
        returned = [tokens(node) for node in children(results)]
        names = [str(parts[0])[1:] for parts in returned if parts]
        if names and len(names) < len(returned):
            raise self._source.validation_error(
                offset(token), f"either all results of {token} have a name, or none"
            )
        function = Function(
            name,
            [Parameter(str(name)[1:]) for name in named],
            len(returned),
            names,
            offset(token),
        )
        for flag in tokens(flags):
            function.post_ssa |= flag.type == "POST_SSA"
            function.reducible |= flag.type == "REDUCIBLE"
        return function


class _FunctionReader:
    def __init__(
        self, source: Source, dialect: Dialect, module: Module, function: Function
    ) -> None:
        self._function = function
        self._scope = NameScope(source, dialect, module)
        self._instructions = InstructionReader(self._scope)

    def read(self, part: Tree) -> None:
        _, parameters, _, _, *blocks = part.children
        for parameter, node in zip(self._function.parameters, children(parameters), strict=True):
            self._scope.define(parameter, offset(children(node)[0]))
        trees = [block for block in blocks if isinstance(block, lark.Tree)]
        if self._function.post_ssa:
            self._make_variables(trees)
        for tree in trees:
            label = tokens(tree)[0]
            name = label[:-1]
            if name in self._scope.blocks:
                raise self._scope.error(label, f"there is already a block {name}")
            block = self._scope.blocks[name] = Block(name, offset(label))
            self._function.blocks.append(block)
        for block, tree in zip(self._function.blocks, trees, strict=True):
            self._read_block(block, tree)
        self._scope.settle()

    def _make_variables(self, blocks: list[Tree]) -> None:
        """Enter the names that are assigned: the targets of copies, and all with several
        definitions."""
        counts: Counter[str] = Counter()
        for block in blocks:
            for node in block.children[1:]:
                counts.update(result_names(node) * (2 if is_copy(node) else 1))
        for name, count in counts.items():
            if count > 1:
                self._scope.values[name] = Variable(name)

    def _read_block(self, block: Block, tree: Tree) -> None:
        for node in tree.children[1:]:
            assert isinstance(node, lark.Tree)
            first = first_token(node)
            if block.terminator is not None:
                raise self._scope.error(
                    first, "an instruction cannot stand after the end of its block"
                )
            instruction = self._instructions.read(node)
            instruction.position = offset(first)
            for index, value in enumerate(instruction.results):
                instruction.results[index] = self._scope.define(value, instruction.position)
            if isinstance(instruction, Phi):
                if block.instructions:
                    raise self._scope.error(first, "a phi must stand at the head of its block")
                block.add_phi(instruction)
            elif isinstance(instruction, Terminator):
                block.terminate(instruction)
            else:
                block.append(instruction)
        if block.terminator is None:
            raise self._scope.source.validation_error(
                block.position, f"block {block.label} does not end in a terminator"
            )


# The names of tokens in messages; see `expected_text`.
_GROUPS: Final = (
    (
        frozenset("NAME ALLOCA LOAD STORE CALL PHI COPY BR SWITCH RET END UNREACHABLE".split()),
        "an instruction",
    ),
    (frozenset("VALUE NUMBER TRUE FALSE STRING HEX_STRING".split()), "an operand"),
)
_TOKENS: Final = {
    "NAME": "the name of a builtin function",
    "VALUE": "a name that starts with '%'",
    "FUNCTION": "a name that starts with '@'",
    "LABEL": "a block label",
    "RESULTS": "results and '='",
    "NUMBER": "a number",
    "STRING": "a string",
    "HEX_STRING": "a hex string",
    "_LBRACE": "'{'",
    "_RBRACE": "'}'",
    "_LBRACKET": "'['",
    "_RBRACKET": "']'",
    "_LPAR": "'('",
    "_RPAR": "')'",
    "_COMMA": "','",
    "_COLON": "':'",
    "_EQUAL": "'='",
    "_ARROW": "'->'",
    "POST_SSA": "'post-ssa'",
    "$END": "the end of the input",
}
_MAX_SHOWN: Final = 40
_WORD: Final = re.compile(r"\w+", re.ASCII)


def _unexpected_token_message(kind: str, token: str, expected: Collection[str]) -> str:
    """The message for a token `token` of terminal `kind` where one of `expected` is valid."""
    found = "the end of the input" if kind == "$END" else ascii(_shorten(token))
    return f"expected {expected_text(expected, _GROUPS, _TOKENS)} but found {found}"


def _illegal_token_message(text: str, offset: int) -> str:
    """The message for text at `offset` that is not a token."""
    if text[offset] == '"':
        return "this string has no end, or an invalid character or escape sequence in it"
    if text[offset] in "%@":
        return f"expected a name directly after '{text[offset]}'"
    word = _WORD.match(text, offset)
    if word is not None:
        kind = "number" if word[0][0].isdigit() else "word"
        return f"unexpected {kind} '{_shorten(word[0])}'"
    return f"illegal character {text[offset]!a}"


def _shorten(token: str) -> str:
    return token if len(token) <= _MAX_SHOWN else token[: _MAX_SHOWN - 3] + "..."
