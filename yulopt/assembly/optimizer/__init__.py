"""The optimiser of the assembly: solc's passes over the code of each object.

Each pass is a class that can be used alone (`yulopt.assembly.text` reads items):

    items = read_items("1 2 swap1 add pop stop")
    PeepholeOptimizer().run(items, Context(dialect, runs=200, is_creation=False))
"""

from yulopt.assembly.optimizer.block_deduplicator import BlockDeduplicator
from yulopt.assembly.optimizer.common_subexpression_eliminator import (
    CommonSubexpressionEliminator,
)
from yulopt.assembly.optimizer.constant_optimizer import ConstantOptimizer
from yulopt.assembly.optimizer.context import AssemblyPass, Context
from yulopt.assembly.optimizer.driver import (
    ALL_PASSES,
    MINIMAL_PASSES,
    AssemblyObserver,
    check_passes,
    optimize_assembly,
    optimize_items,
)
from yulopt.assembly.optimizer.inliner import Inliner
from yulopt.assembly.optimizer.jumpdest_remover import JumpdestRemover
from yulopt.assembly.optimizer.peephole_optimizer import PeepholeOptimizer

__all__ = [
    "ALL_PASSES",
    "MINIMAL_PASSES",
    "AssemblyObserver",
    "AssemblyPass",
    "BlockDeduplicator",
    "CommonSubexpressionEliminator",
    "ConstantOptimizer",
    "Context",
    "Inliner",
    "JumpdestRemover",
    "PeepholeOptimizer",
    "check_passes",
    "optimize_assembly",
    "optimize_items",
]
