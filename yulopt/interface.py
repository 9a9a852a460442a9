"""The package's functions on text: optimise it, or compile it."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from yulopt.assembly.compiled import CompiledObject
from yulopt.assembly.optimizer.driver import check_passes
from yulopt.driver.build import Front, finish, generate_program
from yulopt.driver.compilation import Compilation, compilation
from yulopt.driver.optimization import commented_text, optimize_source, program_text
from yulopt.driver.options import Options, options_of_arguments
from yulopt.errors import Source
from yulopt.passes.step import Observer
from yulopt.proven.report import code_warnings
from yulopt.suite.pipelines import Pipeline, check_codegen
from yulopt.syntax.arguments import DEFAULT_RUNS, check_argument
from yulopt.syntax.locations import Locations

if TYPE_CHECKING:
    from yulopt.proven.code_outcome import ProvenCode


def optimize(
    source: str,
    steps: str | None = None,
    *,
    sequence: str | None = None,
    pipeline: Pipeline | str | None = None,
    bare: bool = False,
    evm_version: str | None = None,
    runs: int = DEFAULT_RUNS,
    stack_allocation: bool = True,
    keep_source_comments: bool = False,
    proven: bool = False,
    solc_version: str | None = None,
) -> str:
    """Optimise Yul text; returns Yul text, exactly as solc prints it.

    `source`: an object or a bare block. `steps`: a step sequence; None is solc's default, and a
    sequence without `:` gets solc's default clean-up. `sequence`: the name of a sequence that comes
    with yulopt, instead of `steps`. `pipeline`: one, or the name of one, instead of both; its
    `runs` apply if it has any. `bare`: run only the Disambiguator and the given steps, without
    solc's frame around them, and treat all code as deployed; a bare block then gives a bare block;
    a file of `--trace-dir` resumes the traced run. `evm_version`: None is the default version.
    `runs`: the expected number of runs of deployed code. `stack_allocation`: solc's setting of that
    name. `keep_source_comments`: print the `@src` and `@ast-id` comments of code that has a list of
    sources (`@use-src`), too, as solc does in `irOptimized`. `proven`: roll back each unproven
    change; proofs are cached in the folder `YULOPT_CACHE`. `solc_version`: the release of solc to
    reproduce, which also determines the defaults; None is the newest.

    Raises `YulError` for bad input, and if solc has no output because the optimised code refers to
    the data of an inner object (`datasize("inner.data")`); `ExtensionError`, which is one, if a
    step of another package fails; ValueError for bad arguments, TypeError for arguments of other
    types. `optimize_with_report` returns more about the run.
    """
    check_argument("source", source, str)
    check_argument("keep_source_comments", keep_source_comments, bool)
    check_argument("proven", proven, bool)
    options = options_of_arguments(
        steps,
        sequence,
        pipeline,
        bare=bare,
        evm_version=evm_version,
        runs=runs,
        stack_allocation=stack_allocation,
        solc_version=solc_version,
    )
    text = Source(source)
    observer = _proven(text, options) if proven else None
    locations = Locations() if keep_source_comments else None
    program = optimize_source(text, options, observer=observer, locations=locations)
    if locations:
        return commented_text(program, locations, options.dialect, bare=bare)
    return program_text(program, bare=bare)


def compile(
    source: str,
    steps: str | None = None,
    *,
    pipeline: Pipeline | str | None = None,
    bare: bool = False,
    evm_version: str | None = None,
    runs: int = DEFAULT_RUNS,
    stack_allocation: bool = True,
    assembly_passes: Collection[str] | None = None,
    codegen: str | None = None,
    assume_memory_safe: bool = False,
    proven: bool = False,
    solc_version: str | None = None,
) -> Compilation:
    """Compile Yul to bytecode, exactly as solc does.

    `source`: an object or a bare block. `assembly_passes`: the passes of the assembly optimiser to
    run, by solc's names; their order is fixed, and None is the default. `codegen`: `"beyond"` for
    passes beyond solc's after these, whose code differs; None is that of the pipeline, or else
    solc's. `assume_memory_safe`:
    beyond solc, treat inline assembly as memory-safe (see `yulopt.suite.memory_guards`). The other
    settings are those of `yulopt.optimize`.

    Raises `YulError` for bad input, also if the stack is too deep; ValueError for bad arguments.
    """
    if assembly_passes is not None:
        check_passes(assembly_passes)
    options = options_of_arguments(
        steps,
        pipeline=pipeline,
        bare=bare,
        evm_version=evm_version,
        runs=runs,
        stack_allocation=stack_allocation,
        solc_version=solc_version,
    )
    codegen = options.codegen if codegen is None else codegen
    check_codegen(codegen)
    options = options._replace(
        codegen=codegen,
        assembly_passes=None if assembly_passes is None else tuple(assembly_passes),
        memory_safe=assume_memory_safe or options.memory_safe,
        proven=proven,
    )
    if assume_memory_safe and not options.is_beyond:
        raise ValueError("assume_memory_safe needs the code generation beyond solc's")
    text = Source(source)
    compiled = generate_program(Front(text, options, _proven(text, options) if proven else None))
    code = _proven_code(compiled, text, options) if proven else None
    parts = finish(compiled, options if code is None else code.options(options), text)
    made = compilation(compiled, parts, options.dialect)
    if code is not None:
        code.check(compiled, parts)
        made.warnings.extend(code_warnings(code))
    return made


def _proven_code(compiled: CompiledObject, source: Source, options: Options) -> ProvenCode:
    """The proofs of the bytes, and their dependencies."""
    # Imported lazily, as it is slow to load.
    from yulopt.persistence.cache import user_cache
    from yulopt.proven.code_build import prove_generated

    return prove_generated(compiled, source, options, cache=user_cache())


def _proven(source: Source, options: Options) -> Observer:
    """The settings of a proven run."""
    if options.bare:
        raise ValueError("proven and bare exclude each other")
    # Imported lazily, as it is slow to load.
    from yulopt.persistence.cache import user_cache
    from yulopt.proven.build import prove_build

    return prove_build(source, options, cache=user_cache()).observer()
