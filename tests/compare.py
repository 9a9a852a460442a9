"""Compare yulopt with the reference compiler over many programs, and shrink a difference.

    python -m tests.compare --seeds 0:1000                      generated programs, default steps
    python -m tests.compare --corpus --steps 'dfDvulfn:'        all of ../shared/corpus
    python -m tests.compare --seeds 200 --random-steps acdeL    a random sequence for each program
    python -m tests.compare --seeds 5000 --shrink               stop at a difference and shrink it

Exit status: 0 all identical, 1 a difference (or nothing could be compared), 2 wrong usage or no
oracle. Programs that solc itself rejects (mostly "stack too deep") are counted apart, with reasons.
"""

from __future__ import annotations

import difflib
import importlib
import itertools
import json
import re
import shlex
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from random import Random
from string import ascii_letters

import click

import yulopt
from tests import generator
from tests.oracle import (
    ROOT,
    SHARED,
    Job,
    JsonLines,
    Oracle,
    ProcessFailure,
    Result,
    available,
    ordered_map,
)
from yulopt.named_sequences import read_sequence

IDENTICAL, DIFFERENT, FAILED, NO_REFERENCE = "identical", "different", "failed", "oracle error"
CANDIDATE = "tests.compare:yulopt_text"


def yulopt_text(job: Job) -> str:
    """What yulopt makes of a job: its side of the comparison."""
    if job.output == "ir":
        return yulopt.print_yul(yulopt.parse(job.source, evm_version=job.evm_version))
    return yulopt.optimize(
        job.source,
        job.steps,
        evm_version=job.evm_version,
        runs=job.runs,
        stack_allocation=job.stack_allocation,
    )


def serve(candidate: str) -> None:
    """Answer jobs from standard input with `candidate` (`module:function`), one line each."""
    module, _, name = candidate.partition(":")
    function: Callable[[Job], str] = getattr(importlib.import_module(module), name)
    answers, sys.stdout = sys.stdout, sys.stderr
    for line in sys.stdin:
        try:
            answer = {"text": function(Job(**json.loads(line)))}
        except Exception as error:  # whatever yulopt raises is an answer
            last = traceback.extract_tb(error.__traceback__)[-1]
            place = f"{Path(last.filename).name}:{last.lineno}"
            answer = {"error": f"{type(error).__name__}: {error} ({place})"}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


class Candidate:
    """A worker process with yulopt."""

    def __init__(self, function: str = CANDIDATE, timeout: float = 120.0) -> None:
        self.timeout = timeout
        start = f"from tests.compare import serve; serve({function!r})"
        self.process = JsonLines([sys.executable, "-c", start])

    def run(self, job: Job) -> Result:
        try:
            answer = self.process.ask(vars(job), self.timeout)
        except ProcessFailure as failure:
            return Result(job.id, error=str(failure))
        text = answer.get("text")
        if isinstance(text, str):
            return Result(job.id, text)
        return Result(job.id, error=str(answer.get("error")))

    def close(self) -> None:
        self.process.close()


@dataclass(frozen=True)
class Outcome:
    """A job with both answers; `kind` is one of the four words at the top of the module."""

    job: Job
    expected: Result
    actual: Result | None = None

    @property
    def kind(self) -> str:
        if self.expected.text is None or self.actual is None:
            return NO_REFERENCE
        if self.actual.text is None:
            return FAILED
        return IDENTICAL if self.expected.text == self.actual.text else DIFFERENT

    @property
    def symptom(self) -> str:
        """What a shrunk program must have in common with the original."""
        error = self.actual.error if self.actual else None
        return f"{self.kind} {(error or '').partition(':')[0]}"

    def describe(self) -> str:
        """The difference, as a unified diff or an error message."""
        if self.kind == FAILED and self.actual is not None:
            return f"yulopt: {self.actual.error}"
        if self.kind == NO_REFERENCE or self.actual is None:
            return f"solc: {self.expected.error}"
        expected, actual = self.expected.text or "", self.actual.text or ""
        lines = difflib.unified_diff(
            expected.splitlines(), actual.splitlines(), "solc", "yulopt", lineterm="", n=6
        )
        return "\n".join(lines)


