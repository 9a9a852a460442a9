"""Mutants of code generation, by the broken part."""
