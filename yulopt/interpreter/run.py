"""Runs a program from its text: a contract in a small world, called once."""

from __future__ import annotations

from typing import Final

import attr

from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for, parse_evm_version
from yulopt.errors import Source, YulError
from yulopt.evm.chain import Chain
from yulopt.evm.code_image import CodeImage, code_image
from yulopt.evm.environment import DEFAULT_ORIGIN, Environment, Limits
from yulopt.evm.outcome import Outcome
from yulopt.interpreter.machine import Program, compile_tree
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.syntax.objects import Object
from yulopt.syntax.parser import parse_source

DEFAULT_ADDRESS: Final = int("a1" * 20, 16)
# The default balance of a caller and a contract, in wei.
DEFAULT_BALANCE: Final = 10**24


def run(
    source: str,
    *,
    calldata: bytes = b"",
    callvalue: int = 0,
    caller: int = DEFAULT_ORIGIN,
    storage: dict[int, int] | None = None,
    evm_version: str | None = None,
    object_path: str = "",
    limits: Limits | None = None,
) -> Outcome:
    """Call a contract whose code is a Yul program; returns the outcome.

    `source`: an object or a bare block. `storage`: the contract's initial storage. `object_path`:
    the object whose code the contract has, as names separated by dots (the outermost one if empty).
    `evm_version`: None is the default version.

    Raises `YulError` for bad input, also for an invalid path. Failing code, or exceeding the
    limits, is an outcome.
    """
    version = DEFAULT_EVM_VERSION if evm_version is None else parse_evm_version(evm_version)
    chain = Chain(None, Environment(version, origin=caller), limits)

    def load_and_call() -> Outcome:
        program = parse_source(Source(source), dialect_for(version))
        contract = add_program(chain, program)
        install(chain, DEFAULT_ADDRESS, contract.find(object_path).content, storage)
        fund(chain, caller, callvalue)
        return chain.call(caller, DEFAULT_ADDRESS, calldata, callvalue)

    # All of it needs a deep stack, which takes longer to make than many programs take to run.
    return run_with_deep_stack(load_and_call)


@attr.s(auto_attribs=True, eq=False)
class LoadedProgram:
    """A program that a chain can run: its object tree, its image, its compiled objects."""

    program: Object
    image: CodeImage
    compiled: list[Program]

    def find(self, path: str) -> CodeImage:
        """The image of an object: of the outermost one, or of one inside it.

        Names are separated by dots; the name of the outermost object may precede them.
        """
        names = path.split(".") if path else []
        if names and names[0] == self.program.name:
            names = names[1:]
        image = self.image
        for name in names:
            inner = [child for child in image.children if child.program.name == name]
            if not inner:
                raise YulError(f"there is no object '{name}' inside '{image.program.name}'")
            image = inner[0]
        return image


def add_program(chain: Chain, program: Object, world_name: str = "") -> LoadedProgram:
    """Register a program with a chain, wherever its code is deployed.

    `world_name` distinguishes programs in the same world.
    """
    image = code_image(program, world_name)
    compiled = compile_tree(program, image)
    for item in compiled:
        chain.add_program(item)
    return LoadedProgram(program, image, compiled)


def install(chain: Chain, address: int, code: bytes, storage: dict[int, int] | None = None) -> None:
    """Put a contract with some code into the world."""
    account = chain.world.account(address)
    account.nonce = max(account.nonce, 1)
    account.code = code
    account.balance = DEFAULT_BALANCE
    for slot, word in (storage or {}).items():
        if word:
            account.storage[slot] = word


def fund(chain: Chain, address: int, value: int) -> None:
    """Give an account enough wei to send `value` wei, and more."""
    account = chain.world.account(address)
    account.balance = max(account.balance, DEFAULT_BALANCE) + value
