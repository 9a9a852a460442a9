"""Symbolic execution of bytes: results and effects of code, as terms in the prover's graph.

Blocks run in topological order. At joins, each slot of the stack and each part of the state becomes
a choice between its values on either path, as for Yul; loops are executed for one round with
unknown values. A `Flow` predicts the next block. It is untrusted: each jump is checked against it.

Source: as for `yulopt.prover.execution`.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Mapping, Sequence

import attr

from yulopt.checker.decoding import UNKNOWN, Code, Instruction
from yulopt.checker.flow import Flow, Join, LoopShape, Node, Signature
from yulopt.checker.regions import RESULT, SLOT, Arrival, Condition, Region, common
from yulopt.prover.apart import Apart
from yulopt.prover.builtins import Builtins, State
from yulopt.prover.called import called
from yulopt.prover.case_analysis import as_membership, few_values
from yulopt.prover.effects import Effects, effects_of_builtin
from yulopt.prover.facts import Facts
from yulopt.prover.graph import Graph
from yulopt.prover.rounds import Closed, Loop
from yulopt.prover.summaries import PARTS, SORTS, Ended, Summary
from yulopt.prover.terms import Term
from yulopt.prover.work_clock import OpenQuestion


class Execution:
    """Executes the blocks of one function. `call_counts` are the numbers of calls of functions.

    `callable` has the functions that may be called, by their entries, and `effects` are those of
    such calls. `visited` collects the offsets of executed instructions. `closed` has the loops
    that were executed, with the number of those around them, and `joins` where paths met; `is_part`
    if the flow left blocks out.
    """

    def __init__(
        self,
        graph: Graph,
        code: Code,
        flow: Flow,
        callable: Mapping[int, Signature],
        builtins: Builtins,
        effects: Callable[[str], Effects],
        check_time: Callable[[], None],
        visited: set[int],
    ) -> None:
        self._graph = graph
        self._code = code
        self._flow = flow
        self._callable = callable
        self._builtins = builtins
        self._effects = effects
        self._check_time = check_time
        self._visited = visited
        self._rank = {node: index for index, node in enumerate(flow.order)}
        self._facts = Facts(graph.terms, graph.words)
        builtins.apart = Apart(graph.terms, graph.arrays, graph.words, self._facts)
        self._learnt: list[tuple[Condition, tuple[int, int, int]]] = []
        self._address = graph.terms.make("return address")
        # The heads of the current loops.
        self.open_heads: list[Node] = []
        self.call_counts: dict[str, int] = {}
        self.closed: list[tuple[Node, int, Closed]] = []
        self.joins: list[Join] = []
        self.is_part = False
        self._is_outermost = False
        self._uses: list[tuple[int, list[Term]]] = []
        # The current position.
        self._region = Region(None, graph.terms.fall)
        self._leaf = graph.terms.fall
        self._stack: list[Term] = []
        self._state: State = {}
        self._results = 0

    def function(self, signature: Signature) -> Summary:
        """The summary of a function from its entry on, for any stack below its own part."""
        stack = [self._address] if signature.has_address else []
        stack += [self._graph.parameter(index) for index in reversed(range(signature.arguments))]
        state = {part: self._graph.initial(part) for part in PARTS}
        return self._whole(signature.as_ordered(stack), state, signature.results)

    def outermost(self) -> Summary:
        """The summary of the code from its first byte on."""
        self._is_outermost = True
        state = {part: self._graph.initial(part) for part in PARTS} | self._graph.empty_frame()
        return self._whole([], state, 0)

    def _whole(self, stack: list[Term], state: State, results: int) -> Summary:
        leaf = self._graph.control.point("entry")
        self._results = results
        start = Arrival(leaf, tuple(stack), state, ())
        region = self._run(self._flow.entry, start)
        control = self._resolved(region)
        joined = self._joined(region.returned, control, RESULT)
        leaves = {arrival.leaf: self._graph.terms.fall for arrival in region.returned}
        if joined is None:
            return Summary(control, (), {})
        given = tuple(joined[RESULT.format(index)] for index in range(results))
        control = self._graph.control.replaced(control, leaves)
        return Summary(control, given, {part: joined[part] for part in PARTS})

    # Regions

    def _run(self, entry: Node, start: Arrival, shape: LoopShape | None = None) -> Region:
        """Execute all blocks of a region; with a `shape`, those of a round of a loop."""
        outer = self._region
        region = self._region = Region(shape, start.leaf, None if shape is None else entry)
        self._resume(start)
        if shape is None and entry in self._flow.heads:
            self._loop(entry)
        else:
            self._block(entry)
        while region.queue:
            _, node = heapq.heappop(region.queue)
            self._check_time()
            arrivals = region.pending.pop(node)
            self._resume(self._merged(node, arrivals))
            if node in self._flow.heads:
                self._loop(node)
            else:
                self._block(node)
        self._region = outer
        return region

    def _resolved(self, region: Region) -> Term:
        """Control of a region, with the facts about its leaves."""
        known: dict[Term, Term] = {}

        def of_leaf(leaf: Term) -> Term:
            found = known.get(leaf)
            if found is None:
                after = region.replaced.get(leaf)
                found = leaf if after is None else self._mapped(after, of_leaf)
                known[leaf] = found
            return found

        region.control = self._mapped(region.control, of_leaf)
        region.replaced = {}
        return region.control

    def _mapped(self, control: Term, of_leaf: Callable[[Term], Term]) -> Term:
        mapped = self._graph.control.select(control, of_leaf)
        assert mapped is not None
        return mapped

    def _merged(self, node: Node, arrivals: Sequence[Arrival]) -> Arrival:
        """All arrivals at a block as one."""
        if len(arrivals) == 1:
            self._uses = []
            return arrivals[0]
        joined = self._joined(arrivals, self._resolved(self._region), SLOT)
        assert joined is not None
        first = arrivals[0].named(SLOT)
        self._uses = []
        chosen = [value for key, value in joined.items() if value is not first[key]]
        self.joins.append(Join(node, chosen, self._uses))
        leaf = self._graph.control.point("meet")
        self._region.replaced |= {arrival.leaf: leaf for arrival in arrivals}
        return Arrival(
            leaf,
            tuple(joined[SLOT.format(index)] for index in range(len(arrivals[0].stack))),
            {part: joined[part] for part in PARTS},
            common([arrival.conditions for arrival in arrivals]),
        )

    def _joined(self, arrivals: Sequence[Arrival], control: Term, name: str) -> State | None:
        """The values of slots and parts where arrivals join; None if there are none."""
        if not arrivals:
            return None
        if len({len(arrival.stack) for arrival in arrivals}) > 1:
            raise OpenQuestion("paths join with stacks of different heights")
        states = {arrival.leaf: arrival.named(name) for arrival in arrivals}
        joined: State = {}
        for key, first in states[arrivals[0].leaf].items():
            of_leaf = {leaf: state[key] for leaf, state in states.items()}
            joined[key] = first
            if any(value is not first for value in of_leaf.values()):
                value = self._graph.control.select(control, of_leaf.get)
                assert value is not None
                joined[key] = value
        return joined

    def _resume(self, arrival: Arrival) -> None:
        """Continue from an arrival, with its facts."""
        self._leaf = arrival.leaf
        self._stack = list(arrival.stack)
        self._state = dict(arrival.state)
        known = tuple(condition for condition, _ in self._learnt)
        kept = len(common([known, arrival.conditions]))
        if kept < len(self._learnt):
            self._facts.forget(self._learnt[kept][1])
            del self._learnt[kept:]
        for condition, holds in arrival.conditions[kept:]:
            self._learn(condition, holds)

    def _learn(self, condition: Term, holds: bool) -> None:
        self._learnt.append(((condition, holds), self._facts.mark()))
        self._facts.learn(condition, holds)

    def _here(self, leaf: Term) -> Arrival:
        conditions = tuple(condition for condition, _ in self._learnt)
        return Arrival(leaf, tuple(self._stack), dict(self._state), conditions)

    def _arrive(self, node: Node, arrival: Arrival) -> None:
        """Add a path to a block."""
        region = self._region
        # The code outside functions does not return: what it leaves on the stack does not matter.
        if self._is_outermost and len(arrival.stack) > len(node.marks):
            stack = arrival.stack[len(arrival.stack) - len(node.marks) :]
            arrival = attr.evolve(arrival, stack=stack)
        if node in self._flow.left_out:
            self.is_part = True
        elif node is region.head:
            region.again.append(arrival)
        elif region.shape is not None and node is region.shape.after:
            region.left.append(arrival)
        elif region.shape is not None and node is region.shape.leave:
            region.beyond.append(arrival)
        elif node in self.open_heads:
            raise OpenQuestion("a loop continues with an iteration of an outer one")
        elif node in region.pending:
            region.pending[node].append(arrival)
        else:
            region.pending[node] = [arrival]
            heapq.heappush(region.queue, (self._rank[node], node))

    # Loops

    def _loop(self, head: Node) -> None:
        """Execute a loop: one round, for any values of the slots and parts that it changes."""
        shape = self._flow.loop(head)
        terms, control = self._graph.terms, self._graph.control
        before = self._here(self._leaf)
        entry = before.named(SLOT)
        names = [SLOT.format(index) for index in sorted(shape.changed)] + self._changed(shape)
        first = terms.newest_serial + 1
        carried = {name: terms.open_symbol(SORTS.get(name, 0)) for name in names}
        within = entry | carried
        start = attr.evolve(
            before,
            leaf=control.point("round"),
            stack=tuple(within[SLOT.format(index)] for index in range(len(before.stack))),
            state={part: within[part] for part in PARTS},
        )
        self.open_heads.append(head)
        inner = self._run(head, start, shape)
        whole = self._resolved(inner)
        for arrival in inner.again:
            if len(arrival.stack) != len(before.stack):
                raise OpenQuestion("a loop changes the height of the stack")
            for name, value in arrival.named(SLOT).items():
                if name not in carried and value is not entry[name]:
                    raise OpenQuestion(f"a loop changes {name}, which was not expected")
        following = self._joined(inner.again, whole, SLOT)
        name_after = SLOT
        if shape.is_last and shape.after is None:
            inner.left, inner.returned, name_after = inner.returned, [], RESULT
        leaving, name_leaving = self._leaving(inner)
        self.open_heads.pop()
        ways = {arrival.leaf: terms.make("exit") for arrival in inner.left}
        ways |= {arrival.leaf: terms.make("next") for arrival in inner.again}
        closed = self._graph.loops.close(
            Loop(
                {name: entry[name] for name in names},
                carried,
                first,
                control.replaced(whole, ways),
                self._joined(inner.left, whole, name_after),
                following and {name: following[name] for name in names},
                {arrival.leaf: arrival.named(name_leaving) for arrival in leaving},
            )
        )
        self.closed.append((head, len(self.open_heads), closed))
        self._resume(before)
        after = control.point("after")
        falls = terms.fall
        self._region.replaced[before.leaf] = control.replaced(closed.control, {falls: after})
        for leaf, state in closed.leaving.items():
            self._arrive_after(shape.leave, self._arrival(leaf, state, name_leaving))
        if control.can_fall(closed.control):
            self._arrive_after(shape.after, self._arrival(after, closed.after, name_after))

    def _leaving(self, inner: Region) -> tuple[list[Arrival], str]:
        """The paths that leave a loop, but not to the code after it, and the pattern that names
        their slots."""
        assert inner.shape is not None
        if inner.shape.leave is None:
            return inner.returned, RESULT
        if inner.returned or len({len(arrival.stack) for arrival in inner.beyond}) > 1:
            raise OpenQuestion("a loop has more exits than expected")
        return inner.beyond, SLOT

    def _arrive_after(self, node: Node | None, arrival: Arrival) -> None:
        """Add a path from a loop to a block, or to the return address."""
        if node is None:
            self._region.returned.append(arrival)
        else:
            self._arrive(node, arrival)

    def _arrival(self, leaf: Term, state: State, name: str) -> Arrival:
        height = sum(key not in PARTS for key in state)
        stack = tuple(state[name.format(index)] for index in range(height))
        return attr.evolve(
            self._here(leaf), stack=stack, state={part: state[part] for part in PARTS}
        )

    def _changed(self, shape: LoopShape) -> list[str]:
        """The parts of the state that a loop may change."""
        with_extent = self._builtins.with_extent
        effects = [effects_of_builtin(name, with_extent=with_extent) for name in shape.names]
        effects += [self._effects(name) for name in shape.calls]
        return [part for part in PARTS if any(part[1:] in found.writes for found in effects)]

    # Blocks

    def _block(self, node: Node) -> None:
        try:
            if node.is_call and node is not self._flow.entry:
                self._call(node)
            else:
                self._instructions(node)
        except Ended:
            pass

    def _instructions(self, node: Node) -> None:
        offset = node.offset
        while True:
            instruction = self._code.at(offset)
            self._visited.add(offset)
            if instruction.name == "jump":
                self._jump(node)
                return
            if instruction.name == "jumpi":
                self._branch(node, instruction)
                return
            self._execute(instruction)
            offset = instruction.following
            if node.following is not None and offset == node.following.offset:
                self._arrive(node.following, self._here(self._leaf))
                return

    def _pop(self) -> Term:
        if not self._stack:
            raise OpenQuestion("code reaches below its part of the stack")
        return self._stack.pop()

    def _operands(self, count: int) -> list[Term]:
        """Operands, topmost first."""
        return [self._facts.of(self._pop()) for _ in range(count)]

    def _jump(self, node: Node) -> None:
        target = self._pop()
        if node.returns:
            self._return_to(target)
        elif target.is_constant:
            self._follow_jump(node, target)
        else:
            self._choose(node, target)

    def _choose(self, node: Node, target: Term) -> None:
        """Jump by a table: a word with only a few possible values."""
        words, control = self._graph.words, self._graph.control
        found = few_values(words, target)
        if found is None:
            raise OpenQuestion("the target of a computed jump is unknown")
        ways = [
            (words.equal(found[0], words.terms.constant(value)), way) for value, way in found[1]
        ]
        ways = [way for way in ways if self._facts.decide(way[0]) is not False]
        leaves = [control.point("jump") for _ in ways]
        # Otherwise it is the last one.
        choice = leaves[-1]
        for (condition, _), leaf in zip(ways[:-1], leaves, strict=False):
            choice = self._graph.choices.choose(condition, leaf, choice)
        self._region.replaced[self._leaf] = choice
        mark = self._facts.mark()
        for (condition, way), leaf in zip(ways, leaves, strict=True):
            self._leaf = leaf
            self._learn(condition, holds=True)
            self._follow_jump(node, way)
            self._learnt.pop()
            self._facts.forget(mark)

    def _return_to(self, target: Term) -> None:
        if target is not self._address:
            raise OpenQuestion("a jump leads neither to the return address nor to a known place")
        if len(self._stack) != self._results:
            raise OpenQuestion("a function returns with a different number of slots")
        self._region.returned.append(self._here(self._leaf))

    def _follow_jump(self, node: Node, target: Term) -> None:
        """Jump from a node to the target of the jump, which the flow must list."""
        found = node.jumps.get(target.value) if target.is_constant else None
        if found is None or found.offset != target.value or target.value not in self._code.targets:
            raise OpenQuestion("a jump leads elsewhere")
        self._arrive(found, self._here(self._leaf))

    def _branch(self, node: Node, instruction: Instruction) -> None:
        target, condition = self._pop(), self._facts.of(self._pop())
        condition = as_membership(self._graph.words, condition)
        if node.following is None or node.following.offset != instruction.following:
            raise OpenQuestion("a branch leads elsewhere")
        holds = self._facts.decide(condition)
        if holds is not None:
            if holds:
                self._follow_jump(node, target)
            else:
                self._arrive(node.following, self._here(self._leaf))
            return
        control = self._graph.control
        leaves = control.point("jump"), control.point("next")
        self._region.replaced[self._leaf] = self._graph.choices.choose(condition, *leaves)
        mark = self._facts.mark()
        for leaf, is_met in zip(leaves, (True, False), strict=True):
            self._leaf = leaf
            self._learn(condition, is_met)
            if is_met:
                self._follow_jump(node, target)
            else:
                self._arrive(node.following, self._here(leaf))
            self._learnt.pop()
            self._facts.forget(mark)

    def _execute(self, instruction: Instruction) -> None:
        name, number = instruction.name, instruction.number
        if len(self._stack) < instruction.takes:
            raise OpenQuestion("code reaches below its part of the stack")
        if name == "push":
            self._stack.append(self._graph.terms.constant(number))
        elif name == "dup":
            self._stack.append(self._stack[-number])
        elif name == "swap":
            stack = self._stack
            stack[-1], stack[-1 - number] = stack[-1 - number], stack[-1]
        elif name == UNKNOWN:
            raise OpenQuestion("a byte that is not an instruction")
        elif name != "jumpdest":
            literals = [instruction.text] if instruction.text else []
            args = self._operands(instruction.takes)
            results, control = self._builtins.execute(self._state, name, literals, args)
            self._extend(control)
            self._stack += [self._facts.of(result) for result in results]
            operands = [*args, *(arg for result in results for arg in result.args)]
            self._uses.append((instruction.following, [one for one in operands if one.op == "ite"]))

    def _extend(self, control: Term | None) -> None:
        """Continue with a choice between an end of the frame and the next instruction."""
        fall = self._graph.terms.fall
        if control is None or control is fall:
            return
        leaf = self._graph.control.point("next")
        after = self._graph.control.replaced(control, {fall: leaf})
        self._region.replaced[self._leaf] = after
        if not self._graph.control.can_fall(control):
            raise Ended
        self._leaf = leaf
        self._learn(control.args[0], control.args[1] is fall)

    def _call(self, node: Node) -> None:
        """A call of another function, which has the effects proven for that function."""
        signature = self._callable.get(node.offset)
        if signature is None:
            raise OpenQuestion("there is no function where one is called")
        self.call_counts[signature.name] = self.call_counts.get(signature.name, 0) + 1
        if len(self._stack) < signature.slots:
            raise OpenQuestion("code reaches below its part of the stack")
        self._stack = signature.as_agreed(self._stack)
        args = self._operands(signature.arguments)
        address = self._pop() if signature.has_address else None
        effects = self._effects(signature.name)
        if address is None and not effects.always_ends:
            raise OpenQuestion(f"{signature.name} is called without a return address")
        found = called(self._graph, self._state, signature.name, args, signature.results, effects)
        self._extend(found.control)
        self._state |= found.writes
        # The last result is on top.
        self._stack += [self._facts.of(result) for result in found.results]
        assert address is not None
        if node.returns:
            self._return_to(address)
        else:
            self._follow_jump(node, address)
