"""Standing in for solc: a standard-JSON compile in which yulopt does what comes after the IR.

A solc in front does what only it can (it reads Solidity, and gives ABI, metadata and IR); the IR
of each contract is optimised and assembled here, and both answers become one.
"""
