"""Requests in Yul are answered without a front-end solc, and as solc answers them."""

from __future__ import annotations

from random import Random

import pytest

from tests.dropin.annotated import annotate
from tests.dropin.compilers import answer_of_solc, by_solc, by_yulopt
from tests.dropin.project import take_source_maps
from tests.oracle import available, skip_unless_available
from yulopt.dropin.build import compile_with
from yulopt.dropin.choices import Choices
from yulopt.dropin.front import FrontError
from yulopt.dropin.notices import NOT_GIVEN, STALE, Remark
from yulopt.dropin.standard_json import compile_standard_json
from yulopt.errors import YulError
from yulopt.persistence.cache import Cache
from yulopt.persistence.json_values import Json, JsonObject, object_at, read_json, write_json
from yulopt.persistence.toml_text import TomlPlace
from yulopt.suite.pipelines import Pipeline

# Functions, loops, switches, several variables at once, strings, libraries, immutables, an inner
# object, and metadata.
PROGRAM = """object "A" { code {
    function f(a, b) -> c {
        if a { c := b leave }
        for { let i := 0 } lt(i, b) { i := add(i, 1) } { c := add(c, mload(i)) if c { break } }
        switch c case 0 { c := 3 } default { c := keccak256(0, c) }
    }
    function g(a) -> p, q { p := calldataload(a) q := "abc" }
    let x, y := g(1)
    x := f(x, y)
    let z
    y := f(f(x, 1), hex"ff00")
    for {} 1 {} { z := add(z, x) if gt(z, y) { break } sstore(z, 1) continue }
    sstore(0, add(x, linkersymbol("lib/L.sol:L")))
    datacopy(0, dataoffset("A_deployed"), datasize("A_deployed"))
    setimmutable(0, "key", 7)
    return(0, datasize("A_deployed"))
} object "A_deployed" {
    code { sstore(loadimmutable("key"), f(calldataload(3)))
           function f(a) -> b { b := mul(a, a) sstore(a, b) } }
    data ".metadata" hex"0011" } }
"""
TWO_INSIDE = """object "A" { code { sstore(0, datasize("B")) }
object "A_deployed" { code {} } object "B" { code { sstore(1, 1) } } }"""
ANNOTATED = """/// @use-src 0:"x.sol", 3:"a.yul"
object "A" { code {
    /// @src 0:1:2
    sstore(0, 1)
    /// @src 3:5:12
    sstore(2, calldataload(2))
} object "B" { code { /** @src 0:4:6 */ sstore(3, 4) } } }"""
BLOCKS = """/// @use-src 0:"a.yul"
object "A" { code {
    /** @src 0:1:2 */ function f(a) -> r /** @src 0:2:3 */ {
        /** @src 0:3:4 */ if a /** @src 0:4:5 */ { /** @src 0:5:6 */ let q := a r := add(q, 1) }
        /** @src 0:6:7 */ let z := 5 r := z
    }
    /** @src 0:7:8 */ let u := 1
    /** @src 0:8:9 */ for /** @src 0:9:10 */ { } /** @src 0:10:11 */ sload(9) { }
    /** @src 0:12:13 */ { /** @src 0:13:14 */ sstore(3, u) }
    /** @src 0:14:15 */ switch /** @src 0:15:16 */ sload(8)
    case /** @src 0:16:17 */ 1 /** @src 0:17:18 */ { /** @src 0:18:19 */ let k := 2 sstore(k, k) }
    case /** @src 0:19:20 */ 2 /** @src 0:20:21 */ { }
    default /** @src 0:21:22 */ { /** @src 0:22:23 */ sstore(9, f(9)) }
} }"""
EVERYTHING: Json = ["ir", "irOptimized", "evm", "abi", "metadata"]


