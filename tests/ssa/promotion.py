"""mem2reg over one function, which need not be in a module."""

from __future__ import annotations

from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for
from yulopt.ssa.analysis.phi_placement import MAX_PHI_COPY_COST, SsaKind
from yulopt.ssa.ir.function import Function, Module
from yulopt.ssa.ir.instructions import Alloca, Load, Store
from yulopt.ssa.kernel.analysis_table import analyses_of_function, analyses_of_module
from yulopt.ssa.kernel.pass_contract import Statistics
from yulopt.ssa.passes.mem2reg import Mem2Reg


def promote(
    function: Function,
    *,
    parameters: bool = True,
    kind: SsaKind = SsaKind.PRUNED,
    max_copies: int = MAX_PHI_COPY_COST,
) -> Statistics:
    """Promote the cells of a function; the options are those of the pass."""
    module = Module(dialect_for(DEFAULT_EVM_VERSION))
    analyses = analyses_of_function(function, analyses_of_module(module))
    return Mem2Reg(parameters, kind, max_copies).run(module, function, analyses)


def memory_instructions(function: Function) -> int:
    """The number of instructions that create, read or write cells."""
    return sum(isinstance(one, (Alloca, Load, Store)) for one in function.all_instructions())
