"""Random faults in programs: pairs that an execution distinguishes must not be proven.

    python -m tests.prover.faults --seeds 0:1000

Exit status 1 if a pair of programs was proven equal for which there is an input that shows a
difference.
"""

from __future__ import annotations

import sys
from collections import Counter
from random import Random

import click

from tests.campaign import ProgressLine, seed_range
from tests.generator import generate
from tests.prover.loop_programs import loop_program
from yulopt.dialect import Dialect, dialect_for, parse_evm_version
from yulopt.driver.optimization import optimize_tree, run_steps
from yulopt.driver.options import Options
from yulopt.errors import Source
from yulopt.interpreter.machine import Program
from yulopt.prover.invariants import StepInvariants
from yulopt.prover.verdict import CodeView, FunctionProver, ProofSettings, Status
from yulopt.syntax.ast import (
    NUMBER,
    Assignment,
    Block,
    Break,
    Continue,
    Expression,
    ExpressionStatement,
    FunctionCall,
    FunctionDefinition,
    Identifier,
    If,
    Leave,
    Literal,
    VariableDeclaration,
    zero_literal,
)
from yulopt.syntax.copying import copy_block
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.syntax.literals import WORD_MASK
from yulopt.syntax.parser import parse_source
from yulopt.syntax.visitor import Walker
from yulopt.verifier.equivalence import first_difference, is_comparable
from yulopt.verifier.exploration import explore
from yulopt.verifier.inputs import Input
from yulopt.verifier.subject import LIMITS, Subject, subjects

TRIES = 25
FAULTS_PER_PROGRAM = 8
# Steps before the insertion of faults.
SEQUENCES = ("", "", "hgfoxac", "hgfodDvulfnTUtnIf", "hgfodDvulfnTUtnIfxarrscLMcCTUtTOntnfDIuljmul")
# The solver is asked about one program in this many, and only about differences in normal form.
SOLVED = 10
_KINDS = ("remove", "swap", "literal", "builtin", "arguments", "jump", "repeat", "known")
_REPLACED = {
    "add": "sub", "sub": "add", "lt": "gt", "gt": "lt", "slt": "sgt", "sgt": "slt", "eq": "lt",
    "and": "or", "or": "and", "xor": "or", "mul": "add", "shl": "shr", "shr": "shl", "div": "mod",
    "sload": "mload", "mload": "sload", "calldataload": "sload", "mstore": "mstore8",
    "sstore": "mstore", "iszero": "not", "not": "iszero", "sar": "shr",
}  # fmt: skip


