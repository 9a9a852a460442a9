"""Proofs that the bytes of an object are equivalent to its Yul.

The trusted base, apart from the prover of Yul, is in this folder: decoding, symbolic execution of
bytes, and comparison. It does not use code generation, and the information of code generation about
its code (`witness`) is untrusted: it only guides the proof.
"""
