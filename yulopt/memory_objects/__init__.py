"""Liveness of memory, and proofs that code obeys Solidity's rules of memory."""
