"""The command `yulopt run`: execute a program and print its effects.

No logic here, only options, files and error messages.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypedDict, Unpack

import click

from yulopt.cli.calls import (
    NUMBER,
    THE_CALL,
    THE_CONTRACT,
    CallingCommand,
    call_options,
    constructor_and_calls,
    constructor_option,
    read_account,
    read_address,
    read_bytes,
    read_count,
    read_library,
    read_word,
)
from yulopt.cli.given import refuse_given, refuse_repeated
from yulopt.cli.help import LIMITS, LOOK_CLOSER, command, section
from yulopt.cli.inputs import read_for_version
from yulopt.cli.options import (
    FilePath,
    contract_option,
    evm_version_option,
    file_argument,
    json_option,
)
from yulopt.cli.session import CALL, DEPLOYMENT, Request
from yulopt.dialect import parse_evm_version
from yulopt.errors import YulError, located
from yulopt.evm.environment import DEFAULT_ORIGIN, Limits
from yulopt.persistence.json_values import parse_json
from yulopt.syntax.literals import WORD_LIMIT
from yulopt.terminal.console import progress, read_source, source_name

if TYPE_CHECKING:
    from yulopt.cli.session import Session

_THE_WORLD: Final = section("The world")


class _Options(TypedDict):
    """The options for the execution."""

    calldata: bytes
    callvalue: int
    caller: int
    storage_file: str | None
    object_path: str
    deploy: bool
    arguments: bytes
    accounts: tuple[tuple[int, str], ...]
    libraries: tuple[tuple[str, int], ...]
    contract: str | None
    evm_version: str
    step_limit: int
    memory_limit: int
    call_depth_limit: int
    trace: bool


@command(
    "run",
    """
  yulopt run token.yul --deploy --constructor "constructor(uint256)" 1000 \\
      --call "transfer(address,uint256)" 0xb0b 5 --call "balanceOf(address)(uint256)" 0xb0b
  yulopt run token.yul --object token_deployed --calldata 0x18160ddd
  yulopt run loop.yul --storage before.json --trace
  yulopt run a.yul --account 0xb0b=b.yul --json
