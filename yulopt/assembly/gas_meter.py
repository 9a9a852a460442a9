"""Upper bounds on the gas of single items of assembly, given a symbolic stack.

Source: chapter 11, section 3.7 of the specification; the yellow paper, appendix G; EIP-150,
EIP-1884, EIP-2929.
"""

from __future__ import annotations

from typing import Final

from yulopt.assembly.instructions import JUMP, JUMPI, POP
from yulopt.assembly.items import (
    AssignImmutable,
    Instruction,
    Item,
    PlaceLabel,
    Push,
    PushImmutable,
    Verbatim,
    instruction,
)
from yulopt.assembly.opcodes import OPCODES
from yulopt.assembly.optimizer.machine_state import MachineState
from yulopt.dialect import Dialect, EvmVersion
from yulopt.dialect.table import BUILTINS
from yulopt.gas.model import solc_model
from yulopt.syntax.literals import WORD_BYTES, byte_length

_STACK_GAS: Final = 3
_JUMP_GAS: Final = {JUMP: 8, JUMPI: 10, POP: 2}
_LABEL_GAS: Final = 1
_HASH_GAS: Final = 30
_HASHED_WORD_GAS: Final = 6
_COPIED_WORD_GAS: Final = 3
_LOG_GAS: Final = 375
_LOGGED_BYTE_GAS: Final = 8
_EXP_GAS: Final = 10
_MEMORY_WORD_GAS: Final = 3
_MEMORY_SQUARE_DIVISOR: Final = 512
_COLD_SLOT_GAS: Final = 2100
_SET_GAS: Final = 20000
_RESET_GAS: Final = 5000
_NEW_ACCOUNT_GAS: Final = 25000
_TRANSIENT_GAS: Final = 100

# Prices by first EVM version, the latest first.
_Prices = tuple[tuple[EvmVersion, int], ...]
_SLOAD: Final[_Prices] = (
    (EvmVersion.BERLIN, _COLD_SLOT_GAS),
    (EvmVersion.ISTANBUL, 800),
    (EvmVersion.TANGERINE_WHISTLE, 200),
    (EvmVersion.HOMESTEAD, 50),
)
_BALANCE: Final[_Prices] = (
    (EvmVersion.BERLIN, 2600),
    (EvmVersion.ISTANBUL, 700),
    (EvmVersion.TANGERINE_WHISTLE, 400),
    (EvmVersion.HOMESTEAD, 20),
)
_CODE_OF_OTHERS: Final[_Prices] = (
    (EvmVersion.BERLIN, 2600),
    (EvmVersion.TANGERINE_WHISTLE, 700),
    (EvmVersion.HOMESTEAD, 20),
)
_SELFDESTRUCT: Final[_Prices] = (
    (EvmVersion.BERLIN, 2600),
    (EvmVersion.TANGERINE_WHISTLE, 5000),
    (EvmVersion.HOMESTEAD, 0),
)
_EXP_BYTE: Final[_Prices] = ((EvmVersion.SPURIOUS_DRAGON, 50), (EvmVersion.HOMESTEAD, 10))

# The stack positions of the address and the length of the memory that an instruction accesses.
_MEMORY: Final = {
    "return": ((0, 1),),
    "revert": ((0, 1),),
    "keccak256": ((0, 1),),
    "calldatacopy": ((0, 2),),
    "codecopy": ((0, 2),),
    "returndatacopy": ((0, 2),),
    "mcopy": ((0, 2), (1, 2)),
    "extcodecopy": ((1, 3),),
    **{f"log{topics}": ((0, 1),) for topics in range(5)},
}
# The bytes that an instruction accesses at an address.
_FIXED_MEMORY: Final = {"mload": WORD_BYTES, "mstore": WORD_BYTES, "mstore8": 1}
# The stack position of the number of bytes that are charged per word, and the price of a word.
_WORDS: Final = {
    "keccak256": (1, _HASHED_WORD_GAS),
    "calldatacopy": (2, _COPIED_WORD_GAS),
    "codecopy": (2, _COPIED_WORD_GAS),
    "returndatacopy": (2, _COPIED_WORD_GAS),
    "mcopy": (2, _COPIED_WORD_GAS),
    "extcodecopy": (3, _COPIED_WORD_GAS),
}
# Items that solc does not price.
_UNKNOWN: Final = (AssignImmutable, PushImmutable, Verbatim)
# Other contracts' code has no bound.
_OTHERS: Final = frozenset("call callcode delegatecall staticcall create create2".split())
_ADD: Final = instruction("add")
_BUILTINS: Final = {
    OPCODES[builtin.name]: builtin for builtin in BUILTINS if builtin.is_instruction
}