class Pair:
    """Both sides. `reference` and `candidate` answer a job with a result."""

    def __init__(
        self, reference: Callable[[Job], Result], candidate: Callable[[Job], Result]
    ) -> None:
        self.reference = reference
        self.candidate = candidate

    def run(self, job: Job) -> Outcome:
        expected = self.reference(job)
        if expected.text is None:
            return Outcome(job, expected)
        return Outcome(job, expected, self.candidate(job))


@dataclass
class Tally:
    """How many jobs had which outcome, and why solc rejected some."""

    kinds: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)

    def add(self, outcome: Outcome) -> None:
        self.kinds[outcome.kind] += 1
        if outcome.kind == NO_REFERENCE:
            self.reasons[reason(outcome.expected.error or "")] += 1

    def __str__(self) -> str:
        counted = (IDENTICAL, NO_REFERENCE, DIFFERENT, FAILED)
        text = ", ".join(f"{self.kinds[kind]} {kind}" for kind in counted)
        return text + "".join(f"\n    {count} x {why}" for why, count in self.reasons.most_common())


def reason(error: str) -> str:
    """The kind of a solc error: its telling line, without the names and numbers in it."""
    lines = [line.strip() for line in error.splitlines() if line.strip()] or ["no message"]
    telling = next((line for line in lines if "::what:" in line), lines[0])
    telling = re.sub(r"( in)? \[ .*", "", telling.rpartition("::what:")[2].strip())
    return re.sub(r"(Variable|Slot) \S+( \S+\])?", r"\1 _", re.sub(r"\d+", "N", telling))[:120]


# Shrinking: Yul text as a tree of its own, independent of the parser under test.

_TOKEN = re.compile(
    r"""(?:\s|//[^\n]*|/\*.*?\*/)*
    ((?:hex)?(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|:=|->|[\w$.]+|[{}(),])""",
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True)
class Tree:
    """A piece of a program: tokens and smaller pieces, in textual order."""

    kind: str
    parts: tuple[str | Tree, ...]

    def children(self, *kinds: str) -> list[Tree]:
        return [p for p in self.parts if isinstance(p, Tree) and (not kinds or p.kind in kinds)]

    def tokens(self) -> Iterator[str]:
        for part in self.parts:
            if isinstance(part, Tree):
                yield from part.tokens()
            else:
                yield part

    def __str__(self) -> str:
        return _show(self, "")


def _show(tree: Tree, margin: str) -> str:
    inside = margin + "    "
    text = ""
    for part in tree.parts:
        piece = part if isinstance(part, str) else _show(part, margin)
        if isinstance(part, Tree) and tree.kind in ("block", "object"):
            text += "\n" + inside + _show(part, inside)
        elif isinstance(part, Tree) and part.kind == "case":
            text += "\n" + margin + piece
        elif part == "}" and len(tree.parts) > 2:
            text += "\n" + margin + "}"
        else:
            glue = "" if not text or text[-1] in "(" or piece[0] in "()," else " "
            text += glue + piece
    return text


