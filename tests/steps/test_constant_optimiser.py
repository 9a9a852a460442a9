"""Gas of expressions, and the constants that the ConstantOptimiser writes."""

from __future__ import annotations

from random import Random

import pytest

import yulopt
from tests.oracle import Job, run_batch, skip_unless_available
from tests.slices import amount, every_nth
from yulopt.dialect import Dialect, EvmVersion, dialect_for, evm_version_names, parse_evm_version
from yulopt.gas.model import GasModel
from yulopt.passes.step import Context
from yulopt.rules.arithmetic import compute
from yulopt.steps.constant_optimiser import ConstantOptimiser
from yulopt.syntax.ast import NUMBER, Block, Expression, ExpressionStatement, FunctionCall, Literal
from yulopt.syntax.literals import WORD_MASK
from yulopt.syntax.names import NameDispenser
from yulopt.syntax.parser import parse
from yulopt.syntax.printer import print_expression, print_yul

# All that solc accepts without experimental settings.
VERSIONS = evm_version_names()[: EvmVersion.OSAKA + 1]

# How often the code runs, in place of a number.
CREATION = None


def dialect(version: str) -> Dialect:
    return dialect_for(parse_evm_version(version))


# The cost of expressions


def parse_expression(text: str, version: str) -> Expression:
    """The expression `text`, which may use the variables `p` and `q`."""
    code = f"{{ let p, q pop({text}) }}"
    statement = parse(code, evm_version=version).code.statements[-1]
    assert isinstance(statement, ExpressionStatement)
    assert isinstance(statement.expression, FunctionCall)
    return statement.expression.arguments[0]


@pytest.mark.parametrize(
    ("expression", "version", "runs", "cost"),
    [
        ("p", "osaka", 7, 3 * 7 + 200),
        ("p", "osaka", CREATION, 3 + 16),
        ("p", "petersburg", CREATION, 3 + 68),
        ("p", "petersburg", 7, 3 * 7 + 200),
        # A zero is cheaper to push since shanghai.
        ("0", "shanghai", 7, 2 * 7 + 200),
        ("0", "paris", 7, 3 * 7 + 400),
        ("0", "shanghai", CREATION, 2 + 16),
        ("0", "paris", CREATION, 3 + 16 + 4),
        # In creation code, zero bytes are cheaper.
        ("0xff00ff", "osaka", 7, 3 * 7 + 4 * 200),
        ("0xff00ff", "osaka", CREATION, 3 + 3 * 16 + 4),
        ("0xff00ff", "petersburg", CREATION, 3 + 3 * 68 + 4),
        ("0x010000", "osaka", CREATION, 3 + 2 * 16 + 2 * 4),
        # Literals count by value.
        ("true", "osaka", 7, 3 * 7 + 400),
        ('"a"', "osaka", 7, 3 * 7 + 33 * 200),
        ('"a"', "osaka", CREATION, 3 + 2 * 16 + 31 * 4),
        # Instructions cost their tier.
        ("caller()", "osaka", 7, 2 * 7 + 200),
        ("not(p)", "osaka", 7, 6 * 7 + 400),
        ("mul(p, 0)", "osaka", 7, (5 + 3 + 2) * 7 + 600),
        ("mulmod(p, p, p)", "osaka", 7, (8 + 9) * 7 + 800),
        ("exp(p, q)", "spuriousDragon", 7, (60 + 6) * 7 + 600),
        ("exp(p, q)", "tangerineWhistle", 7, (20 + 6) * 7 + 600),
        ("keccak256(p, q)", "osaka", 7, 42 * 7 + 600),
        ("keccak256(p, q)", "osaka", CREATION, 42 + 3 * 16),
        ("p", "osaka", 0, 200),
        ("p", "osaka", 10**30, 3 * 10**30 + 200),
    ],
)
def test_cost(expression: str, version: str, runs: int | None, cost: int) -> None:
    model = GasModel(dialect(version), runs)
    assert model.lifetime(model.expression(parse_expression(expression, version))) == cost


