"""The interpreter: executes Yul by the rules of the language, on the EVM state of `yulopt.evm`.

`yulopt.interpreter.run.run` runs a program from its text; `yulopt.interpreter.machine` compiles and
executes syntax trees.
"""