class _Parser:
    """Reads Yul that is known to be valid."""

    def __init__(self, source: str) -> None:
        self.tokens = _TOKEN.findall(source)
        self.next = 0

    def peek(self, ahead: int = 0) -> str:
        place = self.next + ahead
        return str(self.tokens[place]) if place < len(self.tokens) else ""

    def take(self, count: int = 1) -> list[str | Tree]:
        self.next += count
        return list(self.tokens[self.next - count : self.next])

    def until(self, end: str, kind: str, item: Callable[[], Tree]) -> Tree:
        parts = self.take(1)
        while self.peek() != end:
            parts += [item()]
        return Tree(kind, (*parts, *self.take()))

    def program(self) -> Tree:
        return self.block() if self.peek() == "{" else self.object()

    def object(self) -> Tree:
        if self.peek() == "data":
            return Tree("data", tuple(self.take(3)))
        parts = self.take(3)
        parts.append(Tree("code", (*self.take(), self.block())))
        while self.peek() != "}":
            parts.append(self.object())
        return Tree("object", (*parts, *self.take()))

    def block(self) -> Tree:
        return self.until("}", "block", self.statement)

    def statement(self) -> Tree:
        match self.peek():
            case "{":
                return self.block()
            case "break" | "continue" | "leave":
                return Tree("jump", tuple(self.take()))
            case "let":
                parts = self.take(2)
                while self.peek() == ",":
                    parts += self.take(2)
                value = (*self.take(), self.expression()) if self.peek() == ":=" else ()
                return Tree("let", (*parts, *value))
            case "function":
                parts = self.take()
                while self.peek() != "{":
                    parts += self.take()
                return Tree("function", (*parts, self.block()))
            case "if":
                return Tree("if", (*self.take(), self.expression(), self.block()))
            case "switch":
                parts = [*self.take(), self.expression()]
                while self.peek() in ("case", "default"):
                    label = self.take(2 if self.peek() == "case" else 1)
                    parts.append(Tree("case", (*label, self.block())))
                return Tree("switch", tuple(parts))
            case "for":
                init = (*self.take(), self.block(), self.expression())
                return Tree("for", (*init, self.block(), self.block()))
        if self.peek(1) == "(":
            return self.expression()
        parts = self.take()
        while self.peek() == ",":
            parts += self.take(2)
        return Tree("assignment", (*parts, *self.take(), self.expression()))

    def expression(self) -> Tree:
        if self.peek(1) != "(":
            literal = self.peek()[0] in "0123456789\"'" or self.peek()[:4] in ('hex"', "hex'")
            literal = literal or self.peek() in ("true", "false")
            return Tree("literal" if literal else "name", tuple(self.take()))
        parts = self.take(2)
        while self.peek() != ")":
            parts += [self.expression(), *(self.take() if self.peek() == "," else ())]
        return Tree("call", (*parts, *self.take()))


def parse_tree(source: str) -> Tree:
    """The tree of a valid program; comments are lost."""
    return _Parser(source).program()


ZERO, ONE = Tree("literal", ("0",)), Tree("literal", ("1",))
Put = Callable[[Tree], Tree]