class _Places(Walker):
    """Everything in some code that a fault can be made in."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self.calls: list[FunctionCall] = []
        self.literals: list[Literal] = []
        self.jumps: list[tuple[Block, int]] = []
        self.conditions: list[tuple[Block, int, str]] = []

    def visit_block(self, block: Block) -> None:
        if block.statements:
            self.blocks.append(block)
        for index, statement in enumerate(block.statements):
            if isinstance(statement, (Break, Continue, Leave)):
                self.jumps.append((block, index))
            if isinstance(statement, If) and isinstance(statement.condition, Identifier):
                self.conditions.append((block, index, statement.condition.name))
        super().visit_block(block)

    def visit_call(self, call: FunctionCall) -> None:
        self.calls.append(call)
        super().visit_call(call)

    def visit_literal(self, literal: Literal) -> None:
        if not literal.unlimited:
            self.literals.append(literal)


def make_fault(code: Block, rng: Random, dialect: Dialect) -> str:
    """Change code in place; returns a description, empty if nothing was changed."""
    places = _Places()
    places.visit_block(code)
    kind = rng.choice(_KINDS)
    if kind == "literal" and places.literals:
        literal = rng.choice(places.literals)
        literal.value = rng.choice((literal.value ^ 1, literal.value + 1 & WORD_MASK, 0, 1))
        literal.text, literal.kind = None, NUMBER
    elif kind in ("builtin", "arguments") and places.calls:
        _change_call(rng.choice(places.calls), kind, dialect)
    elif kind == "jump" and places.jumps:
        block, index = rng.choice(places.jumps)
        old = block.statements[index]
        block.statements[index] = Block([]) if isinstance(old, Leave) else _other_jump(old)
    elif kind == "known" and places.conditions:
        # After a body that always jumps, this would be no fault.
        block, index, name = rng.choice(places.conditions)
        block.statements.insert(index + 1, Assignment([Identifier(name)], zero_literal()))
    elif places.blocks:
        _change_block(rng.choice(places.blocks), kind, rng)
    return kind


def _other_jump(jump: object) -> Break | Continue:
    return Continue() if isinstance(jump, Break) else Break()


def _change_call(call: FunctionCall, kind: str, dialect: Dialect) -> None:
    if kind == "arguments" and len(call.arguments) > 1:
        arguments = call.arguments
        if not any(isinstance(arg, Literal) and arg.unlimited for arg in arguments):
            arguments[0], arguments[1] = arguments[1], arguments[0]
    elif call.name in _REPLACED and call.builtin is not None:
        call.name = _REPLACED[call.name]
        call.builtin = dialect.builtin(call.name)


def _change_block(block: Block, kind: str, rng: Random) -> None:
    statements = block.statements
    index = rng.randrange(len(statements))
    chosen = statements[index]
    if isinstance(chosen, (FunctionDefinition, VariableDeclaration)):
        if isinstance(chosen, VariableDeclaration) and len(chosen.names) == 1:
            chosen.value = _simple(chosen.value)
    elif kind == "swap" and index + 1 < len(statements):
        after = statements[index + 1]
        if not isinstance(after, (FunctionDefinition, VariableDeclaration)):
            statements[index], statements[index + 1] = after, chosen
    elif kind == "repeat" and isinstance(chosen, ExpressionStatement):
        statements.insert(index, chosen)
    else:
        del statements[index]


def _simple(value: Expression | None) -> Expression | None:
    """Another value for a variable."""
    if isinstance(value, FunctionCall):
        names = [arg for arg in value.arguments if isinstance(arg, Identifier)]
        return names[0] if names else None
    return None


def check(seed: int) -> Counter[str]:
    """The results for the faults in one generated program."""
    rng = Random(seed)
    version = rng.choice(("osaka", "cancun", "london"))
    if seed % 4 == 0:
        return check_text(loop_program(rng), version, rng)
    text = generate(seed, size=rng.choice((6, 12, 25)), evm_version=version, objects=0)
    return check_text(text, version, rng)


def check_text(text: str, version: str, rng: Random) -> Counter[str]:
    """The same for some program."""
    dialect = dialect_for(parse_evm_version(version))
    program = parse_source(Source(text), dialect)
    optimize_tree(program, Options("", bare=True, evm_version=dialect.version.text))
    results: Counter[str] = Counter()
    solvers = ("z3",) if rng.randrange(SOLVED) == 0 else ()
    for subject in subjects(program, dialect):
        explored = explore(subject, Random(rng.random()), TRIES, LIMITS)
        for _ in range(FAULTS_PER_PROGRAM):
            faulty = _copy(subject.code)
            run_steps(faulty, rng.choice(SEQUENCES), evm_version=version)
            kind = make_fault(faulty, rng, dialect)
            if not is_shown(subject, faulty, explored.inputs):
                results["not shown by an execution"] += 1
                continue
            verdict = _verdict(subject, faulty, ProofSettings(dialect, 2, solvers))
            results[f"WRONG: {kind}" if verdict is Status.PROVEN else verdict.value] += 1
    return results


def _copy(code: Block) -> Block:
    return run_with_deep_stack(lambda: copy_block(code))


def _verdict(subject: Subject, faulty: Block, settings: ProofSettings) -> Status:
    """The verdict of the prover on all functions together."""
    before, after = CodeView(subject.code), CodeView(faulty)
    pairs = {name: name for name in before.functions if name in after.functions}
    prover = FunctionProver(before, after, pairs, settings, StepInvariants(settings.seconds))
    for name in (None, *pairs):
        status = prover.prove(name, name).status
        if status is not Status.PROVEN:
            return status
    return Status.PROVEN


def is_shown(subject: Subject, faulty: Block, inputs: list[Input]) -> bool:
    """Whether one of the inputs shows a difference."""
    compiled = Program(faulty, subject.image)
    for given in inputs:
        before = subject.run(subject.original, given, LIMITS)
        after = subject.run(compiled, given, LIMITS)
        if is_comparable(before) and is_comparable(after) and first_difference(before, after):
            return True
    return False


@click.command()
@click.option(
    "--seeds", default="0:1000", callback=seed_range, metavar="[FIRST:]END", show_default=True
)
def main(seeds: range) -> None:
    """Insert faults in generated programs, and check that no observable one is proven."""
    progress = ProgressLine()
    results: Counter[str] = Counter()
    for seed in seeds:
        progress.show(f"seed {seed}")
        found = check(seed)
        if any(result.startswith("WRONG") for result in found):
            progress.clear()
            click.echo(f"seed {seed}: {dict(found)}")
        results += found
    progress.clear()
    for result, count in results.most_common():
        click.echo(f"{count:6} {result}")
    sys.exit(any(result.startswith("WRONG") for result in results))


if __name__ == "__main__":
    main(prog_name="python -m tests.prover.faults")
