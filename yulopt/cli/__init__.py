"""The command line: files in, optimised files out; and commands that explain, run and verify."""

from yulopt.cli.main import cli, main

__all__ = ["cli", "main"]