class Shrinker:
    """Makes a failing job smaller as long as `fails` says that it still fails.

    `seconds` limits the time; `tell` is called with a line of progress now and then.
    """

    def __init__(
        self,
        fails: Callable[[Job], bool],
        seconds: float = 600.0,
        tell: Callable[[str], None] = lambda line: None,
    ) -> None:
        self.fails = fails
        self.deadline = time.monotonic() + seconds
        self.tell = tell
        self.tried: set[Job] = set()

    def shrink(self, job: Job) -> Job:
        """The smallest failing job found."""
        self.job = job
        try:
            for default in ({"evm_version": None}, {"runs": 200}, {"stack_allocation": True}):
                self.test(replace(self.job, **default))
            self.tree = parse_tree(job.source)
            if not self.test(replace(self.job, source=str(self.tree))):
                return self.job  # comments matter, or it does not fail at all
            before = None
            while before != self.job:
                before = self.job
                self.shrink_steps()
                self.tree = self.reduce(self.tree, lambda tree: tree)
                self.drop_parameters()
                self.shorten_names()
        except TimeoutError:
            self.tell("out of time")
        return self.job

    def test(self, job: Job) -> bool:
        """Whether the job still fails; if so, it is the best so far."""
        if job == self.job:
            return True
        if job in self.tried:
            return False
        if time.monotonic() > self.deadline:
            raise TimeoutError
        self.tried.add(job)
        if self.fails(job):
            self.job = job
            size = len(job.source.split())
            self.tell(f"{size} words, {len(self.tried)} candidates tried, steps {job.steps!r}")
            return True
        return False

    def accept(self, tree: Tree) -> bool:
        return self.test(replace(self.job, source=str(tree)))

    # Lists.

    def fewer(
        self, items: list[Tree], put: Callable[[list[Tree]], Tree], least: int = 0
    ) -> list[Tree]:
        """A sublist with which the program still fails, found by removing ever smaller chunks."""
        size = len(items)
        while size:
            end = len(items)
            while end > 0:
                start = max(0, end - size)
                rest = items[:start] + items[end:]
                if len(rest) >= least and self.accept(put(rest)):
                    items = rest
                end = start
            size //= 2
        return items

    # Trees.

    def reduce(self, tree: Tree, put: Put) -> Tree:
        """A smaller tree for this place; `put(t)` is the whole program with `t` in this place."""
        for smaller in self.substitutes(tree):
            if smaller != tree and self.accept(put(smaller)):
                return self.reduce(smaller, put)
        if tree.kind in ("block", "object"):
            tree = self.reduce_list(tree, put)
        if tree.kind == "switch":
            head = tree.parts[:2]
            cases = self.fewer(
                tree.children("case"), lambda rest: put(Tree("switch", (*head, *rest))), 1
            )
            tree = Tree("switch", (*head, *cases))
        for index, part in enumerate(tree.parts):
            if isinstance(part, Tree):
                kind, parts = tree.kind, tree.parts

                def put_part(
                    smaller: Tree,
                    index: int = index,
                    kind: str = kind,
                    parts: tuple[str | Tree, ...] = parts,
                ) -> Tree:
                    return put(Tree(kind, (*parts[:index], smaller, *parts[index + 1 :])))

                smaller = self.reduce(part, put_part)
                tree = Tree(kind, (*parts[:index], smaller, *parts[index + 1 :]))
        return tree

    def substitutes(self, tree: Tree) -> Iterator[Tree]:
        """Simpler trees that could stand in the place of this one."""
        match tree.kind:
            case "object":
                yield from tree.children("object")
                yield tree.children("code")[0].children()[0]
            case "call" | "name":
                yield ZERO
                yield ONE
                yield from tree.children()
            case "literal" if tree not in (ZERO, ONE) and tree.parts[0] not in ("true", "false"):
                yield ZERO
                yield ONE
            case "let" if ":=" in tree.parts:
                yield Tree("let", tree.parts[: tree.parts.index(":=")])
            case "let" if "," in tree.parts:
                yield _dropped(tree, 1, len(tree.parts), 1)
                yield _dropped(tree, 1, len(tree.parts), 0)

    def reduce_list(self, tree: Tree, put: Put) -> Tree:
        """The block or object with fewer statements or children."""
        start = 1 if tree.kind == "block" else 4
        head, last = tree.parts[:start], tree.parts[-1]

        def put_items(items: list[Tree]) -> Tree:
            return put(Tree(tree.kind, (*head, *items, last)))

        items = self.fewer([p for p in tree.parts[start:-1] if isinstance(p, Tree)], put_items)
        place = len(items)
        while place > 0:
            place -= 1
            for opened in self.unwrapped(items[place]):
                changed = [*items[:place], *opened, *items[place + 1 :]]
                if self.accept(put_items(changed)):
                    items = changed
                    place += len(opened)
                    break
        return Tree(tree.kind, (*head, *items, last))

    def unwrapped(self, tree: Tree) -> Iterator[list[Tree]]:
        """Lists of statements that could replace a statement: what stands in its blocks."""
        if tree.kind in ("block", "function"):
            block = tree if tree.kind == "block" else tree.children("block")[0]
            yield block.children()
        elif tree.kind in ("if", "for"):
            yield [inner for block in tree.children("block") for inner in block.children()]
            yield from (block.children() for block in tree.children("block"))
        elif tree.kind == "switch":
            yield from (case.children("block")[0].children() for case in tree.children("case"))
        elif tree.kind == "call":
            yield from ([argument] for argument in tree.children("call"))
        elif tree.kind in ("let", "assignment"):
            yield from ([Tree("call", ("pop", "(", e, ")"))] for e in tree.children("call"))

    # Things that concern the whole program.

    def drop_parameters(self) -> None:
        """Try to do without each parameter, and without each but one result, of each function."""
        for function in [tree for tree in _walk(self.tree) if tree.kind == "function"]:
            name, close = str(function.parts[1]), function.parts.index(")")
            parameters = len([part for part in function.parts[3:close] if part != ","])
            results = len([part for part in function.parts[close + 2 : -1] if part != ","])
            for place in reversed(range(parameters)):
                self.accept_tree(_edit(self.tree, partial(_without_parameter, name, place)))
            for place in reversed(range(results if results > 1 else 0)):
                self.accept_tree(_edit(self.tree, partial(_without_result, name, place)))

    def accept_tree(self, tree: Tree) -> None:
        if self.accept(tree):
            self.tree = tree

    def shorten_names(self) -> None:
        """Try to give every name one letter."""
        used = set(self.tree.tokens())
        short = (letter for letter in ascii_letters if letter not in used)
        declaring = (tree for tree in _walk(self.tree) if tree.kind in ("let", "function"))
        words = (part for tree in declaring for part in tree.parts[1:] if isinstance(part, str))
        for name in dict.fromkeys(word for word in words if re.fullmatch(r"[\w$.]{2,}", word)):
            if letter := next(short, None):
                self.accept_tree(_edit(self.tree, partial(_renamed, {name: letter})))

    def shrink_steps(self) -> None:
        """Try shorter step sequences."""
        if self.job.output == "ir":
            return
        if self.job.steps is None:
            explicit = "".join(f"{read_sequence('default')}:{read_sequence('cleanup')}".split())
            if not self.test(replace(self.job, steps=explicit)):
                return
        if ":" not in (self.job.steps or ""):
            self.test(replace(self.job, steps=f"{self.job.steps}:"))
        steps = self.job.steps or ""
        size = len(steps)
        while size:
            for end in range(len(steps), 0, -size):
                rest = steps[: max(0, end - size)] + steps[end:]
                same = rest.count(":") == steps.count(":") and min(_depths(rest)) == 0
                if same and _depths(rest)[-1] == 0 and self.test(replace(self.job, steps=rest)):
                    steps = rest
            size //= 2
        for opening in reversed([place for place, letter in enumerate(steps) if letter == "["]):
            closing = opening + _depths(steps[opening:]).index(0, 1)
            rest = steps[:opening] + steps[opening + 1 : closing - 1] + steps[closing:]
            if self.test(replace(self.job, steps=rest)):
                steps = rest


