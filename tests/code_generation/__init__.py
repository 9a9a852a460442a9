"""Code generation against solc: small programs, each with solc's output.

`programs/` holds the programs, `facts.json` the answers of solc, so that the comparison needs no
solc; `python -m tests.code_generation` asks solc itself, also about generated programs.
"""
