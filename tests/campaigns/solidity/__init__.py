"""Generated Solidity, compiled by each pipeline and compared with solc's unoptimised code."""