def _depths(steps: str) -> list[int]:
    """How many brackets are open before the first step, after the first, and so on."""
    changes = ((letter == "[") - (letter == "]") for letter in steps)
    return list(itertools.accumulate(changes, initial=0))


def _walk(tree: Tree) -> Iterator[Tree]:
    yield tree
    for child in tree.children():
        yield from _walk(child)


def _edit(tree: Tree, change: Callable[[Tree], Tree]) -> Tree:
    """The tree with `change` applied to every part, from the inside out."""
    parts = (part if isinstance(part, str) else _edit(part, change) for part in tree.parts)
    return change(Tree(tree.kind, tuple(parts)))


def _renamed(names: dict[str, str], tree: Tree) -> Tree:
    parts = (names.get(part, part) if isinstance(part, str) else part for part in tree.parts)
    return Tree(tree.kind, tuple(parts))


def _dropped(tree: Tree, start: int, end: int, place: int) -> Tree:
    """Without item `place` of the list separated by commas in `tree.parts[start:end]`."""
    items = [part for part in tree.parts[start:end] if part != ","]
    del items[place]
    commas = itertools.chain.from_iterable((",", item) for item in items)
    return Tree(tree.kind, (*tree.parts[:start], *list(commas)[1:], *tree.parts[end:]))


def _without_parameter(name: str, place: int, tree: Tree) -> Tree:
    if tree.kind == "function" and tree.parts[1] == name:
        return _dropped(tree, 3, tree.parts.index(")"), place)
    if tree.kind == "call" and tree.parts[0] == name:
        return _dropped(tree, 2, len(tree.parts) - 1, place)
    return tree


def _without_result(name: str, place: int, tree: Tree) -> Tree:
    if tree.kind == "function" and tree.parts[1] == name:
        return _dropped(tree, tree.parts.index("->") + 1, len(tree.parts) - 1, place)
    value = tree.parts[-1]
    if tree.kind in ("let", "assignment") and isinstance(value, Tree) and value.parts[0] == name:
        return _dropped(tree, int(tree.kind == "let"), tree.parts.index(":="), place)
    return tree


