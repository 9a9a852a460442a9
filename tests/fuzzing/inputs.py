"""The inputs of a campaign: mutated programs, each determined by the seed and its number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from tests.bad_programs import BAD, VALID
from tests.fuzzing.mutations import mutate
from tests.generation.builtins import EVM_VERSIONS
from tests.generator import generate
from tests.oracle import ROOT

MAX_CHARACTERS: Final = 20_000
GENERATED: Final = 150


@dataclass(frozen=True)
class Input:
    """A text as bytes, for an EVM version; `name` tells how to make it again."""

    name: str
    data: bytes
    evm_version: str

    def text(self) -> str | None:
        """The text, if the bytes are UTF-8."""
        try:
            return self.data.decode()
        except UnicodeDecodeError:
            return None


class Inputs:
    """Makes the inputs of one seed from the examples, generated programs and wrong programs."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        examples = [path.read_text("utf-8") for path in sorted((ROOT / "examples").glob("*.yul"))]
        generated = [
            generate(seed + number, size=1 + number // 8, memoryguard=number % 5 == 0)
            for number in range(GENERATED)
        ]
        valid = [program.source for program in VALID]
        wrong = [program.source for program in BAD]
        self.valid = (examples, generated, generated, _short(valid))
        self.wrong = _short(wrong)

    def input(self, number: int) -> Input:
        """The input of this number."""
        rng = Random(f"{self.seed} {number}")
        valid = rng.random() < 0.75
        pools = (*self.valid,) if valid else (*self.valid, self.wrong, self.wrong)
        source, other = rng.choice(rng.choice(pools)), rng.choice(rng.choice(pools))
        data = mutate(rng, source, other, valid)
        version = rng.choice((EVM_VERSIONS[-1], EVM_VERSIONS[-1], rng.choice(EVM_VERSIONS)))
        return Input(f"seed {self.seed}, input {number}", data[:MAX_CHARACTERS], version)


def _short(sources: Sequence[str]) -> list[str]:
    return [source for source in sources if len(source) < 2000]
