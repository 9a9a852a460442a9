"""Equality saturation of the pure expressions of functions in SSA form."""