# The command line.


def _seeds(context: click.Context, option: click.Parameter, value: str | None) -> range:
    match = re.fullmatch(r"(?:(\d+):)?(\d+)", value or "0")
    if match is None:
        raise click.BadParameter("expected N (for 0:N) or FIRST:END")
    return range(int(match[1] or 0), int(match[2]))


@dataclass(frozen=True)
class Plan:
    """Which jobs to run: the programs, and the settings each of them is run with."""

    seeds: range
    files: tuple[Path, ...]
    size: int
    memoryguard: bool
    steps: tuple[str | None, ...]
    random_steps: str
    sequences: int
    evm_versions: tuple[str | None, ...]
    runs: tuple[int, ...]
    stack_allocation: bool
    output: str
    mix: bool

    def jobs(self) -> Iterator[Job]:
        """The jobs; the id of each is the part of the command line that names its program."""
        options = f" --size {self.size}" + " --memoryguard" * self.memoryguard
        for seed in self.seeds:
            for settings in self.settings(seed):
                source = generator.generate(
                    seed,
                    size=self.size,
                    evm_version=settings.evm_version or generator.EVM_VERSIONS[-1],
                    memoryguard=self.memoryguard,
                )
                yield replace(settings, id=f"--seeds {seed}:{seed + 1}{options}", source=source)
        for number, path in enumerate(self.files):
            for settings in self.settings(number):
                yield replace(settings, id=shlex.quote(str(path)), source=path.read_text("utf-8"))

    def settings(self, number: int) -> list[Job]:
        """Jobs without a program: the settings for program `number`."""
        rng = Random(number)
        steps = list(self.steps)
        if self.random_steps:
            draw = (generator.random_sequence(rng, self.random_steps) for _ in itertools.count())
            steps += itertools.islice(draw, self.sequences)
        combinations = list(itertools.product(steps or [None], self.evm_versions, self.runs))
        return [
            Job("", "", *combination, self.stack_allocation, self.output)
            for combination in ([rng.choice(combinations)] if self.mix else combinations)
        ]


def reproduce(job: Job) -> str:
    """The command that runs this job alone."""
    words = ["python -m tests.compare", job.id]
    if job.steps is not None:
        words.append(f"--steps {shlex.quote(job.steps)}")
    if job.evm_version is not None:
        words.append(f"--evm-version {job.evm_version}")
    words += [f"--runs {job.runs}"] if job.runs != 200 else []
    words += [] if job.stack_allocation else ["--no-stack-allocation"]
    return " ".join([*words, *(["--output ir"] if job.output == "ir" else [])])


def compare(jobs: Iterable[Job], pairs: Sequence[Pair], report: Callable[[Outcome], bool]) -> Tally:
    """Run the jobs, each on one of the pairs; stop when `report(outcome)` is false."""
    tally = Tally()
    with closing(ordered_map(pairs, jobs, Pair.run)) as outcomes:
        for outcome in outcomes:
            tally.add(outcome)
            if not report(outcome):
                break
    return tally


