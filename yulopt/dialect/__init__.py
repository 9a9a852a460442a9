"""The EVM dialect: builtins, their properties, and the versions that have them, as data."""

from yulopt.dialect.behaviour import FAULTLESS, SOLC_BEHAVIOUR, SolcBehaviour
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
from yulopt.dialect.dialect import Dialect, dialect_for, introduced_in
from yulopt.dialect.evm_version import (
    DEFAULT_EVM_VERSION,
    EvmVersion,
    evm_version_names,
    parse_evm_version,
)

__all__ = [
    "DEFAULT_EVM_VERSION",
    "FAULTLESS",
    "NONE",
    "READ",
    "SOLC_BEHAVIOUR",
    "WRITE",
    "AddressSpace",
    "Builtin",
    "ControlFlow",
    "Dialect",
    "EvmVersion",
    "LiteralArgument",
    "Operation",
    "SideEffects",
    "SolcBehaviour",
    "Tier",
    "dialect_for",
    "evm_version_names",
    "introduced_in",
    "parse_evm_version",
]