""",
    'A storage file holds a JSON object of slots and words: {"0x0": "0x2a", "0x1": 7}.',
    fine="the program was executed, even if it reverted",
    failed="bad input, or a limit was reached",
    cls=CallingCommand,
)
@file_argument
@call_options
@THE_CALL.option(
    "--calldata",
    metavar="HEX",
    type=read_bytes,
    default=b"",
    show_default=False,
    help="The data of a single call, instead of --call.",
)
@THE_CALL.option(
    "--callvalue",
    metavar="N",
    type=read_word,
    default=0,
    show_default=False,
    help="The wei sent with --calldata.",
)
@THE_CALL.option(
    "--caller",
    metavar="ADDR",
    type=read_address,
    default=DEFAULT_ORIGIN,
    show_default=False,
    help=f"The caller.  [default: 0x{DEFAULT_ORIGIN:x}]",
)
@THE_CONTRACT.flag("--deploy", help="Run the creation code first, then call what it deploys.")
@constructor_option
@THE_CONTRACT.option(
    "--arguments",
    metavar="HEX",
    type=read_bytes,
    default=b"",
    show_default=False,
    help="With --deploy: data appended to the creation code.",
)
@THE_CONTRACT.option(
    "--object",
    "object_path",
    metavar="PATH",
    default="",
    show_default=False,
    help="Run this object's code; `A.B` is B inside A.",
)
@THE_CONTRACT.option(
    "--storage",
    "storage_file",
    metavar="FILE.json",
    type=FilePath(),
    help="The initial storage of the contract.",
)
@_THE_WORLD.option(
    "--account",
    "accounts",
    metavar="ADDR=FILE",
    type=read_account,
    multiple=True,
    help="Another contract, with a program; repeatable.",
)
@_THE_WORLD.option(
    "--library",
    "libraries",
    metavar="NAME=ADDR",
    type=read_library,
    multiple=True,
    help="The address that `linkersymbol` yields for a name; repeatable.",
)
@contract_option
@evm_version_option
@LIMITS.option(
    "--gas-free-step-limit",
    "step_limit",
    metavar="N",
    type=read_count,
    default=Limits().steps,
    help="Give up after N steps (gas is not counted).",
)
@LIMITS.option(
    "--memory-limit",
    metavar="BYTES",
    type=read_count,
    default=Limits().memory,
    help="Give up when a message uses more memory.",
)
@LIMITS.option(
    "--call-depth-limit",
    metavar="N",
    type=read_count,
    default=Limits().call_depth,
    help="Give up when function calls are nested more deeply.",
)
@LOOK_CLOSER.flag("--trace", help="Every executed builtin, on standard error.")
@json_option
@click.pass_context
def run_command(ctx: click.Context, file: str, as_json: bool, **options: Unpack[_Options]) -> None:
    """Execute the program in FILE ('-' is standard input) and print its effects.

    The code is installed in a contract, which is called; the output is the returned data, the
    logs, and the changes of storage and accounts. Messages reach the other accounts of a small
    world, which has only the caller, the contract, and each --account.
    """
    creation, calls = constructor_and_calls(ctx)
    arguments = options["arguments"]
    if not options["deploy"]:
        refuse_given(("arguments",), "needs --deploy.")
        if creation is not None:
            raise click.UsageError("--constructor needs --deploy.")
    if creation is not None:
        refuse_given(("arguments",), "and --constructor exclude each other.")
    if calls:
        refuse_given(("calldata", "callvalue"), "and --call exclude each other (see --value).")
    refuse_repeated("--account", [f"0x{address:x}" for address, _ in options["accounts"]])
    refuse_repeated("--library", [name for name, _ in options["libraries"]])
    name = source_name(file)
    with located(name):
        session, code = _session(file, options)
        path = options["storage_file"]
        storage = {} if path is None else _read_storage(path)
        with progress(name):
            if options["deploy"]:
                session.deploy(code, storage, creation or Request(DEPLOYMENT, arguments))
            else:
                session.install(code, storage)
            for request in calls or [Request(CALL, options["calldata"], options["callvalue"])]:
                session.call(request)
    click.echo(session.json_text() if as_json else session.text(), nl=False)


def _session(file: str, options: _Options) -> tuple[Session, bytes]:
    """A chain with the accounts of --account, and the code of the contract; raises `YulError`."""
    # Loaded on use, so that other commands start faster.
    from yulopt.cli.session import Session

    source, version = read_for_version(file, options["contract"], options["evm_version"])
    limits = Limits(options["step_limit"], options["memory_limit"], options["call_depth_limit"])
    session = Session(
        parse_evm_version(version), options["caller"], limits, dict(options["libraries"])
    )
    code = session.load(source).find(options["object_path"]).content
    for address, other in options["accounts"]:
        session.add_account(address, read_for_version(other, None, version)[0])
    if options["trace"]:
        session.trace()
    return session, code


def _read_storage(file: str) -> dict[int, int]:
    """The slots and words in a JSON file; raises `YulError`."""
    source = read_source(file)
    content = parse_json(source)
    if not isinstance(content, dict):
        raise YulError("a storage file holds an object of slots and words", filename=file)
    storage: dict[int, int] = {}
    for slot, word in content.items():
        number = _storage_word(slot, file)
        if number in storage:
            raise YulError(f"slot {slot} occurs twice, in different spellings", filename=file)
        storage[number] = _storage_word(word, file)
    return storage


def _storage_word(value: object, file: str) -> int:
    text = str(value)
    if isinstance(value, bool) or NUMBER.fullmatch(text) is None:
        raise YulError(f"{text!r} is not a word like 42 or 0x2a", filename=file)
    word = int(text, 0) if text.startswith("0x") else int(text)
    if word >= WORD_LIMIT:
        raise YulError(f"{text} has more than 256 bits", filename=file)
    return word
