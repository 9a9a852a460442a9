"""The passes over functions in SSA form, one in each module."""
