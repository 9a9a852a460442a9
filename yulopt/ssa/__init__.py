"""Programs in static single assignment form, over a control-flow graph.

    from yulopt.ssa import lower_object, parse_module, print_module, verify_module

An extension beside the optimiser that equals solc: Yul is lowered to SSA, optimised there, and
raised to Yul again. `ir` and `instructions` define the form; every algorithm has a module of its
own under its textbook name; passes are in `yulopt.ssa.passes`.
"""
