"""The versions of a run share unchanged code, and see every change."""

from __future__ import annotations

import pytest

from tests.conftest import EXAMPLES
from tests.parsing import block as parse
from yulopt.driver.optimization import optimize_source
from yulopt.driver.options import Options
from yulopt.errors import Source
from yulopt.passes.step import Context, Observer, Step
from yulopt.prover.versions import OUTSIDE, Version, version_of
from yulopt.suite.pipelines import Pipeline
from yulopt.syntax.ast import Block

CODE = """{
    let a, b := f(1, 0x10)
    switch a case 1 { g() } case 2 { leave_it() } default { }
    for { let i := 0 } lt(i, 3) { i := add(i, 1) } { if i { break } continue }
    function f(x, y) -> r, s { r := add(x, y) s := "ab" if s { leave } }
    function g() { sstore(0, true) { let z z := 1 } }
    function unused() { }
    function leave_it() { pop(keccak256(0, 32)) }
}"""

# Each is one change of a kind, by which the printed text differs.
CHANGES = [
    ("f(1, 0x10)", "f(1, 16)"),
    ("f(1, 0x10)", "f(0x10, 1)"),
    ("let a, b := f", "let b, a := f"),
    ("case 1 { g() } case 2 { leave_it() }", "case 2 { leave_it() } case 1 { g() }"),
    ("case 1 { g() }", "case 0x01 { g() }"),
    ("default { }", ""),
    ("{ break }", "{ continue }"),
    ("lt(i, 3)", "gt(i, 3)"),
    ("let z z := 1", "let w w := 1"),
    ('"ab"', '"ab\\x00"'),
    ('"ab"', "0x6162"),
    ("true", "1"),
    ("function f(x, y)", "function f(y, x)"),
    ("-> r, s", "-> s, r"),
    ("{ leave }", "{ }"),
    ("{ let z z := 1 }", "let z z := 1"),
    ("let z z := 1", "let z := 1"),
    ("pop(keccak256(0, 32))", "pop(keccak256(32, 0))"),
    ("function leave_it() {", "function leave_it() { function inner() { }"),
    ("function unused() { }", "function renamed() { }"),
]


def of(text: str, last: Version | None = None) -> Version:
    return version_of(parse(text), last)


@pytest.mark.parametrize(("old", "new"), CHANGES)
def test_every_change_of_the_text_is_seen(old: str, new: str) -> None:
    assert old in CODE
    before, changed = of(CODE), CODE.replace(old, new)
    after = of(changed, before)
    assert after.texts == of(changed).texts != before.texts
    # Other functions are those of the version before.
    for name in before.texts.keys() & after.texts.keys():
        assert (after.parts[name] is before.parts[name]) == (
            after.texts[name] == before.texts[name]
        )


def test_unchanged_code_is_neither_copied_nor_printed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = of(CODE)
    monkeypatch.delattr("yulopt.prover.versions.print_yul")
    monkeypatch.delattr("yulopt.prover.versions.CodeView")
    assert of(CODE, before) is before


def test_a_duplicate_variable_prevents_comparison_by_functions() -> None:
    before = of(CODE)
    twice = CODE.replace("function g() {", "function g() { let x")
    after = of(twice, before)
    assert after.code is None
    assert list(after.texts) == [OUTSIDE]
    assert of(CODE, after).texts == before.texts


class _Comparing(Observer):
    """Makes each version incrementally, and from scratch."""

    def __init__(self) -> None:
        self.last: Version | None = None
        self.shared = 0

    def enter_object(self, path: str, block: Block) -> None:
        self.last = None

    def after_step(self, step: Step, context: Context, block: Block) -> None:
        made, fresh = version_of(block, self.last), version_of(block)
        assert made.texts == fresh.texts, step.name
        self.shared += made is self.last
        self.last = made


def test_incremental_versions_equal_fresh_ones() -> None:
    [path] = [path for path in EXAMPLES if path.stem == "multisig"]
    observer = _Comparing()
    options = Options().with_pipeline(Pipeline.named("gas"))
    optimize_source(Source(path.read_text()), options, observer=observer)
    assert observer.shared > 100
