"""The exclusions and assumptions of proofs, as listed in certificates.

docs/explanation/proofs.md explains each.
"""

from __future__ import annotations

from typing import Final

EXCLUDED: Final = (
    "executions that run out of gas, of stack, or of memory that any gas can pay for",
    "static calls: any write ends them, even one without effect, such as sstore(0, sload(0))",
    "code generation, unless there are proofs about bytes; and between steps, the results of "
    "datasize, dataoffset, codesize and codecopy",
)
ASSUMED: Final = (
    "keccak256 has no collisions among byte strings of the same length",
    "hashes of different byte strings are at least 2**32 apart, and as far from all numbers below "
    "2**64, as Solidity's storage layout assumes",
    "no memory access wraps around the end of the address space, and words that are read or "
    "written lie below 2**64",
    "calldatasize, codesize, extcodesize, returndatasize, msize, datasize and dataoffset are below "
    "2**64, and so are gas, gaslimit, number and timestamp",
    "address, caller, origin, coinbase, and addresses of libraries and new contracts have 160 bits",
    "memory expansion is observable only by msize",
    "memoryguard yields its argument; or more, if a step raises it to move variables to memory, "
    "since the program promises to access nothing in between",
)
