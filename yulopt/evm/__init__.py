"""The state of the EVM and the semantics of builtins; interpreters execute control flow only.

`yulopt.evm.chain.Chain` holds a world and runs transactions. An interpreter is an
`yulopt.evm.frame.Executable`, which runs in a `Frame` and calls `yulopt.evm.semantics.execute` for
each builtin. `yulopt.evm.outcome.Outcome` describes the effects of a transaction.
"""
