"""What a program is called with, and the world around it."""

from __future__ import annotations

from typing import Final

import attr

from yulopt.evm.environment import DEFAULT_ORIGIN

CONTRACT: Final = int("a1" * 20, 16)
CALLER: Final = DEFAULT_ORIGIN
BALANCE: Final = 10**18

# How another account may behave when it is called, as bytecode.
BEHAVIOURS: Final = {
    # calldatacopy(0, 0, calldatasize()) return(0, calldatasize())
    "echo": bytes.fromhex("3660008037366000f3"),
    # mstore(0, 1) return(0, 32)
    "true": bytes.fromhex("600160005260206000f3"),
    # mstore(0, caller()) mstore(32, callvalue()) revert(0, 64)
    "revert": bytes.fromhex("336000523460205260406000fd"),
    # pop(call(gas(), caller(), 0, 0, 0, 0, 0))
    # returndatacopy(0, 0, returndatasize()) return(0, returndatasize())
    "call back": bytes.fromhex("600080808080335af1503d6000803e3d6000f3"),
    # The same with the calldata but for its first 4 bytes; or stop(), if there are no more.
    "call back with data": bytes.fromhex(
        "600536106027575b600436036004600037600080600436038180335af1503d6000803e3d6000f35b00"
    ),
}


@attr.s(auto_attribs=True)
class Input:
    """One call, and what there is before it.

    `storage` is that of the contract; `immutables` are the values in its code, `arguments` bytes
    appended to it; `behaviours` are names of `BEHAVIOURS` for other accounts.
    """

    calldata: bytes = b""
    value: int = 0
    caller: int = CALLER
    storage: dict[int, int] = attr.Factory(dict)
    immutables: dict[str, int] = attr.Factory(dict)
    arguments: bytes = b""
    behaviours: dict[int, str] = attr.Factory(dict)

    def __str__(self) -> str:
        parts = [f"calldata 0x{self.calldata.hex()}"]
        if self.value:
            parts.append(f"value {self.value}")
        if self.caller != CALLER:
            parts.append(f"caller {self.caller:#x}")
        if self.storage:
            parts.append(
                "storage "
                + ", ".join(f"{slot:#x}: {word:#x}" for slot, word in self.storage.items())
            )
        if self.immutables:
            parts.append(
                "immutables "
                + ", ".join(f"{name}: {word:#x}" for name, word in self.immutables.items())
            )
        if self.arguments:
            parts.append(f"arguments 0x{self.arguments.hex()}")
        if self.behaviours:
            parts.append(
                "accounts "
                + ", ".join(f"{address:#x}: {kind}" for address, kind in self.behaviours.items())
            )
        return "; ".join(parts)
