"""Writes Yul from other forms of a program: branches, parallel assignments, names.

Used for SSA form (`yulopt.ssa.raising`) and graphs (`yulopt.rvsdg.to_yul`).
"""
