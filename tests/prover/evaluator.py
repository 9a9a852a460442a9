"""The terms of a program as code of accounts, for comparison with the interpreter.

Terms are evaluated as they are needed, beginning with control. Messages are really sent, in the
order of the history that their terms hold, from the state that these say there is.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from yulopt.dialect import Dialect
from yulopt.dialect.keccak import keccak256
from yulopt.evm.frame import Executable, Frame
from yulopt.evm.halt import Halt, HaltKind
from yulopt.evm.memory import Memory, padded_slice
from yulopt.evm.semantics import execute
from yulopt.evm.world import Log
from yulopt.prover.answers import CodeView
from yulopt.prover.function_pair import CallsOfSide, Pairs
from yulopt.prover.function_pair import execute as execute_symbolically
from yulopt.prover.graph import Graph
from yulopt.prover.invariants import StepInvariants
from yulopt.prover.summaries import PARTS, Summary
from yulopt.prover.terms import Term
from yulopt.prover.words import ARITHMETIC
from yulopt.rules.arithmetic import compute
from yulopt.syntax.literals import WORD_BYTES, WORD_MASK

# Loops are evaluated for each value that is asked of them, so that there may be many.
_MAX_ROUNDS = 5_000
_SECONDS = 10.0
_WORDS = frozenset({"balance", "extcodesize", "extcodehash"})


@dataclass(frozen=True, eq=False)
class Version:
    """The accounts after some messages: balance, code and its hash."""

    accounts: dict[int, tuple[int, bytes, int]]


@dataclass(eq=False)
class Sent:
    """A message, and its outcome."""

    given: tuple[object, ...]
    result: int
    returned: bytes
    version: Version
    storage: dict[int, int]
    transient: dict[int, int]
    logs: tuple[Log, ...]


@dataclass(frozen=True, eq=False)
class Bytes:
    """Memory: some bytes written over what was there before."""

    below: Bytes | None = None
    start: int = 0
    content: bytes = b""

    def read(self, start: int, length: int) -> bytes:
        found = bytearray(length)
        missing = [(start, start + length)]
        link: Bytes | None = self
        while link is not None and missing:
            first, last = link.start, link.start + len(link.content)
            left: list[tuple[int, int]] = []
            for begin, end in missing:
                if last <= begin or end <= first:
                    left.append((begin, end))
                    continue
                low, high = max(begin, first), min(end, last)
                found[low - start : high - start] = link.content[low - first : high - first]
                left += [pair for pair in ((begin, low), (high, end)) if pair[0] < pair[1]]
            missing = left
            link = link.below
        return bytes(found)


@dataclass(eq=False)
class Called:
    """A call of a function that has returned or not."""

    scope: Scope
    summary: Summary
    leaf: Term


Value = object


@dataclass(eq=False)
class Scope:
    """Values of symbols: parameters, the initial state, and bound symbols by height."""

    parameters: list[Value]
    initial: dict[str, Value]
    bound: dict[tuple[int, int], Value] = field(default_factory=dict)
    known: dict[Term, Value] = field(default_factory=dict)
    plain: dict[Term, Value] = field(default_factory=dict)

    def round(self, height: int, values: list[Value]) -> Scope:
        bound = dict(self.bound)
        bound.update({(height, rank): value for rank, value in enumerate(values)})
        return Scope(self.parameters, self.initial, bound, {}, self.plain)


class SymbolicProgram(Executable):
    """Code as terms: with `unfolded`, all functions are executed where they are called; with
    `as_called`, bounds count that hold at all calls and in all rounds.

    Terms say nothing about static calls, in which a change of the state fails: the `original` runs.
    """

    def __init__(
        self,
        code: CodeView,
        original: Executable,
        dialect: Dialect,
        *,
        unfolded: bool = False,
        as_called: bool = False,
    ) -> None:
        super().__init__(original.image)
        self._original = original
        pairs = Pairs(code, code, {name: name for name in code.functions}, dialect)
        names = frozenset(code.functions if unfolded else ())
        known = StepInvariants(_SECONDS).of(pairs) if as_called else {}
        given = pairs.before, CallsOfSide(pairs, names, known, is_before=True)

        def summary(name: str | None) -> Summary:
            return execute_symbolically(Graph(), *given, name, lambda: None, bounds_loops=as_called)

        self._functions = {name: summary(name) for name in code.functions}
        self._uses = {name: pairs.effects(name).uses for name in code.functions}
        self._outermost = summary(None)

    def run(self, frame: Frame) -> None:
        if frame.is_static:
            self._original.run(frame)
            return
        _Run(self._functions, self._uses, frame).run(self._outermost)


class _Run:
    def __init__(
        self,
        functions: dict[str, Summary],
        uses: dict[str, frozenset[str]],
        frame: Frame,
    ) -> None:
        self._functions = functions
        self._uses = uses
        self._frame = frame
        self._sent: dict[Version, Sent] = {}
        self._rounds = 0
        self._logs = len(frame.transaction.world.logs)

    def run(self, outermost: Summary) -> None:
        frame = self._frame
        state: dict[str, Value] = {
            "storage": dict(frame.account.storage),
            "transient": dict(frame.account.transient),
            "world": self._version(),
            "logs": (),
            "gas": 0,
        }
        scope = Scope([], state)
        self._halt(self._leaf(outermost.control, scope), scope)

    def _version(self) -> Version:
        accounts = self._frame.transaction.world.accounts
        return Version(
            {
                account.address: (account.balance, account.code, account.code_hash)
                for account in accounts
            }
        )

    def _leaf(self, control: Term, scope: Scope) -> Term:
        while control.op == "ite":
            condition, one, other = control.args
            control = one if self._word(condition, scope) else other
        return control

    def _halt(self, leaf: Term, scope: Scope) -> None:
        """End the frame; never returns."""
        if leaf.op == "halted":
            inner = leaf.args[0]
            if inner.op == "call":
                called = self._called(inner, scope)
                self._halt(called.leaf, called.scope)
            _, end, inner_scope = self._loop(inner, scope)
            self._halt(end, inner_scope)
        assert leaf.op == "halt", leaf
        kind = leaf.data
        if kind == "invalid":
            self.value(leaf.args[0], scope)
            raise Halt(HaltKind.INVALID)
        if kind == "revert":
            data = self._bytes(leaf.args[0], scope)
            self.value(leaf.args[1], scope)
            raise Halt(HaltKind.REVERT, data)
        first = leaf.args[0]
        given = self._bytes(first, scope) if kind == "return" else self._word(first, scope)
        storage, transient, _, logs = (self.value(arg, scope) for arg in leaf.args[1:])
        self._install(storage, transient, logs)
        if kind == "return":
            assert isinstance(given, bytes)
            raise Halt(HaltKind.RETURN, given)
        assert isinstance(given, int)
        execute(self._frame, "selfdestruct", [], [given])

    def _install(self, storage: Value, transient: Value, logs: Value) -> None:
        """Set the world to the state that terms describe."""
        world, account = self._frame.transaction.world, self._frame.account
        assert isinstance(storage, dict)
        assert isinstance(transient, dict)
        assert isinstance(logs, tuple)
        for slot in {*storage, *account.storage}:
            world.set_storage(account, slot, storage.get(slot, 0))
        for slot in {*transient, *account.transient}:
            world.set_transient(account, slot, transient.get(slot, 0))
        mine = world.logs[self._logs :]
        assert tuple(logs[: len(mine)]) == tuple(mine)
        for log in logs[len(mine) :]:
            world.write_log(log)

    # Values

    def _word(self, term: Term, scope: Scope) -> int:
        value = self.value(term, scope)
        assert isinstance(value, int), term
        return value

    def _bytes(self, term: Term, scope: Scope) -> bytes:
        value = self.value(term, scope)
        assert isinstance(value, bytes), term
        return value

    def value(self, term: Term, scope: Scope) -> Value:
        known = scope.known if term.height else scope.plain
        found = known.get(term)
        if found is None:
            found = known[term] = self._new(term, scope)
            if isinstance(found, int):
                assert found & ~term.ones == 0, term
        return found

    def _new(self, term: Term, scope: Scope) -> Value:
        op, args = term.op, term.args
        if op == "const":
            return term.value
        if op == "ite":
            return self.value(args[1] if self._word(args[0], scope) else args[2], scope)
        if op == "sum":
            assert isinstance(term.data, tuple)
            total = int(term.data[0])
            for coefficient, arg in zip(map(int, term.data[1:]), args, strict=True):
                total += coefficient * self._word(arg, scope)
            return total & WORD_MASK
        if op in ARITHMETIC:
            words = [self._word(arg, scope) for arg in args]
            result = words[0]
            if op in ("and", "or", "xor", "mul"):
                for word in words[1:]:
                    result = compute(op, [result, word])
                return result
            return compute(op, words)
        if op == "bound":
            assert isinstance(term.data, tuple)
            return scope.bound[int(term.data[0]), int(term.data[1])]
        if op == "parameter":
            assert isinstance(term.data, int)
            return scope.parameters[term.data]
        if op == "initial":
            return scope.initial[str(term.data)[1:]]
        if op in ("out", "ends loop", "leaves"):
            return self._of_loop(term, scope)
        if op in ("ends", "result", "after"):
            return self._of_call(term, scope)
        if op in ("message", "project"):
            return self._of_message(term, scope)
        return self._of_state(term, scope)

    def _of_call(self, term: Term, scope: Scope) -> Value:
        called = self._called(term.args[0], scope)
        if term.op == "ends":
            return int(called.leaf.op != "fall")
        assert called.leaf.op == "fall"
        if term.op == "result":
            assert isinstance(term.data, int)
            return self.value(called.summary.results[term.data], called.scope)
        return self.value(called.summary.state[str(term.data)], called.scope)

    def _called(self, term: Term, scope: Scope) -> Called:
        known = scope.known if term.height else scope.plain
        found = known.get(term)
        if isinstance(found, Called):
            return found
        name = str(term.data)
        used = [part[1:] for part in PARTS if part[1:] in self._uses[name]]
        values = [self.value(arg, scope) for arg in term.args]
        count = len(values) - len(used)
        inner = Scope(values[:count], dict(zip(used, values[count:], strict=True)))
        summary = self._functions[name]
        called = known[term] = Called(inner, summary, self._leaf(summary.control, inner))
        return called

    # Loops

    def _of_loop(self, term: Term, scope: Scope) -> Value:
        value, leaf, _ = self._loop(term, scope)
        if term.op == "out":
            assert leaf.op == "exit"
            return value
        if term.op == "leaves":
            return int(leaf.op == "leave")
        return int(leaf.op in ("halt", "halted"))

    def _loop(self, term: Term, scope: Scope) -> tuple[Value, Term, Scope]:
        """Run a loop; returns the final value of the first root, and the leaf where it ends."""
        assert isinstance(term.data, tuple)
        height, count = int(term.data[0]), int(term.data[1])
        roots = term.args[: len(term.args) - 2 * count]
        entry = term.args[len(roots) : len(roots) + count]
        following = term.args[len(roots) + count :]
        values = [self.value(arg, scope) for arg in entry]
        while True:
            self._rounds += 1
            if self._rounds > _MAX_ROUNDS:
                raise Halt(HaltKind.OUT_OF_STEPS, reason="too many rounds of loops")
            inner = scope.round(height, values)
            leaf = self._leaf(roots[-1], inner)
            if leaf.op != "next":
                value = self.value(roots[0], inner) if term.op == "out" else 0
                return value, leaf, inner
            values = [self.value(arg, inner) for arg in following]

    # Messages

    def _of_message(self, term: Term, scope: Scope) -> Value:
        if term.op == "message":
            return self._send(term, scope)
        sent = self._send(term.args[0], scope)
        values: dict[str, Value] = {
            "success": sent.result,
            "address": sent.result,
            "returndata": sent,
            "world": sent.version,
            "storage": sent.storage,
            "transient": sent.transient,
            "logs": sent.logs,
            "gas": 0,
        }
        return values[str(term.data)]

    def _send(self, term: Term, scope: Scope) -> Sent:
        name = str(term.data)
        *words, world, storage, transient, logs, _ = term.args
        version = self.value(world, scope)
        data = self._bytes(words.pop(), scope)
        args = [self._word(word, scope) for word in words]
        given = (name, tuple(args), data)
        assert isinstance(version, Version)
        before = self._sent.get(version)
        if before is not None:
            assert before.given == given
            return before
        self._install(*(self.value(arg, scope) for arg in (storage, transient, logs)))
        frame = self._frame
        frame.memory = Memory(1 << 24)
        frame.memory.write(0, data)
        if name.startswith("create"):
            value, size, *salt = args
            assert size == len(data)
            result = execute(frame, name, [], [value, 0, size, *salt])
        else:
            assert args[-1] == len(data)
            result = execute(frame, name, [], [*args[:-1], 0, len(data), 0, 0])
        sent = Sent(
            given,
            result,
            frame.return_data,
            self._version(),
            dict(frame.account.storage),
            dict(frame.account.transient),
            tuple(frame.transaction.world.logs[self._logs :]),
        )
        self._sent[version] = sent
        return sent

    # Memory, storage, and what they hold

    def _of_state(self, term: Term, scope: Scope) -> Value:
        op = term.op
        if op == "no memory":
            return Bytes()
        if op == "no data":
            return b""
        if op == "no extent":
            return 0
        if op == "bytes":
            assert isinstance(term.data, tuple)
            return b"".join(
                self._word(arg, scope).to_bytes(count, "big")
                for count, arg in zip(map(int, term.data), term.args, strict=True)
            )
        if op in ("sstore", "log", "sload"):
            return self._of_storage(term, scope)
        if op in ("touch", "msize"):
            return self._of_extent(term, scope)
        if op in ("gas", "gas asked"):
            return self._frame.transaction.environment.gas if op == "gas" else 0
        if term.args and op in (
            "mstore", "mstore8", "copy", "call copy", "setimmutable", "mload", "slice",
        ):  # fmt: skip
            return self._of_memory(term, scope)
        return self._of_outside(term, scope)

    def _of_memory(self, term: Term, scope: Scope) -> Value:
        memory = self.value(term.args[0], scope)
        assert isinstance(memory, Bytes)
        start = self._word(term.args[1], scope)
        if term.op == "mload":
            return int.from_bytes(memory.read(start, WORD_BYTES), "big")
        if term.op == "mstore":
            return Bytes(memory, start, self._word(term.args[2], scope).to_bytes(32, "big"))
        if term.op == "mstore8":
            return Bytes(memory, start, bytes([self._word(term.args[2], scope)]))
        if term.op == "setimmutable":
            assert self._frame.image is not None
            word = self._word(term.args[2], scope).to_bytes(WORD_BYTES, "big")
            for offset in self._frame.image.assigned_immutable(str(term.data)):
                memory = Bytes(memory, start + offset & WORD_MASK, word)
            return memory
        size = self._word(term.args[2], scope)
        if size > 1 << 24:
            raise Halt(HaltKind.OUT_OF_MEMORY)
        if term.op == "slice":
            return memory.read(start, size)
        if term.op == "copy":
            content = self._bytes(term.args[3], scope)
            assert len(content) == size
            return Bytes(memory, start, content)
        sent = self._send(term.args[3], scope)
        return Bytes(memory, start, sent.returned[:size])

    def _of_storage(self, term: Term, scope: Scope) -> Value:
        if term.op == "log":
            logs = self.value(term.args[0], scope)
            assert isinstance(logs, tuple)
            data = self._bytes(term.args[1], scope)
            topics = tuple(self._word(arg, scope) for arg in term.args[3:])
            assert self._word(term.args[2], scope) == len(data)
            return (*logs, Log(self._frame.account.address, topics, data))
        storage = self.value(term.args[0], scope)
        assert isinstance(storage, dict)
        slot = self._word(term.args[1], scope)
        if term.op == "sload":
            found = storage.get(slot, 0)
            assert isinstance(found, int)
            return found
        return {**storage, slot: self._word(term.args[2], scope)}

    def _of_extent(self, term: Term, scope: Scope) -> Value:
        extent = self._word(term.args[0], scope)
        if term.op == "msize":
            return extent
        start, size = (self._word(arg, scope) for arg in term.args[1:])
        return max(extent, (start + size + 31) // 32 * 32) if size else extent

    def _of_outside(self, term: Term, scope: Scope) -> Value:
        op = term.op
        if op == "keccak256":
            return int.from_bytes(keccak256(self._bytes(term.args[0], scope)), "big")
        if op in ("returndatasize", "returned"):
            sent = self.value(term.args[0], scope)
            returned = sent.returned if isinstance(sent, Sent) else b""
            if op == "returndatasize":
                return len(returned)
            start, size = (self._word(arg, scope) for arg in term.args[1:])
            return padded_slice(returned, start, size)
        if op in _WORDS or op == "extcode":
            address, version = self._word(term.args[0], scope), self.value(term.args[1], scope)
            assert isinstance(version, Version)
            found = version.accounts.get(address & (1 << 160) - 1, (0, b"", 0))
            if op == "extcode":
                start, size = (self._word(arg, scope) for arg in term.args[2:])
                return padded_slice(found[1], start, size)
            return {"balance": found[0], "extcodesize": len(found[1]), "extcodehash": found[2]}[op]
        words = [self._word(arg, scope) for arg in term.args]
        if op in ("calldata", "code"):
            source = self._frame.calldata if op == "calldata" else self._frame.code
            return padded_slice(source, words[0], words[1])
        literals = [term.data] if isinstance(term.data, str) else []
        return execute(self._frame, op, literals, words)
