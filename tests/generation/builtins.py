"""The EVM versions and the builtin functions that generated programs may call."""

from __future__ import annotations


def words(text: str) -> list[str]:
    """A table of words."""
    return text.split()


EVM_VERSIONS = words("""
    homestead tangerineWhistle spuriousDragon byzantium constantinople petersburg istanbul berlin
    london paris shanghai cancun prague osaka
""")
SINCE = {
    **dict.fromkeys(words("returndatasize returndatacopy staticcall"), "byzantium"),
    **dict.fromkeys(words("shl shr sar create2 extcodehash"), "constantinople"),
    **dict.fromkeys(words("chainid selfbalance"), "istanbul"),
    **dict.fromkeys(words("blobhash blobbasefee mcopy tload tstore"), "cancun"),
    "basefee": "london",
    "prevrandao": "paris",
    "clz": "osaka",
}
UNTIL = {"difficulty": "paris"}
# Builtins of later EVM versions whose names are free before.
LATER = words("basefee prevrandao blobhash blobbasefee mcopy tload tstore clz")

ARITHMETIC = {
    **dict.fromkeys(words("not iszero clz calldataload"), 1),
    **dict.fromkeys(words("add sub mul div sdiv mod smod lt gt slt sgt eq and or xor"), 2),
    **dict.fromkeys(words("exp byte signextend shl shr sar"), 2),
    **dict.fromkeys(words("addmod mulmod"), 3),
}
COMMUTATIVE = words("add mul and or xor eq")
ENVIRONMENT = words("""
    address origin caller callvalue calldatasize codesize gasprice coinbase timestamp number
    difficulty prevrandao gaslimit chainid basefee blobbasefee selfbalance returndatasize gas
""")


def available(builtin: str, evm_version: str) -> bool:
    """Whether the EVM version has the builtin (names in neither table: always)."""
    order = EVM_VERSIONS.index
    first, end = SINCE.get(builtin, "homestead"), UNTIL.get(builtin)
    return order(first) <= order(evm_version) and (end is None or order(evm_version) < order(end))
