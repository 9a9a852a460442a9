"""LLVM as an oracle, through llvmlite: parse and verify, count phis, execute."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Sequence

import pytest

pytest.importorskip("llvmlite", reason="LLVM is asked through llvmlite, which is not installed")

from llvmlite import binding

binding.initialize_native_target()
binding.initialize_native_asmprinter()

_DEFINITION = re.compile(r'^define .*?@("[^"]*"|[^ (]+)\(.*?\n}', re.MULTILINE | re.DOTALL)
_WORD_BYTES = 32


def _target_machine() -> binding.TargetMachine:
    return binding.Target.from_default_triple().create_target_machine()


def verified(text: str) -> binding.ModuleRef:
    """The LLVM module of a text; raises if LLVM does not accept it."""
    module = binding.parse_assembly(text)
    module.verify()
    return module


def phi_counts(text: str) -> dict[str, int]:
    """The number of phis of each function after LLVM has promoted what it can."""
    module = verified(text)
    builder = binding.create_pass_builder(_target_machine(), binding.PipelineTuningOptions())
    manager = binding.create_new_module_pass_manager()
    manager.add_sroa_pass()
    manager.run(module, builder)
    return {
        found[1].strip('"'): found[0].count(" = phi ")
        for found in _DEFINITION.finditer(str(module))
    }


class Compiled:
    """The pure functions of a module (printed with `entries`), compiled to machine code."""

    def __init__(self, text: str) -> None:
        module = verified(text)
        module.triple = binding.get_default_triple()
        self._engine = binding.create_mcjit_compiler(module, _target_machine())
        self._engine.finalize_object()

    def call(self, name: str, arguments: Sequence[int], results: int) -> list[int]:
        """The results of a function."""
        address = self._engine.get_function_address(f"{name}.entry")
        assert address
        call = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)(address)
        given = b"".join(one.to_bytes(_WORD_BYTES, "little") for one in arguments)
        source = ctypes.create_string_buffer(given, max(1, len(given)))
        target = ctypes.create_string_buffer(max(1, results * _WORD_BYTES))
        call(target, source)
        return [
            int.from_bytes(target.raw[index * _WORD_BYTES :][:_WORD_BYTES], "little")
            for index in range(results)
        ]
