"""Verifying steps over many programs: programs, sequences, and the processes that compare."""
