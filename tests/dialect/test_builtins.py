"""The builtins of each EVM version: their effects, accesses and prices."""

from __future__ import annotations

from collections.abc import Callable

from tests.dialect.test_dialect import NEWEST, VERSIONS, builtin
from yulopt.dialect import (
    NONE,
    READ,
    WRITE,
    AddressSpace,
    Builtin,
    ControlFlow,
    LiteralArgument,
    SideEffects,
    Tier,
    dialect_for,
)

# Arguments, results and effects

ADDRESS_FAMILY = (
    "address origin caller callvalue calldatasize codesize gasprice coinbase timestamp number"
    " difficulty prevrandao gaslimit chainid basefee blobbasefee slotnum"
)
PURE = {
    (0, 1): ADDRESS_FAMILY,
    (1, 1): (
        "not iszero calldataload blockhash blobhash clz"
        " linkersymbol memoryguard datasize dataoffset loadimmutable"
    ),
    (2, 1): (
        "add sub mul div sdiv mod smod exp lt gt slt sgt eq and or xor byte shl shr sar signextend"
    ),
    (3, 1): "addmod mulmod",
    (1, 0): "pop",
}


def test_pure_builtins() -> None:
    for (parameters, returns), names in PURE.items():
        for name in names.split():
            found = builtin(name)
            assert (found.parameters, found.returns) == (parameters, returns), name
            assert found.side_effects == SideEffects(), name
            assert found.control_flow == ControlFlow(), name
            assert not found.is_msize, name


# Arguments and results; then T or F for: movable, movable apart from effects, removable, removable
# without msize; then N, R or W for: other state, storage, memory, transient storage; then how it
# may end: (c)ontinue, (t)erminate, (r)evert.
EFFECTS = """
    keccak256       2 1   F T F T   N N R N   c
    mload           1 1   F T F T   N N R N   c
    sload           1 1   F T T T   N R N N   c
    tload           1 1   F T T T   N N N R   c
    balance         1 1   F T T T   R N N N   c
    selfbalance     0 1   F T T T   R N N N   c
    extcodesize     1 1   F T T T   R N N N   c
    extcodehash     1 1   F T T T   R N N N   c
    returndatasize  0 1   F T T T   R N N N   c
    gas             0 1   F F T T   N N N N   c
    msize           0 1   F F T T   N N R N   c
    pc              0 1   F F T T   N N N N   c
    mstore          2 0   F F F F   N N W N   c
    mstore8         2 0   F F F F   N N W N   c
    sstore          2 0   F F F F   N W N N   c
    tstore          2 0   F F F F   N N N W   c
    calldatacopy    3 0   F F F F   N N W N   c
    codecopy        3 0   F F F F   N N W N   c
    datacopy        3 0   F F F F   N N W N   c
    mcopy           3 0   F F F F   N N W N   c
    setimmutable    3 0   F F F F   N N W N   c
    returndatacopy  3 0   F F F F   R N W N   c
    extcodecopy     4 0   F F F F   R N W N   c
    log0            2 0   F F F F   N N R N   c
    log1            3 0   F F F F   N N R N   c
    log2            4 0   F F F F   N N R N   c
    log3            5 0   F F F F   N N R N   c
    log4            6 0   F F F F   N N R N   c
    create          3 1   F F F F   W W R W   c
    create2         4 1   F F F F   W W R W   c
    call            7 1   F F F F   W W W W   c
    callcode        7 1   F F F F   W W W W   c
    delegatecall    6 1   F F F F   W W W W   c
    staticcall      6 1   F F F F   W R W R   c
    stop            0 0   F F F F   N N N N   t
    return          2 0   F F F F   N N R N   t
    selfdestruct    1 0   F F F F   W N N N   t
    revert          2 0   F F F F   N N R N   r
    invalid         0 0   F F F F   N N N N   r
    verbatim_0i_0o  1 0   F F F F   W W W W   ctr
    verbatim_2i_13o 3 13  F F F F   W W W W   ctr
"""


def describe(found: Builtin) -> list[str]:
    effects, flow = found.side_effects, found.control_flow
    flags = (
        effects.movable,
        effects.movable_apart_from_effects,
        effects.removable,
        effects.removable_if_no_msize,
    )
    states = (effects.other_state, effects.storage, effects.memory, effects.transient_storage)
    endings = (flow.can_continue, flow.can_terminate, flow.can_revert)
    return [
        str(found.parameters),
        str(found.returns),
        *("T" if flag else "F" for flag in flags),
        *({NONE: "N", READ: "R", WRITE: "W"}[effect] for effect in states),
        "".join(letter for letter, possible in zip("ctr", endings, strict=True) if possible),
    ]


