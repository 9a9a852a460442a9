"""Programs in static single assignment form, over a control-flow graph.

    from yulopt.ssa.lowering import lower
    from yulopt.ssa.text.parser import parse_module
    from yulopt.ssa.kernel.running import run_pipeline
    from yulopt.ssa.pipeline import parse_pipeline
    from yulopt.ssa.text.printer import print_module

An extension apart from the optimiser that equals solc's: Yul is lowered to SSA, optimised there,
and raised to Yul again. `ir` and `instructions` define the form; every algorithm is in its own
module, under its textbook name; passes are in `yulopt.ssa.passes`.
"""
