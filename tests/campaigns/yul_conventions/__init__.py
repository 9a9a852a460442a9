"""Generated Yul that breaks the conventions of Solidity, compiled by each pipeline."""
