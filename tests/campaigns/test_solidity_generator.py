"""The generator of Solidity: the same program for a seed, all constructs, and solc accepts it."""

from __future__ import annotations

import json
import re

import pytest

from tests.campaigns.solidity.assembly import TEMPLATES, UNSAFE
from tests.campaigns.solidity.contracts import generate, indented
from tests.campaigns.solidity.shrinking import SourceShrinker, fewer, lines_of, parse
from tests.oracle import answer_of_solc, errors_in, skip_unless_available
from tests.slices import seeds

# The constructs that must occur in some program, as regular expressions.
CONSTRUCTS = {
    "a struct that is packed in storage": r"struct S\d \{\n +u?int\d+ f0;\n +(u?int|bytes)\d+ f1;",
    "a nested dynamic array": r"\w+\[\]\[\] memory",
    "an array in calldata": r"\w+\[\] calldata",
    "a mapping of structs": r"mapping\(\w+ => S\d\)",
    "a mapping of mappings": r"mapping\(\w+ => mapping",
    "bytes that are joined": r"bytes\.concat\(",
    "strings that are joined": r"string\.concat\(",
    "a slice": r"msg\.data\[",
    "push with a value": r"\.push\(\w",
    "pop": r"\.pop\(\)",
    "delete": r"\n +delete ",
    "packed encoding": r"abi\.encodePacked\(",
    "decoding": r"abi\.decode\(",
    "a self-call with try": r"try this\.",
    "a caught panic": r"catch Panic\(uint256 code\)",
    "a caught reason": r"catch Error\(string memory reason\)",
    "a call of the caller": r"ICallback\(msg\.sender\)\.onCall",
    "a new contract with arguments": r"new Helper\(\w",
    "a new contract that gets money": r"new Helper\{value",
    "a modifier with an early return": r"modifier m\d\([^}]*return;\n",
    "code after the placeholder": r" _;\n +\S*[^}\s]",
    "unchecked arithmetic": r"unchecked \{",
    "signed arithmetic": r"\bint\d+ v\d+ = .*[-*/]",
    "a shift": r">> \(",
    "a custom error": r"revert Error\d\(",
    "a library": r"Lib\.l\d\(",
    "a linked library": r"Linked\.l\d\(",
    "an immutable": r" immutable ",
    "a constant": r" constant ",
    "a transient variable": r" transient ",
    "function pointers in memory": r"internal returns \(uint256\)\[3\] memory",
    "a function pointer in storage": r"\boperation = ",
    "break": r"\bbreak;",
    "continue": r"\bcontinue;",
    "do and while": r"\} while \(",
    "a user-defined value type": r"Price\.unwrap\(",
    "a storage pointer": r" storage v\d+ = ",
    "a swap": r"\n +\(\w+, \w+\) = \(",
    "a call of the contract below": r"super\.virt\(",
    "receive": r"receive\(\) external",
    "fallback": r"fallback\(bytes calldata\)",
    "an indexed parameter": r"event .*\[\] indexed",
    "recursion": r"deeper = rec\(",
    "mutual recursion": r"deeper = recx\(",
    "a low-level call": r"\.staticcall\(",
}


@pytest.fixture(scope="module")
def programs() -> str:
    return "".join(map(generate, range(600)))


def test_a_seed_gives_the_same_program() -> None:
    assert [generate(seed) for seed in range(5)] == [generate(seed) for seed in range(5)]
    assert generate(1) != generate(2)


@pytest.mark.parametrize("construct", CONSTRUCTS)
def test_each_construct_occurs(construct: str, programs: str) -> None:
    assert re.search(CONSTRUCTS[construct], programs)


@pytest.mark.parametrize("name", [*TEMPLATES, *UNSAFE])
def test_each_block_of_assembly_occurs(name: str, programs: str) -> None:
    template = (UNSAFE if name in UNSAFE else TEMPLATES)[name]
    # The longest piece of a line without what is replaced.
    pieces = [
        piece
        for line in template.splitlines()
        for piece in re.split(r"\b[pm]?[ABRMKN]\b|^!.*", line.strip())
    ]
    assert max(pieces, key=len) in programs


@pytest.mark.parametrize("seed", seeds(4, 300))
def test_solc_accepts_programs(seed: int) -> None:
    skip_unless_available()
    print(f"seed {seed}")
    question = {
        "language": "Solidity",
        "sources": {"program.sol": {"content": generate(seed)}},
        "settings": {"evmVersion": "prague", "outputSelection": {"*": {"Main": ["abi"]}}},
    }
    answer = json.loads(answer_of_solc(json.dumps(question)))
    assert "Main" in answer["contracts"]["program.sol"], errors_in(answer)


# Shrinking


def test_lines_are_unchanged() -> None:
    text = generate(3)
    assert indented(list(lines_of(parse(text.splitlines())))) == text


def test_a_list_is_reduced() -> None:
    assert fewer(range(20), lambda rest: {3, 17} <= set(rest)) == [3, 17]


def test_statements_and_expressions_are_reduced() -> None:
    source = """
        contract C {
            function f(uint256 x) external {
                if (x > 1) {
                    y = x;
                } else {
                    z = ((x + wanted) * other(x));
                }
            }
            function g() external {
            }
        }
    """
    small = SourceShrinker(lambda text: "wanted" in text, 10).shrink(source)
    assert small == "z = wanted;\n"
