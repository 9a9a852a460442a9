"""Everything that a build depends on, apart from the text of the program."""

from __future__ import annotations

from types import NoneType
from typing import Final, NamedTuple, TypeAlias

from yulopt.dialect import DEFAULT_EVM_VERSION, NEWEST, Dialect, Prices, chosen_dialect
from yulopt.frequency.call_profile import CallProfile
from yulopt.suite.named_sequences import read_sequence
from yulopt.suite.pipelines import SOLC_CODEGEN, Pipeline
from yulopt.suite.reading import default_steps, parse_steps, sequence_text
from yulopt.suite.registry import has_installed
from yulopt.suite.sequence import Group, Sequence
from yulopt.syntax.arguments import DEFAULT_RUNS, check_argument, check_run_arguments

# The Yul code that steps run over: all; all but code with `msize`, as in solc without its
# optimiser; or none.
ALL_CODE: Final = "all code"
WITHOUT_MSIZE: Final = "code without msize"
NO_CODE: Final = "no code"

# Names of passes, by the path of an object.
DeniedPasses: TypeAlias = tuple[tuple[str, tuple[str, ...]], ...]


class Options(NamedTuple):
    """The options of a compilation. Equal options give equal code: they are a key of every cache,
    except with steps of other packages, which may change at any time.

    Not an attrs class: importing attrs takes a tenth of the time of a run over one small file.
    """

    steps: str | None = None
    """The sequence as text; None is solc's default, and without `:` solc's clean-up follows."""
    bare: bool = False
    """Run only the Disambiguator and the sequence."""
    runs: int = DEFAULT_RUNS
    """The expected number of executions of deployed code."""
    evm_version: str = DEFAULT_EVM_VERSION.text
    solc_version: str = NEWEST.version
    """The release of solc that solc's steps reproduce."""
    stack_allocation: bool = True
    """solc's setting of that name."""
    step_names: tuple[str, ...] = ()
    """Steps that run after the sequence, by name, since they may have no letter."""
    optimized: str = ALL_CODE
    """The code that the steps run over."""
    assembly_passes: tuple[str, ...] | None = None
    """The passes over the assembly that run, by solc's names; None for all of them, or beyond solc
    for those that have no counterpart there."""
    codegen: str = SOLC_CODEGEN
    """The code generator (see `yulopt.suite.pipelines`)."""
    beyond_passes: tuple[str, ...] | None = None
    """The passes beyond solc's that run; None for all of them."""
    denied_passes: DeniedPasses = ()
    """The passes over the assembly that do not run over single objects."""
    calls: CallProfile | None = None
    """The number of calls of each function, if known."""
    memory_safe: bool = False
    """Beyond solc: treat inline assembly as memory-safe (see `yulopt.suite.memory_guards`)."""
    proven: bool = False
    """Roll back each change of a step that is not proven."""
    max_size: int | None = None
    """The limit for the bytes of deployed code, above which a smaller variant is built."""
    prices: Prices = ()
    """Beyond solc: prices of the chain that differ from Ethereum's (see `yulopt.gas.schedule`)."""
    left_out: tuple[str, ...] = ()
    """The behaviours of the release that the build goes without, by the names in `SWITCHES`."""

    @property
    def dialect(self) -> Dialect:
        """The dialect of the versions; raises ValueError if there is none."""
        dialect = chosen_dialect(self.evm_version, self.solc_version, self.prices)
        return dialect.without(self.left_out)

    @property
    def code_dialect(self) -> Dialect:
        """The dialect of code generation, without the faults of the release when beyond solc."""
        return self.dialect.mended if self.is_beyond else self.dialect

    @property
    def is_beyond(self) -> bool:
        """Whether the code generation is beyond solc's."""
        return self.codegen != SOLC_CODEGEN

    @property
    def spills(self) -> bool:
        """Whether values out of reach are spilled after the steps, which is not proven."""
        return self.is_beyond and not self.proven

    @property
    def spills_by_a_step(self) -> bool:
        """Whether they are spilled by the last step instead, which is proven like all others."""
        return self.is_beyond and self.proven

    @property
    def has_installed_steps(self) -> bool:
        """Whether steps of other packages run."""
        return has_installed([*(self.steps or ""), *self.step_names])

    @property
    def sequence(self) -> Sequence:
        """The parsed steps, with offsets into `sequence_text`; raises `SequenceError`."""
        # Errors refer to the text that the user wrote.
        parse_steps(self.steps)
        sequence = parse_steps(self.sequence_text, beyond=self.is_beyond)
        if not self.step_names:
            return sequence
        main = Group([*sequence.main.items, *self.step_names], sequence.main.offsets)
        return Sequence(main, sequence.cleanup, sequence.beyond)

    @property
    def sequence_text(self) -> str:
        """The whole text of the sequence, into which the offsets of steps point."""
        return sequence_text(self.steps, bare=self.bare)

    def spelled_out(self) -> Options:
        """The same with the whole text of the sequence."""
        return self._replace(steps=self.sequence_text)

    def with_pipeline(self, pipeline: Pipeline) -> Options:
        """The same with the settings of a pipeline."""
        return self._replace(
            steps=pipeline.steps,
            runs=pipeline.runs_or(self.runs),
            codegen=pipeline.codegen,
            calls=pipeline.calls,
            memory_safe=pipeline.memory_safe,
            proven=pipeline.proven,
        )


def options_of_arguments(
    steps: str | None = None,
    sequence: str | None = None,
    pipeline: Pipeline | str | None = None,
    *,
    bare: bool = False,
    evm_version: str | None = None,
    runs: int = DEFAULT_RUNS,
    stack_allocation: bool = True,
    solc_version: str | None = None,
) -> Options:
    """The options for the arguments of `yulopt.optimize`; None stands for the defaults.

    Raises `SequenceError` for malformed steps; ValueError for more than one of `steps`, `sequence`
    and `pipeline`, for unknown names and numbers out of range; TypeError for other types.
    """
    check_run_arguments(
        steps=steps,
        sequence=sequence,
        bare=bare,
        evm_version=evm_version,
        runs=runs,
        stack_allocation=stack_allocation,
        solc_version=solc_version,
    )
    given = {"steps": steps, "sequence": sequence, "pipeline": pipeline}
    names = [name for name, value in given.items() if value is not None]
    if len(names) > 1:
        raise ValueError(f"{' and '.join(names)} exclude each other")
    check_argument("pipeline", pipeline, Pipeline, str, NoneType)
    dialect = chosen_dialect(evm_version, solc_version)
    if steps is None:
        steps = default_steps(dialect.release) if sequence is None else read_sequence(sequence)
    options = Options(
        steps,
        bare,
        runs,
        dialect.version.text,
        dialect.release.version,
        stack_allocation=stack_allocation,
    )
    if pipeline is None:
        # Errors in steps are reported before those in the program.
        parse_steps(steps)
        return options
    return options.with_pipeline(
        Pipeline.named(pipeline) if isinstance(pipeline, str) else pipeline
    )