ONLY_DEFAULT = """object "A" { code {
    sstore(0, f()) switch calldataload(0) // default {
    default { switch 2 default { selfdestruct(3) } tstore(4, 5) }
    function f() -> r { switch tload(r) case 0 {} default { switch r default /* ü } */ {} } }
} object "B" { code { for {} 1 {} { switch 1 default { break } } } } }"""
# Names in UTF-8, which a string has as bytes.
UNICODE = r"""object "\xc3\xbc" { code {
    sstore(0, linkersymbol("B\u00fccher.sol:L"))
    datacopy(0, dataoffset("\u2603"), datasize("\u2603"))
    setimmutable(0, "\xe2\x98\x83", 7)
    return(0, datasize("\u2603"))
} object "\u2603" {
    code { sstore(loadimmutable("\u2603"), linkersymbol("B\xc3\xbccher.sol:M")) }
} }"""


@pytest.fixture(scope="module", autouse=True)
def _oracle() -> None:
    skip_unless_available()


def yul_request(
    source: str = PROGRAM, selection: Json = None, name: str = "*", **settings: Json
) -> JsonObject:
    wanted: Json = {"*": {name: EVERYTHING if selection is None else selection}}
    return {
        "language": "Yul",
        "sources": {"a.yul": {"content": source}},
        "settings": {"outputSelection": wanted, **settings},
    }


def by_yulopt_alone(request: JsonObject) -> Json:
    def no_front(_: str) -> str:
        raise FrontError("there is none")

    text = write_json(request)
    return read_json(compile_standard_json(text, no_front, compile_with(Cache(None), 1)))


ON: JsonObject = {"enabled": True}


@pytest.mark.parametrize(
    "request_",
    [
        yul_request(),
        yul_request(optimizer=ON),
        yul_request(optimizer={"enabled": True, "runs": 1}, evmVersion="london"),
        yul_request(optimizer={"details": {"yul": True}}, evmVersion="berlin"),
        yul_request(optimizer=ON | {"details": {"yulDetails": {"optimizerSteps": "dhfo[xarr]u:"}}}),
        yul_request(optimizer=ON | {"details": {"yul": True, "yulDetails": {}, "cse": False}}),
        yul_request(libraries={"lib/L.sol": {"L": "0x" + "1234567890" * 4}}, optimizer=ON),
        yul_request(libraries={"": {"L": "0x" + "1234567890" * 4}}),
        yul_request(metadata={"bytecodeHash": "none"}, viaIR=True, viaSSACFG=False),
        yul_request(TWO_INSIDE, optimizer=ON),
        yul_request(UNICODE, libraries={"Bücher.sol": {"L": "0x" + "1234567890" * 4}}),
        yul_request(UNICODE, name="ü"),
        yul_request(ONLY_DEFAULT),
        yul_request(ANNOTATED, optimizer=ON),
        yul_request(ANNOTATED),
        yul_request("{ sstore(0, 1) }"),
        yul_request("{ }"),
        yul_request("{ sstore(0, 1) }", name="object"),
        yul_request(name="B"),
        yul_request(selection=[]),
        yul_request(selection=["abi", "evm.legacyAssembly", "evm.bytecode.generatedSources"]),
        yul_request(selection=["evm.deployedBytecode.immutableReferences"], name="A"),
        yul_request(selection=["ast"], name=""),
        yul_request(evmVersion="homestead"),
        {"language": "Yul", "sources": {"a.yul": {"content": "{}"}}},
    ],
)
def test_answers_are_those_of_solc(request_: JsonObject) -> None:
    assert by_yulopt_alone(request_) == by_solc(write_json(request_))


ONLY_CODE: JsonObject = {"enabled": True, "details": {"yulDetails": {"optimizerSteps": ":"}}}
NO_ALLOCATION: JsonObject = {
    "enabled": True,
    "details": {"yulDetails": {"optimizerSteps": ":", "stackAllocation": False}},
}


@pytest.mark.parametrize(
    "request_",
    [
        yul_request(BLOCKS, optimizer=ONLY_CODE, evmVersion="homestead"),
        yul_request(BLOCKS, optimizer=NO_ALLOCATION),
    ],
    ids=["homestead", "no stack allocation"],
)
def test_places_without_stack_allocation(request_: JsonObject) -> None:
    """Of ends of blocks, cases, jumps over functions, and what is dropped between statements."""
    assert by_yulopt_alone(request_) == by_solc(write_json(request_))


