"""Known contents of storage and memory, and known hashes.

Source: chapter 04, sections 1.1 to 1.3 of the specification.
"""

from __future__ import annotations

from typing import Final

from yulopt.analysis.side_effects import FunctionEffects
from yulopt.analysis.symbolic_offsets import KnowledgeBase
from yulopt.dialect import WRITE
from yulopt.memory.locations import ADDRESS_MASK, Address, are_apart
from yulopt.syntax.ast import (
    Assignment,
    Block,
    Expression,
    ExpressionStatement,
    ForLoop,
    FunctionCall,
    FunctionDefinition,
    If,
    Statement,
    Switch,
    VariableDeclaration,
)
from yulopt.syntax.literals import WORD_BYTES

Names = tuple[str, ...]

# The spaces that code may write, as bits.
Written = int
_STORAGE: Final = 1
_MEMORY: Final = 2
_ANYTHING: Final = 3


def written_by(expression: Expression, function_effects: FunctionEffects) -> Written:
    """Whether an expression may write storage or memory; unknown functions may."""
    if not isinstance(expression, FunctionCall):
        return 0
    builtin = expression.builtin
    effects = function_effects.get(expression.name) if builtin is None else builtin.side_effects
    if effects is None:
        return _ANYTHING
    written = 0
    if effects.storage == WRITE:
        written = _STORAGE
    if effects.memory == WRITE:
        written |= _MEMORY
    for argument in expression.arguments:
        if isinstance(argument, FunctionCall):
            written |= written_by(argument, function_effects)
    return written


def written_by_block(block: Block, function_effects: FunctionEffects) -> Written:
    """The same for all expressions anywhere in a block."""
    written = 0
    for statement in block.statements:
        written |= _written_by_statement(statement, function_effects)
        if written == _ANYTHING:
            break
    return written


def _written_by_statement(statement: Statement, function_effects: FunctionEffects) -> Written:
    if isinstance(statement, VariableDeclaration):
        value = statement.value
        return 0 if value is None else written_by(value, function_effects)
    if isinstance(statement, ExpressionStatement):
        return written_by(statement.expression, function_effects)
    if isinstance(statement, Assignment):
        return written_by(statement.value, function_effects)
    if isinstance(statement, Block):
        return written_by_block(statement, function_effects)
    if isinstance(statement, If):
        return written_by(statement.condition, function_effects) | written_by_block(
            statement.body, function_effects
        )
    if isinstance(statement, Switch):
        written = written_by(statement.expression, function_effects)
        for case in statement.cases:
            written |= written_by_block(case.body, function_effects)
        return written
    if isinstance(statement, ForLoop):
        return (
            written_by_block(statement.init, function_effects)
            | written_by(statement.condition, function_effects)
            | written_by_block(statement.post, function_effects)
            | written_by_block(statement.body, function_effects)
        )
    if isinstance(statement, FunctionDefinition):
        return written_by_block(statement.body, function_effects)
    return 0


