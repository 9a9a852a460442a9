"""The EVM dialect: builtins, their properties, and the versions that have them, as data."""

from yulopt.dialect.behaviour import FAULTLESS, SWITCHES, SolcBehaviour, Switch
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
from yulopt.dialect.dialect import Dialect, Prices, chosen_dialect, dialect_for, introduced_in
from yulopt.dialect.evm_version import (
    DEFAULT_EVM_VERSION,
    EvmVersion,
    evm_version_names,
    parse_evm_version,
)
from yulopt.dialect.releases import (
    NEWEST,
    RELEASES,
    SOLC_BEHAVIOUR,
    Release,
    parse_solc_version,
    supported_text,
)

__all__ = [
    "DEFAULT_EVM_VERSION",
    "FAULTLESS",
    "NEWEST",
    "NONE",
    "READ",
    "RELEASES",
    "SOLC_BEHAVIOUR",
    "SWITCHES",
    "WRITE",
    "AddressSpace",
    "Builtin",
    "ControlFlow",
    "Dialect",
    "EvmVersion",
    "LiteralArgument",
    "Operation",
    "Prices",
    "Release",
    "SideEffects",
    "SolcBehaviour",
    "Switch",
    "Tier",
    "chosen_dialect",
    "dialect_for",
    "evm_version_names",
    "introduced_in",
    "parse_evm_version",
    "parse_solc_version",
    "supported_text",
]