@pytest.mark.parametrize(
    "source",
    [
        "{ let a := msize() { let b := 3 sstore(a, b) } let b := 4 sstore(b, a) }",
        "{ let a := msize() function f() -> x { x := 1 } sstore(a, f()) }",
        "{ function f() {} function g() {} { function h() { f() } h() } sstore(msize(), 1)"
        " function k(x) -> y { function l() -> z { z := 9 } y := add(l(), x) if y { leave } }"
        " { function m() {} m() } pop(k(1)) }",
        'object "A" { code { sstore(0, datasize("B")) }'
        ' object "B" { code { for { } msize() { } { let a := 1 sstore(a, a) continue } } } }',
    ],
)
@pytest.mark.parametrize("optimizer", [{}, {"enabled": True, "details": {"yul": False}}])
def test_no_stack_is_allocated_for_msize_without_the_optimiser(
    source: str, optimizer: JsonObject
) -> None:
    """Of any object. The code is made of the text as it is, with functions where they stand."""
    request = yul_request(source, optimizer=optimizer)
    assert by_yulopt_alone(request) == by_solc(write_json(request))


def test_return_variables_have_places_of_their_own() -> None:
    source = """{
        let a, b := f(1, /* ) -> */ 2) sstore(a, b)
        function f(x, y) -> first, second { if x { sstore(y, 1) } if y { second := 3 } }
    }"""
    request = yul_request(source, optimizer=ONLY_CODE)
    assert by_yulopt_alone(request) == by_solc(write_json(request))


def _deep_constants() -> str:
    """The 1 of the last line lies below 17 values, and is copied from there for the first store."""
    loads = [f"let v{index} := sload({32 * index})" for index in range(17)]
    stores = [f"sstore({index}, v{index})" for index in range(17) if index not in (0, 2)]
    block = " ".join([*loads, *stores])
    return f"{{ let x := sload(40) let y := mload(64) {{ {block} }} sstore(add(x, 1), y) }}"


# Two results of a call that is inlined, with a place for each.
_TWO_RESULTS = """/// @use-src 0:"a.yul"
object "A" { code {
    /** @src 0:1:2 */ let x, y := f(calldataload(0))
    /** @src 0:3:4 */ x, /** @src 0:5:6 */ y := /** @src 0:7:8 */ f(y)
    sstore(x, y)
    function f(a) -> b, c { b := sload(a) c := sload(b) }
} }"""


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(_deep_constants(), id="copied before it gets out of reach"),
        pytest.param(
            "{ for { let x := sload(0) } 1 { x := add(x, 32) x := and(add(32, x), 32) } { } }",
            id="kept through a loop that is laid out twice",
        ),
        pytest.param(
            """{
                sstore(0, f(1))
                function f(a) -> r { if a { leave } r := addmod(f(add(a, 1)), r, 7) }
            }""",
            id="zero below a recursive call that keeps no constant",
        ),
        pytest.param(
            """{
                sstore(0, f(1, 2))
                function f(a, b) -> r {
                    for { } 1 { a := lt(r, 18) } {
                        sstore(sub(32, r), b)
                        sstore(1, add(sub(18, 1), lt(1, a)))
                    }
                }
            }""",
            id="zero in a loop without an end",
        ),
    ],
)
def test_places_of_constants_and_zeros(source: str) -> None:
    source = annotate(source, Random(0)).replace("a.sol", "a.yul")
    request = yul_request(source, optimizer=ONLY_CODE)
    assert by_yulopt_alone(request) == by_solc(write_json(request))


def test_up_to_0_8_26_a_break_made_from_a_condition_has_no_location() -> None:
    """What the exit pops comes from nowhere, as the `break` does."""
    if reason := available("0.8.26"):
        pytest.skip(reason)
    loop = "for { let x := sload(0) } lt(x, 5) { x := add(x, 1) } { sstore(x, x) }"
    code = f"{{ f() sstore(1, 2) function f() {{ {loop} }} }}"
    source = annotate(code, Random(0)).replace("a.sol", "a.yul")
    optimizer: JsonObject = {"enabled": True, "details": {"yulDetails": {"optimizerSteps": "I:"}}}
    text = write_json(yul_request(source, optimizer=optimizer, evmVersion="cancun"))
    assert by_yulopt(text, "0.8.26") == by_solc(text, "0.8.26")