@pytest.mark.parametrize(("runs", "better"), [(153, False), (154, True), (CREATION, False)])
def test_when_a_known_hash_is_better_than_hashing(runs: int | None, better: bool) -> None:
    model = GasModel(dialect("osaka"), runs)
    hashing = model.lifetime(model.expression(parse_expression("keccak256(p, q)", "osaka")))
    assert (model.lifetime(model.push(WORD_MASK)) <= hashing) == better


# The step


def optimise(code: str, runs: int | None, version: str = "osaka") -> Block:
    """The block `code` after the step."""
    block = parse(code, evm_version=version).code
    context = Context(dialect(version), NameDispenser(dialect(version)), runs)
    ConstantOptimiser().run(context, block)
    return block


def representation(literal: str, runs: int | None, version: str = "osaka") -> Expression:
    """The result of the step for a literal."""
    statement = optimise(f"{{ pop({literal}) }}", runs, version).statements[0]
    assert isinstance(statement, ExpressionStatement)
    assert isinstance(statement.expression, FunctionCall)
    return statement.expression.arguments[0]


def ones(count: int) -> str:
    return "0x" + "ff" * count


@pytest.mark.parametrize(
    ("literal", "runs", "version", "expected"),
    [
        # Ties keep the literal.
        (ones(19), 200, "shanghai", None),
        (ones(20), 200, "shanghai", "sub(shl(160, 1), 1)"),
        (ones(7), CREATION, "osaka", None),
        (ones(8), CREATION, "osaka", "sub(shl(64, 1), 1)"),
        (ones(8), CREATION, "istanbul", "sub(shl(64, 1), 1)"),
        (ones(20), CREATION, "byzantium", "sub(exp(2, 160), 1)"),
        ("0x05" + "ff" * 20, CREATION, "byzantium", "sub(mul(3, exp(2, 161)), 1)"),
        # A literal that stays keeps its spelling, whatever that is.
        ("0x00FFFF", 200, "osaka", None),
        ("0x00FFFFFF", 200, "osaka", None),
        ("65536", CREATION, "osaka", None),
        # The complement.
        (ones(31) + "00", 200, "osaka", "not(255)"),
        (ones(32), 200, "osaka", "not(0)"),
        (ones(32), 200, "homestead", "not(0)"),
        (ones(31) + "fe", CREATION, "osaka", "not(1)"),
        # A part that is not worth splitting again.
        (
            "0x11000000000000000000000000000000000000ffffffffffffffffffffffff23",
            200,
            "osaka",
            "add(shl(248, 17), 0xffffffffffffffffffffffff23)",
        ),
        # The more often it runs, the longer the code may be.
        (ones(20) + "00000000", 0, "osaka", "sub(shl(192, 1), shl(32, 1))"),
        (ones(20) + "00000000", 200, "osaka", "sub(shl(192, 1), 0x0100000000)"),
        (ones(20) + "00000000", 1_000_000, "osaka", None),
        (ones(20) + "00000000", CREATION, "osaka", "sub(shl(192, 1), 0x0100000000)"),
        # One power of two.
        ("0x01" + "00" * 31, 200, "osaka", "shl(248, 1)"),
        ("0x80" + "00" * 31, 0, "osaka", "shl(255, 1)"),
        ("0x80" + "00" * 31, 0, "byzantium", "exp(2, 255)"),
    ],
)
def test_representation(literal: str, runs: int | None, version: str, expected: str | None) -> None:
    text = print_expression(representation(literal, runs, version))
    assert text == (literal if expected is None else expected)