class ItemMeter:
    """Charges for items in sequence, and executes them in `state`.

    `memory`: the end of the memory used so far.
    """

    def __init__(self, state: MachineState, dialect: Dialect, memory: int) -> None:
        self.memory = memory
        self._state = state
        self._version = dialect.version
        self._model = solc_model(dialect, None)

    def charge(self, item: Item) -> int | None:
        """Execute an item; returns a bound on its gas, or None."""
        if isinstance(item, PlaceLabel):
            return _LABEL_GAS
        if isinstance(item, _UNKNOWN):
            return None
        gas: int | None = _STACK_GAS
        if isinstance(item, Push):
            gas = self._model.push_gas(item.value)
        elif isinstance(item, Instruction):
            gas = self._instruction(item)
        self._state.execute(item)
        return gas

    def _instruction(self, item: Instruction) -> int | None:
        if item.opcode in _JUMP_GAS:
            return _JUMP_GAS[item.opcode]
        builtin = _BUILTINS.get(item.opcode)
        if builtin is None:
            return _STACK_GAS
        name = builtin.name
        if name in _OTHERS:
            return None
        parts = [self._own(item), self._memory(name), self._words(name)]
        if name.startswith("log"):
            size = self._constant(1)
            parts.append(None if size is None else _LOGGED_BYTE_GAS * size)
        total = 0
        for part in parts:
            if part is None:
                return None
            total += part
        return total

    def _own(self, item: Instruction) -> int:
        """The gas of an instruction apart from memory expansion."""
        name = item.name
        if name == "sload":
            return self._price(_SLOAD)
        if name == "sstore":
            return self._store()
        if name in ("balance", "extcodehash"):
            return self._price(_BALANCE)
        if name in ("extcodesize", "extcodecopy"):
            return self._price(_CODE_OF_OTHERS)
        if name == "selfdestruct":
            return self._price(_SELFDESTRUCT) + _NEW_ACCOUNT_GAS
        if name == "keccak256":
            return _HASH_GAS
        if name.startswith("log"):
            return _LOG_GAS * (1 + int(name[3:]))
        if name == "exp":
            exponent = self._constant(1)
            count = WORD_BYTES if exponent is None else byte_length(exponent)
            return _EXP_GAS + self._price(_EXP_BYTE) * count
        if name in ("tload", "tstore"):
            return _TRANSIENT_GAS
        return self._model.run_gas(_BUILTINS[item.opcode])

    def _store(self) -> int:
        """A store is cheaper if the slot was nonzero before, or becomes zero."""
        state, classes = self._state, self._state.classes
        before = state.stored(state.element(state.height))
        is_reset = classes.is_zero(state.element(state.height - 1)) or (
            before is not None and classes.is_nonzero(before)
        )
        if is_reset:
            return _RESET_GAS
        return _SET_GAS + (_COLD_SLOT_GAS if self._version >= EvmVersion.BERLIN else 0)

    def _memory(self, name: str) -> int | None:
        """The gas for memory expansion."""
        state, classes = self._state, self._state.classes
        if name in _FIXED_MEMORY:
            size = classes.find_constant(_FIXED_MEMORY[name])
            return self._up_to(classes.find(_ADD, [state.element(state.height), size]))
        total = 0
        for start, length in _MEMORY.get(name, ()):
            size = state.element(state.height - length)
            if classes.is_zero(size):
                continue
            gas = self._up_to(classes.find(_ADD, [state.element(state.height - start), size]))
            if gas is None:
                return None
            total += gas
        return total

    def _up_to(self, end: int) -> int | None:
        """The gas for memory up to the value of a class."""
        value = self._state.classes.constant(end)
        if value is None:
            return None
        before = self.memory
        if value < before:
            return 0
        self.memory = value
        return _memory_gas(value) - _memory_gas(before)

    def _words(self, name: str) -> int | None:
        """The gas for words that are hashed or copied."""
        if name not in _WORDS:
            return 0
        depth, price = _WORDS[name]
        size = self._constant(depth)
        return None if size is None else price * _words_in(size)

    def _constant(self, depth: int) -> int | None:
        state = self._state
        return state.classes.constant(state.element(state.height - depth))

    def _price(self, prices: _Prices) -> int:
        return next(price for version, price in prices if self._version >= version)


def _words_in(size: int) -> int:
    return -(-size // WORD_BYTES)


def _memory_gas(size: int) -> int:
    words = _words_in(size)
    return _MEMORY_WORD_GAS * words + words * words // _MEMORY_SQUARE_DIVISOR
