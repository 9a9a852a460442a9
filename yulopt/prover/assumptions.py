"""What proofs leave out, and what they assume, as certificates say it.

docs/explanation/proofs.md explains each.
"""

from __future__ import annotations

from typing import Final

EXCLUDED: Final = (
    "executions that run out of gas, of stack, or of memory that anybody can pay for",
    "static calls: what writes ends them, even if it changes nothing, as sstore(0, sload(0)) does",
    "code generation, and what datasize, dataoffset, codesize and codecopy tell of the code",
)
ASSUMED: Final = (
    "keccak256 has no collisions among bytes of the same number",
    "no access to memory reaches over the end of all addresses",
    "calldatasize, codesize, extcodesize, returndatasize and msize are below 2**64",
    "address, caller, origin and coinbase have 160 bits",
    "expanding memory has no effect but on msize",
    "memoryguard gives its argument; or more, where a step raises it to move variables to memory, "
    "since the program promises to touch nothing in between",
)
