"""The optimiser steps, one module each.

Each class can also be imported from here: `from yulopt.steps import UnusedPruner`. Its module is
loaded only then.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from yulopt.steps.bit_test_simplifier import BitTestSimplifier
    from yulopt.steps.block_flattener import BlockFlattener
    from yulopt.steps.branch_combiner import BranchCombiner
    from yulopt.steps.call_evaluator import CallEvaluator
    from yulopt.steps.calldata_size_simplifier import CalldataSizeSimplifier
    from yulopt.steps.circular_references_pruner import CircularReferencesPruner
    from yulopt.steps.code_hoister import CodeHoister
    from yulopt.steps.common_subexpression_eliminator import CommonSubexpressionEliminator
    from yulopt.steps.conditional_simplifier import ConditionalSimplifier
    from yulopt.steps.conditional_unsimplifier import ConditionalUnsimplifier
    from yulopt.steps.constant_optimiser import ConstantOptimiser
    from yulopt.steps.constant_propagator import ConstantPropagator
    from yulopt.steps.control_flow_simplifier import ControlFlowSimplifier
    from yulopt.steps.cost_based_inliner import CostBasedInliner
    from yulopt.steps.dead_code_eliminator import DeadCodeEliminator
    from yulopt.steps.disambiguator import Disambiguator
    from yulopt.steps.equal_store_eliminator import EqualStoreEliminator
    from yulopt.steps.equivalent_function_combiner import EquivalentFunctionCombiner
    from yulopt.steps.evaluation_orderer import EvaluationOrderer
    from yulopt.steps.expression_inliner import ExpressionInliner
    from yulopt.steps.expression_joiner import ExpressionJoiner
    from yulopt.steps.expression_simplifier import ExpressionSimplifier
    from yulopt.steps.expression_splitter import ExpressionSplitter
    from yulopt.steps.for_loop_condition_into_body import ForLoopConditionIntoBody
    from yulopt.steps.for_loop_condition_out_of_body import ForLoopConditionOutOfBody
    from yulopt.steps.for_loop_init_rewriter import ForLoopInitRewriter
    from yulopt.steps.full_inliner import FullInliner
    from yulopt.steps.function_grouper import FunctionGrouper
    from yulopt.steps.function_hoister import FunctionHoister
    from yulopt.steps.function_merger import FunctionMerger
    from yulopt.steps.function_specializer import FunctionSpecializer
    from yulopt.steps.if_converter import IfConverter
    from yulopt.steps.immutable_outliner import ImmutableOutliner
    from yulopt.steps.literal_rematerialiser import LiteralRematerialiser
    from yulopt.steps.load_resolver import LoadResolver
    from yulopt.steps.loop_invariant_code_motion import LoopInvariantCodeMotion
    from yulopt.steps.mask_shifter import MaskShifter
    from yulopt.steps.memory_promoter import MemoryPromoter
    from yulopt.steps.name_simplifier import NameSimplifier
    from yulopt.steps.outliner import Outliner
    from yulopt.steps.pointer_sinker import PointerSinker
    from yulopt.steps.range_simplifier import RangeSimplifier
    from yulopt.steps.rematerialiser import Rematerialiser
    from yulopt.steps.repeated_call_eliminator import RepeatedCallEliminator
    from yulopt.steps.revert_data_aligner import RevertDataAligner
    from yulopt.steps.scratch_space_placer import ScratchSpacePlacer
    from yulopt.steps.selector_check_eliminator import SelectorCheckEliminator
    from yulopt.steps.signature_reducer import SignatureReducer
    from yulopt.steps.ssa_reverser import SSAReverser
    from yulopt.steps.ssa_transform import SSATransform
    from yulopt.steps.stack_compressor import StackCompressor
    from yulopt.steps.stack_limit_evader import StackLimitEvader
    from yulopt.steps.stack_spiller import StackSpiller
    from yulopt.steps.storage_forwarder import StorageForwarder
    from yulopt.steps.structural_simplifier import StructuralSimplifier
    from yulopt.steps.switch_splitter import SwitchSplitter
    from yulopt.steps.through_ssa.equality_saturation import EqualitySaturation
    from yulopt.steps.through_ssa.ssa_forward import SSAForward
    from yulopt.steps.through_ssa.ssa_mem2reg import SSAMem2Reg
    from yulopt.steps.through_ssa.ssa_opt import SSAOpt
    from yulopt.steps.through_ssa.ssa_roundtrip import SSARoundtrip
    from yulopt.steps.unread_store_eliminator import UnreadStoreEliminator
    from yulopt.steps.unused_assign_eliminator import UnusedAssignEliminator
    from yulopt.steps.unused_function_parameter_pruner import UnusedFunctionParameterPruner
    from yulopt.steps.unused_pruner import UnusedPruner
    from yulopt.steps.unused_store_eliminator import UnusedStoreEliminator
    from yulopt.steps.var_decl_initializer import VarDeclInitializer
    from yulopt.steps.var_name_cleaner import VarNameCleaner

__all__ = [
    "BitTestSimplifier",
    "BlockFlattener",
    "BranchCombiner",
    "CallEvaluator",
    "CalldataSizeSimplifier",
    "CircularReferencesPruner",
    "CodeHoister",
    "CommonSubexpressionEliminator",
    "ConditionalSimplifier",
    "ConditionalUnsimplifier",
    "ConstantOptimiser",
    "ConstantPropagator",
    "ControlFlowSimplifier",
    "CostBasedInliner",
    "DeadCodeEliminator",
    "Disambiguator",
    "EqualStoreEliminator",
    "EqualitySaturation",
    "EquivalentFunctionCombiner",
    "EvaluationOrderer",
    "ExpressionInliner",
    "ExpressionJoiner",
    "ExpressionSimplifier",
    "ExpressionSplitter",
    "ForLoopConditionIntoBody",
    "ForLoopConditionOutOfBody",
    "ForLoopInitRewriter",
    "FullInliner",
    "FunctionGrouper",
    "FunctionHoister",
    "FunctionMerger",
    "FunctionSpecializer",
    "IfConverter",
    "ImmutableOutliner",
    "LiteralRematerialiser",
    "LoadResolver",
    "LoopInvariantCodeMotion",
    "MaskShifter",
    "MemoryPromoter",
    "NameSimplifier",
    "Outliner",
    "PointerSinker",
    "RangeSimplifier",
    "Rematerialiser",
    "RepeatedCallEliminator",
    "RevertDataAligner",
    "SSAForward",
    "SSAMem2Reg",
    "SSAOpt",
    "SSAReverser",
    "SSARoundtrip",
    "SSATransform",
    "ScratchSpacePlacer",
    "SelectorCheckEliminator",
    "SignatureReducer",
    "StackCompressor",
    "StackLimitEvader",
    "StackSpiller",
    "StorageForwarder",
    "StructuralSimplifier",
    "SwitchSplitter",
    "UnreadStoreEliminator",
    "UnusedAssignEliminator",
    "UnusedFunctionParameterPruner",
    "UnusedPruner",
    "UnusedStoreEliminator",
    "VarDeclInitializer",
    "VarNameCleaner",
]

# The module and the letter of each step, so that a run loads only those that it needs. The letter
# is empty for steps that cannot be in a sequence.
TABLE: Final = {
    "BitTestSimplifier": ("bit_test_simplifier", "Y"),
    "BlockFlattener": ("block_flattener", "f"),
    "BranchCombiner": ("branch_combiner", "7"),
    "CallEvaluator": ("call_evaluator", "3"),
    "CalldataSizeSimplifier": ("calldata_size_simplifier", "y"),
    "CircularReferencesPruner": ("circular_references_pruner", "l"),
    "CodeHoister": ("code_hoister", "k"),
    "CommonSubexpressionEliminator": ("common_subexpression_eliminator", "c"),
    "ConditionalSimplifier": ("conditional_simplifier", "C"),
    "ConditionalUnsimplifier": ("conditional_unsimplifier", "U"),
    "ConstantOptimiser": ("constant_optimiser", ""),
    "ConstantPropagator": ("constant_propagator", "z"),
    "ControlFlowSimplifier": ("control_flow_simplifier", "n"),
    "CostBasedInliner": ("cost_based_inliner", "J"),
    "DeadCodeEliminator": ("dead_code_eliminator", "D"),
    "Disambiguator": ("disambiguator", ""),
    "EqualStoreEliminator": ("equal_store_eliminator", "E"),
    "EqualitySaturation": ("through_ssa.equality_saturation", "G"),
    "EquivalentFunctionCombiner": ("equivalent_function_combiner", "v"),
    "EvaluationOrderer": ("evaluation_orderer", "2"),
    "ExpressionInliner": ("expression_inliner", "e"),
    "ExpressionJoiner": ("expression_joiner", "j"),
    "ExpressionSimplifier": ("expression_simplifier", "s"),
    "ExpressionSplitter": ("expression_splitter", "x"),
    "ForLoopConditionIntoBody": ("for_loop_condition_into_body", "I"),
    "ForLoopConditionOutOfBody": ("for_loop_condition_out_of_body", "O"),
    "ForLoopInitRewriter": ("for_loop_init_rewriter", "o"),
    "FullInliner": ("full_inliner", "i"),
    "FunctionGrouper": ("function_grouper", "g"),
    "FunctionHoister": ("function_hoister", "h"),
    "FunctionMerger": ("function_merger", "N"),
    "FunctionSpecializer": ("function_specializer", "F"),
    "IfConverter": ("if_converter", "8"),
    "ImmutableOutliner": ("immutable_outliner", "w"),
    "LiteralRematerialiser": ("literal_rematerialiser", "T"),
    "LoadResolver": ("load_resolver", "L"),
    "LoopInvariantCodeMotion": ("loop_invariant_code_motion", "M"),
    "MaskShifter": ("mask_shifter", "q"),
    "MemoryPromoter": ("memory_promoter", "H"),
    "NameSimplifier": ("name_simplifier", ""),
    "Outliner": ("outliner", "X"),
    "PointerSinker": ("pointer_sinker", "6"),
    "RangeSimplifier": ("range_simplifier", "K"),
    "Rematerialiser": ("rematerialiser", "m"),
    "RevertDataAligner": ("revert_data_aligner", "0"),
    "RepeatedCallEliminator": ("repeated_call_eliminator", "9"),
    "SSAForward": ("through_ssa.ssa_forward", "W"),
    "SSAMem2Reg": ("through_ssa.ssa_mem2reg", "P"),
    "SSAOpt": ("through_ssa.ssa_opt", "Q"),
    "SSAReverser": ("ssa_reverser", "V"),
    "SSARoundtrip": ("through_ssa.ssa_roundtrip", "R"),
    "SSATransform": ("ssa_transform", "a"),
    "ScratchSpacePlacer": ("scratch_space_placer", "A"),
    "SelectorCheckEliminator": ("selector_check_eliminator", "1"),
    "SignatureReducer": ("signature_reducer", "4"),
    "StackCompressor": ("stack_compressor", ""),
    "StackLimitEvader": ("stack_limit_evader", ""),
    "StackSpiller": ("stack_spiller", ""),
    "StorageForwarder": ("storage_forwarder", "B"),
    "StructuralSimplifier": ("structural_simplifier", "t"),
    "SwitchSplitter": ("switch_splitter", "b"),
    "UnreadStoreEliminator": ("unread_store_eliminator", "5"),
    "UnusedAssignEliminator": ("unused_assign_eliminator", "r"),
    "UnusedFunctionParameterPruner": ("unused_function_parameter_pruner", "p"),
    "UnusedPruner": ("unused_pruner", "u"),
    "UnusedStoreEliminator": ("unused_store_eliminator", "S"),
    "VarDeclInitializer": ("var_decl_initializer", "d"),
    "VarNameCleaner": ("var_name_cleaner", ""),
}


if not TYPE_CHECKING:  # A type checker would otherwise accept any name as an attribute.

    def __getattr__(name: str) -> object:
        if name in TABLE:
            return getattr(importlib.import_module(f"{__name__}.{TABLE[name][0]}"), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
