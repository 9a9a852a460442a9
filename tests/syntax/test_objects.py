"""Which names `datasize` and `dataoffset` may use in the code of an object."""

from __future__ import annotations

import pytest

import yulopt
from tests import oracle
from yulopt.driver.build import Front, generate_program
from yulopt.driver.options import NO_CODE, Options
from yulopt.errors import Source

NESTED = """
    object "A" {
        code { }
        data "d" "..."
        object "B" {
            code { }
            data "e" ""
            object "C" {
                code { }
                data "f" ""
                object "A" { code { } }
            }
        }
        object "B_deployed" { code { } }
    }
"""


def known(program: yulopt.Object, paths: str) -> str:
    """Those of the paths that the code of the object may use."""
    return " ".join(path for path in paths.split() if program.knows_path(path))


def test_an_object_knows_itself_its_children_and_their_contents() -> None:
    paths = "A d B B.e B.C B.C.f B.C.A B_deployed"
    assert known(yulopt.parse(NESTED), paths) == paths


def test_an_object_is_not_in_itself() -> None:
    assert known(yulopt.parse(NESTED), "A.A A.B A.d B.B B.C.C d.d") == ""


def test_contents_of_a_child_need_its_name() -> None:
    assert known(yulopt.parse(NESTED), "e C C.f f") == ""


def test_an_inner_object_knows_nothing_outside() -> None:
    inner = yulopt.parse(NESTED).sub_objects[0]
    assert known(inner, "B e C C.f C.A") == "B e C C.f C.A"
    assert known(inner, "A d B.e B.C B_deployed") == ""


def test_names_are_exact() -> None:
    program = yulopt.parse(NESTED)
    assert known(program, "a D .d d. B. .B B..e B_") == ""
    assert not program.knows_path("")


def test_a_bare_block_is_called_object() -> None:
    assert known(yulopt.parse("{ }"), "object Object") == "object"


def test_a_name_with_a_dot_is_not_known() -> None:
    assert known(yulopt.parse('object "a.b" { code { } data "d" "" }'), "a.b a b d") == "d"


def test_a_child_with_a_dot_is_skipped_with_all_in_it() -> None:
    source = """
        object "A" {
            code { }
            data ".metadata" ""
            object "b.c" { code { } data "d" "" }
        }
    """
    assert known(yulopt.parse(source), "A .metadata metadata b b.c b.c.d d") == "A"


@pytest.mark.parametrize("builtin", ["datasize", "dataoffset"])
def test_known_paths_can_be_used(builtin: str) -> None:
    for path in ("A", "d", "B", "B.e", "B.C.f", "B.C.A"):
        yulopt.parse(NESTED.replace("code { }", f'code {{ pop({builtin}("{path}")) }}', 1))


@pytest.mark.parametrize("builtin", ["datasize", "dataoffset"])
def test_other_paths_cannot(builtin: str) -> None:
    for path in ("", "A.B", "A.d", "B.B", "C", "e", ".d", "B.", "a"):
        with pytest.raises(yulopt.YulValidationError, match="data object"):
            yulopt.parse(NESTED.replace("code { }", f'code {{ pop({builtin}("{path}")) }}', 1))


def test_paths_are_compared_as_bytes() -> None:
    yulopt.parse(r"""object "\xc3\xa9" { code { pop(datasize("\u00e9")) } }""")


def test_sub_objects_are_the_children_that_are_objects() -> None:
    program = yulopt.parse(NESTED)
    assert [child.name for child in program.children] == ["d", "B", "B_deployed"]
    assert [child.name for child in program.sub_objects] == ["B", "B_deployed"]


def test_an_object_can_be_built_by_hand() -> None:
    code = yulopt.parse("{ stop() }").code
    program = yulopt.Object("A", code, [yulopt.Data("d", "\x01")])
    assert yulopt.print_yul(program) == (
        'object "A" {\n    code { stop() }\n    data "d" hex"01"\n}\n'
    )


# The data of an inner object, for which solc cannot generate code


def with_data_inside(code: str, code_of_b: str = "") -> str:
    return f"""object "A" {{
        code {{ {code} }}
        data "d" "."
        object "B" {{
            code {{ {code_of_b} }}
            data "e" ".."
            object "C" {{ code {{ }} data "f" "..." }}
        }}
    }}"""


REACHED = {
    "own-name": with_data_inside('sstore(0, datasize("A"))'),
    "own-data": with_data_inside('sstore(0, dataoffset("d"))'),
    "inner-object": with_data_inside('sstore(0, datasize("B")) sstore(1, dataoffset("B.C"))'),
    "data-where-it-is": with_data_inside("", 'sstore(0, datasize("e"))'),
    "never-executed": with_data_inside('if 0 { sstore(0, datasize("B.e")) }'),
    "not-needed": with_data_inside('pop(dataoffset("B.C.f"))'),
}
OUT_OF_REACH = {
    "size-of-inner-data": with_data_inside('sstore(0, datasize("B.e"))'),
    "offset-of-inner-data": with_data_inside('sstore(0, dataoffset("B.e"))'),
    "data-two-objects-down": with_data_inside('sstore(0, datasize("B.C.f"))'),
    "in-code-of-inner-object": with_data_inside("", 'sstore(0, datasize("C.f"))'),
}


@pytest.mark.parametrize("source", REACHED.values(), ids=REACHED)
def test_a_path_that_can_be_followed(source: str) -> None:
    yulopt.optimize(source)


@pytest.mark.parametrize("source", OUT_OF_REACH.values(), ids=OUT_OF_REACH)
@pytest.mark.parametrize("steps", [None, ":"])
def test_a_path_to_the_data_of_an_inner_object(source: str, steps: str | None) -> None:
    with pytest.raises(yulopt.YulValidationError, match="no code can be generated") as caught:
        yulopt.optimize(source, steps)
    assert caught.value.source_line[caught.value.column - 1 :].startswith('"')
    assert yulopt.optimize(source, "", bare=True), "a bare run generates no code"
    yulopt.parse(source)


def test_a_path_to_the_data_of_an_inner_object_when_nothing_is_optimised() -> None:
    source = Source(REACHED["never-executed"])
    with pytest.raises(yulopt.YulValidationError, match="no code can be generated"):
        generate_program(Front(source, Options(optimized=NO_CODE)))


def test_a_rewritten_path_has_the_place_of_its_object() -> None:
    source = with_data_inside('sstore(0, add(datasize("B.e"), calldataload(0)))')
    with pytest.raises(yulopt.YulValidationError) as caught:
        yulopt.optimize(source, "hgfoQ")
    assert (caught.value.line, caught.value.column) == (1, 1)


def test_solc_has_no_output_for_the_same_paths() -> None:
    oracle.skip_unless_available()
    programs = REACHED | OUT_OF_REACH
    jobs = [oracle.Job(name, source) for name, source in programs.items()]
    refused = {result.id for result in oracle.run_batch(jobs) if result.text is None}
    assert refused == set(OUT_OF_REACH)