@pytest.mark.parametrize("solc_version", ["0.8.26", "0.8.37"])
def test_places_of_results_of_inlined_calls(solc_version: str) -> None:
    if reason := available(solc_version):
        pytest.skip(reason)
    steps: JsonObject = {"enabled": True, "details": {"yulDetails": {"optimizerSteps": "i:"}}}
    text = write_json(yul_request(_TWO_RESULTS, optimizer=steps, evmVersion="cancun"))
    assert by_yulopt(text, solc_version) == by_solc(text, solc_version)


def test_up_to_0_8_26_places_are_those_of_the_source() -> None:
    source = """{
        // Blanks and comments /* } */ are in the source only.
        let a :=  f ( 'x' , 2 )   sstore(a, a)
        function f(x, y , ) -> z { if x { sstore ( y , 1 )  } }
    }"""
    text = write_json(yul_request(source, optimizer=ONLY_CODE, evmVersion="cancun"))
    early, late = (by_yulopt(text, version) for version in ("0.8.26", "0.8.27"))
    maps = [take_source_maps(early)[0], take_source_maps(late)[0]]
    assert maps[0] != maps[1]
    if not available("0.8.26"):
        assert by_yulopt(text, "0.8.26") == by_solc(text, "0.8.26")


@pytest.mark.parametrize(
    "request_",
    [
        yul_request("{ let }"),
        yul_request(remappings=["a=b"]),
        yul_request(optimizer={"runs": -1}),
        yul_request(
            optimizer={"enabled": False, "details": {"yulDetails": {"optimizerSteps": "u"}}}
        ),
        yul_request(optimizer=ON | {"details": {"yulDetails": {"optimizerSteps": "Q"}}}),
        yul_request(evmVersion="moon"),
        yul_request(selection=["yulCFGJson"]),
        yul_request(libraries={"a": {"L": "0x12"}}),
        yul_request(bogus=1),
        {"language": "Yul", "sources": {}},
        {"language": "Yul", "sources": {"a.yul": {"urls": ["a.yul"]}}},
        {"language": "Yul", "sources": {"a": {"content": "{}"}, "b": {"content": "{}"}}},
    ],
)
def test_unusual_requests_are_answered_by_solc(request_: JsonObject) -> None:
    asked: list[str] = []

    def front(text: str) -> str:
        asked.append(text)
        return "the answer of solc"

    text = write_json(request_)
    assert compile_standard_json(text, front, compile_with(Cache(None), 1)) == "the answer of solc"
    assert asked == [text]


def test_only_the_syntax_tree_is_taken_from_the_front() -> None:
    request = yul_request(PROGRAM, ["*"], optimizer=ON)
    asked: list[Json] = []

    def solc(text: str) -> str:
        asked.append(object_at(read_json(text), "settings")["outputSelection"])
        return answer_of_solc(text)

    answer = compile_standard_json(write_json(request), solc, compile_with(Cache(None), 1))
    assert read_json(answer) == by_solc(write_json(request))
    assert asked == [{"*": {"*": ["ast"]}}]


@pytest.mark.parametrize(
    "source", ["{ let }", '{ let x := "\u00fc" let y := z }', "{ mstore(1) }", "{"]
)
def test_without_solc_errors_have_its_form(source: str) -> None:
    """The words may be others; where there is one, the first error is at the same place."""
    request = yul_request(source)
    ours, theirs = (
        object_at(answer)["errors"]
        for answer in (by_yulopt_alone(request), by_solc(write_json(request)))
    )
    assert isinstance(ours, list)
    assert isinstance(theirs, list)
    first, expected = object_at(ours[0]), object_at(theirs[0])
    assert first.keys() == expected.keys()
    assert first["severity"] == "error"
    place, expected_place = (
        object_at(first, "sourceLocation"),
        object_at(expected, "sourceLocation"),
    )
    assert place["start"] == expected_place["start"]


