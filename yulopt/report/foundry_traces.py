"""The calls of a contract in the traces of Foundry's tests (`forge test -vvv --json`).

A test deploys contracts and calls them. The calls of each contract are replayed in isolation, as
transactions, as long as they end as in the test. The sender, the block and its time are those set
by cheatcodes. Reentrant calls, and calls that were reverted later, are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import attr

from yulopt.dialect.keccak import keccak256
from yulopt.errors import YulError
from yulopt.frequency.call_profile import SELECTOR_BYTES
from yulopt.persistence.json_values import Json, JsonObject, object_at
from yulopt.report.subjects import LIBRARY_PLACE
from yulopt.syntax.literals import WORD_BYTES
from yulopt.tune.calls import CONSTRUCTOR, Call, Calls, read_hex
from yulopt.tune.execution import new_world

_CREATIONS: Final = ("CREATE", "CREATE2")
_CALL, _STATIC_CALL = "CALL", "STATICCALL"
_EXECUTION: Final = "Execution"
# The address of Foundry's cheatcodes.
_CHEATCODES: Final = int("7109709ecfa91a80626ff3989d68f67f5b1dd12d", 16)
# More calls add no information, and are executed for each build.
_MAX_CALLS: Final = 400


def _selector(signature: str) -> bytes:
    return keccak256(signature.encode())[:SELECTOR_BYTES]


# The form with an origin, which contracts rarely use.
_PRANK: Final = {_selector("prank(address)"), _selector("prank(address,address)")}
_START_PRANK: Final = {_selector("startPrank(address)"), _selector("startPrank(address,address)")}
_STOP_PRANK: Final = _selector("stopPrank()")
_BLOCK: Final = {_selector("roll(uint256)"): "block", _selector("warp(uint256)"): "time"}


@attr.s(auto_attribs=True, frozen=True)
class _Event:
    """A call or a creation in a test: its outcome, whether an outer caller has failed, and the
    addresses on the call stack.
    """

    kind: str
    address: int
    call: Call
    failed: bool
    output: bytes
    is_undone: bool
    inside_of: frozenset[int]


@attr.s(auto_attribs=True, frozen=True)
class Replayed:
    """The replayable calls of each deployment, and the numbers of tests that call the contract, of
    tests that were replayed completely, and of calls.
    """

    scenarios: tuple[Calls, ...]
    tests: int
    whole: int
    calls: int

    def words(self) -> str:
        """The source of the calls."""
        rest = self.tests - self.whole
        more = f"; {rest} of them count up to where they need other contracts" if rest else ""
        return f"gas is that of {self.calls} calls in {self.tests} tests of the project{more}"


class Traces:
    """The events of each test."""

    def __init__(self, tests: list[list[_Event]]) -> None:
        self._tests = tests

    def replay(self, build: str, creation: bytes, names: Mapping[bytes, str]) -> Replayed:
        """The calls of a contract. `build` is its creation code as Foundry has built it, in
        hexadecimal digits; `creation` is code of it that is called; `names` are the signatures by
        selector.
        """
        scenarios: list[Calls] = []
        tests = whole = count = 0
        for events in self._tests:
            found = list(_scenarios(events, build, names))
            if not found or count >= _MAX_CALLS:
                continue
            tests += 1
            replayed = [_replayed(creation, deployment, calls) for deployment, calls in found]
            whole += all(is_whole for _, is_whole in replayed)
            scenarios += [calls for calls, _ in replayed if any(one.weight for one in calls.calls)]
            count = sum(bool(one.weight) for calls in scenarios for one in calls.calls)
        return Replayed(tuple(scenarios), tests, whole, count)


def traces_in(document: Json, filename: str) -> Traces | None:
    """The traces in an answer of `forge test`, or None if a file has something else; raises
    `YulError` if there are no traces in the answer.
    """
    suites = [suite for suite in object_at(document).values() if "test_results" in object_at(suite)]
    if not suites:
        return None
    tests = [test for suite in suites for test in object_at(suite, "test_results").values()]
    traced = [list(_events(object_at(test))) for test in tests]
    if not any(traced):
        raise YulError(
            "there are no traces of tests here; forge test -vvv --json writes them",
            filename=filename,
        )
    return Traces(traced)


# From a trace to events


class _Pretence:
    """The sender and the block, after the cheatcodes so far."""

    def __init__(self) -> None:
        self.block = {"block": 1, "time": 1}
        # The impersonated account by impersonator and depth, for the next call or until it stops.
        self._once: dict[tuple[int, int], int] = {}
        self._always: dict[tuple[int, int], int] = {}

    def cheat(self, caller: int, depth: int, data: bytes) -> None:
        """Apply a cheatcode."""
        selector, arguments = data[:SELECTOR_BYTES], data[SELECTOR_BYTES:]
        first = int.from_bytes(arguments[:WORD_BYTES], "big")
        if selector in _PRANK:
            self._once[caller, depth] = first
        elif selector in _START_PRANK:
            self._always[caller, depth] = first
        elif selector == _STOP_PRANK:
            self._always.pop((caller, depth), None)
        elif selector in _BLOCK:
            self.block[_BLOCK[selector]] = first

    def sender(self, caller: int, depth: int) -> int:
        """The effective sender of the current call."""
        place = caller, depth
        return self._once.pop(place, self._always.get(place, caller))


def _events(test: JsonObject) -> Iterator[_Event]:
    pretence = _Pretence()
    traces = test.get("traces")
    for entry in traces if isinstance(traces, list) else []:
        if not isinstance(entry, list) or len(entry) != 2:
            continue
        phase, arena = entry
        nodes = object_at(arena).get("arena")
        yield from _events_of(
            [object_at(node) for node in nodes] if isinstance(nodes, list) else [],
            pretence,
            weight=int(phase == _EXECUTION),
        )


def _events_of(nodes: list[JsonObject], pretence: _Pretence, *, weight: int) -> Iterator[_Event]:
    """The events of a trace, whose nodes are in the order in which they begin."""
    # For each node: whether it is reverted, and the addresses on the call stack.
    around: dict[Json, tuple[bool, frozenset[int]]] = {None: (False, frozenset())}
    for number, node in enumerate(nodes):
        trace = object_at(node, "trace")
        data = read_hex(str(trace.get("data")))
        caller, address = _address(trace, "caller"), _address(trace, "address")
        depth, parent = trace.get("depth"), node.get("parent")
        is_undone, inside_of = around.get(
            parent if isinstance(parent, int) else None, (True, frozenset())
        )
        failed = trace.get("success") is not True
        around[number] = (is_undone or failed, inside_of | {address})
        if data is None or not isinstance(depth, int):
            continue
        if address == _CHEATCODES:
            pretence.cheat(caller, depth, data)
            continue
        sender = pretence.sender(caller, depth)
        yield _Event(
            str(trace.get("kind")),
            address,
            Call(
                "",
                data,
                sender,
                value=_address(trace, "value"),
                weight=weight,
                reverts=failed,
                **pretence.block,
            ),
            failed,
            read_hex(str(trace.get("output"))) or b"",
            is_undone,
            inside_of,
        )


def _address(trace: JsonObject, key: str) -> int:
    text = trace.get(key)
    return int(text, 16) if isinstance(text, str) and text.startswith("0x") else 0


# From events to calls of a contract


def _scenarios(
    events: list[_Event], build: str, names: Mapping[bytes, str]
) -> Iterator[tuple[Call, list[_Event]]]:
    """Each deployment of a contract with its calls, which get titles."""
    for number, event in enumerate(events):
        if event.kind not in _CREATIONS or event.failed or event.is_undone:
            continue
        arguments = _arguments(build, event.call.data)
        if arguments is None:
            continue
        deployment = attr.evolve(event.call, title=CONSTRUCTOR, data=arguments, weight=0)
        calls = [
            attr.evolve(one, call=attr.evolve(one.call, title=_title(one.call.data, names)))
            for one in events[number + 1 :]
            if one.address == event.address
            and one.kind in (_CALL, _STATIC_CALL)
            and not one.is_undone
            and event.address not in one.inside_of
        ]
        if calls:
            yield deployment, calls


def _arguments(build: str, data: bytes) -> bytes | None:
    """The constructor arguments after the creation code of a contract, ignoring the addresses of
    libraries; None for other code.
    """
    digits = data.hex()
    if not build or len(digits) < len(build):
        return None
    code = LIBRARY_PLACE.sub(lambda place: digits[place.start() : place.end()], build)
    return bytes.fromhex(digits[len(code) :]) if digits.startswith(code) else None


def _title(data: bytes, names: Mapping[bytes, str]) -> str:
    selector = data[:SELECTOR_BYTES]
    return names.get(selector, f"data 0x{selector.hex()}...")


def _replayed(creation: bytes, deployment: Call, events: list[_Event]) -> tuple[Calls, bool]:
    """The calls that end as in the test, up to a state-changing one that does not; and whether
    these are all.
    """
    world = new_world()
    contract, execution = world.deploy(creation, deployment)
    calls: list[Call] = []
    is_whole = True
    if execution.failure:
        return Calls((deployment,), ()), False
    for event in events:
        is_static = event.kind == _STATIC_CALL
        execution = (world.copy() if is_static else world).call(contract, event.call)
        failed = bool(execution.failure)
        if failed == event.failed and (failed or execution.output == event.output):
            # Reverting calls are not replayed.
            calls.append(attr.evolve(event.call, weight=0) if failed else event.call)
            continue
        is_whole = False
        if not is_static:
            break
    return Calls((deployment,), tuple(calls)), is_whole
