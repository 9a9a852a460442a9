"""Changes proven part by part: right parts are, wrong ones are not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for
from yulopt.errors import Source
from yulopt.prover import step_proof
from yulopt.prover.mixtures import Mixtures
from yulopt.prover.piecewise import Chain, prove_in_parts
from yulopt.prover.replay import Executions
from yulopt.prover.step_proof import DEPENDS, IN_PARTS, FunctionProof, prove_step
from yulopt.prover.verdict import FunctionProver, ProofSettings, Status, Verdict
from yulopt.prover.versions import OUTSIDE, Version, version_of
from yulopt.syntax.parser import parse_source
from yulopt.syntax.printer import print_yul

DIALECT = dialect_for(DEFAULT_EVM_VERSION)


def version(text: str) -> Version:
    return version_of(parse_source(Source(text), DIALECT).code)


def chain(before: str, after: str, *wrong: str) -> tuple[Chain, list[str]]:
    """The chain where all is proven that leads to no version with one of some texts in it."""
    old, new = version(before), version(after)
    seen = []

    def is_proven(one: Version, other: Version) -> bool:
        seen.append(print_yul(other.whole))
        return not any(text in seen[-1] and text not in print_yul(one.whole) for text in wrong)

    return prove_in_parts(old, new, list(old.texts), is_proven), seen


BEFORE = """{
    { sstore(0, f(1)) if calldataload(0) { sstore(1, 1) } }
    function f(x) -> r { switch x case 0 { r := 2 } default { r := 3 sstore(r, 4) } }
}"""
AFTER = (
    BEFORE.replace("sstore(1, 1)", "sstore(1, 10)")
    .replace("r := 2", "r := 20")
    .replace("r := 3 sstore(r, 4)", "r := 30 sstore(r, 40)")
)


def test_each_version_applies_one_more_part() -> None:
    found, seen = chain(BEFORE, AFTER)
    # The last version is all of the change, which is for others to prove.
    assert found.made == ((OUTSIDE, 0), ("f", 0), ("f", 1))
    assert found.left == (("f", 2),)
    assert print_yul(found.version.whole) == seen[-1]
    counts = [[text in one for text in ("(1, 10)", "20", "30", "40")] for one in seen]
    assert [sum(one) for one in counts] == [1, 2, 3]


def test_many_parts_are_applied_in_groups() -> None:
    stores = " ".join(f"sstore({number}, OLD) mstore({number}, 1)" for number in range(150))
    before, after = (f"{{ {{ {stores.replace('OLD', value)} }} }}" for value in ("1", "2"))
    found, seen = chain(before, after, "sstore(70, 2)")
    assert len(seen) == 50
    assert found.left == tuple((OUTSIDE, number) for number in (69, 70, 71))
    assert len(found.made) == 147


def test_wrong_parts_are_left_out_and_the_others_applied() -> None:
    found, _ = chain(BEFORE, AFTER, ":= 30")
    assert found.left == (("f", 1),)
    assert (found.left_of("f"), found.left_of(OUTSIDE)) == ((1,), ())
    found, _ = chain(BEFORE, AFTER, ":= 20", ":= 30", "40")
    # Of this function nothing is made, so it is no matter of parts.
    assert found.left_of("f") == ()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # A variable that only the other side declares.
        (
            "{ { let a := 1 sstore(a, 1) sstore(9, 9) } }",
            "{ { let b := 1 sstore(b, 1) sstore(9, 8) } }",
        ),
        # The same name twice.
        ("{ { sstore(0, 1) let a := 1 } }", "{ { let a := 1 sstore(1, a) } }"),
        # A function with other parameters.
        (
            "{ { sstore(0, 0) f(1) } function f(x) { sstore(x, 1) } }",
            "{ { sstore(0, 2) f(1, 2) } function f(x, y) { sstore(x, y) } }",
        ),
    ],
)
def test_versions_are_valid(before: str, after: str) -> None:
    for one in chain(before, after)[1]:
        parse_source(Source(one), DIALECT)


def test_code_that_reserves_memory_is_not_split() -> None:
    before = "{ { let p := memoryguard(0x80) mstore(p, 1) sstore(1, 1) } }"
    after = before.replace("0x80", "0xa0").replace("1, 1)", "1, 2)")
    assert chain(before, after)[0].made == ()


def test_mixed_code_is_code_of_both() -> None:
    old, new = version(BEFORE), version(AFTER)
    mixtures = Mixtures(old, new, list(old.texts))
    nothing, everything = mixtures.version([]), mixtures.version(mixtures.parts)
    assert nothing is not None
    assert everything is not None
    assert nothing.texts == old.texts
    assert everything.texts == new.texts


def reported(before: str, after: str, seconds: float = 0.5) -> list[FunctionProof]:
    settings = ProofSettings(DIALECT, seconds, ())
    return prove_step(version(before), version(after), settings, Executions(DIALECT), {})


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # Each store may go, but not both.
        (
            "{ { let x := sload(7) mstore(0, x) mstore(0, x) sstore(0, keccak256(0, 32)) } }",
            "{ { let x := sload(7) sstore(0, keccak256(0, 32)) } }",
        ),
        # The first part is wrong, and the second one only right because of that.
        (
            "{ { let x := sload(7) sstore(0, x) sstore(1, sload(0)) } }",
            "{ { let x := sload(7) sstore(0, add(x, 1)) sstore(1, add(x, 1)) } }",
        ),
        # Each of two functions makes up for the other one in one case.
        (
            "{ { sstore(0, f()) } function f() -> r { r := add(g(), 1) }"
            " function g() -> r { r := sload(1) } }",
            "{ { sstore(0, f()) } function f() -> r { r := add(g(), 2) }"
            " function g() -> r { r := sub(sload(1), gt(sload(1), 5)) } }",
        ),
    ],
)
def test_parts_that_are_wrong_are_not_proven(before: str, after: str) -> None:
    assert any(proof.status is not Status.PROVEN for proof in reported(before, after))


def test_only_the_wrong_parts_of_a_change_are_reported() -> None:
    before = """{
        { f(calldataload(0)) }
        function f(x) { sstore(1, add(x, 0)) sstore(2, mul(x, 2)) if x { f(sub(x, 1)) } }
    }"""
    after = before.replace("add(x, 0)", "x").replace("mul(x, 2)", "mul(x, 3)")
    (proof,) = reported(before, after)
    assert proof.status is not Status.PROVEN
    assert proof.unproven_parts == (1,)


@pytest.mark.parametrize("is_right", [True, False])
def test_a_change_too_large_as_a_whole(is_right: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    prove = FunctionProver.prove

    def small_changes(self: FunctionProver, before: str | None, after: str | None) -> Verdict:
        bodies = self.before.body(before), self.after.body(after)
        lines = (set(print_yul(body).splitlines()) for body in bodies)
        if len(next(lines) - next(lines)) > 1:
            return Verdict(Status.OPEN, reason="too much")
        return prove(self, before, after)

    monkeypatch.setattr(FunctionProver, "prove", small_changes)
    before = """{
        { f(calldataload(0)) }
        function f(x) { sstore(1, add(x, 0)) sstore(2, mul(x, 2)) if x { f(sub(x, 1)) } }
    }"""
    after = before.replace("add(x, 0)", "x").replace("mul(x, 2)", "shl(1, x)")
    if is_right:
        (proof,) = reported(before, after)
        assert (proof.status, proof.method) == (Status.PROVEN, IN_PARTS)
    else:
        (proof,) = reported(before, after.replace("shl(1, x)", "shl(2, x)"))
        assert proof.status is not Status.PROVEN


def test_a_change_that_only_depends_on_others_is_not_split(monkeypatch: pytest.MonkeyPatch) -> None:
    split: list[list[str]] = []

    def recorded(
        before: Version,
        after: Version,
        names: list[str],
        is_proven: Callable[[Version, Version], bool],
    ) -> Chain:
        split.append(names)
        return prove_in_parts(before, after, names, is_proven)

    monkeypatch.setattr(step_proof, "prove_in_parts", recorded)
    before = """{
        { sstore(0, f(1)) sstore(1, add(f(2), 0)) }
        function f(x) -> r { r := add(x, 0) sstore(2, mul(x, 2)) }
    }"""
    after = before.replace("add(f(2), 0)", "f(2)").replace("add(x, 0)", "x")
    outside, f = reported(before, after.replace("mul(x, 2)", "mul(x, 3)"))
    assert split == [["f"]]
    assert (outside.status, outside.reason) == (Status.OPEN, f"{DEPENDS} f")
    assert f.unproven_parts == (1,)