def test_builtins_with_effects() -> None:
    rows = [line.split() for line in EFFECTS.strip().splitlines()]
    assert [[row[0], *describe(builtin(row[0]))] for row in rows] == rows


def test_every_builtin_is_in_one_of_the_tables() -> None:
    pure = {name for names in PURE.values() for name in names.split()}
    acting = {line.split()[0] for line in EFFECTS.strip().splitlines()}
    assert not pure & acting
    assert set(NEWEST.builtins) - pure - acting == set()


def test_only_verbatim_may_not_terminate() -> None:
    assert [
        name for name, found in NEWEST.builtins.items() if not found.side_effects.cannot_loop
    ] == []
    assert not builtin("verbatim_0i_1o").side_effects.cannot_loop


def test_builtins_that_may_be_msize() -> None:
    assert [name for name, found in NEWEST.builtins.items() if found.is_msize] == ["msize"]
    assert builtin("verbatim_1i_0o").is_msize


def test_a_dialect_has_one_builtin_for_each_verbatim() -> None:
    assert NEWEST.builtin("verbatim_1i_1o") is NEWEST.builtin("verbatim_1i_1o")
    assert NEWEST.builtin("verbatim_1i_1o") is not NEWEST.builtin("verbatim_1i_2o")


# Arguments that must be literals


def test_literal_arguments() -> None:
    string, number = LiteralArgument.STRING, LiteralArgument.NUMBER
    found = {
        name: item.literal_arguments
        for name, item in NEWEST.builtins.items()
        if item.literal_arguments
    }
    assert found == {
        "linkersymbol": {0: string},
        "memoryguard": {0: number},
        "datasize": {0: string},
        "dataoffset": {0: string},
        "loadimmutable": {0: string},
        "setimmutable": {1: string},
    }
    assert builtin("verbatim_1i_0o").literal_arguments == {0: string}


# Accesses: location, R or W, index of the start, index, number (=) or limit (<=) of the length, and
# what is stored (:)

ACCESSES = """
    calldataload   calldata R 0 =32
    sload          storage R 0 =1
    sstore         storage W 0 =1 :1
    tload          transient R 0 =1
    tstore         transient W 0 =1 :1
    mload          memory R 0 =32
    mstore         memory W 0 =32 :1
    mstore8        memory W 0 =1
    keccak256      memory R 0 1
    return         memory R 0 1
    revert         memory R 0 1
    log0           memory R 0 1
    log4           memory R 0 1
    calldatacopy   calldata R 1 2, memory W 0 2
    codecopy       memory W 0 2
    datacopy       memory W 0 2
    returndatacopy memory W 0 2
    extcodecopy    memory W 1 3
    mcopy          memory R 1 2, memory W 0 2
    call           memory R 3 4, storage R, transient R, storage W, transient W, memory W 5 <=6
    callcode       memory R 3 4, storage R, transient R, storage W, transient W, memory W 5 <=6
    delegatecall   memory R 2 3, storage R, transient R, storage W, transient W, memory W 4 <=5
    staticcall     memory R 2 3, storage R, transient R, memory W 4 <=5
    create         memory R 1 2, storage R, storage W, transient R, transient W
    create2        memory R 1 2, storage R, storage W, transient R, transient W
"""
WORDS = {
    AddressSpace.STORAGE: "storage",
    AddressSpace.MEMORY: "memory",
    AddressSpace.TRANSIENT_STORAGE: "transient",
    AddressSpace.CALLDATA: "calldata",
    READ: "R",
    WRITE: "W",
}


def accesses(found: Builtin) -> str:
    parts = []
    for operation in found.operations:
        words = [WORDS[operation.space], WORDS[operation.effect]]
        if operation.start is not None:
            words.append(str(operation.start))
        if operation.length is not None:
            words.append(str(operation.length))
        if operation.fixed_length is not None:
            words.append(f"={operation.fixed_length}")
        if operation.length_limit is not None:
            words.append(f"<={operation.length_limit}")
        if operation.value is not None:
            words.append(f":{operation.value}")
        parts.append(" ".join(words))
    return ", ".join(parts)


def test_accesses() -> None:
    rows = [line.split(maxsplit=1) for line in ACCESSES.strip().splitlines()]
    assert [[name, accesses(builtin(name))] for name, _ in rows] == rows


