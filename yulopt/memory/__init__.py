"""Locations in memory and storage: addresses, ranges of them, maps from them to facts.

The caller supplies a policy: the base of an address, and which bases are certainly disjoint. The
steps, which match solc exactly, have theirs in `yulopt.analysis`, the passes over SSA form in
`yulopt.ssa.memory`.
"""
