"""Small files as solc and build systems write them, with two contracts and an interface."""

from __future__ import annotations

import json
from typing import Final

from yulopt.persistence.json_values import Json, JsonObject

TOKEN_FILE: Final = "src/Token.sol"
FACTORY_FILE: Final = "src/Factory.sol"
SETTINGS: Final[JsonObject] = {
    "evmVersion": "paris",
    "optimizer": {
        "enabled": True,
        "runs": 7,
        "details": {"yul": True, "yulDetails": {"optimizerSteps": "gf", "stackAllocation": False}},
    },
}
METADATA: Final[JsonObject] = {
    "language": "Solidity",
    "settings": {**SETTINGS, "compilationTarget": {TOKEN_FILE: "Token"}},
}


def ir(name: str, value: int) -> str:
    """IR as solc writes it."""
    return (
        f'\n/// @use-src 0:"src/{name}.sol"\nobject "{name}_1" {{\n    code {{\n'
        f'        /// @src 0:1:2  "contract {name} {{ }}"\n        sstore({value}, callvalue())\n'
        "    }\n}\n\n"
    )


def ir_optimized(name: str) -> str:
    """IR as solc writes it when it has optimised it."""
    return f'object "{name}_1" {{\n    code {{ {{ sstore(9, callvalue()) }} }}\n}}\n'


TOKEN: Final = ir("Token", 1)
FACTORY: Final = ir("Factory", 2)


def answer(**more: Json) -> JsonObject:
    """An answer of solc in standard JSON; `more` are outputs of the contract Token."""
    metadata = json.dumps(METADATA)
    return {
        "contracts": {
            TOKEN_FILE: {
                "IToken": {"ir": "", "irOptimized": "", "metadata": metadata},
                "Token": {"ir": TOKEN, "metadata": metadata, **more},
            },
            FACTORY_FILE: {"Factory": {"ir": FACTORY, "metadata": metadata}},
        },
        "sources": {TOKEN_FILE: {"id": 0}, FACTORY_FILE: {"id": 1}},
    }


def request() -> JsonObject:
    """A request to solc, which is the input of builds."""
    return {
        "language": "Solidity",
        "sources": {
            "A.sol": {"content": "contract A { uint x; function f() external { x = 1; } }"}
        },
        "settings": SETTINGS,
    }


def build_info(format: str = "hh-sol-build-info-1") -> JsonObject:
    """A build-info file of Hardhat 2 or Foundry."""
    return {"_format": format, "id": "1", "input": request(), "output": answer()}


def artefact(**fields: Json) -> JsonObject:
    """An artefact of Foundry."""
    return {
        "abi": [],
        "bytecode": {"object": "0x00"},
        "rawMetadata": json.dumps(METADATA),
        "metadata": METADATA,
        **fields,
    }


SOLC_TEXT: Final = f"""
======= {FACTORY_FILE}:Factory =======
Opcodes:
PUSH1 0x80
IR:
{FACTORY}
Contract JSON ABI
[]

======= {TOKEN_FILE}:IToken =======
IR:


======= {TOKEN_FILE}:Token =======
IR:
{TOKEN}
Optimized IR:
{ir_optimized("Token")}
Developer Documentation
{{
}}
"""