class Facts:
    """Facts that connect variables: a map from some names (the key) to the name of a value.

    It can be reduced to the facts unchanged since an earlier moment, in time linear in the changes
    in between, where copying the map would take time linear in its size.
    """

    def __init__(self) -> None:
        # A fact is the tuple of all names in it, the value last; its key is the others.
        self._facts: dict[Names, Names] = {}
        self._journal: list[tuple[Names, Names | None]] = []
        # The keys under which a name was ever mentioned, to be checked against `_facts`.
        self._mentioned: dict[str, set[Names]] = {}

    def get(self, *key: str) -> str | None:
        """The value for `key`, or None."""
        fact = self._facts.get(key)
        return None if fact is None else fact[-1]

    def learn(self, *fact: str) -> None:
        """Enter a fact: the names of the key followed by the value."""
        key = fact[:-1]
        self._journal.append((key, self._facts.get(key)))
        self._facts[key] = fact
        for name in fact:
            self._mentioned.setdefault(name, set()).add(key)

    def forget(self, key: Names) -> None:
        """Forget the fact with this key."""
        self._journal.append((key, self._facts.pop(key)))

    def clear(self) -> None:
        """Forget everything."""
        if not self._facts:
            return
        self._journal.extend(self._facts.items())
        self._facts.clear()
        self._mentioned.clear()

    def forget_names(self, names: list[str]) -> None:
        """Forget the facts that mention one of the names."""
        if not self._facts:
            return
        for name in names:
            keys = self._mentioned.get(name)
            if keys is None:
                continue
            del self._mentioned[name]
            for key in keys:
                fact = self._facts.get(key)
                if fact is not None and name in fact:
                    self.forget(key)

    def moment(self) -> int:
        """The present moment, for `keep_common`."""
        return len(self._journal)

    def keep_common(self, moment: int) -> None:
        """Forget the facts that did not exist, with the same value, at `moment`."""
        if len(self._journal) == moment:
            return
        seen: set[Names] = set()
        for key, fact in self._journal[moment:]:
            if key not in seen:
                seen.add(key)
                if key in self._facts and self._facts[key] != fact:
                    self.forget(key)


class StoredWords(Facts):
    """Maps variables that hold an address to variables that hold the word there.

    A store may overwrite a known word unless their addresses are known to be `width` apart. With
    `equal_values_survive`, a word also stays known if the store writes the same variable.

    Solc compares each store with all known words. Here they are sorted by address, so that a store
    only visits new ones and those it may overwrite: after a store of variable v at an offset from
    base b, all known words are at offsets from b, or (if equal values survive) hold v.
    """

    def __init__(
        self, knowledge_base: KnowledgeBase, width: int, *, equal_values_survive: bool
    ) -> None:
        super().__init__()
        self._knowledge_base = knowledge_base
        self._width = width
        self._equal_values_survive = equal_values_survive
        # Keys that were added, or got another value, since the last store.
        self._unlocated: dict[str, None] = {}
        self._addresses: dict[str, Address[str]] = {}
        self._keys_at: dict[Address[str], dict[str, None]] = {}
        self._keys_by_base_and_value: dict[str, dict[str, dict[str, None]]] = {}
        self._last_base = ""
        self._last_value = ""

    def store(self, key: str, value: str) -> None:
        """The word at the address that `key` holds is now what `value` holds."""
        if self._facts:
            address = self._knowledge_base.locate(key)
            fresh = list(self._unlocated)
            for fresh_key in fresh:
                self._enter(fresh_key, self._knowledge_base.locate(fresh_key))
            for fresh_key in fresh:
                if not are_apart(self._addresses[fresh_key], address, self._width):
                    self._overwrite([fresh_key], value)
            base = address[0]
            self._overwrite_other_bases(base, value)
            self._overwrite(self._keys_near(address), value)
            self._last_base, self._last_value = base, value
            self.learn(key, value)
            self._enter(key, address)
        else:
            # The address is only queried once there is a word to compare it with: answers are
            # cached, and the time of a query influences when its answer is out of date.
            self.learn(key, value)

    def value_changed(self, name: str) -> None:
        """Invalidate the last known value of the variable."""
        if name in self._addresses:
            self._remove_address(name, self._facts[(name,)][-1])
            self._unlocated[name] = None

    def learn(self, *fact: str) -> None:
        known = self._facts.get(fact[:-1])
        if known is not None:
            self._remove_address(known[0], known[-1])
        super().learn(*fact)
        self._unlocated[fact[0]] = None

    def forget(self, key: Names) -> None:
        self._remove_address(key[0], self._facts[key][-1])
        super().forget(key)

    def clear(self) -> None:
        if not self._facts:
            return
        super().clear()
        self._unlocated.clear()
        self._addresses.clear()
        self._keys_at.clear()
        self._keys_by_base_and_value.clear()

    def _keys_near(self, address: Address[str]) -> list[str]:
        """The keys of words with the same base that a store to an address may overwrite."""
        base, offset = address
        keys: list[str] = []
        if len(self._addresses) < 2 * self._width:
            for key, other in self._addresses.items():
                if other[0] == base and not are_apart(other, address, self._width):
                    keys.append(key)
        else:
            for distance in range(1 - self._width, self._width):
                near = (base, (offset + distance) & ADDRESS_MASK)
                keys.extend(self._keys_at.get(near, ()))
        return keys

    def _overwrite_other_bases(self, base: str, value: str) -> None:
        # Outside the base of the last store everything holds the value of the last store.
        if base != self._last_base:
            self._overwrite_base(self._last_base, value)
        if value != self._last_value:
            for other in [name for name in self._keys_by_base_and_value if name != base]:
                self._overwrite_base(other, value)

    def _overwrite_base(self, base: str, value: str) -> None:
        for known_value, keys in list(self._keys_by_base_and_value.get(base, {}).items()):
            if not (self._equal_values_survive and known_value == value):
                self._overwrite(list(keys), value)

    def _overwrite(self, keys: list[str], value: str) -> None:
        for key in keys:
            if not (self._equal_values_survive and self.get(key) == value):
                self.forget((key,))

    def _enter(self, key: str, address: Address[str]) -> None:
        self._unlocated.pop(key, None)
        self._addresses[key] = address
        self._keys_at.setdefault(address, {})[key] = None
        keys_by_value = self._keys_by_base_and_value.setdefault(address[0], {})
        keys_by_value.setdefault(self._facts[(key,)][-1], {})[key] = None

    def _remove_address(self, key: str, value: str) -> None:
        if key in self._unlocated:
            del self._unlocated[key]
        address = self._addresses.get(key)
        if address is None:
            return
        del self._addresses[key]
        del self._keys_at[address][key]
        if not self._keys_at[address]:
            del self._keys_at[address]
        keys_by_value = self._keys_by_base_and_value[address[0]]
        del keys_by_value[value][key]
        if not keys_by_value[value]:
            del keys_by_value[value]
            if not keys_by_value:
                del self._keys_by_base_and_value[address[0]]


