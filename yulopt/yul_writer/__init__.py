"""Writing Yul from other forms of a program: branches, assignments that happen at once, names.

SSA form (`yulopt.ssa.raising`) and graphs (`yulopt.rvsdg.to_yul`) are written with it.
"""
