"""Mutants of code generation, by what they break."""
