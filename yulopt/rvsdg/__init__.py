"""The Regionalized Value State Dependence Graph: its text, its interpreter, and ways in and out.

`yulopt.rvsdg.ir` is the data model, `sexpr` its text, `interp` executes it. `cfgasm`,
`restructure` and `build` make graphs of control-flow graphs, `from_ir` of Yul; `to_yul` writes Yul.

Source: chapter 09 of the specification; Reissmann, Meyer, Bahmann, Själander 2020, "RVSDG: An
Intermediate Representation for Optimizing Compilers".
"""
