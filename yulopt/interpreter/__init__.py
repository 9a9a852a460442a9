"""The interpreter: executes Yul by the rules of the language, on the EVM state of `yulopt.evm`."""

from yulopt.interpreter.machine import Program, compile_tree

__all__ = ["Program", "compile_tree"]
