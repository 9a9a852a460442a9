"""Locations in memory and storage: addresses, ranges of them, maps from them to facts.

The caller brings a policy: what an address is relative to, and which bases are certainly apart. The
steps, which are solc's exactly, have theirs in `yulopt.analysis`, the passes over SSA form in
`yulopt.ssa.memory`.
"""
