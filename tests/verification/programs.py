"""The programs of campaigns of the verifier, by seed, in several styles."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.generation.builtins import EVM_VERSIONS
from tests.generation.dense import FOCUSES, generate_dense
from tests.generation.taming import tamed
from tests.generation.witnesses import with_witnesses
from tests.generator import generate
from tests.stack_generator import generate_stack_pressure
from tests.verification.traps import TRAPS
from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for, parse_evm_version

# How many inputs are tried for each object of a generated program, and of one from a file.
TRIES = 25
FILE_TRIES = 100


@dataclass(frozen=True)
class Program:
    """A program to verify; `name` is what the command line calls it."""

    name: str
    text: str
    evm_version: str = DEFAULT_EVM_VERSION.text
    tries: int = TRIES
    seed: int = 0


def _wild(rng: Random, version: str) -> str:
    """As the generator makes them: most end early."""
    return generate(rng.getrandbits(32), size=rng.choice((10, 20)), evm_version=version)


def _tame(rng: Random, version: str) -> str:
    """With memory accesses and loops that nothing ends early."""
    text = generate(rng.getrandbits(32), size=rng.choice((8, 15, 25)), evm_version=version)
    return tamed(text, dialect_for(parse_evm_version(version)))


def _telling(rng: Random, version: str) -> str:
    """Small ones, which show at the end what is in variables and memory."""
    text = generate(rng.getrandbits(32), size=rng.choice((6, 12)), evm_version=version, objects=0.1)
    dialect = dialect_for(parse_evm_version(version))
    return with_witnesses(tamed(text, dialect), dialect)


def _dense(rng: Random, version: str) -> str:
    """Dense programs; for versions that have all instructions."""
    return generate_dense(rng.getrandbits(32), size=rng.choice((8, 12, 18)))


def _focused(focus: str) -> Callable[[Random, str], str]:
    """Dense programs that are about one thing."""

    def make(rng: Random, version: str) -> str:
        return generate_dense(rng.getrandbits(32), size=rng.choice((6, 10)), focus=focus)

    return make


def _guarded(rng: Random, version: str) -> str:
    """With `memoryguard`, and often with more variables than the stack can reach."""
    return generate_dense(rng.getrandbits(32), size=rng.choice((5, 10)), pressure=True)


def _stack(rng: Random, version: str) -> str:
    """With many live variables, and `memoryguard`."""
    text = generate_stack_pressure(
        rng.getrandbits(32),
        memoryguard=rng.random() < 0.8,
        evm_version=version,
        recursion=rng.random() < 0.3,
    )
    return tamed(text, dialect_for(parse_evm_version(version)))


def _trap(rng: Random, version: str) -> str:
    """Written by hand, each for one mistake; they use instructions since Cancun."""
    return rng.choice(TRAPS)


# Styles for versions from Cancun on.
_MODERN = frozenset({"dense", "guarded", "trap", *FOCUSES})
# Each style with its weight; there are too few traps to come by chance.
STYLES: dict[str, tuple[Callable[[Random, str], str], int]] = {
    "wild": (_wild, 10),
    "tame": (_tame, 25),
    "telling": (_telling, 20),
    "dense": (_dense, 20),
    **{focus: (_focused(focus), 3) for focus in FOCUSES},
    "guarded": (_guarded, 8),
    "stack": (_stack, 7),
    "trap": (_trap, 0),
}


def program(seed: int, style: str | None = None) -> Program:
    """The program of a seed; the seed chooses the style if none is given."""
    rng = Random(f"program {seed}")
    chosen = rng.choices(list(STYLES), [weight for _, weight in STYLES.values()])[0]
    style = style or chosen
    versions = EVM_VERSIONS[EVM_VERSIONS.index("cancun") :] if style in _MODERN else EVM_VERSIONS
    version = rng.choice((DEFAULT_EVM_VERSION.text, rng.choice(versions)))
    make = STYLES[style][0]
    name = f"--seeds {seed}:{seed + 1}"
    return Program(name, make(rng, version), version, seed=seed)


def file_program(path: Path) -> Program:
    """A program from a file."""
    return Program(str(path), path.read_text("utf-8"), tries=FILE_TRIES)
