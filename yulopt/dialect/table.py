"""The EVM builtins as a table, with the versions they belong to.

Source: chapter 01, sections 9.3 to 9.7; chapter 06, section 8 of the specification.
"""

from __future__ import annotations

import re
from typing import Final

from yulopt.dialect.builtins import (
    NONE,
    READ,
    WRITE,
    AddressSpace,
    Builtin,
    ControlFlow,
    LiteralArgument,
    Operation,
    SideEffects,
    Tier,
)
from yulopt.dialect.evm_version import EvmVersion


def _effects(
    *, other: int = NONE, storage: int = NONE, memory: int = NONE, transient: int = NONE
) -> SideEffects:
    """The record of an instruction that acts: neither movable nor removable."""
    return SideEffects(False, False, False, False, True, other, storage, memory, transient)


def _reader(
    *,
    movable_apart_from_effects: bool = True,
    removable: bool = True,
    other: int = NONE,
    storage: int = NONE,
    memory: int = NONE,
    transient: int = NONE,
) -> SideEffects:
    """The record of an instruction that only observes state that may change."""
    return SideEffects(
        False,
        movable_apart_from_effects,
        removable,
        True,
        True,
        other,
        storage,
        memory,
        transient,
    )


def _memory(effect: int, start: int, length: int) -> Operation:
    return Operation(AddressSpace.MEMORY, effect, start, length)


def _load(space: AddressSpace, length: int) -> Operation:
    return Operation(space, READ, 0, fixed_length=length)


def _store(space: AddressSpace, length: int, value: int | None = 1) -> Operation:
    return Operation(space, WRITE, 0, fixed_length=length, value=value)


_READ_STORAGE: Final = Operation(AddressSpace.STORAGE, READ)
_WRITE_STORAGE: Final = Operation(AddressSpace.STORAGE, WRITE)
_READ_TRANSIENT: Final = Operation(AddressSpace.TRANSIENT_STORAGE, READ)
_WRITE_TRANSIENT: Final = Operation(AddressSpace.TRANSIENT_STORAGE, WRITE)


def _call_operations(parameters: int, *, static: bool) -> tuple[Operation, ...]:
    """The accesses of a member of the call family, which writes the returned data, but at most the
    length of the output area."""
    return (
        _memory(READ, parameters - 4, parameters - 3),
        _READ_STORAGE,
        _READ_TRANSIENT,
        *(() if static else (_WRITE_STORAGE, _WRITE_TRANSIENT)),
        Operation(AddressSpace.MEMORY, WRITE, parameters - 2, length_limit=parameters - 1),
    )


_CREATE_OPERATIONS: Final = (
    _memory(READ, 1, 2),
    _READ_STORAGE,
    _WRITE_STORAGE,
    _READ_TRANSIENT,
    _WRITE_TRANSIENT,
)

_STOPS: Final = ControlFlow(can_continue=False, can_terminate=True)
_REVERTS: Final = ControlFlow(can_continue=False, can_revert=True)
_STRING: Final = LiteralArgument.STRING
_NUMBER: Final = LiteralArgument.NUMBER

# Builtins that are equivalent to another one, or themselves, with the first two arguments
# exchanged.
_MIRRORED: Final = {
    **{name: name for name in "add mul and or xor eq addmod mulmod".split()},
    "lt": "gt",
    "gt": "lt",
    "slt": "sgt",
    "sgt": "slt",
}
_COMPARISONS: Final = frozenset("lt gt slt sgt eq iszero".split())

# Instructions without any side effect: (tier, parameters, names); each returns one value.
_PURE: Final = (
    (Tier.BASE, 0, "address origin caller callvalue calldatasize codesize gasprice coinbase"),
    (Tier.BASE, 0, "timestamp number difficulty prevrandao gaslimit chainid basefee blobbasefee"),
    (Tier.BASE, 0, "slotnum"),
    (Tier.VERY_LOW, 1, "not iszero calldataload blobhash"),
    (Tier.LOW, 1, "clz"),
    (Tier.BLOCK_HASH, 1, "blockhash"),
    (Tier.VERY_LOW, 2, "add sub lt gt slt sgt eq and or xor byte shl shr sar"),
    (Tier.LOW, 2, "mul div sdiv mod smod signextend"),
    (Tier.SPECIAL, 2, "exp"),
    (Tier.MID, 3, "addmod mulmod"),
)

_OPERATIONS_OF_PURE: Final = {"calldataload": (_load(AddressSpace.CALLDATA, 32),)}

_HASH_OF_MEMORY: Final = (_memory(READ, 0, 1),)
_COPY_TO_MEMORY: Final = (_memory(WRITE, 0, 2),)
_COPY_OF_CALLDATA: Final = (Operation(AddressSpace.CALLDATA, READ, 1, 2), *_COPY_TO_MEMORY)

