"""Prints an SSA module as LLVM IR.

Words are `i256`; several results are a struct. Pure builtins are instructions or functions of the
module; all others are calls of host functions `@yul_NAME`, which get their operands and the slot
for the result as pointers (`ptr %result, ptr %first, ...`), since no calling convention says how to
pass an `i256`; a string is passed as a pointer and an `i64` with the number of its bytes. Implicit
zeros here are explicit stores of zero there, so nothing is ever undefined.

Source: LLVM Language Reference Manual; chapter 08, section 9.1 of the specification.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from yulopt.dialect import Builtin, LiteralArgument
from yulopt.errors import YulError
from yulopt.ssa.ir.function import (
    Block,
    Constant,
    Function,
    Instruction,
    Module,
    NamedValue,
    Phi,
    Terminator,
    Text,
    Value,
)
from yulopt.ssa.ir.instructions import (
    Alloca,
    Branch,
    BuiltinCall,
    Call,
    End,
    Jump,
    Load,
    Return,
    Store,
    Switch,
)
from yulopt.ssa.llvm.pure_builtins import DECLARATIONS, FUNCTIONS, INSTRUCTIONS, definition

_PLAIN_NAME: Final = re.compile(r"[A-Za-z_.$-][A-Za-z0-9_.$-]*")
_ENTRY_SUFFIX: Final = ".entry"


def print_llvm(module: Module, *, entries: bool = False) -> str:
    """The text of a module, whose functions must not be in post-SSA form.

    With `entries`, every pure function gets a companion, named `NAME.entry`, which takes pointers
    to its results and to its parameters: arrays of words in the byte order of the machine.
    """
    return _ModulePrinter(module).text(entries)


def pure_functions(module: Module) -> list[Function]:
    """The functions that only compute words from words, and call only such functions."""
    callers: dict[str, list[str]] = {}
    impure: list[str] = []
    for function in module.functions.values():
        for instruction in function.all_instructions():
            if isinstance(instruction, Call):
                callers.setdefault(instruction.callee, []).append(function.name)
                if instruction.callee not in module.functions:
                    impure.append(function.name)
            elif isinstance(instruction, End) or (
                isinstance(instruction, BuiltinCall)
                and instruction.builtin.name not in INSTRUCTIONS
                and instruction.builtin.name not in FUNCTIONS
            ):
                impure.append(function.name)
    found = set(impure)
    while impure:
        for caller in callers.get(impure.pop(), ()):
            if caller not in found:
                found.add(caller)
                impure.append(caller)
    return [function for function in module.functions.values() if function.name not in found]


class _ModulePrinter:
    def __init__(self, module: Module) -> None:
        self.module = module
        # The declarations that functions need, in the order of first use.
        self.pure: dict[str, None] = {}
        self.hosts: dict[str, Builtin] = {}
        self.strings: dict[str, str] = {}

    def text(self, entries: bool) -> str:
        parts = [
            _FunctionPrinter(self, function).text() for function in self.module.functions.values()
        ]
        if entries:
            parts.extend(map(_entry, pure_functions(self.module)))
        head = [
            f"declare {_result_type(one.returns)} {_global(one.name)}"
            f"({', '.join(['i256'] * one.parameters)})"
            for one in self.module.declarations.values()
        ]
        head += [_host_declaration(builtin) for builtin in self.hosts.values()]
        head += [DECLARATIONS[name] for name in self.pure if name in DECLARATIONS]
        for content, name in self.strings.items():
            data = "".join(f"\\{ord(character):02X}" for character in content)
            head.append(f'{name} = private constant [{len(content)} x i8] c"{data}"')
        parts.extend(map(definition, self.pure))
        if head:
            parts.insert(0, "\n".join(head) + "\n")
        return "\n".join(parts)

    def string(self, content: str) -> str:
        """The global constant for a string."""
        return self.strings.setdefault(content, f"@string.{len(self.strings)}")


class _FunctionPrinter:
    def __init__(self, module: _ModulePrinter, function: Function) -> None:
        self._module = module
        self._function = function
        self._lines: list[str] = []
        self._value_names = {parameter.name for parameter in function.parameters}
        for instruction in function.all_instructions():
            self._value_names.update(result.name for result in instruction.results)
        self._counter = 0
        # Words in memory that the function needs besides its cells.
        self._slots: dict[str, None] = {}

    def text(self) -> str:
        """The definition of the function."""
        function = self._function
        if function.post_ssa:
            raise YulError(f"LLVM needs SSA form, but @{function.name} no longer has phis")
        parameters = ", ".join(map(_typed, function.parameters))
        result = _result_type(function.returns)
        name = _global(function.name)
        allocas = [
            f"  {_operand(instruction.result)} = alloca i256"
            for instruction in function.all_instructions()
            if isinstance(instruction, Alloca)
        ]
        for block in function.blocks[1:]:
            self._print_block(block)
        body = self._lines
        self._lines = []
        self._print_block(function.entry)
        label, *entry = self._lines
        slots = [f"  {name} = alloca i256" for name in self._slots]
        lines = [f"define {result} {name}({parameters}) {{", label, *allocas, *slots]
        return "\n".join([*lines, *entry, *body, "}"]) + "\n"

    def _print_block(self, block: Block) -> None:
        self._lines.append(f"{self._label(block)[1:]}:")
        for phi in block.phis:
            self._phi(phi)
        for instruction in block.instructions:
            self._instruction(instruction)
        assert block.terminator is not None
        self._terminator(block.terminator)

    def _label(self, block: Block) -> str:
        """The name of a block; in LLVM, blocks and values share a name space."""
        clashes = block.label in self._value_names
        return f'%"{block.label}!"' if clashes else f"%{_name(block.label)}"

    def _emit(self, line: str) -> None:
        self._lines.append("  " + line)

    def _temporary(self) -> str:
        """A name that no value of the function has."""
        self._counter += 1
        return f'%"!{self._counter}"'

    def _slot(self, name: str) -> str:
        slot = f'%"!{name}"'
        self._slots[slot] = None
        return slot

    # Instructions

    def _phi(self, phi: Phi) -> None:
        incoming = ", ".join(
            f"[ {_operand(value)}, {self._label(block)} ]"
            for value, block in zip(phi.operands, phi.blocks, strict=True)
        )
        self._emit(f"{_operand(phi.result)} = phi i256 {incoming}")

    def _instruction(self, instruction: Instruction) -> None:
        if isinstance(instruction, Alloca):
            self._emit(f"store i256 0, ptr {_operand(instruction.result)}")
        elif isinstance(instruction, Load):
            cell = _operand(instruction.cell)
            self._emit(f"{_operand(instruction.result)} = load i256, ptr {cell}")
        elif isinstance(instruction, Store):
            self._emit(f"store {_typed(instruction.value)}, ptr {_operand(instruction.cell)}")
        elif isinstance(instruction, BuiltinCall):
            self._builtin(instruction)
        else:
            assert isinstance(instruction, Call)
            self._call(instruction)

    def _builtin(self, call: BuiltinCall) -> None:
        name = call.builtin.name
        if name in INSTRUCTIONS:
            arguments = ", ".join(map(_operand, call.operands))
            self._emit(f"{_operand(call.result)} = {INSTRUCTIONS[name]} i256 {arguments}")
        elif name in FUNCTIONS:
            self._module.pure[name] = None
            arguments = ", ".join(map(_typed, call.operands))
            self._emit(f"{_operand(call.result)} = call i256 @yul.{name}({arguments})")
        else:
            self._host_call(call.builtin, call.operands, call.results)

    def _host_call(
        self, builtin: Builtin, operands: list[Value], results: list[NamedValue]
    ) -> None:
        self._module.hosts[builtin.name] = builtin
        arguments: list[str] = []
        if builtin.returns:
            arguments.append(f"ptr {self._slot('result')}")
        for index, operand in enumerate(operands):
            if isinstance(operand, Text):
                arguments.append(f"ptr {self._module.string(operand.content)}")
                arguments.append(f"i64 {len(operand.content)}")
            else:
                slot = self._slot(f"operand{index}")
                self._emit(f"store {_typed(operand)}, ptr {slot}")
                arguments.append(f"ptr {slot}")
        self._emit(f"call void {_global(f'yul_{builtin.name}')}({', '.join(arguments)})")
        for result in results:
            slot = self._slot("result")
            self._emit(f"{_operand(result)} = load i256, ptr {slot}")

    def _call(self, call: Call) -> None:
        type = _result_type(len(call.results))
        arguments = ", ".join(map(_typed, call.operands))
        text = f"call {type} {_global(call.callee)}({arguments})"
        if not call.results:
            self._emit(text)
        elif len(call.results) == 1:
            self._emit(f"{_operand(call.result)} = {text}")
        else:
            whole = self._temporary()
            self._emit(f"{whole} = {text}")
            for index, result in enumerate(call.results):
                part = f"extractvalue {type} {whole}, {index}"
                self._emit(f"{_operand(result)} = {part}")

    # Terminators

    def _terminator(self, terminator: Terminator) -> None:
        if isinstance(terminator, Jump):
            self._emit(f"br label {self._label(terminator.target)}")
        elif isinstance(terminator, Branch):
            bit = self._temporary()
            self._emit(f"{bit} = icmp ne i256 {_operand(terminator.condition)}, 0")
            then, otherwise = self._label(terminator.then), self._label(terminator.otherwise)
            self._emit(f"br i1 {bit}, label {then}, label {otherwise}")
        elif isinstance(terminator, Switch):
            selector, default = _operand(terminator.selector), self._label(terminator.default)
            self._emit(f"switch i256 {selector}, label {default} [")
            for value, target in terminator.cases():
                self._emit(f"  i256 {_number(value)}, label {self._label(target)}")
            self._emit("]")
        elif isinstance(terminator, Return):
            self._return(terminator)
        else:
            if isinstance(terminator, End):
                self._host_call(terminator.builtin, terminator.operands, [])
            self._emit("unreachable")

    def _return(self, terminator: Return) -> None:
        values = terminator.operands
        if len(values) == 1:
            self._emit(f"ret {_typed(values[0])}")
        elif not values:
            self._emit("ret void")
        else:
            type = _result_type(self._function.returns)
            whole = "zeroinitializer"
            for index, value in enumerate(values):
                target = self._temporary()
                self._emit(f"{target} = insertvalue {type} {whole}, {_typed(value)}, {index}")
                whole = target
            self._emit(f"ret {type} {whole}")


def _entry(function: Function) -> str:
    """The function that calls a pure function with words in memory."""
    lines = [
        f"define void {_global(function.name + _ENTRY_SUFFIX)}(ptr %out, ptr %in) {{",
        "entry:",
    ]
    arguments: list[str] = []
    for index in range(len(function.parameters)):
        lines.append(f"  %place{index} = getelementptr i256, ptr %in, i64 {index}")
        lines.append(f"  %argument{index} = load i256, ptr %place{index}, align 1")
        arguments.append(f"i256 %argument{index}")
    type = _result_type(function.returns)
    call = f"call {type} {_global(function.name)}({', '.join(arguments)})"
    count = function.returns
    lines.append(f"  %whole = {call}" if count else f"  {call}")
    for index in range(count):
        part = "%whole"
        if count > 1:
            part = f"%part{index}"
            lines.append(f"  {part} = extractvalue {type} %whole, {index}")
        lines.append(f"  %target{index} = getelementptr i256, ptr %out, i64 {index}")
        lines.append(f"  store i256 {part}, ptr %target{index}, align 1")
    return "\n".join([*lines, "  ret void", "}"]) + "\n"


def _host_declaration(builtin: Builtin) -> str:
    parameters = ["ptr"] if builtin.returns else []
    for index in range(builtin.parameters):
        parameters += _host_parameter(builtin, index)
    ending = "" if builtin.control_flow.can_continue else " noreturn"
    return f"declare void {_global(f'yul_{builtin.name}')}({', '.join(parameters)}){ending}"


def _host_parameter(builtin: Builtin, index: int) -> Iterator[str]:
    kind = builtin.literal_arguments.get(index)
    yield "ptr"
    if kind is LiteralArgument.STRING:
        yield "i64"


# Names, types and operands


def _name(name: str) -> str:
    return name if _PLAIN_NAME.fullmatch(name) else f'"{name}"'


def _global(name: str) -> str:
    return f"@{_name(name)}"


def _result_type(count: int) -> str:
    if count == 0:
        return "void"
    return "i256" if count == 1 else f"{{ {', '.join(['i256'] * count)} }}"


def _number(value: int) -> str:
    """A word as a signed number, which needs no more than 256 bits."""
    return str(value - (1 << 256) if value >> 255 else value)


def _operand(value: Value) -> str:
    if isinstance(value, NamedValue):
        return f"%{_name(value.name)}"
    assert isinstance(value, Constant)
    return _number(value.value)


def _typed(value: Value) -> str:
    return f"i256 {_operand(value)}"
