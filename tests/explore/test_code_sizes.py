"""The bytes of code that the page shows are those of `yulopt asm`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import EXAMPLES, Command
from tests.explore.pages import explore
from yulopt.assembly.optimizer import ALL_PASSES
from yulopt.explore import assembly as module
from yulopt.explore.assembly import code_sizes, largest_changes, pass_totals
from yulopt.explore.recorder import Exploration

[COUNTER] = [path for path in EXAMPLES if path.stem == "counter"]
# The program as it is; its assembly is optimised like that of the result.
UNOPTIMISED = ["--no-optimize", "--asm-passes", ",".join(ALL_PASSES)]
LETS = " ".join(f"let v{number} := sload({number})" for number in range(20))
USES = " ".join(f"sstore(v{number}, 1)" for number in range(20))
TOO_DEEP = f"""object "a" {{
    code {{ sstore(0, datasize("b")) }}
    object "b" {{ code {{ f() function f() {{ {LETS} sstore(0, 0) {USES} }} }} }}
    object "c" {{ code {{ stop() }} }}
}}"""


@pytest.fixture(scope="module")
def counter() -> Exploration:
    return explore(COUNTER.read_text())


def test_input_and_output(yulopt: Command, counter: Exploration) -> None:
    changes = sum(step.changed for step in counter.recording.steps)
    for item, options in ((counter.code[0], UNOPTIMISED), (counter.code[-1], [])):
        digits = yulopt("asm", "--bytecode", *options, COUNTER).stdout.strip()
        assert item.sizes[0] == len(digits) // 2
    assert [counter.code[0].point, counter.code[-1].point] == [0, changes]


def test_every_point_only_on_request(counter: Exploration) -> None:
    everywhere = code_sizes(counter.recording, everywhere=True)
    changes = sum(step.changed for step in counter.recording.steps)
    assert [item.point for item in everywhere] == list(range(changes + 1))
    assert 2 < len(counter.code) < len(everywhere)
    assert all(everywhere[item.point] == item for item in counter.code)


def test_around_the_largest_changes(counter: Exploration) -> None:
    changed = [step.number for step in counter.recording.steps if step.changed]
    known = {item.point for item in counter.code}
    for what, steps in largest_changes(counter.recording).items():
        amounts = [abs(getattr(step.after, what) - getattr(step.before, what)) for step in steps]
        assert amounts == sorted(amounts, reverse=True)
        assert len(steps) == 5
        for step in steps:
            place = changed.index(step.number)
            assert {place, place + 1} <= known


def test_a_large_program_has_fewer_points(
    counter: Exploration, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_MAX_NODES", 0)
    # The ends of the run, and that of the inner object.
    assert len(code_sizes(counter.recording)) == 3


def test_no_code_has_a_reason() -> None:
    [first, *_] = explore(TOO_DEEP, "", bare=True).code
    assert first.sizes == []
    assert first.problem == "stack too deep in f"


def test_bare_blocks(yulopt: Command, tmp_path: Path) -> None:
    exploration = explore("{ sstore(0, add(1, 2)) }", "s", bare=True)
    path = tmp_path / "a.yul"
    path.write_text("{ sstore(0, 3) }")
    digits = yulopt("asm", "--bytecode", *UNOPTIMISED, path).stdout.strip()
    assert exploration.code[-1].sizes == [len(digits) // 2]


def test_the_assembly_of_the_output(yulopt: Command, counter: Exploration) -> None:
    listing = yulopt("asm", COUNTER).stdout
    runs = [code.runs for code in counter.assembly.objects]
    for [*_, last], recorded in zip(runs, counter.recording.objects, strict=True):
        assert last.path == recorded.path
        depth = 4 * recorded.path.count(".") + 4
        lines = [" " * depth + line if line else "" for line in last.after.lines]
        assert "\n".join(lines) in listing
    # Both objects and the INVALID between them; a size that takes one byte counted as four.
    assert sum(part[-1].after.bytes for part in runs) + 1 - 3 == counter.code[-1].sizes[0]


def test_totals_of_each_pass(counter: Exploration) -> None:
    for runs in [code.runs for code in counter.assembly.objects]:
        totals = pass_totals(runs)
        assert [total.name for total in totals] == list(ALL_PASSES)
        assert sum(total.runs for total in totals) == len(runs)
        assert sum(total.changes for total in totals) == sum(run.changed for run in runs)
        difference = sum(total.bytes for total in totals)
        assert difference == runs[-1].after.bytes - runs[0].before.bytes
    deployed = {total.name: total for total in pass_totals(counter.assembly.objects[1].runs)}
    assert (deployed["jumpdestRemover"].changes, deployed["jumpdestRemover"].bytes) == (1, -2)


def test_without_code_there_is_no_assembly() -> None:
    assembly = explore(TOO_DEEP, "", bare=True).assembly
    assert (assembly.objects, assembly.problem) == ([], "stack too deep in f")