_ACTING: Final = (
    Builtin("pop", 1, 0, Tier.BASE),
    Builtin(
        "keccak256",
        2,
        1,
        Tier.SPECIAL,
        _reader(removable=False, memory=READ),
        operations=_HASH_OF_MEMORY,
    ),
    Builtin(
        "mload",
        1,
        1,
        Tier.VERY_LOW,
        _reader(removable=False, memory=READ),
        operations=(_load(AddressSpace.MEMORY, 32),),
    ),
    Builtin(
        "sload",
        1,
        1,
        Tier.SPECIAL,
        _reader(storage=READ),
        operations=(_load(AddressSpace.STORAGE, 1),),
    ),
    Builtin(
        "tload",
        1,
        1,
        Tier.WARM_ACCESS,
        _reader(transient=READ),
        operations=(_load(AddressSpace.TRANSIENT_STORAGE, 1),),
    ),
    Builtin("balance", 1, 1, Tier.SPECIAL, _reader(other=READ)),
    Builtin("selfbalance", 0, 1, Tier.LOW, _reader(other=READ)),
    Builtin("extcodesize", 1, 1, Tier.SPECIAL, _reader(other=READ)),
    Builtin("extcodehash", 1, 1, Tier.SPECIAL, _reader(other=READ)),
    Builtin("returndatasize", 0, 1, Tier.BASE, _reader(other=READ)),
    Builtin("gas", 0, 1, Tier.BASE, _reader(movable_apart_from_effects=False)),
    Builtin(
        "msize",
        0,
        1,
        Tier.BASE,
        _reader(movable_apart_from_effects=False, memory=READ),
        is_msize=True,
    ),
    Builtin("pc", 0, 1, Tier.BASE, _reader(movable_apart_from_effects=False)),
    Builtin(
        "mstore",
        2,
        0,
        Tier.VERY_LOW,
        _effects(memory=WRITE),
        operations=(_store(AddressSpace.MEMORY, 32),),
    ),
    Builtin(
        "mstore8",
        2,
        0,
        Tier.VERY_LOW,
        _effects(memory=WRITE),
        operations=(_store(AddressSpace.MEMORY, 1, value=None),),
    ),
    Builtin(
        "sstore",
        2,
        0,
        Tier.SPECIAL,
        _effects(storage=WRITE),
        operations=(_store(AddressSpace.STORAGE, 1),),
        fails_in_static_calls=True,
    ),
    Builtin(
        "tstore",
        2,
        0,
        Tier.WARM_ACCESS,
        _effects(transient=WRITE),
        operations=(_store(AddressSpace.TRANSIENT_STORAGE, 1),),
        fails_in_static_calls=True,
    ),
    Builtin(
        "calldatacopy", 3, 0, Tier.VERY_LOW, _effects(memory=WRITE), operations=_COPY_OF_CALLDATA
    ),
    Builtin("codecopy", 3, 0, Tier.VERY_LOW, _effects(memory=WRITE), operations=_COPY_TO_MEMORY),
    Builtin(
        "returndatacopy",
        3,
        0,
        Tier.VERY_LOW,
        _effects(other=READ, memory=WRITE),
        operations=_COPY_TO_MEMORY,
    ),
    Builtin(
        "extcodecopy",
        4,
        0,
        Tier.SPECIAL,
        _effects(other=READ, memory=WRITE),
        operations=(_memory(WRITE, 1, 3),),
    ),
    Builtin(
        "mcopy",
        3,
        0,
        Tier.VERY_LOW,
        _effects(memory=WRITE),
        operations=(_memory(READ, 1, 2), _memory(WRITE, 0, 2)),
    ),
    *(
        Builtin(
            f"log{topics}",
            2 + topics,
            0,
            Tier.SPECIAL,
            _effects(memory=READ),
            operations=_HASH_OF_MEMORY,
            fails_in_static_calls=True,
        )
        for topics in range(5)
    ),
    *(
        Builtin(
            name,
            parameters,
            1,
            Tier.SPECIAL,
            _effects(other=WRITE, storage=WRITE, memory=READ, transient=WRITE),
            operations=_CREATE_OPERATIONS,
            fails_in_static_calls=True,
        )
        for name, parameters in (("create", 3), ("create2", 4))
    ),
    *(
        Builtin(
            name,
            parameters,
            1,
            Tier.SPECIAL,
            _effects(other=WRITE, storage=WRITE, memory=WRITE, transient=WRITE),
            operations=_call_operations(parameters, static=False),
            is_boolean=True,
        )
        for name, parameters in (("call", 7), ("callcode", 7), ("delegatecall", 6))
    ),
    Builtin(
        "staticcall",
        6,
        1,
        Tier.SPECIAL,
        _effects(other=WRITE, storage=READ, memory=WRITE, transient=READ),
        operations=_call_operations(6, static=True),
        is_boolean=True,
    ),
    Builtin("stop", 0, 0, Tier.ZERO, _effects(), _STOPS),
    Builtin("return", 2, 0, Tier.ZERO, _effects(memory=READ), _STOPS, _HASH_OF_MEMORY),
    Builtin(
        "selfdestruct",
        1,
        0,
        Tier.SPECIAL,
        _effects(other=WRITE),
        _STOPS,
        fails_in_static_calls=True,
    ),
    Builtin("revert", 2, 0, Tier.ZERO, _effects(memory=READ), _REVERTS, _HASH_OF_MEMORY),
    Builtin("invalid", 0, 0, Tier.ZERO, _effects(), _REVERTS),
)

