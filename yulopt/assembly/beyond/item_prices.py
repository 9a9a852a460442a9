"""The cost of items over the lifetime of a contract: their bytes once, their gas per execution."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from yulopt.assembly.instructions import DUP1, JUMP, JUMPI, POP, SWAP16
from yulopt.assembly.items import LABEL_BYTES, Instruction, Item, PlaceLabel, Push
from yulopt.assembly.opcodes import OPCODES
from yulopt.assembly.optimizer.context import Context
from yulopt.assembly.sizes import item_size
from yulopt.dialect.table import BUILTINS
from yulopt.gas.model import WEIGHT_ONE
from yulopt.gas.schedule import (
    BRANCH_GAS,
    COPY_GAS,
    DESTINATION_GAS,
    EXCHANGE_GAS,
    JUMP_GAS,
    POP_GAS,
    PUSH_GAS,
)

_JUMPS: Final = {JUMP: JUMP_GAS, JUMPI: BRANCH_GAS}
_BUILTINS: Final = {
    OPCODES[builtin.name]: builtin
    for builtin in BUILTINS
    if builtin.is_instruction and builtin.name != "pop"
}


class ItemPrices:
    """Prices of items for one kind of code, in gas over its lifetime."""

    def __init__(self, context: Context) -> None:
        self._model = context.gas
        self._has_push0 = context.dialect.has_push0
        self.copy = self._of_instruction(COPY_GAS)
        self.exchange = self._of_instruction(EXCHANGE_GAS)
        self.pop = self._of_instruction(POP_GAS)

    def _of_instruction(self, gas: int) -> int:
        return self._model.byte_gas + gas * self._model.executions

    def item(self, item: Item) -> int:
        """The price of one item; the minimum for an instruction with dynamic gas."""
        model = self._model
        gas = PUSH_GAS
        if isinstance(item, Push):
            gas = model.push_gas(item.value)
        elif isinstance(item, PlaceLabel):
            gas = DESTINATION_GAS
        elif isinstance(item, Instruction):
            if item.opcode == POP:
                return self.pop
            if DUP1 <= item.opcode <= SWAP16:
                return self.copy
            builtin = _BUILTINS.get(item.opcode)
            if item.opcode in _JUMPS:
                gas = _JUMPS[item.opcode]
            elif builtin is not None and builtin.tier is not None:
                gas = model.run_gas(builtin)
            return self._of_instruction(gas)
        return self.size(item) * model.byte_gas + gas * model.executions

    def total(self, items: Iterable[Item]) -> int:
        """The price of some items."""
        return sum([self.item(item) for item in items])

    def weighted(self, items: list[Item], weight: int) -> int:
        """The same for items of this frequency, in parts of `WEIGHT_ONE`."""
        bytes_price = sum([self.size(item) for item in items]) * self._model.byte_gas
        return bytes_price * WEIGHT_ONE + (self.total(items) - bytes_price) * weight

    def size(self, item: Item) -> int:
        """The approximate bytes of an item."""
        # Most labels of real contracts are pushed with two bytes.
        return item_size(item, LABEL_BYTES, has_push0=self._has_push0)
