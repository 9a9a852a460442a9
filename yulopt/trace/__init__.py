"""Traces of runs: recorded once, shown in the terminal, in files, in a browser."""
