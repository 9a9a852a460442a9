"""Passes over SSA form, their analyses, and the rules of the form."""
