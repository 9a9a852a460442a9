"""A cache of proven bytes: the passes that were denied for them, with the certificate.

A later build of the same program leaves out the same passes, without proofs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from yulopt.assembly.compiled import CompiledObject
from yulopt.driver.build import check_reach, generate_tree
from yulopt.driver.options import Options
from yulopt.errors import Source
from yulopt.persistence.cache import Cache, cache_key
from yulopt.persistence.json_values import Json
from yulopt.proven.build import DEFAULT_SECONDS
from yulopt.proven.code_outcome import ProvenCode, code_from_json, code_to_json
from yulopt.prover.job import installed_solvers, solver_states
from yulopt.syntax.printer import print_yul
from yulopt.terminal.console import ProgressLine

# Generates new code for a program after its steps.
Generate: TypeAlias = Callable[[], CompiledObject]


def prove_generated(
    compiled: CompiledObject,
    source: Source,
    options: Options,
    *,
    cache: Cache,
    line: ProgressLine | None = None,
) -> ProvenCode:
    """The same as `prove_code`, for code that depends on nothing but the program and the options.

    Raises `YulError` also if the stack is too deep.
    """
    check_reach(compiled, options, source)

    def generate() -> CompiledObject:
        return generate_tree(compiled.program, options)

    return prove_code(compiled, generate, source, options, cache=cache, line=line)


def prove_code(
    compiled: CompiledObject,
    generate: Generate,
    source: Source,
    options: Options,
    *,
    cache: Cache,
    line: ProgressLine | None = None,
) -> ProvenCode:
    """Find the passes to deny so that the bytes are proven, or look them up.

    `compiled` is the code as generated, before any pass, and is not changed; `generate` generates
    it again. `line` shows the progress. Raises `YulError` if there is no code, with positions in
    `source`.
    """
    solvers = installed_solvers()
    states: list[Json] = [[name, state] for name, state in solver_states(solvers).items()]
    # Passes share code only where positions are equal.
    positions: list[Json] = [
        item.position for one in compiled.all_objects() for item in one.code.items
    ]
    text = print_yul(compiled.program)
    key = cache_key("proven code", text, positions, repr(options), [DEFAULT_SECONDS, states])
    known = code_from_json(cache.read(key))
    if known is not None:
        return known
    # Imported only for proofs.
    from yulopt.proven.code_search import Search
    from yulopt.prover.answers import ProofSettings

    settings = ProofSettings(options.dialect, DEFAULT_SECONDS, solvers)
    found = Search(generate, source, options, settings, cache, line).result()
    cache.write(key, code_to_json(found))
    return found
