"""From an optimised object tree to EVM code: symbolic assembly with labels, then bytes."""

from yulopt.assembly.assembler import assemble
from yulopt.assembly.bytecode import Bytecode
from yulopt.assembly.compiled import CompiledObject, compile_object
from yulopt.assembly.text import assembly_text
from yulopt.errors import AssemblyError, StackTooDeepError

__all__ = [
    "AssemblyError",
    "Bytecode",
    "CompiledObject",
    "StackTooDeepError",
    "assemble",
    "assembly_text",
    "compile_object",
]