@click.command(help="Compare yulopt with solc over many programs.")
@click.argument("files", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--seeds", callback=_seeds, metavar="[FIRST:]END", help="Generated programs.")
@click.option("--corpus", is_flag=True, help="All programs of ../shared/corpus.")
@click.option("--examples", is_flag=True, help="All programs of examples/.")
@click.option("--size", default=30, show_default=True, help="Lines of a generated program, about.")
@click.option("--memoryguard", is_flag=True, help="Generated programs with memoryguard.")
@click.option("--steps", multiple=True, help="Step sequence (repeatable); default: solc's.")
@click.option("--random-steps", default="", metavar="LETTERS", help="Random sequences of these.")
@click.option("--sequences", default=1, show_default=True, help="Random sequences per program.")
@click.option("--evm-version", "versions", multiple=True, help="Repeatable; `all` for all.")
@click.option("--runs", multiple=True, type=int, default=(200,), help="Repeatable.")
@click.option("--stack-allocation/--no-stack-allocation", default=True, help="solc's setting.")
@click.option("--output", type=click.Choice(["irOptimized", "ir"]), default="irOptimized")
@click.option("--mix", is_flag=True, help="One random combination of the settings per program.")
@click.option("--processes", default=2, show_default=True, help="Pairs of processes.")
@click.option("--timeout", default=120.0, show_default=True, help="Seconds for one job.")
@click.option("--keep-going", is_flag=True, help="Do not stop at the first difference.")
@click.option("--shrink", is_flag=True, help="Shrink the first difference.")
@click.option("--shrink-seconds", default=600.0, show_default=True, help="Limit for that.")
@click.option("--candidate", default=CANDIDATE, help="MODULE:FUNCTION in place of yulopt.")
def main(
    files: tuple[Path, ...],
    seeds: range,
    corpus: bool,
    examples: bool,
    size: int,
    memoryguard: bool,
    steps: tuple[str, ...],
    random_steps: str,
    sequences: int,
    versions: tuple[str, ...],
    runs: tuple[int, ...],
    stack_allocation: bool,
    output: str,
    mix: bool,
    processes: int,
    timeout: float,
    keep_going: bool,
    shrink: bool,
    shrink_seconds: float,
    candidate: str,
) -> None:
    if missing := available():
        raise click.UsageError(missing)
    folders = [SHARED / "corpus"] * corpus + [ROOT / "examples"] * examples
    files += tuple(path for folder in folders for path in sorted(folder.glob("*.yul")))
    if not seeds and not files:
        raise click.UsageError("nothing to compare: give --seeds, --corpus, --examples or files")
    if "all" in versions:
        versions = tuple(generator.EVM_VERSIONS)
    plan = Plan(
        *(seeds, files, size, memoryguard, steps, random_steps, sequences, versions or (None,)),
        *(runs, stack_allocation, output, mix),
    )
    progress = Progress()
    found: list[Outcome] = []
    with ExitStack() as stack:
        pairs = []
        for _ in range(processes):
            reference, other = Oracle(timeout), Candidate(candidate, timeout)
            stack.callback(reference.close)
            stack.callback(other.close)
            pairs.append(Pair(reference.run, other.run))

        def report(outcome: Outcome) -> bool:
            progress.count(outcome)
            if outcome.kind in (IDENTICAL, NO_REFERENCE):
                return True
            progress.clear()
            click.echo(f"{outcome.kind}: {reproduce(outcome.job)}\n{outcome.describe()}\n")
            found.append(outcome)
            return keep_going

        tally = compare(plan.jobs(), pairs, report)
        if shrink and found:  # now that no other thread uses the processes
            shrunk = shrink_outcome(found[0], pairs[0], shrink_seconds, progress.show)
            progress.clear()
            settings = reproduce(replace(shrunk.job, id="FILE.yul"))
            click.echo(f"shrunk: {settings}\n{shrunk.job.source}\n{shrunk.describe()}\n")
    progress.clear()
    click.echo(tally)
    compared = tally.kinds[IDENTICAL] and not tally.kinds[DIFFERENT] + tally.kinds[FAILED]
    sys.exit(0 if compared else 1)


def shrink_outcome(
    outcome: Outcome, pair: Pair, seconds: float, tell: Callable[[str], None]
) -> Outcome:
    """The outcome of the smallest job found that shows the same symptom."""
    shrinker = Shrinker(lambda job: pair.run(job).symptom == outcome.symptom, seconds, tell)
    return pair.run(shrinker.shrink(outcome.job))


class Progress:
    """One line on standard error that changes in place, if that is a terminal."""

    def __init__(self) -> None:
        self.done: Counter[str] = Counter()

    def count(self, outcome: Outcome) -> None:
        self.done[outcome.kind] += 1
        counts = ", ".join(f"{count} {kind}" for kind, count in self.done.items())
        self.show(f"{counts}; last: {outcome.job.id}")

    def show(self, line: str) -> None:
        if sys.stderr.isatty():
            click.echo(f"\r\x1b[K{line[:110]}", err=True, nl=False)

    def clear(self) -> None:
        self.show("")


if __name__ == "__main__":
    main()
