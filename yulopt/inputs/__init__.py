"""Programs in other inputs: solc's output, the files of build systems, Solidity.

Inputs are recognised by content. Plain Yul does not need this package.
"""
