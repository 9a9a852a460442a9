"""Measurements of yulopt, each run by hand: `python -m benchmarks.NAME --help`."""
