"""From SSA form back to Yul: structured statements, expressions, declarations.

`raising` calls the others in this order:

| what | where |
|---|---|
| cells and results become variables | `variables`, and `yulopt.ssa.destruction` for phis |
| the graph is prepared | `tidying`, `reducibility` |
| nested regions; the layout of loops | `structuring`, `loops` |
| statements; how jumps are expressed | `exits`, `statements`, and `yulopt.yul_writer` |
| names, and where variables are declared | `naming`, `declarations` |
"""
