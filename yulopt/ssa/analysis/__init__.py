"""Analyses of functions in SSA form."""
