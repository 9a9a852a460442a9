"""Makes generated programs tamer: no dependence on gas, low memory, loops that end."""

from __future__ import annotations

from yulopt.dialect import Dialect
from yulopt.errors import Source
from yulopt.syntax.ast import (
    NUMBER,
    Block,
    Break,
    Expression,
    ExpressionStatement,
    ForLoop,
    FunctionCall,
    If,
    Literal,
    Statement,
)
from yulopt.syntax.objects import Object
from yulopt.syntax.parser import parse_source
from yulopt.syntax.printer import print_yul
from yulopt.syntax.visitor import Transformer

# The replacement of `gas()`.
GAS_WORD = 30_000_000


class GasNormaliser(Transformer):
    """Makes every call forward all gas, and every other use of `gas()` a constant."""

    CALLS = frozenset({"call", "callcode", "delegatecall", "staticcall"})

    def __init__(self, dialect: Dialect) -> None:
        self.gas = dialect.builtin("gas")

    def visit_call(self, call: FunctionCall) -> Expression:
        self.visit_value_arguments(call)
        if call.builtin is not None and call.name == "gas":
            return Literal(NUMBER, GAS_WORD, str(GAS_WORD))
        if call.builtin is not None and call.name in self.CALLS:
            call.arguments[0] = FunctionCall("gas", [], self.gas)
        return call


# The arguments of builtins that are places in memory, and those that are lengths.
_PLACES = {
    **dict.fromkeys("mload mstore mstore8 keccak256 return revert".split(), (0,)),
    **dict.fromkeys((f"log{topics}" for topics in range(5)), (0,)),
    **dict.fromkeys("calldatacopy codecopy datacopy returndatacopy".split(), (0,)),
    **dict.fromkeys(("create", "create2", "extcodecopy"), (1,)),
    **dict.fromkeys(("call", "callcode"), (3, 5)),
    **dict.fromkeys(("delegatecall", "staticcall"), (2, 4)),
    "mcopy": (0, 1),
}
_LENGTHS = {
    **dict.fromkeys("keccak256 return revert".split(), (1,)),
    **dict.fromkeys((f"log{topics}" for topics in range(5)), (1,)),
    **dict.fromkeys("calldatacopy codecopy datacopy returndatacopy mcopy".split(), (2,)),
    **dict.fromkeys(("create", "create2"), (2,)),
    **dict.fromkeys(("call", "callcode"), (4, 6)),
    **dict.fromkeys(("delegatecall", "staticcall"), (3, 5)),
    "extcodecopy": (3,),
}
_COUNTER = 0xFFFF
_MAX_ROUNDS = 40


class Tamer(GasNormaliser):
    """Also keeps all memory accesses low, and ends loops after some rounds in all.

    Most random programs would otherwise end in an early out of gas.
    """

    def __init__(self, dialect: Dialect) -> None:
        super().__init__(dialect)
        self.dialect = dialect

    def visit_call(self, call: FunctionCall) -> Expression:
        replacement = super().visit_call(call)
        if call.builtin is not None:
            for table, mask in ((_PLACES, 0x7FF), (_LENGTHS, 0xFF)):
                for index in table.get(call.name, ()):
                    call.arguments[index] = self._builtin(
                        "and", call.arguments[index], self._number(mask)
                    )
        return replacement

    def visit_for(self, loop: ForLoop) -> list[Statement] | None:
        replacement = super().visit_for(loop)
        rounds = self._builtin("sload", self._number(_COUNTER))
        count = self._builtin(
            "sstore", self._number(_COUNTER), self._builtin("add", rounds, self._number(1))
        )
        enough = self._builtin("gt", rounds, self._number(_MAX_ROUNDS))
        loop.body.statements[:0] = [ExpressionStatement(count), If(enough, Block([Break()]))]
        return replacement

    def _builtin(self, name: str, *arguments: Expression) -> FunctionCall:
        return FunctionCall(name, list(arguments), self.dialect.builtin(name))

    @staticmethod
    def _number(value: int) -> Literal:
        return Literal(NUMBER, value, str(value))


def normalise(program: Object, dialect: Dialect, *, tame: bool) -> None:
    """Change a program in place: with `tame` all of it, else only what concerns gas."""
    normaliser = Tamer(dialect) if tame else GasNormaliser(dialect)
    pending = [program]
    for tree in pending:
        normaliser.visit_block(tree.code)
        pending.extend(tree.sub_objects)


def tamed(text: str, dialect: Dialect) -> str:
    """The text of a tame program."""
    program = parse_source(Source(text), dialect)
    normalise(program, dialect, tame=True)
    return print_yul(program)
