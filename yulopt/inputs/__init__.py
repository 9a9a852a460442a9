"""Programs in what people have: the texts of solc, the files of build systems, Solidity.

What a text is, its content says. Plain Yul needs nothing of this package.
"""
