"""Generated Yul at odds with the conventions of Solidity, compiled by each pipeline."""
