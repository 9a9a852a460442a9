"""Out of SSA form: phis become copies, and values that do not interfere share a variable."""
