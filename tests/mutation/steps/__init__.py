"""Mutants of steps, and of what they use, by what they break."""
