"""SSA modules from their text form.

The grammar is in `ssa.lark`. Lark makes a parse tree; `_ModuleReader` finds the functions in it,
and `_FunctionReader` makes their blocks and instructions, which may name values and blocks that
come later. What is checked here is what the data structure cannot express: names without a
definition, and types that the text states twice. All other rules belong to the verifier.

Source: chapter 08, section 1.3 of the specification.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Sequence
from importlib import resources
from typing import Final

import lark

from yulopt.dialect import DEFAULT_EVM_VERSION, Builtin, Dialect, dialect_for
from yulopt.errors import Source, YulError
from yulopt.literals import WORD_MASK, decode_string, hex_string_content
from yulopt.ssa.instructions import (
    Alloca,
    Array,
    ArrayGet,
    ArraySet,
    Branch,
    BuiltinCall,
    Call,
    Copy,
    End,
    Jump,
    Load,
    ParallelCopy,
    Return,
    Store,
    Switch,
    Unreachable,
)
from yulopt.ssa.ir import (
    Block,
    Constant,
    Declaration,
    Function,
    Instruction,
    Module,
    NamedValue,
    Parameter,
    Phi,
    Terminator,
    Text,
    Value,
    Variable,
    Zero,
)
from yulopt.ssa.syntax_messages import illegal_token_message, unexpected_token_message
from yulopt.ssa.types import WORD, ArrayType, Type, array_of, reference_to

_DIGITS_AT_ONCE: Final = 1000
# The instructions with exactly one result, apart from calls.
_KINDS_WITH_RESULT: Final = frozenset("alloca load array array_get array_set phi copy".split())

Tree = lark.Tree[lark.Token]
Node = Tree | lark.Token | None


def parse_module(text: str, *, filename: str = "<input>", dialect: Dialect | None = None) -> Module:
    """The module that a text describes; it is not verified.

    `filename` is used in errors only; `dialect` says which builtins exist, None is that of the
    default EVM version. Raises `YulError` with the place of what is wrong.
    """
    return parse_module_source(Source(text, filename), dialect)


def parse_module_source(source: Source, dialect: Dialect | None = None) -> Module:
    """The same from a source with its name."""
    try:
        tree = _grammar().parse(source.text)
    except lark.exceptions.UnexpectedToken as error:
        at_end = error.token.type == "$END"
        offset = len(source.text) if at_end else error.token.start_pos or 0
        message = unexpected_token_message(error.token.type, str(error.token), error.accepts or ())
        raise source.syntax_error(offset, message) from None
    except lark.exceptions.UnexpectedCharacters as error:
        offset = error.pos_in_stream or 0
        raise source.syntax_error(offset, illegal_token_message(source.text, offset)) from None
    return _ModuleReader(source, dialect or dialect_for(DEFAULT_EVM_VERSION)).read(tree)


@functools.cache
def _grammar() -> lark.Lark:
    text = resources.files("yulopt.ssa").joinpath("ssa.lark").read_text("utf-8")
    return lark.Lark(text, parser="lalr", lexer="contextual", maybe_placeholders=True)


class _ModuleReader:
    def __init__(self, source: Source, dialect: Dialect) -> None:
        self._source = source
        self._dialect = dialect
        self._module = Module(dialect)

    def read(self, tree: Tree) -> Module:
        bodies: list[tuple[Function, Tree]] = []
        for part in tree.children:
            assert isinstance(part, lark.Tree)
            token = part.children[0]
            assert isinstance(token, lark.Token)
            name = token[1:]
            if self._module.signature(name) is not None:
                raise self._source.validation_error(
                    _offset(token), f"there is already a function {token}"
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
            [_type(node) for node in _children(parameters)],
            [_type(node) for node in _children(results)],
            _offset(token),
        )

    def _head(self, name: str, part: Tree) -> Function:
        token, parameters, results, flags = part.children[:4]
        named = [_children(node) for node in _children(parameters)]
        returned = [_children(node) for node in _children(results)]
        names = [str(name)[1:] for name, _ in returned if name is not None]
        if names and len(names) < len(returned):
            raise self._source.validation_error(
                _offset(token), f"either all results of {token} have a name, or none"
            )
        function = Function(
            name,
            [Parameter(_type(type), str(name)[1:]) for name, type in named],
            [_type(type) for _, type in returned],
            names,
            _offset(token),
        )
        for flag in _tokens(flags):
            function.post_ssa |= flag.type == "POST_SSA"
            function.reducible |= flag.type == "REDUCIBLE"
        return function


class _FunctionReader:
    def __init__(
        self, source: Source, dialect: Dialect, module: Module, function: Function
    ) -> None:
        self._source = source
        self._dialect = dialect
        self._module = module
        self._function = function
        self._blocks: dict[str, Block] = {}
        self._values: dict[str, NamedValue] = {}
        # Stand-ins for values that are defined further below, and where they are first used.
        self._awaited: dict[str, tuple[NamedValue, int]] = {}
        # Stores, the types that the text states for their values, and where.
        self._stores: list[tuple[Store, Type, int]] = []

    def read(self, part: Tree) -> None:
        _, parameters, _, _, *blocks = part.children
        for parameter, node in zip(self._function.parameters, _children(parameters), strict=True):
            self._define(parameter, _offset(_children(node)[0]))
        trees = [block for block in blocks if isinstance(block, lark.Tree)]
        if self._function.post_ssa:
            self._make_variables(trees)
        for tree in trees:
            label = _tokens(tree)[0]
            name = label[:-1]
            if name in self._blocks:
                raise self._error(label, f"there is already a block {name}")
            block = self._blocks[name] = Block(name, _offset(label))
            self._function.blocks.append(block)
        for block, tree in zip(self._function.blocks, trees, strict=True):
            self._read_block(block, tree)
        for name, (awaited, position) in self._awaited.items():
            value = self._values.get(name)
            if value is None:
                raise self._source.validation_error(position, f"there is no value %{name}")
            awaited.replace_all_uses(value)
        for store, type, position in self._stores:
            if store.value.type is not type:
                raise self._source.validation_error(
                    position, f"this value has type {store.value.type}, not {type}"
                )

    def _make_variables(self, blocks: list[Tree]) -> None:
        """Find the names that are assigned several times."""
        counts: Counter[str] = Counter()
        for block in blocks:
            for node in block.children[1:]:
                counts.update(_result_names(node))
        for name, count in counts.items():
            if count > 1:
                self._values[name] = Variable(WORD, name)

    def _read_block(self, block: Block, tree: Tree) -> None:
        for node in tree.children[1:]:
            assert isinstance(node, lark.Tree)
            first = _first_token(node)
            if block.terminator is not None:
                raise self._error(first, "an instruction cannot stand after the end of its block")
            instruction = self._instruction(node)
            instruction.position = _offset(first)
            for index, value in enumerate(instruction.results):
                instruction.results[index] = self._define(value, instruction.position)
            if isinstance(instruction, Phi):
                if block.instructions:
                    raise self._error(first, "a phi must stand at the head of its block")
                block.add_phi(instruction)
            elif isinstance(instruction, Terminator):
                block.terminate(instruction)
            else:
                block.append(instruction)
        if block.terminator is None:
            raise self._source.validation_error(
                block.position, f"block {block.label} does not end in a terminator"
            )

    # Names

    def _define(self, value: NamedValue, position: int) -> NamedValue:
        """Enter a value under its name; a variable that is assigned once more stays the same."""
        known = self._values.get(value.name)
        if known is None:
            self._values[value.name] = value
            return value
        if not isinstance(known, Variable) or isinstance(value, Parameter):
            raise self._source.validation_error(position, f"there is already a value %{value.name}")
        known.type = value.type
        return known

    def _named(self, token: lark.Token) -> NamedValue:
        name = token[1:]
        value = self._values.get(name)
        if value is not None:
            return value
        if name not in self._awaited:
            self._awaited[name] = NamedValue(WORD, name), _offset(token)
        return self._awaited[name][0]

    def _target(self, node: Node) -> Block:
        assert isinstance(node, lark.Token)
        block = self._blocks.get(node[1:])
        if block is None:
            raise self._error(node, f"there is no block {node[1:]}")
        return block

    def _builtin(self, token: Node) -> Builtin:
        assert isinstance(token, lark.Token)
        builtin = self._dialect.builtin(token)
        if builtin is None:
            raise self._error(
                token,
                f"there is no instruction or builtin function '{token}'"
                f" (EVM version {self._dialect.version.text})",
            )
        return builtin

    def _callee(self, token: Node) -> tuple[list[Type], list[Type]]:
        assert isinstance(token, lark.Token)
        signature = self._module.signature(token[1:])
        if signature is None:
            raise self._error(
                token, f"there is no function {token}; one from elsewhere needs a 'declare'"
            )
        return signature

    # Instructions

    def _instruction(self, node: Tree) -> Instruction:
        if node.data == "parallel_copy":
            return self._parallel_copy(node)
        operation = node.children[1]
        assert isinstance(operation, lark.Tree)
        names = list(_result_names(node))
        count = self._result_count(operation)
        if len(names) != count:
            raise self._error(
                _first_token(node), f"expected {_count(count)} on the left but found {len(names)}"
            )
        return self._operation(operation, names)

    def _result_count(self, operation: Tree) -> int:
        if operation.data == "builtin_call":
            return self._builtin(operation.children[0]).returns
        if operation.data == "call":
            return len(self._callee(operation.children[1])[1])
        return 1 if operation.data in _KINDS_WITH_RESULT else 0

    def _operation(self, node: Tree, names: list[str]) -> Instruction:
        kind = str(node.data)
        keyword, *parts = node.children
        if kind == "builtin_call":
            return BuiltinCall(self._builtin(keyword), self._operands(parts[0]), names)
        if kind == "load":
            return Load(_type(parts[0]), self._operand(parts[1]), names[0])
        if kind == "store":
            return self._store(parts)
        if kind == "phi":
            return self._phi(parts, names[0])
        if kind == "call":
            callee = parts[0]
            assert isinstance(callee, lark.Token)
            return Call(callee[1:], self._operands(parts[1]), self._callee(callee)[1], names)
        if kind == "alloca":
            flags = {token.type for token in _tokens(parts[0])}
            return Alloca(
                _type(parts[1]),
                names[0],
                is_parameter="PARAMETER" in flags,
                volatile="VOLATILE" in flags,
            )
        if kind == "copy":
            type, source = self._copied(parts[0])
            return Copy(NamedValue(type, names[0]), source)
        if kind in ("array", "array_get", "array_set"):
            return self._array_operation(kind, parts, names[0])
        return self._terminator(kind, parts)

    def _terminator(self, kind: str, parts: Sequence[Node]) -> Terminator:
        if kind == "jump":
            return Jump(self._target(parts[0]))
        if kind == "branch":
            condition, then, otherwise = parts
            return Branch(self._operand(condition), self._target(then), self._target(otherwise))
        if kind == "switch":
            selector, default, cases = parts
            pairs = [_children(case) for case in _children(cases)]
            return Switch(
                self._operand(selector),
                self._target(default),
                [(_number(value), self._target(target)) for value, target in pairs],
            )
        if kind == "return":
            return Return(self._operands(parts[0]))
        if kind == "end":
            return End(self._builtin(parts[0]), self._operands(parts[1]))
        assert kind == "unreachable"
        return Unreachable()

    def _store(self, parts: Sequence[Node]) -> Store:
        type, value, reference = parts
        store = Store(self._operand(value), self._operand(reference))
        self._stores.append((store, _type(type), _offset(_first_token(value))))
        return store

    def _parallel_copy(self, node: Tree) -> ParallelCopy:
        targets, keyword, *copied = node.children
        names = [str(token)[1:] for token in _tokens(targets)]
        sources = [self._copied(item) for item in copied]
        if len(names) != len(sources):
            raise self._error(
                keyword, f"there are {len(names)} targets, but {len(sources)} sources"
            )
        values = [NamedValue(type, name) for name, (type, _) in zip(names, sources, strict=True)]
        return ParallelCopy(values, [source for _, source in sources])

    def _copied(self, node: Node) -> tuple[Type, Value]:
        type, operand = _children(node)
        return WORD if type is None else _type(type), self._operand(operand)

    def _phi(self, parts: Sequence[Node], name: str) -> Phi:
        phi = Phi(_type(parts[0]), name)
        for part in parts[1:]:
            operand, label = _children(part)
            block = self._target(label)
            if phi.has_incoming(block):
                raise self._error(label, f"there are two operands for block {block.label}")
            phi.add_incoming(block, self._operand(operand))
        return phi

    def _array_operation(self, kind: str, parts: Sequence[Node], name: str) -> Instruction:
        type = _type(parts[0])
        if kind == "array_get":
            return ArrayGet(type, self._operand(parts[1]), self._operand(parts[2]), name)
        if kind == "array_set":
            array, index, element = parts[1:]
            return ArraySet(
                type, self._operand(array), self._operand(index), self._operand(element), name
            )
        operands = self._operands(parts[1])
        if not isinstance(type, ArrayType):
            raise self._error(_first_token(parts[0]), f"{type} is not the type of an array")
        return Array(type, operands, name)

    # Operands

    def _operands(self, node: Node) -> list[Value]:
        return [self._operand(operand) for operand in _children(node)]

    def _operand(self, node: Node) -> Value:
        assert isinstance(node, lark.Tree)
        if node.data == "zero":
            return Zero(_type(node.children[0]))
        token = _tokens(node)[0]
        if node.data == "value":
            return self._named(token)
        if node.data == "number":
            return Constant(_number(token))
        if node.data == "string":
            text = str(token)
            return Text(hex_string_content(text) if text[0] == "h" else decode_string(text))
        return Constant(1 if node.data == "true" else 0)

    def _error(self, node: Node, message: str) -> YulError:
        return self._source.validation_error(_offset(node), message)


# The parse tree


def _children(node: Node) -> list[Node]:
    """The parts of a node; an optional part that is missing has none."""
    return list(node.children) if isinstance(node, lark.Tree) else []


def _tokens(node: Node) -> list[lark.Token]:
    return [part for part in _children(node) if isinstance(part, lark.Token)]


def _first_token(node: Node) -> lark.Token:
    while isinstance(node, lark.Tree):
        node = next(part for part in node.children if part is not None)
    assert node is not None
    return node


def _offset(node: Node) -> int:
    token = _first_token(node)
    assert token.start_pos is not None
    return token.start_pos


def _result_names(node: Node) -> list[str]:
    """The names on the left side of an instruction."""
    if isinstance(node, lark.Tree) and node.data == "parallel_copy":
        return [token[1:] for token in _tokens(node.children[0])]
    first = _children(node)[0]
    if not isinstance(first, lark.Token):
        return []
    return [name.strip()[1:] for name in first[:-1].split(",")]


def _type(node: Node) -> Type:
    """The type a node stands for; without recursion, since types may be nested deeply."""
    lengths: list[int | None] = []
    assert isinstance(node, lark.Tree)
    while node.data != "word":
        if node.data == "array_type":
            lengths.append(_number(node.children[0]))
        else:
            lengths.append(None)
        inner = node.children[-1]
        assert isinstance(inner, lark.Tree)
        node = inner
    type: Type = WORD
    for length in reversed(lengths):
        type = reference_to(type) if length is None else array_of(length, type)
    return type


def _number(node: Node) -> int:
    """The value of a number, modulo 2**256."""
    assert isinstance(node, lark.Token)
    digits = node.removeprefix("-")
    if digits.startswith("0x"):
        value = int(digits, 16)
    else:
        value = 0
        # In pieces, since Python refuses to convert very long decimal numbers at once.
        for start in range(0, len(digits), _DIGITS_AT_ONCE):
            piece = digits[start : start + _DIGITS_AT_ONCE]
            value = (value * 10 ** len(piece) + int(piece)) & WORD_MASK
    return (-value if node.startswith("-") else value) & WORD_MASK


def _count(results: int) -> str:
    return "no results" if results == 0 else f"{results} result{'' if results == 1 else 's'}"