def test_no_other_builtin_accesses_anything() -> None:
    listed = {line.split()[0] for line in ACCESSES.strip().splitlines()}
    others = set(NEWEST.builtins) - listed - {"log1", "log2", "log3"}
    assert [name for name in others if builtin(name).operations] == []


def test_loads_and_stores_of_a_word() -> None:
    assert {name for name, found in NEWEST.builtins.items() if found.word_access} == set(
        "mload sload tload calldataload mstore mstore8 sstore tstore".split()
    )


# Algebra


def names(holds: Callable[[Builtin], bool]) -> str:
    return " ".join(sorted(name for name, found in NEWEST.builtins.items() if holds(found)))


def test_the_first_two_arguments_can_be_exchanged() -> None:
    assert names(lambda found: found.is_commutative) == "add addmod and eq mul mulmod or xor"
    mirrored = names(lambda found: found.mirrored != "" and not found.is_commutative).split()
    assert {name: builtin(name).mirrored for name in mirrored} == {
        "gt": "lt",
        "lt": "gt",
        "sgt": "slt",
        "slt": "sgt",
    }


def test_results_that_are_zero_or_one() -> None:
    comparisons = "eq gt iszero lt sgt slt"
    calls = "call callcode delegatecall staticcall"
    assert set(names(lambda found: found.is_boolean).split()) == set(
        f"{comparisons} {calls}".split()
    )


def test_pure_instructions_have_no_state_and_one_result() -> None:
    words = {name for (_, returns), names in PURE.items() if returns == 1 for name in names.split()}
    instructions = {name for name in words if builtin(name).is_instruction}
    assert set(names(lambda found: found.is_pure).split()) == instructions - {"difficulty"}


def test_builtins_that_fail_in_static_calls() -> None:
    assert names(lambda found: found.fails_in_static_calls) == (
        "create create2 log0 log1 log2 log3 log4 selfdestruct sstore tstore"
    )


def test_builtins_with_the_path_of_an_object() -> None:
    assert names(lambda found: found.takes_object_path) == "dataoffset datasize"


# Tiers, which distinguish cheap instructions from expensive ones

CHEAPEST = (
    "address origin caller callvalue calldatasize codesize gasprice returndatasize coinbase"
    " timestamp number prevrandao difficulty gaslimit chainid basefee blobbasefee slotnum pop msize"
    " gas pc stop return revert invalid"
)
CHEAP = (
    "add sub not lt gt slt sgt eq iszero and or xor byte shl shr sar calldataload calldatacopy"
    " codecopy returndatacopy mcopy blobhash mload mstore mstore8 mul div sdiv mod smod signextend"
    " selfbalance clz addmod mulmod"
)
EXPENSIVE = (
    "exp keccak256 balance extcodesize extcodecopy extcodehash blockhash sload sstore tload tstore"
    " log0 log1 log2 log3 log4 create create2 call callcode delegatecall staticcall selfdestruct"
)
NO_INSTRUCTION = "datasize dataoffset datacopy memoryguard linkersymbol loadimmutable setimmutable"


def names_with(lowest: Tier, highest: Tier) -> set[str]:
    return {
        name
        for version in VERSIONS
        for name, found in dialect_for(version).builtins.items()
        if found.tier is not None and lowest <= found.tier <= highest
    }


def test_tiers() -> None:
    assert names_with(Tier.ZERO, Tier.BASE) == set(CHEAPEST.split())
    assert names_with(Tier.VERY_LOW, Tier.MID) == set(CHEAP.split())
    assert names_with(Tier.HIGH, Tier.SPECIAL) == set(EXPENSIVE.split())


def test_builtins_without_a_single_instruction() -> None:
    assert [name for name in NO_INSTRUCTION.split() if builtin(name).is_instruction] == []
    assert {name for name, found in NEWEST.builtins.items() if not found.is_instruction} == set(
        NO_INSTRUCTION.split()
    )
    assert not builtin("verbatim_0i_0o").is_instruction


# Combining effects


def test_joined_effects_are_the_worse_of_each() -> None:
    effects = SideEffects()
    effects.add(builtin("sload").side_effects)
    assert effects == builtin("sload").side_effects
    effects.add(builtin("mstore").side_effects)
    assert effects == SideEffects(False, False, False, False, True, NONE, READ, WRITE, NONE)
    effects.add(SideEffects())
    assert effects == SideEffects(False, False, False, False, True, NONE, READ, WRITE, NONE)
    effects.add(SideEffects.worst())
    assert effects == SideEffects.worst()