# Builtins that are not one instruction: access to the object, and the memory guard.
_OBJECT_ACCESS: Final = (
    Builtin("linkersymbol", 1, 1, None, literal_arguments={0: _STRING}),
    Builtin("memoryguard", 1, 1, None, literal_arguments={0: _NUMBER}),
    *(
        Builtin(name, 1, 1, None, literal_arguments={0: _STRING}, takes_object_path=True)
        for name in ("datasize", "dataoffset")
    ),
    Builtin("loadimmutable", 1, 1, None, literal_arguments={0: _STRING}),
    Builtin("setimmutable", 3, 0, None, _effects(memory=WRITE), literal_arguments={1: _STRING}),
    Builtin("datacopy", 3, 0, None, _effects(memory=WRITE), operations=_COPY_TO_MEMORY),
)

BUILTINS: Final = (
    *(
        Builtin(
            name,
            parameters,
            1,
            tier,
            operations=_OPERATIONS_OF_PURE.get(name, ()),
            mirrored=_MIRRORED.get(name, ""),
            is_boolean=name in _COMPARISONS,
        )
        for tier, parameters, names in _PURE
        for name in names.split()
    ),
    *_ACTING,
    *_OBJECT_ACCESS,
)

# The version that introduced a builtin; all others exist in every version.
AVAILABLE_FROM: Final = {
    "returndatasize": EvmVersion.BYZANTIUM,
    "returndatacopy": EvmVersion.BYZANTIUM,
    "staticcall": EvmVersion.BYZANTIUM,
    "shl": EvmVersion.CONSTANTINOPLE,
    "shr": EvmVersion.CONSTANTINOPLE,
    "sar": EvmVersion.CONSTANTINOPLE,
    "create2": EvmVersion.CONSTANTINOPLE,
    "extcodehash": EvmVersion.CONSTANTINOPLE,
    "chainid": EvmVersion.ISTANBUL,
    "selfbalance": EvmVersion.ISTANBUL,
    "basefee": EvmVersion.LONDON,
    "prevrandao": EvmVersion.PARIS,
    "blobhash": EvmVersion.CANCUN,
    "blobbasefee": EvmVersion.CANCUN,
    "mcopy": EvmVersion.CANCUN,
    "tload": EvmVersion.CANCUN,
    "tstore": EvmVersion.CANCUN,
    "clz": EvmVersion.OSAKA,
    "slotnum": EvmVersion.AMSTERDAM,
}
AVAILABLE_BEFORE: Final = {"difficulty": EvmVersion.PARIS}

# Instruction names that programs may declare as long as the version does not have them.
FREE_BEFORE_AVAILABLE: Final = frozenset(
    "basefee prevrandao blobhash blobbasefee mcopy tload tstore clz slotnum".split()
)

# Reserved names that are never builtins: instructions that only the code generator emits.
CODE_GENERATOR_ONLY: Final = (
    "jump",
    "jumpi",
    "jumpdest",
    *(f"push{size}" for size in range(33)),
    *(f"dup{depth}" for depth in range(1, 17)),
    *(f"swap{depth}" for depth in range(1, 17)),
)

# `memoryguard` is a builtin, but solc does not reserve its name.
NOT_RESERVED: Final = frozenset({"memoryguard"})

_VERBATIM: Final = re.compile(r"verbatim_([1-9]?[0-9])i_([1-9]?[0-9])o", re.ASCII)


def verbatim_builtin(name: str) -> Builtin | None:
    """The builtin `verbatim_<n>i_<m>o` with n inputs and m outputs, None for another name."""
    match = _VERBATIM.fullmatch(name)
    if match is None:
        return None
    return Builtin(
        name,
        1 + int(match[1]),
        int(match[2]),
        None,
        SideEffects.worst(),
        ControlFlow(can_continue=True, can_terminate=True, can_revert=True),
        literal_arguments={0: _STRING},
        is_msize=True,
    )
