"""A drop-in for solc: standard-JSON compilation in which yulopt replaces everything after the IR.

A front-end solc does what only it can (it reads Solidity, and gives ABI, metadata and IR); the IR
of each contract is optimised and assembled here, and both answers become one.
"""
