"""Broken variants of yulopt (mutants), each in a process of its own, which the verifier must catch.

Nothing here is imported before a mutant is in place may import yulopt.
"""
