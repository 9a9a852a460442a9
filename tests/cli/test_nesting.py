"""Programs that are nested deeper than Python's own limit of calls."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import Command

NESTED = {
    "expressions": f"{{ sstore(0, {'not(' * 580}calldataload(0){')' * 580}) }}",
    "blocks": f"{'{' * 590}sstore(0, 1){'}' * 590}",
}


@pytest.mark.parametrize("text", NESTED.values(), ids=NESTED)
@pytest.mark.parametrize(
    "command",
    [
        ("stack", "--no-optimize"),
        ("compare",),
        ("--steps", "b:", "--calls", "some.calls"),
        ("asm", "--steps", "b:", "--calls", "some.calls"),
    ],
    ids=" ".join,
)
def test_deep_nesting_is_no_problem(
    yulopt: Command,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: tuple[str, ...],
    text: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("nested.yul").write_text(text)
    Path("some.calls").write_text("data 0xaabbccdd\n")
    assert yulopt(*command, "nested.yul").exit_code == 0
