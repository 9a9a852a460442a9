"""The calls by which the gas of a contract is measured: given ones, those of tests, or synthetic
ones.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

import attr

from yulopt.driver.options import Options
from yulopt.errors import Source
from yulopt.persistence.json_values import object_at, parse_json, read_json
from yulopt.report.building import Measuring, code_of
from yulopt.report.call_counts import CallCounts, counts_in
from yulopt.report.foundry_traces import Traces, traces_in
from yulopt.report.subjects import CALLS_SUFFIX, Subject
from yulopt.suite.pipelines import Pipeline
from yulopt.syntax.parser import parse_source
from yulopt.terminal.console import read_source
from yulopt.tune.calls import Calls
from yulopt.tune.synthetic_calls import calls_from_code
from yulopt.tune.world import gas_is_measured

if TYPE_CHECKING:
    from yulopt.report.abi_calls import Function

CallsOf: TypeAlias = Callable[[str], Calls | None]
Measured: TypeAlias = tuple[Measuring | None, str]
_SYNTHETIC: Final = (
    "gas is that of synthetic calls, one of each function; --calls takes those of tests or users"
)
_WEIGHED: Final = "gas is that of synthetic calls, each as often as tests call its function"
_NOT_CALLED: Final = "tests call none of its functions; "
_NOT_REPLAYED: Final = "no test has calls that this contract alone can replay; "
_FROM_CODE: Final = "gas is that of synthetic calls: each function in the code, with zeros and ones"
_NOT_DEPLOYED: Final = "no gas: the constructor arguments are unknown; write them to a .calls file"


@attr.s(auto_attribs=True, frozen=True)
class GivenCalls:
    """The calls of a command line: those of each contract, if any, by its name; and those by the
    tests of the project, as reported by Foundry or Hardhat.
    """

    of: CallsOf
    tests: CallCounts | Traces | None = None


def read_tests(path: str) -> CallCounts | Traces | None:
    """The calls by tests, from a file by Foundry or Hardhat; None for other files. Raises
    `YulError`.
    """
    if not Path(path).is_file():
        return None
    source = read_source(path)
    if source.text.lstrip()[:1] not in ("[", "{"):
        return None
    document = parse_json(source)
    counts = counts_in(document)
    return traces_in(document, path) if counts is None else counts


def measuring_of(subject: Subject, options: Options, given: GivenCalls) -> Measured:
    """The measured calls of a contract, and their source; raises `YulError`."""
    if not gas_is_measured():
        return None, ""
    # It needs a package that is not always there.
    from yulopt.report.abi_calls import functions_of, synthetic_calls

    functions = functions_of(subject.abi)
    views = frozenset(one.selector for one in functions if one.is_view)
    name = subject.name.rpartition(":")[2]
    calls = given.of(name)
    if calls is not None:
        return Measuring((calls,), views), "gas is that of the given calls"
    own = _own_calls(subject, name)
    if own is not None:
        return Measuring((_read(own),), views), f"gas is that of the calls in {own}"
    if subject.abi is None:
        program = parse_source(Source(subject.ir, name), options.dialect)
        return Measuring((calls_from_code(program),)), _FROM_CODE
    # A pipeline may build a contract that solc cannot.
    built = subject.by_solc or code_of(subject.ir, name, Pipeline.named("size"), options)
    from_tests, origin = _from_tests(subject, functions, built.creation, given.tests)
    if from_tests:
        return Measuring(from_tests, views), origin
    made = synthetic_calls(subject.abi, built.creation)
    if made is None:
        return None, _NOT_DEPLOYED
    if isinstance(given.tests, CallCounts):
        weighed = given.tests.weigh(subject.name, made)
        if weighed is not None:
            return Measuring((weighed,), views), _WEIGHED
        origin = _NOT_CALLED
    names = tuple(one.name for one in functions)
    return Measuring((made,), views, names), origin + _SYNTHETIC


def _from_tests(
    subject: Subject,
    functions: Sequence[Function],
    creation: bytes,
    tests: CallCounts | Traces | None,
) -> tuple[tuple[Calls, ...], str]:
    """The calls of a contract in traces, and their source; or the reason why there are none."""
    if tests is None or isinstance(tests, CallCounts):
        return (), ""
    names = {one.selector: one.name for one in functions}
    found = tests.replay(_build_of_foundry(subject), creation, names)
    return found.scenarios, found.words() if found.scenarios else _NOT_REPLAYED


def _build_of_foundry(subject: Subject) -> str:
    """The creation code in the artifact of a contract, in hexadecimal digits; empty without one."""
    try:
        text = "" if subject.artifact is None else subject.artifact.read_text("utf-8")
        code = object_at(read_json(text), "bytecode").get("object")
    except (OSError, ValueError, RecursionError):
        return ""
    return code.removeprefix("0x") if isinstance(code, str) else ""


def _own_calls(subject: Subject, name: str) -> Path | None:
    """The file with the name of a contract, or of its file, that ends in `.calls`, beside it."""
    for stem in dict.fromkeys((Path(name).stem, subject.file.stem)):
        path = subject.file.with_name(stem + CALLS_SUFFIX)
        if path.is_file():
            return path
    return None


def _read(path: Path) -> Calls:
    from yulopt.tune.call_files import read_calls

    return read_calls(read_source(str(path)))
