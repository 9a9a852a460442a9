"""Mutants of steps and their analyses, by the broken part."""