class Environment:
    """Facts about storage, memory and hashes at one point.

    `storage` and `memory`: key, value (the slot, or the 32 bytes from there, hold the value);
    `keccak`: start, length, value.
    """

    def __init__(self, knowledge_base: KnowledgeBase) -> None:
        self.storage = StoredWords(knowledge_base, 1, equal_values_survive=True)
        self.memory = StoredWords(knowledge_base, WORD_BYTES, equal_values_survive=False)
        self.keccak = Facts()

    def store_to_storage(self, key: str, value: str) -> None:
        """`sstore(key, value)`."""
        self.storage.store(key, value)

    def store_to_memory(self, key: str, value: str) -> None:
        """`mstore(key, value)`."""
        self.memory.store(key, value)
        self.keccak.clear()

    def value_changed(self, name: str) -> None:
        """Invalidate the last known value of the variable."""
        self.storage.value_changed(name)
        self.memory.value_changed(name)

    def forget_names(self, names: list[str]) -> None:
        """Forget everything about some variables."""
        self.storage.forget_names(names)
        self.memory.forget_names(names)
        self.keccak.forget_names(names)

    def clear_written(self, written: Written) -> None:
        """Forget the words that code may have overwritten."""
        if written & _STORAGE:
            self.storage.clear()
        if written & _MEMORY:
            self.memory.clear()
            self.keccak.clear()

    def moment(self) -> tuple[int, int, int]:
        """The present moment, for `keep_common`."""
        return self.storage.moment(), self.memory.moment(), self.keccak.moment()

    def keep_common(self, moment: tuple[int, int, int]) -> None:
        """Keep only facts that were also known at `moment`."""
        self.storage.keep_common(moment[0])
        self.memory.keep_common(moment[1])
        self.keccak.keep_common(moment[2])