def test_without_solc_its_own_outputs_are_left_out() -> None:
    request = yul_request("{ }", ["*"])
    ours, theirs = object_at(by_yulopt_alone(request)), object_at(by_solc(write_json(request)))
    assert ours["contracts"] == theirs["contracts"]
    assert "leaves out the ast of Yul" in str(ours["errors"])


# Messages about choices

GAS = Pipeline.named("gas")
OWN_STEPS: JsonObject = {"enabled": True, "details": {"yulDetails": {"optimizerSteps": "u"}}}


def told(request: JsonObject, choices: Choices, *remarks: Remark, alone: bool = False) -> list[str]:
    """The codes of all warnings and messages."""

    def front(text: str) -> str:
        if alone:
            raise FrontError("there is none")
        return answer_of_solc(text)

    answer = compile_standard_json(
        write_json(request), front, compile_with(Cache(None), 1), choices, remarks
    )
    errors = object_at(read_json(answer)).get("errors", [])
    assert isinstance(errors, list)
    return [str(object_at(one).get("errorCode")) for one in errors]


@pytest.mark.parametrize(
    ("optimizer", "choices", "expected"),
    [
        (ON, Choices(GAS), ["90001"]),
        (ON, Choices(contracts={"a.yul:A": GAS}), ["90001"]),
        (ON, Choices(GAS, ignored=[90001]), []),
        (ON, Choices(), []),
        # The choice does not apply.
        (OWN_STEPS, Choices(GAS), ["90013"]),
        (OWN_STEPS, Choices(Pipeline().as_proven()), ["90013"]),
        ({}, Choices(GAS), ["90005"]),
        ({}, Choices(), []),
        # Without metadata, explorers can verify it all the same.
        (ON, Choices(Pipeline("u")), []),
    ],
)
def test_a_choice_is_told(optimizer: Json, choices: Choices, expected: list[str]) -> None:
    source = 'object "A" { code { sstore(0, 1) } }'
    assert told(yul_request(source, optimizer=optimizer), choices) == expected


def test_a_choice_is_told_that_solc_alone_does_not_follow() -> None:
    request = yul_request('object "A" { code { } }', debug={"debugInfo": ["location"]})
    assert told(request, Choices(GAS)) == ["90014"]
    assert told(request, Choices(contracts={"a.yul:A": GAS})) == ["90014"]
    assert told(request, Choices(contracts={"*.yul": GAS}, ignored=[90014])) == []
    assert told(request, Choices(contracts={"b.yul:A": GAS})) == []
    assert told(request, Choices()) == []


def test_a_name_that_is_no_text_is_left_to_solc() -> None:
    """With the syntax tree, for which solc is asked."""
    request = yul_request('object "\\xff" { code { sstore(0, 1) } }', ["ast"])
    assert by_yulopt(write_json(request)) == by_solc(write_json(request))


def test_no_message_is_lost_for_the_syntax_tree() -> None:
    request = yul_request(PROGRAM, ["*"], optimizer=ON, evmVersion="berlin")
    stale = Remark(STALE.code, "of another pipeline")
    deprecated = "None"
    for alone, more in ((False, []), (True, [str(NOT_GIVEN.code)])):
        assert told(request, Choices(GAS), stale, alone=alone) == [
            *(deprecated, str(STALE.code), "90001"),
            *more,
        ]
    ignored = Choices(ignored=[NOT_GIVEN.code])
    assert told(request, ignored, alone=True) == [deprecated]


def test_a_table_for_no_contract_is_an_error() -> None:
    place = TomlPlace("yulopt.toml", 1, 1, "")
    choices = Choices(contracts={"a.yul:B": GAS}, places={"a.yul:B": place})
    with pytest.raises(YulError, match=r"a\.yul has no contract B; it has 'A'"):
        told(yul_request('object "A" { code { } }'), choices)
