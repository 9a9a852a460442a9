"""The effects of builtins on a symbolic state.

External calls are nodes whose operands are everything that the callee can see, and that yield the
state after the call; logs and the like are links of chains. Builtins that end the frame are leaves
of control.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from yulopt.dialect import EvmVersion
from yulopt.evm.messages import MAX_CODE
from yulopt.prover.apart import Apart
from yulopt.prover.arrays import Arrays
from yulopt.prover.effects import COMPONENTS, KEPT
from yulopt.prover.graph import Graph
from yulopt.prover.spilled_words import SpilledWords
from yulopt.prover.terms import Term
from yulopt.prover.words import ARITHMETIC
from yulopt.prover.work_clock import OpenQuestion
from yulopt.syntax.literals import WORD_BYTES, WORD_MASK

State = dict[str, Term]

# Instructions that are constant during a frame, or functions of their operand.
_CONSTANT: Final = frozenset(
    "address origin caller callvalue calldatasize codesize gasprice coinbase timestamp number "
    "difficulty prevrandao gaslimit chainid basefee blobbasefee slotnum calldataload blobhash "
    "blockhash".split()
)
_OF_WORLD: Final = frozenset({"balance", "extcodesize", "extcodehash"})
_OF_OBJECT: Final = frozenset({"datasize", "dataoffset", "loadimmutable", "linkersymbol"})
# Parts of the state other than memory that an external call changes.
_CHANGED_BY_CALL: Final = ("world", "storage", "transient", "logs", "returndata", "gas")
_CHANGED_BY_STATIC_CALL: Final = ("world", "returndata", "gas")
_MAX_CREATION_CODE: Final = 2 * MAX_CODE
_RESERVED: Final = "code accesses memory that the step reserves for variables"


class Builtins:
    """Executes builtins on a state.

    `execute` returns the results and, for builtins that may end the frame, control: a choice
    between a leaf that ends it and `fall`, or only the former. With `with_extent`, the extent of
    accessed memory is observable; with `spilled`, variables are in memory: then `memoryguard` has
    the value after spilling, and accesses are observable at the end of the frame as well.
    """

    def __init__(
        self,
        graph: Graph,
        version: EvmVersion,
        *,
        with_extent: bool,
        spilled: SpilledWords | None = None,
    ) -> None:
        self._graph = graph
        self._terms = graph.terms
        self._words = graph.words
        self._arrays = graph.arrays
        self._version = version
        # Facts about addresses, if the caller knows more than their structure.
        self.apart: Apart | None = None
        # Notes the start and the size of each access to memory, if set.
        self.accessed: Callable[[Term, Term, Term | None], None] | None = None
        self.with_extent = with_extent
        self.spilled = spilled

    def execute(
        self, state: State, name: str, literals: Sequence[str], args: Sequence[Term]
    ) -> tuple[list[Term], Term | None]:
        """The results of a builtin, and its control."""
        if name in ARITHMETIC:
            return [self._words.apply(name, args)], None
        if name in _CONSTANT:
            return [self._terms.make(name, args=tuple(args))], None
        if name == "pop":
            return [], None
        if literals:
            return self._with_literal(state, name, literals[0], args)
        if name == "memoryguard":
            spilled = self.spilled
            return [args[0] if spilled is None else self._terms.constant(spilled.guard)], None
        value = self._read(state, name, args)
        if value is not None:
            return [value], None
        if name in ("stop", "return", "revert", "invalid", "selfdestruct"):
            return [], self._end(state, name, args)
        if name in ("call", "callcode", "delegatecall", "staticcall"):
            return [self._call(state, name, args)], None
        if name in ("create", "create2"):
            return self._create(state, name, args)
        return [], self._write(state, name, args)

    def _touch(self, state: State, start: Term, size: Term, read: Term | None = None) -> None:
        """Note that memory is used; `read` is the word that was read, None for other accesses."""
        if size is self._terms.zero:
            return
        if self.spilled is not None and self.spilled.reserves(start, size):
            raise OpenQuestion(_RESERVED)
        if self.accessed is not None:
            self.accessed(start, size, read)
        if self.with_extent:
            state["#extent"] = self._terms.make("touch", args=(state["#extent"], start, size))

    def _touch_all(self) -> None:
        """Note that any memory may be used."""
        if self.accessed is not None:
            self.accessed(self._terms.zero, self._terms.constant(WORD_MASK), None)

    def _slice(self, state: State, start: Term, size: Term) -> Term:
        self._touch(state, start, size)
        return self._reader.slice(state["#memory"], start, size)

    @property
    def _reader(self) -> Arrays | Apart:
        return self._arrays if self.apart is None else self.apart

    def _read(self, state: State, name: str, args: Sequence[Term]) -> Term | None:
        make = self._terms.make
        if name == "mload":
            word = self._reader.load_word(state["#memory"], args[0])
            self._touch(state, args[0], self._terms.constant(WORD_BYTES), word)
            return word
        if name == "keccak256":
            content = self._slice(state, args[0], args[1])
            return self._arrays.hash(content, args[1])
        if name == "sload":
            return self._reader.load(state["#storage"], args[0])
        if name == "tload":
            return self._reader.load(state["#transient"], args[0])
        if name in _OF_WORLD:
            return make(name, args=(args[0], state["#world"]))
        if name == "selfbalance":
            return make("balance", args=(make("address"), state["#world"]))
        if name == "returndatasize":
            return self._returned_size(state)
        if name == "msize":
            if not self.with_extent:
                raise OpenQuestion("msize is used where memory expansion was not tracked")
            extent = state["#extent"]
            return self._terms.zero if extent.op == "no extent" else make("msize", args=(extent,))
        if name == "gas":
            state["#gas"] = make("gas asked", args=(state["#gas"],))
            return make("gas", args=(state["#gas"],))
        if name == "pc":
            raise OpenQuestion("unsupported builtin pc")
        return None

    def _returned_size(self, state: State) -> Term:
        data = state["#returndata"]
        if data.op == "no data":
            return self._terms.zero
        return self._terms.make("returndatasize", args=(data,))

    def _write(self, state: State, name: str, args: Sequence[Term]) -> Term | None:
        arrays, make = self._arrays, self._terms.make
        memory = state["#memory"]
        if name == "mstore":
            self._touch(state, args[0], self._terms.constant(WORD_BYTES))
            order = None if self.apart is None else self.apart.ends_before
            state["#memory"] = arrays.store_word(memory, args[0], args[1], ends_before=order)
        elif name == "mstore8":
            self._touch(state, args[0], self._terms.one)
            state["#memory"] = arrays.store_byte(memory, args[0], args[1])
        elif name in ("sstore", "tstore"):
            part = "#storage" if name == "sstore" else "#transient"
            state[part] = arrays.store(state[part], args[0], args[1])
        elif name.startswith("log"):
            data = self._slice(state, args[0], args[1])
            state["#logs"] = make("log", name, (state["#logs"], data, *args[1:]))
        elif name == "mcopy":
            self._touch(state, args[0], args[2])
            content = self._slice(state, args[1], args[2])
            state["#memory"] = arrays.copy(memory, args[0], args[2], content)
        elif name in ("calldatacopy", "codecopy", "datacopy"):
            self._touch(state, args[0], args[2])
            if name == "calldatacopy":
                content = make("calldata", args=(args[1], args[2]))
            else:
                content = self._code(args[1], args[2])
            state["#memory"] = arrays.copy(memory, args[0], args[2], content)
        elif name == "extcodecopy":
            self._touch(state, args[1], args[3])
            content = make("extcode", args=(args[0], state["#world"], args[2], args[3]))
            state["#memory"] = arrays.copy(memory, args[1], args[3], content)
        elif name == "returndatacopy":
            return self._copy_returned(state, args)
        else:
            raise OpenQuestion(f"unsupported builtin {name}")
        return None

    def _code(self, offset: Term, size: Term) -> Term:
        """Bytes of the running code."""
        return self._terms.make("code", args=(offset, size))

    def _copy_returned(self, state: State, args: Sequence[Term]) -> Term | None:
        """`returndatacopy`, which fails if it reads beyond the end."""
        words, make = self._words, self._terms.make
        start, offset, size = args
        available = self._returned_size(state)
        end = words.apply("add", (offset, size))
        too_far = words.less(available, end)
        overflows = words.less(end, offset)
        self._touch(state, start, size)
        content = make("returned", args=(state["#returndata"], offset, size))
        failure = self._halt(state, "invalid", state["#world"])
        state["#memory"] = self._arrays.copy(state["#memory"], start, size, content)
        fails = words.disjunction((words.truth(too_far), words.truth(overflows)))
        if fails is self._terms.zero:
            return None
        return self._graph.choices.choose(fails, failure, self._terms.fall)

    def _end(self, state: State, name: str, args: Sequence[Term]) -> Term:
        kept = tuple(state[f"#{part}"] for part in KEPT)
        if name == "stop":
            return self._halt(state, "return", self._arrays.empty, *kept)
        if name == "return":
            return self._halt(state, "return", self._slice(state, *args), *kept)
        if name == "selfdestruct":
            return self._halt(state, "selfdestruct", args[0], *kept)
        if name == "revert":
            return self._halt(state, "revert", self._slice(state, *args), state["#world"])
        return self._halt(state, "invalid", state["#world"])

    def _halt(self, state: State, kind: str, *observed: Term) -> Term:
        """The end of the frame; accesses to memory are observable if variables are in it."""
        accesses = () if self.spilled is None else (state["#extent"],)
        return self._terms.make("halt", kind, (*observed, *accesses))

    def _call(self, state: State, name: str, args: Sequence[Term]) -> Term:
        start, size, target, target_size = args[-4:]
        data = self._slice(state, start, size)
        self._touch(state, target, target_size)
        call = self._message(state, name, (*args[:-4], size), data)
        changed = _CHANGED_BY_STATIC_CALL if name == "staticcall" else _CHANGED_BY_CALL
        self._change(state, call, changed)
        state["#memory"] = self._arrays.copy_result(state["#memory"], target, target_size, call)
        return self._terms.make("project", "success", (call,))

    def _create(
        self, state: State, name: str, args: Sequence[Term]
    ) -> tuple[list[Term], Term | None]:
        data = self._slice(state, args[1], args[2])
        failure = self._halt(state, "invalid", state["#world"])
        call = self._message(state, name, (args[0], args[2], *args[3:]), data)
        self._change(state, call, _CHANGED_BY_CALL)
        control: Term | None = None
        if self._version >= EvmVersion.SHANGHAI:
            is_long = self._words.less(self._terms.constant(_MAX_CREATION_CODE), args[2])
            if is_long is not self._terms.zero:
                # Some chains permit more.
                refused = self._terms.make("refused", args=(args[2],))
                fails = self._words.conjunction((is_long, refused))
                control = self._graph.choices.choose(fails, failure, self._terms.fall)
        return [self._terms.make("project", "address", (call,))], control

    def _message(self, state: State, name: str, args: tuple[Term, ...], data: Term) -> Term:
        seen = ("#world", "#storage", "#transient", "#logs", "#gas")
        return self._terms.make("message", name, (*args, data, *(state[part] for part in seen)))

    def _change(self, state: State, call: Term, parts: tuple[str, ...]) -> None:
        for part in parts:
            state[f"#{part}"] = self._terms.make("project", part, (call,))

    def _with_literal(
        self, state: State, name: str, literal: str, args: Sequence[Term]
    ) -> tuple[list[Term], Term | None]:
        make = self._terms.make
        if name in _OF_OBJECT:
            return [make(name, literal)], None
        if name == "setimmutable":
            start, word = args
            self._touch_all()
            memory = state["#memory"]
            state["#memory"] = make("setimmutable", literal, (memory, start, word))
            if self.spilled is not None:
                # The written words follow from the location of the code and the name.
                state["#extent"] = make("touch", args=(state["#extent"], start, self._terms.zero))
            elif self.with_extent:
                raise OpenQuestion("setimmutable in code that uses msize")
            return [], None
        return self._verbatim(state, name, literal, args)

    def _verbatim(
        self, state: State, name: str, literal: str, args: Sequence[Term]
    ) -> tuple[list[Term], Term | None]:
        """Unknown code, which may read and change everything."""
        make = self._terms.make
        self._touch_all()
        parts = [f"#{part}" for part in COMPONENTS]
        call = make("call", f"{name} {literal}", (*args, *(state[part] for part in parts)))
        for part in parts:
            state[part] = make("after", part, (call,))
        ends, halted = make("ends", args=(call,)), make("halted", args=(call,))
        # The name is that of `verbatim_<inputs>i_<outputs>o`.
        outputs = int(name.rpartition("_")[2].removesuffix("o"))
        values = [make("result", index, (call,)) for index in range(outputs)]
        return values, self._graph.choices.choose(ends, halted, self._terms.fall)
