"""Reproductions of past faults of solc's optimiser; see its public list of bugs.

Each is a mistake in a module of yulopt, put in place while a program runs through some steps.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from tests.mutation.mutant import Mutant


@dataclass(frozen=True)
class KnownFault(Mutant):
    """A fault with a program that shows it: `steps` run over it. `others` are more patches."""

    steps: str = field(default="", kw_only=True)
    program: str = field(default="", kw_only=True)
    others: tuple[tuple[str, str], ...] = field(default=(), kw_only=True)

    def patched(self, source: str) -> str:
        """The source with all patches."""
        text = super().patched(source)
        for old, new in self.others:
            assert text.count(old) == 1, old
            text = text.replace(old, new)
        return text


KNOWN_FAULTS: Final = (
    # SOL-2026-2: a copy that reaches beyond the returned data fails, and is more than a store.
    KnownFault(
        "yulopt.steps.unused_store_eliminator",
        "returndatacopy is a store like any other",
        "calldatacopy codecopy extcodecopy",
        "calldatacopy codecopy extcodecopy returndatacopy",
        steps="hgfoxaS",
        program="""{
            let length := calldataload(0)
            let success := call(gas(), caller(), 0, 0, 0, 0, 0)
            sstore(0, success)
            returndatacopy(0, 0, length)
            stop()
        }""",
    ),
    # SOL-2022-7, storage write removal before conditional termination.
    KnownFault(
        "yulopt.steps.unused_store_eliminator",
        "functions that may end the program do not show what is in storage",
        "if flow.can_terminate:",
        "if builtin is not None and flow.can_terminate:",
        steps="hgfoxaS",
        program="""{
            let slot := calldataload(32)
            sstore(slot, 1)
            leaves(calldataload(0))
            sstore(slot, 2)
            function leaves(x) { if x { return(0, 0) } }
        }""",
    ),
    # SOL-2023-2, full inliner and the order of evaluation in code that is not split.
    KnownFault(
        "yulopt.steps.full_inliner",
        "arguments are evaluated from the first to the last, and may be any expressions",
        "            or any(isinstance(argument, FunctionCall) for argument in call.arguments)\n",
        "",
        others=(
            (
                "        statements = inlined(statement, call, function, self._dispenser)\n",
                "        made = inlined(statement, call, function, self._dispenser)\n"
                "        count = len(call.arguments)\n"
                "        statements = made[:count][::-1] + made[count:]\n",
            ),
        ),
        steps="hgfoi",
        program="""{
            let y := difference(counted(1), counted(2))
            sstore(1, y)
            function difference(a, b) -> c { c := sub(a, mul(b, 3)) }
            function counted(x) -> r { r := add(sload(0), x) sstore(0, r) }
        }""",
    ),
    # SOL-2023-3 is about verbatim in the assembly, this the same mistake in Yul.
    KnownFault(
        "yulopt.dialect.table",
        "verbatim only computes a value",
        "        SideEffects.worst(),\n"
        "        ControlFlow(can_continue=True, can_terminate=True, can_revert=True),\n"
        "        literal_arguments={0: _STRING},\n",
        "        SideEffects(),\n        ControlFlow(),\n        literal_arguments={0: _STRING},\n",
        steps="hgfoc",
        program="""{
            let a := verbatim_0i_1o(hex"5a")
            let b := verbatim_0i_1o(hex"5a")
            sstore(a, 1)
            sstore(b, 2)
        }""",
    ),
)
