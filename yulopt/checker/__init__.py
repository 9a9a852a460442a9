"""Proofs that the bytes of an object do what its Yul does.

Everything that has to be believed beside the prover of Yul is in this folder: decoding, executing
bytes as terms, and comparing. Nothing of code generation is used, and what code generation says
about its code (`witness`) is not believed: it only says where to look.
"""
