"""Generated Solidity, compiled by each pipeline and executed beside solc's unoptimised code."""
