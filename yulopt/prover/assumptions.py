"""The exclusions and assumptions of proofs, as listed in certificates.

docs/explanation/proofs.md explains each.
"""

from __future__ import annotations

from typing import Final

EXCLUDED: Final = (
    "executions that run out of gas, of stack, or of memory that anybody can pay for",
    "static calls: what writes ends them, even if it changes nothing, as sstore(0, sload(0)) does",
    "code generation, unless there are proofs about bytes; and between steps, what datasize, "
    "dataoffset, codesize and codecopy tell of the code",
)
ASSUMED: Final = (
    "keccak256 has no collisions among bytes of the same number",
    "hashes of different bytes are at least 2**32 apart, and as far from all numbers below 2**64, "
    "as Solidity's layout of storage has it",
    "no access to memory reaches over the end of all addresses, and words that are read or written "
    "lie below 2**64",
    "calldatasize, codesize, extcodesize, returndatasize, msize, datasize and dataoffset are below "
    "2**64, and so are gas, gaslimit, number and timestamp",
    "address, caller, origin, coinbase, and addresses of libraries and new contracts have 160 bits",
    "expanding memory has no effect but on msize",
    "memoryguard gives its argument; or more, where a step raises it to move variables to memory, "
    "since the program promises to touch nothing in between",
)