def test_only_numbers_that_are_used_as_values_change() -> None:
    before = f"""
        {{
            let name := "{"x" * 32}"
            let flag := true
            switch calldataload({ones(32)})
            case {ones(32)} {{ name := f({ones(32)}) }}
            default {{ flag := {ones(32)} }}
            for {{ }} {ones(32)} {{ flag := {ones(32)} }}
            {{ if {ones(32)} {{ break }} }}
            function f(a) -> b
            {{ b := add(a, {ones(32)}) }}
        }}"""
    after = before.replace(ones(32), "not(0)").replace("case not(0)", f"case {ones(32)}")
    assert print_yul(optimise(before, 200)) == print_yul(parse(after).code)


def test_literal_arguments_stay_literals() -> None:
    code = f"{{ pop(memoryguard({ones(20)})) }}"
    assert print_yul(optimise(code, 200)) == print_yul(parse(code).code)


def test_replacements_are_not_shared() -> None:
    block = optimise(f"{{ sstore({ones(32)}, {ones(32)}) }}", 200)
    statement = block.statements[0]
    assert isinstance(statement, ExpressionStatement)
    assert isinstance(statement.expression, FunctionCall)
    one, other = statement.expression.arguments
    assert isinstance(one, FunctionCall)
    assert isinstance(other, FunctionCall)
    assert one is not other
    assert one.arguments[0] is not other.arguments[0]


def value(expression: Expression) -> int:
    """The value of an expression of literals."""
    if isinstance(expression, FunctionCall):
        return compute(expression.name, [value(argument) for argument in expression.arguments])
    assert isinstance(expression, Literal)
    assert expression.kind is NUMBER
    return expression.value


def random_constant(random: Random) -> int:
    """A word made of runs of equal bits, of some bytes, or near a power of two."""
    kind = random.randrange(4)
    if kind == 0:
        word = 0
        for _ in range(random.randrange(1, 9)):
            length = random.choice((1, 4, 7, 8, 9, 16, 17, 32, 64, 96, 160))
            run = random.choice((0, (1 << length) - 1, random.getrandbits(length)))
            word = word << length | run
        return word & WORD_MASK
    if kind == 1:
        some_bytes = [random.choice((0, 0, 255, 255, random.randrange(256))) for _ in range(32)]
        return int.from_bytes(bytes(some_bytes[: random.randrange(1, 33)]), "big")
    if kind == 2:
        distance = random.choice((0, 1, 255, 256, 65536))
        return ((1 << random.randrange(16, 257)) + random.choice((1, -1)) * distance) & WORD_MASK
    return random.getrandbits(random.randrange(1, 257))


@pytest.mark.parametrize("version", ["homestead", "constantinople", "istanbul", "osaka"])
@pytest.mark.parametrize("runs", [CREATION, 0, 200, 1_000_000])
def test_representations_have_the_value_and_cost_no_more(version: str, runs: int | None) -> None:
    random = Random(f"{version} {runs}")
    model = GasModel(dialect(version), runs)
    for _ in range(amount(40, 400)):
        constant = random_constant(random)
        found = representation(str(constant), runs, version)
        assert value(found) == constant
        cost = model.lifetime(model.expression(found))
        assert cost <= model.lifetime(model.push(constant))


@pytest.mark.parametrize("version", every_nth(4, VERSIONS))
def test_constants_agree_with_the_reference(version: str) -> None:
    skip_unless_available()
    random = Random(version)
    jobs = []
    for name, runs in [("a", 200)] + [("a_deployed", runs) for runs in (0, 1, 200, 1_000_000)]:
        stores = [f"sstore({slot}, {random_constant(random):#x})" for slot in range(8)]
        code = " ".join(stores)
        source = f'object "o" {{ code {{ }} object "{name}" {{ code {{ {code} }} }} }}'
        jobs.append(Job(f"{name} {runs}", source, ":", version, runs))
    for job, result in zip(jobs, run_batch(jobs), strict=True):
        assert result.text is not None, result.error
        ours = yulopt.optimize(job.source, job.steps, evm_version=version, runs=job.runs)
        assert ours == result.text, job
