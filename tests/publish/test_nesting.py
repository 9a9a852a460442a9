"""Objects beside that of the runtime code are moved inside it, and the bytes stay the same."""

from __future__ import annotations

from yulopt import compile as compile_yul
from yulopt.publish.nesting import nest_objects
from yulopt.syntax.objects import Object
from yulopt.syntax.parser import parse
from yulopt.syntax.printer import print_yul

CHILD = """object "C" { code {
    datacopy(0, dataoffset("C_deployed"), datasize("C_deployed"))
    return(0, datasize("C_deployed"))
} object "C_deployed" { code { sstore(0, 7) } } }"""
CREATION = """object "S" { code {
    datacopy(0, dataoffset("C"), datasize("C"))
    sstore(1, create(0, 0, datasize("C")))
    datacopy(0, dataoffset("S_deployed"), datasize("S_deployed"))
    return(0, datasize("S_deployed"))
}
object "S_deployed" { code { sstore(0, datasize("S_deployed")) %s } %s data ".metadata" hex"a264" }
%s
}"""
ALSO_AT_RUN_TIME = 'datacopy(0, dataoffset("C"), datasize("C"))'


def nested(text: str) -> Object:
    program = parse(text)
    nest_objects(program)
    return program


def test_the_bytes_are_the_same() -> None:
    before = CREATION % ("", "", CHILD)
    after = nested(before)
    assert [child.name for child in after.sub_objects] == ["S_deployed"]
    assert 'dataoffset("S_deployed.C")' in print_yul(after)
    made, stock = (compile_yul(text, steps=":") for text in (print_yul(after), before))
    assert made.bytecode.hex == stock.bytecode.hex
    assert stock.deployed is None
    assert made.deployed is not None
    assert made.deployed.hex in stock.bytecode.hex


def test_an_object_that_is_there_already_is_used() -> None:
    after = nested(CREATION % (ALSO_AT_RUN_TIME, CHILD, CHILD))
    (runtime,) = after.sub_objects
    assert [child.name for child in runtime.sub_objects] == ["C"]


def test_another_object_of_that_name_stays_where_it_is() -> None:
    before = CREATION % (ALSO_AT_RUN_TIME, CHILD.replace("7", "8"), CHILD)
    assert print_yul(nested(before)) == print_yul(parse(before))
