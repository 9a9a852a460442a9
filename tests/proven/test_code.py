"""A proven build leaves out wrong passes over the assembly, and runs the others."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Collection
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from click.testing import CliRunner, Result

from tests.conftest import ROOT
from yulopt import compile
from yulopt.assembly.beyond import driver as beyond
from yulopt.assembly.compiled import CompiledObject
from yulopt.assembly.items import Item, Push
from yulopt.assembly.optimizer.driver import ALL_PASSES
from yulopt.cli.command import cli
from yulopt.driver import build
from yulopt.driver.build import Front, finish, generate_program, generate_tree
from yulopt.driver.options import Options
from yulopt.errors import Source, YulError
from yulopt.persistence.cache import Cache
from yulopt.proven import code_search
from yulopt.proven.code_build import prove_generated
from yulopt.proven.code_outcome import Cost, ProvenCode
from yulopt.proven.code_search import BEYOND
from yulopt.proven.costs import code_gas
from yulopt.suite.pipelines import BEYOND_CODEGEN, SOLC_CODEGEN

# The two numbers are changed by the wrong passes.
PROGRAM = """object "C" {
    code {
        sstore(3, 0x123456)
        datacopy(0, dataoffset("C_deployed"), datasize("C_deployed"))
        return(0, datasize("C_deployed"))
    }
    object "C_deployed" {
        code {
            switch calldataload(0)
            case 0 { sstore(0, add(scaled(calldataload(32)), scaled(caller()))) }
            case 1 { sstore(1, scaled(callvalue())) }
            default { revert(0, 0) }
            function scaled(x) -> y { y := add(add(x, 0xabcdef), sload(x)) }
        }
    }
}
"""
# Here, more passes change the code.
LARGER = PROGRAM.replace(
    "case 1 {",
    """case 2 { if callvalue() { sstore(2, scaled(7)) } }
            case 1 {
                if calldatasize() { sstore(9, not(0xffffffffffffffffffffffffffffffff)) }""",
)
INNER, OUTER = 0xABCDEF, 0x123456


def options(codegen: str = BEYOND_CODEGEN) -> Options:
    return Options("u:", codegen=codegen, proven=True).spelled_out()


def proven_code(
    chosen: Options, cache: Path | None = None, program: str = PROGRAM
) -> tuple[ProvenCode, bytes]:
    """The proofs of the program, and the bytes of the build."""
    source = Source(program, "p.yul")
    compiled = generate_program(Front(source, chosen))
    code = prove_generated(compiled, source, chosen, cache=Cache(cache))
    return code, finish(compiled, code.options(chosen), source)[compiled.program].content


def allowed_bytes(chosen: Options, program: str = PROGRAM) -> bytes:
    compiled = generate_program(Front(Source(program), chosen))
    return finish(compiled, chosen)[compiled.program].content


def finished(chosen: Options) -> CompiledObject:
    """The program with generated code."""
    compiled = generate_program(Front(Source(PROGRAM), chosen))
    finish(compiled, chosen)
    return compiled


def confuse(items: list[Item], number: int) -> None:
    for index, item in enumerate(items):
        if isinstance(item, Push) and item.value == number:
            items[index] = Push(number + 1)


def break_passes(monkeypatch: pytest.MonkeyPatch, wrong: dict[str, int]) -> None:
    """Let each of some passes, where it runs, make code with another number."""

    def break_objects(compiled: CompiledObject, names: Collection[str]) -> None:
        for one in compiled.all_objects():
            for name, number in wrong.items():
                if name in names and name not in one.denied_passes:
                    confuse(one.code.items, number)

    for module, function, names in (
        (build, "optimize_assembly", ALL_PASSES),
        (beyond, "optimize_beyond", BEYOND),
    ):
        right = getattr(module, function)

        def broken(
            compiled: CompiledObject,
            *arguments: object,
            right: object = right,
            names: Collection[str] = names,
        ) -> None:
            assert callable(right)
            right(compiled, *arguments)
            break_objects(compiled, names)

        monkeypatch.setattr(module, function, broken)


@pytest.mark.parametrize("codegen", [SOLC_CODEGEN, BEYOND_CODEGEN])
def test_all_passes_are_kept_if_they_are_right(codegen: str) -> None:
    code, content = proven_code(options(codegen))
    assert code.is_proven
    assert code.denied == ()
    assert content == allowed_bytes(options(codegen))


@pytest.mark.parametrize(
    "name", ["constants", "crossJumping", "blockPlacement", "outlining", "smallestLabels", "cse"]
)
def test_a_wrong_pass_is_left_out(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = options()
    right = chosen._replace(denied_passes=(("C.C_deployed", (name,)),))
    expected = allowed_bytes(right)
    allowed = len(allowed_bytes(chosen))
    break_passes(monkeypatch, {name: INNER})
    assert (INNER + 1).to_bytes(3, "big") in allowed_bytes(chosen)
    code, content = proven_code(chosen)
    assert code.is_proven
    # The other object keeps it, where it does no harm.
    assert code.denied == right.denied_passes
    gas = [code_gas(finished(one), one) for one in (right, chosen)]
    assert code.costs == ((Cost(code.more, gas[0] - gas[1]),),)
    assert code.more == len(expected) - allowed
    assert content == expected


@pytest.mark.parametrize(
    ("names", "least"),
    [
        (("blockPlacement", "blockScheduler"), "blockScheduler"),
        (("crossJumping", "valueNumbering"), "crossJumping"),
    ],
)
def test_of_passes_that_help_alone_the_cheapest_is_left_out(
    names: tuple[str, str], least: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes = [
        len(allowed_bytes(options()._replace(denied_passes=(("C.C_deployed", (name,)),)), LARGER))
        for name in names
    ]
    assert names[sizes.index(min(sizes))] == least
    assert len(set(sizes)) > 1
    right = beyond.optimize_beyond

    def broken(compiled: CompiledObject, *arguments: object) -> None:
        right(compiled, *arguments)  # type: ignore[arg-type]
        for one in compiled.all_objects():
            if not set(names) & set(one.denied_passes):
                confuse(one.code.items, INNER)

    monkeypatch.setattr(beyond, "optimize_beyond", broken)
    code, content = proven_code(options(), program=LARGER)
    assert code.is_proven
    assert code.denied == (("C.C_deployed", (least,)),)
    assert len(content) == min(sizes)


@pytest.mark.parametrize(("runs", "gas"), [(1, 3), (1000, 3000)])
def test_the_gas_of_code_is_that_of_its_bytes_and_runs(runs: int, gas: int) -> None:
    def measured(code: str) -> int:
        text = f'object "C" {{ code {{ }} object "C_deployed" {{ code {{ {code} }} }} }}'
        chosen = Options("u:", codegen=BEYOND_CODEGEN, runs=runs).spelled_out()
        compiled = generate_program(Front(Source(text), chosen))
        finish(compiled, chosen)
        return code_gas(compiled, chosen)

    # One more instruction, of a byte that costs 200 gas.
    assert measured("sstore(callvalue(), callvalue())") - measured("sstore(0, 0)") == 0
    more = measured("sstore(0, not(calldatasize()))") - measured("sstore(0, calldatasize())")
    assert more == 200 + gas


def test_a_wrong_pass_of_solc(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = options(SOLC_CODEGEN)
    right = chosen._replace(denied_passes=(("C.C_deployed", ("peephole",)),))
    smallest = len(allowed_bytes(right))
    break_passes(monkeypatch, {"peephole": INNER})
    code, content = proven_code(chosen)
    assert code.is_proven
    # Without all passes, the code is smaller, and was proven on the way.
    ((path, names),) = code.denied
    assert path == "C.C_deployed"
    assert set(names) == set(ALL_PASSES)
    assert code.size < smallest
    assert INNER.to_bytes(3, "big") in content


def test_smaller_code_that_costs_more_gas_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = options(SOLC_CODEGEN)
    break_passes(monkeypatch, {"peephole": INNER})
    gas = iter(range(100, 0, -1))
    # Each attempt seems to cost less than those before it.
    monkeypatch.setattr(code_search, "code_gas", lambda compiled, options: next(gas))
    code, _ = proven_code(chosen)
    assert code.is_proven
    assert code.denied == (("C.C_deployed", ("peephole",)),)


def test_constants_are_not_folded_if_they_are_not_synthesised() -> None:
    def size(*names: str) -> int:
        chosen = options()._replace(denied_passes=(("C", names),))
        source = f'object "C" {{ code {{ sstore(0, add(caller(), {1 << 200})) }} }}'
        compiled = generate_program(Front(Source(source), chosen))
        return len(finish(compiled, chosen)[compiled.program].content)

    assert size("constants") == size("constants", "constantFolding")


def test_passes_that_are_wrong_together(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = {"outlining": INNER, "cse": OUTER, "blockPlacement": INNER + 1}
    break_passes(monkeypatch, wrong)
    code, content = proven_code(options())
    assert code.is_proven
    assert dict(code.denied) == {"C": ("cse",), "C.C_deployed": ("outlining",)}
    assert INNER.to_bytes(3, "big") in content


def test_differences_without_a_pass_are_open(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def broken(compiled: CompiledObject, *_arguments: object) -> None:
        for one in compiled.all_objects():
            confuse(one.code.items, INNER)

    monkeypatch.setattr(build, "optimize_assembly", broken)
    code, _ = proven_code(options())
    assert not code.is_proven
    # It has the code of solc's generator.
    assert code.denied == (("C.C_deployed", BEYOND),)
    (one,) = [one for one in code.objects if not one.is_proven]
    assert one.opened[0].startswith("code outside functions, ")
    made = compile(PROGRAM, "u:", codegen="beyond", proven=True)
    assert any("not all bytes are proven; C.C_deployed, " in text for text in made.warnings)
    result = run(
        "asm", "--proven", "--steps", "u:", "--codegen", "beyond", "--bytecode", program(tmp_path)
    )
    assert result.exit_code == 1
    assert "OPEN: not all bytes are proven, " in result.stderr
    assert "  C.C_deployed, code outside functions, " in result.stderr
    # The code is there all the same.
    assert bytes.fromhex(result.stdout.strip())


def test_proofs_are_not_repeated(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    break_passes(monkeypatch, {"crossJumping": INNER})
    first = proven_code(options(), tmp_path)

    def prove_object(*_arguments: object) -> None:
        raise AssertionError("this was proven before")

    monkeypatch.setattr(code_search, "prove_object", prove_object)
    code, content = proven_code(options(), tmp_path)
    assert (code, content) == first
    # Of other options, single objects are known by their contents.
    code, _ = proven_code(options()._replace(memory_safe=True), tmp_path)
    assert code.denied == first[0].denied


def test_a_second_build_does_not_load_the_prover() -> None:
    compile(PROGRAM, "u:", codegen="beyond", proven=True)
    code = f"""
import sys, yulopt
made = yulopt.compile({PROGRAM!r}, "u:", codegen="beyond", proven=True)
assert not made.warnings
print([name for name in sys.modules if name.startswith(("yulopt.checker", "yulopt.code_proofs"))])
"""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_passes_that_depend_on_positions_are_searched_again(tmp_path: Path) -> None:
    """Bytes may depend on positions, which are not in the text that is printed."""
    found = []
    for text in (PROGRAM, PROGRAM, PROGRAM.replace("sstore(1,", "sstore(1 ,")):
        source = Source(text)
        compiled = generate_program(Front(source, options()))
        prove_generated(compiled, source, options(), cache=Cache(tmp_path))
        found.append(len(list(tmp_path.iterdir())))
    assert found[0] == found[1] == found[2] - 1


def test_kept_proofs_are_not_for_code_that_others_create() -> None:
    """Arguments follow it then, so it must not run off its end."""
    chosen = options(SOLC_CODEGEN)._replace(stack_allocation=False)
    proven = []
    with TemporaryDirectory() as folder:
        for use in ("return(0, datasize(B))", "pop(create(0, 0, calldatasize())) stop()"):
            text = f"""object "a" {{
                code {{ datacopy(0, dataoffset(B), datasize(B)) {use} }}
                object "b" {{ code {{ sstore(0, 1) }} }}
            }}""".replace("B", '"b"')
            code, _ = proven_code(chosen, Path(folder), text)
            proven.append({one.path: one.is_proven for one in code.objects})
    assert proven == [{"a": True, "a.b": True}, {"a": True, "a.b": False}]


def test_bytes_other_than_the_proven_ones_are_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    source, chosen = Source(PROGRAM), options()
    compiled = generate_program(Front(source, chosen))
    code = prove_generated(compiled, source, chosen, cache=Cache(None))
    again = generate_tree(compiled.program, chosen)
    code.check(again, finish(again, chosen))
    break_passes(monkeypatch, {"cse": INNER})
    again = generate_tree(compiled.program, chosen)
    with pytest.raises(YulError, match="did not reproduce the proven bytes"):
        code.check(again, finish(again, chosen))


def test_the_report(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    break_passes(monkeypatch, {"constants": INNER})
    arguments = (
        "asm",
        "--proven",
        "--steps",
        "u:",
        "--codegen",
        "beyond",
        "--bytecode",
        program(tmp_path),
    )
    result = run(*arguments)
    assert result.exit_code == 0
    assert "the bytes are proven, " in result.stderr
    assert "; 1 pass over the assembly left out, for " in result.stderr
    assert "  C.C_deployed: without constants (+0 bytes, +0 gas)" in result.stderr
    made = compile(PROGRAM, "u:", codegen="beyond", proven=True)
    assert made.bytecode.hex == result.stdout.strip()
    (text,) = made.warnings
    assert "so that the bytes are proven (C.C_deployed without constants)" in text


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YULOPT_CACHE", str(tmp_path / "cache"))


def program(folder: Path) -> Path:
    path = folder / "p.yul"
    path.write_text(PROGRAM)
    return path


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(cli, [*map(str, arguments)], catch_exceptions=False)
